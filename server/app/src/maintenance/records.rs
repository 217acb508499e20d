//! What the switches write.

use bincode::{Decode, Encode};
use pointhouse_store::Stored;

/// A game's switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct SwitchRow {
    pub(super) disabled: bool,
}

impl Stored for SwitchRow {
    const VERSION: u8 = 1;
}
