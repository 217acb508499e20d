//! The game session of one member: seeds, nonces and open rounds, one command at a time.
//!
//! A session draws a round and proposes its payment to the wallet. If the wallet refuses, the draw is discarded
//! unseen and its nonce is used again. Only this session writes the member's open rounds: it reads no further
//! command while a commit of one is in progress.

mod bets;
mod loading;
mod moves;
mod repeats;
mod rotation;

pub(super) use bets::changes;

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, WrapFuture};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use super::Deps;
use super::error::GameError;
use super::events::{GamePaused, RoundUpdated};
use super::limits::{LimitsView, NewLimits, PlayLimits, Sums};
use super::messages::{CommandError, PlayedRound, Reply, SessionCommand};
use super::records::{OpenRow, PLAY_LIMITS, RoundRow};
use super::registry::{RoundDetail, Seeds};
use super::seeds::Pairs;
use super::view;
use crate::accounts::{AuthError, KeyHash};
use crate::actor_registry::Placed;
use crate::broadcast::MomentKind;
use crate::fault::Fault;
use crate::ids::{GameId, RoundId, UserId};
use crate::wallet::{Post, PostError, Posted};
use pointhouse_store::Batch;

/// Places of the mailbox.
pub(super) const MAILBOX: usize = 16;
const PASSIVATION_GRACE: Duration = Duration::from_secs(1);
/// Time after which a session with a commit in progress checks again whether it is idle.
const IDLE_RECHECK: Duration = Duration::from_millis(50);
/// Rounds whose idempotency keys are known (docs/decisions.md, A8).
const KNOWN_ROUNDS: u64 = 1024;

/// A round that waits for a move, as stored.
#[derive(Clone)]
struct OpenRound {
    row: RoundRow,
    open: OpenRow,
}

/// The member's data, once their rows are read.
struct Ready {
    pairs: Pairs,
    /// Number of the next round, from 1.
    next_round: u64,
    /// Round and idempotency key of bets and moves that came with one, by rising round.
    keys: VecDeque<(u64, KeyHash)>,
    open: BTreeMap<GameId, OpenRound>,
    limits: PlayLimits,
}

impl Ready {
    /// The seeds of a round of the active pair.
    fn seeds(&self, nonce: u64) -> Seeds<'_> {
        let (server, client) = (self.pairs.server_seed(), self.pairs.client_seed());
        Seeds { server, client, nonce }
    }

    fn remember_key(&mut self, number: u64, key: Option<KeyHash>) {
        if let Some(key) = key {
            self.keys.push_back((number, key));
        }
        let newest = self.next_round;
        while self.keys.front().is_some_and(|(old, _)| old + KNOWN_ROUNDS < newest) {
            self.keys.pop_front();
        }
    }
}

/// The game session of one member.
pub(super) struct Session {
    user: UserId,
    generation: u64,
    deps: Arc<Deps>,
    ready: Option<Ready>,
    limiter: Option<DefaultDirectRateLimiter>,
    used: Instant,
    /// A commit is in progress. The mailbox is not read meanwhile, but timers still fire.
    in_flight: bool,
    retired: bool,
}

/// A post for the wallet, and what follows when it is on disk.
struct Proposal<T> {
    post: Post,
    /// The session's next state, for the time after the commit.
    then: T,
}

/// The result of a command before the wallet is asked.
enum Decided<T> {
    /// The wallet is asked to post this.
    New(Box<Proposal<T>>),
    /// The idempotency key was used before: the answer is that of the first command.
    Repeated(Box<PlayedRound>),
}

impl Session {
    pub(super) fn new(user: UserId, generation: u64, deps: Arc<Deps>) -> Self {
        let per_second = NonZeroU32::new(deps.settings.now().games.bets_per_second);
        let limiter = per_second.map(|count| RateLimiter::direct(Quota::per_second(count)));
        let used = Instant::now();
        let (in_flight, retired) = (false, false);
        Self { user, generation, deps, ready: None, limiter, used, in_flight, retired }
    }

    fn passivate_if_idle(&mut self, ctx: &mut Context<Self>) {
        let idle = self.used.elapsed();
        if self.in_flight || idle < self.deps.idle {
            let again = self.deps.idle.saturating_sub(idle).max(IDLE_RECHECK);
            ctx.run_later(again, Self::passivate_if_idle);
            return;
        }
        self.retired = true;
        self.deps.registry.remove(self.user, self.generation);
        ctx.run_later(PASSIVATION_GRACE, |_, ctx| actix::ActorContext::stop(ctx));
    }

    /// Reads the member's rows. Until then nothing is read from the mailbox.
    fn load(&mut self, ctx: &mut Context<Self>) {
        let deps = &self.deps;
        // What was noted before is read now.
        deps.mailboxes.take_link(self.user);
        let today = (deps.zone.clone(), deps.clock.now());
        let services = (deps.store.clone(), deps.draw_key.clone(), deps.reads.clone());
        let loading = loading::load(services, deps.mailboxes.clone(), self.user, today);
        ctx.wait(loading.into_actor(self).map(|ready, session, _| match ready {
            Ok(ready) => session.ready = Some(ready),
            Err(reason) => {
                session.ready = None;
                tracing::error!(user = %session.user, %reason, "a game session could not be read");
            }
        }));
    }

    fn ready(&self) -> Result<&Ready, GameError> {
        self.ready.as_ref().ok_or_else(broken)
    }

    fn check_open(&self, game: GameId) -> Result<(), GameError> {
        if !self.deps.settings.now().games.offers(game.into()) {
            return Err(GameError::NoSuchGame);
        }
        if self.deps.maintenance.is_disabled(game) {
            return Err(GameError::Disabled(game));
        }
        match self.deps.budget.paused_until(game, self.deps.clock.now()) {
            Some(until) => Err(GameError::Paused { until }),
            None => Ok(()),
        }
    }

    fn check_rate(&self) -> Result<(), GameError> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check().map_err(|wait| {
            let wait = wait.wait_time_from(DefaultClock::default().now());
            GameError::TooFast { retry_after: wait.as_secs().saturating_add(1) }
        })
    }

    /// Asks the wallet and answers when it is on disk. Until then nothing else is read from the
    /// mailbox.
    fn post<T: 'static>(
        &mut self,
        decided: Result<Decided<T>, GameError>,
        reply: Reply<PlayedRound>,
        ctx: &mut Context<Self>,
        settle: fn(&mut Self, T, Posted) -> Result<PlayedRound, GameError>,
    ) {
        let Proposal { post, then } = match decided {
            Ok(Decided::New(proposal)) => *proposal,
            Ok(Decided::Repeated(round)) => return answer(reply, Ok(*round)),
            Err(error) => return answer(reply, Err(error)),
        };
        let (wallets, user) = (self.deps.wallets.clone(), self.user);
        let asked = async move { wallets.post(user, post).await };
        self.in_flight = true;
        ctx.wait(asked.into_actor(self).map(move |result, session, _| {
            session.in_flight = false;
            let round =
                result.map_err(GameError::from).and_then(|posted| settle(session, then, posted));
            answer(reply, round);
        }));
    }

    /// Notifies all browsers when this round used up the day's prize budget of its game.
    fn publish_pause(&self, game: GameId) {
        let Some(until) = self.deps.budget.just_used_up(game, self.deps.clock.now()) else {
            return;
        };
        tracing::warn!(game = game.id(), until = until.iso(), "the prize budget is used up");
        let event = GamePaused { game_id: game.id(), until: Some(until.iso()) };
        self.deps.broadcaster.publish_to_everyone(&event);
    }

    /// Tells the overlay of an ended round: a win, and any round of a member whose rounds are shown.
    fn tell_overlay(&self, played: &PlayedRound) {
        let broadcaster = &self.deps.broadcaster;
        let (staked, payout) = (played.state.staked.get(), played.state.payout.get());
        if payout > staked && staked > 0 {
            let game = played.state.play.game().id();
            broadcaster.happened(self.user, MomentKind::Won { game, staked, payout });
        }
        if broadcaster.is_watched(self.user) {
            match serde_json::to_value(view::round(self.user, played.clone())) {
                Ok(round) => broadcaster.happened(self.user, MomentKind::Played(round)),
                Err(error) => tracing::error!(%error, "a round has no JSON form"),
            }
        }
    }

    /// Publishes the round's state to the member's browsers: another window may show it.
    fn publish_round(&self, number: u64, game: GameId, detail: &RoundDetail) {
        if !self.deps.broadcaster.member_connected(self.user) {
            return;
        }
        let id = RoundId { user: self.user, number }.to_string();
        let event = RoundUpdated { game_id: game.id(), id, steps: detail.open_steps() };
        self.deps.broadcaster.publish_to_member(self.user, &event);
    }

    fn limits(&self) -> Result<LimitsView, GameError> {
        let (zone, now) = (self.deps.zone.clone(), self.deps.clock.now());
        Ok(self.ready()?.limits.view(&zone, now))
    }

    /// Writes new limits. Today's stakes and losses are read from the ledger if they are not in memory yet.
    fn set_limits(
        &mut self,
        (new, only_stricter): (NewLimits, bool),
        reply: Reply<LimitsView>,
        ctx: &mut Context<Self>,
    ) {
        let (zone, now) = (self.deps.zone.clone(), self.deps.clock.now());
        let prepared = self.ready().and_then(|ready| {
            if !self.deps.store.writable() {
                return Err(GameError::Wallet(PostError::ReadOnly));
            }
            if only_stricter && ready.limits.loosens(new, now) {
                return Err(AuthError::Inactive.into());
            }
            let row = ready.limits.changed(new, now)?;
            let mut batch = Batch::new();
            PLAY_LIMITS.put(&mut batch, &self.user, &row)?;
            Ok((PlayLimits { row, sums: ready.limits.sums }, batch))
        });
        let (mut after, batch) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return answer(reply, Err(error)),
        };
        let (deps, user) = (self.deps.clone(), self.user);
        let written = async move {
            if after.sums.is_none() {
                let view = deps.store.view().clone();
                let read =
                    deps.reads.run_for_member(move || Sums::read(&view, user, &zone, now)).await;
                after.sums = Some(read??);
            }
            let committed = deps.store.commit(batch).await;
            committed.map(|_| after).map_err(|_| GameError::Wallet(PostError::Stopped))
        };
        self.in_flight = true;
        ctx.wait(written.into_actor(self).map(move |result, session, _| {
            session.in_flight = false;
            let done = result.and_then(|after| {
                session.ready.as_mut().ok_or_else(broken)?.limits = after;
                session.limits()
            });
            answer(reply, done);
        }));
    }
}

impl Actor for Session {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.run_later(self.deps.idle, Self::passivate_if_idle);
        self.load(ctx);
    }
}

impl Handler<Placed<SessionCommand>> for Session {
    type Result = ();

    fn handle(&mut self, command: Placed<SessionCommand>, ctx: &mut Self::Context) {
        if self.retired {
            return answer_retired(command.take());
        }
        // Limits of a deleted account may have come with a linked account of the chat platform.
        if self.deps.mailboxes.has_link(self.user) {
            self.load(ctx);
            ctx.notify(command);
            return;
        }
        let command = command.take();
        // A command of the job does not keep a session running.
        if !matches!(command, SessionCommand::Overdue { .. }) {
            self.used = Instant::now();
        }
        match command {
            SessionCommand::Bet { bet, set, key, reply } => self.bet((bet, set), key, reply, ctx),
            SessionCommand::RepeatedBet { game, body, key, reply } => {
                answer(reply, self.repeated_bet_of_its_table(game, &body, key));
            }
            SessionCommand::Act { game, action, key, reply } => {
                self.act(game, action, key, reply, ctx)
            }
            SessionCommand::Open { game, reply } => answer(reply, self.open_round(game)),
            SessionCommand::Overdue { game, when, reply } => {
                self.settle_overdue(game, when, reply, ctx);
            }
            SessionCommand::Renew { reply } => self.renew(reply, ctx),
            SessionCommand::Fairness { reply } => {
                answer(reply, self.ready().map(|ready| ready.pairs.view(ready.next_round)));
            }
            SessionCommand::Rotate { client_seed, reply } => self.rotate(client_seed, reply, ctx),
            SessionCommand::Limits { reply } => answer(reply, self.limits()),
            SessionCommand::SetLimits { new, only_stricter, reply } => {
                self.set_limits((new, only_stricter), reply, ctx);
            }
        }
    }
}

fn answer_retired(command: SessionCommand) {
    match command {
        SessionCommand::Bet { reply, .. } | SessionCommand::Act { reply, .. } => retired(reply),
        SessionCommand::Open { reply, .. } | SessionCommand::RepeatedBet { reply, .. } => {
            retired(reply)
        }
        SessionCommand::Overdue { reply, .. } => retired(reply),
        SessionCommand::Renew { reply } => retired(reply),
        SessionCommand::Fairness { reply } => retired(reply),
        SessionCommand::Rotate { reply, .. } => retired(reply),
        SessionCommand::Limits { reply } | SessionCommand::SetLimits { reply, .. } => {
            retired(reply)
        }
    }
}

fn answer<T>(reply: Reply<T>, result: Result<T, GameError>) {
    // The caller may have disconnected; the command was executed all the same.
    let _ = reply.send(result.map_err(CommandError::Refused));
}

fn retired<T>(reply: Reply<T>) {
    let _ = reply.send(Err(CommandError::Retired));
}

fn broken() -> GameError {
    Fault::Contradiction("the session's rows could not be read").into()
}
