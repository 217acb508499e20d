//! What a game session is asked. Each order carries its own reply, so that a full mailbox is an
//! answer ("too many at once") instead of a wait.

use actix::Message;
use pointhouse_rules::fairness::ClientSeed;
use tokio::sync::oneshot;

use super::error::GameError;
use super::model::Wager;
use super::records::RoundRow;

/// An order to a session.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) enum Order {
    /// Play a round.
    Bet {
        /// On what.
        wager: Wager,
        /// Hash of the idempotency key.
        key: Option<[u8; 16]>,
        /// The answer.
        reply: Reply<Settled>,
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

/// A round that is on disk.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// Its number.
    pub number: u64,
    /// The round.
    pub row: RoundRow,
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
