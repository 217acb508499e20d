//! The tables in force with their odds, and those of old rounds. Public.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Games;
use super::error::GameError;
use super::odds_view::RulesAnswer;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::etag;

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls!["games"; rules, table]
}

/// One table by its hash.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableAnswer {
    /// SHA-256 of the canonical JSON of the table.
    pub rules_hash: String,
    /// As in docs/games.md and `data/presets/neutral.toml`.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub table: Value,
    /// What was hashed.
    pub canonical: String,
}

/// The tables in force with their limits and odds. Public.
#[call(get, "/api/games/rules", public, answers(200 = Answer<RulesAnswer>))]
pub async fn rules(req: HttpRequest, games: web::Data<Games>) -> Result<HttpResponse, GameError> {
    let in_force = games.services().rules.in_force().ok_or(GameError::NoSuchRules)?;
    Ok(in_force.odds.answer(&req))
}

/// The tables of a hash, also those of old rounds. Public.
#[call(get, "/api/games/rules/{hash}", public, answers(200 = Answer<TableAnswer>))]
pub async fn table(
    req: HttpRequest,
    games: web::Data<Games>,
    hash: web::Path<String>,
) -> Result<HttpResponse, GameError> {
    let text = games.services().rules.text_of(&hash).ok_or(GameError::NoSuchRules)?;
    let answer = TableAnswer {
        rules_hash: hash.into_inner(),
        table: serde_json::from_str(&text)?,
        canonical: text,
    };
    Ok(etag::json(&req, &Answer(answer)))
}
