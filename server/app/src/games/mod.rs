//! House games: the server draws, the browser animates.
//!
//! Invariants: a bet and its round are one commit; no outcome is known to anyone before its bet is on
//! disk; a refused bet reveals nothing and uses no nonce; the same seeds, nonce and parameters give
//! the same round in any implementation of docs/games.md; an unrevealed server seed leaves the
//! process nowhere but to the disk.
//!
//! One session actor per member handles one command at a time. It prepares a round, and the wallet accepts or
//! refuses the payment. An open round of mines or blackjack is stored as its bet and its moves. Hidden mines and
//! cards are not stored: each move computes them again from the seeds.
//!
//! Balances belong to `wallet`, switches to `maintenance`.

mod bet_call;
pub mod blackjack;
pub mod blackjack_moves;
mod budget;
pub mod dice;
mod error;
pub mod events;
pub mod export;
mod game;
pub mod history;
pub mod keno;
mod kept_limits;
pub mod limbo;
pub mod limit_routes;
mod limits;
mod live_bet;
pub mod live_bets;
mod messages;
pub mod mines;
pub mod mines_moves;
pub mod odds;
mod odds_view;
pub mod plinko;
mod records;
mod registry;
mod renewal;
pub mod roulette;
pub mod routes;
mod rules;
mod seeds;
mod session;
pub mod slot;
mod stored_rounds;
mod stored_values;
pub mod table_returns;
mod verify;
mod view;

use std::sync::Arc;
use std::time::Duration;

use pointhouse_rules::fairness::ClientSeed;
use pointhouse_store::{Batch, Keys, Store, StoreError, View};

pub use budget::{Budget, Limit};
pub use error::{CallError, GameError};
pub use game::{Drawn, Game, OpenOrEnded};
pub use limits::{LimitsView, NewLimits};
pub use messages::{PairView, PlayedRound, Revealed};
pub(crate) use records::ROWS;
pub(crate) use records::read_round;
pub use records::{
    BudgetRow, EconomyRow, EndRow, FeedEntry, MoveRow, OpenRow, PairEnd, PairRow, RoundRow,
    ended_round, round_entry,
};
pub use registry::{
    AnyBet, AnyStoredBet, BetExamples, GameTable, RoundState, Seeds, bet_examples, has_moves, play,
};
pub use renewal::RenewedPairs;
pub use rules::{RuleSet, Rules, RulesInForce};
pub use stored_values::Move;
pub use verify::{RoundCounts, check_rounds};
pub use view::{
    BetAnswer, Fairness, HistoryAnswer, PairAnswer, RevealedPair, Rotated, Round, RoundProof,
    RoundResult, StateAnswer,
};

use crate::accounts::{KeyHash, Mailboxes};
use crate::actor_registry::{ActorRegistry, Stopped};
use crate::arbiters::Arbiters;
use crate::broadcast::Broadcaster;
use crate::broadcast::DeclaredEvent;
use crate::clock::{Clock, Millis, SiteZone};
use crate::config::IsOn;
use crate::config::{Config, Settings};
use crate::draw_key::DrawKey;
use crate::fault::Fault;
use crate::ids::{GameId, UserId};
use crate::maintenance::Maintenance;
use crate::module::{Module, Running};
use crate::planned::{Planned, every};
use crate::reads::Reads;
use crate::settings::{Apply, Follower, SettingsError};
use crate::wallet::{PostError, Wallets};
use messages::{CommandError, Due, Reply, SessionCommand};
use records::DUE;
use session::{MAILBOX, Session};

/// Whether the site has it.
pub(crate) const IS_ON: IsOn = |config| config.modules.games;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[
        mines_moves::calls,
        blackjack_moves::calls,
        routes::calls,
        odds::calls,
        history::calls,
        limit_routes::calls,
        live_bets::calls,
        table_returns::calls,
    ],
    rows: &[ROWS],
    events: &[
        DeclaredEvent::of::<events::GamePaused>,
        DeclaredEvent::of::<events::RoundUpdated>,
        DeclaredEvent::of::<events::LiveBetEvent<'_>>,
    ],
    pages: &[("/games", IS_ON), ("/slots", IS_ON)],
};

/// Calls of the moves of open rounds. They can only act on existing rounds, so they are there while the site is
/// closed and while games are off.
pub(crate) const MOVE_CALLS: [&str; 6] = [
    "/api/games/mines/reveal",
    "/api/games/mines/cashout",
    "/api/games/blackjack/insurance",
    "/api/games/blackjack/hit",
    "/api/games/blackjack/stand",
    "/api/games/blackjack/double",
];

/// Services of other modules that the games use.
pub struct GameServices {
    /// The store.
    pub store: Store,
    /// The wallets.
    pub wallets: Wallets,
    /// For the limits of deleted accounts.
    pub mailboxes: Mailboxes,
    /// Pushes to browsers.
    pub broadcaster: Broadcaster,
    /// The clock.
    pub clock: Clock,
    /// The site's time zone.
    pub zone: SiteZone,
    /// Which games are switched off.
    pub maintenance: Maintenance,
    /// Prize budgets and the feed of the latest bets.
    pub budget: Budget,
    /// Seals seeds until they are revealed.
    pub draw_key: DrawKey,
    /// The tables in force, and those of old rounds.
    pub rules: Rules,
    /// Runs scans beside the serving threads.
    pub reads: Reads,
    /// All settings, for the section `games`.
    pub settings: Settings,
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
        let registry = ActorRegistry::new(arbiters, MAILBOX);
        Self { deps: Arc::new(Deps { services, registry }) }
    }

    /// Rounds of all games that have ended since the site began.
    pub fn rounds_played(&self) -> u64 {
        GameId::ALL.into_iter().map(|game| self.deps.budget.total(game).rounds).sum()
    }

    /// Plays a round under the table that its bet was checked with. Answers when it is on disk.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn bet(
        &self,
        user: UserId,
        (bet, set): (AnyBet, Arc<RuleSet>),
        key: Option<KeyHash>,
    ) -> Result<PlayedRound, GameError> {
        let command =
            |reply| SessionCommand::Bet { bet: bet.clone(), set: set.clone(), key, reply };
        self.ask(user, command).await
    }

    /// The round of a bet that was accepted before with this key, under the table of that time.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn repeated_bet(
        &self,
        user: UserId,
        game: GameId,
        body: serde_json::Value,
        key: Option<KeyHash>,
    ) -> Result<Option<PlayedRound>, GameError> {
        let Some(key) = key else { return Ok(None) };
        let command = |reply| SessionCommand::RepeatedBet { game, body: body.clone(), key, reply };
        self.ask(user, command).await
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
        self.ask(user, |reply| SessionCommand::Act { game, action, key, reply }).await
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
        self.ask(user, |reply| SessionCommand::Open { game, reply }).await
    }

    /// The limits that a member set.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn limits(&self, user: UserId) -> Result<LimitsView, GameError> {
        self.ask(user, |reply| SessionCommand::Limits { reply }).await
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
        self.ask(user, |reply| SessionCommand::SetLimits { new, only_stricter, reply }).await
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
            match self.settle(user, game, Due::Overdue).await {
                Ok(true) => settled += 1,
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(%user, game = game.id(), %error, "a round did not settle");
                }
            }
        }
        Ok(settled)
    }

    async fn settle(&self, user: UserId, game: GameId, when: Due) -> Result<bool, GameError> {
        self.ask(user, |reply| SessionCommand::Overdue { game, when, reply }).await
    }

    fn store(&self) -> &Store {
        &self.deps.store
    }

    /// The seed pair in use.
    ///
    /// # Errors
    /// See [`GameError`].
    pub async fn fairness(&self, user: UserId) -> Result<PairView, GameError> {
        self.ask(user, |reply| SessionCommand::Fairness { reply }).await
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
        self.ask(user, |reply| SessionCommand::Rotate { client_seed: client_seed.clone(), reply })
            .await
    }

    /// The services that the games use.
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
        command: impl Fn(Reply<T>) -> SessionCommand,
    ) -> Result<T, GameError> {
        let deps = self.deps.clone();
        let wake = move |generation| Session::new(user, generation, deps.clone());
        let answered = |answer| match answer {
            Ok(done) => Some(Ok(done)),
            Err(CommandError::Refused(error)) => Some(Err(error)),
            Err(CommandError::Retired) => None,
        };
        match self.deps.registry.ask(user, wake, command, answered).await {
            Ok(answer) => answer,
            Err(Stopped) => Err(GameError::Wallet(PostError::Stopped)),
        }
    }
}

/// Most entries that one run reads; the next run, a minute later, continues.
const OVERDUE_MAX: usize = 10_000;

/// Members and games with an open round whose time is over.
fn overdue(view: &View, now: Millis) -> Result<Vec<(UserId, GameId)>, StoreError> {
    let until = Keys::all().before(&now.0.saturating_add(1));
    let due = DUE.scan(view, &until, OVERDUE_MAX)?;
    Ok(due.into_iter().map(|((_, user, game), _)| (user, game)).collect())
}

/// Takes up changes of the tables and of the prize budget. Open rounds keep the table they began with.
impl Follower for Games {
    fn prepare(
        &self,
        before: &Config,
        after: &Arc<Config>,
        batch: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        let rules = self.deps.rules.clone();
        let is_changed = before.games.tables != after.games.tables;
        let new = is_changed.then(|| rules.prepare(&after.games.tables, batch)).transpose()?;
        let (budget, limit) = (self.deps.budget.clone(), Limit::of(&after.games));
        Ok(Box::new(move || {
            budget.set_limit(limit);
            if let Some(new) = new {
                rules.put_in_force(new);
            }
        }))
    }
}

impl Running for Games {
    fn jobs(&self) -> Vec<Planned> {
        let this = self.clone();
        vec![every("30 * * * * *", "rounds", "Settle rounds that were left open", move || {
            let this = this.clone();
            async move { this.settle_overdue().await }
        })]
    }
}
