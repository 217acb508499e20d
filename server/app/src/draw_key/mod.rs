//! The key that seals the seeds of draws until they are revealed (docs/security.md, "Seeds of draws").
//!
//! Invariants: no file of the data folder, no backup and nothing sent to another machine holds an unrevealed seed that
//! can be read without this key; the key is in a file of its own, outside the data folder and its backups.

mod anchor;
mod file;
mod notes;

use std::fmt;
use std::sync::Arc;

use bincode::{Decode, Encode};
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use pointhouse_store::{Single, StoredRow};
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

pub use anchor::{
    ANCHOR, Anchor, AnchorRow, Continuity, begin as begin_anchor, first_moment,
    remove as remove_anchor, write_anchor,
};
pub use file::{KeyPlace, KeyState, NoKey};
pub use notes::{
    DrawNote, DrawNoteRow, Renewal, SeedEvent, SeedEventKind, append as append_note,
    key_was_exported, newest_events,
};

use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[KEY.format(), anchor::ANCHOR.format(), notes::NOTE.format()];

/// Which key seals the seeds of this folder.
pub const KEY: Single<KeyRow> = Single::new(tables::SETTING, "draw_key");

const NONCE_BYTES: usize = 24;
/// Nonce, seed and authentication tag.
const SEALED_BYTES: usize = NONCE_BYTES + 32 + 16;

/// The key that seals the seeds of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct KeyRow {
    /// [`DrawKey::fingerprint`].
    pub fingerprint: [u8; 8],
}

impl StoredRow for KeyRow {
    const VERSION: u8 = 1;
}

/// Whose seed it is. A sealed seed can be opened for its owner only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedOwner {
    /// A seed pair, by member and number.
    Pair(UserId, u32),
    /// A giveaway.
    Giveaway(GiveawayId),
}

impl SeedOwner {
    fn context(self) -> Vec<u8> {
        match self {
            Self::Pair(user, number) => {
                [&b"pair"[..], &user.0.to_be_bytes(), &number.to_be_bytes()].concat()
            }
            Self::Giveaway(id) => [&b"giveaway"[..], &id.0.to_be_bytes()].concat(),
        }
    }
}

/// A server seed as it is stored.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub enum StoredSeed {
    /// Revealed, or stored by a program before format 10, which sealed none.
    Plain([u8; 32]),
    /// Sealed with [`DrawKey`]: nonce, then XChaCha20-Poly1305 over the seed.
    Sealed([u8; SEALED_BYTES]),
}

impl fmt::Debug for StoredSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A seed never reaches a log.
        f.write_str(match self {
            Self::Plain(_) => "StoredSeed::Plain(..)",
            Self::Sealed(_) => "StoredSeed::Sealed(..)",
        })
    }
}

/// The key is missing or another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the seed is sealed with a key that is not here")]
pub struct Unreadable;

/// Seals and opens seeds. Cheap to clone.
#[derive(Clone, Default)]
pub struct DrawKey {
    key: Option<Arc<Zeroizing<[u8; 32]>>>,
}

impl fmt::Debug for DrawKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DrawKey({})", if self.key.is_some() { ".." } else { "none" })
    }
}

impl DrawKey {
    /// A key from its bytes.
    pub fn new(key: Zeroizing<[u8; 32]>) -> Self {
        Self { key: Some(Arc::new(key)) }
    }

    /// A new random key.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn random() -> Result<Self, Fault> {
        let mut key = Zeroizing::new([0; 32]);
        SysRng.try_fill_bytes(&mut *key).map_err(std::io::Error::other)?;
        Ok(Self::new(key))
    }

    /// No key: opens only seeds that are not sealed.
    pub fn missing() -> Self {
        Self::default()
    }

    /// Its bytes, for its file.
    pub fn bytes(&self) -> Option<&[u8; 32]> {
        self.key.as_ref().map(|key| &***key)
    }

    /// Tells keys apart, and says nothing about them.
    pub fn fingerprint(&self) -> Option<[u8; 8]> {
        let mut hash = Sha256::new_with_prefix(b"pointhouse draw key");
        hash.update(self.bytes()?);
        let hash: [u8; 32] = hash.finalize().into();
        hash.first_chunk().copied()
    }

    /// Seals a seed for its owner.
    ///
    /// # Errors
    /// There is no key, or the system has no random numbers.
    pub fn seal(&self, owner: SeedOwner, seed: &[u8; 32]) -> Result<StoredSeed, Fault> {
        let cipher = self.cipher().ok_or(Fault::Contradiction("there is no key for seeds"))?;
        let mut nonce = XNonce::default();
        SysRng.try_fill_bytes(&mut nonce).map_err(std::io::Error::other)?;
        let payload = Payload { msg: seed, aad: &owner.context() };
        let sealed = cipher.encrypt(&nonce, payload).ok();
        let sealed = sealed.and_then(|sealed| [&nonce[..], &sealed].concat().try_into().ok());
        sealed.map(StoredSeed::Sealed).ok_or(Fault::Contradiction("a seed was not sealed"))
    }

    /// Opens the seed of an owner.
    ///
    /// # Errors
    /// It is sealed with another key, or for another owner.
    pub fn open(&self, owner: SeedOwner, seed: &StoredSeed) -> Result<[u8; 32], Unreadable> {
        let sealed = match seed {
            StoredSeed::Plain(seed) => return Ok(*seed),
            StoredSeed::Sealed(sealed) => sealed,
        };
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(Unreadable)?;
        let payload = Payload { msg: sealed, aad: &owner.context() };
        let cipher = self.cipher().ok_or(Unreadable)?;
        let seed =
            Zeroizing::new(cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| Unreadable)?);
        seed.as_slice().try_into().map_err(|_| Unreadable)
    }

    fn cipher(&self) -> Option<XChaCha20Poly1305> {
        self.bytes().map(|key| XChaCha20Poly1305::new(key.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_seed_opens_with_its_key_and_for_its_owner_only() {
        let (key, other) = (DrawKey::random().unwrap(), DrawKey::random().unwrap());
        let owner = SeedOwner::Pair(UserId(7), 1);
        let sealed = key.seal(owner, &[9; 32]).unwrap();
        assert_eq!(key.open(owner, &sealed), Ok([9; 32]));
        assert_ne!(key.seal(owner, &[9; 32]).unwrap(), sealed);
        for wrong in [SeedOwner::Pair(UserId(7), 2), SeedOwner::Giveaway(GiveawayId(7))] {
            assert_eq!(key.open(wrong, &sealed), Err(Unreadable));
        }
        assert_eq!(other.open(owner, &sealed), Err(Unreadable));
        assert_eq!(DrawKey::missing().open(owner, &sealed), Err(Unreadable));
        assert_eq!(DrawKey::missing().open(owner, &StoredSeed::Plain([9; 32])), Ok([9; 32]));
        assert!(DrawKey::missing().seal(owner, &[9; 32]).is_err());
        assert_ne!(key.fingerprint(), other.fingerprint());
        assert!(!format!("{key:?} {sealed:?}").contains('9'));
    }
}
