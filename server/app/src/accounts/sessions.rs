//! Sessions. A login creates one and a logout ends it.
//!
//! A token names its session and is refused once the session has ended. All live sessions are in
//! memory, because every call checks them; each has a row, so that a restart ends none. A job
//! writes the times of last use; calls don't.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use bincode::{Decode, Encode};
use dashmap::DashMap;
use parking_lot::Mutex;
use pointhouse_store::{Batch, Keys, Store, StoreError, StoredRow, Table};

use super::error::AccountError;
use super::logins::DeviceKind;
use crate::clock::{Clock, Millis};
use crate::ids::{Principal, SessionId};
use crate::tables;

/// Live sessions.
pub(super) const SESSION: Table<(Principal, SessionId), SessionRow> = Table::new(tables::SESSION);
/// Most live sessions of a member, and of a person of the panel. One more ends the least recently used one.
pub const SESSIONS_MAX: usize = 50;
/// A time of last use is written when the one on disk is this much older, in milliseconds.
const WRITE_USE_AFTER: i64 = 10 * 60 * 1000;
/// How long a proof counts, in milliseconds.
const PROOF_MILLIS: i64 = 10 * 60 * 1000;
/// Time of the last proof of a session without one.
const NOT_PROVED: i64 = i64::MIN;
/// Most sessions changed by one commit.
const CHUNK: usize = 512;

/// A session on disk.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SessionRow {
    /// Version of the account's tokens or of the admin password when the session began.
    pub version: u32,
    /// Time of the login, in milliseconds.
    pub began_at: i64,
    /// Time of last use, in milliseconds; up to 11 minutes old.
    pub used_at: i64,
    /// Time of expiry, in milliseconds.
    pub ends_at: i64,
    /// Kind of the device, such as "Firefox on Linux"; empty for sessions that began before it was stored.
    pub device: String,
}

impl StoredRow for SessionRow {
    const VERSION: u8 = 2;
}

/// Ends all sessions of a folder that no server uses. Blocks.
///
/// # Errors
/// The store cannot be read or has stopped.
pub fn end_all_sessions(store: &Store) -> Result<usize, StoreError> {
    SESSION.sweep(store, Keys::all(), |_, _| true)
}

/// A session that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewSession {
    /// Version of the account's tokens or of the password that was checked.
    pub version: u32,
    /// How long it lasts.
    pub hours: u32,
    /// Kind of the device.
    pub device: DeviceKind,
    /// When the user last proved to be the owner, in milliseconds; `None` for a login, which is a proof.
    pub proved_at: Option<i64>,
}

/// A live session, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// Its id. It is no secret: a token is signed.
    pub id: SessionId,
    /// Time of the login.
    pub began_at: Millis,
    /// Time of last use.
    pub used_at: Millis,
    /// Version of the tokens or of the password when it began.
    pub version: u32,
    /// Kind of the device; empty if unknown.
    pub device: String,
}

struct Live {
    principal: Principal,
    row: SessionRow,
    used_at: AtomicI64,
    written_at: AtomicI64,
    /// When the session's user last proved to be its owner, in milliseconds: a login counts.
    proved_at: AtomicI64,
}

impl Live {
    fn new(principal: Principal, row: SessionRow, proved_at: i64) -> Self {
        let (used_at, written_at) = (AtomicI64::new(row.used_at), AtomicI64::new(row.used_at));
        let proved_at = AtomicI64::new(proved_at);
        Self { principal, row, used_at, written_at, proved_at }
    }

    fn is_over(&self, now: Millis, panel_idle: i64) -> bool {
        let idle = now.0.saturating_sub(self.used_at.load(Ordering::Relaxed));
        now.0 >= self.row.ends_at
            || (matches!(self.principal, Principal::Person(_)) && idle >= panel_idle)
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
    /// Panel sessions end after this long without use, in milliseconds.
    panel_idle: i64,
    live: DashMap<SessionId, Live>,
    /// Session ids by principal. Commits are queued under this lock.
    of: Mutex<Ids>,
    /// Sessions replaced by newer ones; the next sweep returns them.
    displaced: Mutex<Vec<(Principal, SessionId)>>,
}

type Ids = HashMap<Principal, Vec<SessionId>>;

/// A change of a session to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    End,
    /// New time of last use, in milliseconds.
    Used(i64),
}

fn forget(of: &mut Ids, principal: Principal, id: SessionId) {
    if let Some(ids) = of.get_mut(&principal) {
        ids.retain(|other| *other != id);
        if ids.is_empty() {
            of.remove(&principal);
        }
    }
}

impl Sessions {
    /// Loads the sessions on disk.
    ///
    /// # Errors
    /// A row cannot be decoded.
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
            let ((principal, id), row) = session?;
            sessions.inner.of.lock().entry(principal).or_default().push(id);
            sessions.inner.live.insert(id, Live::new(principal, row, NOT_PROVED));
        }
        Ok(sessions)
    }

    /// Begins a session, and ends the least recently used ones beyond
    /// [`SESSIONS_MAX`]. It is on disk when this returns.
    ///
    /// # Errors
    /// The store is read-only or has stopped.
    pub async fn begin(
        &self,
        principal: Principal,
        NewSession { version, hours, device, proved_at }: NewSession,
    ) -> Result<SessionId, AccountError> {
        let inner = &self.inner;
        if !inner.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        let now = inner.clock.now().0;
        let ends_at = now.saturating_add(i64::from(hours).saturating_mul(3_600_000));
        let device = device.to_string();
        let row = SessionRow { version, began_at: now, used_at: now, ends_at, device };
        let id = SessionId(rand::random());
        let mut batch = Batch::new();
        SESSION.put(&mut batch, &(principal, id), &row)?;
        let committed = {
            let mut of = inner.of.lock();
            for old in self.displace_oldest(&mut of, principal, id) {
                inner.live.remove(&old);
                inner.displaced.lock().push((principal, old));
                SESSION.delete(&mut batch, &(principal, old))?;
            }
            // Inserted before it is on disk, because this future is dropped if the caller
            // disconnects. No token names the session yet.
            inner.live.insert(id, Live::new(principal, row, proved_at.unwrap_or(now)));
            inner.store.commit(batch)
        };
        committed.await?;
        Ok(id)
    }

    /// Reserves a place for a new session. Returns the sessions that are displaced.
    fn displace_oldest(&self, of: &mut Ids, principal: Principal, id: SessionId) -> Vec<SessionId> {
        let ids = of.entry(principal).or_default();
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

    /// Returns whether a session of this principal and version is live, and records its use.
    pub(super) fn is_live(&self, principal: Principal, id: SessionId, version: u32) -> bool {
        let now = self.inner.clock.now();
        let Some(live) = self.inner.live.get(&id) else { return false };
        let lives = live.principal == principal
            && live.row.version == version
            && !live.is_over(now, self.inner.panel_idle);
        if lives {
            live.used_at.fetch_max(now.0, Ordering::Relaxed);
        }
        lives
    }

    /// Notes that the user of a session has just proved to be its owner.
    pub(super) fn prove(&self, id: SessionId) {
        if let Some(live) = self.inner.live.get(&id) {
            live.proved_at.store(self.inner.clock.now().0, Ordering::Relaxed);
        }
    }

    /// When the user of a session last proved to be its owner.
    pub(super) fn proved_at(&self, id: SessionId) -> i64 {
        let live = self.inner.live.get(&id);
        live.map_or(NOT_PROVED, |live| live.proved_at.load(Ordering::Relaxed))
    }

    /// Whether the user of a session has proved to be its owner in the last [`PROOF_MILLIS`].
    pub(super) fn is_proved(&self, id: SessionId) -> bool {
        let Some(live) = self.inner.live.get(&id) else { return false };
        let since = self.inner.clock.now().0.saturating_sub(live.proved_at.load(Ordering::Relaxed));
        (0..PROOF_MILLIS).contains(&since)
    }

    /// Ends a session. It is refused from now on; its end is on disk when this returns.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn end(&self, principal: Principal, id: SessionId) -> Result<(), AccountError> {
        self.write(vec![(principal, id, Change::End)]).await
    }

    /// Removes sessions that have expired or for which `is_revoked` is true, and writes the times
    /// of last use of the others. Returns those that were removed or displaced, so that their
    /// sockets can be cut.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn sweep(
        &self,
        is_revoked: impl Fn(Principal, u32) -> bool,
    ) -> Result<Vec<(Principal, SessionId)>, AccountError> {
        let now = self.inner.clock.now();
        let mut changes = Vec::new();
        for entry in &self.inner.live {
            let (id, live) = entry.pair();
            let used_at = live.used_at.load(Ordering::Relaxed);
            if live.is_over(now, self.inner.panel_idle)
                || is_revoked(live.principal, live.row.version)
            {
                changes.push((live.principal, *id, Change::End));
            } else if used_at - live.written_at.load(Ordering::Relaxed) >= WRITE_USE_AFTER {
                changes.push((live.principal, *id, Change::Used(used_at)));
            }
        }
        for chunk in changes.chunks(CHUNK) {
            self.write(chunk.to_vec()).await?;
        }
        let ended = changes.into_iter().filter(|(_, _, change)| *change == Change::End);
        let mut gone = std::mem::take(&mut *self.inner.displaced.lock());
        gone.extend(ended.map(|(principal, id, _)| (principal, id)));
        Ok(gone)
    }

    /// Writes changes of sessions. The content of the commit is decided under the lock that orders
    /// the commits, so that a time of last use never restores a session that has ended meanwhile.
    async fn write(
        &self,
        changes: Vec<(Principal, SessionId, Change)>,
    ) -> Result<(), AccountError> {
        let committed = {
            let mut of = self.inner.of.lock();
            let mut batch = Batch::new();
            for (principal, id, change) in changes {
                match change {
                    Change::End => {
                        self.inner.live.remove(&id);
                        forget(&mut of, principal, id);
                        SESSION.delete(&mut batch, &(principal, id))?;
                    }
                    Change::Used(used_at) => {
                        let Some(live) = self.inner.live.get(&id) else { continue };
                        live.written_at.store(used_at, Ordering::Relaxed);
                        let row = SessionRow { used_at, ..live.row.clone() };
                        SESSION.put(&mut batch, &(principal, id), &row)?;
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

    /// The live sessions of an principal, the most recently used one first.
    pub fn of(&self, principal: Principal) -> Vec<OpenSession> {
        let ids = self.inner.of.lock().get(&principal).cloned().unwrap_or_default();
        let now = self.inner.clock.now();
        let live = ids.into_iter().filter_map(|id| {
            let live = self.inner.live.get(&id)?;
            let used_at = Millis(live.used_at.load(Ordering::Relaxed));
            let SessionRow { version, began_at, ref device, .. } = live.row;
            let (began_at, device) = (Millis(began_at), device.clone());
            let session = OpenSession { id, began_at, used_at, version, device };
            (!live.is_over(now, self.inner.panel_idle)).then_some(session)
        });
        let mut sessions: Vec<OpenSession> = live.collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.used_at));
        sessions
    }

    /// Number of live sessions, for the metrics.
    pub fn count(&self) -> usize {
        self.inner.live.len()
    }
}
