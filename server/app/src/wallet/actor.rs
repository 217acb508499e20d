//! The actor of one wallet: mailbox and lifetime.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{Actor, AsyncContext, Context, Handler, Message};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared};
use pointhouse_store::{Batch, StoreError, View};
use tokio::sync::oneshot;

use super::Deps;
use super::error::PostError;
use super::events::PointsUpdated;
use super::messages::{Post, Posted, Repeated, RequestId};
use super::model::{Decided, State, decide};
use super::records::{LEDGER, ONCE, RECEIPT, ReceiptRow, WALLET};
use crate::actor_registry::Placed;
use crate::clock::Millis;
use crate::ids::UserId;

/// Places of the mailbox.
pub(super) const MAILBOX: usize = 16;
/// How long a passivated actor keeps answering "retired" to callers that resolved it just before.
const PASSIVATION_GRACE: Duration = Duration::from_secs(1);

type Answer = Result<Posted, ()>;
type Durable = Shared<LocalBoxFuture<'static, Answer>>;

/// A posting on its way to a wallet.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Ask {
    /// What is asked.
    pub(super) post: Post,
    /// Where the answer goes.
    pub(super) reply: Reply,
}

/// Where the answer of a wallet goes.
type Reply = oneshot::Sender<Result<Posted, PostError>>;

/// A posting that is decided but not on disk yet.
#[derive(Default)]
struct InFlight {
    postings: usize,
    once: HashSet<Vec<u8>>,
    receipts: HashMap<(u8, [u8; 16]), (u64, Repeated, Durable)>,
}

/// The actor of one member's wallet. It runs only while it is used.
pub(super) struct Wallet {
    user: UserId,
    generation: u64,
    deps: Arc<Deps>,
    state: Option<State>,
    in_flight: Rc<RefCell<InFlight>>,
    used: Instant,
    retired: bool,
}

impl Wallet {
    pub(super) fn new(user: UserId, generation: u64, deps: Arc<Deps>) -> Self {
        let in_flight = Rc::default();
        let used = Instant::now();
        Self { user, generation, deps, state: None, in_flight, used, retired: false }
    }

    fn load(&self) -> Option<State> {
        match super::read_row(self.deps.store.view(), self.user) {
            Ok(row) => State::from_row(row),
            Err(error) => {
                tracing::error!(user = %self.user, %error, "cannot read a wallet");
                None
            }
        }
    }

    /// Passivates the actor if it was idle long enough, and otherwise checks again later.
    fn passivate_when_idle(&mut self, ctx: &mut Context<Self>) {
        let idle = self.used.elapsed();
        let busy = self.in_flight.borrow().postings > 0;
        if busy || idle < self.deps.idle {
            let again = self.deps.idle.saturating_sub(idle).max(Duration::from_millis(50));
            ctx.run_later(again, Self::passivate_when_idle);
            return;
        }
        self.retired = true;
        self.deps.registry.remove(self.user, self.generation);
        ctx.run_later(PASSIVATION_GRACE, |_, ctx| actix::ActorContext::stop(ctx));
    }

    fn accept(&mut self, mut post: Post) -> Result<Step, PostError> {
        let Some(state) = self.state else { return Err(PostError::Broken) };
        if let Some(request) = post.request
            && let Some(step) = self.repeated(request)?
        {
            return Ok(step);
        }
        if !self.deps.store.writable() {
            return Err(PostError::ReadOnly);
        }
        if let Some(once) = &post.once {
            self.check_once(once)?;
        }
        let now = self.deps.clock.now();
        let decided = decide(state, &post.changes, now)?;
        let batch = batch(self.user, &state, &decided, &mut post, now)?;
        Ok(self.commit(&decided, batch, post))
    }

    /// The earlier answer to a repeated request, from disk or from a posting in flight.
    fn repeated(&self, request: RequestId) -> Result<Option<Step>, PostError> {
        let in_flight = self.in_flight.borrow();
        if let Some((body, repeated, durable)) =
            in_flight.receipts.get(&(request.route, request.key))
        {
            if *body != request.body {
                return Err(PostError::Mismatch);
            }
            return Ok(Some(Step::Wait(durable.clone(), Some(*repeated))));
        }
        let posted = receipt(self.deps.store.view(), self.user, request)?;
        Ok(posted.map(Step::Done))
    }

    fn check_once(&self, once: &Vec<u8>) -> Result<(), PostError> {
        let is_in_flight = self.in_flight.borrow().once.contains(once);
        if is_in_flight || ONCE.contains(self.deps.store.view(), once)? {
            return Err(PostError::Once);
        }
        Ok(())
    }

    /// Queues the commit. From here on the posting counts in memory; the reply is sent when it is
    /// on disk.
    fn commit(&mut self, decided: &Decided, batch: Batch, post: Post) -> Step {
        let after = decided.after;
        let moved = !decided.rows.is_empty();
        self.state = Some(after);
        let committed = self.deps.store.commit(batch);
        let in_flight = self.in_flight.clone();
        in_flight.borrow_mut().postings += 1;
        let receipt = post.request.map(|request| (request.route, request.key));
        if let Some(once) = &post.once {
            in_flight.borrow_mut().once.insert(once.clone());
        }
        let (deps, user, once) = (self.deps.clone(), self.user, post.once);
        let durable = async move {
            let result = committed.await;
            {
                let mut in_flight = in_flight.borrow_mut();
                in_flight.postings -= 1;
                if let Some(once) = &once {
                    in_flight.once.remove(once);
                }
                if let Some(receipt) = &receipt {
                    in_flight.receipts.remove(receipt);
                }
            }
            result.map_err(|_| ())?;
            if moved {
                announce(&deps, user, &after);
            }
            Ok(Posted { balance: after.balance, seq: after.ledger_seq, repeated: None })
        };
        let Some(request) = post.request else { return Step::Commit(durable.boxed_local()) };
        // Only a request that may be repeated pays for a shareable future.
        let shared = durable.boxed_local().shared();
        let repeated = Repeated { reference: request.reference };
        let entry = (request.body, repeated, shared.clone());
        self.in_flight.borrow_mut().receipts.insert((request.route, request.key), entry);
        Step::Wait(shared, None)
    }
}

enum Step {
    Done(Posted),
    Commit(LocalBoxFuture<'static, Answer>),
    Wait(Durable, Option<Repeated>),
}

impl Actor for Wallet {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.state = self.load();
        ctx.run_later(self.deps.idle, Self::passivate_when_idle);
    }
}

impl Handler<Placed<Ask>> for Wallet {
    type Result = ();

    fn handle(&mut self, ask: Placed<Ask>, _: &mut Self::Context) {
        let Ask { post, reply } = ask.take();
        if self.retired {
            return answer(reply, Err(PostError::Retired(Box::new(post))));
        }
        self.used = Instant::now();
        match self.accept(post) {
            Err(error) => answer(reply, Err(error)),
            Ok(Step::Done(posted)) => answer(reply, Ok(posted)),
            // The reply is sent when the posting is on disk; the next posting may be decided
            // meanwhile.
            Ok(Step::Commit(durable)) => {
                actix::spawn(async move {
                    answer(reply, durable.await.map_err(|()| PostError::Stopped));
                });
            }
            Ok(Step::Wait(durable, repeated)) => {
                actix::spawn(async move {
                    let posted = durable.await.map(|posted| Posted { repeated, ..posted });
                    answer(reply, posted.map_err(|()| PostError::Stopped));
                });
            }
        }
    }
}

fn answer(reply: Reply, result: Result<Posted, PostError>) {
    // The caller may have disconnected; the posting is valid all the same.
    let _ = reply.send(result);
}

/// Publishes the balance to the member's browsers. Call it after the post is on disk.
fn announce(deps: &Deps, user: UserId, after: &State) {
    if deps.broadcaster.member_connected(user) {
        let payload =
            PointsUpdated { user_id: user, new_points: after.balance.get(), seq: after.ledger_seq };
        deps.broadcaster.publish_to_member(user, &payload);
    }
}

fn batch(
    user: UserId,
    before: &State,
    decided: &Decided,
    post: &mut Post,
    now: Millis,
) -> Result<Batch, StoreError> {
    let mut batch = Batch::new();
    WALLET.put(&mut batch, &user, &decided.after.row())?;
    for (seq, row) in (decided.first_seq..).zip(&decided.rows) {
        LEDGER.append(&mut batch, user, seq, row)?;
    }
    if let Some(request) = post.request {
        put_receipt(&mut batch, user, request, &decided.after, now)?;
    }
    if let Some(once) = &post.once {
        ONCE.put(&mut batch, once, &())?;
    }
    if let Some(riders) = post.riders.take() {
        riders(before, &decided.after, &mut batch)?;
    }
    Ok(batch)
}

/// Stores the response to a request, for repeats of the request.
pub(super) fn put_receipt(
    batch: &mut Batch,
    user: UserId,
    request: RequestId,
    after: &State,
    now: Millis,
) -> Result<(), StoreError> {
    let row = ReceiptRow {
        body: request.body,
        reference: request.reference,
        balance: after.balance.get(),
        ledger_seq: after.ledger_seq,
        at: now.0,
    };
    RECEIPT.put(batch, &(user, request.route, request.key), &row)
}

/// The stored response to a request.
pub(super) fn receipt(
    view: &View,
    user: UserId,
    request: RequestId,
) -> Result<Option<Posted>, PostError> {
    let row = RECEIPT.get(view, &(user, request.route, request.key))?;
    let Some(row) = row else { return Ok(None) };
    if row.body != request.body {
        return Err(PostError::Mismatch);
    }
    let balance = pointhouse_rules::Points::new(row.balance).map_err(|_| PostError::Broken)?;
    let repeated = Some(Repeated { reference: row.reference });
    Ok(Some(Posted { balance, seq: row.ledger_seq, repeated }))
}
