//! The due times of a schedule in the site's time zone, across clock changes.

use chrono::DateTime;
use croner::Cron;
use croner::errors::CronError;
use croner::parser::{CronParser, Seconds};
use parking_lot::Mutex;

use crate::clock::{Millis, SiteZone};

/// Decides when a job is due. The scheduler library keeps the UTC offset of the moment at which a
/// job was added for as long as the process runs, so due times are computed here with the time zone
/// itself.
pub(super) struct Turns {
    pattern: Cron,
    zone: SiteZone,
    mark: Mutex<Mark>,
}

/// Due times up to `since` are done; `next` is the one after it, if there is any.
#[derive(Clone, Copy)]
struct Mark {
    since: Millis,
    next: Option<Millis>,
}

impl Turns {
    /// The due times after an instant.
    ///
    /// # Errors
    /// The schedule is invalid.
    pub(super) fn after(schedule: &str, zone: &SiteZone, since: Millis) -> Result<Self, CronError> {
        let pattern = CronParser::builder().seconds(Seconds::Required).build().parse(schedule)?;
        let mark = Mutex::new(Mark { since, next: next(&pattern, zone, since) });
        Ok(Self { pattern, zone: zone.clone(), mark })
    }

    /// Returns whether a due time has passed since the last call that returned true. Several missed
    /// ones count as one.
    pub(super) fn is_due(&self, now: Millis) -> bool {
        let mut mark = self.mark.lock();
        let is_due = mark.next.is_some_and(|next| next <= now);
        // After the clock was set back, counting restarts from the new time instead of waiting for
        // the old one.
        if is_due || now < mark.since {
            *mark = Mark { since: now, next: next(&self.pattern, &self.zone, now) };
        }
        is_due
    }
}

/// The first due time after an instant. If it falls after a change of the time zone, the search continues from the
/// change in the new zone.
fn next(pattern: &Cron, zone: &SiteZone, since: Millis) -> Option<Millis> {
    let changes = zone.eras().into_iter().map(|era| era.from).filter(|from| *from > since);
    let starts = std::iter::once((since, false)).chain(changes.clone().map(|from| (from, true)));
    let ends = changes.map(Some).chain([None]);
    starts.zip(ends).find_map(|((start, is_included), end)| {
        let zone = zone.at(start).0;
        let start = DateTime::from_timestamp_millis(start.0)?.with_timezone(&zone);
        let next = pattern.find_next_occurrence(&start, is_included).ok()?;
        let next = Millis(next.timestamp_millis());
        end.is_none_or(|end| next < end).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use chrono_tz::Tz;

    use super::*;

    const SYDNEY: Tz = chrono_tz::Australia::Sydney;

    fn at(text: &str) -> Millis {
        Millis(DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis())
    }

    /// Returns when a job runs that is checked each minute, in local time.
    fn ran(schedule: &str, zone: Tz, from: &str, until: &str) -> Vec<String> {
        let turns = Turns::after(schedule, &SiteZone::new(zone), at(from)).unwrap();
        let minutes = (at(from).0..at(until).0).step_by(60_000);
        let due = minutes.filter(|now| turns.is_due(Millis(*now)));
        let times = due.map(|now| {
            let now = DateTime::from_timestamp_millis(now).unwrap().with_timezone(&zone);
            now.format("%m-%d %H:%M %Z").to_string()
        });
        times.collect()
    }

    #[test]
    fn a_nightly_job_keeps_its_hour_over_both_changes_of_the_clocks() {
        // Summer time ends on 5 April, and begins on 4 October.
        let autumn = ran("0 0 4 * * *", SYDNEY, "2026-04-03T00:00:00Z", "2026-04-06T00:00:00Z");
        assert_eq!(autumn, ["04-04 04:00 AEDT", "04-05 04:00 AEST", "04-06 04:00 AEST"]);
        let spring = ran("0 0 4 * * *", SYDNEY, "2026-10-02T00:00:00Z", "2026-10-05T00:00:00Z");
        assert_eq!(spring, ["10-03 04:00 AEST", "10-04 04:00 AEDT", "10-05 04:00 AEDT"]);
    }

    #[test]
    fn the_hour_that_comes_twice_or_not_at_all_has_one_turn() {
        let twice = ran("0 30 2 * * *", SYDNEY, "2026-04-03T20:00:00Z", "2026-04-05T20:00:00Z");
        assert_eq!(twice, ["04-05 02:30 AEDT", "04-06 02:30 AEST"]);
        let never = ran("0 30 2 * * *", SYDNEY, "2026-10-03T00:00:00Z", "2026-10-04T20:00:00Z");
        assert_eq!(never, ["10-04 03:00 AEDT", "10-05 02:30 AEDT"]);
    }

    #[test]
    fn an_hourly_job_keeps_its_minute_where_clocks_change_by_half_an_hour() {
        let howe = chrono_tz::Australia::Lord_Howe;
        let ran = ran("0 41 * * * *", howe, "2026-04-04T13:00:00Z", "2026-04-04T17:00:00Z");
        let clocks: Vec<&str> = ran.iter().map(|time| &time[6..11]).collect();
        assert_eq!(clocks, ["00:41", "01:41", "02:41"], "{ran:?}");
    }

    #[test]
    fn a_turn_that_nobody_was_there_for_is_due_once() {
        // 03:30 in Sydney is 16:30 UTC of the day before, in summer.
        let since = at("2026-03-10T16:30:00Z");
        for (now, due) in [
            ("2026-03-10T16:30:01Z", false),
            ("2026-03-11T16:29:59Z", false),
            ("2026-03-11T16:30:00Z", true),
            ("2026-05-01T00:00:00Z", true),
        ] {
            let turns = Turns::after("0 30 3 * * *", &SiteZone::new(SYDNEY), since).unwrap();
            assert_eq!(turns.is_due(at(now)), due, "{now}");
            assert!(!turns.is_due(at(now)), "{now}");
        }
        assert!(Turns::after("no schedule", &SiteZone::new(SYDNEY), since).is_err());
    }

    #[test]
    fn a_clock_that_was_put_back_is_not_waited_for() {
        let turns =
            Turns::after("0 30 3 * * *", &SiteZone::new(SYDNEY), at("2036-03-10T00:00:00Z"))
                .unwrap();
        assert!(!turns.is_due(at("2026-03-10T16:00:00Z")));
        assert!(!turns.is_due(at("2026-03-10T16:29:59Z")));
        assert!(turns.is_due(at("2026-03-10T16:30:00Z")));
    }

    #[test]
    fn a_job_follows_a_change_of_the_time_zone() {
        let zone = SiteZone::new(Tz::UTC);
        let start = at("2026-03-10T05:00:00Z");
        let turns = Turns::after("0 0 4 * * *", &zone, start).unwrap();
        zone.set(zone.changed(Tz::America__New_York, start).unwrap());
        // The due time that was computed before the change was made stays; later ones are those of New York.
        let minutes = (start.0..at("2026-03-13T05:00:00Z").0).step_by(60_000);
        let due: Vec<String> =
            minutes.map(Millis).filter(|now| turns.is_due(*now)).map(Millis::iso).collect();
        assert_eq!(
            due,
            ["2026-03-11T04:00:00.000Z", "2026-03-11T08:00:00.000Z", "2026-03-12T08:00:00.000Z"]
        );
        let fresh = Turns::after("0 0 4 * * *", &zone, start).unwrap();
        assert!(!fresh.is_due(at("2026-03-11T07:59:00Z")));
        assert!(fresh.is_due(at("2026-03-11T08:00:00Z")));
    }
}
