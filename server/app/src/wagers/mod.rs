//! The casino's monthly wager leaderboard, with the prizes of the streamer's schedule, and the tracking
//! of what each player wagers day by day.
//!
//! Invariants: names are masked for everyone but their owner and admins; what is made up says so, and
//! is never stored.

pub mod affiliate;
mod error;
mod model;
mod prizes;
pub mod routes;
mod sample;
pub mod tracking;
mod view;

use std::collections::HashMap;

pub use error::WagerError;
pub(crate) use model::Standing;
pub use prizes::Schedule;
pub use view::{Prize, PrizeKind, PrizePeriod, WagerSource};

use crate::clock::SiteMonth;
use crate::config;
use crate::fault::Fault;
use affiliate::Affiliate;

/// The leaderboard. Cheap to clone.
#[derive(Clone)]
pub struct Wagers {
    affiliate: Affiliate,
    /// Whether made-up players are shown where there is no source.
    sample: bool,
}

impl Wagers {
    /// As the settings say. One warning for prizes that do not add up to their pool (decision B1).
    ///
    /// # Errors
    /// The store does not read.
    pub fn load(settings: &config::Wagers, ground: affiliate::Foundation) -> Result<Self, Fault> {
        let schedule = Schedule::new(&settings.prizes);
        for (from, pool, sum) in schedule.uneven() {
            tracing::warn!(from, pool, sum, "the prizes of a period do not add up to their pool");
        }
        Ok(Self {
            affiliate: Affiliate::load(ground, settings, schedule)?,
            sample: settings.sample_data,
        })
    }

    /// Where the figures come from.
    pub fn affiliate(&self) -> &Affiliate {
        &self.affiliate
    }

    /// What each player of a month has won, in US cents, by the name in small letters; made-up players
    /// have won nothing.
    pub(crate) fn won(&self, month: SiteMonth) -> HashMap<String, u64> {
        self.affiliate.won(month)
    }

    /// What is paid in which month.
    pub fn schedule(&self) -> &Schedule {
        self.affiliate.schedule()
    }

    /// The month that is now.
    pub fn current_month(&self) -> SiteMonth {
        self.affiliate.current_month()
    }

    /// The month that was asked for; without one, the current.
    fn month(&self, asked: Option<&str>) -> Result<SiteMonth, WagerError> {
        asked.map_or_else(|| Ok(self.current_month()), |asked| self.affiliate.parse_month(asked))
    }
}
