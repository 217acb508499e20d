//! The rows of the tracking.
//!
//! Keys begin with the number of resets: a reset increments it in one small commit. Rows with a
//! lower number are no longer read, and are removed by a sweep.

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, Single, StoreError, StoredRow, Table, View};

use crate::cents::Cents;
use crate::clock::{SiteDay, SiteMonth};
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[PLAYER.format(), DAY.format(), DAY_SUM.format(), MONTH.format(), HEAD.format()];

/// Players by [`HeadRow::months`] and folded name.
pub(super) const PLAYER: Table<(u32, String), PlayerRow> = Table::new(tables::WAGER_PLAYER);
/// Players' days by [`HeadRow::histories`], day and folded name.
pub(super) const DAY: Table<(u32, SiteDay, String), DayRow> = Table::new(tables::WAGER_DAY);
/// Sums of days by [`HeadRow::histories`] and day.
pub(super) const DAY_SUM: Table<(u32, SiteDay), DaySumRow> = Table::new(tables::WAGER_DAY_SUM);
/// Players' months by [`HeadRow::months`], month and folded name.
pub(super) const MONTH: Table<(u32, SiteMonth, String), MonthRow> = Table::new(tables::WAGER_MONTH);
/// State of the whole tracking.
pub(super) const HEAD: Single<HeadRow> = Single::new(tables::SETTING, "wager_tracking");

/// State of the whole tracking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct HeadRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Number of resets of the history.
    pub histories: u32,
    /// Number of resets of months and players.
    pub months: u32,
    /// Time of the first figures, in milliseconds.
    pub begun_at: Option<i64>,
    /// Time of the newest figures, in milliseconds.
    pub last_at: Option<i64>,
    /// Number of known players.
    pub players: u64,
}

impl StoredRow for HeadRow {
    const VERSION: u8 = 1;
}

/// The current figures of a player.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct PlayerRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Casino name in its latest spelling.
    pub name: String,
    /// Number of the newest month with figures.
    pub month: i32,
    /// The source's figure of that month.
    pub monthly: Cents,
    /// Wagered ever, if the source reports it.
    pub lifetime: Option<Cents>,
    /// Sum of the figures of all months.
    pub months_sum: Cents,
    /// The newest site day with figures.
    pub day: SiteDay,
    /// Wagered on that day.
    pub daily: Cents,
}

impl StoredRow for PlayerRow {
    const VERSION: u8 = 1;
}

impl PlayerRow {
    /// Wagered ever, as far as known (docs/decisions.md, D2).
    pub(super) fn total(&self) -> Cents {
        self.lifetime.unwrap_or(self.months_sum)
    }

    /// Wagered on a day.
    pub(super) fn daily_on(&self, day: SiteDay) -> Cents {
        if self.day == day { self.daily } else { Cents::default() }
    }

    /// Wagered in a month.
    pub(super) fn monthly_in(&self, month: SiteMonth) -> Cents {
        if self.month == month.0 { self.monthly } else { Cents::default() }
    }
}

/// A player's month.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct MonthRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Casino name in its latest spelling.
    pub name: String,
    /// The newest figure.
    pub wagered: Cents,
    /// The highest figure: everything up to it has been counted.
    pub counted: Cents,
}

impl StoredRow for MonthRow {
    const VERSION: u8 = 1;
}

/// A player's day: the figures at its end.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct DayRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Casino name in its latest spelling.
    pub name: String,
    /// Wagered on the day.
    pub daily: Cents,
    /// See [`PlayerRow::monthly`].
    pub monthly: Cents,
    /// See [`PlayerRow::total`].
    pub total: Cents,
}

impl StoredRow for DayRow {
    const VERSION: u8 = 1;
}

/// The sums of a day's rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct DaySumRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Number of rows.
    pub players: u64,
    /// See [`DayRow`].
    pub daily: Cents,
    /// See [`DayRow`].
    pub monthly: Cents,
    /// See [`DayRow`].
    pub total: Cents,
}

impl StoredRow for DaySumRow {
    const VERSION: u8 = 1;
}

impl HeadRow {
    /// Reads the head row; the default before the first figures.
    pub(super) fn read(view: &View) -> Result<Self, StoreError> {
        Ok(HEAD.get(view)?.unwrap_or_default())
    }

    /// Returns whether figures of a month were recorded before.
    pub(super) fn knows(&self, month: SiteMonth, view: &View) -> Result<bool, StoreError> {
        Ok(!MONTH.scan(view, &Keys::under(&(self.months, month)), 1)?.is_empty())
    }
}

/// A name in lowercase, so that case makes no difference.
pub(super) fn folded(name: &str) -> String {
    name.to_lowercase()
}
