//! The list of visible giveaways, serialized once per change and pushed at most once a second.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use pointhouse_store::{Keys, View};

use super::events::GiveawaysUpdated;
use super::model::{self, Book, Status};
use super::records::{GIVEAWAY, GiveawayRow, OWN, Stage, read_notes, read_tally, revealed_seed};
use super::view::{Departed, GIVEAWAYS, Giveaway, GiveawaysAnswer, ListedGiveaway, Viewer, card};
use crate::accounts::{Auth, departed_at, departures};
use crate::answer::Answer;
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis};
use crate::etag;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};

/// Ended giveaways on the list. Older ones are available by their address.
const ENDED_SHOWN: usize = 20;
/// Shortest time between two pushes.
const PUSH_GAP: Duration = Duration::from_secs(1);
/// Age at which the list is serialized again, because usernames may have changed. In milliseconds.
const STALE_MILLIS: i64 = 60_000;

/// The serialized cards.
pub(super) struct SerializedList {
    version: u64,
    /// No giveaway starts or ends between these instants.
    from: Millis,
    until: Millis,
    pub(super) cards: Vec<Giveaway>,
    /// Winners of the cards, in the same order.
    pub(super) known: Vec<(GiveawayId, Option<UserId>)>,
    /// The response to a visitor.
    pub(super) ready: etag::Ready,
}

#[derive(Default)]
struct Push {
    last: Option<Instant>,
    is_waiting: bool,
}

pub(super) struct Board {
    known: Mutex<BTreeMap<GiveawayId, ListedGiveaway>>,
    /// Incremented by each change.
    version: AtomicU64,
    /// Highest number ever assigned to a giveaway. Numbers are never reused.
    last: AtomicU64,
    shown: ArcSwap<SerializedList>,
    push: Mutex<Push>,
    auth: Auth,
    clock: Clock,
    broadcaster: Broadcaster,
}

impl Board {
    /// Loads the visible giveaways.
    pub(super) fn load(
        view: &View,
        auth: &Auth,
        clock: &Clock,
        broadcaster: &Broadcaster,
    ) -> Result<Self, Fault> {
        let (mut known, mut last) = (BTreeMap::new(), 0);
        for giveaway in GIVEAWAY.rows(view, Keys::all()) {
            let (id, row) = giveaway?;
            last = id.0;
            if is_listed(&row) {
                known.insert(id, complete(view, id, row)?);
            }
            // Trimmed while reading, so that old ended giveaways don't take memory.
            trim(&mut known);
        }
        exclude_all_deleted(view, known.values_mut())?;
        let shown = serialize_list(&known, 0, auth, clock.now())?;
        Ok(Self {
            known: Mutex::new(known),
            version: AtomicU64::new(0),
            last: AtomicU64::new(last),
            shown: ArcSwap::from_pointee(shown),
            push: Mutex::default(),
            auth: auth.clone(),
            clock: clock.clone(),
            broadcaster: broadcaster.clone(),
        })
    }

    /// Number of a new giveaway.
    pub(super) fn next_id(&self) -> GiveawayId {
        GiveawayId(self.last.fetch_add(1, Ordering::SeqCst) + 1)
    }

    /// Number of giveaways ever created.
    pub(super) fn created_count(&self) -> u64 {
        self.last.load(Ordering::SeqCst)
    }

    /// Finds a visible giveaway.
    pub(super) fn find(&self, id: GiveawayId) -> Option<ListedGiveaway> {
        self.known.lock().get(&id).cloned()
    }

    /// All visible giveaways.
    pub(super) fn all(&self) -> BTreeMap<GiveawayId, ListedGiveaway> {
        self.known.lock().clone()
    }

    /// Giveaways that have not ended, and whether they are overdue.
    pub(super) fn open(&self) -> Vec<(GiveawayId, bool)> {
        let (now, known) = (self.clock.now(), self.known.lock());
        let open = known.values().filter(|known| known.book.row.stage == Stage::Open);
        open.map(|known| (known.id, model::is_overdue(&known.book.row, now))).collect()
    }

    /// Updates a giveaway after a commit, and pushes the list.
    pub(super) fn update(self: &Arc<Self>, id: GiveawayId, book: &Book, revealed: Option<String>) {
        {
            let mut known = self.known.lock();
            if is_listed(&book.row) {
                let before = known.remove(&id);
                let departed = before.as_ref().map(|known| known.departed).unwrap_or_default();
                let revealed = revealed.or(before.and_then(|known| known.revealed));
                known.insert(id, ListedGiveaway { id, book: book.clone(), revealed, departed });
            } else {
                known.remove(&id);
            }
            trim(&mut known);
        }
        self.schedule_push();
    }

    /// Updates the giveaways of a member whose account was deleted.
    pub(super) fn exclude_member(self: &Arc<Self>, view: &View, user: UserId) -> Result<(), Fault> {
        let Some(at) = departed_at(view, user)? else { return Ok(()) };
        let mut changed = false;
        for known in self.known.lock().values_mut() {
            changed |= known.exclude_deleted(view, user, at)?;
        }
        if changed {
            self.schedule_push();
        }
        Ok(())
    }

    /// Schedules a push after a visible change.
    pub(super) fn schedule_push(self: &Arc<Self>) {
        self.version.fetch_add(1, Ordering::SeqCst);
        let wait = {
            let mut push = self.push.lock();
            if push.is_waiting {
                return;
            }
            let since = push.last.map_or(PUSH_GAP, |last| last.elapsed());
            let wait = PUSH_GAP.saturating_sub(since);
            if wait.is_zero() {
                push.last = Some(Instant::now());
            } else {
                push.is_waiting = true;
            }
            wait
        };
        if wait.is_zero() {
            return self.publish();
        }
        // Changes within the gap are pushed together at its end, so that the last state is always
        // pushed.
        let board = self.clone();
        actix_web::rt::spawn(async move {
            actix_web::rt::time::sleep(wait).await;
            *board.push.lock() = Push { last: Some(Instant::now()), is_waiting: false };
            board.publish();
        });
    }

    fn publish(&self) {
        match self.shown() {
            Ok(shown) => {
                let event = GiveawaysUpdated { giveaways: &shown.cards };
                self.broadcaster.publish_to_everyone(&event);
            }
            Err(reason) => tracing::error!(%reason, "cannot serialize the giveaways"),
        }
    }

    /// The current cards.
    pub(super) fn shown(&self) -> Result<Arc<SerializedList>, Fault> {
        let now = self.clock.now();
        let is_current = |shown: &SerializedList| {
            shown.version == self.version.load(Ordering::SeqCst)
                && (shown.from..shown.until).contains(&now)
        };
        let shown = self.shown.load_full();
        if is_current(&shown) {
            return Ok(shown);
        }
        // Stored while the lock is held, so that an older state never overwrites a newer one.
        let known = self.known.lock();
        let version = self.version.load(Ordering::SeqCst);
        let shown = Arc::new(serialize_list(&known, version, &self.auth, now)?);
        self.shown.store(shown.clone());
        Ok(shown)
    }
}

impl ListedGiveaway {
    /// Excludes a deleted account from the counts. Returns whether it has tickets.
    fn exclude_deleted(&mut self, view: &View, user: UserId, at: Millis) -> Result<bool, Fault> {
        let row = &self.book.row;
        let until = self.ended_at().unwrap_or(row.end_at);
        // Accounts deleted before the giveaway was created need no read.
        if !(row.created_at..=until).contains(&at.0) {
            return Ok(false);
        }
        let Some(own) = OWN.get(view, &(user, self.id))? else { return Ok(false) };
        self.departed.members += 1;
        self.departed.tickets += own.tickets;
        Ok(true)
    }
}

pub(super) fn is_listed(row: &GiveawayRow) -> bool {
    row.is_visible() && !row.hidden
}

/// Removes the oldest ended giveaways.
fn trim(known: &mut BTreeMap<GiveawayId, ListedGiveaway>) {
    let mut ended: Vec<_> =
        known.values().filter_map(|known| Some((known.ended_at()?, known.id))).collect();
    if ended.len() > ENDED_SHOWN {
        ended.sort_unstable_by_key(|at| Reverse(*at));
        for (_, id) in ended.into_iter().skip(ENDED_SHOWN) {
            known.remove(&id);
        }
    }
}

/// Giveaways with all data of their cards. Scans all deleted accounts. Slow: must not run on a
/// serving thread.
pub(super) fn complete_all(
    view: &View,
    rows: impl IntoIterator<Item = (GiveawayId, GiveawayRow)>,
) -> Result<Vec<ListedGiveaway>, Fault> {
    let known = rows.into_iter().map(|(id, row)| complete(view, id, row));
    let mut known = known.collect::<Result<Vec<_>, Fault>>()?;
    exclude_all_deleted(view, &mut known)?;
    Ok(known)
}

fn exclude_all_deleted<'a>(
    view: &View,
    known: impl IntoIterator<Item = &'a mut ListedGiveaway>,
) -> Result<(), Fault> {
    let mut known: Vec<&mut ListedGiveaway> = known.into_iter().collect();
    departures(view).try_for_each(|departed| {
        let (user, at) = departed?;
        known.iter_mut().try_for_each(|known| known.exclude_deleted(view, user, at).map(drop))
    })
}

/// A giveaway with its tally, and with its seed if that is public.
fn complete(view: &View, id: GiveawayId, row: GiveawayRow) -> Result<ListedGiveaway, Fault> {
    let revealed = match row.stage {
        Stage::Ended(_) => Some(revealed_seed(view, id)?.reveal()),
        Stage::Open | Stage::Refunding | Stage::Refunded | Stage::Interrupted => None,
    };
    let book = Book { tally: read_tally(view, id)?, notes: read_notes(view, id)?, row };
    Ok(ListedGiveaway { id, book, revealed, departed: Departed::default() })
}

/// Sort key of the list: active ones by end, upcoming ones by start, ended ones newest first.
pub(super) fn order(known: &ListedGiveaway, now: Millis) -> (u8, i64, GiveawayId) {
    let row = &known.book.row;
    match model::status(row, now) {
        Status::Active => (0, row.end_at, known.id),
        Status::Upcoming => (1, row.start_at, known.id),
        Status::Ended => (2, -known.ended_at().unwrap_or(row.end_at), known.id),
    }
}

fn serialize_list(
    known: &BTreeMap<GiveawayId, ListedGiveaway>,
    version: u64,
    auth: &Auth,
    now: Millis,
) -> Result<SerializedList, Fault> {
    let mut ordered: Vec<&ListedGiveaway> = known.values().collect();
    ordered.sort_by_key(|known| order(known, now));
    let cards: Vec<_> =
        ordered.iter().map(|known| card(known, auth, Viewer::Public, now)).collect();
    let instants = ordered.iter().flat_map(|known| {
        let row = &known.book.row;
        [row.start_at, row.end_at].map(Millis)
    });
    let next = instants.filter(|at| *at > now).min();
    let stale = now.plus(STALE_MILLIS);
    let answer = GiveawaysAnswer { message: GIVEAWAYS, giveaways: cards, own: BTreeMap::new() };
    let ready = etag::Ready::new(&Answer(&answer))?;
    Ok(SerializedList {
        version,
        from: now,
        until: next.map_or(stale, |next| next.min(stale)),
        cards: answer.giveaways,
        known: ordered.iter().map(|known| (known.id, known.winner())).collect(),
        ready,
    })
}
