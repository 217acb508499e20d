//! How rounds and seeds look on the wire.

use pointhouse_rules::Decimal;
use serde::Serialize;
use utoipa::ToSchema;

use super::messages::{PairView, Revealed, Settled};
use super::records::{Play, RoundRow};
use crate::clock::Millis;
use crate::ids::{RoundId, UserId};

/// How a round ended, by money: more, as much or less than was staked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
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

/// A round.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Round {
    /// Id.
    pub id: String,
    /// Game id.
    pub game: String,
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
    pub result: Option<RoundResult>,
    /// What was bet on.
    pub params: DiceParams,
    /// What came of it.
    pub detail: DiceDetail,
}

/// A bet on dice.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiceParams {
    /// Points.
    pub bet: u32,
    /// 1..=99.
    pub target: u8,
    /// "under" or "over".
    pub direction: &'static str,
}

/// A roll of dice, with the fields of the test vectors.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiceDetail {
    /// Accepted draws, `[bound, value]`.
    pub draws: Vec<[u64; 2]>,
    /// 0.00 to 99.99.
    pub roll: String,
    /// The roll hit, whatever it paid.
    pub won: bool,
    /// Percent.
    pub chance: u8,
    /// 100 / chance, cut to 4 decimals.
    pub fair_multiplier: String,
    /// Paid multiplier, cut to 4 decimals.
    pub multiplier: String,
    /// Points handed back.
    pub payout: u64,
}

/// Answer to a bet.
#[derive(Debug, Serialize, ToSchema)]
pub struct BetAnswer {
    /// Always true.
    pub success: bool,
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
    /// Always true.
    pub success: bool,
    /// The rounds.
    pub history: Vec<Round>,
}

/// The open round of a game, if any.
#[derive(Debug, Serialize, ToSchema)]
pub struct StateAnswer {
    /// Always true.
    pub success: bool,
    /// The round.
    pub round: Option<Round>,
}

/// The pair in use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fairness {
    /// Always true.
    pub success: bool,
    /// The pair.
    #[serde(flatten)]
    pub pair: PairAnswer,
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
    /// Always true.
    pub success: bool,
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
    pub server_seed: Option<String>,
}

/// A round with its proof.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundProof {
    /// Always true.
    pub success: bool,
    /// The round.
    pub round: Round,
    /// Its proof.
    pub proof: Proof,
}

/// Pair id on the wire.
pub(super) fn pair_id(user: UserId, number: u32) -> String {
    format!("{user}.{number}")
}

/// A round from its row. `return_percent` is that of the tables it was played under.
pub(super) fn round(user: UserId, number: u64, row: &RoundRow, return_percent: u32) -> Round {
    let (params, detail) = match row.play {
        Play::Dice { bet, target, over, roll } => {
            dice(bet, target, over, roll, row.payout, return_percent)
        }
    };
    Round {
        id: RoundId { user, number }.to_string(),
        game: row.play.game().id().to_owned(),
        pair_id: pair_id(user, row.pair),
        nonce: row.nonce,
        created_at: Millis(row.at).iso(),
        staked: row.staked,
        payout: row.payout,
        result: Some(RoundResult::of(row.staked, row.payout)),
        params,
        detail,
    }
}

fn dice(
    bet: u32,
    target: u8,
    over: bool,
    roll: u16,
    payout: u64,
    return_percent: u32,
) -> (DiceParams, DiceDetail) {
    let chance = if over { 100 - target.min(100) } else { target };
    let won = (u32::from(roll) >= 100 * u32::from(target)) == over;
    let cut = |percent: u64| {
        let units = percent.saturating_mul(10_000).checked_div(u64::from(chance));
        Decimal::<4>::from_units(units.unwrap_or(0)).to_string()
    };
    let params = DiceParams { bet, target, direction: if over { "over" } else { "under" } };
    let detail = DiceDetail {
        draws: vec![[10_000, u64::from(roll)]],
        roll: Decimal::<2>::from_units(u64::from(roll)).to_string(),
        won,
        chance,
        fair_multiplier: cut(100),
        multiplier: cut(u64::from(return_percent)),
        payout,
    };
    (params, detail)
}

/// Answer to a bet that is on disk.
pub(super) fn bet_answer(user: UserId, settled: &Settled, return_percent: u32) -> BetAnswer {
    BetAnswer {
        success: true,
        round: round(user, settled.number, &settled.row, return_percent),
        balance: settled.row.balance,
        seq: settled.row.ledger_seq,
    }
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
