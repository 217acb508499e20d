//! The moves of mines.

use actix_web::{HttpRequest, web};
use pointhouse_macros::call;
use pointhouse_rules::mines;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Games;
use super::bet_call::{NoFields, act};
use super::error::{CallError, GameError};
use super::stored_values::Move;
use super::view::BetAnswer;
use crate::accounts::{ActiveMember, check_sender};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::GameId;
use crate::input::Body;

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls!["games"; mines_reveal, mines_cash_out]
}

/// A pick in a round of mines.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct Pick {
    /// 0 to 24, row by row.
    tile: u8,
}

/// Reveals a tile.
#[call(post, "/api/games/mines/reveal", member, awaited, takes(Pick))]
pub async fn mines_reveal(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<Answer<BetAnswer>, CallError> {
    check_sender(member.0, body.get("userId"))?;
    let pick = mines::Action::reveal_json(body.get("tile")).map_err(GameError::Rules)?;
    let mines::Action::Reveal(tile) = pick else { return Err(GameError::NoOpenRound.into()) };
    act(&req, &member, &games, GameId::Mines, Move::Reveal(tile)).await
}

/// Takes the multiplier reached.
#[call(post, "/api/games/mines/cashout", member, awaited)]
pub async fn mines_cash_out(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<NoFields>,
) -> Result<Answer<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    act(&req, &member, &games, GameId::Mines, Move::CashOut).await
}
