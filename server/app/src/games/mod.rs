//! House games: the server draws, the browser animates.
//!
//! Invariants: a bet and its round are one commit; no outcome is known to anyone before its bet is on
//! disk; a refused bet reveals nothing and burns no nonce; the same seeds, nonce and parameters give
//! the same round in any implementation of docs/games.md; an unrevealed server seed leaves the
//! process nowhere but to the disk.
//!
//! One session actor per member takes one order at a time. It proposes, the wallet decides. An open
//! round of mines or blackjack is its bet, its moves and the seeds: what is hidden is nowhere but in
//! the seed, and is worked out anew for each move.
//!
//! Deliberately absent: balances (the wallet's) and switches (maintenance's).

mod bet_call;
pub mod blackjack;
pub mod blackjack_moves;
mod budget;
mod codes;
pub mod dice;
mod error;
pub mod events;
mod game;
pub mod held;
pub mod history;
pub mod keno;
pub mod limbo;
pub mod limit_routes;
mod limits;
mod messages;
pub mod mines;
pub mod mines_moves;
pub mod odds;
pub mod plinko;
mod proving;
mod records;
mod registry;
pub mod roulette;
pub mod routes;
mod rules;
mod seeds;
mod session;
pub mod slot;
mod stored_rounds;
mod view;

use std::sync::Arc;
use std::time::Duration;

use pointhouse_rules::ExpectedReturn;
use pointhouse_rules::fairness::ClientSeed;
use pointhouse_store::{Keys, Store, StoreError, View};

pub use budget::Budget;
pub use codes::Move;
pub use error::{CallError, GameError};
pub use game::{Drawn, Game, Stepwise};
pub use limits::{LimitsView, NewLimits};
pub use messages::{PairView, PlayedRound, Revealed};
pub use proving::check_rounds;
pub(crate) use records::ROWS;
pub(crate) use records::read_round;
pub use records::{
    BudgetRow, EconomyRow, EndRow, FeedEntry, MoveRow, OpenRow, PairRow, RoundRow, ended_round,
    round_entry,
};
pub use registry::{
    BetExamples, GameTable, Play, RoundState, Seeds, Wager, bet_examples, closed_at_first,
    has_moves, play,
};
pub use rules::{RuleSet, Rules};
pub use view::{
    BetAnswer, Fairness, HistoryAnswer, PairAnswer, RevealedPair, Rotated, Round, RoundProof,
    RoundResult, StateAnswer,
};

use crate::accounts::KeyHash;
use crate::actor_registry::{ActorRegistry, NoAnswer};
use crate::arbiters::Arbiters;
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis, SiteZone};
use crate::config;
use crate::etag;
use crate::fault::Fault;
use crate::ids::{GameId, UserId};
use crate::maintenance::Maintenance;
use crate::reads::Reads;
use crate::wallet::{PostError, Wallets};
use messages::{Asked, Order, Reply};
use records::DUE;
use session::Session;

/// What the games need from other modules.
pub struct GameServices {
    /// Rows.
    pub store: Store,
    /// Points.
    pub wallets: Wallets,
    /// Push.
    pub broadcaster: Broadcaster,
    /// Time.
    pub clock: Clock,
    /// Days.
    pub zone: SiteZone,
    /// Switches.
    pub maintenance: Maintenance,
    /// Prize budget and feed.
    pub budget: Budget,
    /// Tables by hash.
    pub rules: Rules,
    /// Those in force with their odds, written out.
    pub odds: etag::Ready,
    /// The highest exact return of any bet, by game: working it out looks at every bet.
    pub returns: Arc<[(GameId, ExpectedReturn)]>,
    /// Scans.
    pub reads: Reads,
    /// `[games]`
    pub settings: config::Games,
    /// Idle time after which a session is passivated.
    pub idle: Duration,
}

struct Deps {
    services: GameServices,
    registry: ActorRegistry<Session>,
}

impl std::ops::Deref for Deps {
    type Target = GameServices;

    fn deref(&self) -> &GameServices {
        &self.services
    }
}

/// All game sessions. Cheap to clone.
#[derive(Clone)]
pub struct Games {
    deps: Arc<Deps>,
}

impl Games {
    /// Creates the games with these services.
    pub fn new(services: GameServices, arbiters: Arbiters) -> Self {
        let registry = ActorRegistry::new(arbiters);
        Self { deps: Arc::new(Deps { services, registry }) }
    }

    /// Plays a round. Answers when it is on disk.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn bet(
        &self,
        user: UserId,
        wager: Wager,
        key: Option<KeyHash>,
    ) -> Result<PlayedRound, GameError> {
        self.ask(user, |reply| Order::Bet { wager: wager.clone(), key, reply }).await
    }

    /// Does a move in the open round of a game. Answers when it is on disk.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn act(
        &self,
        user: UserId,
        game: GameId,
        action: Move,
        key: Option<KeyHash>,
    ) -> Result<PlayedRound, GameError> {
        self.ask(user, |reply| Order::Act { game, action, key, reply }).await
    }

    /// The open round of a game.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn open_round(
        &self,
        user: UserId,
        game: GameId,
    ) -> Result<Option<PlayedRound>, GameError> {
        self.ask(user, |reply| Order::Open { game, reply }).await
    }

    /// The limits that a member set.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn limits(&self, user: UserId) -> Result<LimitsView, GameError> {
        self.ask(user, |reply| Order::Limits { reply }).await
    }

    /// Changes a member's own limits.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn set_limits(
        &self,
        user: UserId,
        new: NewLimits,
        only_stricter: bool,
    ) -> Result<LimitsView, GameError> {
        self.ask(user, |reply| Order::SetLimits { new, only_stricter, reply }).await
    }

    /// Settles the rounds that were left open for too long (docs/games.md, section 1). Returns how
    /// many.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn settle_overdue(&self) -> Result<usize, Fault> {
        let view = self.store().view().clone();
        let now = self.deps.clock.now();
        let due = self.deps.reads.run(move || overdue(&view, now)).await;
        let mut settled = 0;
        for (user, game) in due?? {
            match self.ask(user, |reply| Order::Overdue { game, reply }).await {
                Ok(true) => settled += 1,
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(%user, game = game.id(), %error, "a round did not settle");
                }
            }
        }
        Ok(settled)
    }

    fn store(&self) -> &Store {
        &self.deps.store
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

    /// What the games need from other modules.
    pub fn services(&self) -> &GameServices {
        &self.deps.services
    }

    /// Session actors that are running.
    pub fn running_actors(&self) -> usize {
        self.deps.registry.running()
    }

    async fn ask<T>(
        &self,
        user: UserId,
        order: impl Fn(Reply<T>) -> Order,
    ) -> Result<T, GameError> {
        let deps = self.deps.clone();
        let wake = move |generation| Session::new(user, generation, deps.clone());
        let answered = |answer| match answer {
            Ok(done) => Some(Ok(done)),
            Err(Asked::Refused(error)) => Some(Err(error)),
            Err(Asked::Retired) => None,
        };
        match self.deps.registry.ask(user, wake, order, answered).await {
            Ok(answer) => answer,
            Err(NoAnswer::Stopped) => Err(GameError::Wallet(PostError::Stopped)),
            Err(NoAnswer::Busy) => Err(GameError::Busy),
        }
    }
}

/// Entries that one pass looks at; the next minute goes on.
const OVERDUE_MAX: usize = 10_000;

/// Members and games whose open round should settle by now.
fn overdue(view: &View, now: Millis) -> Result<Vec<(UserId, GameId)>, StoreError> {
    let until = Keys::all().before(&now.0.saturating_add(1));
    let due = DUE.scan(view, &until, OVERDUE_MAX)?;
    Ok(due.into_iter().map(|((_, user, game), _)| (user, game)).collect())
}
