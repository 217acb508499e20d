//! How rounds and seeds look on the wire.

use std::sync::Arc;

use pointhouse_rules::{Points, house_games};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::messages::{PairView, PlayedRound, Revealed};
use super::registry::RoundDetail;
use crate::clock::Millis;
use crate::draw_key::SeedEvent;
use crate::ids::{RoundId, UserId};

/// How a round ended, by money: more, as much or less than was staked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RoundResult {
    /// Paid more than was staked.
    Win,
    /// Paid what was staked.
    Push,
    /// Paid less.
    Loss,
}

impl RoundResult {
    /// By stake and payout.
    pub fn of(staked: u64, payout: u64) -> Self {
        match payout.cmp(&staked) {
            std::cmp::Ordering::Greater => Self::Win,
            std::cmp::Ordering::Equal => Self::Push,
            std::cmp::Ordering::Less => Self::Loss,
        }
    }
}

/// A round of one game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoundOf<P, D> {
    /// Id.
    pub id: String,
    /// Seed pair.
    pub pair_id: String,
    /// Nonce within the pair.
    pub nonce: u64,
    /// ISO 8601.
    pub created_at: String,
    /// Points staked.
    pub staked: u64,
    /// Points handed back, stake included.
    pub payout: u64,
    /// By money; null while open.
    #[schema(required)]
    pub result: Option<RoundResult>,
    /// Names the tables it was played under.
    #[schema(value_type = String)]
    pub rules_hash: Arc<str>,
    /// What was bet on.
    pub params: P,
    /// The result, with the fields of the test vectors; of an open round only what its member may see.
    pub detail: D,
}

/// Answer to a bet or a move.
#[derive(Debug, Serialize, ToSchema)]
pub struct BetAnswer {
    /// The round.
    pub round: Round,
    /// Balance after it.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub seq: u64,
}

/// Own rounds, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryAnswer {
    /// The rounds.
    pub history: Vec<Round>,
}

/// The open round of a game, if any.
#[derive(Debug, Serialize, ToSchema)]
pub struct StateAnswer {
    /// The round.
    #[schema(required)]
    pub round: Option<Round>,
}

/// The pair in use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fairness {
    /// The pair.
    #[serde(flatten)]
    pub pair: PairAnswer,
}

/// Events that concern the seeds of the whole site.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeedEventsAnswer {
    /// At most the newest 100, newest first.
    pub events: Vec<SeedEvent>,
}

/// A pair whose seed is still secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PairAnswer {
    /// Pair.
    pub pair_id: String,
    /// SHA-256 of the server seed.
    pub server_seed_hash: String,
    /// Client seed.
    pub client_seed: String,
    /// Nonce of the next round.
    pub nonce: u64,
    /// SHA-256 of the prepared server seed.
    pub next_server_seed_hash: String,
}

/// A pair that was rotated away.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevealedPair {
    /// Pair.
    pub pair_id: String,
    /// The seed.
    pub server_seed: String,
    /// Its SHA-256.
    pub server_seed_hash: String,
    /// Client seed.
    pub client_seed: String,
    /// Rounds played with it.
    pub rounds: u64,
}

/// Answer to a rotation.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rotated {
    /// The old pair.
    pub revealed: RevealedPair,
    /// The new pair.
    pub current: PairAnswer,
}

/// What a round's proof needs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    /// Pair.
    pub pair_id: String,
    /// SHA-256 of the server seed.
    pub server_seed_hash: String,
    /// Client seed.
    pub client_seed: String,
    /// Nonce.
    pub nonce: u64,
    /// The seed, once revealed.
    #[schema(required)]
    pub server_seed: Option<String>,
}

/// A round with its proof.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundProof {
    /// The round.
    pub round: Round,
    /// Its proof.
    pub proof: Proof,
}

/// Pair id on the wire.
pub(super) fn pair_id(user: UserId, number: u32) -> String {
    format!("{user}.{number}")
}

macro_rules! rounds {
    ($($Name:ident $id:ident $title:literal,)*) => {
        /// A round of any game.
        #[derive(Debug, Serialize, ToSchema)]
        #[serde(tag = "game", rename_all = "lowercase")]
        pub enum Round {
            $(#[doc = $title] $Name(RoundOf<super::$id::Bet, super::$id::Detail>),)*
        }

        /// A round of a member.
        pub(super) fn round(user: UserId, mut played: PlayedRound) -> Round {
            let common = Common::of(user, &played);
            played.state.detail.offer_within(Points::new(played.balance).unwrap_or_default());
            match played.state.detail {
                $(RoundDetail::$Name(bet, detail) => Round::$Name(common.with(bet, detail)),)*
            }
        }
    };
}

house_games!(rounds);

/// What rounds of all games have.
struct Common {
    id: String,
    pair_id: String,
    nonce: u64,
    created_at: String,
    staked: u64,
    payout: u64,
    result: Option<RoundResult>,
    rules_hash: Arc<str>,
}

impl Common {
    fn of(user: UserId, round: &PlayedRound) -> Self {
        let (staked, payout) = (round.state.staked.get(), round.state.payout.get());
        Self {
            id: RoundId { user, number: round.number }.to_string(),
            pair_id: pair_id(user, round.pair),
            nonce: round.nonce,
            created_at: Millis(round.at).iso(),
            staked,
            payout,
            result: (!round.state.open).then(|| RoundResult::of(staked, payout)),
            rules_hash: round.rules_hash.clone(),
        }
    }

    fn with<P, D>(self, params: P, detail: D) -> RoundOf<P, D> {
        RoundOf {
            id: self.id,
            pair_id: self.pair_id,
            nonce: self.nonce,
            created_at: self.created_at,
            staked: self.staked,
            payout: self.payout,
            result: self.result,
            rules_hash: self.rules_hash,
            params,
            detail,
        }
    }
}

/// Answer to a bet or a move that is on disk.
pub(super) fn bet_answer(user: UserId, played: PlayedRound) -> BetAnswer {
    let (balance, seq) = (played.balance, played.ledger_seq);
    BetAnswer { round: round(user, played), balance, seq }
}

/// A pair as its member may see it.
pub(super) fn pair(user: UserId, pair: PairView) -> PairAnswer {
    PairAnswer {
        pair_id: pair_id(user, pair.pair),
        server_seed_hash: pair.commitment,
        client_seed: pair.client_seed,
        nonce: pair.nonce,
        next_server_seed_hash: pair.next_commitment,
    }
}

/// A pair that was rotated away.
pub(super) fn revealed(user: UserId, revealed: Revealed) -> RevealedPair {
    RevealedPair {
        pair_id: pair_id(user, revealed.pair),
        server_seed: revealed.server_seed,
        server_seed_hash: revealed.commitment,
        client_seed: revealed.client_seed,
        rounds: revealed.rounds,
    }
}
