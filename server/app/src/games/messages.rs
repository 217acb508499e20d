//! Commands to a game session. Each carries the channel of its answer, so that a full mailbox is an error
//! instead of a wait.

use std::sync::Arc;

use actix::Message;
use pointhouse_rules::fairness::ClientSeed;
use tokio::sync::oneshot;

use super::error::GameError;
use super::limits::{LimitsView, NewLimits};
use super::records::RoundRow;
use super::registry::{AnyBet, RoundState};
use super::rules::RuleSet;
use super::stored_values::Move;
use crate::accounts::KeyHash;
use crate::ids::GameId;

/// A command to a session.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) enum SessionCommand {
    /// Plays a round, or begins one that takes moves.
    Bet {
        /// The bet.
        bet: AnyBet,
        /// The table that it was checked with, under which it is played.
        set: Arc<RuleSet>,
        /// Hash of the idempotency key.
        key: Option<KeyHash>,
        /// The answer.
        reply: Reply<PlayedRound>,
    },
    /// Finds the round of a bet that the table in force refuses.
    RepeatedBet {
        /// The game.
        game: GameId,
        /// The bet as it was sent.
        body: serde_json::Value,
        /// Hash of the idempotency key.
        key: KeyHash,
        /// The answer.
        reply: Reply<Option<PlayedRound>>,
    },
    /// Does a move in the open round of a game.
    Act {
        /// The game.
        game: GameId,
        /// The move.
        action: Move,
        /// Hash of the idempotency key.
        key: Option<KeyHash>,
        /// The answer.
        reply: Reply<PlayedRound>,
    },
    /// Reads the open round of a game.
    Open {
        /// The game.
        game: GameId,
        /// The answer.
        reply: Reply<Option<PlayedRound>>,
    },
    /// Settles a round that was left open for too long.
    Overdue {
        /// The game.
        game: GameId,
        /// Which rounds.
        when: Due,
        /// Whether there was such a round.
        reply: Reply<bool>,
    },
    /// Reveals both seed pairs and takes two new ones.
    Renew {
        /// The answer.
        reply: Reply<()>,
    },
    /// Reads the active seed pair.
    Fairness {
        /// The answer.
        reply: Reply<PairView>,
    },
    /// Reveals the active seed pair and activates the prepared one.
    Rotate {
        /// For the new pair; a random one if absent.
        client_seed: Option<ClientSeed>,
        /// The answer: the old pair and the new one.
        reply: Reply<(Revealed, PairView)>,
    },
    /// Reads the member's own limits.
    Limits {
        /// The answer.
        reply: Reply<LimitsView>,
    },
    /// Changes the member's own limits.
    SetLimits {
        /// The changes.
        new: NewLimits,
        /// Refuses all changes when one of them loosens a limit.
        only_stricter: bool,
        /// The answer.
        reply: Reply<LimitsView>,
    },
}

/// Which open rounds are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Those whose time is over.
    Overdue,
    /// Any: its seeds are about to be revealed.
    Any,
}

/// Where an answer goes.
pub(super) type Reply<T> = oneshot::Sender<Result<T, CommandError>>;

/// Why a command was not executed.
pub(super) enum CommandError {
    /// The session has been passivated: send the command to its successor.
    Retired,
    /// The command is refused.
    Refused(GameError),
}

impl<E: Into<GameError>> From<E> for CommandError {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

/// A stored round with its outcome.
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
    /// Hash of its tables.
    pub rules_hash: Arc<str>,
    /// Bet, outcome, stake and payout.
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

/// The active seed pair without its secret.
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

/// A seed pair that a rotation has revealed.
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
