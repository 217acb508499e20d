//! `[wagers]`

use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::outside::{DecimalSign, check_service};
use super::{ConfigError, Secret, refuse, within};
use crate::clock::{Clock, FixedZone, SiteMonth};

/// `[wagers]`: the monthly wager leaderboard.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wagers {
    /// Time zone of the source's months.
    #[schema(value_type = String)]
    pub timezone: Tz,
    /// First month of the leaderboard, `YYYY-MM`, from 2000-01. Where nothing names it, the month in which the settings are read:
    /// a new site stores it.
    pub first_month: String,
    /// Address of the casino's service; needed with its key.
    pub source_url: String,
    /// The affiliate key of the casino's service; empty: no source.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub source_key: Secret,
    /// The decimal sign of the service's amounts.
    pub decimal_sign: DecimalSign,
    /// Polling interval, 1 to 1,440 minutes.
    pub poll_minutes: u32,
    /// A month becomes final this long after its end, 0 to 744 hours.
    pub freeze_hours: u32,
    /// Without a source: show sample players, marked as such.
    pub sample_data: bool,
    /// Prizes by rank, oldest period first.
    pub prizes: Vec<PrizePeriod>,
}

/// Prizes of the wager leaderboard from a month on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PrizeScale)]
pub struct PrizePeriod {
    /// First month, `YYYY-MM`; empty for the first period.
    pub from: String,
    /// The whole pool, in whole USD.
    pub pool: u64,
    /// Prizes by rank, in whole USD; at most 100.
    pub prizes: Vec<u64>,
    /// Empty, or the first and the last rank whose prize is a bonus buy instead of cash.
    pub bonus_buys: Vec<usize>,
}

/// Most periods: twenty years of months.
const PERIODS_MAX: usize = 240;
/// Most ranks with a prize.
const RANKS_MAX: usize = 100;
/// Highest pool and highest prize, in whole USD.
const POOL_MAX: u64 = 1_000_000_000;

impl Wagers {
    /// The first month of the leaderboard.
    pub fn first_month(&self) -> SiteMonth {
        self.first_month.parse().unwrap_or(SiteMonth(0))
    }

    /// Fills in the current month where nothing names the first one.
    pub(super) fn begin_now_by_default(&mut self) {
        if self.first_month.is_empty() {
            self.first_month = FixedZone(self.timezone).month(Clock::system().now()).iso();
        }
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        if self.first_month.parse::<SiteMonth>().is_err() {
            return refuse("wagers.first_month", "must be a month such as 2023-01");
        }
        within("wagers.poll_minutes", self.poll_minutes, 1, 24 * 60)?;
        within("wagers.freeze_hours", self.freeze_hours, 0, 31 * 24)?;
        if !self.source_url.is_empty() {
            check_service("wagers.source_url", &self.source_url)?;
        }
        if self.prizes.len() > PERIODS_MAX {
            return refuse("wagers.prizes", "must have at most 240 periods");
        }
        let mut last = None;
        for (at, period) in self.prizes.iter().enumerate() {
            let from = period.from.parse::<SiteMonth>().ok();
            match (at, from) {
                (0, None) if period.from.is_empty() => {}
                (0, _) => {
                    let text = "the first period has from = \"\": it holds from the beginning";
                    return refuse("wagers.prizes", text);
                }
                (_, None) => return refuse("wagers.prizes", "from must be a month: YYYY-MM"),
                (_, from) if from <= last => {
                    return refuse(
                        "wagers.prizes",
                        "the periods must stand in order of their months",
                    );
                }
                _ => {}
            }
            last = from;
            let fits = period.prizes.len() <= RANKS_MAX
                && period.pool <= POOL_MAX
                && period.prizes.iter().all(|prize| *prize <= POOL_MAX);
            if !fits {
                return refuse("wagers.prizes", "at most 100 prizes, each at most 1,000,000,000");
            }
            match *period.bonus_buys.as_slice() {
                [] => {}
                [first, last] if 1 <= first && first <= last && last <= period.prizes.len() => {}
                _ => {
                    let text =
                        "bonus_buys must be empty or the first and last rank with such a prize";
                    return refuse("wagers.prizes", text);
                }
            }
        }
        Ok(())
    }
}
