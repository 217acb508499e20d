//! The two seeds of a pair: the server's secret and the player's own text.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::feed;
use crate::HexDigest;
use crate::digest::lowercase_hex;

/// The secret of a seed pair: 32 random bytes, kept as the 64 lowercase hex characters that
/// are both the key of the draws and the text of the commitment.
///
/// `Debug` shows the commitment only. The characters leave through [`ServerSeed::reveal`] and
/// nowhere else; an unrevealed seed never appears in an answer, a page, a log or an export.
#[derive(Clone)]
pub struct ServerSeed {
    hex: [u8; 64],
    /// The keyed state, computed once: a draw clones it.
    mac: Hmac<Sha256>,
}

/// The player's part of a pair: 1..=64 characters of `A-Za-z0-9._-`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClientSeed(String);

/// Text that is not a server seed. It says nothing of the text, which may be a real secret
/// with a typing error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A server seed is 64 lowercase hex characters")]
pub struct ServerSeedError;

/// Text that is not a client seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A client seed has 1 to 64 characters of A-Z, a-z, 0-9, dot, underscore and hyphen")]
pub struct ClientSeedError;

impl ServerSeed {
    /// The seed of 32 bytes, which the caller takes from the operating system's generator.
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        let mut hex = [0; 64];
        for (pair, byte) in hex.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
            *pair = [hex_digit(byte >> 4), hex_digit(byte & 0x0f)];
        }
        Self { hex, mac: Hmac::new(&hex.into()) }
    }

    /// Reads the 64 lowercase hex characters of a stored or revealed seed.
    pub fn from_hex(text: &str) -> Result<Self, ServerSeedError> {
        lowercase_hex(text).map(|bytes| Self::from_bytes(&bytes)).ok_or(ServerSeedError)
    }

    /// SHA-256 of the 64 characters: what is shown before the seed is used.
    pub fn commitment(&self) -> HexDigest {
        HexDigest::of(&self.hex)
    }

    /// The 64 characters themselves, for storage and for the rotation that reveals them.
    pub fn reveal(&self) -> String {
        self.hex.iter().copied().map(char::from).collect()
    }

    /// HMAC-SHA256 of a text with the 64 characters as the key.
    pub(crate) fn hash_of(&self, text: fmt::Arguments<'_>) -> HexDigest {
        let mut mac = self.mac();
        feed(&mut mac, text);
        HexDigest::from_bytes(mac.finalize().into_bytes().into())
    }

    pub(crate) fn mac(&self) -> Hmac<Sha256> {
        self.mac.clone()
    }
}

fn hex_digit(nibble: u8) -> u8 {
    if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
}

impl fmt::Debug for ServerSeed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "ServerSeed(committed as {})", self.commitment())
    }
}

impl ClientSeed {
    /// Checks a player's text.
    pub fn new(text: impl Into<String>) -> Result<Self, ClientSeedError> {
        let text = text.into();
        let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
        let valid = (1..=64).contains(&text.len()) && text.bytes().all(allowed);
        if valid { Ok(Self(text)) } else { Err(ClientSeedError) }
    }

    /// The seed's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ClientSeed {
    type Error = ClientSeedError;

    fn try_from(text: String) -> Result<Self, ClientSeedError> {
        Self::new(text)
    }
}

impl From<ClientSeed> for String {
    fn from(seed: ClientSeed) -> Self {
        seed.0
    }
}

impl fmt::Display for ClientSeed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_seed_is_never_in_its_debug_text() {
        let seed = ServerSeed::from_bytes(&[0xab; 32]);
        assert_eq!(seed.reveal(), "ab".repeat(32));
        let shown = format!("{seed:?}");
        assert!(!shown.contains(&seed.reveal()), "{shown}");
        assert!(shown.contains("271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a"));
    }

    #[test]
    fn seeds_are_checked() {
        for refused in ["", "ab", &"AB".repeat(32), &"g0".repeat(32), &"ab".repeat(33)] {
            assert!(ServerSeed::from_hex(refused).is_err(), "{refused}");
        }
        assert!(ClientSeed::new("A.z_0-9").is_ok() && ClientSeed::new("x".repeat(64)).is_ok());
        for refused in ["", "a b", "a:b", "é", "a\n", &"x".repeat(65)] {
            assert!(ClientSeed::new(refused).is_err(), "{refused}");
        }
    }
}
