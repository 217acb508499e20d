//! Packs: many log entries per row of the index.
//!
//! A pack is version 1, then per entry: difference of the sequence to the previous one (LEB128; the
//! first counts from 0), length, bytes.

use bytes::Bytes;

use crate::index::LOGS;
use crate::reader::{Reader, put_varint};

pub(crate) const MAX_ENTRIES: usize = 64;
/// Most bytes of the entries of a pack, so that it fits a row of 16 KiB; a single larger entry gets
/// its own pack.
pub(crate) const FULL_BYTES: usize = 15 * 1024;
const VERSION: u8 = 1;

/// Why an index with such a row is rebuilt.
pub(crate) const UNREADABLE: &str = "a packed row does not read";

pub(crate) type Entry = (u64, Bytes);

pub(crate) fn key(table: u8, owner: u64, first: u64) -> Vec<u8> {
    let mut key = Vec::with_capacity(18);
    key.extend_from_slice(&[LOGS, table]);
    key.extend_from_slice(&owner.to_be_bytes());
    key.extend_from_slice(&first.to_be_bytes());
    key
}

/// Owner of the log of the pack with this key.
pub(crate) fn owner_of(key: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(key.get(2..10)?.try_into().ok()?))
}

/// First sequence of the pack with this key.
pub(crate) fn first_of(key: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(key.get(10..18)?.try_into().ok()?))
}

pub(crate) fn encode(entries: &[Entry]) -> Vec<u8> {
    let bytes: usize = entries.iter().map(|(_, value)| value.len() + 4).sum();
    let mut out = Vec::with_capacity(bytes + 8);
    out.push(VERSION);
    let mut last = 0;
    for (seq, value) in entries {
        put_varint(&mut out, seq.wrapping_sub(last));
        put_varint(&mut out, u64::try_from(value.len()).unwrap_or(u64::MAX));
        out.extend_from_slice(value);
        last = *seq;
    }
    out
}

/// The entries, ascending. `None` if the bytes are not a pack.
pub(crate) fn decode(pack: Vec<u8>) -> Option<Vec<Entry>> {
    let all = Bytes::from(pack);
    let mut reader = Reader::new(&all);
    if reader.u8()? != VERSION {
        return None;
    }
    let mut entries = Vec::new();
    let mut last = 0u64;
    while !reader.is_empty() {
        last = last.checked_add(reader.varint()?)?;
        let len = usize::try_from(reader.varint()?).ok()?;
        let from = reader.position();
        reader.take(len)?;
        entries.push((last, all.slice(from..reader.position())));
    }
    Some(entries)
}
