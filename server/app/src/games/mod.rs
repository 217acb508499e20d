//! House games: the server draws, the browser animates.
//!
//! Invariants: a bet and its round are one commit; no outcome is known to anyone before its bet is on
//! disk; a refused bet reveals nothing and burns no nonce; the same seeds, nonce and parameters give
//! the same round in any implementation of games.md; an unrevealed server seed leaves the process
//! nowhere but to the disk.
//!
//! One session actor per member plays one bet at a time. It proposes, the wallet decides.
//!
//! Deliberately absent: balances (the wallet's) and switches (maintenance's).

mod budget;
mod error;
mod messages;
mod model;
mod records;
pub mod routes;
mod rules;
mod seeds;
mod session;
mod view;

use std::sync::Arc;
use std::time::Duration;

use pointhouse_rules::fairness::ClientSeed;
use pointhouse_store::Store;
use tokio::sync::oneshot;

pub use budget::Budget;
pub use error::GameError;
pub use messages::{PairView, Revealed, Settled};
pub use model::{Drawn, Wager, play};
pub use records::{FeedEntry, PairRow, Play, RoundRow};
pub use rules::Rules;
pub use view::{
    BetAnswer, Fairness, HistoryAnswer, PairAnswer, RevealedPair, Rotated, Round, RoundProof,
    RoundResult,
};

use crate::arbiters::Arbiters;
use crate::broadcast::Broadcaster;
use crate::clock::Clock;
use crate::config;
use crate::ids::UserId;
use crate::maintenance::Maintenance;
use crate::reads::Reads;
use crate::residents::{LOOKUPS, Residents, Untold};
use crate::wallet::{PostError, Wallets};
use messages::{Asked, Order, Reply};
use session::Session;

/// What the games stand on.
pub struct Foundation {
    /// Rows.
    pub store: Store,
    /// Points.
    pub wallets: Wallets,
    /// Push.
    pub broadcaster: Broadcaster,
    /// Time.
    pub clock: Clock,
    /// Switches.
    pub maintenance: Maintenance,
    /// Prize budget and feed.
    pub budget: Budget,
    /// Tables by hash.
    pub rules: Rules,
    /// Scans.
    pub reads: Reads,
    /// `[games]`
    pub settings: config::Games,
    /// When a session goes to rest.
    pub idle: Duration,
}

struct Deps {
    foundation: Foundation,
    residents: Residents<Session>,
}

impl std::ops::Deref for Deps {
    type Target = Foundation;

    fn deref(&self) -> &Foundation {
        &self.foundation
    }
}

/// All game sessions. Cheap to clone.
#[derive(Clone)]
pub struct Games {
    deps: Arc<Deps>,
}

impl Games {
    /// Games on a foundation.
    pub fn new(foundation: Foundation, arbiters: Arbiters) -> Self {
        let residents = Residents::new(arbiters);
        Self { deps: Arc::new(Deps { foundation, residents }) }
    }

    /// Plays a round. Answers when it is on disk.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn bet(
        &self,
        user: UserId,
        wager: Wager,
        key: Option<[u8; 16]>,
    ) -> Result<Settled, GameError> {
        self.ask(user, |reply| Order::Bet { wager, key, reply }).await
    }

    /// The seed pair in use.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn fairness(&self, user: UserId) -> Result<PairView, GameError> {
        self.ask(user, |reply| Order::Fairness { reply }).await
    }

    /// Reveals the pair in use and takes the prepared one with this client seed.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn rotate(
        &self,
        user: UserId,
        client_seed: Option<ClientSeed>,
    ) -> Result<(Revealed, PairView), GameError> {
        self.ask(user, |reply| Order::Rotate { client_seed: client_seed.clone(), reply }).await
    }

    /// What the games stand on, for reading.
    pub fn foundation(&self) -> &Foundation {
        &self.deps.foundation
    }

    /// Sessions awake now.
    pub fn awake(&self) -> usize {
        self.deps.residents.awake()
    }

    async fn ask<T>(
        &self,
        user: UserId,
        order: impl Fn(Reply<T>) -> Order,
    ) -> Result<T, GameError> {
        let stopped = || GameError::Wallet(PostError::Stopped);
        for _ in 0..LOOKUPS {
            let deps = self.deps.clone();
            let wake = move |generation| Session::new(user, generation, deps);
            let (reply, answer) = oneshot::channel();
            match self.deps.residents.tell(user, wake, order(reply)) {
                Ok(()) => {}
                Err(Untold::NotUp) => return Err(stopped()),
                Err(Untold::Full) => return Err(GameError::Busy),
                Err(Untold::Gone(_)) => continue,
            }
            match answer.await {
                Ok(Ok(done)) => return Ok(done),
                Ok(Err(Asked::Refused(error))) => return Err(error),
                Ok(Err(Asked::Retired)) => {}
                Err(_) => return Err(stopped()),
            }
        }
        Err(GameError::Busy)
    }
}
