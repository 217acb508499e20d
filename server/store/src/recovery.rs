//! Reads the journal at start and distinguishes intact, torn and damaged data.
//!
//! Only the tail of the last segment may be cut, because only the last group can lack its
//! `fdatasync`. All other unreadable data is damage: the store doesn't open and reports file and
//! offset. A cut tail is kept in a file of its own and reported.

use std::sync::{Arc, mpsc};
use std::thread::Scope;

use bytes::Bytes;

use crate::disk::Disk;
use crate::error::OpenError;
use crate::group;
use crate::progress::{Progress, Unit};
use crate::segment::{self, Damage, End, Header, Scan};
use crate::witness::{self, Testimony};

/// A tail that was cut off the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Name of the segment file.
    pub file: String,
    /// Offset of the cut.
    pub offset: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// Last sequence before the cut.
    pub after_sequence: u64,
    /// Name of the file that keeps the tail.
    pub kept_as: String,
}

/// What opening the store found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenReport {
    /// True if the store had been closed cleanly, or is new.
    pub closed_in_order: bool,
    /// Last sequence on disk; 0 for a new store.
    pub last_sequence: u64,
    /// The cut tail, if any.
    pub cut: Option<Cut>,
    /// Why the index was set aside and rebuilt, if it was.
    pub index_rebuilt: Option<String>,
    /// Number of commits read from the journal because the index did not contain them.
    pub replayed: u64,
    /// Defects that lost no data.
    pub warnings: Vec<String>,
}

/// A commit in the journal.
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
    // A crash between compressing and removing leaves both files; the plain one is used.
    files.sort();
    files.dedup_by_key(|(number, _)| *number);
    Ok(files)
}

/// The first sequence in the journal; `None` if no segment has a valid header.
pub(crate) fn first_sequence(disk: &Arc<dyn Disk>) -> Result<Option<u64>, OpenError> {
    let files = segment_files(disk)?;
    let Some((_, name)) = files.first() else { return Ok(None) };
    Ok(read_header(disk, name)?.map(|header| header.first_sequence))
}

/// The header of a segment, without reading the rest; `None` if it is invalid.
pub(crate) fn read_header(disk: &Arc<dyn Disk>, name: &str) -> Result<Option<Header>, OpenError> {
    if name.ends_with(segment::COMPRESSED) {
        return Ok(Header::parse(&read_segment(disk, name)?));
    }
    let file = disk.open(name).map_err(OpenError::io(format!("opening {name}")))?;
    let head =
        file.read_head(segment::HEADER_BYTES).map_err(OpenError::io(format!("reading {name}")))?;
    Ok(Header::parse(&head))
}

/// Whether a segment begins as those of the first format do, whose headers name none.
pub(crate) fn is_of_first_format(disk: &Arc<dyn Disk>, name: &str) -> Result<bool, OpenError> {
    let file = disk.open(name).map_err(OpenError::io(format!("opening {name}")))?;
    let magic = segment::MAGIC_OF_FIRST_FORMAT;
    let head = file.read_head(magic.len()).map_err(OpenError::io(format!("reading {name}")))?;
    Ok(head == magic)
}

/// The bytes of a segment, decompressed if necessary.
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

/// The journal as read.
pub(crate) struct Read {
    pub(crate) report: OpenReport,
    pub(crate) next_number: u64,
    pub(crate) next_epoch: u64,
    pub(crate) next_sequence: u64,
    pub(crate) last_checksum: u32,
    /// Length of the last segment after the cut.
    pub(crate) last_bytes: u64,
}

/// What to do about the end of the last segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Repair it before a commit of that segment is returned: copy a torn tail aside and cut it,
    /// make the rest durable. For callers that continue the journal.
    Settle,
    /// Leave it unchanged: another process writes the journal, or nothing may change.
    Leave,
}

/// Reads and checks every segment, and passes each commit from `from` on to `take`, in order. The
/// journal must begin at `from` or earlier and contain at least the sequence before it.
pub(crate) fn read(
    disk: &Arc<dyn Disk>,
    from: u64,
    ending: Ending,
    progress: &Progress,
    mut take: impl FnMut(JournalCommit) -> Result<(), OpenError>,
) -> Result<Read, OpenError> {
    // Read before the files are listed: a journal that is being written may get segments that are
    // not in the list, and acknowledgements in those must not count.
    let testimony = witness::read(disk).map_err(OpenError::io("reading the witness"))?;
    let files = segment_files(disk)?;
    let mut walk = Walk { from, ..Walk::default() };
    let last = files.len().saturating_sub(1);
    let total = u64::try_from(files.len()).ok();
    progress.begin("reading segments of the journal", Unit::Things, total);
    std::thread::scope(|scope| {
        for (index, ((number, name), loaded)) in
            files.iter().zip(load(scope, disk, &files)).enumerate()
        {
            let Loaded { bytes, scan } = loaded?;
            let segment = Segment { number: *number, name, bytes: &bytes, is_last: index == last };
            let scan = walk.check(&segment, scan, &testimony)?;
            if index == last {
                walk.check_reach(testimony.sequence, name)?;
                if ending == Ending::Settle {
                    walk.settle(disk, &segment, scan.as_ref())?;
                }
            }
            for group in scan.iter().flat_map(|scan| &scan.groups) {
                walk.give(&segment, group, &mut take)?;
            }
            progress.add(1);
        }
        Ok::<_, OpenError>(())
    })?;
    if files.is_empty() {
        walk.check_reach(testimony.sequence, "the journal")?;
    }
    Ok(walk.finish(testimony))
}

/// A segment as read, before it is compared with the ones before.
struct Loaded {
    bytes: Bytes,
    /// `None` if the header is invalid.
    scan: Option<(Header, Result<Scan, Damage>)>,
}

fn load_one(disk: &Arc<dyn Disk>, name: &str) -> Result<Loaded, OpenError> {
    let bytes = read_segment(disk, name)?;
    let scan = Header::parse(&bytes).map(|header| {
        let scan = segment::scan(&bytes, &header);
        (header, scan)
    });
    Ok(Loaded { bytes, scan })
}

/// Reads the segments in order, one ahead of the caller on a thread of its own. The simulation, whose runs are to be
/// repeated exactly, has one thread.
fn load<'scope>(
    scope: &'scope Scope<'scope, '_>,
    disk: &'scope Arc<dyn Disk>,
    files: &'scope [(u64, String)],
) -> Box<dyn Iterator<Item = Result<Loaded, OpenError>> + 'scope> {
    let mut all = files.iter().map(move |(_, name)| load_one(disk, name));
    if cfg!(test) {
        return Box::new(all);
    }
    let (loaded, segments) = mpsc::sync_channel(0);
    // The caller stops at the first error.
    scope.spawn(move || all.try_for_each(|one| loaded.send(one).ok()));
    Box::new(segments.into_iter())
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

/// The last segment with a header.
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
    /// Offset from which the last segment cannot be read.
    tear: Option<usize>,
    cut: Option<Cut>,
    replayed: u64,
    last_number: u64,
}

impl Walk {
    /// Checks that a segment follows the previous one; no groups if its header is torn.
    fn check(
        &mut self,
        segment: &Segment<'_>,
        scan: Option<(Header, Result<Scan, Damage>)>,
        testimony: &Testimony,
    ) -> Result<Option<Scan>, OpenError> {
        self.last_number = segment.number;
        let Some((header, scan)) = scan else {
            let is_short = segment.bytes.len() <= segment::HEADER_BYTES;
            if segment.is_last && is_short && !testimony.spoiled && !testimony.missing {
                // A crash during the creation of the segment, on a disk that doesn't keep the order
                // of a sync and a rename. The witness file tells whether anything in it was
                // acknowledged.
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
        let scan = scan.map_err(|damage| segment.damaged(damage.offset, damage.reason))?;
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

    /// Checks that the journal doesn't end before what was acknowledged or before what the index
    /// contains.
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

    /// Cuts the journal after its last intact group, and makes everything durable before readers
    /// see it.
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
                // If the previous process stopped because an fdatasync failed, the last group may
                // exist in the page cache only, marked as written; another fdatasync would return
                // without writing it. So it is written again.
                let last = scan.groups.last().map_or(0, |group| group.start);
                let bytes = segment.bytes.get(last..scan.good_end).unwrap_or_default();
                file.write_at(wide(last), bytes)
                    .map_err(OpenError::io(format!("writing the end of {name}")))?;
                // This also releases the space that a killed process had reserved.
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
