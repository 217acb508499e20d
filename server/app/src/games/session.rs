//! One member's games: seeds, nonce, one bet at a time.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, WrapFuture};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use pointhouse_rules::Points;
use pointhouse_store::{View, decode, encode};
use serde::Serialize;

use super::Deps;
use super::error::GameError;
use super::messages::{Asked, Order, Reply, Settled};
use super::model::{Drawn, Wager, play};
use super::records::RoundRow;
use super::seeds::Pairs;
use crate::broadcast::{Audience, Event};
use crate::ids::{GameId, UserId};
use crate::tables;
use crate::wallet::{Amount, Change, Post, PostError, Posted, Reason, Reference};

/// Orders that may wait; more are refused at the door.
const MAILBOX: usize = 16;
const FAREWELL: Duration = Duration::from_secs(1);
/// A session that was about to rest and still has something in flight looks again after this time.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// Rounds whose idempotency keys are known (decision A8).
const KNOWN_ROUNDS: u64 = 1024;

/// What is known of a member once the rows are read.
struct Ready {
    pairs: Pairs,
    /// Number of the next round, from 1.
    next_round: u64,
    keys: Keys,
}

/// See the room's page.
pub(super) struct Session {
    user: UserId,
    generation: u64,
    deps: Arc<Deps>,
    ready: Option<Ready>,
    limiter: Option<DefaultDirectRateLimiter>,
    used: Instant,
    /// A bet or a rotation is decided and not answered yet. That nothing else is read from the
    /// mailbox meanwhile does not keep a timer from firing.
    in_flight: bool,
    retired: bool,
}

impl Session {
    pub(super) fn new(user: UserId, generation: u64, deps: Arc<Deps>) -> Self {
        let per_second = NonZeroU32::new(deps.settings.bets_per_second);
        let limiter = per_second.map(|count| RateLimiter::direct(Quota::per_second(count)));
        let used = Instant::now();
        let (in_flight, retired) = (false, false);
        Self { user, generation, deps, ready: None, limiter, used, in_flight, retired }
    }

    fn rest(&mut self, ctx: &mut Context<Self>) {
        let idle = self.used.elapsed();
        if self.in_flight || idle < self.deps.idle {
            let again = self.deps.idle.saturating_sub(idle).max(LOOK_AGAIN);
            ctx.run_later(again, Self::rest);
            return;
        }
        self.retired = true;
        self.deps.residents.leave(self.user, self.generation);
        ctx.run_later(FAREWELL, |_, ctx| actix::ActorContext::stop(ctx));
    }

    fn check_open(&self, game: GameId) -> Result<(), GameError> {
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

    /// The round that this key was used for, if it is one of the last.
    fn repeated(
        &self,
        ready: &Ready,
        wager: &Wager,
        key: [u8; 16],
    ) -> Result<Option<Settled>, GameError> {
        let known = ready.keys.iter().rev().find(|(_, known)| *known == key);
        let Some((number, _)) = known else { return Ok(None) };
        let row = read_round(self.deps.store.view(), self.user, *number)?
            .ok_or_else(|| GameError::Inner("a known round is missing".to_owned()))?;
        if wager.is_of(&row.play) {
            Ok(Some(Settled { number: *number, row }))
        } else {
            Err(GameError::Mismatch)
        }
    }

    /// Everything that can be refused before the wallet is asked, and the draw. The draw tells
    /// nobody anything yet: if the wallet refuses, it is forgotten and its nonce is not used.
    fn propose(&self, wager: Wager, key: Option<[u8; 16]>) -> Result<Proposal, GameError> {
        let ready = self.ready.as_ref().ok_or_else(broken)?;
        if let Some(key) = key
            && let Some(settled) = self.repeated(ready, &wager, key)?
        {
            return Ok(Proposal::Repeated(settled));
        }
        let Wager::Dice(_) = wager;
        self.check_open(GameId::Dice)?;
        self.check_rate()?;
        let (number, pairs) = (ready.next_round, &ready.pairs);
        let nonce = pairs.nonce(number);
        let tables = &self.deps.settings.tables;
        let drawn = play(tables, &wager, pairs.server_seed(), pairs.client_seed(), nonce);
        let row = RoundRow {
            pair: pairs.number(),
            nonce,
            rules: self.deps.rules.id(GameId::Dice),
            staked: wager.staked(),
            payout: drawn.payout.get(),
            at: self.deps.clock.now().0,
            key,
            // Both are the wallet's to say.
            balance: 0,
            ledger_seq: 0,
            play: drawn.play,
        };
        Ok(Proposal::New(number, row, posting(self.user, number, row, &wager, &drawn)?))
    }

    fn bet(
        &mut self,
        wager: Wager,
        key: Option<[u8; 16]>,
        reply: Reply<Settled>,
        ctx: &mut Context<Self>,
    ) {
        let (number, row, post) = match self.propose(wager, key) {
            Ok(Proposal::New(number, row, post)) => (number, row, post),
            Ok(Proposal::Repeated(settled)) => return answer(reply, Ok(settled)),
            Err(error) => return answer(reply, Err(error)),
        };
        let (wallets, user) = (self.deps.wallets.clone(), self.user);
        let asked = async move { wallets.post(user, post).await };
        self.in_flight = true;
        // Until it is decided nothing else is read from the mailbox: one bet at a time.
        ctx.wait(asked.into_actor(self).map(move |result, session, _| {
            session.in_flight = false;
            answer(reply, session.settle(number, row, result));
        }));
    }

    fn settle(
        &mut self,
        number: u64,
        mut row: RoundRow,
        result: Result<Posted, PostError>,
    ) -> Result<Settled, GameError> {
        let posted = result?;
        row.balance = posted.balance.get();
        row.ledger_seq = posted.seq;
        let ready = self.ready.as_mut().ok_or_else(broken)?;
        ready.next_round = number + 1;
        if let Some(key) = row.key {
            ready.keys.push_back((number, key));
        }
        while ready.keys.front().is_some_and(|(old, _)| old + KNOWN_ROUNDS <= number) {
            ready.keys.pop_front();
        }
        let game = row.play.game();
        if let Some(until) = self.deps.budget.just_used_up(game, self.deps.clock.now()) {
            #[derive(Serialize)]
            #[serde(rename_all = "camelCase")]
            struct GamePaused {
                game_id: &'static str,
                until: String,
            }
            tracing::warn!(game = game.id(), until = until.iso(), "the prize budget is used up");
            let payload = GamePaused { game_id: game.id(), until: until.iso() };
            let event = Event::new("gamePaused", &payload);
            self.deps.broadcaster.publish(event, Audience::Everyone);
        }
        Ok(Settled { number, row })
    }

    fn rotate(
        &mut self,
        client_seed: Option<pointhouse_rules::fairness::ClientSeed>,
        reply: Reply<(super::messages::Revealed, super::messages::PairView)>,
        ctx: &mut Context<Self>,
    ) {
        let prepared = self.ready.as_ref().ok_or_else(broken).and_then(|ready| {
            if !self.deps.store.writable() {
                return Err(GameError::Wallet(PostError::ReadOnly));
            }
            let now = self.deps.clock.now();
            ready.pairs.rotated(client_seed, ready.next_round, now).map_err(GameError::Inner)
        });
        let (after, revealed, batch) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return answer(reply, Err(error)),
        };
        let committed = self.deps.store.commit(batch);
        self.in_flight = true;
        ctx.wait(committed.into_actor(self).map(move |result, session, _| {
            session.in_flight = false;
            let done = match (result, session.ready.as_mut()) {
                (Ok(_), Some(ready)) => {
                    ready.pairs = after;
                    Ok((revealed, ready.pairs.view(ready.next_round)))
                }
                _ => Err(GameError::Wallet(PostError::Stopped)),
            };
            answer(reply, done);
        }));
    }
}

enum Proposal {
    New(u64, RoundRow, Post),
    Repeated(Settled),
}

/// Stake, payout and round as one posting.
fn posting(
    user: UserId,
    number: u64,
    row: RoundRow,
    wager: &Wager,
    drawn: &Drawn,
) -> Result<Post, GameError> {
    let game = row.play.game();
    let reference = Some(Reference::Round(number));
    let staked = Points::new(wager.staked()).map_err(inner)?;
    let stake = Change { amount: Amount::Take(staked), reason: Reason::Stake(game), reference };
    let payout =
        Change { amount: Amount::Add(drawn.payout), reason: Reason::Payout(game), reference };
    Ok(Post {
        changes: vec![stake, payout],
        riders: Some(Box::new(move |_, after, batch| {
            let row =
                RoundRow { balance: after.balance.get(), ledger_seq: after.ledger_seq, ..row };
            batch.append(tables::ROUND, user.0, number, &encode(&row)?)?;
            Ok(())
        })),
        request: None,
        once: None,
    })
}

/// A round on disk.
pub(super) fn read_round(
    view: &View,
    user: UserId,
    number: u64,
) -> Result<Option<RoundRow>, GameError> {
    let found = view.log(tables::ROUND, user.0, number.saturating_add(1), 1).map_err(inner)?;
    let entry = found.into_iter().next().filter(|entry| entry.seq == number);
    entry.map(|entry| decode(&entry.value).map_err(inner)).transpose()
}

/// Round and idempotency key of rounds that came with one, oldest first.
type Keys = VecDeque<(u64, [u8; 16])>;

/// The next round's number and the known keys, as the session needs them when it wakes.
fn read_keys(view: &View, user: UserId) -> Result<(u64, Keys), String> {
    let wanted = usize::try_from(KNOWN_ROUNDS).unwrap_or(usize::MAX);
    let rounds =
        view.log(tables::ROUND, user.0, u64::MAX, wanted).map_err(|error| error.to_string())?;
    let next_round = rounds.first().map_or(1, |newest| newest.seq + 1);
    let mut keys = VecDeque::new();
    for entry in rounds.iter().rev() {
        let row: RoundRow = decode(&entry.value).map_err(|error| error.to_string())?;
        if let Some(key) = row.key {
            keys.push_back((entry.seq, key));
        }
    }
    Ok((next_round, keys))
}

impl Actor for Session {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
        ctx.run_later(self.deps.idle, Self::rest);
        let (deps, user) = (self.deps.clone(), self.user);
        let loading = async move {
            let view = deps.store.view().clone();
            let read = deps.reads.run(move || read_keys(&view, user)).await;
            let (next_round, keys) = read.map_err(|error| error.to_string())??;
            let pairs = Pairs::load(&deps.store, user, next_round).await?;
            Ok::<_, String>(Ready { pairs, next_round, keys })
        };
        ctx.wait(loading.into_actor(self).map(|ready, session, _| match ready {
            Ok(ready) => session.ready = Some(ready),
            Err(reason) => {
                tracing::error!(user = %session.user, %reason, "a game session could not be read");
            }
        }));
    }
}

impl Handler<Order> for Session {
    type Result = ();

    fn handle(&mut self, order: Order, ctx: &mut Self::Context) {
        if self.retired {
            return match order {
                Order::Bet { reply, .. } => retired(reply),
                Order::Fairness { reply } => retired(reply),
                Order::Rotate { reply, .. } => retired(reply),
            };
        }
        self.used = Instant::now();
        match order {
            Order::Bet { wager, key, reply } => self.bet(wager, key, reply, ctx),
            Order::Fairness { reply } => {
                let ready = self.ready.as_ref().ok_or_else(broken);
                answer(reply, ready.map(|ready| ready.pairs.view(ready.next_round)));
            }
            Order::Rotate { client_seed, reply } => self.rotate(client_seed, reply, ctx),
        }
    }
}

fn answer<T>(reply: Reply<T>, result: Result<T, GameError>) {
    // Whoever asked may have gone; what was done stands all the same.
    let _ = reply.send(result.map_err(Asked::Refused));
}

fn retired<T>(reply: Reply<T>) {
    let _ = reply.send(Err(Asked::Retired));
}

fn broken() -> GameError {
    GameError::Inner("the session's rows could not be read".to_owned())
}

fn inner(error: impl std::fmt::Display) -> GameError {
    GameError::Inner(error.to_string())
}
