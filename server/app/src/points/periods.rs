//! The periods of the points leaderboard: months, or weeks that begin on Monday. A change of the setting takes effect
//! when the current period is over, so no race is cut short; the first period of the new kind may be a shorter one.

use std::cmp::Ordering;
use std::sync::Arc;

use arc_swap::ArcSwap;
use bincode::{Decode, Encode};
use pointhouse_store::{CommitView, KeyBytes, Single, StoreError, StoredKey, StoredRow, View};

use crate::clock::{Millis, SiteDay, SiteMonth, SiteZone};
use crate::config::Cycle;
use crate::tables;

/// Added to the number of a week, so that no week has the key of a month.
const WEEK_KEYS: i32 = 1_000_000;

pub(super) const CYCLES: Single<CyclesRow> = Single::new(tables::SETTING, "points_cycles");

/// What the leaderboard has run by, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct CyclesRow {
    /// First site day in days of the common era, and whether periods are weeks from then on.
    eras: Vec<(i32, bool)>,
}

impl StoredRow for CyclesRow {
    const VERSION: u8 = 1;
}

/// A month or a week. The order is that of the last days: the first period after a change may begin later than its
/// calendar month or week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Period(i32);

impl Period {
    /// Sorts before each period that a site can have.
    pub(super) const BEFORE_ALL: Self = Self(-1);

    pub(super) fn of_month(month: SiteMonth) -> Self {
        Self(month.0)
    }

    /// The week of a day, from Monday.
    fn of_week(day: SiteDay) -> Self {
        // Day 1 of the common era is a Monday.
        Self(WEEK_KEYS + (day.0 - 1).div_euclid(7))
    }

    /// The month, if it is one.
    pub(super) fn month(self) -> Option<SiteMonth> {
        (self.0 < WEEK_KEYS).then_some(SiteMonth(self.0))
    }

    /// Its first and last day by the calendar.
    fn days(self) -> (SiteDay, SiteDay) {
        if let Some(month) = self.month() {
            let first = |SiteMonth(month)| SiteDay::of(SiteMonth(month).first_day());
            return (first(month), SiteDay(first(SiteMonth(month.0 + 1)).0 - 1));
        }
        let monday = (self.0 - WEEK_KEYS) * 7 + 1;
        (SiteDay(monday), SiteDay(monday + 6))
    }
}

impl Ord for Period {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.days().1, self.0).cmp(&(other.days().1, other.0))
    }
}

impl PartialOrd for Period {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl StoredKey for Period {
    fn write(&self, out: &mut KeyBytes) {
        self.0.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        i32::read(bytes).map(Self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CycleEra {
    /// Its first day. The first era has no start.
    from: SiteDay,
    cycle: Cycle,
}

/// The current period, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodDays {
    /// Whether it is a month or a week.
    pub cycle: Cycle,
    /// Its first day.
    pub first: SiteDay,
    /// Its last day.
    pub last: SiteDay,
}

/// The periods of a site. Cheap to clone; clones share the changes.
#[derive(Clone)]
pub(super) struct Periods {
    zone: SiteZone,
    eras: Arc<ArcSwap<Vec<CycleEra>>>,
}

impl Periods {
    /// Months, until a row says otherwise.
    pub(super) fn new(zone: SiteZone) -> Self {
        Self { zone, eras: Arc::new(ArcSwap::from_pointee(always(Cycle::Month))) }
    }

    /// Reads the row, if the folder has one.
    pub(super) fn load(&self, view: &View) -> Result<(), StoreError> {
        if let Some(row) = CYCLES.get(view)? {
            self.set(&row);
        }
        Ok(())
    }

    /// Follows a change in a commit.
    pub(super) fn fold(&self, commit: &CommitView) {
        for row in commit.rows() {
            match CYCLES.row(row) {
                Some(Ok(Some(cycles))) => self.set(&cycles),
                Some(Err(error)) => {
                    tracing::error!(%error, "the cycles of the points leaderboard cannot be read");
                }
                Some(Ok(None)) | None => {}
            }
        }
    }

    pub(super) fn set(&self, row: &CyclesRow) {
        let era = |(from, is_week): &(i32, bool)| CycleEra {
            from: SiteDay(*from),
            cycle: if *is_week { Cycle::Week } else { Cycle::Month },
        };
        if !row.eras.is_empty() {
            self.eras.store(Arc::new(row.eras.iter().map(era).collect()));
        }
    }

    /// The period of an instant.
    pub(super) fn at(&self, at: Millis) -> Period {
        self.of(self.zone.day(at))
    }

    fn of(&self, day: SiteDay) -> Period {
        let eras = self.eras.load();
        match in_force(&eras, day).cycle {
            Cycle::Month => Period::of_month(SiteMonth::of(day)),
            Cycle::Week => Period::of_week(day),
        }
    }

    /// The days of the period of an instant.
    pub(super) fn days_at(&self, at: Millis) -> PeriodDays {
        let day = self.zone.day(at);
        let eras = self.eras.load();
        let era = in_force(&eras, day);
        let (first, last) = self.of(day).days();
        PeriodDays { cycle: era.cycle, first: first.max(era.from), last }
    }

    /// The row after a change of the setting at an instant; `None` when nothing changes. A change that has not taken
    /// effect yet is replaced.
    pub(super) fn changed(
        &self,
        cycle: Cycle,
        now: Millis,
        has_members: bool,
    ) -> Option<CyclesRow> {
        let before = self.eras.load();
        if before.last().is_some_and(|last| last.cycle == cycle) {
            return None;
        }
        if !has_members {
            return Some(to_row(&always(cycle)));
        }
        let today = self.zone.day(now);
        let is_past = |(index, era): &(usize, &CycleEra)| *index == 0 || era.from <= today;
        let past = before.iter().enumerate().filter(is_past);
        let mut eras: Vec<CycleEra> = past.map(|(_, era)| *era).collect();
        if in_force(&eras, today).cycle != cycle {
            let SiteDay(last) = self.of(today).days().1;
            eras.push(CycleEra { from: SiteDay(last + 1), cycle });
        }
        Some(to_row(&eras))
    }
}

fn always(cycle: Cycle) -> Vec<CycleEra> {
    vec![CycleEra { from: SiteDay(i32::MIN), cycle }]
}

fn to_row(eras: &[CycleEra]) -> CyclesRow {
    CyclesRow { eras: eras.iter().map(|era| (era.from.0, era.cycle == Cycle::Week)).collect() }
}

fn in_force(eras: &[CycleEra], day: SiteDay) -> CycleEra {
    let era = eras.iter().rev().find(|era| era.from <= day).or_else(|| eras.first());
    era.copied().unwrap_or(CycleEra { from: SiteDay(i32::MIN), cycle: Cycle::Month })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chrono_tz::Tz;
    use proptest::prelude::*;

    use super::*;

    const DAY: i64 = 86_400_000;

    fn periods() -> Periods {
        Periods::new(SiteZone::new(Tz::UTC))
    }

    fn at(day: &str) -> Millis {
        SiteZone::new(Tz::UTC).next_day_start(SiteDay(day.parse::<SiteDay>().unwrap().0 - 1))
    }

    fn shown(periods: &Periods, day: &str) -> (Cycle, String, String) {
        let days = periods.days_at(at(day));
        (days.cycle, days.first.iso(), days.last.iso())
    }

    fn expected(cycle: Cycle, first: &str, last: &str) -> (Cycle, String, String) {
        (cycle, first.to_owned(), last.to_owned())
    }

    #[test]
    fn a_change_waits_for_the_end_of_the_period() {
        let periods = periods();
        periods.set(&periods.changed(Cycle::Week, at("2026-11-25"), true).unwrap());
        assert_eq!(
            shown(&periods, "2026-11-30"),
            expected(Cycle::Month, "2026-11-01", "2026-11-30")
        );
        // 1 December is a Tuesday: the first week is a short one.
        assert_eq!(
            shown(&periods, "2026-12-01"),
            expected(Cycle::Week, "2026-12-01", "2026-12-06")
        );
        assert_eq!(
            shown(&periods, "2026-12-07"),
            expected(Cycle::Week, "2026-12-07", "2026-12-13")
        );
        periods.set(&periods.changed(Cycle::Month, at("2026-12-09"), true).unwrap());
        assert_eq!(
            shown(&periods, "2026-12-13"),
            expected(Cycle::Week, "2026-12-07", "2026-12-13")
        );
        assert_eq!(
            shown(&periods, "2026-12-14"),
            expected(Cycle::Month, "2026-12-14", "2026-12-31")
        );
        // A change that is taken back before it takes effect never happens.
        let before = to_row(&periods.eras.load());
        periods.set(&periods.changed(Cycle::Week, at("2026-12-20"), true).unwrap());
        periods.set(&periods.changed(Cycle::Month, at("2026-12-21"), true).unwrap());
        assert_eq!(to_row(&periods.eras.load()), before);
        assert_eq!(periods.changed(Cycle::Month, at("2026-12-21"), true), None);
    }

    proptest! {
        #[test]
        fn every_day_is_in_one_period_and_periods_follow_each_other(
            changes in prop::collection::vec((0..400_i64, any::<bool>()), 0..8),
        ) {
            let (periods, start) = (periods(), at("2026-01-01"));
            let mut wanted: BTreeMap<i64, bool> = changes.into_iter().collect();
            let mut before: Option<(Period, PeriodDays)> = None;
            for day in 0..500 {
                let now = Millis(start.0 + day * DAY);
                let (period, days) = (periods.at(now), periods.days_at(now));
                let today = SiteZone::new(Tz::UTC).day(now);
                prop_assert!(days.first <= today && today <= days.last);
                if let Some((last, last_days)) = before && last != period {
                    prop_assert!(last < period);
                    prop_assert_eq!(last_days.last.0 + 1, days.first.0);
                }
                before = Some((period, days));
                if let Some(is_week) = wanted.remove(&day) {
                    let cycle = if is_week { Cycle::Week } else { Cycle::Month };
                    if let Some(row) = periods.changed(cycle, now, true) {
                        periods.set(&row);
                    }
                    // The current period is what it was.
                    prop_assert_eq!((periods.at(now), periods.days_at(now)), (period, days));
                }
            }
        }
    }
}
