//! Calls of members on the games.

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::ClientSeed;
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::Games;
use super::bet_call::bet_calls;
use super::error::{CallError, GameError};
use super::history;
use super::seeds::revealed_seed;
use super::stored_rounds::{Replayer, find_round};
use super::view::{
    self, Fairness, HistoryAnswer, Proof, Rotated, RoundProof, SeedEventsAnswer, StateAnswer,
};
use crate::accounts::{ActiveMember, Caller, Member, check_sender};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::draw_key::newest_events;
use crate::ids::{GameId, RoundId};
use crate::input::{Body, Query};

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    let mut calls = bet_calls();
    calls.extend(calls!["games"; fairness, seed_events, rotate, one_round, state, history]);
    calls
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

/// The open round of a game.
#[call(get, "/api/games/{game}/state", member)]
pub async fn state(
    member: Member,
    games: web::Data<Games>,
    game: web::Path<String>,
) -> Result<Answer<StateAnswer>, GameError> {
    let mut open = games.open_round(member.0, known_game(&game)?).await?;
    if let Some(round) = &mut open {
        // It may have changed since the last move.
        round.balance = games.services().wallets.balance(member.0)?.balance;
    }
    let round = open.map(|round| view::round(member.0, round));
    Ok(Answer(StateAnswer { round }))
}

/// Own rounds of a game that have ended, newest first.
#[call(get, "/api/games/{game}/history", member)]
pub async fn history(
    member: Member,
    games: web::Data<Games>,
    game: web::Path<String>,
    query: Query<HistoryQuery>,
) -> Result<Answer<HistoryAnswer>, GameError> {
    let game = known_game(&game)?;
    let max = games.services().settings.now().games.history_max;
    let limit = query.limit.unwrap_or(20).clamp(1, max);
    let rounds = history::ended(&games, member.0, game, limit).await?;
    let history = rounds.into_iter().map(|round| view::round(member.0, round)).collect();
    Ok(Answer(HistoryAnswer { history }))
}

/// One round with what its proof needs.
#[call(get, "/api/games/rounds/{id}", member, admin(Members),
    refused(410 = "The key of its seed is lost."))]
pub async fn one_round(
    caller: Caller,
    games: web::Data<Games>,
    id: web::Path<String>,
) -> Result<Answer<RoundProof>, GameError> {
    let id: RoundId = id.parse().map_err(|_| GameError::NoSuchRound)?;
    // A round of another member gets the same answer as one that does not exist.
    caller.may_read(id.user).map_err(|_| GameError::NoSuchRound)?;
    let services = games.services();
    let view = services.store.view();
    let stored = find_round(view, id.user, id.number)?.ok_or(GameError::NoSuchRound)?;
    let mut replayer = Replayer::new(view, (&services.rules, &services.draw_key), id.user);
    let round = replayer.replay(&stored)?;
    let pair = replayer.pair(stored.row.pair)?;
    let proof = Proof {
        pair_id: view::pair_id(id.user, stored.row.pair),
        server_seed_hash: HexDigest::from_bytes(pair.commitment).to_string(),
        client_seed: pair.client_seed.clone().unwrap_or_default(),
        nonce: stored.row.nonce,
        server_seed: revealed_seed(pair).map(|seed| seed.reveal()),
    };
    let round = view::round(id.user, round);
    Ok(Answer(RoundProof { round, proof }))
}

/// The caller's seed pair.
#[call(get, "/api/games/fairness", member)]
pub async fn fairness(
    member: Member,
    games: web::Data<Games>,
) -> Result<Answer<Fairness>, GameError> {
    let pair = games.fairness(member.0).await?;
    Ok(Answer(Fairness { pair: view::pair(member.0, pair) }))
}

/// Events that concern the seeds of the whole site, newest first: exports of the key that seals them, restores, the
/// upgrade to sealed seeds. Public.
#[call(get, "/api/games/fairness/events", public)]
pub async fn seed_events(games: web::Data<Games>) -> Result<Answer<SeedEventsAnswer>, GameError> {
    let events = newest_events(games.services().store.view())?;
    Ok(Answer(SeedEventsAnswer { events }))
}

/// Reveals the caller's pair and takes the prepared one.
#[call(post, "/api/games/fairness/rotate", member, awaited)]
pub async fn rotate(
    member: ActiveMember,
    games: web::Data<Games>,
    body: Body<Rotate>,
) -> Result<Answer<Rotated>, CallError> {
    let body = body.into_inner();
    check_sender(member.0, body.user_id.as_ref())?;
    let client_seed = match body.client_seed {
        None => None,
        Some(seed) => Some(ClientSeed::new(seed).map_err(|_| GameError::BadClientSeed)?),
    };
    let (revealed, current) = games.rotate(member.0, client_seed).await?;
    let revealed = view::revealed(member.0, revealed);
    let current = view::pair(member.0, current);
    Ok(Answer(Rotated { revealed, current }))
}

fn known_game(text: &str) -> Result<GameId, GameError> {
    text.parse().map_err(|_| GameError::NoSuchGame)
}
