//! Packs: many log entries per row of the index.
//!
//! A pack that still grows is version 1, then per entry: difference of the sequence to the previous one (LEB128; the
//! first counts from 0), length, bytes.
//!
//! A block is version 2, the CRC32C of the rest before compression (4 bytes, little endian), its length (LEB128), then
//! a zstd frame of: number of entries, the differences of their sequences, their lengths (all LEB128), and their bytes
//! by columns. Entries of the same length form a table, in the order in which lengths first appear; a column is
//! written from top to bottom, each byte as its difference to the one above. Rows of one kind differ little from each
//! other, so that a column is mostly zeros.

use std::collections::HashMap;

use bytes::Bytes;

use crate::index::LOGS;
use crate::reader::{Reader, put_varint};

/// Bytes of a key that name the log: all but the sequence.
pub(crate) const LOG_BYTES: usize = 10;
pub(crate) const MAX_ENTRIES: usize = 64;
/// Most bytes of the entries of a pack, so that it fits a row of 16 KiB; a single larger entry gets
/// its own pack.
pub(crate) const FULL_BYTES: usize = 15 * 1024;
const VERSION: u8 = 1;
const BLOCK: u8 = 2;
/// Bytes of a block before its frame: version, checksum and length.
const BLOCK_HEAD: usize = 5;
/// Most bytes of a block before compression. Compaction makes none that is nearly as large.
const BLOCK_MAX: usize = 4 << 20;
/// Of zstd: higher levels save a tenth more and take many times as long.
const LEVEL: i32 = 9;

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

/// Returns whether these bytes begin as those of a block.
pub(crate) fn is_block(pack: &[u8]) -> bool {
    pack.first() == Some(&BLOCK)
}

/// The entries as a block; `None` if zstd fails or they are too large.
pub(crate) fn encode_block(entries: &[Entry]) -> Option<Vec<u8>> {
    let bytes: usize = entries.iter().map(|(_, value)| value.len() + 4).sum();
    let mut plain = Vec::with_capacity(bytes + 8);
    put_varint(&mut plain, u64::try_from(entries.len()).ok()?);
    let mut last = 0;
    for (seq, _) in entries {
        put_varint(&mut plain, seq.wrapping_sub(last));
        last = *seq;
    }
    for (_, value) in entries {
        put_varint(&mut plain, u64::try_from(value.len()).ok()?);
    }
    let lengths: Vec<usize> = entries.iter().map(|(_, value)| value.len()).collect();
    for rows in tables(&lengths) {
        let width = rows.first().and_then(|row| lengths.get(*row)).copied()?;
        for column in 0..width {
            let mut above = 0u8;
            for row in &rows {
                let (_, value) = entries.get(*row)?;
                let byte = *value.get(column)?;
                plain.push(byte.wrapping_sub(above));
                above = byte;
            }
        }
    }
    if plain.len() > BLOCK_MAX {
        return None;
    }
    let mut out = Vec::with_capacity(plain.len() / 2);
    out.push(BLOCK);
    out.extend_from_slice(&crc32c::crc32c(&plain).to_le_bytes());
    put_varint(&mut out, u64::try_from(plain.len()).ok()?);
    out.extend(zstd::bulk::compress(&plain, LEVEL).ok()?);
    Some(out)
}

/// Indices of the entries of each length, in the order in which the lengths first appear.
fn tables(lengths: &[usize]) -> Vec<Vec<usize>> {
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut tables: Vec<Vec<usize>> = Vec::new();
    for (row, length) in lengths.iter().enumerate() {
        let place = *places.entry(*length).or_insert(tables.len());
        match tables.get_mut(place) {
            Some(table) => table.push(row),
            None => tables.push(vec![row]),
        }
    }
    tables
}

fn decode_block(block: &[u8]) -> Option<Vec<Entry>> {
    let checksum = u32::from_le_bytes(block.get(1..BLOCK_HEAD)?.try_into().ok()?);
    let mut reader = Reader::at(block, BLOCK_HEAD);
    let length = usize::try_from(reader.varint()?).ok().filter(|length| *length <= BLOCK_MAX)?;
    let plain = zstd::bulk::decompress(block.get(reader.position()..)?, length).ok()?;
    if plain.len() != length || crc32c::crc32c(&plain) != checksum {
        return None;
    }
    let mut reader = Reader::new(&plain);
    // Each entry has at least two bytes before the columns.
    let count = usize::try_from(reader.varint()?).ok().filter(|count| *count <= length / 2)?;
    let mut last = 0u64;
    let mut sequences = Vec::with_capacity(count);
    for _ in 0..count {
        last = last.checked_add(reader.varint()?)?;
        sequences.push(last);
    }
    let mut lengths = Vec::with_capacity(count);
    for _ in 0..count {
        lengths.push(usize::try_from(reader.varint()?).ok()?);
    }
    let mut starts = Vec::with_capacity(count);
    let mut bytes = 0usize;
    for length in &lengths {
        starts.push(bytes);
        bytes = bytes.checked_add(*length)?;
    }
    let columns = reader.take(plain.len() - reader.position())?;
    if columns.len() != bytes {
        return None;
    }
    let mut values = vec![0; bytes];
    let mut columns = columns.iter();
    for rows in tables(&lengths) {
        let width = rows.first().and_then(|row| lengths.get(*row)).copied()?;
        for column in 0..width {
            let mut above = 0u8;
            for row in &rows {
                above = above.wrapping_add(*columns.next()?);
                *values.get_mut(starts.get(*row)? + column)? = above;
            }
        }
    }
    let values = Bytes::from(values);
    let places = starts.into_iter().zip(lengths);
    let slices = places.map(|(start, length)| values.slice(start..start + length));
    Some(sequences.into_iter().zip(slices).collect())
}

/// The entries of a pack or block, ascending. `None` if the bytes are neither.
pub(crate) fn decode(pack: Vec<u8>) -> Option<Vec<Entry>> {
    if is_block(&pack) {
        return decode_block(&pack);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let value = |seq: u64| match seq % 5 {
            0 => format!("payout {seq}"),
            _ => format!("stake {}", seq / 3),
        };
        [0].into_iter().chain(3..30).map(|seq| (seq, Bytes::from(value(seq)))).collect()
    }

    /// Written by the first build of format 9.
    const BLOCK_OF_FORMAT_9: &[u8] = &[
        2, 115, 22, 238, 56, 135, 2, 40, 181, 47, 253, 96, 7, 0, 213, 2, 0, 148, 3, 28, 0, 3, 1, 8,
        7, 7, 8, 7, 7, 7, 7, 9, 112, 0, 97, 0, 121, 0, 111, 0, 117, 0, 116, 0, 32, 0, 48, 5, 115,
        0, 116, 97, 107, 101, 32, 49, 0, 1, 0, 0, 1, 112, 121, 0, 0, 0, 111, 0, 0, 0, 117, 32, 48,
        5, 251, 5, 13, 0, 85, 179, 216, 88, 190, 58, 228, 123, 33, 1, 133, 40, 240, 29, 248, 24,
        248, 4, 124, 151, 243, 99, 112, 180, 69, 73, 228, 2, 178,
    ];

    #[test]
    fn blocks_of_earlier_builds_read() {
        assert_eq!(decode(BLOCK_OF_FORMAT_9.to_vec()), Some(entries()));
    }
}
