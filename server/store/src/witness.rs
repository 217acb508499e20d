//! A second record of how far the journal was acknowledged.
//!
//! A journal that was cut exactly between two groups looks intact. The witness is a small file with
//! two slots that are written in turn (never synced, and only after the `fdatasync` of the group
//! they name), so it never names more than was durable. A journal that ends before the named
//! sequence has lost data: a crash can only cut a group that was never acknowledged. Closing writes
//! and syncs both slots: only then do they name the same sequence as a journal with content, so a
//! closing seal that was written during a roll is not mistaken for a clean stop.

use std::io;
use std::sync::Arc;

use crate::disk::{Disk, DiskFile};
use crate::reader::Reader;

pub(crate) const NAME: &str = "acknowledged";
const SLOT_BYTES: usize = 32;
const SLOTS: usize = 2;
const MAGIC: [u8; 8] = *b"PHWITN01";

pub(crate) struct Witness {
    file: Box<dyn DiskFile>,
    next_slot: u64,
}

/// Content of the file at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Testimony {
    /// Highest named sequence; 0 if there is none.
    pub(crate) sequence: u64,
    /// True if both slots name that sequence.
    pub(crate) agreed: bool,
    /// True if the file doesn't exist.
    pub(crate) missing: bool,
    /// True if a slot is invalid or the file has another length.
    pub(crate) spoiled: bool,
}

pub(crate) fn read(disk: &Arc<dyn Disk>) -> io::Result<Testimony> {
    let file = match disk.open(NAME) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Testimony { missing: true, ..Testimony::default() });
        }
        Err(error) => return Err(error),
    };
    Ok(parse(&file.read_all()?))
}

/// A valid file always has the length of its two slots.
pub(crate) fn parse(bytes: &[u8]) -> Testimony {
    let slots: Vec<Option<u64>> = bytes.chunks(SLOT_BYTES).map(parse_slot).collect();
    let sequence = slots.iter().flatten().copied().max().unwrap_or(0);
    Testimony {
        sequence,
        agreed: slots.iter().all(|slot| *slot == Some(sequence)),
        missing: false,
        spoiled: bytes.len() != SLOTS * SLOT_BYTES || slots.contains(&None),
    }
}

fn parse_slot(slot: &[u8]) -> Option<u64> {
    let mut reader = Reader::new(slot);
    let covered = slot.get(..SLOT_BYTES - 4)?;
    if reader.take(8)? != MAGIC {
        return None;
    }
    let sequence = reader.u64()?;
    reader.take(12)?;
    (reader.u32()? == crc32c::crc32c(covered)).then_some(sequence)
}

impl Witness {
    /// Replaces the file by one whose slots name `sequence`.
    pub(crate) fn start(disk: &Arc<dyn Disk>, sequence: u64) -> io::Result<Self> {
        const FRESH: &str = "acknowledged.new";
        if disk.names()?.iter().any(|name| name == FRESH) {
            disk.remove(FRESH)?;
        }
        let file = disk.create(FRESH)?;
        file.write_at(0, &[slot(sequence), slot(sequence)].concat())?;
        file.sync()?;
        disk.rename(FRESH, NAME)?;
        disk.sync_names()?;
        Ok(Self { file, next_slot: 1 })
    }

    pub(crate) fn note(&mut self, sequence: u64) -> io::Result<()> {
        let offset = self.next_slot * u64::try_from(SLOT_BYTES).unwrap_or(0);
        self.next_slot = 1 - self.next_slot;
        self.file.write_at(offset, &slot(sequence))
    }

    /// Writes both slots durably.
    pub(crate) fn close(self, sequence: u64) -> io::Result<()> {
        self.file.write_at(0, &[slot(sequence), slot(sequence)].concat())?;
        self.file.sync()
    }
}

fn slot(sequence: u64) -> Vec<u8> {
    let mut out = Vec::with_capacity(SLOT_BYTES);
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&sequence.to_le_bytes());
    out.extend_from_slice(&[0; 12]);
    let checksum = crc32c::crc32c(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    out
}
