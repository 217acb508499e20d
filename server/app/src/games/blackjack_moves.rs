//! The moves of blackjack.

use actix_web::{HttpRequest, web};
use pointhouse_macros::call;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Games;
use super::bet_call::{NoFields, act};
use super::error::CallError;
use super::stored_values::Move;
use super::view::BetAnswer;
use crate::accounts::{ActiveMember, check_sender};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::GameId;
use crate::input::Body;

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls!["games"; blackjack_insurance, blackjack_hit, blackjack_stand, blackjack_double]
}

/// An answer to the insurance offer.
#[derive(Deserialize, ToSchema)]
pub struct Insurance {
    /// Whether to take it.
    accept: bool,
    /// The sender's account id, if sent.
    #[serde(rename = "userId")]
    #[schema(ignore)]
    user_id: Option<Value>,
}

/// Answers the insurance offer.
#[call(post, "/api/games/blackjack/insurance", member, awaited)]
pub async fn blackjack_insurance(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Insurance>,
) -> Result<Answer<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    let action = if body.accept { Move::Insure } else { Move::Decline };
    act(&req, &member, &games, GameId::Blackjack, action).await
}

/// Takes a card.
#[call(post, "/api/games/blackjack/hit", member, awaited)]
pub async fn blackjack_hit(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<NoFields>,
) -> Result<Answer<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    act(&req, &member, &games, GameId::Blackjack, Move::Hit).await
}

/// Takes no more cards.
#[call(post, "/api/games/blackjack/stand", member, awaited)]
pub async fn blackjack_stand(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<NoFields>,
) -> Result<Answer<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    act(&req, &member, &games, GameId::Blackjack, Move::Stand).await
}

/// Doubles the bet, takes one card and stands.
#[call(post, "/api/games/blackjack/double", member, awaited)]
pub async fn blackjack_double(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<NoFields>,
) -> Result<Answer<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    act(&req, &member, &games, GameId::Blackjack, Move::Double).await
}
