//! Which deliveries and messages were taken already, of those that something is done for. Kept for a
//! day, on disk; older ones are refused for their age.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use pointhouse_store::{Batch, Keys, Store, StoreError};
use sha2::{Digest, Sha256};

use super::error::ChatError;
use super::records::{SEEN, SeenRow};
use crate::clock::Clock;

/// They are kept so long, milliseconds.
const KEPT: i64 = 24 * 60 * 60 * 1000;
/// More than this are not kept: the platform is asked to deliver later.
const KEPT_MAX: usize = 2_000_000;

type Key = [u8; 16];

pub(super) struct Seen {
    store: Store,
    clock: Clock,
    /// On their way to the disk.
    under_way: Mutex<HashSet<Key>>,
    count: AtomicUsize,
}

/// Ends what is under way when it goes out of scope, whatever came of it.
struct UnderWay<'a> {
    seen: &'a Seen,
    keys: &'a [Key],
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut under_way = self.seen.under_way.lock();
        for key in self.keys {
            under_way.remove(key);
        }
    }
}

/// Key of an id. What kind it is of keeps ids of two kinds apart.
pub(super) fn key(kind: u8, id: &str) -> Key {
    let mut hash = Sha256::new();
    hash.update([kind]);
    hash.update(id);
    let hash: [u8; 32] = hash.finalize().into();
    let mut key = [0; 16];
    key.copy_from_slice(hash.split_at(16).0);
    key
}

impl Seen {
    pub(super) fn new(store: &Store, clock: &Clock) -> Self {
        let (store, clock) = (store.clone(), clock.clone());
        Self { store, clock, under_way: Mutex::default(), count: AtomicUsize::new(0) }
    }

    /// Takes these, all or none. Says whether they were new; they are on disk then, together with the
    /// batch.
    pub(super) async fn take(&self, keys: &[Key], mut batch: Batch) -> Result<bool, ChatError> {
        if self.count.load(Ordering::SeqCst) >= KEPT_MAX {
            return Err(ChatError::Busy);
        }
        if !self.store.writable() {
            return Err(ChatError::ReadOnly);
        }
        {
            let mut under_way = self.under_way.lock();
            if keys.iter().any(|key| under_way.contains(key)) {
                return Ok(false);
            }
            under_way.extend(keys);
        }
        let _under_way = UnderWay { seen: self, keys };
        let row = SeenRow { at: self.clock.now().0 };
        for key in keys {
            if SEEN.contains(self.store.view(), key)? {
                return Ok(false);
            }
            SEEN.put(&mut batch, key, &row)?;
        }
        self.store.commit(batch).await?;
        self.count.fetch_add(keys.len(), Ordering::SeqCst);
        Ok(true)
    }

    /// Removes the rows of deliveries and messages taken more than a day ago. Returns how many were
    /// removed. Not for a thread that serves.
    pub(super) fn sweep(&self) -> Result<usize, StoreError> {
        let now = self.clock.now().0;
        let kept = Cell::new(0);
        let removed = SEEN.sweep(&self.store, Keys::all(), |_, row| {
            let is_over = row.at.saturating_add(KEPT) < now;
            kept.set(kept.get() + usize::from(!is_over));
            is_over
        })?;
        self.count.store(kept.get(), Ordering::SeqCst);
        Ok(removed)
    }
}
