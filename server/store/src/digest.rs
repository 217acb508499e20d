//! A sum over all rows of the index, which detects missing, stale or foreign rows.
//!
//! sled checks what it reads, but it leaves out what it cannot read: of single flipped bits in its
//! file, about one in seven made rows vanish or return to older values without an error. The sum is
//! part of every batch, so it matches exactly the rows that exist, whichever prefix of the batches
//! survived a crash; opening the index adds all rows up again.

use std::panic::resume_unwind;

use parking_lot::Mutex;

use crate::index::{Index, IndexError, IndexRow, IndexWrite, LOGS, PUTS};
use crate::reader::Reader;

/// Key of the note.
pub(crate) const DIGEST: &[u8] = b"\0digest";
const SCAN_ROWS: usize = 256;

/// Number of rows and the sum of their hashes; the order of rows does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    rows: u64,
    sum: u64,
}

impl Digest {
    /// Reads the note. An index without the note has no rows.
    pub(crate) fn of_note(index: &dyn Index) -> Result<Self, IndexError> {
        let Some(note) = index.get(DIGEST)? else { return Ok(Self::default()) };
        let mut reader = Reader::new(&note);
        let digest = reader.u64().zip(reader.u64()).map(|(rows, sum)| Self { rows, sum });
        digest.filter(|_| reader.is_empty()).ok_or(IndexError::Note)
    }

    pub(crate) fn note(&self) -> IndexWrite {
        let value = [self.rows.to_le_bytes(), self.sum.to_le_bytes()].concat();
        (DIGEST.to_vec(), Some(value))
    }

    pub(crate) fn add(&mut self, key: &[u8], value: &[u8]) {
        self.rows = self.rows.wrapping_add(1);
        self.sum = self.sum.wrapping_add(hash(key, value));
    }

    fn join(&mut self, other: Self) {
        self.rows = self.rows.wrapping_add(other.rows);
        self.sum = self.sum.wrapping_add(other.sum);
    }

    pub(crate) fn remove(&mut self, key: &[u8], value: &[u8]) {
        self.rows = self.rows.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(hash(key, value));
    }
}

/// Reads every row and compares the sum with the note. Two threads read towards each other, because most of an opening is
/// this. Returns the bytes of all rows.
pub(crate) fn verify(index: &dyn Index) -> Result<u64, IndexError> {
    let left = Mutex::new((vec![PUTS], vec![LOGS + 1]));
    let (front, back) = std::thread::scope(|scope| {
        let back = scope.spawn(|| sum(index, &left, true));
        (sum(index, &left, false), back.join())
    });
    let (mut digest, bytes) = front?;
    let (rest, more) = back.unwrap_or_else(|panic| resume_unwind(panic))?;
    digest.join(rest);
    if digest != Digest::of_note(index)? {
        return Err(IndexError::Rows);
    }
    Ok(bytes.saturating_add(more))
}

/// The keys that are still to be added up, from the first to the one before the second.
type Left = Mutex<(Vec<u8>, Vec<u8>)>;

/// Adds up rows from one side of what is left, until nothing is; with their bytes.
fn sum(index: &dyn Index, left: &Left, from_end: bool) -> Result<(Digest, u64), IndexError> {
    let mut digest = Digest::default();
    let mut bytes = 0;
    loop {
        let (from, to) = left.lock().clone();
        if from >= to {
            return Ok((digest, u64::try_from(bytes).unwrap_or(u64::MAX)));
        }
        let page = page(index, (&from, &to), from_end).inspect_err(|_| {
            // The other side need not go on.
            let mut left = left.lock();
            left.0 = left.1.clone();
        })?;
        for (key, value) in claim(left, page, from_end) {
            digest.add(&key, &value);
            bytes += key.len() + value.len();
        }
        index.trim();
    }
}

/// The first or last rows between two keys, in ascending order. They are read forwards in any case, as the site reads
/// them: in a damaged index a walk backwards may find other rows.
fn page(
    index: &dyn Index,
    (from, to): (&[u8], &[u8]),
    from_end: bool,
) -> Result<Vec<IndexRow>, IndexError> {
    if !from_end {
        return index.range(from, to, SCAN_ROWS, false);
    }
    match index.range(from, to, SCAN_ROWS, true)?.pop() {
        // Rows that are found only this way must show in the sum.
        Some((first, _)) => index.range(&first, to, 2 * SCAN_ROWS, false),
        None => index.range(from, to, SCAN_ROWS, false),
    }
}

/// Takes what is still left of a page, because the other side may have come into it meanwhile.
fn claim(left: &Left, mut page: Vec<IndexRow>, from_end: bool) -> Vec<IndexRow> {
    let mut left = left.lock();
    page.retain(|(key, _)| *key >= left.0 && *key < left.1);
    match (page.first(), page.last()) {
        (Some((first, _)), Some(_)) if from_end => left.1.clone_from(first),
        (Some(_), Some((last, _))) => left.0 = [last.as_slice(), &[0]].concat(),
        _ => left.0 = left.1.clone(),
    }
    page
}

/// Two checksums of different polynomials, then mixed (the finalizer of `MurmurHash3`) so that
/// their sums don't cancel out. It guards against damage, not against an adversary.
fn hash(key: &[u8], value: &[u8]) -> u64 {
    let length = u64::try_from(key.len()).unwrap_or(u64::MAX).to_le_bytes();
    let high = [key, value].into_iter().fold(crc32c::crc32c(&length), crc32c::crc32c_append);
    let mut low = crc32fast::Hasher::new();
    for part in [&length, key, value] {
        low.update(part);
    }
    let mut mixed = u64::from(high) << 32 | u64::from(low.finalize());
    for factor in [0xff51_afd7_ed55_8ccd_u64, 0xc4ce_b9fe_1a85_ec53] {
        mixed = (mixed ^ (mixed >> 33)).wrapping_mul(factor);
    }
    mixed ^ (mixed >> 33)
}
