//! Merges packs of logs into compressed blocks, while the applier has nothing else to do.
//!
//! The applier writes packs of at most 64 entries, which take as much space as their entries. All packs but a log's
//! newest never change, so runs of packs become one block, which takes about an eighth of it for rounds and points. A
//! block replaces its packs in one batch of the index, under the key of the first of them, after it was decoded and
//! compared with them.
//!
//! Merging moves entries to lower keys only. Readers go from the newest pack to the oldest, or look for the pack of a
//! sequence, so a block that appears meanwhile hides no entry from them. They may read an entry twice, and skip the
//! second one.

use std::time::{Duration, Instant};

use crate::digest::Digest;
use crate::index::{Index, IndexError, IndexRow, IndexWrite, LOGS};
use crate::pack::{self, Entry};

/// Packs of a block. In tests logs are short.
const RUN: usize = if cfg!(test) { 2 } else { 16 };
/// Rows of the index that a step reads: several runs and the pack after them.
const STEP_ROWS: usize = if cfg!(test) { 5 } else { 64 };
/// Time after which no further step begins, because the applier may have other work.
const SLICE: Duration = Duration::from_millis(20);
/// Time between two slices that merge, which take a tenth of a core and a few syncs a second.
const PAUSE: Duration = Duration::from_millis(200);
/// Disk space that must be free for the blocks of a slice, bytes.
const ROOM: usize = 1024 * 1024;
/// Largest block, bytes: with its key it fits a row of a base.
const BLOCK_BYTES: usize = 15 * 1024;
/// A walk over all logs begins when the store is opened, and after this many packs were written, or a quarter of the rows
/// of the walk before, if that is more: so walks cost the same for each pack, however long the logs are.
const WALK_AFTER: usize = 1024;

/// Where the walk over the logs is.
#[derive(Debug)]
pub(crate) struct Compaction {
    is_on: bool,
    /// The first key that the walk has not reached; `None` when it is over.
    at: Option<Vec<u8>>,
    /// Rows that the walk has read.
    seen: usize,
    /// Packs written since the walk began.
    written: usize,
    /// The last slice merged something, or is the first one.
    is_fruitful: bool,
}

impl Compaction {
    /// Begins a walk, or never one.
    pub(crate) fn when(is_on: bool) -> Self {
        Self { is_on, at: is_on.then(|| vec![LOGS]), seen: 0, written: 0, is_fruitful: true }
    }

    /// How long to wait at most before the next slice. Where nothing was merged, the walk goes on when the applier has had
    /// nothing to do.
    pub(crate) fn pause(&self) -> Option<Duration> {
        (self.is_fruitful && self.at.is_some()).then_some(PAUSE)
    }

    /// Counts packs that the applier wrote.
    pub(crate) fn note(&mut self, packs: usize) {
        self.written = self.written.saturating_add(packs);
        if self.at.is_none() && self.written >= WALK_AFTER.max(self.seen / 4) {
            *self = Self::when(self.is_on);
        }
    }

    /// Continues the walk for a short time. A pack that cannot be decoded ends it: the index is marked for rebuilding
    /// already, and nothing needs blocks.
    ///
    /// # Errors
    /// The index failed.
    pub(crate) fn run(&mut self, index: &dyn Index) -> Result<(), IndexError> {
        if self.at.is_none() || !index.has_room(ROOM) {
            return Ok(());
        }
        let begun = Instant::now();
        let mut is_changed = false;
        while self.at.is_some() && begun.elapsed() < SLICE {
            match self.step(index) {
                Ok(merged) => is_changed |= merged,
                Err(IndexError::Note) => {
                    self.at = None;
                    tracing::error!("a pack cannot be decoded; no more packs are merged");
                }
                Err(error) => return Err(error),
            }
        }
        self.is_fruitful = is_changed;
        if is_changed { index.sync() } else { Ok(()) }
    }

    /// Reads the next rows and merges the runs of packs among them. Returns whether it wrote a block.
    pub(crate) fn step(&mut self, index: &dyn Index) -> Result<bool, IndexError> {
        let Some(at) = &self.at else { return Ok(false) };
        let rows = index.range(at, &[LOGS + 1], STEP_ROWS, false)?;
        let (mut rest, mut is_changed) = (rows.as_slice(), false);
        while let Some(from) = rest.windows(RUN + 1).position(is_settled) {
            let (run, after) = rest.split_at(from + RUN);
            is_changed |= merge(index, run.get(from..).unwrap_or_default())?;
            rest = after;
        }
        // The next run may begin in the last rows.
        let next = rows.len() - rest.len().min(RUN);
        self.seen = self.seen.saturating_add(next);
        let is_end = rows.len() < STEP_ROWS;
        self.at = rows.get(next).filter(|_| !is_end).map(|(key, _)| key.clone());
        Ok(is_changed)
    }
}

/// Whether these are packs of one log, the last of which may still grow.
fn is_settled(rows: &[IndexRow]) -> bool {
    let Some(((newest, _), run)) = rows.split_last() else { return false };
    let log = newest.get(..pack::LOG_BYTES);
    run.iter().all(|(key, value)| !pack::is_block(value) && key.get(..pack::LOG_BYTES) == log)
}

/// Replaces packs by one block, or by several if one would be too large. Returns whether it wrote any.
fn merge(index: &dyn Index, packs: &[IndexRow]) -> Result<bool, IndexError> {
    let mut entries: Vec<Entry> = Vec::new();
    for (_, value) in packs {
        let pack = pack::decode(value.clone()).ok_or_else(|| {
            index.condemn(pack::UNREADABLE);
            IndexError::Note
        })?;
        // A base that was written during a merge has the same entries twice.
        let last = entries.last().map(|(seq, _)| *seq);
        entries.extend(pack.into_iter().filter(|(seq, _)| Some(*seq) > last));
    }
    let before: usize = packs.iter().map(|(_, value)| value.len()).sum();
    let block = pack::encode_block(&entries)
        .filter(|block| block.len() <= BLOCK_BYTES && block.len() < before)
        .filter(|block| pack::decode(block.clone()).as_ref() == Some(&entries));
    match (block, packs) {
        (Some(block), [first, ..]) => {
            index.apply(replacement(index, packs, (first.0.clone(), block))?)?;
            Ok(true)
        }
        (None, [_, _, ..]) => {
            let (early, late) = packs.split_at(packs.len() / 2);
            Ok(merge(index, early)? | merge(index, late)?)
        }
        _ => Ok(false),
    }
}

/// One batch: the block, no packs, and the digest of all rows after it.
fn replacement(
    index: &dyn Index,
    packs: &[IndexRow],
    (key, block): IndexRow,
) -> Result<Vec<IndexWrite>, IndexError> {
    let mut digest = Digest::of_note(index)?;
    let mut writes: Vec<IndexWrite> = Vec::with_capacity(packs.len() + 2);
    for (old, value) in packs {
        digest.remove(old, value);
        writes.push((old.clone(), None));
    }
    digest.add(&key, &block);
    writes.push((key, Some(block)));
    writes.push(digest.note());
    Ok(writes)
}
