//! Reads rows from the memtable and the index. All visible rows are on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::RwLock;

use crate::batch::{MAX_KEY_BYTES, TableId};
use crate::codec::RowBytes;
use crate::error::ReadError;
use crate::index::{Index, PUTS};
use crate::memtable::Memtable;
use crate::pack;

/// An entry of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Sequence in the log.
    pub seq: u64,
    /// The value.
    pub value: RowBytes,
}

/// Reads rows. Cheap to clone; committed values are always found.
#[derive(Clone)]
pub struct View {
    pub(crate) memtable: Arc<RwLock<Memtable>>,
    pub(crate) index: Arc<dyn Index>,
}

impl View {
    /// The newest value of a key.
    ///
    /// # Errors
    /// The index failed.
    pub fn get(&self, table: TableId, key: &[u8]) -> Result<Option<RowBytes>, ReadError> {
        let found =
            |full: Vec<u8>, value| RowBytes::put(table, Bytes::from(full).slice(2..), value);
        let mut full = Vec::with_capacity(key.len() + 2);
        full.extend_from_slice(&[PUTS, table.0]);
        full.extend_from_slice(key);
        let known = self.memtable.read().get(full.get(1..).unwrap_or_default());
        if let Some(value) = known {
            // Copied, so that a value kept long doesn't keep its whole commit in memory.
            return Ok(value.map(|value| found(full, Bytes::copy_from_slice(&value))));
        }
        let value = self.index.get(&full)?;
        Ok(value.map(|value| found(full, Bytes::from(value))))
    }

    /// At most `limit` rows of a table with `from <= key < to` (`to` empty: to the end), ascending.
    /// Keys are returned without their table byte.
    ///
    /// # Errors
    /// The index failed.
    pub fn scan(
        &self,
        table: TableId,
        from: &[u8],
        to: &[u8],
        limit: usize,
    ) -> Result<Vec<(Bytes, RowBytes)>, ReadError> {
        let start = [&[table.0], from].concat();
        let end = match table.0.checked_add(1) {
            _ if !to.is_empty() => [&[table.0], to].concat(),
            Some(next) => vec![next],
            // After the longest key of the last table.
            None => vec![u8::MAX; MAX_KEY_BYTES + 2],
        };
        let mut rows = Vec::new();
        let mut at = start;
        while rows.len() < limit && at < end {
            let (page, next) = self.page(&at, &end, (limit - rows.len()).clamp(16, 1024))?;
            rows.extend(page.into_iter().map(|(key, value)| {
                let value = RowBytes::put(table, key.clone(), value);
                (key, value)
            }));
            at = match next {
                Some(next) => next,
                None => break,
            };
        }
        rows.truncate(limit);
        Ok(rows)
    }

    /// One page of a merge, and the start of the next one. A source that returned as many rows as
    /// requested may have more, so only keys up to its last one are complete.
    fn page(&self, at: &[u8], end: &[u8], step: usize) -> Result<Page, ReadError> {
        let mut merged: BTreeMap<Bytes, Option<Bytes>> = BTreeMap::new();
        let mut horizon: Option<Bytes> = None;
        let mut note = |count: usize, last: Option<Bytes>| {
            if count == step
                && let Some(last) = last
                && horizon.as_ref().is_none_or(|known| last < *known)
            {
                horizon = Some(last);
            }
        };
        let mut newer: Vec<Vec<(Bytes, Option<Bytes>)>> = Vec::new();
        {
            let memtable = self.memtable.read();
            let frozen = memtable.frozen.iter().map(AsRef::as_ref);
            for generation in frozen.chain([&memtable.active]) {
                let bounds = (Bound::Included(at), Bound::Excluded(end));
                let range = generation.puts.range::<[u8], _>(bounds).take(step);
                newer.push(range.map(|(key, value)| (key.clone(), value.clone())).collect());
            }
        }
        let with_prefix = |key: &[u8]| [&[PUTS], key].concat();
        let old = self.index.range(&with_prefix(at), &with_prefix(end), step, false)?;
        let count = old.len();
        for (key, value) in old {
            merged.insert(Bytes::from(key).slice(1..), Some(Bytes::from(value)));
        }
        note(count, merged.last_key_value().map(|(key, _)| key.clone()));
        for rows in newer {
            note(rows.len(), rows.last().map(|(key, _)| key.clone()));
            merged.extend(rows);
        }
        let next = horizon.as_ref().map(|last| [last.as_ref(), &[0]].concat());
        let rows = merged
            .into_iter()
            .filter(|(key, _)| horizon.as_ref().is_none_or(|last| key <= last))
            .filter_map(|(key, value)| value.map(|value| (key.slice(1..), value)))
            .collect();
        Ok((rows, next))
    }

    /// At most `limit` entries of an owner's log with a sequence below `before`, newest first.
    ///
    /// # Errors
    /// The index failed or a packed row cannot be decoded.
    pub fn log(
        &self,
        table: TableId,
        owner: u64,
        before: u64,
        limit: usize,
    ) -> Result<Vec<LogEntry>, ReadError> {
        let mut entries = self.fresh_before(table, owner, before, limit);
        let mut to = entries.last().map_or(before, |entry| entry.seq);
        while entries.len() < limit && to > 0 {
            let from_key = pack::key(table.0, owner, 0);
            let to_key = pack::key(table.0, owner, to);
            let Some((key, value)) = self.index.range(&from_key, &to_key, 1, true)?.pop() else {
                break;
            };
            let packed = self.unpack(value)?;
            let wanted = packed.into_iter().rev().filter(|(seq, _)| *seq < to);
            let missing = limit - entries.len();
            let entry = |(seq, value)| LogEntry::new(table, owner, seq, value);
            entries.extend(wanted.take(missing).map(entry));
            to = pack::first_of(&key).ok_or(ReadError::Pack)?;
        }
        Ok(entries)
    }

    /// At most `limit` entries of an owner's log with a sequence of at least `from`, oldest first.
    ///
    /// # Errors
    /// The index failed or a packed row cannot be decoded.
    pub fn log_from(
        &self,
        table: TableId,
        owner: u64,
        from: u64,
        limit: usize,
    ) -> Result<Vec<LogEntry>, ReadError> {
        let fresh = self.fresh_from(table, owner, from, limit);
        let fresh_from = fresh.first().map_or(u64::MAX, |entry| entry.seq);
        let mut entries = Vec::new();
        let mut next = from;
        while entries.len() < limit && next < fresh_from {
            let missing = limit - entries.len();
            let packed = self.packed_from(table, owner, next)?.into_iter();
            let wanted = packed.take_while(|(seq, _)| *seq < fresh_from).take(missing);
            entries.extend(wanted.map(|(seq, value)| LogEntry::new(table, owner, seq, value)));
            match entries.last().map(|entry| entry.seq.saturating_add(1)) {
                Some(after) if after > next => next = after,
                _ => break,
            }
        }
        let missing = limit - entries.len();
        entries.extend(fresh.into_iter().take(missing));
        Ok(entries)
    }

    /// At most `limit` owners from `from` on with entries in this table, ascending.
    ///
    /// # Errors
    /// The index failed.
    pub fn log_owners(
        &self,
        table: TableId,
        from: u64,
        limit: usize,
    ) -> Result<Vec<u64>, ReadError> {
        let mut owners = BTreeSet::new();
        {
            let memtable = self.memtable.read();
            let frozen = memtable.frozen.iter().map(AsRef::as_ref);
            for generation in frozen.chain([&memtable.active]) {
                let range = generation.logs.range((table.0, from)..=(table.0, u64::MAX));
                owners.extend(range.take(limit).map(|((_, owner), _)| *owner));
            }
        }
        let mut next = Some(from);
        for _ in 0..limit {
            let Some(at) = next else { break };
            let low = pack::key(table.0, at, 0);
            let high = [pack::key(table.0, u64::MAX, u64::MAX).as_slice(), &[0]].concat();
            let Some((key, _)) = self.index.range(&low, &high, 1, false)?.pop() else { break };
            let owner = pack::owner_of(&key).ok_or(ReadError::Pack)?;
            owners.insert(owner);
            next = owner.checked_add(1);
        }
        Ok(owners.into_iter().take(limit).collect())
    }

    /// Entries from `from` on: those of the pack that it is in, or of the next one. The later pack is read first: a merge
    /// in between moves its entries to the earlier one.
    fn packed_from(
        &self,
        table: TableId,
        owner: u64,
        from: u64,
    ) -> Result<Vec<pack::Entry>, ReadError> {
        let low = pack::key(table.0, owner, 0);
        let at = pack::key(table.0, owner, from.saturating_add(1));
        let end = [pack::key(table.0, owner, u64::MAX).as_slice(), &[0]].concat();
        let later = self.index.range(&at, &end, 1, false)?.pop();
        if let Some((_, value)) = self.index.range(&low, &at, 1, true)?.pop() {
            let mut entries = self.unpack(value)?;
            entries.retain(|(seq, _)| *seq >= from);
            if !entries.is_empty() {
                return Ok(entries);
            }
        }
        later.map_or(Ok(Vec::new()), |(_, value)| self.unpack(value))
    }

    fn unpack(&self, value: Vec<u8>) -> Result<Vec<pack::Entry>, ReadError> {
        pack::decode(value).ok_or_else(|| {
            self.index.condemn(pack::UNREADABLE);
            ReadError::Pack
        })
    }

    /// Entries of the memtable below `before`, newest first, without duplicates.
    fn fresh_before(&self, table: TableId, owner: u64, before: u64, limit: usize) -> Vec<LogEntry> {
        let memtable = self.memtable.read();
        let frozen = memtable.frozen.iter().rev().map(AsRef::as_ref);
        let mut entries: Vec<LogEntry> = Vec::new();
        for log in [&memtable.active].into_iter().chain(frozen).filter_map(|g| g.log(table, owner))
        {
            let below = entries.last().map_or(before, |oldest| oldest.seq);
            let end = log.partition_point(|(seq, _)| *seq < below);
            let wanted = log.get(..end).unwrap_or_default().iter().rev();
            let copy = |entry| LogEntry::copy(table, owner, entry);
            entries.extend(wanted.take(limit - entries.len()).map(copy));
        }
        entries
    }

    /// Entries of the memtable from `from` on, oldest first, without duplicates.
    fn fresh_from(&self, table: TableId, owner: u64, from: u64, limit: usize) -> Vec<LogEntry> {
        let memtable = self.memtable.read();
        let frozen = memtable.frozen.iter().map(AsRef::as_ref);
        let mut entries: Vec<LogEntry> = Vec::new();
        for log in frozen.chain([&memtable.active]).filter_map(|g| g.log(table, owner)) {
            let newest = entries.last().map(|newest| newest.seq);
            let start = log.partition_point(|(seq, _)| *seq < from || Some(*seq) <= newest);
            let wanted = log.get(start..).unwrap_or_default().iter();
            let copy = |entry| LogEntry::copy(table, owner, entry);
            entries.extend(wanted.take(limit - entries.len()).map(copy));
        }
        entries
    }
}

impl LogEntry {
    /// Copied, so that an entry kept long doesn't keep its whole commit in memory.
    fn copy(table: TableId, owner: u64, (seq, value): &pack::Entry) -> Self {
        Self::new(table, owner, *seq, Bytes::copy_from_slice(value))
    }

    fn new(table: TableId, owner: u64, seq: u64, value: Bytes) -> Self {
        Self { seq, value: RowBytes::entry(table, owner, seq, value) }
    }
}

type Page = (Vec<(Bytes, Bytes)>, Option<Vec<u8>>);
