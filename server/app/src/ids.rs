//! Identifiers: newtypes that cannot be mixed up, strings on the wire (decision A5).

use std::fmt;
use std::str::FromStr;

/// A member. Never reused; numbers start at 1. A string of digits on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(pub u64);

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not an id of ours.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("not a valid id")]
pub struct BadId;

impl FromStr for UserId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        // Leading zeros and signs would make two spellings of one id.
        match text.parse::<u64>() {
            Ok(id) if id > 0 && !text.starts_with(['0', '+']) => Ok(UserId(id)),
            _ => Err(BadId),
        }
    }
}

impl serde::Serialize for UserId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
