//! Keeps sled's cache near its limit.
//!
//! sled's cache has 256 parts, and a part drops pages only when 64 accesses to it have come together. Pages of blocks have
//! tens of kilobytes, so 16,000 accesses can hold hundreds of megabytes whatever the limit is: three million rounds took
//! 205 MB after the check of an opening, with a cache of 8 MB. The remedy is to make the missing accesses, to pages that
//! are small: those of a tree of its own. It is made by a write, never by a read: an index that is only examined, or that
//! has no space, stays as it is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;
use sled::Db;

const TREE: &str = "trimming";
/// sled takes the numbers of freed pages first, so pages are in random parts: with eight for each, nearly all parts have
/// some.
const PAGES: u32 = 8 * 256;
/// A page that was split has 9 keys, so every eighth key is in another page or in the same as the one before.
const KEYS_PER_PAGE: u32 = 8;
/// How often each page is read: 96 accesses to a part on average, of the 64 that it needs.
const ROUNDS: u32 = 12;
/// Rows of a page: sled reads all of them when one is read.
const ROWS_PER_PAGE: usize = 16;

/// Bytes that were read or written since the cache was trimmed.
pub(crate) struct Trimming {
    bytes: AtomicU64,
    limit: u64,
    is_made: AtomicBool,
    /// sled drops no page of a part while another thread holds its lock.
    turn: Mutex<()>,
}

impl Trimming {
    /// Of a cache with this limit in bytes.
    pub(crate) fn new(cache_bytes: u64) -> Self {
        let (bytes, is_made) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { bytes, limit: cache_bytes, is_made, turn: Mutex::new(()) }
    }

    /// Counts rows that were read or written: their bytes, and those of the last one, whose page has others.
    pub(crate) fn note(&self, bytes: usize, last: usize) {
        let bytes = bytes.saturating_add(last.saturating_mul(ROWS_PER_PAGE));
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    fn is_due(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) >= self.limit
    }

    /// Returns whether the tree has to be made for the next [`Trimming::trim`].
    pub(crate) fn is_missing(&self) -> bool {
        self.is_due() && !self.is_made.load(Ordering::Relaxed)
    }

    /// Makes the tree, some hundred kilobytes, unless it is there.
    pub(crate) fn make(&self, db: &Db) -> sled::Result<()> {
        let tree = db.open_tree(TREE)?;
        if !tree.contains_key(key(PAGES * KEYS_PER_PAGE - 1))? {
            for number in 0..PAGES * KEYS_PER_PAGE {
                tree.insert(key(number), &[])?;
            }
        }
        self.is_made.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Trims the cache if much was read since the last time. Only reads.
    pub(crate) fn trim(&self, db: &Db) -> sled::Result<()> {
        if !self.is_due() || !db.tree_names().iter().any(|name| name == TREE.as_bytes()) {
            return Ok(());
        }
        let _turn = self.turn.lock();
        // Who has waited for the turn reads no more before the other one has made space.
        if !self.is_due() {
            return Ok(());
        }
        let tree = db.open_tree(TREE)?;
        for _ in 0..ROUNDS {
            for page in 0..PAGES {
                tree.get(key(page * KEYS_PER_PAGE))?;
            }
        }
        self.bytes.store(0, Ordering::Relaxed);
        Ok(())
    }
}

fn key(number: u32) -> [u8; 4] {
    number.to_be_bytes()
}
