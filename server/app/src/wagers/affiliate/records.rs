//! What months of the leaderboard are on disk.

use bincode::{Decode, Encode};
use pointhouse_store::{Piece, StoredRow, Table, View};

use crate::cents::Cents;
use crate::clock::SiteMonth;
use crate::fault::Fault;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[MONTH.format(), PLAYER.format(), RAW.format(), PAYOUT.format()];

/// Months.
pub(super) const MONTH: Table<SiteMonth, BoardMonthRow> = Table::new(tables::BOARD_MONTH);
/// Players by month and place, from 0.
pub(super) const PLAYER: Table<(SiteMonth, u32), BoardPlayerRow> = Table::new(tables::BOARD_PLAYER);
/// Pieces of raw answers by month and number, from 0.
pub(super) const RAW: Table<(SiteMonth, u32), Piece> = Table::new(tables::BOARD_RAW);
/// Payouts by month and rank, from 1.
pub(super) const PAYOUT: Table<(SiteMonth, u32), PayoutRow> = Table::new(tables::BOARD_PAYOUT);

/// Bytes of a piece of the raw answer: a row holds 16 KiB.
pub(super) const PIECE_BYTES: usize = 12 << 10;

/// A month as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct BoardMonthRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// When the source answered, milliseconds.
    pub fetched_at: i64,
    /// When the source made the figures, in its own words.
    pub made_at: Option<String>,
    /// Players.
    pub players: u32,
    /// Since when the figures are final, milliseconds.
    pub frozen_at: Option<i64>,
    /// Pieces of the raw answer that are kept; only of a frozen month.
    pub pieces: u32,
}

impl StoredRow for BoardMonthRow {
    const VERSION: u8 = 1;
}

/// A place of a month.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct BoardPlayerRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// The name at the casino.
    pub name: String,
    /// Wagered in the month.
    pub wagered: Cents,
    /// Won in the month, where the source says it.
    pub won: Option<Cents>,
}

impl StoredRow for BoardPlayerRow {
    const VERSION: u8 = 1;
}

/// Whether a prize has been paid.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct PayoutRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Since when, milliseconds; none: it is not, although somebody said so before.
    pub paid_at: Option<i64>,
    /// Who was paid: the name at the casino.
    pub name: String,
}

impl StoredRow for PayoutRow {
    const VERSION: u8 = 1;
}

/// The raw answer of a frozen month.
///
/// # Errors
/// A piece is missing or does not read.
pub(super) fn raw(view: &View, month: SiteMonth, pieces: u32) -> Result<Vec<u8>, Fault> {
    let mut all = Vec::new();
    for number in 0..pieces {
        let piece = RAW.get(view, &(month, number))?;
        let Piece(bytes) = piece.ok_or(Fault::Contradiction("a raw answer has a gap"))?;
        all.extend_from_slice(&bytes);
    }
    Ok(all)
}
