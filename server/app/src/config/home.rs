//! `[home]`

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ConfigError, distinct, within};

/// Largest counter.
const COUNTER_MAX: u64 = 1_000_000_000;

/// `[home]`: what the home page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Home {
    /// Blocks below the welcome, in their order; those that are not listed are not shown.
    pub blocks: Vec<HomeBlock>,
    /// Counters that the site keeps itself, in their order.
    pub live_counters: Vec<LiveCounter>,
    /// Won by members, in whole USD, as entered; a counter of 0 is hidden.
    pub winnings: u64,
    /// Hours streamed, as entered.
    pub hours: u64,
    /// Members of the community, as entered.
    pub members: u64,
    /// Entertainment in percent, as entered.
    pub entertainment: u64,
}

/// A block of the home page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HomeBlock {
    /// The community in figures.
    Counters,
    /// The parts of the site.
    Features,
    /// The house games.
    Games,
    /// How the site works.
    Principles,
}

/// A counter that the site keeps itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LiveCounter {
    /// Members with an account.
    Members,
    /// Points that members were given, imports included, without winnings of house games.
    PointsPaid,
    /// Rounds of house games, all of which can be checked.
    Rounds,
}

impl Home {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        distinct("home.blocks", &self.blocks)?;
        distinct("home.live_counters", &self.live_counters)?;
        within("home.winnings", self.winnings, 0, COUNTER_MAX)?;
        within("home.hours", self.hours, 0, COUNTER_MAX)?;
        within("home.members", self.members, 0, COUNTER_MAX)?;
        within("home.entertainment", self.entertainment, 0, COUNTER_MAX)
    }
}
