//! The actor of one giveaway: mailbox and lifetime.
//!
//! It handles one command at a time. An entry is posted to the member's wallet together with the rows of
//! the tickets, and no other command is handled until the wallet has answered. So the tally on disk is
//! always the one in memory, and an end is handled after the entries that came before it.

use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, SpawnHandle, WrapFuture};
use futures_util::TryFutureExt;
use pointhouse_store::Batch;
use serde_json::json;

use super::error::GiveawayError;
use super::events::GiveawayEntered;
use super::messages::{Command, Entered, NotExecuted, Reply};
use super::model::{self, Book, Draft, Entrant, Entry, EntryRequest};
use super::records::{
    DUE, ENTRY, GIVEAWAY, GiveawayRow, OWN, Stage, TALLY, append_notes, due, read_entry,
};
use super::{Deps, draw, old_proof, read_book, refund};
use crate::accounts::read_account;
use crate::actor_registry::Placed;
use crate::audit;
use crate::clock::Millis;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};
use crate::wallet::{Amount, Change, Post, PostError, Posted, Reason, Reference, RequestId, State};

/// Places of the mailbox.
pub(super) const MAILBOX: usize = 1024;
/// How long a passivated actor keeps answering "retired" to callers that resolved it just before.
const PASSIVATION_GRACE: Duration = Duration::from_secs(1);
/// The longest run of a timer: the clock may be set while it runs.
const TIMER_MAX: Duration = Duration::from_secs(60 * 60);
/// How long after a failure a draw is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The actor. See the module documentation.
pub(super) struct GiveawayActor {
    id: GiveawayId,
    generation: u64,
    deps: Arc<Deps>,
    book: Option<Book>,
    timer: Option<SpawnHandle>,
    /// True while a command waits for the wallet or the store.
    in_flight: bool,
    /// True while points are being refunded.
    refunding: bool,
    retired: bool,
}

impl GiveawayActor {
    pub(super) fn new(id: GiveawayId, generation: u64, deps: Arc<Deps>) -> Self {
        let (book, timer) = (None, None);
        let (in_flight, refunding, retired) = (false, false, false);
        Self { id, generation, deps, book, timer, in_flight, refunding, retired }
    }

    fn book(&self) -> Result<&Book, GiveawayError> {
        self.book.as_ref().ok_or(GiveawayError::NoSuchGiveaway)
    }

    fn is_overdue(&self) -> bool {
        let now = self.deps.clock.now();
        self.book.as_ref().is_some_and(|book| model::is_overdue(&book.row, now))
    }

    /// Arms the timer for the next start or end. The timer is only a wake-up call: `on_timer` checks the
    /// clock again before it acts.
    fn arm_timer(&mut self, ctx: &mut Context<Self>) {
        if let Some(timer) = self.timer.take() {
            ctx.cancel_future(timer);
        }
        let Some(Book { row, .. }) = &self.book else { return };
        if row.stage != Stage::Open {
            return;
        }
        let now = self.deps.clock.now();
        let next = if now.0 < row.start_at { row.start_at } else { row.end_at };
        let left = match u64::try_from(next - now.0) {
            Ok(left) if left > 0 => Duration::from_millis(left).min(TIMER_MAX),
            _ => RETRY_AFTER,
        };
        let starts = now.0 < row.start_at;
        self.timer = Some(ctx.run_later(left, move |this, ctx| this.on_timer(starts, ctx)));
    }

    fn on_timer(&mut self, starts: bool, ctx: &mut Context<Self>) {
        if self.is_overdue() && !self.in_flight {
            return self.end(None, None, ctx);
        }
        if starts {
            self.deps.board.schedule_push();
        }
        self.arm_timer(ctx);
    }

    /// Passivates the actor when its giveaway has ended and no work is in progress.
    fn passivate_when_done(&mut self, ctx: &mut Context<Self>) {
        let open = self.book.as_ref().is_some_and(|book| book.row.stage == Stage::Open);
        if open || self.in_flight || self.refunding || self.retired {
            return;
        }
        self.retired = true;
        self.deps.registry.remove(self.id, self.generation);
        ctx.run_later(PASSIVATION_GRACE, |_, ctx| actix::ActorContext::stop(ctx));
    }

    fn execute(&mut self, command: Command, ctx: &mut Context<Self>) {
        match command {
            Command::Enter { place, wanted, request, reply } => {
                let decided = self.propose(place.user, wanted, request);
                self.enter(place.user, decided, reply, ctx);
            }
            Command::Edit { draft, actor, reply } => {
                let prepared = self.edited(draft, actor);
                self.write(prepared, reply, ctx);
            }
            Command::End { actor, reply } => match self.book().map(|book| book.row.clone()) {
                Err(error) => answer(reply, Err(error)),
                Ok(row) => match model::status(&row, self.deps.clock.now()) {
                    model::Status::Upcoming => answer(reply, Err(GiveawayError::NotStarted)),
                    model::Status::Ended => answer(reply, Err(GiveawayError::Ended)),
                    model::Status::Active => self.end(Some((actor, reply)), None, ctx),
                },
            },
            Command::Delete { actor, reply } => {
                let prepared = self.deleted(actor);
                self.write(prepared, reply, ctx);
            }
            Command::TakeProof { proof, actor, reply } => match self.book().cloned() {
                Err(error) => answer(reply, Err(error)),
                Ok(book) => {
                    let (deps, now) = (self.deps.clone(), self.deps.clock.now());
                    let taking = old_proof::take(deps, self.id, book, (proof, actor), now);
                    self.close(taking, Some(reply), None, ctx);
                }
            },
            Command::CheckClock { reply } => {
                self.refund(ctx);
                answer(reply, Ok(()));
            }
        }
    }

    /// Makes all checks that don't need the wallet.
    fn propose(
        &self,
        user: UserId,
        wanted: EntryRequest,
        request: Option<RequestId>,
    ) -> Result<Decided, GiveawayError> {
        let book = self.book()?;
        // A repeated request gets the same answer again, whatever happened to the giveaway since.
        if let Some(request) = request
            && let Some(posted) = self.deps.wallets.receipt(user, request)?
        {
            return Ok(Decided::Repeated(repeated_response(&self.deps, self.id, &posted)?));
        }
        if !book.row.is_visible() {
            return Err(GiveawayError::NoSuchGiveaway);
        }
        let view = self.deps.store.view();
        let account = read_account(view, user)?;
        // The token was valid a moment ago.
        let account = account.ok_or(crate::accounts::AuthError::Unauthorized)?;
        let own = OWN.get(view, &(user, self.id))?;
        let who = Entrant { user: user.0, account_id: account.account_id, own };
        let entry = model::enter(book, &who, wanted, self.deps.clock.now())?;
        let required = self.deps.mailer.verified_email_required();
        check_email(required, &book.row, account.email_verified)?;
        let post = posting(user, self.id, &entry, request);
        Ok(Decided::New(Box::new((post, entry))))
    }

    fn enter(
        &mut self,
        user: UserId,
        decided: Result<Decided, GiveawayError>,
        reply: Reply<Entered>,
        ctx: &mut Context<Self>,
    ) {
        let (post, entry) = match decided {
            Ok(Decided::New(proposal)) => *proposal,
            Ok(Decided::Repeated(entered)) => return answer(reply, Ok(entered)),
            Err(error) => return answer(reply, Err(error)),
        };
        let wallets = self.deps.wallets.clone();
        let asked = async move { wallets.post(user, post).await };
        self.in_flight = true;
        ctx.wait(asked.into_actor(self).map(move |posted, this, ctx| {
            this.in_flight = false;
            let entered = this.entered(user, entry, posted);
            answer(reply, entered);
            this.passivate_when_done(ctx);
        }));
    }

    /// Handles the result of the wallet's commit.
    fn entered(
        &mut self,
        user: UserId,
        entry: Entry,
        posted: Result<Posted, PostError>,
    ) -> Result<Entered, GiveawayError> {
        let posted = match posted {
            Ok(posted) if posted.repeated.is_some() => {
                return repeated_response(&self.deps, self.id, &posted);
            }
            Ok(posted) => posted,
            Err(error) => {
                // When it is unknown whether the entry was written, the tally may be outdated and
                // must not number further tickets.
                if matches!(error, PostError::Stopped) {
                    self.book = None;
                }
                return Err(error.into());
            }
        };
        let book = self.book.as_mut().ok_or(GiveawayError::NoSuchGiveaway)?;
        book.tally = entry.tally;
        self.deps.board.update(self.id, book, None);
        let entered = GiveawayEntered { id: self.id.to_string(), own: entry.own.tickets };
        self.deps.broadcaster.publish_to_member(user, &entered);
        Ok(Entered { row: entry.row, balance: posted.balance.get(), seq: posted.seq })
    }

    fn edited(&self, draft: Draft, actor: audit::Actor) -> Result<(Book, Batch), GiveawayError> {
        let book = self.book()?;
        let edited = model::edit(book, draft, self.deps.clock.now())?;
        let mut batch = self.batch("giveaway.edit", actor, book, &edited)?;
        let (before, after) = (book.row.end_at, edited.row.end_at);
        if before != after {
            DUE.delete(&mut batch, &due(before, self.id))?;
            DUE.put(&mut batch, &due(after, self.id), &())?;
        }
        Ok((edited, batch))
    }

    fn deleted(&self, actor: audit::Actor) -> Result<(Book, Batch), GiveawayError> {
        let book = self.book()?;
        let deleted = model::deleted(book, self.deps.clock.now())?;
        let mut batch = self.batch("giveaway.delete", actor, book, &deleted)?;
        if book.row.stage == Stage::Open {
            DUE.delete(&mut batch, &due(book.row.end_at, self.id))?;
        }
        if deleted.row.stage == Stage::Refunding {
            // Stays due until the refunds are done, so that they continue after a kill.
            DUE.put(&mut batch, &due(0, self.id), &())?;
        }
        Ok((deleted, batch))
    }

    /// The batch of a changed row with its new notes and its audit row.
    fn batch(
        &self,
        action: &'static str,
        actor: audit::Actor,
        before: &Book,
        after: &Book,
    ) -> Result<Batch, GiveawayError> {
        if !self.deps.store.writable() {
            return Err(PostError::ReadOnly.into());
        }
        let mut batch = Batch::new();
        GIVEAWAY.put(&mut batch, &self.id, &after.row)?;
        append_notes(&mut batch, self.id, before.notes.len(), &after.notes)?;
        let subject = format!("giveaway:{}", self.id);
        let (before, after) = (described(&before.row), described(&after.row));
        let entry = audit::Entry { actor, action, subject, before, after };
        self.deps.audit.record(entry, &mut batch)?;
        Ok(batch)
    }

    /// Commits a changed row. Replies when it is on disk.
    fn write(
        &mut self,
        prepared: Result<(Book, Batch), GiveawayError>,
        reply: Reply<Book>,
        ctx: &mut Context<Self>,
    ) {
        let (book, batch) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return answer(reply, Err(error)),
        };
        let committed = self.deps.store.commit(batch);
        self.in_flight = true;
        ctx.wait(committed.into_actor(self).map(move |result, this, ctx| {
            this.in_flight = false;
            let written = match result {
                Ok(_) => Ok(this.changed(book, None)),
                Err(_) => Err(PostError::Stopped.into()),
            };
            answer(reply, written);
            this.refund(ctx);
            this.arm_timer(ctx);
            this.passivate_when_done(ctx);
        }));
    }

    fn changed(&mut self, book: Book, revealed: Option<String>) -> Book {
        self.deps.board.update(self.id, &book, revealed);
        self.book = Some(book.clone());
        book
    }

    /// Draws the giveaway. `by` is the admin who ends it early; `then` runs afterwards.
    fn end(
        &mut self,
        by: Option<(audit::Actor, Reply<Book>)>,
        then: Option<Command>,
        ctx: &mut Context<Self>,
    ) {
        let Some(book) = self.book.clone() else { return };
        let (actor, reply) = by.unzip();
        let closing = draw::close(self.deps.clone(), self.id, book, actor, self.deps.clock.now());
        let id = self.id;
        let closing = closing.inspect_err(move |error| {
            tracing::error!(giveaway = %id, %error, "cannot draw a giveaway");
        });
        self.close(closing, reply, then, ctx);
    }

    /// Waits until a draw is on disk, and replies; `then` runs afterwards.
    fn close(
        &mut self,
        closing: impl Future<Output = Result<(Book, String), GiveawayError>> + 'static,
        reply: Option<Reply<Book>>,
        then: Option<Command>,
        ctx: &mut Context<Self>,
    ) {
        self.in_flight = true;
        ctx.wait(closing.into_actor(self).map(move |result, this, ctx| {
            this.in_flight = false;
            let ended = result.map(|(book, seed)| this.changed(book, Some(seed)));
            if let Some(reply) = reply {
                answer(reply, ended);
            }
            if let Some(command) = then {
                this.execute(command, ctx);
            }
            this.arm_timer(ctx);
            this.passivate_when_done(ctx);
        }));
    }

    /// Refunds the points of a deleted giveaway, if that is due and not in progress.
    fn refund(&mut self, ctx: &mut Context<Self>) {
        let Some(book) = &self.book else { return };
        if book.row.stage != Stage::Refunding || self.refunding {
            return;
        }
        self.refunding = true;
        let mut done = book.clone();
        done.row.revision += 1;
        done.row.stage = Stage::Refunded;
        let giving = refund::refund(self.deps.clone(), self.id, done.row.clone());
        ctx.spawn(giving.into_actor(self).map(|result, this, ctx| {
            this.refunding = false;
            match result {
                Ok(()) => drop(this.changed(done, None)),
                // The job retries in the next minute.
                Err(reason) => {
                    tracing::error!(giveaway = %this.id, %reason, "some refunds failed; retrying in a minute");
                }
            }
            this.passivate_when_done(ctx);
        }));
    }
}

/// Result of the checks of an entry.
enum Decided {
    New(Box<(Post, Entry)>),
    Repeated(Entered),
}

/// The response to an entry request that was executed before.
pub(super) fn repeated_response(
    deps: &Deps,
    id: GiveawayId,
    posted: &Posted,
) -> Result<Entered, GiveawayError> {
    let reference = posted.repeated.and_then(|repeated| repeated.reference);
    match reference {
        Some(Reference::Entry { giveaway, entry }) if giveaway == id.0 => {
            let row = read_entry(deps.store.view(), id, entry)?;
            Ok(Entered { row, balance: posted.balance.get(), seq: posted.seq })
        }
        _ => Err(Fault::Contradiction("a receipt of an entry names none").into()),
    }
}

/// Refuses unverified emails on free giveaways where the site requires verified ones
/// (docs/decisions.md, D4).
fn check_email(required: bool, row: &GiveawayRow, verified: bool) -> Result<(), GiveawayError> {
    let free = row.entry_type == super::records::EntryType::Free;
    if required && free && !verified { Err(GiveawayError::EmailUnverified) } else { Ok(()) }
}

/// The posting of payment, entry, tally and the member's total.
fn posting(user: UserId, id: GiveawayId, entry: &Entry, request: Option<RequestId>) -> Post {
    let Entry { row, own, tally, cost } = entry.clone();
    let number = tally.entries;
    let reference = Some(Reference::Entry { giveaway: id.0, entry: number });
    let riders = move |_: &State, _: &State, batch: &mut Batch| {
        ENTRY.append(batch, id, number, &row)?;
        TALLY.put(batch, &id, &tally)?;
        OWN.put(batch, &(user, id), &own)
    };
    let change = Change { amount: Amount::Take(cost), reason: Reason::Tickets, reference };
    let request = request.map(|request| RequestId { reference, ..request });
    Post { changes: vec![change], riders: Some(Box::new(riders)), request, once: None }
}

/// A giveaway as audit JSON.
pub(super) fn described(row: &GiveawayRow) -> String {
    let iso = |at| Millis(at).iso();
    json!({
        "title": row.title,
        "prize": row.prize,
        "startTime": iso(row.start_at),
        "endTime": iso(row.end_at),
        "entryType": row.entry_type,
        "entryCost": row.entry_cost,
        "deleted": row.hidden || matches!(row.stage, Stage::Refunding | Stage::Refunded),
        "description": row.description,
        "namesWinner": row.names_winner,
    })
    .to_string()
}

impl Actor for GiveawayActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        match read_book(self.deps.store.view(), self.id) {
            Ok(book) => self.book = book,
            Err(reason) => {
                tracing::error!(giveaway = %self.id, %reason, "cannot read a giveaway");
            }
        }
        self.arm_timer(ctx);
    }
}

impl Handler<Placed<Command>> for GiveawayActor {
    type Result = ();

    fn handle(&mut self, command: Placed<Command>, ctx: &mut Self::Context) {
        let command = command.take();
        if self.retired {
            return answer_retired(command);
        }
        if self.is_overdue() {
            return self.end(None, Some(command), ctx);
        }
        self.execute(command, ctx);
        self.passivate_when_done(ctx);
    }
}

fn answer_retired(command: Command) {
    match command {
        Command::Enter { reply, .. } => retired(reply),
        Command::Edit { reply, .. }
        | Command::End { reply, .. }
        | Command::Delete { reply, .. }
        | Command::TakeProof { reply, .. } => retired(reply),
        Command::CheckClock { reply } => retired(reply),
    }
}

fn answer<T>(reply: Reply<T>, result: Result<T, GiveawayError>) {
    // The caller may have disconnected; the command was executed all the same.
    let _ = reply.send(result.map_err(NotExecuted::Refused));
}

fn retired<T>(reply: Reply<T>) {
    let _ = reply.send(Err(NotExecuted::Retired));
}
