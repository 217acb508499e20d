//! Sessions: what a login begins and a logout ends.
//!
//! A token names its session, and is worth nothing once the session has ended. All live sessions are in
//! memory, for every call asks; each has a row, so that a restart ends none. The time of last use is
//! written by a job, not by the calls.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use bincode::{Decode, Encode};
use dashmap::DashMap;
use parking_lot::Mutex;
use pointhouse_store::{Batch, KeyBytes, Keys, Store, StoreError, StoredKey, StoredRow, Table};

use super::error::AccountError;
use crate::clock::{Clock, Millis};
use crate::ids::{SessionId, UserId};
use crate::tables;

/// Live sessions.
pub(super) const SESSION: Table<(Owner, SessionId), SessionRow> = Table::new(tables::SESSION);
/// Live sessions of an account, and of the panel: one more ends the one that was not used for longest.
pub const SESSIONS_MAX: usize = 50;
/// A time of last use that is this much older on disk is written, milliseconds.
const WRITE_USE_AFTER: i64 = 10 * 60 * 1000;
/// Sessions that one commit changes.
const CHUNK: usize = 512;

/// Whose session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The panel's.
    Panel,
    /// A member's.
    Member(UserId),
}

impl Owner {
    /// Members are counted from 1.
    fn number(self) -> u64 {
        match self {
            Self::Panel => 0,
            Self::Member(UserId(number)) => number,
        }
    }

    fn of(number: u64) -> Self {
        if number == 0 { Self::Panel } else { Self::Member(UserId(number)) }
    }
}

impl StoredKey for Owner {
    fn write(&self, out: &mut KeyBytes) {
        self.number().write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u64::read(bytes).map(Self::of)
    }
}

/// A session on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SessionRow {
    /// Version of the account, or of the panel's password, that it was begun under.
    pub version: u32,
    /// When it began, milliseconds.
    pub began_at: i64,
    /// When it was used last, milliseconds; up to 11 minutes old.
    pub used_at: i64,
    /// When it ends by itself, milliseconds.
    pub ends_at: i64,
}

impl StoredRow for SessionRow {
    const VERSION: u8 = 1;
}

struct Live {
    owner: Owner,
    row: SessionRow,
    used_at: AtomicI64,
    written_at: AtomicI64,
}

impl Live {
    fn new(owner: Owner, row: SessionRow) -> Self {
        let (used_at, written_at) = (AtomicI64::new(row.used_at), AtomicI64::new(row.used_at));
        Self { owner, row, used_at, written_at }
    }

    fn is_over(&self, now: Millis, panel_idle: i64) -> bool {
        let idle = now.0.saturating_sub(self.used_at.load(Ordering::Relaxed));
        now.0 >= self.row.ends_at || (self.owner == Owner::Panel && idle >= panel_idle)
    }
}

/// All live sessions. Cheap to clone.
#[derive(Clone)]
pub struct Sessions {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    clock: Clock,
    /// The panel's sessions end when they were not used for this long, milliseconds.
    panel_idle: i64,
    live: DashMap<SessionId, Live>,
    /// Ids by owner. Commits are queued under this lock.
    of: Mutex<Ids>,
    /// Sessions that gave way to a newer one; the next sweep returns them.
    displaced: Mutex<Vec<(Owner, SessionId)>>,
}

type Ids = HashMap<Owner, Vec<SessionId>>;

/// What is written of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    End,
    /// When it was used last, milliseconds.
    Used(i64),
}

fn forget(of: &mut Ids, owner: Owner, id: SessionId) {
    if let Some(ids) = of.get_mut(&owner) {
        ids.retain(|other| *other != id);
        if ids.is_empty() {
            of.remove(&owner);
        }
    }
}

impl Sessions {
    /// Reads those that are on disk.
    ///
    /// # Errors
    /// A row cannot be read.
    pub fn load(store: &Store, clock: &Clock, panel_idle_minutes: u32) -> Result<Self, StoreError> {
        let sessions = Self {
            inner: Arc::new(Inner {
                store: store.clone(),
                clock: clock.clone(),
                panel_idle: i64::from(panel_idle_minutes) * 60_000,
                live: DashMap::new(),
                of: Mutex::default(),
                displaced: Mutex::default(),
            }),
        };
        for session in SESSION.rows(store.view(), Keys::all()) {
            let ((owner, id), row) = session?;
            sessions.inner.of.lock().entry(owner).or_default().push(id);
            sessions.inner.live.insert(id, Live::new(owner, row));
        }
        Ok(sessions)
    }

    /// Begins a session that lasts so many hours, ending the least recently used ones beyond
    /// [`SESSIONS_MAX`]. It is on disk when this returns.
    ///
    /// # Errors
    /// The store is read-only or has stopped.
    pub async fn begin(
        &self,
        owner: Owner,
        version: u32,
        hours: u32,
    ) -> Result<SessionId, AccountError> {
        let inner = &self.inner;
        if !inner.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        let now = inner.clock.now().0;
        let ends_at = now.saturating_add(i64::from(hours).saturating_mul(3_600_000));
        let row = SessionRow { version, began_at: now, used_at: now, ends_at };
        let id = SessionId(rand::random());
        let mut batch = Batch::new();
        SESSION.put(&mut batch, &(owner, id), &row)?;
        let committed = {
            let mut of = inner.of.lock();
            for old in self.make_room(&mut of, owner, id) {
                inner.live.remove(&old);
                inner.displaced.lock().push((owner, old));
                SESSION.delete(&mut batch, &(owner, old))?;
            }
            // Before it is on disk, because a caller that leaves drops this future: no token names it yet.
            inner.live.insert(id, Live::new(owner, row));
            inner.store.commit(batch)
        };
        committed.await?;
        Ok(id)
    }

    /// Takes a place for a new session; returns those that lose theirs.
    fn make_room(&self, of: &mut Ids, owner: Owner, id: SessionId) -> Vec<SessionId> {
        let ids = of.entry(owner).or_default();
        let used = |id: &SessionId| {
            let live = self.inner.live.get(id);
            live.map_or(i64::MAX, |live| live.used_at.load(Ordering::Relaxed))
        };
        ids.sort_by_cached_key(used);
        let surplus = (ids.len() + 1).saturating_sub(SESSIONS_MAX);
        let gone = ids.drain(..surplus).collect();
        ids.push(id);
        gone
    }

    /// Whether a session of this owner and version lives; notes that it was used.
    pub(super) fn is_live(&self, owner: Owner, id: SessionId, version: u32) -> bool {
        let now = self.inner.clock.now();
        let Some(live) = self.inner.live.get(&id) else { return false };
        let lives = live.owner == owner
            && live.row.version == version
            && !live.is_over(now, self.inner.panel_idle);
        if lives {
            live.used_at.fetch_max(now.0, Ordering::Relaxed);
        }
        lives
    }

    /// Ends a session. No call passes with it from now on; its end is on disk when this returns.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn end(&self, owner: Owner, id: SessionId) -> Result<(), AccountError> {
        self.write(vec![(owner, id, Change::End)]).await
    }

    /// Removes sessions that are over or whose version was revoked (`is_revoked`), and writes when the
    /// others were used. Returns those that it removed or that gave way to newer ones, for their sockets.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn sweep(
        &self,
        is_revoked: impl Fn(Owner, u32) -> bool,
    ) -> Result<Vec<(Owner, SessionId)>, AccountError> {
        let now = self.inner.clock.now();
        let mut changes = Vec::new();
        for entry in &self.inner.live {
            let (id, live) = entry.pair();
            let used_at = live.used_at.load(Ordering::Relaxed);
            if live.is_over(now, self.inner.panel_idle) || is_revoked(live.owner, live.row.version)
            {
                changes.push((live.owner, *id, Change::End));
            } else if used_at - live.written_at.load(Ordering::Relaxed) >= WRITE_USE_AFTER {
                changes.push((live.owner, *id, Change::Used(used_at)));
            }
        }
        for chunk in changes.chunks(CHUNK) {
            self.write(chunk.to_vec()).await?;
        }
        let ended = changes.into_iter().filter(|(_, _, change)| *change == Change::End);
        let mut gone = std::mem::take(&mut *self.inner.displaced.lock());
        gone.extend(ended.map(|(owner, id, _)| (owner, id)));
        Ok(gone)
    }

    /// Writes changes of sessions. What is put into the commit is decided under the lock that orders
    /// the commits, so that no time of use brings back a session that has ended meanwhile.
    async fn write(&self, changes: Vec<(Owner, SessionId, Change)>) -> Result<(), AccountError> {
        let committed = {
            let mut of = self.inner.of.lock();
            let mut batch = Batch::new();
            for (owner, id, change) in changes {
                match change {
                    Change::End => {
                        self.inner.live.remove(&id);
                        forget(&mut of, owner, id);
                        SESSION.delete(&mut batch, &(owner, id))?;
                    }
                    Change::Used(used_at) => {
                        let Some(live) = self.inner.live.get(&id) else { continue };
                        live.written_at.store(used_at, Ordering::Relaxed);
                        let row = SessionRow { used_at, ..live.row };
                        SESSION.put(&mut batch, &(owner, id), &row)?;
                    }
                }
            }
            if batch.is_empty() {
                return Ok(());
            }
            self.inner.store.commit(batch)
        };
        committed.await?;
        Ok(())
    }

    /// Live sessions, for the metrics.
    pub fn count(&self) -> usize {
        self.inner.live.len()
    }
}
