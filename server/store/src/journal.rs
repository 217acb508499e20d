//! The writing end of the journal.
//!
//! One group at a time: it is written and `fdatasync`ed before the next begins, so a crash can tear
//! at most the last one. An error of a write or an `fdatasync` is final: the state of the file is
//! unknown then, so nothing is retried and the caller stops the process.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;

use crate::disk::{Disk, DiskFile};
use crate::group::{self, Kind, Stamp};
use crate::segment::{self, Header};
use crate::witness::Witness;

/// The file reserved for the next segment before it is needed.
pub(crate) const SPARE: &str = "spare";

pub(crate) struct Journal {
    disk: Arc<dyn Disk>,
    file: Box<dyn DiskFile>,
    spare: Option<Box<dyn DiskFile>>,
    witness: Witness,
    header: Header,
    sizes: SegmentSizes,
    /// Space reserved for this segment, in bytes.
    segment_bytes: u64,
    /// Offset of the next data group; a seal may be there.
    data_end: u64,
    file_end: u64,
    next_sequence: u64,
    last_checksum: u32,
    /// Last sequence named by a seal, or that existed before this start.
    sealed: u64,
    room: Arc<AtomicBool>,
    /// True after the lack of space was logged.
    lacks_room: bool,
    salts: Salts,
    scratch: Vec<u8>,
}

/// Source of segment salts; the simulator provides its own.
pub(crate) type Salts = Box<dyn FnMut() -> u64 + Send>;

/// Space that is reserved for a segment, in bytes. Each segment gets twice the space of the one before, so the journal of
/// a site with few commits stays small.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentSizes {
    /// Of a first segment. Half of it must have space for everything that can be in flight.
    pub(crate) smallest: u64,
    pub(crate) largest: u64,
}

impl SegmentSizes {
    /// The space for a segment after one of `bytes`.
    fn after(self, bytes: u64) -> u64 {
        bytes.saturating_mul(2).clamp(self.smallest, self.largest)
    }
}

/// Where a journal continues.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) number: u64,
    pub(crate) epoch: u64,
    pub(crate) next_sequence: u64,
    pub(crate) last_checksum: u32,
    /// Length of the previous segment.
    pub(crate) last_bytes: u64,
    /// Format of the rows that will be written.
    pub(crate) format: u32,
}

impl Journal {
    /// Begins a new segment after the state that recovery found.
    pub(crate) fn start(
        disk: Arc<dyn Disk>,
        start: Start,
        sizes: SegmentSizes,
        room: Arc<AtomicBool>,
        mut salts: Salts,
    ) -> io::Result<Self> {
        if disk.names()?.iter().any(|name| name == SPARE) {
            disk.remove(SPARE)?;
        }
        let segment_bytes = sizes.after(start.last_bytes);
        let witness = Witness::start(&disk, start.next_sequence.saturating_sub(1))?;
        let spare = reserve_spare(&disk, segment_bytes)?;
        let header = Header {
            number: start.number,
            stamp: Stamp { salt: salts(), epoch: start.epoch },
            first_sequence: start.next_sequence,
            previous: start.last_checksum,
            previous_bytes: start.last_bytes,
            format: start.format,
        };
        begin_segment(&disk, spare.as_ref(), &header)?;
        let mut journal = Self {
            disk,
            file: spare,
            spare: None,
            witness,
            header,
            sizes,
            segment_bytes,
            data_end: wide(segment::HEADER_BYTES),
            file_end: wide(segment::HEADER_BYTES),
            next_sequence: start.next_sequence,
            last_checksum: start.last_checksum,
            sealed: start.next_sequence.saturating_sub(1),
            room,
            lacks_room: false,
            salts,
            scratch: Vec::new(),
        };
        journal.provide_room();
        Ok(journal)
    }

    pub(crate) fn next_sequence(&self) -> u64 {
        self.next_sequence
    }

    /// Writes the commits as one group and waits until it is durable. Returns the sequence of the
    /// first of them.
    pub(crate) fn append(&mut self, commits: &[Bytes]) -> io::Result<u64> {
        debug_assert!(!commits.is_empty(), "a group without commits would read as damage");
        let bytes: usize = commits.iter().map(|commit| commit.len() + 10).sum();
        // Space for the following seal must be included, so that it cannot be what runs out of
        // space.
        let needed = wide(2 * group::HEADER_BYTES + bytes);
        if self.data_end + needed > self.segment_bytes {
            self.roll()?;
            self.reserve_large(needed)?;
        }
        let first = self.next_sequence;
        let checksum = group::encode(
            &mut self.scratch,
            self.header.stamp,
            Kind::Data,
            first,
            self.last_checksum,
            commits,
        );
        self.file.write_at(self.data_end, &self.scratch)?;
        self.file.sync()?;
        self.data_end += wide(self.scratch.len());
        self.file_end = self.file_end.max(self.data_end);
        self.last_checksum = checksum;
        self.next_sequence += wide(commits.len());
        self.witness.note(self.next_sequence - 1)?;
        // Under continuous load no seal reserves space, so the second half of a segment does; once
        // there is none, only the pauses try again.
        if self.spare.is_none() && self.is_half_full() && self.room.load(Ordering::Relaxed) {
            self.provide_room();
        }
        Ok(first)
    }

    /// Reserves space for a group that is larger than a segment, so that it is not torn where the disk is full. It may
    /// have the space of the next segment.
    fn reserve_large(&mut self, needed: u64) -> io::Result<()> {
        let end = self.data_end + needed;
        if end <= self.segment_bytes || self.file.reserve(end).is_ok() {
            return Ok(());
        }
        if self.spare.take().is_some() {
            self.disk.remove(SPARE)?;
        }
        self.file.reserve(end)
    }

    /// Records on disk that everything so far was acknowledged. Not synced. Also reserves space,
    /// because no caller is waiting.
    pub(crate) fn seal(&mut self) -> io::Result<()> {
        let last = self.next_sequence.saturating_sub(1);
        if self.sealed < last {
            self.write_seal(Kind::Seal)?;
            self.sealed = last;
        }
        self.provide_room();
        Ok(())
    }

    /// Ends the journal cleanly: writes a durable closing seal and releases the reserved space.
    pub(crate) fn close(mut self) -> io::Result<()> {
        self.write_seal(Kind::Closing)?;
        self.file.truncate(self.file_end)?;
        self.file.sync()?;
        self.witness.close(self.next_sequence.saturating_sub(1))?;
        if self.spare.take().is_some() {
            self.disk.remove(SPARE)?;
        }
        self.disk.sync_names()
    }

    /// Returns whether there is space for the next segment.
    pub(crate) fn can_roll(&mut self) -> bool {
        self.provide_room();
        self.spare.is_some()
    }

    /// Ends the segment and begins the next, unless it is empty.
    pub(crate) fn roll(&mut self) -> io::Result<()> {
        if self.data_end <= wide(segment::HEADER_BYTES) {
            return Ok(());
        }
        self.next_segment(self.header.format)
    }

    /// Ends the segment and begins the next with rows of another format.
    pub(crate) fn raise_format(&mut self, format: u32) -> io::Result<()> {
        self.next_segment(format)
    }

    fn next_segment(&mut self, format: u32) -> io::Result<()> {
        let next_bytes = self.sizes.after(self.segment_bytes);
        let next = match self.spare.take() {
            Some(spare) => spare,
            None => reserve_spare(&self.disk, next_bytes)?,
        };
        self.write_seal(Kind::Closing)?;
        self.file.truncate(self.file_end)?;
        self.file.sync()?;
        self.header = Header {
            number: self.header.number + 1,
            stamp: Stamp { salt: (self.salts)(), epoch: self.header.stamp.epoch },
            first_sequence: self.next_sequence,
            previous: self.last_checksum,
            previous_bytes: self.file_end,
            format,
        };
        begin_segment(&self.disk, next.as_ref(), &self.header)?;
        self.file = next;
        self.segment_bytes = next_bytes;
        self.data_end = wide(segment::HEADER_BYTES);
        self.file_end = self.data_end;
        self.provide_room();
        Ok(())
    }

    /// Reserves space for the next segment, and updates whether new commands may be decided: the
    /// rest of this segment has space for everything that can be in flight.
    pub(crate) fn provide_room(&mut self) {
        if self.spare.is_none() {
            match reserve_spare(&self.disk, self.sizes.after(self.segment_bytes)) {
                Ok(file) => self.spare = Some(file),
                Err(error) => tracing::debug!(%error, "no disk space for the next journal segment"),
            }
        }
        let room = self.spare.is_some() || !self.is_half_full();
        self.room.store(room, Ordering::SeqCst);
        if self.lacks_room == room {
            self.lacks_room = !room;
            match room {
                true => tracing::info!("store is writable again"),
                false => tracing::warn!("store is read-only: the disk is nearly full"),
            }
        }
    }

    fn is_half_full(&self) -> bool {
        self.data_end >= self.segment_bytes / 2
    }

    fn write_seal(&mut self, kind: Kind) -> io::Result<()> {
        let sequence = self.next_sequence.saturating_sub(1);
        let stamp = self.header.stamp;
        group::encode(&mut self.scratch, stamp, kind, sequence, self.last_checksum, &[]);
        self.file.write_at(self.data_end, &self.scratch)?;
        self.file_end = self.file_end.max(self.data_end + wide(self.scratch.len()));
        Ok(())
    }
}

fn reserve_spare(disk: &Arc<dyn Disk>, bytes: u64) -> io::Result<Box<dyn DiskFile>> {
    let file = disk.create(SPARE)?;
    match file.reserve(bytes) {
        Ok(()) => Ok(file),
        Err(error) => {
            drop(file);
            disk.remove(SPARE)?;
            Err(error)
        }
    }
}

/// Creates a segment: makes its header durable, then its name.
fn begin_segment(disk: &Arc<dyn Disk>, file: &dyn DiskFile, header: &Header) -> io::Result<()> {
    file.write_at(0, &header.encode())?;
    file.sync()?;
    disk.rename(SPARE, &segment::name(header.number))?;
    disk.sync_names()
}

fn wide(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}
