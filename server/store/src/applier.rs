//! Moves a frozen generation into the index.
//!
//! Batches are small (sled keeps a batch in memory several times over), and the last one contains
//! the note of the applied sequence: after a crash in between, the generation is applied again,
//! which doesn't change rows that are there already.

use crate::digest::Digest;
use crate::index::{Index, IndexError, IndexWrite, PUTS, applied_note};
use crate::memtable::Generation;
use crate::pack::{self, Entry};

// Generations of tests have only a few rows and must take several batches as well.
const BATCH_ROWS: usize = if cfg!(test) { 8 } else { 256 };
const BATCH_BYTES: usize = 256 * 1024;
/// Entries of a batch in addition to its rows: the digest, and in the last one the applied
/// sequence.
const NOTES: usize = 2;
/// A pack with fewer entries than this is filled up before a new one begins: members who rarely
/// play don't get a row per entry, and busy ones don't rewrite long packs repeatedly.
const FILL_BELOW: usize = if cfg!(test) { 3 } else { 16 };

/// Returns how many packs it wrote.
pub(crate) fn apply(index: &dyn Index, generation: &Generation) -> Result<usize, IndexError> {
    let mut packed = 0;
    let mut batcher = Batcher::new(index)?;
    for (key, value) in &generation.puts {
        let key = [&[PUTS], key.as_ref()].concat();
        batcher.write((key, value.as_ref().map(|value| value.to_vec())))?;
    }
    for ((table, owner), entries) in &generation.logs {
        for write in packs(index, *table, *owner, entries)? {
            batcher.write(write)?;
            packed += 1;
        }
    }
    batcher.finish(generation.last_sequence)?;
    Ok(packed)
}

/// Writes rows of different keys in batches and updates the digest of all rows with them.
pub(crate) struct Batcher<'a> {
    index: &'a dyn Index,
    digest: Digest,
    rows: Vec<IndexWrite>,
    bytes: usize,
}

impl<'a> Batcher<'a> {
    pub(crate) fn new(index: &'a dyn Index) -> Result<Self, IndexError> {
        Ok(Self { index, digest: Digest::of_note(index)?, rows: Vec::new(), bytes: 0 })
    }

    pub(crate) fn write(&mut self, row: IndexWrite) -> Result<(), IndexError> {
        let (key, value) = &row;
        let bytes = key.len() + value.as_ref().map_or(0, Vec::len);
        if self.rows.len() + NOTES >= BATCH_ROWS || self.bytes + bytes > BATCH_BYTES {
            self.flush()?;
        }
        if let Some(old) = self.index.get(key)? {
            self.digest.remove(key, &old);
        }
        if let Some(new) = value {
            self.digest.add(key, new);
        }
        self.bytes += bytes;
        self.rows.push(row);
        Ok(())
    }

    /// Writes the rest together with the applied sequence; durable when this returns.
    pub(crate) fn finish(mut self, applied: u64) -> Result<(), IndexError> {
        self.rows.push(applied_note(applied));
        self.flush()?;
        self.index.sync()
    }

    fn flush(&mut self) -> Result<(), IndexError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        self.rows.push(self.digest.note());
        self.bytes = 0;
        self.index.apply(std::mem::take(&mut self.rows))?;
        self.index.trim();
        Ok(())
    }
}

/// The packed rows for new entries of one log: the last pack, filled up if it is short, then new
/// ones. Entries that the index contains already are left out.
fn packs(
    index: &dyn Index,
    table: u8,
    owner: u64,
    entries: &[Entry],
) -> Result<Vec<IndexWrite>, IndexError> {
    let from = pack::key(table, owner, 0);
    let to = [pack::key(table, owner, u64::MAX).as_slice(), &[0]].concat();
    let mut open: Vec<Entry> = Vec::new();
    let mut newest = None;
    if let Some((_, value)) = index.range(&from, &to, 1, true)?.pop() {
        let last = pack::decode(value).ok_or_else(|| {
            index.condemn(pack::UNREADABLE);
            IndexError::Note
        })?;
        newest = last.last().map(|(seq, _)| *seq);
        if last.len() < FILL_BELOW {
            open = last;
        }
    }
    let mut writes = Vec::new();
    let mut size: usize = open.iter().map(|(_, value)| value.len()).sum();
    let kept = open.len();
    for (seq, value) in entries.iter().filter(|(seq, _)| Some(*seq) > newest) {
        let full = open.len() >= pack::MAX_ENTRIES || size + value.len() > pack::FULL_BYTES;
        if full && !open.is_empty() {
            writes.extend(written(table, owner, &open));
            open.clear();
            size = 0;
        }
        size += value.len();
        open.push((*seq, value.clone()));
    }
    if !writes.is_empty() || open.len() > kept {
        writes.extend(written(table, owner, &open));
    }
    Ok(writes)
}

fn written(table: u8, owner: u64, entries: &[Entry]) -> Option<IndexWrite> {
    let (first, _) = entries.first()?;
    Some((pack::key(table, owner, *first), Some(pack::encode(entries))))
}
