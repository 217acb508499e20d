//! What the tracking writes.
//!
//! Keys begin with a count of resets: a reset raises it in one small commit. Rows under an older count are
//! no longer read and are removed by a sweep afterwards.

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, Single, StoreError, StoredRow, Table, View};

use crate::cents::Cents;
use crate::clock::{SiteDay, SiteMonth};
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[PLAYER.format(), DAY.format(), DAY_SUM.format(), MONTH.format(), HEAD.format()];

/// Players by [`HeadRow::months`] and folded name.
pub(super) const PLAYER: Table<(u32, String), PlayerRow> = Table::new(tables::WAGER_PLAYER);
/// Days of players by [`HeadRow::histories`], day and folded name.
pub(super) const DAY: Table<(u32, SiteDay, String), DayRow> = Table::new(tables::WAGER_DAY);
/// Sums of days by [`HeadRow::histories`] and day.
pub(super) const DAY_SUM: Table<(u32, SiteDay), DaySumRow> = Table::new(tables::WAGER_DAY_SUM);
/// Months of players by [`HeadRow::months`], month and folded name.
pub(super) const MONTH: Table<(u32, SiteMonth, String), MonthRow> = Table::new(tables::WAGER_MONTH);
/// The tracking as a whole.
pub(super) const HEAD: Single<HeadRow> = Single::new(tables::SETTING, "wager_tracking");

/// The tracking as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct HeadRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// How often the history was reset.
    pub histories: u32,
    /// How often months and players were reset.
    pub months: u32,
    /// When the first figures came, milliseconds.
    pub begun_at: Option<i64>,
    /// When the newest came, milliseconds.
    pub last_at: Option<i64>,
    /// Players that are known.
    pub players: u64,
}

impl StoredRow for HeadRow {
    const VERSION: u8 = 1;
}

/// A player as they stand.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct PlayerRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// The name at the casino, as it was last written.
    pub name: String,
    /// The newest month that figures came of, as a number.
    pub month: i32,
    /// The source's figure of that month.
    pub monthly: Cents,
    /// All that was ever wagered, where the source says it.
    pub lifetime: Option<Cents>,
    /// The figures of all months together.
    pub months_sum: Cents,
    /// The newest site day that figures came on.
    pub day: SiteDay,
    /// Growth within that day.
    pub daily: Cents,
}

impl StoredRow for PlayerRow {
    const VERSION: u8 = 1;
}

impl PlayerRow {
    /// All that was ever wagered, as far as it is known.
    pub(super) fn total(&self) -> Cents {
        self.lifetime.unwrap_or(self.months_sum)
    }

    /// Growth within a day.
    pub(super) fn daily_on(&self, day: SiteDay) -> Cents {
        if self.day == day { self.daily } else { Cents::default() }
    }

    /// The figure of a month.
    pub(super) fn monthly_in(&self, month: SiteMonth) -> Cents {
        if self.month == month.0 { self.monthly } else { Cents::default() }
    }
}

/// A player's month.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct MonthRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// The name at the casino, as it was last written.
    pub name: String,
    /// The newest figure.
    pub wagered: Cents,
    /// The highest one: up to it everything has been counted.
    pub counted: Cents,
}

impl StoredRow for MonthRow {
    const VERSION: u8 = 1;
}

/// A player's day: the figures as they stood at its end.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct DayRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// The name at the casino, as it was last written.
    pub name: String,
    /// Growth within the day.
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
    /// Steps by one with each change.
    pub revision: u64,
    /// How many rows there are.
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
    /// The head on disk; before the first figures, the default.
    pub(super) fn read(view: &View) -> Result<Self, StoreError> {
        Ok(HEAD.get(view)?.unwrap_or_default())
    }

    /// Whether figures of a month have come before.
    pub(super) fn knows(&self, month: SiteMonth, view: &View) -> Result<bool, StoreError> {
        Ok(!MONTH.scan(view, &Keys::under(&(self.months, month)), 1)?.is_empty())
    }
}

/// A name so that case does not make another player.
pub(super) fn folded(name: &str) -> String {
    name.to_lowercase()
}
