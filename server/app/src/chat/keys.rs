//! The platform's public key, and the verification of signatures.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey};
use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError};

use super::error::ChatError;
use super::platform::Platform;
use super::records::{PUBLIC_KEY, PublicKeyRow};
use crate::clock::{Clock, Millis};
use crate::locks::Lock;

/// After an invalid signature, the key is requested again at most once in this time, in
/// milliseconds, because unauthenticated clients can send one.
const ASKED_AGAIN: i64 = 5 * 60 * 1000;
/// The same while there is no key.
const ASKED_FIRST: i64 = 10 * 1000;
/// Longest signature that is verified, in characters: that of a key of 8,192 bits.
const SIGNATURE_MAX: usize = 1400;

struct Key {
    pem: String,
    decoding: DecodingKey,
}

impl Key {
    fn read(pem: String) -> Option<Arc<Self>> {
        let decoding = DecodingKey::from_rsa_pem(pem.as_bytes()).ok()?;
        Some(Arc::new(Self { pem, decoding }))
    }

    /// Verifies RSA, PKCS#1 v1.5, SHA-256 over `{id}.{timestamp}.{body}`; the signature is base64.
    fn signed(&self, signed: &[u8], signature: &str) -> bool {
        let Ok(signature) = STANDARD.decode(signature) else { return false };
        let signature = URL_SAFE_NO_PAD.encode(signature);
        let fits =
            jsonwebtoken::crypto::verify(&signature, signed, &self.decoding, Algorithm::RS256);
        fits.unwrap_or(false)
    }
}

pub(super) struct Keys {
    platform: Arc<Platform>,
    store: Store,
    clock: Clock,
    current: ArcSwapOption<Key>,
    /// One request for the key at a time; others wait for its answer.
    asking: Lock,
    /// When it was last asked for. Never held over an await.
    asked: Mutex<Option<Millis>>,
}

impl Keys {
    pub(super) fn load(
        platform: &Arc<Platform>,
        store: &Store,
        clock: &Clock,
    ) -> Result<Self, StoreError> {
        let row = PUBLIC_KEY.get(store.view())?;
        Ok(Self {
            platform: platform.clone(),
            store: store.clone(),
            clock: clock.clone(),
            current: ArcSwapOption::new(row.and_then(|row| Key::read(row.pem))),
            asking: Lock::default(),
            asked: Mutex::default(),
        })
    }

    /// Returns whether the platform signed a text.
    ///
    /// # Errors
    /// There is no key yet: the platform may deliver again.
    pub(super) async fn signed(&self, text: &[u8], signature: &str) -> Result<bool, ChatError> {
        if signature.is_empty() || signature.len() > SIGNATURE_MAX {
            return Ok(false);
        }
        let key = match self.current.load_full() {
            Some(key) => key,
            None => self.ask(None).await.ok_or(ChatError::Busy)?,
        };
        if key.signed(text, signature) {
            return Ok(true);
        }
        let newer = self.ask(Some(&key)).await;
        Ok(newer.is_some_and(|newer| newer.signed(text, signature)))
    }

    /// Requests the key. Returns it if it differs from `than`.
    async fn ask(&self, than: Option<&Key>) -> Option<Arc<Key>> {
        let is_other = |key: &Arc<Key>| than.is_none_or(|than| than.pem != key.pem);
        // A bad signature is cheap to send: while a key is being loaded, it does not wait with its body.
        let _asking = match than {
            Some(_) => self.asking.try_lock()?,
            None => self.asking.lock().await,
        };
        // The previous holder of the lock may have loaded it.
        if let Some(key) = self.current.load_full().filter(is_other) {
            return Some(key);
        }
        let pause = if than.is_some() { ASKED_AGAIN } else { ASKED_FIRST };
        let now = self.clock.now();
        {
            let mut asked = self.asked.lock();
            if asked.is_some_and(|at| at <= now && now < at.plus(pause)) {
                return None;
            }
            *asked = Some(now);
        }
        let pem = self.platform.now().ok()?.public_key().await.ok()?;
        let Some(key) = Key::read(pem) else {
            tracing::warn!("the chat platform's key is invalid");
            return None;
        };
        if !is_other(&key) {
            return None;
        }
        if let Err(error) = self.store_key(&key).await {
            tracing::error!(%error, "cannot store the chat platform's key");
        }
        self.current.store(Some(key.clone()));
        Some(key)
    }

    async fn store_key(&self, key: &Key) -> Result<(), StoreError> {
        let row = PublicKeyRow { pem: key.pem.clone() };
        let mut batch = Batch::new();
        PUBLIC_KEY.put(&mut batch, &row)?;
        self.store.commit(batch).await.map(drop)
    }
}
