//! A file of the journal: a header and groups, each chained to the previous one.
//!
//! ```text
//! 0  magic "PHJRNL02"   8  number    16 salt   24 epoch
//! 32 first sequence     40 checksum of the last data group of the segment before
//! 44 length of the segment before (0 for the first)
//! 52 format of the rows 56 zero x4   60 checksum of bytes 0..60 (CRC32C)
//! ```

use crate::group::{self, Group, Kind, Stamp};
use crate::reader::Reader;

pub(crate) const HEADER_BYTES: usize = 64;
const MAGIC: [u8; 8] = *b"PHJRNL02";
/// The beginning of segments of the first format.
pub(crate) const MAGIC_OF_FIRST_FORMAT: [u8; 8] = *b"PHJRNL01";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) number: u64,
    pub(crate) stamp: Stamp,
    pub(crate) first_sequence: u64,
    pub(crate) previous: u32,
    /// Length of the previous segment; a different length means that it has changed since.
    pub(crate) previous_bytes: u64,
    /// Format of the rows in it, see [`crate::format`].
    pub(crate) format: u32,
}

impl Header {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEADER_BYTES);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(&self.stamp.salt.to_le_bytes());
        out.extend_from_slice(&self.stamp.epoch.to_le_bytes());
        out.extend_from_slice(&self.first_sequence.to_le_bytes());
        out.extend_from_slice(&self.previous.to_le_bytes());
        out.extend_from_slice(&self.previous_bytes.to_le_bytes());
        out.extend_from_slice(&self.format.to_le_bytes());
        out.extend_from_slice(&[0; 4]);
        let checksum = crc32c::crc32c(&out);
        out.extend_from_slice(&checksum.to_le_bytes());
        out
    }

    pub(crate) fn parse(file: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(file);
        let covered = file.get(..HEADER_BYTES - 4)?;
        if reader.take(8)? != MAGIC {
            return None;
        }
        let header = Self {
            number: reader.u64()?,
            stamp: Stamp { salt: reader.u64()?, epoch: reader.u64()? },
            first_sequence: reader.u64()?,
            previous: reader.u32()?,
            previous_bytes: reader.u64()?,
            format: reader.u32()?,
        };
        reader.take(4)?;
        (reader.u32()? == crc32c::crc32c(covered)).then_some(header)
    }
}

/// State at the end of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It ends with a closing seal.
    Closed,
    /// It ends with a seal: everything before it was acknowledged.
    Sealed,
    /// It ends with a data group.
    Open,
    /// It ends with invalid bytes that no intact group follows.
    Torn,
}

/// A scanned segment.
#[derive(Debug)]
pub(crate) struct Scan {
    pub(crate) groups: Vec<Group>,
    pub(crate) end: End,
    /// Offset after the last intact data group, without seals.
    pub(crate) data_end: usize,
    /// Offset after the last intact group, including seals.
    pub(crate) good_end: usize,
    /// Next sequence after this segment.
    pub(crate) next_sequence: u64,
    /// Checksum of the last data group, of this segment or an earlier one.
    pub(crate) last_checksum: u32,
}

/// Acknowledged bytes are not as they were written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Damage {
    pub(crate) offset: usize,
    pub(crate) reason: &'static str,
}

fn damage(offset: usize, reason: &'static str) -> Damage {
    Damage { offset, reason }
}

/// Reads all groups after a good header.
pub(crate) fn scan(file: &[u8], header: &Header) -> Result<Scan, Damage> {
    let mut scan = Scan {
        groups: Vec::new(),
        end: End::Open,
        data_end: HEADER_BYTES,
        good_end: HEADER_BYTES,
        next_sequence: header.first_sequence,
        last_checksum: header.previous,
    };
    while scan.good_end < file.len() {
        let at = scan.good_end;
        if scan.end == End::Closed {
            return Err(damage(at, "bytes follow the closing seal"));
        }
        let Some(group) = group::parse(file, at, header.stamp) else {
            if let Some(later) = later_group(file, at + 1, header.stamp) {
                return Err(damage(at, reason_for(later)));
            }
            scan.end = End::Torn;
            return Ok(scan);
        };
        step(&mut scan, group, at)?;
    }
    Ok(scan)
}

fn step(scan: &mut Scan, group: Group, at: usize) -> Result<(), Damage> {
    if group.previous != scan.last_checksum {
        return Err(damage(at, "a group does not follow the one before it"));
    }
    scan.good_end = group.end();
    match group.kind {
        Kind::Data => {
            if scan.end != End::Open {
                return Err(damage(at, "a group stands behind a seal"));
            }
            if group.sequence != scan.next_sequence || group.commits == 0 {
                return Err(damage(at, "a sequence is missing"));
            }
            scan.next_sequence = group.sequence.saturating_add(u64::from(group.commits));
            scan.last_checksum = group.checksum;
            scan.data_end = group.end();
            scan.groups.push(group);
        }
        Kind::Seal | Kind::Closing => {
            if group.sequence.saturating_add(1) != scan.next_sequence || group.commits != 0 {
                return Err(damage(at, "a seal names another sequence than the group before it"));
            }
            scan.end = if group.kind == Kind::Seal { End::Sealed } else { End::Closed };
        }
    }
    Ok(())
}

fn reason_for(later: Kind) -> &'static str {
    match later {
        Kind::Data => "a group does not read and an intact one stands behind it",
        Kind::Seal | Kind::Closing => "a group does not read although a seal stands behind it",
    }
}

/// The next intact group at or after `from`, if any: its existence makes an invalid group damage.
fn later_group(file: &[u8], from: usize, stamp: Stamp) -> Option<Kind> {
    let mut at = from;
    while let Some(rest) = file.get(at..) {
        let found = rest.windows(group::MAGIC.len()).position(|bytes| bytes == group::MAGIC)?;
        at += found;
        if let Some(group) = group::parse(file, at, stamp) {
            return Some(group.kind);
        }
        at += 1;
    }
    None
}

const PREFIX: &str = "segment-";

pub(crate) fn name(number: u64) -> String {
    format!("{PREFIX}{number:010}")
}

/// The number of a segment file, compressed or not; `None` for any other name.
pub(crate) fn number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix(PREFIX)?;
    let digits = digits.strip_suffix(COMPRESSED).unwrap_or(digits);
    (digits.len() == 10).then(|| digits.parse().ok())?
}

/// Extension of a compressed closed segment.
pub(crate) const COMPRESSED: &str = ".zst";
