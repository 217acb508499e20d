//! What the game sessions write.

use bincode::{Decode, Encode};
use pointhouse_rules::dice::Direction;
use pointhouse_store::Stored;

use crate::ids::{GameId, UserId};

/// A seed pair of a member (games.md, section 2). The prepared next pair has no client seed yet.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct PairRow {
    /// Secret until the pair is rotated away.
    pub server_seed: [u8; 32],
    /// Chosen when the pair became active.
    pub client_seed: Option<String>,
    /// Number of the round that has nonce 0.
    pub first_round: u64,
    /// When it was rotated away and its seed revealed, milliseconds.
    pub revealed_at: Option<i64>,
}

impl Stored for PairRow {
    const VERSION: u8 = 1;
}

impl std::fmt::Debug for PairRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The seed never reaches a log.
        f.debug_struct("PairRow").field("client_seed", &self.client_seed).finish_non_exhaustive()
    }
}

/// Which pair is active; the next one is prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct PairHeadRow {
    /// Steps by one with each rotation.
    pub revision: u64,
    /// Number of the active pair, from 1.
    pub active: u32,
}

impl Stored for PairHeadRow {
    const VERSION: u8 = 1;
}

/// Parameters and draw of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Play {
    /// Dice.
    Dice {
        /// Points.
        bet: u32,
        /// 1..=99.
        target: u8,
        /// Over the target wins, else under.
        over: bool,
        /// 0..=9999.
        roll: u16,
    },
}

impl Play {
    /// Which game it is of.
    pub const fn game(&self) -> GameId {
        match self {
            Self::Dice { .. } => GameId::Dice,
        }
    }

    /// For people, in the feed (decision C2).
    pub fn bet_type(&self) -> String {
        match self {
            Self::Dice { target, over: false, .. } => format!("under {target}"),
            Self::Dice { target, over: true, .. } => format!("over {target}"),
        }
    }
}

/// For rows that say "over" as a flag.
pub(super) const fn direction(over: bool) -> Direction {
    if over { Direction::Over } else { Direction::Under }
}

/// A round that has ended. Its place in the member's log is its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RoundRow {
    /// Seed pair.
    pub pair: u32,
    /// Nonce within the pair.
    pub nonce: u64,
    /// Tables in force: a row of `RULES`.
    pub rules: u32,
    /// Points staked.
    pub staked: u64,
    /// Points handed back, stake included.
    pub payout: u64,
    /// When, milliseconds.
    pub at: i64,
    /// Hash of the idempotency key it came with.
    pub key: Option<[u8; 16]>,
    /// Balance after it.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub ledger_seq: u64,
    /// What was played.
    pub play: Play,
}

impl Stored for RoundRow {
    const VERSION: u8 = 1;
}

/// Tables of a game that rounds were played under.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct RulesRow {
    /// SHA-256 of the text, hex.
    pub hash: String,
    /// Canonical JSON.
    pub text: String,
}

impl Stored for RulesRow {
    const VERSION: u8 = 1;
}

/// A bet in the feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct FeedEntry {
    /// Whose, as a number.
    pub user: u64,
    /// Round number.
    pub number: u64,
    /// Points staked.
    pub staked: u64,
    /// Points handed back.
    pub payout: u64,
    /// When, milliseconds.
    pub at: i64,
    /// What was played.
    pub play: Play,
}

/// The feed, newest last, with the last commit folded into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct FeedRow {
    /// Sequence.
    pub folded: u64,
    /// The bets.
    pub entries: Vec<FeedEntry>,
}

impl Stored for FeedRow {
    const VERSION: u8 = 1;
}

/// Net payout of a game on a site day, with the last commit folded into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct BudgetRow {
    /// Sequence.
    pub folded: u64,
    /// Points paid out.
    pub paid: u64,
    /// Points staked.
    pub staked: u64,
}

impl Stored for BudgetRow {
    const VERSION: u8 = 1;
}

/// Key of a pair.
pub(super) fn pair_key(user: UserId, number: u32) -> [u8; 12] {
    let mut key = [0; 12];
    let (id, pair) = key.split_at_mut(8);
    id.copy_from_slice(&user.0.to_be_bytes());
    pair.copy_from_slice(&number.to_be_bytes());
    key
}
