//! What months of the leaderboard are on disk.

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, StoredRow, TableId, View, decode, encode};

use super::super::WagerError;
use crate::cents::Cents;
use crate::clock::SiteMonth;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    RowFormat::rows::<BoardMonthRow>(tables::BOARD_MONTH),
    RowFormat::rows::<BoardPlayerRow>(tables::BOARD_PLAYER),
    RowFormat::pieces(tables::BOARD_RAW),
    RowFormat::rows::<PayoutRow>(tables::BOARD_PAYOUT),
];

const PAGE: usize = 1024;
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

pub(super) fn month_key(month: SiteMonth) -> [u8; 4] {
    month.0.unsigned_abs().to_be_bytes()
}

/// Of a place, a piece or a payout; from 0.
pub(super) fn place_key(month: SiteMonth, place: u32) -> [u8; 8] {
    let mut key = [0; 8];
    let (first, last) = key.split_at_mut(4);
    first.copy_from_slice(&month_key(month));
    last.copy_from_slice(&place.to_be_bytes());
    key
}

pub(super) fn month_of(key: &[u8]) -> Option<SiteMonth> {
    let number = u32::from_be_bytes(key.get(..4)?.try_into().ok()?);
    Some(SiteMonth(i32::try_from(number).ok()?))
}

pub(super) fn place_of(key: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(key.get(4..8)?.try_into().ok()?))
}

/// All rows of a table from a key to another.
pub(super) fn walk<Row: StoredRow>(
    view: &View,
    table: TableId,
    mut from: Vec<u8>,
    to: &[u8],
) -> Result<Vec<(Vec<u8>, Row)>, WagerError> {
    let mut all = Vec::new();
    loop {
        let rows = view.scan(table, &from, to, PAGE).map_err(WagerError::inner)?;
        let Some((last, _)) = rows.last() else { return Ok(all) };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            all.push((key.to_vec(), decode(row).map_err(WagerError::inner)?));
        }
    }
}

pub(super) fn put<Row: StoredRow>(
    batch: &mut Batch,
    table: TableId,
    key: &[u8],
    row: &Row,
) -> Result<(), WagerError> {
    let row = encode(row).map_err(WagerError::inner)?;
    batch.put(table, key, &row).map_err(WagerError::inner)
}

/// The raw answer of a frozen month.
pub(super) fn raw(view: &View, month: SiteMonth, pieces: u32) -> Result<Vec<u8>, WagerError> {
    let mut all = Vec::new();
    for piece in 0..pieces {
        let row =
            view.get(tables::BOARD_RAW, &place_key(month, piece)).map_err(WagerError::inner)?;
        all.extend_from_slice(&row.ok_or_else(|| WagerError::inner("a raw answer has a gap"))?);
    }
    Ok(all)
}
