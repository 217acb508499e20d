//! Calls of members on the games.

use actix_web::{HttpRequest, web};
use pointhouse_rules::fairness::{ClientSeed, ServerSeed};
use pointhouse_rules::mines;
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::error::{CallError, GameError};
use super::history;
use super::records::Move;
use super::retelling::{Teller, read_kept};
use super::view::{
    self, BetAnswer, Fairness, HistoryAnswer, Proof, Rotated, RoundProof, StateAnswer,
};
use super::{Games, Wager};
use crate::accounts::{ActiveMember, Caller, Member, check_sender, idempotency_key};
use crate::calls::{Call, calls};
use crate::ids::{GameId, RoundId};
use crate::input::{Body, Query};

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        dice_bet,
        limbo_bet,
        keno_bet,
        slot_bet,
        roulette_bet,
        mines_start,
        mines_reveal,
        mines_cash_out,
        blackjack_deal,
        blackjack_insurance,
        blackjack_hit,
        blackjack_stand,
        blackjack_double,
        fairness,
        rotate,
        one_round,
        state,
        history,
    ]
}

/// A bet on dice. Bodies of bets are read by the rules; these are for the description.
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

/// A bet on limbo.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct LimboBet {
    /// Whole points, 1 to 100.
    bet: u32,
    /// 1.01 to 1500.00, as text or as a number with at most two decimals.
    target: String,
}

/// A bet on keno.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct KenoBet {
    /// Whole points, 1 to 100.
    bet: u32,
    /// "low", "medium" or "high".
    risk: String,
    /// 1 to 10 different numbers from 1 to 40.
    picks: Vec<u8>,
}

/// A spin, or the deal of a hand.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct PlainBet {
    /// Whole points.
    bet: u32,
}

/// Bets on a number of roulette.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct RouletteBets {
    /// Together 1 to 100 points.
    bets: Vec<OneRouletteBet>,
}

/// One of them.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct OneRouletteBet {
    /// What it is on, such as "split" or "red".
    kind: String,
    /// Whole points.
    amount: u32,
    /// The numbers of an inside bet.
    numbers: Option<Vec<u8>>,
    /// Which dozen or column, 1 to 3.
    pick: Option<u8>,
}

/// The beginning of a round of mines.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct MinesBet {
    /// Whole points, 1 to 100.
    bet: u32,
    /// 1 to 24.
    mines: u8,
}

/// A pick in a round of mines.
#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only described")]
pub struct Pick {
    /// 0 to 24, row by row.
    tile: u8,
}

/// An answer to the insurance offer.
#[derive(Deserialize, ToSchema)]
pub struct Insurance {
    /// Take it.
    accept: bool,
    /// The sender, if anything.
    #[serde(rename = "userId")]
    #[schema(ignore)]
    user_id: Option<Value>,
}

/// A call that needs nothing more.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Nothing {
    /// The sender, if anything.
    #[schema(ignore)]
    user_id: Option<Value>,
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

/// Plays a round of dice.
#[utoipa::path(post, path = "/api/games/dice/bet", tag = "games", request_body = DiceBet,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn dice_bet(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    place(&req, &member, &games, GameId::Dice, &body).await
}

/// Plays a round of limbo.
#[utoipa::path(post, path = "/api/games/limbo/bet", tag = "games", request_body = LimboBet,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn limbo_bet(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    place(&req, &member, &games, GameId::Limbo, &body).await
}

/// Plays a round of keno.
#[utoipa::path(post, path = "/api/games/keno/bet", tag = "games", request_body = KenoBet,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn keno_bet(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    place(&req, &member, &games, GameId::Keno, &body).await
}

/// Spins the slot.
#[utoipa::path(post, path = "/api/games/slot/bet", tag = "games", request_body = PlainBet,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn slot_bet(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    place(&req, &member, &games, GameId::Slot, &body).await
}

/// Spins the wheel for a list of bets.
#[utoipa::path(post, path = "/api/games/roulette/bet", tag = "games", request_body = RouletteBets,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn roulette_bet(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    place(&req, &member, &games, GameId::Roulette, &body).await
}

/// Begins a round of mines.
#[utoipa::path(post, path = "/api/games/mines/start", tag = "games", request_body = MinesBet,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn mines_start(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    place(&req, &member, &games, GameId::Mines, &body).await
}

/// Deals a hand of blackjack.
#[utoipa::path(post, path = "/api/games/blackjack/deal", tag = "games", request_body = PlainBet,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn blackjack_deal(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    place(&req, &member, &games, GameId::Blackjack, &body).await
}

async fn place(
    req: &HttpRequest,
    member: &ActiveMember,
    games: &Games,
    game: GameId,
    body: &Value,
) -> Result<web::Json<BetAnswer>, CallError> {
    check_sender(member.0, body.get("userId"))?;
    let key = idempotency_key(req)?.map(|sent| sent.key);
    let set = games.foundation().rules.now(game).map_err(GameError::from)?;
    let wager = Wager::from_json(&set.table, body).map_err(GameError::Rules)?;
    let settled = games.bet(member.0, wager, key).await?;
    Ok(web::Json(view::bet_answer(member.0, settled)))
}

/// Reveals a tile.
#[utoipa::path(post, path = "/api/games/mines/reveal", tag = "games", request_body = Pick,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn mines_reveal(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Value>,
) -> Result<web::Json<BetAnswer>, CallError> {
    check_sender(member.0, body.get("userId"))?;
    let pick = mines::Action::reveal_json(body.get("tile")).map_err(GameError::Rules)?;
    let mines::Action::Reveal(tile) = pick else { return Err(GameError::NoOpenRound.into()) };
    act(&req, &member, &games, GameId::Mines, Move::Reveal(tile)).await
}

/// Takes the multiplier reached.
#[utoipa::path(post, path = "/api/games/mines/cashout", tag = "games", request_body = Nothing,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn mines_cash_out(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Nothing>,
) -> Result<web::Json<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    act(&req, &member, &games, GameId::Mines, Move::CashOut).await
}

/// Answers the insurance offer.
#[utoipa::path(post, path = "/api/games/blackjack/insurance", tag = "games",
    request_body = Insurance, responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn blackjack_insurance(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Insurance>,
) -> Result<web::Json<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    let action = if body.accept { Move::Insure } else { Move::Decline };
    act(&req, &member, &games, GameId::Blackjack, action).await
}

/// Takes a card.
#[utoipa::path(post, path = "/api/games/blackjack/hit", tag = "games", request_body = Nothing,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn blackjack_hit(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Nothing>,
) -> Result<web::Json<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    act(&req, &member, &games, GameId::Blackjack, Move::Hit).await
}

/// Takes no more cards.
#[utoipa::path(post, path = "/api/games/blackjack/stand", tag = "games", request_body = Nothing,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn blackjack_stand(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Nothing>,
) -> Result<web::Json<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    act(&req, &member, &games, GameId::Blackjack, Move::Stand).await
}

/// Doubles the bet, takes one card and stands.
#[utoipa::path(post, path = "/api/games/blackjack/double", tag = "games", request_body = Nothing,
    responses((status = 200, body = BetAnswer)),
    security(("member" = [])))]
pub async fn blackjack_double(
    req: HttpRequest,
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Nothing>,
) -> Result<web::Json<BetAnswer>, CallError> {
    check_sender(member.0, body.user_id.as_ref())?;
    act(&req, &member, &games, GameId::Blackjack, Move::Double).await
}

async fn act(
    req: &HttpRequest,
    member: &ActiveMember,
    games: &Games,
    game: GameId,
    action: Move,
) -> Result<web::Json<BetAnswer>, CallError> {
    let key = idempotency_key(req)?.map(|sent| sent.key);
    let settled = games.act(member.0, game, action, key).await?;
    Ok(web::Json(view::bet_answer(member.0, settled)))
}

/// The open round of a game.
#[utoipa::path(get, path = "/api/games/{game}/state", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = StateAnswer)),
    security(("member" = [])))]
pub async fn state(
    member: Member,
    games: web::Data<Games>,
    game: web::Path<String>,
) -> Result<web::Json<StateAnswer>, GameError> {
    let open = games.open_round(member.0, known_game(&game)?).await?;
    let round = open.map(|settled| view::round(member.0, settled));
    Ok(web::Json(StateAnswer { success: true, round }))
}

/// Own rounds of a game that have ended, newest first.
#[utoipa::path(get, path = "/api/games/{game}/history", tag = "games",
    params(("game" = String, Path), HistoryQuery),
    responses((status = 200, body = HistoryAnswer)),
    security(("member" = [])))]
pub async fn history(
    member: Member,
    games: web::Data<Games>,
    game: web::Path<String>,
    query: Query<HistoryQuery>,
) -> Result<web::Json<HistoryAnswer>, GameError> {
    let game = known_game(&game)?;
    let max = games.foundation().settings.history_max;
    let limit = query.limit.unwrap_or(20).clamp(1, max);
    let rounds = history::ended(&games, member.0, game, limit).await?;
    let history = rounds.into_iter().map(|settled| view::round(member.0, settled)).collect();
    Ok(web::Json(HistoryAnswer { success: true, history }))
}

/// One round with what its proof needs.
#[utoipa::path(get, path = "/api/games/rounds/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = RoundProof)),
    security(("member" = []), ("admin" = [])))]
pub async fn one_round(
    caller: Caller,
    games: web::Data<Games>,
    id: web::Path<String>,
) -> Result<web::Json<RoundProof>, GameError> {
    let id: RoundId = id.parse().map_err(|_| GameError::NoSuchRound)?;
    // Somebody else's round is as unknown as one that never was.
    caller.may_read(id.user).map_err(|_| GameError::NoSuchRound)?;
    let foundation = games.foundation();
    let view = foundation.store.view();
    let kept = read_kept(view, id.user, id.number)?.ok_or(GameError::NoSuchRound)?;
    let mut teller = Teller::new(view, &foundation.rules, id.user);
    let settled = teller.tell(&kept)?;
    let pair = teller.pair(kept.row.pair)?;
    let seed = ServerSeed::from_bytes(&pair.server_seed);
    let proof = Proof {
        pair_id: view::pair_id(id.user, kept.row.pair),
        server_seed_hash: seed.commitment().to_string(),
        client_seed: pair.client_seed.clone().unwrap_or_default(),
        nonce: kept.row.nonce,
        server_seed: pair.revealed_at.map(|_| seed.reveal()),
    };
    let round = view::round(id.user, settled);
    Ok(web::Json(RoundProof { success: true, round, proof }))
}

/// The caller's seed pair.
#[utoipa::path(get, path = "/api/games/fairness", tag = "games",
    responses((status = 200, body = Fairness)),
    security(("member" = [])))]
pub async fn fairness(
    member: Member,
    games: web::Data<Games>,
) -> Result<web::Json<Fairness>, GameError> {
    let pair = games.fairness(member.0).await?;
    Ok(web::Json(Fairness { success: true, pair: view::pair(member.0, pair) }))
}

/// Reveals the caller's pair and takes the prepared one.
#[utoipa::path(post, path = "/api/games/fairness/rotate", tag = "games", request_body = Rotate,
    responses((status = 200, body = Rotated)),
    security(("member" = [])))]
pub async fn rotate(
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Rotate>,
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

fn known_game(text: &str) -> Result<GameId, GameError> {
    text.parse().map_err(|_| GameError::NoSuchGame)
}
