//! Links requested in the chat that wait for the member's confirmation on the site.
//!
//! All requests are in memory as well as on disk; changes are made one at a time.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use pointhouse_store::{Batch, Keys, Store, StoreError, View};

use super::error::ChatError;
use super::records::{REQUEST, RequestRow};
use crate::accounts::Auth;
use crate::clock::{Clock, Millis};
use crate::ids::UserId;
use crate::locks::{Guard, Lock};

/// Most open requests in total and per member. One more of a member replaces their oldest, so that
/// strangers who post a code don't lock its owner out.
const OPEN_MAX: usize = 5000;
const OPEN_OF_MEMBER: usize = 20;

/// Why no request was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotAsked {
    /// The link exists already.
    Stands,
    TooMany,
    /// The account was deleted.
    Gone,
}

/// A request with the platform's id of its sender.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) sender: u64,
    pub(super) row: RequestRow,
}

impl Request {
    /// The wire id. A later request of the same sender has another id.
    pub(super) fn id(&self) -> String {
        request_id(self.sender, &self.row)
    }
}

/// The wire id of a request.
pub(super) fn request_id(sender: u64, row: &RequestRow) -> String {
    format!("{sender}-{}", row.asked_at)
}

pub(super) struct Requests {
    store: Store,
    clock: Clock,
    auth: Auth,
    open: Mutex<BTreeMap<u64, RequestRow>>,
    changing: Lock,
}

impl Requests {
    pub(super) fn load(store: &Store, clock: &Clock, auth: &Auth) -> Result<Self, StoreError> {
        let open = stored(store.view()).collect::<Result<BTreeMap<_, _>, _>>()?;
        let (store, clock, auth) = (store.clone(), clock.clone(), auth.clone());
        Ok(Self { store, clock, auth, open: Mutex::new(open), changing: Lock::default() })
    }

    /// Waits until no other change is under way, and excludes others until the guard is dropped.
    pub(super) async fn lock(&self) -> Guard {
        self.changing.lock().await
    }

    /// A member's requests that have not expired, oldest first.
    pub(super) fn of(&self, user: UserId) -> Vec<Request> {
        let now = self.clock.now().0;
        let open = self.open.lock();
        let own = open.iter().filter(|(_, row)| row.user == user.0 && row.expires_at > now);
        let mut own: Vec<_> =
            own.map(|(sender, row)| Request { sender: *sender, row: row.clone() }).collect();
        own.sort_by_key(|request| request.row.asked_at);
        own
    }

    /// Finds a request of a member.
    pub(super) fn find(&self, user: UserId, id: &str) -> Result<Request, ChatError> {
        let found = self.of(user).into_iter().find(|request| request.id() == id);
        found.ok_or(ChatError::NoSuchRequest)
    }

    /// Makes a request. Returns the other member whom an earlier request of the sender was for, if
    /// any.
    pub(super) async fn ask(
        &self,
        (sender, username): (u64, String),
        user: UserId,
        lasts: i64,
    ) -> Result<Result<(Request, Option<UserId>), NotAsked>, ChatError> {
        let _changing = self.lock().await;
        if !self.store.writable() {
            return Err(ChatError::ReadOnly);
        }
        if self.auth.access(user).is_none() {
            return Ok(Err(NotAsked::Gone));
        }
        let now = self.clock.now();
        let before = self.open.lock().get(&sender).cloned();
        let open = before.as_ref().filter(|row| row.expires_at > now.0);
        if open.is_some_and(|row| row.user == user.0) {
            return Ok(Err(NotAsked::Stands));
        }
        let own = self.of(user);
        let oldest = own.first().filter(|_| own.len() >= OPEN_OF_MEMBER).map(|one| one.sender);
        let is_full = before.is_none() && self.open.lock().len() >= OPEN_MAX;
        if is_full && oldest.is_none() {
            return Ok(Err(NotAsked::TooMany));
        }
        let row = RequestRow {
            revision: before.as_ref().map_or(0, |row| row.revision) + 1,
            user: user.0,
            username,
            // Never the id of the previous request.
            asked_at: now.0.max(before.as_ref().map_or(0, |row| row.asked_at + 1)),
            expires_at: now.plus(lasts).0,
        };
        let mut batch = Batch::new();
        if let Some(oldest) = oldest {
            self.end(oldest, &mut batch)?;
        }
        REQUEST.put(&mut batch, &sender, &row)?;
        self.store.commit(batch).await?;
        let left = open.map(|row| UserId(row.user));
        let mut open = self.open.lock();
        oldest.iter().for_each(|oldest| drop(open.remove(oldest)));
        open.insert(sender, row.clone());
        drop(open);
        Ok(Ok((Request { sender, row }, left)))
    }

    /// Removes a sender's request. Returns the member whom it was for.
    pub(super) async fn withdraw(&self, sender: u64) -> Result<Option<UserId>, ChatError> {
        let _changing = self.lock().await;
        let Some(row) = self.open.lock().get(&sender).cloned() else { return Ok(None) };
        if !self.store.writable() {
            return Err(ChatError::ReadOnly);
        }
        let mut batch = Batch::new();
        self.end(sender, &mut batch)?;
        self.store.commit(batch).await?;
        self.ended(sender);
        Ok((row.expires_at > self.clock.now().0).then_some(UserId(row.user)))
    }

    /// Adds the end of a request to a batch; see [`Requests::ended`].
    pub(super) fn end(&self, sender: u64, batch: &mut Batch) -> Result<(), StoreError> {
        REQUEST.delete(batch, &sender)
    }

    /// Call when that batch is on disk.
    pub(super) fn ended(&self, sender: u64) {
        self.open.lock().remove(&sender);
    }

    /// Deletes all requests of a member in a batch, expired ones included. Returns their senders; see
    /// [`Requests::ended`].
    pub(super) fn end_of(&self, user: UserId, batch: &mut Batch) -> Result<Vec<u64>, StoreError> {
        let open = self.open.lock();
        let own = open.iter().filter(|(_, row)| row.user == user.0);
        let senders: Vec<u64> = own.map(|(sender, _)| *sender).collect();
        for sender in &senders {
            self.end(*sender, batch)?;
        }
        Ok(senders)
    }

    /// Removes expired requests. Returns their number.
    pub(super) async fn sweep(&self) -> Result<usize, StoreError> {
        let _changing = self.lock().await;
        let now = self.clock.now().0;
        let is_over = |(_, row): &(&u64, &RequestRow)| row.expires_at <= now;
        let over: Vec<u64> =
            self.open.lock().iter().filter(is_over).map(|(sender, _)| *sender).collect();
        if over.is_empty() {
            return Ok(0);
        }
        let mut batch = Batch::new();
        for sender in &over {
            self.end(*sender, &mut batch)?;
        }
        self.store.commit(batch).await?;
        over.iter().for_each(|sender| self.ended(*sender));
        Ok(over.len())
    }

    /// Expiry of a request made at this moment.
    pub(super) fn until(row: &RequestRow) -> String {
        Millis(row.expires_at).iso()
    }
}

/// All requests on disk, with the platform's ids of their senders. Slow: must not run on a serving thread.
pub(super) fn stored(view: &View) -> impl Iterator<Item = Result<(u64, RequestRow), StoreError>> {
    REQUEST.rows(view, Keys::all())
}
