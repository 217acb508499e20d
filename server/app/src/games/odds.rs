//! The tables in force with their odds, and those of old rounds. Public.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_rules::Tables;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::error::GameError;
use super::{Games, Rules};
use crate::calls::{Call, calls};
use crate::etag;
use crate::fault::Fault;
use crate::ids::GameId;

/// Decimals of an expected return.
pub(super) const PLACES: u32 = 6;

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls![rules, table,]
}

/// The tables in force.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesAnswer {
    /// Always true.
    pub success: bool,
    /// Hash over all tables.
    pub rules_hash: String,
    /// Per game id.
    pub games: BTreeMap<&'static str, GameRules>,
}

/// The table of a game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameRules {
    /// SHA-256 of the canonical JSON of the table.
    pub rules_hash: String,
    /// As in docs/games.md and `config.toml`.
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

/// One table by its hash.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableAnswer {
    /// Always true.
    pub success: bool,
    /// SHA-256 of the canonical JSON of the table.
    pub rules_hash: String,
    /// As in docs/games.md and `config.toml`.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub table: Value,
    /// What was hashed.
    pub canonical: String,
}

/// The tables in force with their limits and odds. Public.
#[utoipa::path(get, path = "/api/games/rules", tag = "games",
    responses((status = 200, body = RulesAnswer)))]
pub async fn rules(req: HttpRequest, games: web::Data<Games>) -> HttpResponse {
    games.services().odds.answer(&req)
}

/// The tables of a hash, also those of old rounds. Public.
#[utoipa::path(get, path = "/api/games/rules/{hash}", tag = "games",
    params(("hash" = String, Path)), responses((status = 200, body = TableAnswer)))]
pub async fn table(
    req: HttpRequest,
    games: web::Data<Games>,
    hash: web::Path<String>,
) -> Result<HttpResponse, GameError> {
    let text = games.services().rules.text_of(&hash).ok_or(GameError::NoSuchRules)?;
    let answer = TableAnswer {
        success: true,
        rules_hash: hash.into_inner(),
        table: serde_json::from_str(text)?,
        canonical: text.to_owned(),
    };
    Ok(etag::json(&req, &answer))
}

/// The answer of [`rules`], serialized once, because the returns take every bet.
///
/// # Errors
/// A game has no tables.
pub fn ready(rules: &Rules, tables: &Tables) -> Result<etag::Ready, Fault> {
    let mut games = BTreeMap::new();
    for game in GameId::ALL {
        let set = rules.current(game).map_err(Fault::other)?;
        let text = rules.text_of(&set.hash).ok_or(Fault::Contradiction("a game has no tables"))?;
        let highest = tables.max_return(game.into());
        let rules = GameRules {
            rules_hash: set.hash.to_string(),
            table: serde_json::from_str(text)?,
            highest_return: highest.to_decimal(PLACES),
            highest_return_fraction: highest.as_fraction(),
            max_payout: tables.max_payout(game.into()).get(),
            returns_by_bet: set.table.returns_by_bet(),
        };
        games.insert(game.id(), rules);
    }
    let rules_hash = rules.hash.clone();
    Ok(etag::Ready::new(&RulesAnswer { success: true, rules_hash, games })?)
}
