//! Where the log ends.

use serde::{Deserialize, Serialize};

use crate::mark::Position;

/// The value of the head's key. It is compared byte by byte, so it is kept as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Takeovers so far.
    pub epoch: u64,
    /// The end of the log.
    pub position: Position,
    /// The leader's time of the newest group, milliseconds since 1970.
    pub at: i64,
    bytes: Vec<u8>,
}

#[derive(Deserialize, Serialize)]
struct Stored {
    epoch: u64,
    sequence: u64,
    chain: String,
    at: i64,
}

impl Head {
    /// The end of the log after a group or a takeover.
    pub fn new(epoch: u64, position: Position, at: i64) -> Self {
        let chain = hex::encode(position.chain);
        let stored = Stored { epoch, sequence: position.sequence, chain, at };
        // A struct of numbers and a text has a JSON form.
        let bytes = serde_json::to_vec(&stored).unwrap_or_default();
        Self { epoch, position, at, bytes }
    }

    /// Reads a value. `None` if it is not a value of this version.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let stored: Stored = serde_json::from_slice(bytes).ok()?;
        let mut chain = [0; 32];
        hex::decode_to_slice(&stored.chain, &mut chain).ok()?;
        let position = Position { sequence: stored.sequence, chain };
        Some(Self { epoch: stored.epoch, position, at: stored.at, bytes: bytes.to_vec() })
    }

    /// The value.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
