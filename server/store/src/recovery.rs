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
use crate::witness::{self, Testimony};

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

/// The first sequence that the journal still holds; `None` if there is no segment that says so.
pub(crate) fn first_sequence(disk: &Arc<dyn Disk>) -> Result<Option<u64>, OpenError> {
    let files = segment_files(disk)?;
    let Some((_, name)) = files.first() else { return Ok(None) };
    Ok(read_header(disk, name)?.map(|header| header.first_sequence))
}

/// The header of a segment, without reading what follows; `None` if it does not read.
pub(crate) fn read_header(disk: &Arc<dyn Disk>, name: &str) -> Result<Option<Header>, OpenError> {
    if name.ends_with(segment::COMPRESSED) {
        return Ok(Header::parse(&read_segment(disk, name)?));
    }
    let file = disk.open(name).map_err(OpenError::io(format!("opening {name}")))?;
    let head =
        file.read_head(segment::HEADER_BYTES).map_err(OpenError::io(format!("reading {name}")))?;
    Ok(Header::parse(&head))
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
    /// Length of the last segment, after what had to be cut.
    pub(crate) last_bytes: u64,
}

/// What is done about the end of the last segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It is settled before a commit of that segment is given out: a torn tail copied aside and
    /// cut, the rest made durable. Whoever goes on behind it asks for this.
    Settle,
    /// It is left as it is: somebody else writes there, or nothing may change.
    Leave,
}

/// Reads and checks every segment, giving each commit from `from` on to `take`, in order. The
/// journal has to reach from `from` or before at least to the sequence ahead of it.
pub(crate) fn read(
    disk: &Arc<dyn Disk>,
    from: u64,
    ending: Ending,
    mut take: impl FnMut(JournalCommit) -> Result<(), OpenError>,
) -> Result<Read, OpenError> {
    // Asked before the files are listed: a journal that is written to meanwhile may get segments
    // that are not in the list, and what the witness says of those must not count.
    let testimony = witness::read(disk).map_err(OpenError::io("reading the witness"))?;
    let files = segment_files(disk)?;
    let mut walk = Walk { from, ..Walk::default() };
    let last = files.len().saturating_sub(1);
    for (index, (number, name)) in files.iter().enumerate() {
        let bytes = read_segment(disk, name)?;
        let segment = Segment { number: *number, name, bytes: &bytes, is_last: index == last };
        let scan = walk.check(&segment, &testimony)?;
        if index == last {
            walk.check_reach(testimony.sequence, name)?;
            if ending == Ending::Settle {
                walk.settle(disk, &segment, scan.as_ref())?;
            }
        }
        for group in scan.iter().flat_map(|scan| &scan.groups) {
            walk.give(&segment, group, &mut take)?;
        }
    }
    if files.is_empty() {
        walk.check_reach(testimony.sequence, "the journal")?;
    }
    Ok(walk.finish(testimony))
}

struct Segment<'a> {
    number: u64,
    name: &'a str,
    bytes: &'a Bytes,
    is_last: bool,
}

impl Segment<'_> {
    fn damaged(&self, offset: usize, reason: &str) -> OpenError {
        OpenError::Damaged {
            file: self.name.to_owned(),
            offset: wide(offset),
            reason: reason.to_owned(),
        }
    }
}

/// The last segment that has a header.
struct Before {
    header: Header,
    next_sequence: u64,
    checksum: u32,
    bytes: u64,
}

#[derive(Default)]
struct Walk {
    from: u64,
    before: Option<Before>,
    closed: bool,
    /// From where on the last segment does not read.
    tear: Option<usize>,
    cut: Option<Cut>,
    replayed: u64,
    last_number: u64,
}

impl Walk {
    /// Reads a segment and holds it against the one before; no groups if its header is torn.
    fn check(
        &mut self,
        segment: &Segment<'_>,
        testimony: &Testimony,
    ) -> Result<Option<Scan>, OpenError> {
        self.last_number = segment.number;
        let Some(header) = Header::parse(segment.bytes) else {
            let is_short = segment.bytes.len() <= segment::HEADER_BYTES;
            if segment.is_last && is_short && !testimony.spoiled && !testimony.missing {
                // A crash while the segment was made, on a disk that does not keep the order of a
                // sync and a rename. The witness will say if anything was acknowledged in it.
                self.tear = Some(0);
                self.closed = false;
                return Ok(None);
            }
            return Err(segment.damaged(0, "the header does not read"));
        };
        self.check_chain(segment.number, &header).map_err(|reason| segment.damaged(0, reason))?;
        if self.before.is_none() && header.first_sequence > self.from {
            return Err(OpenError::Gap { needed: self.from });
        }
        let scan = segment::scan(segment.bytes, &header)
            .map_err(|damage| segment.damaged(damage.offset, damage.reason))?;
        if scan.end == End::Torn {
            if !segment.is_last {
                let reason = "a group does not read and a segment follows";
                return Err(segment.damaged(scan.good_end, reason));
            }
            self.tear = Some(scan.good_end);
        }
        self.closed = scan.end == End::Closed;
        self.before = Some(Before {
            header,
            next_sequence: scan.next_sequence,
            checksum: scan.last_checksum,
            bytes: wide(scan.good_end),
        });
        Ok(Some(scan))
    }

    fn check_chain(&self, number: u64, header: &Header) -> Result<(), &'static str> {
        if header.number != number {
            return Err("the header names another segment than the file");
        }
        let Some(before) = &self.before else { return Ok(()) };
        if header.number != before.header.number + 1 {
            return Err("the segment before this one is missing");
        }
        if header.first_sequence != before.next_sequence || header.previous != before.checksum {
            return Err("the segment does not follow the one before it");
        }
        if header.previous_bytes != before.bytes {
            return Err("the segment before this one had another length");
        }
        if header.stamp.epoch < before.header.stamp.epoch {
            return Err("the epoch goes back");
        }
        Ok(())
    }

    fn next_sequence(&self) -> u64 {
        self.before.as_ref().map_or(1, |before| before.next_sequence)
    }

    /// The journal may not end before what was acknowledged, nor before what the index holds.
    fn check_reach(&self, acknowledged: u64, name: &str) -> Result<(), OpenError> {
        let last = self.next_sequence().saturating_sub(1);
        let short = |reason: String| OpenError::Damaged {
            file: name.to_owned(),
            offset: self.before.as_ref().map_or(0, |before| before.bytes),
            reason: format!("it ends with sequence {last} but {reason}"),
        };
        if acknowledged > last {
            return Err(short(format!("{acknowledged} was acknowledged")));
        }
        if self.from > last.saturating_add(1) {
            let known = self.from.saturating_sub(1);
            return Err(short(format!("the index holds {known}")));
        }
        Ok(())
    }

    fn give(
        &mut self,
        segment: &Segment<'_>,
        group: &group::Group,
        take: &mut impl FnMut(JournalCommit) -> Result<(), OpenError>,
    ) -> Result<(), OpenError> {
        if group.sequence.saturating_add(u64::from(group.commits)) <= self.from {
            return Ok(());
        }
        let commits = group::commits(segment.bytes, group).ok_or_else(|| {
            let reason = "a group with a good checksum does not hold its commits";
            segment.damaged(group.payload.start, reason)
        })?;
        for (sequence, rows) in (group.sequence..).zip(commits) {
            if sequence >= self.from {
                self.replayed += 1;
                take(JournalCommit { sequence, rows })?;
            }
        }
        Ok(())
    }

    /// Makes the journal end where it is whole, and what will be served durable before anyone
    /// sees it.
    fn settle(
        &mut self,
        disk: &Arc<dyn Disk>,
        segment: &Segment<'_>,
        scan: Option<&Scan>,
    ) -> Result<(), OpenError> {
        let name = segment.name;
        if let Some(offset) = self.tear {
            let bytes = segment.bytes.slice(offset..);
            let after_sequence = self.next_sequence().saturating_sub(1);
            let kept_as = keep_aside(disk, after_sequence, &bytes)?;
            self.cut = Some(Cut {
                file: name.to_owned(),
                offset: wide(offset),
                bytes: wide(bytes.len()),
                after_sequence,
                kept_as,
            });
        }
        match scan {
            None => {
                disk.remove(name).map_err(OpenError::io(format!("removing {name}")))?;
                self.last_number -= 1;
            }
            Some(_) if name.ends_with(segment::COMPRESSED) => {}
            Some(scan) => {
                let file = disk.open(name).map_err(OpenError::io(format!("opening {name}")))?;
                // If the process before this one stopped because an fdatasync failed, the last
                // group may be in the page cache alone, marked as written; another fdatasync would
                // return without writing it. Written again, it has to reach the disk.
                let last = scan.groups.last().map_or(0, |group| group.start);
                let bytes = segment.bytes.get(last..scan.good_end).unwrap_or_default();
                file.write_at(wide(last), bytes)
                    .map_err(OpenError::io(format!("writing the end of {name}")))?;
                // This also gives back the room that a killed process left set aside.
                file.truncate(wide(scan.good_end))
                    .map_err(OpenError::io(format!("cutting {name}")))?;
                file.sync().map_err(OpenError::io(format!("syncing {name}")))?;
            }
        }
        disk.sync_names().map_err(OpenError::io("syncing the journal folder"))
    }

    fn finish(self, testimony: Testimony) -> Read {
        let next_sequence = self.next_sequence();
        let last_sequence = next_sequence.saturating_sub(1);
        let new = self.last_number == 0;
        let mut warnings = Vec::new();
        if testimony.spoiled {
            warnings.push("the witness file does not read".to_owned());
        }
        if testimony.missing && !new {
            warnings.push("the witness file is missing".to_owned());
        }
        let agreed = testimony.agreed && !testimony.spoiled && testimony.sequence == last_sequence;
        if let (Some(offset), None) = (self.tear, &self.cut) {
            warnings.push(format!(
                "what stands behind sequence {last_sequence} from byte {offset} of the last \
                 segment on does not read; opening the store cuts it off and keeps it aside"
            ));
        }
        let before = self.before.as_ref();
        Read {
            report: OpenReport {
                closed_in_order: new || (self.closed && agreed),
                last_sequence,
                cut: self.cut,
                replayed: self.replayed,
                warnings,
                ..OpenReport::default()
            },
            next_number: self.last_number + 1,
            next_epoch: before.map_or(0, |before| before.header.stamp.epoch) + 1,
            next_sequence,
            last_checksum: before.map_or(0, |before| before.checksum),
            last_bytes: before.map_or(0, |before| before.bytes),
        }
    }
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

fn wide(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}
