//! Rows that are on disk in the journal but not yet in the index.
//!
//! One generation accepts rows, at most two more wait for the applier. A reader searches the active
//! one, then the frozen ones from new to old, all under one lock, then the index: a generation is
//! dropped only after the index contains it durably, so rows are always visible.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

use crate::batch::{Row, TableId};
use crate::pack::Entry;
use crate::projection::CommitView;

/// Memory of a row in addition to its bytes: tree node, two slices, the commit's buffer.
const ROW_OVERHEAD: usize = 96;

#[derive(Debug, Default)]
pub(crate) struct Generation {
    /// TableId byte and key to the newest value, `None` if deleted.
    pub(crate) puts: BTreeMap<Bytes, Option<Bytes>>,
    pub(crate) logs: BTreeMap<(u8, u64), Vec<Entry>>,
    pub(crate) bytes: usize,
    /// Last commit in it; 0 while empty.
    pub(crate) last_sequence: u64,
}

impl Generation {
    pub(crate) fn insert(&mut self, commit: &CommitView) {
        for row in commit.rows() {
            self.row(row.clone());
        }
        self.last_sequence = commit.sequence;
    }

    /// Entries of an owner's log, ascending.
    pub(crate) fn log(&self, table: TableId, owner: u64) -> Option<&[Entry]> {
        self.logs.get(&(table.0, owner)).map(Vec::as_slice)
    }

    pub(crate) fn row(&mut self, row: Row) {
        match row {
            Row::Put { key, value } => {
                self.bytes += key.len() + value.len() + ROW_OVERHEAD;
                self.puts.insert(key, Some(value));
            }
            Row::Delete { key } => {
                self.bytes += key.len() + ROW_OVERHEAD;
                self.puts.insert(key, None);
            }
            Row::Append { table, owner, seq, value } => {
                self.bytes += value.len() + ROW_OVERHEAD;
                let log = self.logs.entry((table.0, owner)).or_default();
                if log.last().is_none_or(|(last, _)| *last < seq) {
                    log.push((seq, value));
                }
            }
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Memtable {
    pub(crate) active: Generation,
    /// Oldest first.
    pub(crate) frozen: Vec<Arc<Generation>>,
}

impl Memtable {
    /// The newest value of a key: `None` if no generation contains the key.
    pub(crate) fn get(&self, key: &[u8]) -> Option<Option<Bytes>> {
        if let Some(value) = self.active.puts.get(key) {
            return Some(value.clone());
        }
        self.frozen.iter().rev().find_map(|generation| generation.puts.get(key).cloned())
    }

    pub(crate) fn bytes(&self) -> usize {
        self.active.bytes + self.frozen.iter().map(|frozen| frozen.bytes).sum::<usize>()
    }

    /// Freezes the active generation, if it contains a commit.
    pub(crate) fn freeze(&mut self) -> Option<Arc<Generation>> {
        if self.active.last_sequence == 0 {
            return None;
        }
        let generation = Arc::new(std::mem::take(&mut self.active));
        self.frozen.push(generation.clone());
        Some(generation)
    }

    /// Drops a generation that the index contains.
    pub(crate) fn drop_applied(&mut self, applied: &Arc<Generation>) {
        self.frozen.retain(|generation| !Arc::ptr_eq(generation, applied));
    }
}
