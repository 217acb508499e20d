//! Deduplication of deliveries and messages that have an effect. Ids are kept on disk for a day;
//! older deliveries are refused for their age.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use pointhouse_store::{Batch, Keys, Store, StoreError};
use sha2::{Digest, Sha256};

use super::error::ChatError;
use super::records::{SEEN, SeenRow};
use crate::clock::Clock;

/// How long ids are kept, in milliseconds.
const KEPT: i64 = 24 * 60 * 60 * 1000;
/// Most ids kept. When full, deliveries are refused and the platform delivers them later.
const KEPT_MAX: usize = 2_000_000;

type Key = [u8; 16];

pub(super) struct Seen {
    store: Store,
    clock: Clock,
    /// Ids being written.
    under_way: Mutex<HashSet<Key>>,
    count: AtomicUsize,
}

/// Removes the ids from those being written when it is dropped, whatever the result.
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

/// Key of an id. The kind separates ids of different kinds.
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

    /// Stores these ids together with a batch, all or none. Returns whether they were new; if so,
    /// they are on disk.
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

    /// Removes ids older than a day. Returns their number. Slow: must not run on a serving thread.
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
