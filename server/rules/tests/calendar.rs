//! The published calendar: points by streak day, starts of days and sequences of claims.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::sync::LazyLock;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use pointhouse_rules::calendar::{
    ClaimRefusal, DayState, Progress, Table, day_start, local_date, next_reset,
};
use proptest::prelude::*;
use serde_json::Value;

static CALENDAR: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("data/calendar.json")).unwrap());

fn zone(value: &Value) -> Tz {
    value.as_str().unwrap().parse().unwrap()
}

fn date(value: &Value) -> NaiveDate {
    value.as_str().unwrap().parse().unwrap()
}

fn instant(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[test]
fn points_by_streak_day() {
    let table = Table::published();
    table.validate().unwrap();
    let rows = CALENDAR["points_by_streak_day"].as_array().unwrap();
    assert_eq!(rows.len(), 400);
    for row in rows {
        let award = table.award(u32::try_from(row["day"].as_u64().unwrap()).unwrap());
        assert_eq!(Value::from(award.base.get()), row["base"], "{row}");
        assert_eq!(Value::from(award.milestone.get()), row["milestone"], "{row}");
        assert_eq!(Value::from(award.total().get()), row["total"], "{row}");
    }
}

#[test]
fn starts_and_lengths_of_days() {
    let rows = CALENDAR["day_starts"].as_array().unwrap();
    assert_eq!(rows.len(), 16);
    for row in rows {
        let (zone, date) = (zone(&row["timezone"]), date(&row["local_date"]));
        let start = day_start(zone, date).unwrap();
        assert_eq!(start, instant(&row["starts_at"]), "{row}");
        let hours = row["hours"].as_f64().unwrap();
        let length = TimeDelta::minutes((hours * 60.0) as i64);
        assert_eq!(next_reset(zone, start) - start, length, "{row}");
        assert_eq!(local_date(zone, start), date);
        assert_eq!(local_date(zone, start - TimeDelta::seconds(1)), date.pred_opt().unwrap());
    }
}

#[test]
fn sequences_of_claims() {
    let runs = CALENDAR["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 13);
    for run in runs {
        let (zone, mut progress) = (zone(&run["timezone"]), Progress::default());
        for step in run["steps"].as_array().unwrap() {
            let at = instant(&step["at"]);
            let today = local_date(zone, at);
            assert_eq!(today, date(&step["local_date"]), "{step}");
            assert_eq!(next_reset(zone, at), instant(&step["next_reset"]), "{step}");
            let claimable = progress.can_claim(today);
            let (accepted, base, milestone) = match progress.claim(Table::published(), today) {
                Ok(claim) => {
                    progress = claim.progress;
                    (true, claim.award.base.get(), claim.award.milestone.get())
                }
                Err(refusal) => {
                    assert_eq!(refusal.code(), "already_claimed");
                    (false, 0, 0)
                }
            };
            assert_eq!((accepted, claimable), (step["accepted"] == true, accepted), "{step}");
            assert_eq!(Value::from(base), step["base"], "{step}");
            assert_eq!(Value::from(milestone), step["milestone"], "{step}");
            assert_eq!(Value::from(progress.shown_streak(today)), step["streak"], "{step}");
        }
        assert_eq!(Value::from(progress.total_earned.get()), run["total_points"], "{run}");
    }
}

#[test]
fn a_missed_day_sets_the_streak_to_nothing_and_blocks_no_claim() {
    let table = Table::published();
    let mut progress = Progress::default();
    let first = day("2026-03-01");
    for ahead in 0..15 {
        progress = progress.claim(table, first + Days::new(ahead)).unwrap().progress;
    }
    let last = day("2026-03-15");
    for (today, streak) in [(last, 15), (day("2026-03-16"), 15), (day("2026-03-17"), 0)] {
        assert_eq!(progress.shown_streak(today), streak, "{today}");
        assert_eq!(progress.weekly_streaks(today), streak / 7);
        let started = (streak > 0).then_some(first);
        assert_eq!(progress.streak_start(today), started);
        let achieved = if streak > 0 { vec![7, 14] } else { vec![] };
        assert_eq!(progress.milestones_achieved(table, today), achieved);
    }
    let again = progress.claim(table, day("2026-03-17")).unwrap();
    assert_eq!((again.streak, again.award.base.get()), (1, 10));
    // A clock that is set back finds a claim of a later date.
    assert_eq!(again.progress.claim(table, last), Err(ClaimRefusal::AlreadyClaimed));
    assert_eq!(table.next_milestone(7), Some((14, 100)));
    assert_eq!(table.next_milestone(364), None);
}

#[test]
fn the_grid_tells_missed_days_from_those_before_the_member_came() {
    let (today, registered) = (day("2026-03-10"), day("2026-03-05"));
    let shown = |date: &str, claimed| DayState::of(day(date), today, registered, claimed);
    assert_eq!(shown("2026-03-10", true), DayState::Claimed);
    assert_eq!(shown("2026-03-10", false), DayState::Today);
    assert_eq!(shown("2026-03-11", false), DayState::Future);
    assert_eq!(shown("2026-03-05", false), DayState::Missed);
    assert_eq!(shown("2026-03-04", false), DayState::Before);
}

#[test]
fn odd_midnights() {
    // Samoa skipped a whole day.
    let apia = chrono_tz::Pacific::Apia;
    assert_eq!(day_start(apia, day("2011-12-30")), None);
    let before = "2011-12-30T09:00:00Z".parse().unwrap();
    assert_eq!(local_date(apia, before), day("2011-12-29"));
    assert_eq!(local_date(apia, next_reset(apia, before)), day("2011-12-31"));
    // In St John's clocks fell back across midnight: the date came, went and came again.
    let st_johns = chrono_tz::America::St_Johns;
    let start = day_start(st_johns, day("2010-11-07")).unwrap();
    let between = start + TimeDelta::minutes(30);
    assert_eq!(local_date(st_johns, between), day("2010-11-06"));
    assert_eq!(next_reset(st_johns, between) - start, TimeDelta::hours(1));
}

#[test]
fn a_broken_table_names_its_key() {
    let table = Table::published().clone();
    let key = |table: Table| table.validate().unwrap_err().key;
    assert_eq!(key(Table { base: 1_000_001, ..table.clone() }), "calendar.base");
    assert_eq!(key(Table { per_week: 1_000_001, ..table.clone() }), "calendar.per_week");
    assert_eq!(key(Table { progress_days: 0, ..table.clone() }), "calendar.progress_days");
    let with = |milestones: &str| {
        let text = serde_json::to_string(&table).unwrap();
        let text = text.replacen("\"milestones\":{", &format!("\"milestones\":{{{milestones},"), 1);
        serde_json::from_str::<Table>(&text)
    };
    assert_eq!(key(with("\"0\":5").unwrap()), "calendar.milestones.0");
    assert_eq!(key(with("\"5\":2000000").unwrap()), "calendar.milestones.5");
    for refused in ["\"07\":5", "\"x\":5", "\"-1\":5"] {
        let error = with(refused).unwrap_err().to_string();
        assert!(error.contains("calendar.milestones"), "{error}");
    }
}

proptest! {
    #[test]
    fn tomorrow_starts_where_today_ends(
        zone in prop::sample::select(chrono_tz::TZ_VARIANTS.to_vec()),
        seconds in 1_262_304_000i64..1_924_992_000,
    ) {
        let at = DateTime::from_timestamp(seconds, 0).unwrap();
        let (today, reset) = (local_date(zone, at), next_reset(zone, at));
        prop_assert!(reset > at && reset - at <= TimeDelta::hours(50));
        prop_assert!(local_date(zone, reset) > today);
        prop_assert_eq!(local_date(zone, reset - TimeDelta::seconds(1)), today);
        prop_assert!(day_start(zone, today).unwrap() <= at);
    }
}
