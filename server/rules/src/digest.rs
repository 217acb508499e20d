//! SHA-256 results in the form in which they are published: lowercase hex.

use std::fmt;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

/// A 32-byte digest, shown as 64 lowercase hex characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexDigest([u8; 32]);

impl HexDigest {
    /// SHA-256 of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest that `bytes` already are.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The raw digest.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Reads 64 lowercase hex characters; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        lowercase_hex(text).map(Self)
    }
}

/// The 32 bytes of 64 lowercase hex characters. Upper case is refused because a seed is keyed
/// by its characters: another spelling of the same bytes would give other draws.
pub(crate) fn lowercase_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let lowercase = !text.bytes().any(|b| b.is_ascii_uppercase());
    (lowercase && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

impl fmt::Display for HexDigest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

impl fmt::Debug for HexDigest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl Serialize for HexDigest {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}
