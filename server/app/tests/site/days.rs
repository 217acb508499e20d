//! Days and months of the site's timezone, in all timezones there are.

use chrono::{DateTime, TimeZone};
use chrono_tz::{TZ_VARIANTS, Tz};
use pointhouse::clock::{Millis, SiteZone};
use proptest::prelude::*;

fn zone(name: &str) -> SiteZone {
    SiteZone::new(name.parse().unwrap())
}

fn at(iso: &str) -> Millis {
    Millis(DateTime::parse_from_rfc3339(iso).unwrap().timestamp_millis())
}

#[test]
fn a_day_is_as_long_as_the_clocks_make_it() {
    // The zone, an instant of the day, when the next one begins.
    let cases = [
        ("Australia/Sydney", "2026-03-10T01:00:00Z", "2026-03-10T13:00:00.000Z"),
        // Clocks go back at 03:00: 25 hours, from 13:00 to 14:00 UTC.
        ("Australia/Sydney", "2026-04-04T13:00:00Z", "2026-04-05T14:00:00.000Z"),
        // Clocks go forward at 02:00: 23 hours.
        ("Australia/Sydney", "2026-10-03T14:00:00Z", "2026-10-04T13:00:00.000Z"),
        // Half an hour only.
        ("Australia/Lord_Howe", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00.000Z"),
        // Midnight is skipped: the day begins at 01:00.
        ("America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00.000Z"),
        ("Africa/Cairo", "2024-04-25T12:00:00Z", "2024-04-25T22:00:00.000Z"),
        // Midnight comes twice: the first one counts.
        ("America/Havana", "2026-10-31T12:00:00Z", "2026-11-01T04:00:00.000Z"),
        // A whole day is skipped.
        ("Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-30T10:00:00.000Z"),
        ("UTC", "2024-02-28T23:59:59.999Z", "2024-02-29T00:00:00.000Z"),
    ];
    for (name, instant, next) in cases {
        let zone = zone(name);
        let begins = zone.next_day_start(zone.day(at(instant)));
        assert_eq!(begins.iso(), next, "{name} {instant}");
    }
}

#[test]
fn months_are_the_zones_own() {
    let sydney = zone("Australia/Sydney");
    assert_eq!(sydney.month(at("2026-03-31T12:59:59.999Z")).0, 2026 * 12 + 2);
    assert_eq!(sydney.month(at("2026-03-31T13:00:00Z")).0, 2026 * 12 + 3);
    assert_eq!(zone("UTC").month(at("2026-03-31T13:00:00Z")).0, 2026 * 12 + 2);
}

proptest! {
    #[test]
    fn a_day_ends_where_the_next_begins(
        zone in prop::sample::select(&TZ_VARIANTS[..]),
        // 1990 to 2040.
        millis in 631_152_000_000_i64..2_208_988_800_000,
    ) {
        let (site, now) = (SiteZone::new(zone), Millis(millis));
        let today = site.day(now);
        let begins = site.next_day_start(today);
        prop_assert!(begins > now, "{zone} {}", now.iso());
        prop_assert!(begins.0 - now.0 <= 25 * 3_600_000, "{zone} {}", now.iso());
        prop_assert_eq!(site.day(begins.plus(-1)), today);
        // A skipped day belongs to no instant.
        prop_assert!(site.day(begins).0 - today.0 <= 2);
        prop_assert!(site.day(begins) > today);
        let _: Tz = zone;
        prop_assert!(zone.timestamp_millis_opt(begins.0).single().is_some());
    }
}
