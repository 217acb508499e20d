//! The tables in force with their odds, as the pages get them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Decimals of an expected return.
pub(super) const PLACES: u32 = 6;

/// The tables in force.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RulesAnswer {
    /// Hash over all tables.
    pub rules_hash: String,
    /// Per game id.
    pub games: BTreeMap<&'static str, GameRules>,
}

/// The table of a game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GameRules {
    /// SHA-256 of the canonical JSON of the table.
    pub rules_hash: String,
    /// As in docs/games.md and `data/presets/neutral.toml`.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub table: Value,
    /// The highest exact return of any bet, as a decimal.
    pub highest_return: String,
    /// The same as a fraction: numerator and denominator.
    pub highest_return_fraction: (String, String),
    /// The largest payout of any round, in points.
    pub max_payout: u64,
    /// Exact returns by bet, where they depend on nothing else (blackjack, played best).
    #[schema(required, value_type = Option<BTreeMap<String, String>>)]
    pub returns_by_bet: Option<BTreeMap<u32, String>>,
}
