//! Days and months of a time zone, and of a site whose time zone has changed.

use std::sync::Arc;

use arc_swap::{ArcSwap, ArcSwapOption};
use chrono::{DateTime, Datelike, Days, NaiveDate, TimeZone, Utc};
use chrono_tz::Tz;

use super::{Millis, SiteDay, SiteMonth};

/// A time zone that never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedZone(pub Tz);

impl FixedZone {
    fn date(self, at: Millis) -> NaiveDate {
        let utc = DateTime::<Utc>::from_timestamp_millis(at.0).unwrap_or_default();
        utc.with_timezone(&self.0).date_naive()
    }

    /// The day of an instant.
    pub fn day(self, at: Millis) -> SiteDay {
        SiteDay(self.date(at).num_days_from_ce())
    }

    /// The month of an instant.
    pub fn month(self, at: Millis) -> SiteMonth {
        SiteMonth::of_date(self.date(at))
    }

    /// The first instant of a month.
    pub fn month_start(self, month: SiteMonth) -> Millis {
        let SiteDay(first) = SiteDay::of(month.first_day());
        self.next_day_start(SiteDay(first.saturating_sub(1)))
    }

    /// The first instant of the next day. A day may last 23, 24 or 25 hours; where clocks skip
    /// midnight, the day starts right after the gap (docs/games.md, section 11).
    pub fn next_day_start(self, day: SiteDay) -> Millis {
        let date = NaiveDate::from_num_days_from_ce_opt(day.0).unwrap_or_default();
        let next = date.checked_add_days(Days::new(1)).unwrap_or(date);
        let mut wanted = next.and_time(chrono::NaiveTime::MIN);
        // All gaps are multiples of a quarter of an hour. The longest one was a whole day, so the
        // day after is tried as well.
        for _ in 0..=96 {
            if let Some(found) = self.0.from_local_datetime(&wanted).earliest() {
                return Millis(found.timestamp_millis());
            }
            wanted += chrono::TimeDelta::minutes(15);
        }
        Millis(Utc.from_utc_datetime(&wanted).timestamp_millis())
    }
}

/// A period in which the site had one time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Era {
    /// Its first instant. The first era has no start.
    pub from: Millis,
    /// The time zone.
    pub zone: Tz,
}

/// The days of the site. A change of the time zone takes effect at the next midnight of the old zone, so a
/// day is never cut short. Days never go back: where the new zone is behind, the last day of the old one
/// lasts until the new one has passed it. Where the new zone is ahead by a day or more, a date is skipped.
/// Cheap to clone; clones share the changes.
#[derive(Clone, Debug)]
pub struct SiteZone {
    eras: Arc<ArcSwap<Eras>>,
}

#[derive(Debug)]
struct Eras {
    /// Oldest first.
    all: Vec<Era>,
    /// The day that was asked for last. A bet asks for today a dozen times.
    known: ArcSwapOption<KnownDay>,
}

/// Two instants of the same day. As days never go back, all between them are of that day.
#[derive(Debug)]
struct KnownDay {
    from: Millis,
    to: Millis,
    day: SiteDay,
}

impl std::ops::Deref for Eras {
    type Target = [Era];

    fn deref(&self) -> &[Era] {
        &self.all
    }
}

impl Eras {
    fn new(all: Vec<Era>) -> Arc<ArcSwap<Self>> {
        Arc::new(ArcSwap::from_pointee(Self { all, known: ArcSwapOption::empty() }))
    }

    fn day(&self, at: Millis) -> SiteDay {
        let mut day = None;
        for (index, era) in self.iter().enumerate() {
            if index > 0 && era.from > at {
                break;
            }
            // The last instant of the period that matters: the days after it belong to the next one.
            let next = self.get(index + 1).filter(|next| next.from <= at);
            let until = next.map_or(at, |next| Millis(next.from.0 - 1));
            day = day.max(Some(FixedZone(era.zone).day(until)));
        }
        day.unwrap_or(SiteDay(0))
    }

    fn next_day_start(&self, day: SiteDay) -> Millis {
        let mut start = Millis(i64::MAX);
        for (index, era) in self.iter().enumerate() {
            start = FixedZone(era.zone).next_day_start(day).max(era.from);
            let is_last = self.get(index + 1).is_none_or(|next| start < next.from);
            if is_last {
                break;
            }
        }
        start
    }
}

impl SiteZone {
    /// A site that has always had this time zone.
    pub fn new(zone: Tz) -> Self {
        let first = Era { from: Millis(i64::MIN), zone };
        Self { eras: Eras::new(vec![first]) }
    }

    /// Replaces the periods, oldest first. An empty list changes nothing.
    pub fn set(&self, eras: Vec<Era>) {
        if !eras.is_empty() {
            self.eras.store(Arc::new(Eras { all: eras, known: ArcSwapOption::empty() }));
        }
    }

    /// The periods, oldest first.
    pub fn eras(&self) -> Vec<Era> {
        self.eras.load().to_vec()
    }

    /// The time zone at an instant.
    pub fn at(&self, at: Millis) -> FixedZone {
        let eras = self.eras.load();
        let era = eras.iter().rev().find(|era| era.from <= at).or_else(|| eras.first());
        FixedZone(era.map_or(Tz::UTC, |era| era.zone))
    }

    /// The time zone just before an instant.
    pub fn before(&self, at: Millis) -> FixedZone {
        self.at(Millis(at.0.saturating_sub(1)))
    }

    /// The day of an instant.
    pub fn day(&self, at: Millis) -> SiteDay {
        let eras = self.eras.load();
        if let Some(known) = &*eras.known.load()
            && known.from <= at
            && at <= known.to
        {
            return known.day;
        }
        let day = eras.day(at);
        let to = Millis(eras.next_day_start(day).0 - 1);
        if at <= to && eras.day(to) == day {
            eras.known.store(Some(Arc::new(KnownDay { from: at, to, day })));
        }
        day
    }

    /// The month of an instant.
    pub fn month(&self, at: Millis) -> SiteMonth {
        SiteMonth::of(self.day(at))
    }

    /// The first instant of a month.
    pub fn month_start(&self, month: SiteMonth) -> Millis {
        let SiteDay(first) = SiteDay::of(month.first_day());
        self.next_day_start(SiteDay(first.saturating_sub(1)))
    }

    /// The first instant after a day.
    pub fn next_day_start(&self, day: SiteDay) -> Millis {
        self.eras.load().next_day_start(day)
    }

    /// How many days a day is after an earlier one, without dates that a change of the time zone skipped; 0
    /// for the same day or a later one.
    pub fn days_between(&self, earlier: SiteDay, day: SiteDay) -> i32 {
        let eras = self.eras.load();
        let skipped: i32 = eras
            .iter()
            .skip(1)
            .map(|era| {
                let (last, first) = (self.day(Millis(era.from.0 - 1)), self.day(era.from));
                let (from, to) = (last.0.max(earlier.0), (first.0 - 1).min(day.0 - 1));
                (to - from).max(0)
            })
            .sum();
        (day.0.saturating_sub(earlier.0) - skipped).max(0)
    }

    /// Whether the time zone changed after an instant, up to a later one.
    pub fn changed_since(&self, earlier: Millis, later: Millis) -> bool {
        let eras = self.eras.load();
        eras.iter().skip(1).any(|era| earlier < era.from && era.from <= later)
    }

    /// The periods after a change to another time zone at an instant; `None` when nothing changes. A change
    /// that has not taken effect yet is replaced.
    pub fn changed(&self, zone: Tz, now: Millis) -> Option<Vec<Era>> {
        let before = self.eras();
        // Also while the clock is behind: a period that was used is never dropped by a start without a change.
        if before.last().is_some_and(|last| last.zone == zone) {
            return None;
        }
        let is_past = |(index, era): &(usize, &Era)| *index == 0 || era.from <= now;
        let past = before.iter().enumerate().filter(is_past);
        let mut eras: Vec<Era> = past.map(|(_, era)| *era).collect();
        let in_force = Self { eras: Eras::new(eras.clone()) };
        if in_force.at(now).0 != zone {
            eras.push(Era { from: in_force.next_day_start(in_force.day(now)), zone });
        }
        (eras != before).then_some(eras)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn at(text: &str) -> Millis {
        Millis(DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis())
    }

    fn day(text: &str) -> SiteDay {
        text.parse().unwrap()
    }

    /// A site that changed from one zone to another.
    fn changed(from: Tz, to: Tz, now: &str) -> (SiteZone, Millis) {
        let site = SiteZone::new(from);
        let eras = site.changed(to, at(now)).unwrap();
        let switch = eras.last().unwrap().from;
        site.set(eras);
        (site, switch)
    }

    const ZONES: [Tz; 6] = [
        Tz::UTC,
        Tz::Australia__Sydney,
        Tz::America__New_York,
        Tz::Pacific__Kiritimati,
        Tz::Pacific__Pago_Pago,
        Tz::Asia__Kolkata,
    ];

    #[test]
    fn days_never_go_back_and_starts_of_days_agree_with_them() {
        for from in ZONES {
            for to in ZONES.into_iter().filter(|to| *to != from) {
                let (site, switch) = changed(from, to, "2026-03-10T05:00:00Z");
                let mut last = site.day(Millis(switch.0 - 72 * HOUR));
                for hour in -72..=96 {
                    let now = Millis(switch.0 + hour * HOUR);
                    let today = site.day(now);
                    assert!(today >= last, "{from} {to} {hour}");
                    let next = site.next_day_start(today);
                    assert!(next > now, "{from} {to} {hour}");
                    assert!(site.day(next) > today, "{from} {to} {hour}");
                    assert_eq!(site.day(Millis(next.0 - 1)), today, "{from} {to} {hour}");
                    last = today;
                }
                assert_eq!(site.at(Millis(switch.0 - 1)).0, from);
                assert_eq!(site.at(switch).0, to);
            }
        }
    }

    #[test]
    fn every_day_that_has_an_instant_counts_one_for_a_streak() {
        for from in ZONES {
            for to in ZONES.into_iter().filter(|to| *to != from) {
                let (site, switch) = changed(from, to, "2026-03-10T05:00:00Z");
                let mut today = site.day(Millis(switch.0 - 72 * HOUR));
                for _ in 0..6 {
                    let next = site.day(site.next_day_start(today));
                    assert_eq!(site.days_between(today, next), 1, "{from} {to} {today:?}");
                    assert_eq!(site.days_between(next, today), 0);
                    today = next;
                }
            }
        }
    }

    #[test]
    fn a_zone_that_is_far_ahead_skips_a_date() {
        let (site, switch) =
            changed(Tz::Pacific__Pago_Pago, Tz::Pacific__Kiritimati, "2026-03-10T12:00:00Z");
        // Midnight after 10 March in Pago Pago is 01:00 of 12 March in Kiritimati.
        assert_eq!(switch, at("2026-03-11T11:00:00Z"));
        assert_eq!(site.day(Millis(switch.0 - 1)), day("2026-03-10"));
        assert_eq!(site.day(switch), day("2026-03-12"));
        assert_eq!(site.days_between(day("2026-03-10"), day("2026-03-12")), 1);
        assert_eq!(site.days_between(day("2026-03-09"), day("2026-03-13")), 3);
    }

    #[test]
    fn a_change_that_has_not_taken_effect_is_replaced_or_withdrawn() {
        let site = SiteZone::new(Tz::UTC);
        let now = at("2026-03-10T05:00:00Z");
        assert_eq!(site.changed(Tz::UTC, now), None);
        let (moved, switch) = changed(Tz::UTC, Tz::Asia__Kolkata, "2026-03-10T05:00:00Z");
        for now in [now, Millis(0), switch, Millis(switch.0 + HOUR)] {
            assert_eq!(moved.changed(Tz::Asia__Kolkata, now), None, "{now:?}");
        }
        site.set(site.changed(Tz::Asia__Kolkata, now).unwrap());
        site.set(site.changed(Tz::America__New_York, now).unwrap());
        assert_eq!(site.eras().len(), 2);
        assert_eq!(site.at(at("2026-03-11T00:00:00Z")).0, Tz::America__New_York);
        site.set(site.changed(Tz::UTC, now).unwrap());
        assert_eq!(site.eras().len(), 1);
    }

    #[test]
    fn several_changes_keep_their_order() {
        let site = SiteZone::new(Tz::UTC);
        let mut now = at("2026-03-10T05:00:00Z");
        for zone in [Tz::Pacific__Kiritimati, Tz::Pacific__Pago_Pago, Tz::Australia__Sydney] {
            site.set(site.changed(zone, now).unwrap());
            now = Millis(now.0 + 72 * HOUR);
        }
        let mut last = SiteDay(0);
        for hour in 0..400 {
            let today = site.day(Millis(at("2026-03-09T00:00:00Z").0 + hour * HOUR));
            assert!(today >= last);
            last = today;
        }
        assert_eq!(site.month(now), "2026-03".parse().unwrap());
        assert_eq!(site.month_start("2026-04".parse().unwrap()), at("2026-03-31T13:00:00Z"));
    }
}
