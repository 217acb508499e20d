//! Reading the journal at start: what is whole, what is torn, what is damaged.
//!
//! Only the tail of the last segment may be cut, because only the last group can lack its
//! `fdatasync`. Everything else that does not read is damage: the store does not open and names
//! file and byte. A cut is kept aside as a file of its own and reported.

use std::sync::Arc;

use bytes::Bytes;

use crate::disk::Disk;
use crate::error::OpenError;
use crate::group;
use crate::segment::{self, End, Header, Scan};
use crate::witness;

/// What was cut off the end of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The file.
    pub file: String,
    /// From which byte on.
    pub offset: u64,
    /// How many bytes.
    pub bytes: u64,
    /// Last sequence that stands.
    pub after_sequence: u64,
    /// The file that keeps what was cut.
    pub kept_as: String,
}

/// What opening the store found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenReport {
    /// The store had been closed in order (a new one counts as such).
    pub closed_in_order: bool,
    /// Last sequence on disk; 0 for a new store.
    pub last_sequence: u64,
    /// What was cut, if anything.
    pub cut: Option<Cut>,
    /// Why the index was set aside and rebuilt, if it was.
    pub index_rebuilt: Option<String>,
    /// Commits that were read from the journal because the index did not hold them yet.
    pub replayed: u64,
    /// Things that are not right and that lost nothing.
    pub warnings: Vec<String>,
}

/// One commit as it stands in the journal.
#[derive(Clone, Debug)]
pub(crate) struct JournalCommit {
    pub(crate) sequence: u64,
    pub(crate) rows: Bytes,
}

/// The segment files of a journal, oldest first.
pub(crate) fn segment_files(disk: &Arc<dyn Disk>) -> Result<Vec<(u64, String)>, OpenError> {
    let names = disk.names().map_err(OpenError::io("listing the journal"))?;
    let mut files: Vec<(u64, String)> = names
        .into_iter()
        .filter_map(|name| segment::number(&name).map(|number| (number, name)))
        .collect();
    // A crash between compressing and removing leaves both; the plain one counts.
    files.sort();
    files.dedup_by_key(|(number, _)| *number);
    Ok(files)
}

/// The bytes of a segment, decompressed if need be.
pub(crate) fn read_segment(disk: &Arc<dyn Disk>, name: &str) -> Result<Bytes, OpenError> {
    let file = disk.open(name).map_err(OpenError::io(format!("opening {name}")))?;
    let bytes = file.read_all().map_err(OpenError::io(format!("reading {name}")))?;
    if !name.ends_with(segment::COMPRESSED) {
        return Ok(Bytes::from(bytes));
    }
    zstd::decode_all(bytes.as_slice()).map(Bytes::from).map_err(|error| OpenError::Damaged {
        file: name.to_owned(),
        offset: 0,
        reason: format!("it does not decompress: {error}"),
    })
}

/// The journal as it was read.
pub(crate) struct Read {
    pub(crate) report: OpenReport,
    pub(crate) next_number: u64,
    pub(crate) next_epoch: u64,
    pub(crate) next_sequence: u64,
    pub(crate) last_checksum: u32,
    /// First sequence that the segments still hold.
    pub(crate) first_sequence: u64,
    /// Bytes to cut: file, offset.
    pub(crate) tear: Option<(String, usize, Bytes)>,
}

/// Reads and checks every segment, giving each commit from `from` on to `take`, in order.
pub(crate) fn read(
    disk: &Arc<dyn Disk>,
    from: u64,
    mut take: impl FnMut(JournalCommit) -> Result<(), OpenError>,
) -> Result<Read, OpenError> {
    let files = segment_files(disk)?;
    let testimony = witness::read(disk).map_err(OpenError::io("reading the witness"))?;
    let mut walk = Walk::default();
    let last = files.len().saturating_sub(1);
    for (index, (number, name)) in files.iter().enumerate() {
        let bytes = read_segment(disk, name)?;
        walk.segment(*number, name, &bytes, index == last, from, &mut take)?;
    }
    let mut read = walk.finish(files.is_empty());
    if testimony.spoiled {
        read.report.warnings.push("the witness file does not read".to_owned());
    }
    if testimony.sequence >= read.next_sequence {
        let file = files.last().map_or_else(|| "the journal".to_owned(), |(_, name)| name.clone());
        return Err(OpenError::Damaged {
            file,
            offset: walk.end,
            reason: format!(
                "it ends with sequence {} but {} was acknowledged",
                read.next_sequence.saturating_sub(1),
                testimony.sequence
            ),
        });
    }
    Ok(read)
}

#[derive(Default)]
struct Walk {
    before: Option<(Header, u64, u32)>,
    first_sequence: Option<u64>,
    end: u64,
    closed: bool,
    tear: Option<(String, usize, Bytes)>,
    replayed: u64,
    highest_epoch: u64,
    last_number: u64,
}

impl Walk {
    fn segment(
        &mut self,
        number: u64,
        name: &str,
        bytes: &Bytes,
        is_last: bool,
        from: u64,
        take: &mut impl FnMut(JournalCommit) -> Result<(), OpenError>,
    ) -> Result<(), OpenError> {
        let damaged = |offset: usize, reason: &str| OpenError::Damaged {
            file: name.to_owned(),
            offset: u64::try_from(offset).unwrap_or(u64::MAX),
            reason: reason.to_owned(),
        };
        self.last_number = number;
        let Some(header) = Header::parse(bytes) else {
            if is_last && bytes.len() <= segment::HEADER_BYTES {
                // A crash while the segment was made: nothing can have been acknowledged in it.
                self.tear = Some((name.to_owned(), 0, bytes.clone()));
                self.closed = false;
                return Ok(());
            }
            return Err(damaged(0, "the header does not read"));
        };
        self.check_chain(number, &header).map_err(|reason| damaged(0, reason))?;
        let scan = segment::scan(bytes, &header)
            .map_err(|damage| damaged(damage.offset, damage.reason))?;
        if scan.end == End::Torn && !is_last {
            return Err(damaged(scan.good_end, "a group does not read and a segment follows"));
        }
        for group in &scan.groups {
            self.group(name, bytes, group, from, take)?;
        }
        self.note_end(name, bytes, &header, &scan);
        Ok(())
    }

    fn check_chain(&self, number: u64, header: &Header) -> Result<(), &'static str> {
        if header.number != number {
            return Err("the header names another segment than the file");
        }
        let Some((before, next_sequence, checksum)) = &self.before else { return Ok(()) };
        if header.number != before.number + 1 {
            return Err("the segment before this one is missing");
        }
        if header.first_sequence != *next_sequence || header.previous != *checksum {
            return Err("the segment does not follow the one before it");
        }
        if header.stamp.epoch < before.stamp.epoch {
            return Err("the epoch goes back");
        }
        Ok(())
    }

    fn group(
        &mut self,
        name: &str,
        bytes: &Bytes,
        group: &group::Group,
        from: u64,
        take: &mut impl FnMut(JournalCommit) -> Result<(), OpenError>,
    ) -> Result<(), OpenError> {
        if group.sequence.saturating_add(u64::from(group.commits)) <= from {
            return Ok(());
        }
        let commits = group::commits(bytes, group).ok_or_else(|| OpenError::Damaged {
            file: name.to_owned(),
            offset: u64::try_from(group.payload.start).unwrap_or(u64::MAX),
            reason: "a group with a good checksum does not hold its commits".to_owned(),
        })?;
        for (sequence, rows) in (group.sequence..).zip(commits) {
            if sequence >= from {
                self.replayed += 1;
                take(JournalCommit { sequence, rows })?;
            }
        }
        Ok(())
    }

    fn note_end(&mut self, name: &str, bytes: &Bytes, header: &Header, scan: &Scan) {
        self.first_sequence.get_or_insert(header.first_sequence);
        self.highest_epoch = self.highest_epoch.max(header.stamp.epoch);
        self.before = Some((*header, scan.next_sequence, scan.last_checksum));
        self.end = u64::try_from(scan.good_end).unwrap_or(u64::MAX);
        if scan.end == End::Torn {
            self.tear = Some((name.to_owned(), scan.good_end, bytes.slice(scan.good_end..)));
        }
        self.closed = scan.end == End::Closed;
    }

    fn finish(&mut self, new: bool) -> Read {
        let (next_sequence, last_checksum) =
            self.before.map_or((1, 0), |(_, sequence, checksum)| (sequence, checksum));
        Read {
            report: OpenReport {
                closed_in_order: (self.closed || new) && self.tear.is_none(),
                last_sequence: next_sequence.saturating_sub(1),
                replayed: self.replayed,
                ..OpenReport::default()
            },
            next_number: self.last_number + 1,
            next_epoch: self.highest_epoch + 1,
            next_sequence,
            last_checksum,
            first_sequence: self.first_sequence.unwrap_or(1),
            tear: self.tear.take(),
        }
    }
}

/// Makes the journal end where it is whole: the tail copied aside and cut, room that was
/// set aside given back, and everything that will be served made durable first.
pub(crate) fn settle(disk: &Arc<dyn Disk>, read: &mut Read) -> Result<(), OpenError> {
    if let Some((name, offset, bytes)) = read.tear.take() {
        read.report.cut = Some(cut(disk, &name, offset, &bytes, read)?);
    }
    if let Some((_, name)) = segment_files(disk)?.last()
        && !name.ends_with(segment::COMPRESSED)
    {
        let file = disk.open(name).map_err(OpenError::io(format!("opening {name}")))?;
        let len = file.len().map_err(OpenError::io(format!("measuring {name}")))?;
        // A killed process leaves the room behind the end of its segment set aside.
        file.truncate(len).map_err(OpenError::io(format!("trimming {name}")))?;
        file.sync().map_err(OpenError::io(format!("syncing {name}")))?;
    }
    disk.sync_names().map_err(OpenError::io("syncing the journal folder"))
}

fn cut(
    disk: &Arc<dyn Disk>,
    name: &str,
    offset: usize,
    bytes: &Bytes,
    read: &mut Read,
) -> Result<Cut, OpenError> {
    let after_sequence = read.next_sequence.saturating_sub(1);
    let kept_as = keep_aside(disk, after_sequence, bytes)?;
    if offset < segment::HEADER_BYTES {
        disk.remove(name).map_err(OpenError::io(format!("removing {name}")))?;
        read.next_number -= 1;
    } else {
        let file = disk.open(name).map_err(OpenError::io(format!("opening {name}")))?;
        let offset = u64::try_from(offset).unwrap_or(u64::MAX);
        file.truncate(offset).map_err(OpenError::io(format!("cutting {name}")))?;
        file.sync().map_err(OpenError::io(format!("syncing {name}")))?;
    }
    Ok(Cut {
        file: name.to_owned(),
        offset: u64::try_from(offset).unwrap_or(u64::MAX),
        bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        after_sequence,
        kept_as,
    })
}

fn keep_aside(disk: &Arc<dyn Disk>, after: u64, bytes: &Bytes) -> Result<String, OpenError> {
    let names = disk.names().map_err(OpenError::io("listing the journal"))?;
    let free = (0u32..).map(|turn| match turn {
        0 => format!("tail-{after}.torn"),
        _ => format!("tail-{after}-{turn}.torn"),
    });
    let Some(kept_as) = free.into_iter().find(|name| !names.contains(name)) else {
        return Err(OpenError::Gap { needed: after });
    };
    let file = disk.create(&kept_as).map_err(OpenError::io(format!("making {kept_as}")))?;
    file.write_at(0, bytes).map_err(OpenError::io(format!("writing {kept_as}")))?;
    file.sync().map_err(OpenError::io(format!("syncing {kept_as}")))?;
    disk.sync_names().map_err(OpenError::io("syncing the journal folder"))?;
    Ok(kept_as)
}
