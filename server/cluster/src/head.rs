//! Where the log ends.

use serde::{Deserialize, Serialize};

use crate::mark::{ClusterId, Position};
use crate::site::Site;

/// The value of the head's key. It is compared byte by byte, so it is kept as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Takeovers so far.
    pub epoch: u64,
    /// The end of the log.
    pub position: Position,
    /// The leader's time of the newest group, milliseconds since 1970.
    pub at: i64,
    /// Format of the rows in the groups that follow.
    pub format: u32,
    /// How the log began.
    pub origin: Origin,
    bytes: Vec<u8>,
}

/// How a log began. The same at each of its ends.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// Fingerprint of the key that seals its groups.
    pub key: String,
    /// Id of the lost cluster that it goes on from.
    #[serde(default)]
    pub from: Option<String>,
}

impl Origin {
    /// A log that is sealed with the key of a site.
    pub fn of(site: &Site, from: Option<ClusterId>) -> Self {
        let key = site.sealing.fingerprint(site.cluster);
        Self { key, from: from.map(|from| from.to_string()) }
    }
}

#[derive(Deserialize, Serialize)]
struct Stored {
    epoch: u64,
    sequence: u64,
    chain: String,
    at: i64,
    format: u32,
    origin: Origin,
}

impl Head {
    /// Where a log begins.
    pub fn first(position: Position, format: u32, origin: Origin) -> Self {
        Self::new(0, position, (0, format, origin))
    }

    /// The end of the log after a group.
    #[must_use]
    pub fn next(&self, position: Position, at: i64) -> Self {
        Self::new(self.epoch, position, (at, self.format, self.origin.clone()))
    }

    /// The end of the log after a takeover by a program that writes this format. The format never goes back.
    #[must_use]
    pub fn taken_over(&self, format: u32) -> Self {
        let format = self.format.max(format);
        Self::new(self.epoch + 1, self.position, (self.at, format, self.origin.clone()))
    }

    fn new(epoch: u64, position: Position, (at, format, origin): (i64, u32, Origin)) -> Self {
        let (chain, sequence) = (hex::encode(position.chain), position.sequence);
        let stored = Stored { epoch, sequence, chain, at, format, origin: origin.clone() };
        // A struct of numbers and texts has a JSON form.
        let bytes = serde_json::to_vec(&stored).unwrap_or_default();
        Self { epoch, position, at, format, origin, bytes }
    }

    /// Reads a value. `None` if it is not a value of this version.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let stored: Stored = serde_json::from_slice(bytes).ok()?;
        let mut chain = [0; 32];
        hex::decode_to_slice(&stored.chain, &mut chain).ok()?;
        let Stored { epoch, sequence, at, format, origin, .. } = stored;
        let position = Position { sequence, chain };
        Some(Self { epoch, position, at, format, origin, bytes: bytes.to_vec() })
    }

    /// The value.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
