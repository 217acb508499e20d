//! The casino's monthly wager leaderboard with the prizes of the streamer's schedule, and the
//! tracking of each player's daily wagers.
//!
//! Invariants: names are masked for everyone but their owner and admins; sample data is marked as
//! such and never stored.

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
pub(crate) use model::MonthPlayer;
pub use prizes::Schedule;
pub use view::{Prize, PrizeKind, PrizePeriod, WagerSource};

use pointhouse_rules::mask::mask_username;

use crate::cents::Cents;
use crate::clock::SiteMonth;
use crate::config::Config;
use crate::config::Settings;
use crate::module::Module;
use affiliate::Affiliate;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls, tracking::routes::calls, affiliate::routes::calls],
    rows: &[tracking::ROWS, affiliate::ROWS],
    pages: &[
        ("/leaderboard", Config::shows_wager_leaderboard),
        ("/rewards/wager", Config::shows_wager_rewards),
    ],
    ..Module::EMPTY
};

/// The leaderboard. Cheap to clone.
#[derive(Clone)]
pub struct Wagers {
    affiliate: Affiliate,
    settings: Settings,
}

impl Wagers {
    /// Loads the leaderboard with these settings. Logs a warning for prizes that don't add up to
    /// their pool (docs/decisions.md, B1).
    ///
    /// # Errors
    /// See [`Affiliate::load`].
    pub fn load(
        settings: &Settings,
        services: affiliate::AffiliateServices,
    ) -> Result<Self, WagerError> {
        let affiliate = Affiliate::load(services, settings)?;
        for (from, pool, sum) in affiliate.schedule().uneven() {
            tracing::warn!(from, pool, sum, "prize scale does not match its pool");
        }
        Ok(Self { affiliate, settings: settings.clone() })
    }

    /// Returns whether sample players are shown when there is no source.
    fn shows_sample(&self) -> bool {
        self.settings.now().wagers.sample_data
    }

    /// The source of the figures.
    pub fn affiliate(&self) -> &Affiliate {
        &self.affiliate
    }

    /// Winnings of the players of a month in US cents, by lowercase name; empty for sample players.
    pub(crate) fn won(&self, month: SiteMonth) -> HashMap<String, u64> {
        self.affiliate.won(month)
    }

    /// The first three of the current month, with masked names and what they wagered in USD; none of sample players.
    pub fn first_three(&self) -> Vec<(String, f64)> {
        let month = self.affiliate.month(self.current_month());
        let players = month.iter().flat_map(|month| month.players());
        let shown = players.take(3).filter(|player| player.wagered > 0);
        shown.map(|one| (mask_username(&one.name), Cents(one.wagered).dollars())).collect()
    }

    /// The prizes of all months.
    pub fn schedule(&self) -> Schedule {
        self.affiliate.schedule()
    }

    /// The current month.
    pub fn current_month(&self) -> SiteMonth {
        self.affiliate.current_month()
    }

    /// The requested month; the current one by default.
    fn month(&self, asked: Option<&str>) -> Result<SiteMonth, WagerError> {
        asked.map_or_else(|| Ok(self.current_month()), |asked| self.affiliate.parse_month(asked))
    }
}
