//! The unit of the journal: a group of commits under one header and one checksum.
//!
//! ```text
//! 0   magic "PHGR"        4   kind           5  zero x3
//! 8   segment salt        16  epoch          24 sequence (first commit; of a seal: last
//! acknowledged)
//! 32  commits             36  payload bytes  40 checksum of the data group before
//! 44  checksum of bytes 0..44 and the payload (CRC32C)
//! 48  payload: per commit its length (LEB128) and its rows
//! ```
//!
//! All integers are little endian. The salt is random per segment, so that bytes of another file or
//! a member's text can't be mistaken for a group.

use bytes::Bytes;

use crate::reader::{Reader, put_varint};

pub(crate) const HEADER_BYTES: usize = 48;
pub(crate) const MAGIC: [u8; 4] = *b"PHGR";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Commits.
    Data,
    /// The queue became empty: everything up to the sequence was acknowledged. Not synced, and
    /// overwritten by the next group.
    Seal,
    /// The store was closed cleanly. No group follows.
    Closing,
}

impl Kind {
    fn number(self) -> u8 {
        match self {
            Kind::Data => 1,
            Kind::Seal => 2,
            Kind::Closing => 3,
        }
    }

    fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Kind::Data),
            2 => Some(Kind::Seal),
            3 => Some(Kind::Closing),
            _ => None,
        }
    }
}

/// Values common to all groups of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) salt: u64,
    pub(crate) epoch: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) kind: Kind,
    pub(crate) sequence: u64,
    pub(crate) commits: u32,
    pub(crate) previous: u32,
    pub(crate) checksum: u32,
    /// Offset of the header in the file.
    pub(crate) start: usize,
    /// Range of the payload in the file.
    pub(crate) payload: std::ops::Range<usize>,
}

impl Group {
    pub(crate) fn end(&self) -> usize {
        self.payload.end
    }
}

/// Writes a group into `out` (cleared first) and returns its checksum.
pub(crate) fn encode(
    out: &mut Vec<u8>,
    stamp: Stamp,
    kind: Kind,
    sequence: u64,
    previous: u32,
    commits: &[Bytes],
) -> u32 {
    out.clear();
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&[kind.number(), 0, 0, 0]);
    out.extend_from_slice(&stamp.salt.to_le_bytes());
    out.extend_from_slice(&stamp.epoch.to_le_bytes());
    out.extend_from_slice(&sequence.to_le_bytes());
    let count = u32::try_from(commits.len()).unwrap_or(u32::MAX);
    out.extend_from_slice(&count.to_le_bytes());
    let length_at = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&previous.to_le_bytes());
    let checksum_at = out.len();
    out.extend_from_slice(&[0; 4]);
    for commit in commits {
        put_varint(out, u64::try_from(commit.len()).unwrap_or(u64::MAX));
        out.extend_from_slice(commit);
    }
    let payload = u32::try_from(out.len() - HEADER_BYTES).unwrap_or(u32::MAX);
    patch(out, length_at, payload);
    let (header, body) = out.split_at(HEADER_BYTES);
    let covered = header.get(..checksum_at).unwrap_or_default();
    let checksum = crc32c::crc32c_append(crc32c::crc32c(covered), body);
    patch(out, checksum_at, checksum);
    checksum
}

fn patch(out: &mut [u8], at: usize, value: u32) {
    if let Some(place) = out.get_mut(at..at + 4) {
        place.copy_from_slice(&value.to_le_bytes());
    }
}

/// The group at `offset`, if header, stamp, length and checksum are valid.
pub(crate) fn parse(file: &[u8], offset: usize, stamp: Stamp) -> Option<Group> {
    let mut reader = Reader::at(file, offset);
    let covered = file.get(offset..offset.checked_add(HEADER_BYTES - 4)?)?;
    if reader.take(4)? != MAGIC {
        return None;
    }
    let kind = Kind::from_number(reader.u8()?)?;
    if reader.take(3)? != [0, 0, 0] || reader.u64()? != stamp.salt || reader.u64()? != stamp.epoch {
        return None;
    }
    let sequence = reader.u64()?;
    let commits = reader.u32()?;
    let payload_bytes = usize::try_from(reader.u32()?).ok()?;
    let previous = reader.u32()?;
    let checksum = reader.u32()?;
    let from = reader.position();
    let body = reader.take(payload_bytes)?;
    if crc32c::crc32c_append(crc32c::crc32c(covered), body) != checksum {
        return None;
    }
    let payload = from..reader.position();
    Some(Group { kind, sequence, commits, previous, checksum, start: offset, payload })
}

/// The commits of a data group, as slices of the file. `None` if lengths and count don't match.
pub(crate) fn commits(file: &Bytes, group: &Group) -> Option<Vec<Bytes>> {
    let mut reader = Reader::at(file.get(..group.payload.end)?, group.payload.start);
    let mut commits = Vec::new();
    while !reader.is_empty() {
        let len = usize::try_from(reader.varint()?).ok()?;
        let from = reader.position();
        reader.take(len)?;
        commits.push(file.slice(from..reader.position()));
    }
    (u32::try_from(commits.len()).ok()? == group.commits).then_some(commits)
}
