//! What the switches write.

use crate::tables::{self, RowFormat};
use bincode::{Decode, Encode};
use pointhouse_store::StoredRow;

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[RowFormat::rows::<SwitchRow>(tables::MAINTENANCE)];

/// A game's switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct SwitchRow {
    pub(super) disabled: bool,
}

impl StoredRow for SwitchRow {
    const VERSION: u8 = 1;
}
