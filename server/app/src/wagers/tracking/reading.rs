//! Queries of the tracking. All of them scan rows. Slow: must not run on a serving thread.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pointhouse_store::{Keys, StoreError, View};

use super::records::{DAY, DAY_SUM, DayRow, DaySumRow, HeadRow, PLAYER, PlayerRow, folded};
use super::view::{HistoryDay, Performer, Period, PlayerStats, SiteHistoryDay};
use crate::cents::Cents;
use crate::clock::{SiteDay, SiteMonth};

/// Days of a week, including today.
const WEEK: i32 = 7;

/// A range of days, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: SiteDay,
    pub(super) to: SiteDay,
}

/// All days.
const EVER: Span = Span { from: SiteDay(0), to: SiteDay(i32::MAX - 1) };

/// The current day and month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Now {
    pub(super) day: SiteDay,
    pub(super) month: SiteMonth,
}

/// Reads the rows that were not reset.
pub(super) struct RowReader<'a> {
    view: &'a View,
    pub(super) head: HeadRow,
}

/// Totals of the rows.
pub(super) struct Counted {
    pub(super) days: u64,
    pub(super) rows: u64,
    pub(super) players: u64,
    pub(super) consistent: bool,
}

impl<'a> RowReader<'a> {
    /// Reads from a view with its current head row.
    ///
    /// # Errors
    /// The head row cannot be decoded.
    pub(super) fn open(view: &'a View) -> Result<Self, StoreError> {
        Ok(Self { view, head: HeadRow::read(view)? })
    }

    /// All players by name.
    fn players(&self) -> impl Iterator<Item = Result<PlayerRow, StoreError>> {
        let players = PLAYER.rows(self.view, Keys::under(&self.head.months));
        players.map(|player| player.map(|(_, row)| row))
    }

    /// All players with any wager, ordered by this month's wager, highest first.
    pub(super) fn ranking(&self, now: Now) -> Result<Vec<PlayerRow>, StoreError> {
        let mut players = self.players().collect::<Result<Vec<_>, _>>()?;
        players.retain(|row| row.total().max(row.monthly) > Cents(0));
        players.sort_by_cached_key(|row| {
            (Reverse(row.monthly_in(now.month)), Reverse(row.total()), folded(&row.name))
        });
        Ok(players)
    }

    /// Finds a player by name, ignoring case.
    pub(super) fn player(&self, name: &str) -> Result<Option<PlayerRow>, StoreError> {
        PLAYER.get(self.view, &(self.head.months, folded(name)))
    }

    /// The daily sums of all players.
    pub(super) fn days(&self, span: Span) -> Result<Vec<SiteHistoryDay>, StoreError> {
        let day = |(day, row): (SiteDay, DaySumRow)| {
            let sums = history_day(day, row.daily, row.monthly, row.total);
            SiteHistoryDay { sums, players: row.players }
        };
        self.sums(span).map(|sum| sum.map(day)).collect()
    }

    /// The first day with figures since the last reset of the history.
    pub(super) fn first_day(&self) -> Result<Option<SiteDay>, StoreError> {
        let first = DAY_SUM.scan(self.view, &self.keys(EVER), 1)?;
        Ok(first.first().map(|((_, day), _)| *day))
    }

    /// The days of one player; one point read per day.
    pub(super) fn days_of(&self, name: &str, span: Span) -> Result<Vec<HistoryDay>, StoreError> {
        let name = folded(name);
        let mut days = Vec::new();
        for day in (span.from.0..=span.to.0).map(SiteDay) {
            let key = (self.head.histories, day, name.clone());
            if let Some(row) = DAY.get(self.view, &key)? {
                days.push(history_day(day, row.daily, row.monthly, row.total));
            }
        }
        Ok(days)
    }

    /// The rows of the history, by day and name.
    pub(super) fn rows(
        &self,
        span: Span,
    ) -> impl Iterator<Item = Result<(SiteDay, DayRow), StoreError>> {
        let rows = DAY.rows(self.view, self.keys(span));
        rows.map(|row| row.map(|((_, day, _), row)| (day, row)))
    }

    /// The sums of the history, by day.
    pub(super) fn sums(
        &self,
        span: Span,
    ) -> impl Iterator<Item = Result<(SiteDay, DaySumRow), StoreError>> {
        let sums = DAY_SUM.rows(self.view, self.keys(span));
        sums.map(|sum| sum.map(|((_, day), row)| (day, row)))
    }

    /// The players with the highest wagers in a period.
    pub(super) fn performers(
        &self,
        period: Period,
        limit: usize,
        now: Now,
    ) -> Result<Vec<Performer>, StoreError> {
        let mut week: BTreeMap<String, u64> = BTreeMap::new();
        if period == Period::Weekly {
            let span = Span { from: now.day.back(WEEK - 1), to: now.day };
            for row in self.rows(span) {
                let (_, row) = row?;
                *week.entry(folded(&row.name)).or_default() += row.daily.0;
            }
        }
        let wagered = |row: &PlayerRow| match period {
            Period::Daily => row.daily_on(now.day),
            Period::Weekly => Cents(week.get(&folded(&row.name)).copied().unwrap_or(0)),
            Period::Monthly => row.monthly_in(now.month),
        };
        let with_wagered = |row: PlayerRow| (wagered(&row), row);
        let all = self.players().map(|player| player.map(with_wagered));
        let mut all = all.collect::<Result<Vec<(Cents, PlayerRow)>, _>>()?;
        all.retain(|(wagered, _)| *wagered > Cents(0));
        all.sort_by_cached_key(|(wagered, row)| (Reverse(*wagered), folded(&row.name)));
        let performer = |(rank, (wagered, row)): (usize, &(Cents, PlayerRow))| Performer {
            rank,
            wagered: wagered.dollars(),
            stats: stats(row, now),
        };
        Ok((1..).zip(&all).take(limit).map(performer).collect())
    }

    /// Counts all rows and recomputes the sums of the days.
    pub(super) fn count(&self) -> Result<Counted, StoreError> {
        let mut added: BTreeMap<SiteDay, [u64; 4]> = BTreeMap::new();
        let mut rows = 0;
        for row in self.rows(EVER) {
            let (day, row) = row?;
            rows += 1;
            let sum = added.entry(day).or_default();
            let more = [1, row.daily.0, row.monthly.0, row.total.0];
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.saturating_add(more));
        }
        let mut stored: BTreeMap<SiteDay, [u64; 4]> = BTreeMap::new();
        for sum in self.sums(EVER) {
            let (day, row) = sum?;
            if row.players > 0 {
                stored.insert(day, [row.players, row.daily.0, row.monthly.0, row.total.0]);
            }
        }
        let players = self.head.players;
        let days = u64::try_from(stored.len()).unwrap_or(u64::MAX);
        Ok(Counted { days, rows, players, consistent: stored == added })
    }

    /// The keys of a range of days, in the history since its last reset.
    fn keys(&self, span: Span) -> Keys {
        let histories = self.head.histories;
        let after = SiteDay(span.to.0.saturating_add(1));
        Keys::under(&histories).from(&(histories, span.from)).before(&(histories, after))
    }
}

fn history_day(day: SiteDay, daily: Cents, monthly: Cents, total: Cents) -> HistoryDay {
    HistoryDay {
        date: day.iso(),
        daily_wager: daily.dollars(),
        monthly_wager: monthly.dollars(),
        total_wagered: total.dollars(),
    }
}

/// The current figures of a player.
pub(super) fn stats(row: &PlayerRow, now: Now) -> PlayerStats {
    PlayerStats {
        username: row.name.clone(),
        total_wagered: row.total().dollars(),
        monthly_wager: row.monthly_in(now.month).dollars(),
        daily_wager: row.daily_on(now.day).dollars(),
    }
}
