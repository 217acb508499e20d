//! What a game session is asked. Each order carries its own reply, so that a full mailbox is an
//! answer ("too many at once") instead of a wait.

use std::sync::Arc;

use actix::Message;
use pointhouse_rules::fairness::ClientSeed;
use tokio::sync::oneshot;

use super::codes::Move;
use super::error::GameError;
use super::limits::{LimitsView, NewLimits};
use super::records::RoundRow;
use super::registry::{RoundState, Wager};
use crate::accounts::KeyHash;
use crate::ids::GameId;

/// An order to a session.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) enum Order {
    /// Play a round, or begin one of several calls.
    Bet {
        /// On what.
        wager: Wager,
        /// Of the idempotency key.
        key: Option<KeyHash>,
        /// The answer.
        reply: Reply<PlayedRound>,
    },
    /// Do something in an open round.
    Act {
        /// Whose round.
        game: GameId,
        /// What.
        action: Move,
        /// Of the idempotency key.
        key: Option<KeyHash>,
        /// The answer.
        reply: Reply<PlayedRound>,
    },
    /// The open round of a game.
    Open {
        /// Which.
        game: GameId,
        /// The answer.
        reply: Reply<Option<PlayedRound>>,
    },
    /// End a round that was left open for too long.
    Overdue {
        /// Which.
        game: GameId,
        /// Whether there was one.
        reply: Reply<bool>,
    },
    /// The seed pair in use.
    Fairness {
        /// The answer.
        reply: Reply<PairView>,
    },
    /// Reveal the pair in use and take the prepared one.
    Rotate {
        /// For the new pair; a random one if absent.
        client_seed: Option<ClientSeed>,
        /// The answer: the old pair and the new one.
        reply: Reply<(Revealed, PairView)>,
    },
    /// The limits that the member set.
    Limits {
        /// The answer.
        reply: Reply<LimitsView>,
    },
    /// Other limits.
    SetLimits {
        /// What changes.
        new: NewLimits,
        /// Refused as a whole when any of it is looser.
        only_stricter: bool,
        /// The answer.
        reply: Reply<LimitsView>,
    },
}

/// Where an answer goes.
pub(super) type Reply<T> = oneshot::Sender<Result<T, Asked>>;

/// An order was refused, or met a session that had gone to rest.
pub(super) enum Asked {
    /// Ask the next one.
    Retired,
    /// Refused.
    Refused(GameError),
}

impl<E: Into<GameError>> From<E> for Asked {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

/// A round as it stands on disk.
#[derive(Clone, Debug)]
pub struct PlayedRound {
    /// Its number.
    pub number: u64,
    /// Seed pair.
    pub pair: u32,
    /// Nonce within the pair.
    pub nonce: u64,
    /// When it began, milliseconds.
    pub at: i64,
    /// Names its tables.
    pub rules_hash: Arc<str>,
    /// Bet, outcome and money.
    pub state: RoundState,
    /// Balance after it.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub ledger_seq: u64,
}

impl PlayedRound {
    /// A round from its row.
    pub(super) fn of(
        number: u64,
        row: &RoundRow,
        rules_hash: Arc<str>,
        state: RoundState,
        (balance, ledger_seq): (u64, u64),
    ) -> Self {
        let RoundRow { pair, nonce, at, .. } = *row;
        Self { number, pair, nonce, at, rules_hash, state, balance, ledger_seq }
    }
}

/// A pair as its member may see it: no seed.
#[derive(Clone, Debug)]
pub struct PairView {
    /// Number of the pair.
    pub pair: u32,
    /// SHA-256 of the server seed, hex.
    pub commitment: String,
    /// Client seed.
    pub client_seed: String,
    /// Nonce of the next round.
    pub nonce: u64,
    /// SHA-256 of the prepared server seed, hex.
    pub next_commitment: String,
}

/// A pair that was rotated away.
#[derive(Clone, Debug)]
pub struct Revealed {
    /// Number of the pair.
    pub pair: u32,
    /// The seed, hex.
    pub server_seed: String,
    /// Its commitment, hex.
    pub commitment: String,
    /// Client seed.
    pub client_seed: String,
    /// Rounds that were played with it.
    pub rounds: u64,
}
