//! What the tracking writes.
//!
//! Keys begin with a count: whoever resets raises it in one small commit, and what lies under an older
//! count is seen by nobody and swept away afterwards.

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, StoredRow, TableId, View, decode, encode};

use crate::cents::Cents;
use crate::clock::{SiteDay, SiteMonth};
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    RowFormat::rows::<PlayerRow>(tables::WAGER_PLAYER),
    RowFormat::rows::<DayRow>(tables::WAGER_DAY),
    RowFormat::rows::<DaySumRow>(tables::WAGER_DAY_SUM),
    RowFormat::rows::<MonthRow>(tables::WAGER_MONTH),
    RowFormat::one::<HeadRow>(tables::SETTING, HEAD_KEY),
];

/// Key of the head in the settings.
pub(super) const HEAD_KEY: &[u8] = b"wager_tracking";
const PAGE: usize = 1024;

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
    /// All that was ever wagered, as far as it is known (decision D2).
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
    pub(super) fn read(view: &View) -> Result<Self, String> {
        let row = view.get(tables::SETTING, HEAD_KEY).map_err(|error| error.to_string())?;
        match row {
            Some(row) => decode(&row).map_err(|error| error.to_string()),
            None => Ok(Self::default()),
        }
    }

    pub(super) fn put(&self, batch: &mut Batch) -> Result<(), String> {
        put(batch, tables::SETTING, HEAD_KEY, self)
    }

    /// Where the players begin.
    pub(super) fn players_from(&self) -> Vec<u8> {
        self.months.to_be_bytes().to_vec()
    }

    /// Behind which there are none of them, and no month either.
    pub(super) fn months_end(&self) -> Vec<u8> {
        self.months.saturating_add(1).to_be_bytes().to_vec()
    }

    pub(super) fn player_key(&self, folded: &str) -> Vec<u8> {
        [self.players_from().as_slice(), folded.as_bytes()].concat()
    }

    pub(super) fn month_from(&self, month: SiteMonth) -> Vec<u8> {
        [self.months.to_be_bytes(), month.0.to_be_bytes()].concat()
    }

    pub(super) fn month_key(&self, month: SiteMonth, folded: &str) -> Vec<u8> {
        [self.month_from(month).as_slice(), folded.as_bytes()].concat()
    }

    pub(super) fn day_from(&self, day: SiteDay) -> Vec<u8> {
        [self.histories.to_be_bytes(), day.0.to_be_bytes()].concat()
    }

    pub(super) fn day_key(&self, day: SiteDay, folded: &str) -> Vec<u8> {
        [self.day_from(day).as_slice(), folded.as_bytes()].concat()
    }

    /// Whether figures of a month have come before.
    pub(super) fn knows(&self, month: SiteMonth, view: &View) -> Result<bool, String> {
        let (from, to) = (self.month_from(month), self.month_from(SiteMonth(month.0 + 1)));
        let rows = view.scan(tables::WAGER_MONTH, &from, &to, 1);
        Ok(!rows.map_err(|error| error.to_string())?.is_empty())
    }
}

/// A name so that case does not make another player.
pub(super) fn folded(name: &str) -> String {
    name.to_lowercase()
}

pub(super) fn read<Row: StoredRow>(
    view: &View,
    table: TableId,
    key: &[u8],
) -> Result<Option<Row>, String> {
    let row = view.get(table, key).map_err(|error| error.to_string())?;
    row.map(|row| decode(&row).map_err(|error| error.to_string())).transpose()
}

pub(super) fn put<Row: StoredRow>(
    batch: &mut Batch,
    table: TableId,
    key: &[u8],
    row: &Row,
) -> Result<(), String> {
    let encoded = encode(row).map_err(|error| error.to_string())?;
    batch.put(table, key, &encoded).map_err(|error| error.to_string())
}

/// Shows every row from one key up to another, in order. `visit` says whether to go on.
pub(super) fn walk<Row: StoredRow>(
    view: &View,
    table: TableId,
    (from, to): (&[u8], &[u8]),
    mut visit: impl FnMut(&[u8], Row) -> bool,
) -> Result<(), String> {
    let mut from = from.to_vec();
    loop {
        let rows = view.scan(table, &from, to, PAGE).map_err(|error| error.to_string())?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            if !visit(key, decode(row).map_err(|error| error.to_string())?) {
                return Ok(());
            }
        }
    }
}
