//! Giveaways: tickets for members, and one provably fair draw (docs/games.md, section 10).
//!
//! Invariants: tickets and their payment are one commit; ticket numbers have no gaps and follow the
//! order of the commits, and the published running hash is that of the list that is drawn from;
//! every accepted entry counts in the draw, and none is accepted after it; an ended giveaway never
//! reopens; one that is deleted before its end refunds every point once; the server seed leaves the
//! process only after the draw.
//!
//! Each giveaway that has not ended has an actor, which handles one command at a time. Timers and jobs only wake it up; it
//! checks the clock itself.
//!
//! Only accounts that exist and are active at the time of the draw can win. A giveaway that members could enter stays
//! visible as cancelled after its deletion; one with entries never disappears.
//!
//! No second copy of the list is stored: the canonical text, the draws and the proof follow from the entries and the seed.

mod actor;
mod board;
mod changes;
mod creation;
mod draw;
mod error;
pub mod events;
mod history;
mod messages;
mod model;
mod old_proof;
mod proof;
mod proofs;
mod records;
mod refund;
mod renewal;
pub mod routes;
mod verify;
mod view;
mod wins;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use pointhouse_store::{Keys, Store, View};

pub use error::GiveawayError;
pub use history::{EntryStatus, GiveawayEntryRow, giveaway_title};
pub use model::Status;
pub use old_proof::{OldDraw, OldProof};
pub use proof::{ForfeitReason, GiveawayProof, GiveawayProofAnswer, TicketBlock, TicketDraw};
pub(crate) use records::ROWS;
pub use records::{
    EntryRow, EntryType, GiveawayRow, NoteRow, OutcomeRow, OwnRow, SeedRow, Stage, TallyRow,
    TextField, WinnerRow,
};
pub use renewal::{recommit_open, seal_open_seeds};
pub(crate) use verify::{Expected, check_giveaways};
pub use view::{Giveaway, GiveawayDraft, GiveawayWin, GiveawayWinner, GiveawaysAnswer};

use crate::accounts::Auth;
use crate::actor_registry::{ActorRegistry, Stopped};
use crate::answer::Answer;
use crate::arbiters::Arbiters;
use crate::audit::{Actor, Audit};
use crate::broadcast::Broadcaster;
use crate::broadcast::DeclaredEvent;
use crate::clock::Clock;
use crate::config::IsOn;
use crate::draw_key::DrawKey;
use crate::etag;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};
use crate::locks::Lock;
use crate::mail::Mailer;
use crate::module::{Module, Running};
use crate::planned::{Planned, every};
use crate::reads::Reads;
use crate::wallet::{PostError, RequestId, Wallets};
use actor::{GiveawayActor, MAILBOX};
use board::{Board, SerializedList};
use messages::{Command, Entered, NotExecuted, QueueSlots, Reply};
use model::{Book, EntryRequest};
use proofs::Proofs;
use records::{DUE, GIVEAWAY, OWN, due, read_notes, read_tally};
use view::{GIVEAWAYS, ListedGiveaway, Viewer, card};

/// Whether the site has it.
pub(crate) const IS_ON: IsOn = |config| config.modules.giveaways;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls],
    rows: &[ROWS],
    events: &[
        DeclaredEvent::of::<events::GiveawayEntered>,
        DeclaredEvent::of::<events::GiveawayWon>,
        DeclaredEvent::of::<events::GiveawaysUpdated<'_>>,
    ],
    pages: &[("/giveaways", IS_ON)],
};

/// Most giveaways that may be open at once.
const OPEN_MAX: usize = 200;
/// Most ended giveaways on an admin's list.
const ADMIN_LIST: usize = 300;
/// Most due giveaways per run; the next minute continues.
const DUE_MAX: usize = 1000;

/// The services that the giveaways need.
pub struct GiveawayServices {
    /// Storage.
    pub store: Store,
    /// For payments and refunds.
    pub wallets: Wallets,
    /// For push.
    pub broadcaster: Broadcaster,
    /// Writes audit rows.
    pub audit: Audit,
    /// The site's clock.
    pub clock: Clock,
    /// For scans.
    pub reads: Reads,
    /// For usernames.
    pub auth: Auth,
    /// Seals seeds until the draw.
    pub draw_key: DrawKey,
    /// For emails to winners, and whether free giveaways require a verified email (docs/decisions.md, D4).
    pub mailer: Mailer,
}

struct Deps {
    services: GiveawayServices,
    registry: ActorRegistry<GiveawayActor, GiveawayId>,
    board: Arc<Board>,
    waiting: QueueSlots,
    /// One creation at a time: the number of open giveaways is limited.
    creating: Lock,
    proofs: Proofs,
}

impl std::ops::Deref for Deps {
    type Target = GiveawayServices;

    fn deref(&self) -> &GiveawayServices {
        &self.services
    }
}

/// All giveaways. Cheap to clone.
#[derive(Clone)]
pub struct Giveaways {
    deps: Arc<Deps>,
}

impl Giveaways {
    /// Loads the giveaways.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(services: GiveawayServices, arbiters: Arbiters) -> Result<Self, Fault> {
        let GiveawayServices { store, auth, clock, broadcaster, .. } = &services;
        let board = Arc::new(Board::load(store.view(), auth, clock, broadcaster)?);
        let registry = ActorRegistry::new(arbiters, MAILBOX);
        let (waiting, creating, proofs) =
            (QueueSlots::default(), Lock::default(), Proofs::default());
        let deps = Deps { services, registry, board, waiting, creating, proofs };
        Ok(Self { deps: Arc::new(deps) })
    }

    /// Number of giveaways ever created.
    pub fn created_count(&self) -> u64 {
        self.deps.board.created_count()
    }

    /// Number of giveaways that have not ended.
    pub fn open(&self) -> usize {
        self.deps.board.open().len()
    }

    /// Number of running actors.
    pub fn running_actors(&self) -> usize {
        self.deps.registry.running()
    }

    /// Starts the actors of all giveaways that have not ended, so that their timers run.
    pub async fn wake(&self) {
        for (id, _) in self.deps.board.open() {
            self.check_clock(id).await;
        }
    }

    /// Wakes the actors of giveaways that are due for their draw or for refunds. Returns their
    /// number.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn end_overdue(&self) -> Result<usize, Fault> {
        let until = due(self.deps.clock.now().0.saturating_add(1), GiveawayId(0));
        let view = self.deps.store.view().clone();
        let overdue = move || DUE.scan(&view, &Keys::all().before(&until), DUE_MAX);
        let overdue = self.deps.reads.run(overdue).await??;
        for ((_, id), ()) in &overdue {
            self.check_clock(*id).await;
        }
        Ok(overdue.len())
    }

    async fn check_clock(&self, id: GiveawayId) {
        if let Err(error) = self.ask(id, |reply| Command::CheckClock { reply }).await {
            tracing::error!(giveaway = %id, %error, "cannot wake a giveaway");
        }
    }

    /// The current cards. Overdue giveaways are drawn first, so that an end is never shown without
    /// its draw.
    async fn shown(&self) -> Result<Arc<SerializedList>, GiveawayError> {
        for (id, is_overdue) in self.deps.board.open() {
            if is_overdue {
                self.check_clock(id).await;
            }
        }
        Ok(self.deps.board.shown()?)
    }

    /// The public list, with the winner of each giveaway on it.
    ///
    /// # Errors
    /// It cannot be serialized.
    pub fn with_winners(&self) -> Result<Vec<(Giveaway, Option<UserId>)>, GiveawayError> {
        let shown = self.deps.board.shown()?;
        let winners = shown.known.iter().map(|(_, winner)| *winner);
        Ok(shown.cards.iter().cloned().zip(winners).collect())
    }

    /// The list for a member: with their own name unmasked and their own tickets.
    async fn of_member(&self, user: UserId) -> Result<GiveawaysAnswer, GiveawayError> {
        let shown = self.shown().await?;
        let mut giveaways = shown.cards.clone();
        let mut own = BTreeMap::new();
        for (card, (id, winner)) in giveaways.iter_mut().zip(&shown.known) {
            if let Some(row) = OWN.get(self.deps.store.view(), &(user, *id))? {
                own.insert(id.to_string(), row.tickets);
            }
            if *winner == Some(user)
                && let Some(winner) = &mut card.winner
            {
                winner.username = view::name(&self.deps.auth, user, Viewer::Member(user));
            }
        }
        Ok(GiveawaysAnswer { message: GIVEAWAYS, giveaways, own })
    }

    /// The list for admins: with unmasked names and older giveaways.
    async fn of_admin(&self) -> Result<GiveawaysAnswer, GiveawayError> {
        self.shown().await?;
        let view = self.deps.store.view().clone();
        let older = self.deps.reads.run(move || {
            let mut newest = VecDeque::new();
            for giveaway in GIVEAWAY.rows(&view, Keys::all()) {
                let (id, row) = giveaway?;
                if row.stage != Stage::Open && board::is_listed(&row) {
                    newest.push_back((id, row));
                }
                if newest.len() > ADMIN_LIST {
                    newest.pop_front();
                }
            }
            board::complete_all(&view, newest)
        });
        let older = older.await??;
        let mut known = self.deps.board.all();
        for one in older {
            known.entry(one.id).or_insert(one);
        }
        let now = self.deps.clock.now();
        let mut ordered: Vec<ListedGiveaway> = known.into_values().collect();
        ordered.sort_by_key(|known| board::order(known, now));
        let cards = ordered.iter().map(|known| card(known, &self.deps.auth, Viewer::Admin, now));
        Ok(GiveawaysAnswer { message: GIVEAWAYS, giveaways: cards.collect(), own: BTreeMap::new() })
    }

    /// Finds a giveaway, even one that is no longer listed.
    async fn find(&self, id: GiveawayId) -> Result<ListedGiveaway, GiveawayError> {
        if self.deps.board.open().contains(&(id, true)) {
            self.check_clock(id).await;
        }
        if let Some(known) = self.deps.board.find(id) {
            return Ok(known);
        }
        let view = self.deps.store.view();
        let row = GIVEAWAY.get(view, &id)?.filter(GiveawayRow::is_visible);
        let (row, view) = (row.ok_or(GiveawayError::NoSuchGiveaway)?, view.clone());
        let read = self.deps.reads.run(move || board::complete_all(&view, [(id, row)])).await;
        read??.pop().ok_or(GiveawayError::NoSuchGiveaway)
    }

    fn card(&self, known: &ListedGiveaway, viewer: Viewer) -> Giveaway {
        card(known, &self.deps.auth, viewer, self.deps.clock.now())
    }

    fn own(&self, user: UserId, id: GiveawayId) -> Result<u64, GiveawayError> {
        let own = OWN.get(self.deps.store.view(), &(user, id))?;
        Ok(own.map_or(0, |own| own.tickets))
    }

    /// Buys tickets for a member. Returns when they are on disk.
    async fn enter(
        &self,
        user: UserId,
        id: GiveawayId,
        wanted: EntryRequest,
        request: Option<RequestId>,
    ) -> Result<Entered, GiveawayError> {
        let known = self.deps.board.find(id);
        if known.is_some_and(|known| known.book.row.stage == Stage::Open) {
            let place = self.deps.waiting.take(user)?;
            let command = |reply| Command::Enter { place: place.clone(), wanted, request, reply };
            return self.ask(id, command).await;
        }
        // A request that was answered before gets the same answer, whatever happened to the
        // giveaway since.
        if let Some(request) = request
            && let Some(posted) = self.deps.wallets.receipt(user, request)?
        {
            return actor::repeated_response(&self.deps, id, &posted);
        }
        self.find(id).await?;
        Err(GiveawayError::Ended)
    }

    /// Changes a giveaway.
    async fn edit(
        &self,
        id: GiveawayId,
        draft: &GiveawayDraft,
        actor: Actor,
    ) -> Result<Book, GiveawayError> {
        let known = self.find(id).await?;
        if known.book.row.stage != Stage::Open {
            return Err(GiveawayError::Ended);
        }
        let draft = draft.checked(Some(&known.book.row), self.deps.clock.now())?;
        let command = |reply| Command::Edit { draft: draft.clone(), actor: actor.clone(), reply };
        self.ask(id, command).await
    }

    /// Ends a giveaway early.
    async fn end(&self, id: GiveawayId, actor: Actor) -> Result<Book, GiveawayError> {
        let known = self.find(id).await?;
        if known.book.row.stage != Stage::Open {
            return Err(GiveawayError::Ended);
        }
        self.ask(id, |reply| Command::End { actor: actor.clone(), reply }).await
    }

    /// Takes the proof of a draw that was made before the site was restored.
    async fn take_proof(
        &self,
        (id, proof): (GiveawayId, Arc<OldProof>),
        by: Actor,
    ) -> Result<Book, GiveawayError> {
        self.find(id).await?;
        let order = |reply| Command::TakeProof { proof: proof.clone(), actor: by.clone(), reply };
        self.ask(id, order).await
    }

    /// Deletes a giveaway. One that has not ended refunds its points.
    async fn delete(&self, id: GiveawayId, actor: Actor) -> Result<Book, GiveawayError> {
        self.find(id).await?;
        self.ask(id, |reply| Command::Delete { actor: actor.clone(), reply }).await
    }

    /// Excludes the tickets of a deleted account from the counts.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn exclude_member(&self, user: UserId) -> Result<(), GiveawayError> {
        Ok(self.deps.board.exclude_member(self.deps.store.view(), user)?)
    }

    /// Titles of the giveaways that accept entries now.
    ///
    /// # Errors
    /// See [`GiveawayError`].
    pub async fn running(&self) -> Result<Vec<String>, GiveawayError> {
        let shown = self.shown().await?;
        let running = shown.cards.iter().filter(|card| card.status == model::Status::Active);
        Ok(running.map(|card| card.title.clone()).collect())
    }

    /// The giveaways that a member entered, newest first.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub async fn entered(
        &self,
        user: UserId,
        most: usize,
    ) -> Result<Vec<GiveawayEntryRow>, GiveawayError> {
        self.shown().await?;
        let view = self.deps.store.view().clone();
        Ok(self.deps.reads.run(move || history::own(&view, user, most)).await??)
    }

    /// The serialized proof of a draw.
    async fn proof(&self, id: GiveawayId, page: usize) -> Result<Arc<etag::Ready>, GiveawayError> {
        let known = self.find(id).await?;
        if known.outcome().is_none() {
            let is_cancelled = known.book.row.cancelled_at().is_some();
            return Err(if is_cancelled {
                GiveawayError::Cancelled
            } else {
                GiveawayError::NotEnded
            });
        }
        // The call is public, so requests for missing pages must be cheap: no reads and no place in
        // the cache.
        let page = page.max(1);
        let before = u64::try_from((page - 1).saturating_mul(proof::PAGE_ENTRIES));
        if page > 1 && before.map_err(Fault::other)? >= known.book.tally.entries {
            return Err(GiveawayError::NoSuchPage);
        }
        let view = self.deps.store.view().clone();
        let write = move || {
            let proof = proof::of(&view, &known, page)?;
            Ok(etag::Ready::new(&Answer(proof::GiveawayProofAnswer { proof }))?)
        };
        Ok(self.deps.proofs.get_or_write(&self.deps.reads, (id, page), write).await?)
    }

    async fn ask<T>(
        &self,
        id: GiveawayId,
        command: impl Fn(Reply<T>) -> Command,
    ) -> Result<T, GiveawayError> {
        let deps = self.deps.clone();
        let wake = move |generation| GiveawayActor::new(id, generation, deps.clone());
        let settled = |answer| match answer {
            Ok(done) => Some(Ok(done)),
            Err(NotExecuted::Refused(error)) => Some(Err(error)),
            Err(NotExecuted::Retired) => None,
        };
        match self.deps.registry.ask(id, wake, command, settled).await {
            Ok(answer) => answer,
            Err(Stopped) => Err(GiveawayError::Wallet(PostError::Stopped)),
        }
    }
}

/// A giveaway with all data that its actor needs.
fn read_book(view: &View, id: GiveawayId) -> Result<Option<Book>, Fault> {
    let Some(row) = GIVEAWAY.get(view, &id)? else { return Ok(None) };
    Ok(Some(Book { row, tally: read_tally(view, id)?, notes: read_notes(view, id)? }))
}

impl Running for Giveaways {
    fn jobs(&self) -> Vec<Planned> {
        let this = self.clone();
        vec![every("15 * * * * *", "giveaways", "End giveaways and pay refunds", move || {
            let this = this.clone();
            async move { this.end_overdue().await }
        })]
    }
}
