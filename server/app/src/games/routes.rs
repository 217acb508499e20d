//! Calls of members on the games.

use actix_web::{HttpRequest, web};
use pointhouse_rules::dice;
use pointhouse_rules::fairness::{ClientSeed, ServerSeed};
use pointhouse_store::{View, decode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use super::error::GameError;
use super::records::{RoundRow, RulesRow};
use super::seeds::read_pair;
use super::session::read_round;
use super::view::{
    self, BetAnswer, Fairness, HistoryAnswer, Proof, Rotated, RoundProof, StateAnswer,
};
use super::{Games, Wager};
use crate::accounts::{ActiveMember, AuthError, Caller, Member, check_sender};
use crate::ids::{GameId, RoundId, UserId};
use crate::tables;

/// Rounds that a history call looks through at most, other games' included.
const HISTORY_LOOKS_BACK: usize = 5_000;
const HISTORY_PAGE: usize = 256;
/// The older calls answer this many rounds.
const OLD_HISTORY: usize = 20;

/// A bet on dice, for the description; the body is read by the rules.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct DiceBet {
    /// Whole points, 1 to 100.
    bet: u32,
    /// 1 to 99.
    target: u8,
    /// "under" or "over".
    direction: String,
}

/// A new client seed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rotate {
    /// 1 to 64 of `A-Za-z0-9._-`; a random one if absent.
    client_seed: Option<String>,
    /// The sender, if anything.
    #[schema(ignore)]
    user_id: Option<Value>,
}

/// How many rounds.
#[derive(Deserialize, IntoParams)]
pub struct HistoryQuery {
    /// Default 20.
    limit: Option<usize>,
}

/// Refusals of who calls and of the game, for one call.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum CallError {
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Game(#[from] GameError),
}

/// Hash of the idempotency key, if one came.
///
/// # Errors
/// It is not 1 to 64 visible characters.
pub fn idempotency_key(req: &HttpRequest) -> Result<Option<[u8; 16]>, GameError> {
    let Some(value) = req.headers().get("idempotency-key") else { return Ok(None) };
    let bytes = value.as_bytes();
    if bytes.is_empty() || bytes.len() > 64 || !bytes.iter().all(u8::is_ascii_graphic) {
        return Err(GameError::BadKey);
    }
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    let (half, _) = hash.split_at(16);
    Ok(half.try_into().ok())
}

/// Plays a round of dice.
#[utoipa::path(post, path = "/api/games/dice/bet", tag = "games", request_body = DiceBet,
    responses((status = 200, body = BetAnswer)))]
pub async fn dice_bet(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: web::Json<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    check_sender(member.0, body.get("userId"))?;
    let key = idempotency_key(&req)?;
    let foundation = games.foundation();
    let table = &foundation.settings.tables.dice;
    let bet = dice::Bet::from_json(&body, table).map_err(GameError::Rules)?;
    let settled = games.bet(member.0, Wager::Dice(bet), key).await?;
    // A round that is answered again may be of a time with other tables.
    let percent = if settled.row.rules == foundation.rules.id(GameId::Dice) {
        table.return_percent
    } else {
        return_percent(foundation.store.view(), settled.row.rules)?
    };
    Ok(web::Json(view::bet_answer(member.0, &settled, percent)))
}

/// The open round of a game.
#[utoipa::path(get, path = "/api/games/{game}/state", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = StateAnswer)))]
pub async fn state(
    _member: Member,
    game: web::Path<String>,
) -> Result<web::Json<StateAnswer>, GameError> {
    match known_game(&game)? {
        // A roll is over when it is answered: there is never an open one.
        GameId::Dice => Ok(web::Json(StateAnswer { success: true, round: None })),
        _ => Err(GameError::NoSuchGame),
    }
}

/// Own rounds of a game, newest first.
#[utoipa::path(get, path = "/api/games/{game}/history", tag = "games",
    params(("game" = String, Path), HistoryQuery),
    responses((status = 200, body = HistoryAnswer)))]
pub async fn history(
    member: Member,
    games: web::Data<Games>,
    game: web::Path<String>,
    query: web::Query<HistoryQuery>,
) -> Result<web::Json<HistoryAnswer>, GameError> {
    let game = known_game(&game)?;
    let max = games.foundation().settings.history_max;
    let limit = query.limit.unwrap_or(20).clamp(1, max);
    let history = rounds(&games, member.0, game, limit).await?;
    let user = member.0;
    let percents = percents(&games, &history)?;
    let shown = history.iter().zip(percents);
    let history = shown.map(|((number, row), percent)| view::round(user, *number, row, percent));
    Ok(web::Json(HistoryAnswer { success: true, history: history.collect() }))
}

/// One round with what its proof needs.
#[utoipa::path(get, path = "/api/games/rounds/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = RoundProof)))]
pub async fn one_round(
    caller: Caller,
    games: web::Data<Games>,
    id: web::Path<String>,
) -> Result<web::Json<RoundProof>, GameError> {
    let id: RoundId = id.parse().map_err(|_| GameError::NoSuchRound)?;
    // Somebody else's round is as unknown as one that never was.
    caller.may_read(id.user).map_err(|_| GameError::NoSuchRound)?;
    let view = games.foundation().store.view();
    let row = read_round(view, id.user, id.number)?.ok_or(GameError::NoSuchRound)?;
    let pair = read_pair(view, id.user, row.pair).map_err(GameError::Inner)?;
    let pair = pair.ok_or_else(|| GameError::Inner("a round's pair is missing".to_owned()))?;
    let seed = ServerSeed::from_bytes(&pair.server_seed);
    let proof = Proof {
        pair_id: view::pair_id(id.user, row.pair),
        server_seed_hash: seed.commitment().to_string(),
        client_seed: pair.client_seed.unwrap_or_default(),
        nonce: row.nonce,
        server_seed: pair.revealed_at.map(|_| seed.reveal()),
    };
    let percent = return_percent(view, row.rules)?;
    let round = view::round(id.user, id.number, &row, percent);
    Ok(web::Json(RoundProof { success: true, round, proof }))
}

/// The tables in force with their limits. Public.
#[utoipa::path(get, path = "/api/games/rules", tag = "games",
    responses((status = 200, body = RulesAnswer)))]
pub async fn rules(games: web::Data<Games>) -> web::Json<RulesAnswer> {
    let foundation = games.foundation();
    let table = &foundation.settings.tables.dice;
    let dice = DiceRules {
        rules_hash: foundation.rules.hash_of(GameId::Dice).to_owned(),
        min_bet: table.min_bet,
        max_bet: table.max_bet,
        return_percent: table.return_percent,
    };
    let rules_hash = foundation.rules.hash.clone();
    web::Json(RulesAnswer { success: true, rules_hash, games: GameRules { dice } })
}

/// The tables in force.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesAnswer {
    /// Always true.
    pub success: bool,
    /// Hash over all tables.
    pub rules_hash: String,
    /// Per game.
    pub games: GameRules,
}

/// Tables per game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameRules {
    /// Dice.
    pub dice: DiceRules,
}

/// The table of dice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiceRules {
    /// Hash of the table.
    pub rules_hash: String,
    /// Points.
    pub min_bet: u32,
    /// Points.
    pub max_bet: u32,
    /// A win pays floor(bet * this / chance).
    pub return_percent: u32,
}

/// The caller's seed pair.
#[utoipa::path(get, path = "/api/games/fairness", tag = "games",
    responses((status = 200, body = Fairness)))]
pub async fn fairness(
    member: Member,
    games: web::Data<Games>,
) -> Result<web::Json<Fairness>, GameError> {
    let pair = games.fairness(member.0).await?;
    Ok(web::Json(Fairness { success: true, pair: view::pair(member.0, pair) }))
}

/// Reveals the caller's pair and takes the prepared one.
#[utoipa::path(post, path = "/api/games/fairness/rotate", tag = "games", request_body = Rotate,
    responses((status = 200, body = Rotated)))]
pub async fn rotate(
    member: Member,
    games: web::Data<Games>,
    body: web::Json<Rotate>,
) -> Result<web::Json<Rotated>, CallError> {
    let body = body.into_inner();
    check_sender(member.0, body.user_id.as_ref())?;
    let client_seed = match body.client_seed {
        None => None,
        Some(seed) => Some(ClientSeed::new(seed).map_err(|_| GameError::BadClientSeed)?),
    };
    let (revealed, current) = games.rotate(member.0, client_seed).await?;
    let revealed = view::revealed(member.0, revealed);
    let current = view::pair(member.0, current);
    Ok(web::Json(Rotated { success: true, revealed, current }))
}

/// A round in the shape of the specification's dice history.
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

/// The specification's history of dice.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiceHistory {
    success: bool,
    history: Vec<DiceHistoryItem>,
}

/// The last 20 rolls of the caller (decision A2).
#[utoipa::path(get, path = "/api/dice/history/{userId}", tag = "games",
    params(("userId" = String, Path)), responses((status = 200, body = DiceHistory)))]
pub async fn old_dice_history(
    caller: Caller,
    games: web::Data<Games>,
    user: web::Path<String>,
) -> Result<web::Json<DiceHistory>, CallError> {
    let user: UserId = user.parse().map_err(|_| AuthError::Forbidden)?;
    caller.may_read(user)?;
    let rows = rounds(&games, user, GameId::Dice, OLD_HISTORY).await?;
    let item = |(number, row): &(u64, RoundRow)| {
        let round = view::round(user, *number, row, 0);
        DiceHistoryItem {
            id: round.id,
            roll: round.detail.roll.parse().unwrap_or_default(),
            target: round.params.target,
            bet: round.params.bet,
            payout: round.payout,
            won: round.detail.won,
            timestamp: round.created_at,
        }
    };
    Ok(web::Json(DiceHistory { success: true, history: rows.iter().map(item).collect() }))
}

/// The specification's call to add a roll.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddToHistory {
    user_id: String,
    #[schema(value_type = Object)]
    history_item: Value,
}

/// The specification's call to add a roll: success for one that the server knows (decision A2).
#[utoipa::path(post, path = "/api/dice/history", tag = "games", request_body = AddToHistory,
    responses((status = 200, body = crate::accounts::Done)))]
pub async fn add_dice_history(
    member: Member,
    games: web::Data<Games>,
    body: web::Json<AddToHistory>,
) -> Result<web::Json<crate::accounts::Done>, CallError> {
    let id = body.history_item.get("id").and_then(Value::as_str).unwrap_or_default();
    let id: RoundId = id.parse().map_err(|_| AuthError::Forbidden)?;
    if id.user != member.0 || body.user_id != member.0.to_string() {
        return Err(AuthError::Forbidden.into());
    }
    let row = read_round(games.foundation().store.view(), id.user, id.number)?;
    match row {
        Some(row) if row.play.game() == GameId::Dice => {
            let message = "The server keeps the history".to_owned();
            Ok(web::Json(crate::accounts::Done { success: true, message }))
        }
        _ => Err(AuthError::Forbidden.into()),
    }
}

fn known_game(text: &str) -> Result<GameId, GameError> {
    text.parse().map_err(|_| GameError::NoSuchGame)
}

async fn rounds(
    games: &Games,
    user: UserId,
    game: GameId,
    limit: usize,
) -> Result<Vec<(u64, RoundRow)>, GameError> {
    let view = games.foundation().store.view().clone();
    let read = games.foundation().reads.run(move || newest(&view, user, game, limit)).await;
    read.map_err(|error| GameError::Inner(error.to_string()))?
}

fn newest(
    view: &View,
    user: UserId,
    game: GameId,
    limit: usize,
) -> Result<Vec<(u64, RoundRow)>, GameError> {
    let inner = |error: &dyn std::fmt::Display| GameError::Inner(error.to_string());
    let mut found = Vec::new();
    let mut before = u64::MAX;
    for _ in 0..HISTORY_LOOKS_BACK.div_ceil(HISTORY_PAGE) {
        let page = view.log(tables::ROUND, user.0, before, HISTORY_PAGE).map_err(|e| inner(&e))?;
        let Some(oldest) = page.last() else { break };
        before = oldest.seq;
        for entry in &page {
            let row: RoundRow = decode(&entry.value).map_err(|e| inner(&e))?;
            if row.play.game() == game {
                found.push((entry.seq, row));
                if found.len() == limit {
                    return Ok(found);
                }
            }
        }
    }
    Ok(found)
}

fn percents(games: &Games, rounds: &[(u64, RoundRow)]) -> Result<Vec<u32>, GameError> {
    let view = games.foundation().store.view();
    let mut last: Option<(u32, u32)> = None;
    let percent = |(_, row): &(u64, RoundRow)| match last {
        Some((rules, percent)) if rules == row.rules => Ok(percent),
        _ => {
            let percent = return_percent(view, row.rules)?;
            last = Some((row.rules, percent));
            Ok(percent)
        }
    };
    rounds.iter().map(percent).collect()
}

/// The return of the tables that a round of dice was played under.
fn return_percent(view: &View, rules: u32) -> Result<u32, GameError> {
    let inner = |error: &dyn std::fmt::Display| GameError::Inner(error.to_string());
    let row = view.get(tables::RULES, &rules.to_be_bytes()).map_err(|e| inner(&e))?;
    let row = row.ok_or_else(|| inner(&"the tables of a round are missing"))?;
    let row: RulesRow = decode(&row).map_err(|e| inner(&e))?;
    let table: dice::Table = serde_json::from_str(&row.text).map_err(|e| inner(&e))?;
    Ok(table.return_percent)
}
