//! Ways to the platform and back: each is for one thing and one browser, works once and for a while.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pointhouse_store::{Batch, Store, decode, encode};
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use super::error::{ChatError, inner};
use super::records::{FlowRow, Purpose};
use crate::clock::Clock;
use crate::tables;

/// Ways that are open at once.
const OPEN_MAX: usize = 10_000;
const TOKEN_BYTES: usize = 32;
const PAGE: usize = 512;

/// A way that was opened.
pub(super) struct Opened {
    /// For the platform, which gives it back.
    pub(super) state: String,
    /// For the browser's cookie.
    pub(super) cookie: String,
    /// For the platform: hash of what only this site knows (PKCE).
    pub(super) challenge: String,
}

pub(super) struct Flows {
    store: Store,
    clock: Clock,
    /// How many there are; held while one is opened or taken, so that each is taken once.
    open: Mutex<usize>,
}

impl Flows {
    pub(super) fn load(store: &Store, clock: &Clock) -> Result<Self, String> {
        let count = rows(store, |_, _| Ok(())).map_err(|error| error.to_string())?;
        Ok(Self { store: store.clone(), clock: clock.clone(), open: Mutex::new(count) })
    }

    /// Opens a way that works for so many milliseconds. `browser` is the cookie that it belongs to;
    /// without one a new one is made.
    pub(super) async fn open(
        &self,
        purpose: Purpose,
        lasts: i64,
        browser: Option<[u8; 32]>,
    ) -> Result<Opened, ChatError> {
        let mut open = self.open.lock().await;
        if *open >= OPEN_MAX {
            return Err(ChatError::Busy);
        }
        if !self.store.writable() {
            return Err(ChatError::ReadOnly);
        }
        let (state, cookie, verifier) = (secret()?, secret()?, secret()?);
        let state = format!("{}.{state}", mark(&purpose));
        let row = FlowRow {
            purpose,
            browser: browser.unwrap_or_else(|| hash(&cookie)),
            verifier: verifier.clone(),
            expires_at: self.clock.now().plus(lasts).0,
        };
        let mut batch = Batch::new();
        let encoded = encode(&row).map_err(inner)?;
        batch.put(tables::CHAT_FLOW, &hash(&state), &encoded).map_err(inner)?;
        self.store.commit(batch).await.map_err(inner)?;
        *open += 1;
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
        Ok(Opened { state, cookie, challenge })
    }

    /// Takes a way: nobody takes it again. `None` if there is none, it is another browser's or its
    /// time is over.
    pub(super) async fn take(
        &self,
        state: &str,
        cookie: Option<&str>,
    ) -> Result<Option<FlowRow>, ChatError> {
        let mut open = self.open.lock().await;
        let key = hash(state);
        let Some(row) = self.store.view().get(tables::CHAT_FLOW, &key).map_err(inner)? else {
            return Ok(None);
        };
        let row: FlowRow = decode(&row).map_err(inner)?;
        // Another browser does not end the way of the right one.
        if cookie.map(hash) != Some(row.browser) || row.expires_at <= self.clock.now().0 {
            return Ok(None);
        }
        let mut batch = Batch::new();
        batch.delete(tables::CHAT_FLOW, &key).map_err(inner)?;
        self.store.commit(batch).await.map_err(inner)?;
        *open = open.saturating_sub(1);
        Ok(Some(row))
    }

    /// Removes what nobody came back from. Returns how many.
    pub(super) async fn sweep(&self) -> Result<usize, ChatError> {
        let mut open = self.open.lock().await;
        let now = self.clock.now().0;
        let mut batch = Batch::new();
        let mut removed = 0;
        let count = rows(&self.store, |key, row| {
            if row.expires_at <= now {
                batch.delete(tables::CHAT_FLOW, key).map_err(inner)?;
                removed += 1;
            }
            Ok(())
        })?;
        if removed > 0 {
            self.store.commit(batch).await.map_err(inner)?;
        }
        *open = count.saturating_sub(removed);
        Ok(removed)
    }
}

/// Removes the ways of a member who leaves. There are few: see [`OPEN_MAX`].
pub(super) fn forget(store: &Store, user: u64, batch: &mut Batch) -> Result<(), ChatError> {
    rows(store, |key, row| match row.purpose {
        Purpose::Link { user: whose, .. } | Purpose::Ticket { user: whose, .. }
            if whose == user =>
        {
            batch.delete(tables::CHAT_FLOW, key).map_err(inner)
        }
        _ => Ok(()),
    })?;
    Ok(())
}

fn rows(
    store: &Store,
    mut each: impl FnMut(&[u8], FlowRow) -> Result<(), ChatError>,
) -> Result<usize, ChatError> {
    let (mut from, mut count) = (Vec::new(), 0);
    loop {
        let rows = store.view().scan(tables::CHAT_FLOW, &from, &[], PAGE).map_err(inner)?;
        let Some((last, _)) = rows.last() else { return Ok(count) };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            count += 1;
            each(key, decode(row).map_err(inner)?)?;
        }
    }
}

/// Says where a browser goes whose way is not found.
const fn mark(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::Connect { .. } => "c",
        Purpose::Link { .. } => "l",
        Purpose::SignIn { .. } | Purpose::Ticket { .. } => "s",
    }
}

pub(super) fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

fn secret() -> Result<String, ChatError> {
    let mut bytes = [0; TOKEN_BYTES];
    SysRng.try_fill_bytes(&mut bytes).map_err(inner)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
