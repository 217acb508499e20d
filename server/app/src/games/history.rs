//! Rounds that have ended: of any game, and in older shapes for dice and limbo.

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::View;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::Games;
use super::error::{CallError, GameError};
use super::messages::PlayedRound;
use super::records::ROUND;
use super::registry::RoundDetail;
use super::stored_rounds::{Replayer, StoredRound, find_round, with_moves};
use crate::accounts::{AuthError, Caller, Done, Member};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::ids::{GameId, RoundId, UserId};
use crate::input::Body;

/// Most rounds that a history call reads, rounds of other games included.
const SCAN_MAX: usize = 5_000;
/// Number of rounds in the answers of the older calls.
const OLD_HISTORY: usize = 20;

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls!["games"; add_dice, dice, add_limbo, limbo]
}

/// A roll in its older shape.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiceHistoryItem {
    id: String,
    roll: f64,
    target: u8,
    bet: u32,
    payout: u64,
    won: bool,
    timestamp: String,
}

/// The older history of dice.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiceHistory {
    /// Message for the user.
    message: &'static str,
    history: Vec<DiceHistoryItem>,
}

/// A round of limbo in its older shape.
#[derive(Debug, Serialize, ToSchema)]
pub struct LimboHistoryItem {
    id: String,
    multiplier: f64,
    target: f64,
    bet: u32,
    payout: u64,
    won: bool,
    timestamp: String,
}

/// The older history of limbo.
#[derive(Debug, Serialize, ToSchema)]
pub struct LimboHistory {
    /// Message for the user.
    message: &'static str,
    history: Vec<LimboHistoryItem>,
}

/// The last 20 rolls of the caller (docs/decisions.md, A2).
#[call(get, "/api/dice/history/{userId}", member, admin(Members))]
pub async fn dice(
    caller: Caller,
    games: web::Data<Games>,
    user: web::Path<String>,
) -> Result<Answer<DiceHistory>, CallError> {
    let rounds = last(&caller, &games, &user, GameId::Dice).await?;
    let item = |(user, round): (UserId, PlayedRound)| match round.state.detail {
        RoundDetail::Dice(bet, drawn) => Some(DiceHistoryItem {
            id: RoundId { user, number: round.number }.to_string(),
            roll: decimal(drawn.outcome.roll),
            target: bet.target(),
            bet: bet.stake().get(),
            payout: drawn.outcome.payout.get(),
            won: drawn.outcome.won,
            timestamp: Millis(round.at).iso(),
        }),
        _ => None,
    };
    let history = rounds.into_iter().filter_map(item).collect();
    Ok(Answer(DiceHistory { message: "The newest rounds first", history }))
}

/// The last 20 rounds of limbo of the caller (docs/decisions.md, A2).
#[call(get, "/api/limbo/history/{userId}", member, admin(Members))]
pub async fn limbo(
    caller: Caller,
    games: web::Data<Games>,
    user: web::Path<String>,
) -> Result<Answer<LimboHistory>, CallError> {
    let rounds = last(&caller, &games, &user, GameId::Limbo).await?;
    let item = |(user, round): (UserId, PlayedRound)| match round.state.detail {
        RoundDetail::Limbo(bet, drawn) => Some(LimboHistoryItem {
            id: RoundId { user, number: round.number }.to_string(),
            multiplier: decimal(drawn.outcome.result),
            target: decimal(bet.target()),
            bet: bet.stake().get(),
            payout: drawn.outcome.payout.get(),
            won: drawn.outcome.won,
            timestamp: Millis(round.at).iso(),
        }),
        _ => None,
    };
    let history = rounds.into_iter().filter_map(item).collect();
    Ok(Answer(LimboHistory { message: "The newest rounds first", history }))
}

/// Older calls write decimals as JSON numbers.
fn decimal(value: impl std::fmt::Display) -> f64 {
    value.to_string().parse().unwrap_or_default()
}

/// The older call to add a round.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddToHistory {
    user_id: String,
    #[schema(value_type = Object)]
    history_item: Value,
}

/// The older call to add a roll: success for one that the server knows (docs/decisions.md, A2).
#[call(post, "/api/dice/history", member)]
pub async fn add_dice(
    member: Member,
    games: web::Data<Games>,
    body: Body<AddToHistory>,
) -> Result<Answer<Done>, CallError> {
    known(&member, &games, &body, GameId::Dice)
}

/// As for dice.
#[call(post, "/api/limbo/history", member)]
pub async fn add_limbo(
    member: Member,
    games: web::Data<Games>,
    body: Body<AddToHistory>,
) -> Result<Answer<Done>, CallError> {
    known(&member, &games, &body, GameId::Limbo)
}

fn known(
    member: &Member,
    games: &Games,
    body: &AddToHistory,
    game: GameId,
) -> Result<Answer<Done>, CallError> {
    let id = body.history_item.get("id").and_then(Value::as_str).unwrap_or_default();
    let id: RoundId = id.parse().map_err(|_| AuthError::Forbidden)?;
    if id.user != member.0 || body.user_id != member.0.to_string() {
        return Err(AuthError::Forbidden.into());
    }
    match find_round(games.services().store.view(), id.user, id.number)? {
        Some(stored) if stored.row.play.game() == game => {
            let message = "The server keeps the history".to_owned();
            Ok(Answer(Done { message }))
        }
        _ => Err(AuthError::Forbidden.into()),
    }
}

async fn last(
    caller: &Caller,
    games: &Games,
    user: &str,
    game: GameId,
) -> Result<Vec<(UserId, PlayedRound)>, CallError> {
    let user: UserId = user.parse().map_err(|_| AuthError::Forbidden)?;
    caller.may_read(user)?;
    let rounds = ended(games, user, game, OLD_HISTORY).await?;
    Ok(rounds.into_iter().map(|round| (user, round)).collect())
}

/// A member's rounds of a game that have ended, newest first.
pub(super) async fn ended(
    games: &Games,
    user: UserId,
    game: GameId,
    limit: usize,
) -> Result<Vec<PlayedRound>, GameError> {
    let games = games.clone();
    let reads = games.services().reads.clone();
    let read = reads.run_for_member(move || {
        let services = games.services();
        let view = services.store.view();
        let mut replayer = Replayer::new(view, (&services.rules, &services.draw_key), user);
        let stored = newest(view, user, game, limit)?;
        let rounds = stored.iter().map(|stored| replayer.replay(stored));
        // Nothing but their money is known of rounds with a lost seed. The statement has that.
        rounds.filter(|round| !matches!(round, Err(GameError::SeedLost))).collect()
    });
    read.await?
}

fn newest(
    view: &View,
    user: UserId,
    game: GameId,
    limit: usize,
) -> Result<Vec<StoredRound>, GameError> {
    let mut found = Vec::new();
    for entry in ROUND.newest_first(view, user, u64::MAX).take(SCAN_MAX) {
        let (number, row) = entry?;
        if row.play.game() != game {
            continue;
        }
        let stored = with_moves(view, user, number, row)?;
        if !stored.is_open() {
            found.push(stored);
        }
        if found.len() == limit {
            break;
        }
    }
    Ok(found)
}
