//! The expected returns of tables of games that are being typed.

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_rules::{Game, Tables};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::accounts::Accounts;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::input::{self, Body, LIST_BYTES_MAX};
use crate::settings::SettingsError;

/// Decimals of an expected return.
const PLACES: u32 = 6;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; returns]
}

/// Tables whose returns are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TablesToCheck {
    #[schema(value_type = Object)]
    tables: Value,
}

/// The highest expected return of a game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameReturn {
    game: &'static str,
    /// Points paid back for each point staked, with 6 decimals.
    highest_return: String,
    /// The same as an exact fraction: numerator and denominator.
    highest_return_fraction: (String, String),
    /// True when the game pays back more than it takes.
    above_one: bool,
}

/// The returns of tables, or why they cannot be played.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReturnsAnswer {
    returns: Vec<GameReturn>,
    /// Null for tables that can be played.
    #[schema(required)]
    problem: Option<String>,
}

/// Works out the highest expected return of each game for tables that are being typed.
#[call(post, "/api/admin/settings/games/returns", admin(Settings, see), name = "table_returns",
    up_to = LIST_BYTES_MAX)]
pub async fn returns(
    accounts: web::Data<Accounts>,
    body: Body<TablesToCheck>,
) -> Result<Answer<ReturnsAnswer>, SettingsError> {
    let tables = body.into_inner().tables;
    let found = accounts.reads.run(move || returns_of(&tables)).await?;
    let (returns, problem) = match found {
        Ok(returns) => (returns, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    Ok(Answer(ReturnsAnswer { returns, problem }))
}

fn returns_of(tables: &Value) -> Result<Vec<GameReturn>, String> {
    let tables: Tables = input::read(tables).map_err(|problem| problem.to_string())?;
    tables.validate().map_err(|error| error.to_string())?;
    let of = |game: Game| {
        let highest = tables.max_return(game);
        GameReturn {
            game: game.id(),
            highest_return: highest.to_decimal(PLACES),
            highest_return_fraction: highest.as_fraction(),
            above_one: highest.is_above_one(),
        }
    };
    Ok(Game::ALL.into_iter().map(of).collect())
}
