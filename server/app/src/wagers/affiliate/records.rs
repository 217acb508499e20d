//! The rows of the leaderboard.

use bincode::{Decode, Encode};
use pointhouse_store::{Piece, StoredRow, Table, View};

use crate::cents::Cents;
use crate::clock::SiteMonth;
use crate::fault::Fault;
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[MONTH.format(), PLAYER.format(), RAW.format(), PAYOUT.format()];

/// Months.
pub(super) const MONTH: Table<SiteMonth, BoardMonthRow> = Table::new(tables::BOARD_MONTH);
/// Players by month and position, from 0.
pub(super) const PLAYER: Table<(SiteMonth, u32), BoardPlayerRow> = Table::new(tables::BOARD_PLAYER);
/// Pieces of raw responses by month and number, from 0.
pub(super) const RAW: Table<(SiteMonth, u32), Piece> = Table::new(tables::BOARD_RAW);
/// Payouts by month and rank, from 1.
pub(super) const PAYOUT: Table<(SiteMonth, u32), PayoutRow> = Table::new(tables::BOARD_PAYOUT);

/// Bytes per piece of the raw response. A row holds 16 KiB.
pub(super) const PIECE_BYTES: usize = 12 << 10;

/// A month.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct BoardMonthRow {
    /// Incremented by each change.
    pub revision: u64,
    /// When the source responded, in milliseconds.
    pub fetched_at: i64,
    /// When the source computed the figures, as it writes it.
    pub made_at: Option<String>,
    /// Number of players.
    pub players: u32,
    /// Since when the figures are final, in milliseconds.
    pub frozen_at: Option<i64>,
    /// Number of pieces of the stored raw response; only for a final month.
    pub pieces: u32,
}

impl StoredRow for BoardMonthRow {
    const VERSION: u8 = 1;
}

/// A player of a month.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct BoardPlayerRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Casino name.
    pub name: String,
    /// Wagered in the month.
    pub wagered: Cents,
    /// Won in the month, if the source reports it.
    pub won: Option<Cents>,
}

impl StoredRow for BoardPlayerRow {
    const VERSION: u8 = 1;
}

/// Payment state of a prize.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct PayoutRow {
    /// Incremented by each change.
    pub revision: u64,
    /// When it was marked as paid, in milliseconds; `None` if that was taken back.
    pub paid_at: Option<i64>,
    /// Casino name of the paid player.
    pub name: String,
}

impl StoredRow for PayoutRow {
    const VERSION: u8 = 1;
}

/// Reads the raw response of a final month.
///
/// # Errors
/// A piece is missing or cannot be decoded.
pub(super) fn raw(view: &View, month: SiteMonth, pieces: u32) -> Result<Vec<u8>, Fault> {
    let mut all = Vec::new();
    for number in 0..pieces {
        let piece = RAW.get(view, &(month, number))?;
        let Piece(bytes) = piece.ok_or(Fault::Contradiction("a raw answer has a gap"))?;
        all.extend_from_slice(&bytes);
    }
    Ok(all)
}
