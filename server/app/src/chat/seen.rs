//! Which deliveries and messages were taken already, of those that something is done for. Kept for a
//! day, on disk; older ones are refused for their age.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, decode, encode};
use sha2::{Digest, Sha256};

use super::error::{ChatError, inner};
use super::records::SeenRow;
use crate::clock::Clock;
use crate::tables;

/// They are kept so long, milliseconds.
const KEPT: i64 = 24 * 60 * 60 * 1000;
/// More than this are not kept: the platform is asked to deliver later.
const KEPT_MAX: usize = 2_000_000;
const PAGE: usize = 512;

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
        let row = encode(&SeenRow { at: self.clock.now().0 }).map_err(inner)?;
        for key in keys {
            if self.store.view().get(tables::CHAT_SEEN, key).map_err(inner)?.is_some() {
                return Ok(false);
            }
            batch.put(tables::CHAT_SEEN, key, &row).map_err(inner)?;
        }
        self.store.commit(batch).await.map_err(inner)?;
        self.count.fetch_add(keys.len(), Ordering::SeqCst);
        Ok(true)
    }

    /// Forgets the old ones. Returns how many. Walks over all: not for a thread that serves.
    pub(super) fn sweep(&self) -> Result<usize, ChatError> {
        let now = self.clock.now().0;
        let (mut from, mut kept, mut removed) = (Vec::new(), 0, 0);
        loop {
            let rows = self.store.view().scan(tables::CHAT_SEEN, &from, &[], PAGE);
            let rows = rows.map_err(inner)?;
            let Some((last, _)) = rows.last() else { break };
            from = [last.as_ref(), &[0]].concat();
            let mut batch = Batch::new();
            let before = removed;
            for (key, row) in &rows {
                let row: SeenRow = decode(row).map_err(inner)?;
                if row.at.saturating_add(KEPT) < now {
                    batch.delete(tables::CHAT_SEEN, key).map_err(inner)?;
                    removed += 1;
                } else {
                    kept += 1;
                }
            }
            if removed > before {
                self.store.commit(batch).wait().map_err(inner)?;
            }
        }
        self.count.store(kept, Ordering::SeqCst);
        Ok(removed)
    }
}
