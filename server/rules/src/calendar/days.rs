//! Where days begin and end in a time zone. A day may last 23, 24 or 25 hours, or half an hour
//! more or less; nothing here adds 24 hours to anything.

use chrono::{DateTime, Days, MappedLocalTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// No clock stands further from UTC, and no clock change is longer.
const WIDEST_SHIFT: TimeDelta = TimeDelta::hours(36);

/// The local date at an instant.
pub fn local_date(zone: Tz, at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&zone).date_naive()
}

/// The first instant that has this local date: where clocks skip midnight, right after the gap;
/// where midnight occurs twice, at the first. `None` for a date that the zone skipped whole.
pub fn day_start(zone: Tz, date: NaiveDate) -> Option<DateTime<Utc>> {
    midnights(zone, date).map(|(first, _)| first)
}

/// The start of the next local date after the one at `at`: when today's claim ends.
///
/// # Panics
/// At the end of the calendar, in the year 262142.
#[expect(clippy::expect_used, reason = "no zone skips a week, and no clock reaches that year")]
pub fn next_reset(zone: Tz, at: DateTime<Utc>) -> DateTime<Utc> {
    let today = local_date(zone, at);
    let starts =
        (1..=7).filter_map(|ahead| midnights(zone, today.checked_add_days(Days::new(ahead))?));
    // Where clocks fall back across midnight, the first start of tomorrow may lie behind.
    let ahead = starts.flat_map(|(first, second)| [Some(first), second]).flatten();
    ahead.into_iter().find(|start| *start > at).expect("a day after this one")
}

/// The instants at which a date begins: usually one, two where midnight occurs twice.
fn midnights(zone: Tz, date: NaiveDate) -> Option<(DateTime<Utc>, Option<DateTime<Utc>>)> {
    match zone.from_local_datetime(&date.and_time(NaiveTime::MIN)) {
        MappedLocalTime::Single(at) => Some((at.to_utc(), None)),
        MappedLocalTime::Ambiguous(first, second) => Some((first.to_utc(), Some(second.to_utc()))),
        MappedLocalTime::None => {
            let start = end_of_gap(zone, date)?;
            (local_date(zone, start) == date).then_some((start, None))
        }
    }
}

/// The first second that has this local date or a later one, around a skipped midnight.
fn end_of_gap(zone: Tz, date: NaiveDate) -> Option<DateTime<Utc>> {
    let midnight = date.and_time(NaiveTime::MIN).and_utc();
    let mut before = midnight.checked_sub_signed(WIDEST_SHIFT)?;
    let mut reached = midnight.checked_add_signed(WIDEST_SHIFT)?;
    while reached - before > TimeDelta::seconds(1) {
        let middle = before + TimeDelta::seconds((reached - before).num_seconds() / 2);
        if local_date(zone, middle) >= date {
            reached = middle;
        } else {
            before = middle;
        }
    }
    Some(reached)
}
