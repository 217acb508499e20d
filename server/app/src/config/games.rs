//! `[games]`

use std::collections::BTreeMap;

use pointhouse_rules::{ExpectedReturn, Game, Tables};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ConfigError, distinct, refuse, within};

/// `[games]`
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Bets of a member per second; 0 = no limit.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub bets_per_second: u32,
    /// The games that the site offers, in their order.
    #[schema(value_type = Vec<String>)]
    pub offered: Vec<Game>,
    /// Net points that a game may pay out in a site day; the game pauses when they are used up.
    pub prize_budget: u64,
    /// The same as a share of all members' points at the beginning of the day, in percent, at most 100; 0: the
    /// number above holds.
    pub prize_budget_percent: u32,
    /// Rows of the live feed.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub live_bets_kept: usize,
    /// Most rounds in a response of the history call.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub history_max: usize,
    /// An open round of mines or blackjack is settled automatically after this time, 1 to 8,760 hours.
    pub open_round_hours: u32,
    /// Games whose table may pay back more than it takes.
    #[schema(value_type = BTreeMap<String, bool>)]
    pub allow_positive_return: BTreeMap<Game, bool>,
    /// The tables of the games (docs/games.md).
    #[schema(value_type = Object)]
    pub tables: Tables,
}

impl Games {
    /// How long after its start an open round is settled automatically, in milliseconds.
    pub fn open_round_millis(&self) -> i64 {
        i64::from(self.open_round_hours) * 60 * 60 * 1000
    }

    /// Returns whether the site offers a game.
    pub fn offers(&self, game: Game) -> bool {
        self.offered.contains(&game)
    }

    /// Games that pay back more than they take and are allowed to, with their highest return.
    pub fn positive_returns(&self) -> Vec<(Game, ExpectedReturn)> {
        self.tables.positive_returns()
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        within("games.live_bets_kept", self.live_bets_kept, 1, 100)?;
        within("games.history_max", self.history_max, 20, 1000)?;
        within("games.prize_budget_percent", self.prize_budget_percent, 0, 100)?;
        distinct("games.offered", &self.offered)?;
        within("games.open_round_hours", self.open_round_hours, 1, 24 * 365)?;
        self.check_tables()
    }

    /// Checks that the tables can be played.
    pub(crate) fn check_played(&self) -> Result<(), ConfigError> {
        let invalid = |error: pointhouse_rules::TableError| ConfigError::Value {
            key: "games.tables",
            reason: error.to_string(),
        };
        self.tables.validate().map_err(invalid)
    }

    /// Checks that the tables can be played, and that none pays back more than it takes unless its game
    /// is explicitly allowed to (docs/games.md, section 1).
    fn check_tables(&self) -> Result<(), ConfigError> {
        self.check_played()?;
        for (game, highest) in self.positive_returns() {
            if self.allow_positive_return.get(&game) != Some(&true) {
                let percent = highest.to_decimal(4);
                return refuse(
                    "games.tables",
                    &format!(
                        "{game} would pay back {percent} points for each point staked; \
                         games.allow_positive_return.{game} = true allows it"
                    ),
                );
            }
        }
        Ok(())
    }
}
