//! The rows of the switches.

use bincode::{Decode, Encode};
use pointhouse_store::{StoredRow, Table};

use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[SWITCH.format()];

/// Switches by game id, and one for the whole site.
pub(super) const SWITCH: Table<String, SwitchRow> = Table::new(tables::MAINTENANCE);

/// A game's switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct SwitchRow {
    pub(super) disabled: bool,
}

impl StoredRow for SwitchRow {
    const VERSION: u8 = 1;
}
