//! What the tracking tells. All of it walks over rows: not for a thread that serves.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pointhouse_store::View;

use super::records::{DayRow, DaySumRow, HeadRow, PlayerRow, folded, read, walk};
use super::view::{HistoryDay, Performer, Period, PlayerStats, SiteHistoryDay};
use crate::cents::Cents;
use crate::clock::{SiteDay, SiteMonth};
use crate::tables;

/// Days of a week, the one that runs among them.
const WEEK: i32 = 7;

/// From one day to another, both among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: SiteDay,
    pub(super) to: SiteDay,
}

/// All days.
const EVER: Span = Span { from: SiteDay(0), to: SiteDay(i32::MAX - 1) };

/// When it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Now {
    pub(super) day: SiteDay,
    pub(super) month: SiteMonth,
}

/// The tracking as it lies on disk.
pub(super) struct Shelf<'a> {
    pub(super) view: &'a View,
    pub(super) head: HeadRow,
}

/// What the rows add up to.
pub(super) struct Counted {
    pub(super) days: u64,
    pub(super) rows: u64,
    pub(super) players: u64,
    pub(super) consistent: bool,
}

impl<'a> Shelf<'a> {
    pub(super) fn open(view: &'a View) -> Result<Self, String> {
        Ok(Self { view, head: HeadRow::read(view)? })
    }

    /// All players, in the order of their names.
    pub(super) fn players(&self) -> Result<Vec<PlayerRow>, String> {
        let (from, to) = (self.head.players_from(), self.head.months_end());
        let mut players = Vec::new();
        walk(self.view, tables::WAGER_PLAYER, (&from, &to), |_, row| {
            players.push(row);
            true
        })?;
        Ok(players)
    }

    /// All players who ever wagered, who wagered most in the month first.
    pub(super) fn ranking(&self, now: Now) -> Result<Vec<PlayerRow>, String> {
        let mut players = self.players()?;
        players.retain(|row| row.total().max(row.monthly) > Cents(0));
        players.sort_by_cached_key(|row| {
            (Reverse(row.monthly_in(now.month)), Reverse(row.total()), folded(&row.name))
        });
        Ok(players)
    }

    pub(super) fn player(&self, name: &str) -> Result<Option<PlayerRow>, String> {
        read(self.view, tables::WAGER_PLAYER, &self.head.player_key(&folded(name)))
    }

    /// The days of all players.
    pub(super) fn days(&self, span: Span) -> Result<Vec<SiteHistoryDay>, String> {
        let (from, to) = self.range(span);
        let mut days = Vec::new();
        walk(self.view, tables::WAGER_DAY_SUM, (&from, &to), |key, row: DaySumRow| {
            if let Some(day) = day_of(key) {
                let sums = history_day(day, row.daily, row.monthly, row.total);
                days.push(SiteHistoryDay { sums, players: row.players });
            }
            true
        })?;
        Ok(days)
    }

    /// The first day with figures since the history was last reset.
    pub(super) fn first_day(&self) -> Result<Option<SiteDay>, String> {
        let (from, to) = self.range(EVER);
        let first = self.view.scan(tables::WAGER_DAY_SUM, &from, &to, 1);
        let first = first.map_err(|error| error.to_string())?;
        Ok(first.first().and_then(|(key, _)| day_of(key)))
    }

    /// The days of one player: one look for each.
    pub(super) fn days_of(&self, name: &str, span: Span) -> Result<Vec<HistoryDay>, String> {
        let name = folded(name);
        let mut days = Vec::new();
        for day in (span.from.0..=span.to.0).map(SiteDay) {
            let key = self.head.day_key(day, &name);
            if let Some(row) = read::<DayRow>(self.view, tables::WAGER_DAY, &key)? {
                days.push(history_day(day, row.daily, row.monthly, row.total));
            }
        }
        Ok(days)
    }

    /// Every row of the history, by day and name. `visit` says whether to go on.
    pub(super) fn rows(
        &self,
        span: Span,
        mut visit: impl FnMut(SiteDay, DayRow) -> bool,
    ) -> Result<(), String> {
        let (from, to) = self.range(span);
        walk(self.view, tables::WAGER_DAY, (&from, &to), |key, row: DayRow| {
            day_of(key).is_none_or(|day| visit(day, row))
        })
    }

    /// Who wagered most in a period.
    pub(super) fn performers(
        &self,
        period: Period,
        limit: usize,
        now: Now,
    ) -> Result<Vec<Performer>, String> {
        let mut week: BTreeMap<String, u64> = BTreeMap::new();
        if period == Period::Weekly {
            let span = Span { from: now.day.back(WEEK - 1), to: now.day };
            self.rows(span, |_, row| {
                *week.entry(folded(&row.name)).or_default() += row.daily.0;
                true
            })?;
        }
        let wagered = |row: &PlayerRow| match period {
            Period::Daily => row.daily_on(now.day),
            Period::Weekly => Cents(week.get(&folded(&row.name)).copied().unwrap_or(0)),
            Period::Monthly => row.monthly_in(now.month),
        };
        let mut all: Vec<(Cents, PlayerRow)> =
            self.players()?.into_iter().map(|row| (wagered(&row), row)).collect();
        all.retain(|(wagered, _)| *wagered > Cents(0));
        all.sort_by_cached_key(|(wagered, row)| (Reverse(*wagered), folded(&row.name)));
        let performer = |(rank, (wagered, row)): (usize, &(Cents, PlayerRow))| Performer {
            rank,
            wagered: wagered.dollars(),
            stats: stats(row, now),
        };
        Ok((1..).zip(&all).take(limit).map(performer).collect())
    }

    /// Counts everything, and adds the days up again.
    pub(super) fn count(&self) -> Result<Counted, String> {
        let mut sums: BTreeMap<SiteDay, [u64; 4]> = BTreeMap::new();
        let mut rows = 0;
        self.rows(EVER, |day, row| {
            rows += 1;
            let sum = sums.entry(day).or_default();
            let added = [1, row.daily.0, row.monthly.0, row.total.0];
            sum.iter_mut().zip(added).for_each(|(sum, more)| *sum = sum.saturating_add(more));
            true
        })?;
        let (from, to) = self.range(EVER);
        let mut told: BTreeMap<SiteDay, [u64; 4]> = BTreeMap::new();
        walk(self.view, tables::WAGER_DAY_SUM, (&from, &to), |key, row: DaySumRow| {
            if let Some(day) = day_of(key).filter(|_| row.players > 0) {
                told.insert(day, [row.players, row.daily.0, row.monthly.0, row.total.0]);
            }
            true
        })?;
        let players = self.head.players;
        let days = u64::try_from(told.len()).unwrap_or(u64::MAX);
        Ok(Counted { days, rows, players, consistent: told == sums })
    }

    fn range(&self, span: Span) -> (Vec<u8>, Vec<u8>) {
        let behind = SiteDay(span.to.0.saturating_add(1));
        (self.head.day_from(span.from), self.head.day_from(behind))
    }
}

/// The day of a key: behind the count of resets.
fn day_of(key: &[u8]) -> Option<SiteDay> {
    let day = key.get(4..8)?;
    Some(SiteDay(i32::from_be_bytes(day.try_into().ok()?)))
}

fn history_day(day: SiteDay, daily: Cents, monthly: Cents, total: Cents) -> HistoryDay {
    HistoryDay {
        date: day.iso(),
        daily_wager: daily.dollars(),
        monthly_wager: monthly.dollars(),
        total_wagered: total.dollars(),
    }
}

/// A player as they stand.
pub(super) fn stats(row: &PlayerRow, now: Now) -> PlayerStats {
    PlayerStats {
        username: row.name.clone(),
        total_wagered: row.total().dollars(),
        monthly_wager: row.monthly_in(now.month).dollars(),
        daily_wager: row.daily_on(now.day).dollars(),
    }
}
