//! Moves a frozen generation into the index.
//!
//! Batches are small (sled keeps a batch in memory several times over), and the note of what is
//! applied stands in the last one: after a crash in between the generation is applied again, which
//! changes nothing that is already there.

use crate::index::{Index, IndexError, IndexWrite, PUTS, applied_note};
use crate::memtable::Generation;
use crate::pack::{self, Entry};

const BATCH_ROWS: usize = 256;
const BATCH_BYTES: usize = 256 * 1024;
/// A pack with fewer entries than this is filled up before a new one begins: members who play
/// seldom do not get a row per entry, and busy ones do not rewrite long packs again and again.
const FILL_BELOW: usize = 16;

pub(crate) fn apply(index: &dyn Index, generation: &Generation) -> Result<(), IndexError> {
    let mut batcher = Batcher { index, rows: Vec::new(), bytes: 0 };
    for (key, value) in &generation.puts {
        let key = [&[PUTS], key.as_ref()].concat();
        batcher.write((key, value.as_ref().map(|value| value.to_vec())))?;
    }
    for ((table, owner), entries) in &generation.logs {
        for write in packs(index, *table, *owner, entries)? {
            batcher.write(write)?;
        }
    }
    batcher.rows.push(applied_note(generation.last_sequence));
    batcher.flush()?;
    index.sync()
}

struct Batcher<'a> {
    index: &'a dyn Index,
    rows: Vec<IndexWrite>,
    bytes: usize,
}

impl Batcher<'_> {
    fn write(&mut self, row: IndexWrite) -> Result<(), IndexError> {
        let bytes = row.0.len() + row.1.as_ref().map_or(0, Vec::len);
        if self.rows.len() + 1 >= BATCH_ROWS || self.bytes + bytes > BATCH_BYTES {
            self.flush()?;
        }
        self.bytes += bytes;
        self.rows.push(row);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), IndexError> {
        self.bytes = 0;
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() { Ok(()) } else { self.index.apply(rows) }
    }
}

/// The packed rows for new entries of one log: the last pack filled up if it is short, then new
/// ones. Entries that the index holds already are left out.
fn packs(
    index: &dyn Index,
    table: u8,
    owner: u64,
    entries: &[Entry],
) -> Result<Vec<IndexWrite>, IndexError> {
    let from = pack::key(table, owner, 0);
    let to = [pack::key(table, owner, u64::MAX).as_slice(), &[0]].concat();
    let mut open: Vec<Entry> = Vec::new();
    let mut newest = 0;
    if let Some((_, value)) = index.range(&from, &to, 1, true)?.pop() {
        let last = pack::decode(value).ok_or(IndexError::Note)?;
        newest = last.last().map_or(0, |(seq, _)| *seq);
        if last.len() < FILL_BELOW {
            open = last;
        }
    }
    let mut writes = Vec::new();
    let mut size: usize = open.iter().map(|(_, value)| value.len()).sum();
    let kept = open.len();
    for (seq, value) in entries.iter().filter(|(seq, _)| *seq > newest) {
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
