//! Time: one clock for the whole server, so that tests can control it, and the days of a time zone.

mod zones;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::UNIX_EPOCH;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use pointhouse_store::{KeyBytes, StoredKey};

pub use zones::{Era, FixedZone, SiteZone};

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

impl Millis {
    /// ISO 8601 in UTC with milliseconds.
    pub fn iso(self) -> String {
        let time = DateTime::<Utc>::from_timestamp_millis(self.0).unwrap_or_default();
        time.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
    }

    /// This time plus some milliseconds.
    #[must_use]
    pub fn plus(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}

/// A day in the site's time zone, as days since the common era; ordered like the calendar.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, bincode::Encode, bincode::Decode,
)]
pub struct SiteDay(pub i32);

impl SiteDay {
    /// The date.
    pub fn date(self) -> NaiveDate {
        NaiveDate::from_num_days_from_ce_opt(self.0).unwrap_or_default()
    }

    /// The day of a date.
    pub fn of(date: NaiveDate) -> Self {
        Self(date.num_days_from_ce())
    }

    /// `YYYY-MM-DD`.
    pub fn iso(self) -> String {
        self.date().format("%Y-%m-%d").to_string()
    }

    /// The day this many days earlier.
    #[must_use]
    pub fn back(self, days: i32) -> Self {
        Self(self.0.saturating_sub(days))
    }
}

/// The text is not a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a day is written YYYY-MM-DD")]
pub struct BadDay;

impl std::str::FromStr for SiteDay {
    type Err = BadDay;

    fn from_str(text: &str) -> Result<Self, BadDay> {
        let digits = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
        if text.len() != 10 || !text.as_bytes().iter().all(digits) {
            return Err(BadDay);
        }
        NaiveDate::parse_from_str(text, "%Y-%m-%d").map(Self::of).map_err(|_| BadDay)
    }
}

/// A month in the site's time zone: year times 12 plus the month from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteMonth(pub i32);

impl StoredKey for SiteDay {
    fn write(&self, out: &mut KeyBytes) {
        self.0.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        i32::read(bytes).map(Self)
    }
}

impl StoredKey for SiteMonth {
    fn write(&self, out: &mut KeyBytes) {
        self.0.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        i32::read(bytes).map(Self)
    }
}

impl SiteMonth {
    /// The month of a day.
    pub fn of(day: SiteDay) -> Self {
        Self::of_date(day.date())
    }

    fn of_date(date: NaiveDate) -> Self {
        Self(date.year() * 12 + i32::try_from(date.month0()).unwrap_or(0))
    }

    /// Its first day.
    pub fn first_day(self) -> NaiveDate {
        let month = u32::try_from(self.0.rem_euclid(12)).unwrap_or(0) + 1;
        NaiveDate::from_ymd_opt(self.0.div_euclid(12), month, 1).unwrap_or_default()
    }

    /// `YYYY-MM`.
    pub fn iso(self) -> String {
        self.first_day().format("%Y-%m").to_string()
    }

    /// For display: `November 2026`.
    pub fn name(self) -> String {
        self.first_day().format("%B %Y").to_string()
    }
}

/// The text is not a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a month is written YYYY-MM")]
pub struct BadMonth;

impl std::str::FromStr for SiteMonth {
    type Err = BadMonth;

    fn from_str(text: &str) -> Result<Self, BadMonth> {
        if text.len() != 7 {
            return Err(BadMonth);
        }
        let first = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d");
        let first = first.map_err(|_| BadMonth)?;
        Ok(Self(first.year() * 12 + i32::try_from(first.month0()).unwrap_or(0)))
    }
}

/// The wall clock deviates from the steady clock by more than this only when a person or a time
/// service has set it. In milliseconds.
const JUMP_MILLIS: i64 = 10 * 60 * 1000;

/// The clock of the server. Cheap to clone; clones share their start.
#[derive(Clone, Debug)]
pub struct Clock {
    source: Source,
    /// Wall clock minus steady clock at the start; small corrections adjust it.
    offset: Arc<AtomicI64>,
    is_reported: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
enum Source {
    System,
    /// A clock of tests.
    Fixed(Arc<Fixed>),
}

#[derive(Debug)]
struct Fixed {
    time_of_day: AtomicI64,
    steady: AtomicI64,
}

impl Clock {
    /// The system's clock.
    pub fn system() -> Self {
        Self::of(Source::System)
    }

    /// A clock that shows one time until it is moved, for tests.
    pub fn fixed_at(at: Millis) -> Self {
        let fixed = Fixed { time_of_day: AtomicI64::new(at.0), steady: AtomicI64::new(at.0) };
        Self::of(Source::Fixed(Arc::new(fixed)))
    }

    fn of(source: Source) -> Self {
        let offset = Arc::new(AtomicI64::new(source.time_of_day() - source.steady()));
        Self { source, offset, is_reported: Arc::default() }
    }

    /// Moves a clock of a test, as if time passed. Has no effect on the system clock.
    pub fn move_to(&self, at: Millis) {
        if let Source::Fixed(fixed) = &self.source {
            let before = fixed.time_of_day.swap(at.0, Ordering::SeqCst);
            fixed.steady.fetch_add(at.0 - before, Ordering::SeqCst);
        }
    }

    /// Sets a clock of a test, as if an operator set the wall clock.
    pub fn set_to(&self, at: Millis) {
        if let Source::Fixed(fixed) = &self.source {
            fixed.time_of_day.store(at.0, Ordering::SeqCst);
        }
    }

    /// Now.
    pub fn now(&self) -> Millis {
        Millis(self.source.time_of_day())
    }

    /// By how many milliseconds the wall clock was set forward (negative: back); `None` while it is
    /// within 10 minutes of where the steady clock puts it.
    pub fn jump(&self) -> Option<i64> {
        let offset = self.source.time_of_day() - self.source.steady();
        let jump = offset - self.offset.load(Ordering::SeqCst);
        (jump.abs() > JUMP_MILLIS).then_some(jump)
    }

    /// Logs a jump and its end, once each. Must be called every minute, so that the small
    /// corrections of months don't add up to a jump.
    pub fn report_jump(&self) {
        let jump = self.jump();
        if jump.is_none() {
            let offset = self.source.time_of_day() - self.source.steady();
            self.offset.store(offset, Ordering::SeqCst);
        }
        if self.is_reported.swap(jump.is_some(), Ordering::SeqCst) == jump.is_some() {
            return;
        }
        match jump {
            Some(jump) => tracing::error!(
                jump_seconds = jump / 1000,
                "the system clock was changed while the site runs: calendar claims are paused until it is \
                 correct again or the site is restarted"
            ),
            None => tracing::info!("the system clock is correct again: calendar claims continue"),
        }
    }
}

impl Source {
    fn time_of_day(&self) -> i64 {
        match self {
            // chrono computes the date first. Before 1970 this clock shows the beginning of 1970.
            Self::System => {
                let since = UNIX_EPOCH.elapsed().unwrap_or_default();
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
            Self::Fixed(fixed) => fixed.time_of_day.load(Ordering::SeqCst),
        }
    }

    /// Milliseconds of a steady clock, which continues while the machine is suspended.
    fn steady(&self) -> i64 {
        match self {
            Self::System => {
                let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
                time.tv_sec * 1000 + time.tv_nsec / 1_000_000
            }
            Self::Fixed(fixed) => fixed.steady.load(Ordering::SeqCst),
        }
    }
}
