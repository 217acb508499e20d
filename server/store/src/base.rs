//! Bases: all data at one sequence, in one file, in the journal's own format.
//!
//! A base contains the rows of the index, then every commit after the sequence that was applied
//! when the scan began. The index changes during the scan; that is harmless, because replaying
//! those commits over newer rows leads to the same state. Backup, restore and rebuild all use this
//! file.
//!
//! The file is a segment header, groups of blobs and a closing seal.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;

use crate::applier::Batcher;
use crate::blob::Blob;
use crate::disk::{Disk, RealDisk};
use crate::error::OpenError;
use crate::group::{self, Kind, Stamp};
use crate::inbox::Rolled;
use crate::index::{self, Index, LOGS, PUTS, SledIndex};
use crate::journal::{Journal, Salts, Start};
use crate::opening;
use crate::options::Options;
use crate::progress::{Progress, Unit};
use crate::reader::Reader;
use crate::recovery::{self, Ending};
use crate::segment::{self, Header};

const GROUP_BYTES: usize = 256 * 1024;
// Tests have only a few rows and must take several pages as well.
const SCAN_ROWS: usize = if cfg!(test) { 2 } else { 256 };

/// Content of a base that was written or read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseReport {
    /// Format of its rows, see [`crate::Format`].
    pub format: u32,
    /// Sequence that was applied when the scan began.
    pub applied: u64,
    /// Last sequence in the base.
    pub last_sequence: u64,
    /// Number of index rows.
    pub rows: u64,
    /// Number of commits after them.
    pub commits: u64,
    /// Size of the file, bytes.
    pub bytes: u64,
}

struct Writer<'a> {
    out: BufWriter<File>,
    progress: &'a Progress,
    stamp: Stamp,
    blobs: Vec<Bytes>,
    bytes: usize,
    next: u64,
    previous: u32,
    scratch: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn create(path: &Path, salt: u64, format: u32, progress: &'a Progress) -> io::Result<Self> {
        let stamp = Stamp { salt, epoch: 0 };
        let mut out = BufWriter::new(File::create_new(path)?);
        let header =
            Header { number: 0, stamp, first_sequence: 1, previous: 0, previous_bytes: 0, format };
        out.write_all(&header.encode())?;
        Ok(Self {
            out,
            progress,
            stamp,
            blobs: Vec::new(),
            bytes: 0,
            next: 1,
            previous: 0,
            scratch: Vec::new(),
        })
    }

    fn blob(&mut self, blob: &Blob<'_>) -> io::Result<()> {
        let bytes = blob.encode();
        self.bytes += bytes.len();
        self.blobs.push(Bytes::from(bytes));
        if self.bytes >= GROUP_BYTES { self.group() } else { Ok(()) }
    }

    fn group(&mut self) -> io::Result<()> {
        if self.blobs.is_empty() {
            return Ok(());
        }
        self.previous = group::encode(
            &mut self.scratch,
            self.stamp,
            Kind::Data,
            self.next,
            self.previous,
            &self.blobs,
        );
        self.next += u64::try_from(self.blobs.len()).unwrap_or(0);
        self.blobs.clear();
        self.bytes = 0;
        self.out.write_all(&self.scratch)?;
        self.progress.add(u64::try_from(self.scratch.len()).unwrap_or(0));
        Ok(())
    }

    fn finish(mut self) -> io::Result<u64> {
        self.group()?;
        let last = self.next - 1;
        group::encode(&mut self.scratch, self.stamp, Kind::Closing, last, self.previous, &[]);
        self.out.write_all(&self.scratch)?;
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(file.metadata()?.len())
    }
}

/// What writes of a base are watched with, and about how many bytes it will have, if that is known.
pub(crate) type Watched<'a> = (&'a Progress, Option<u64>);

/// Writes a base under a temporary name, reads it back, and only then renames it.
pub(crate) fn write(
    file: &Path,
    (index, format): (&dyn Index, u32),
    disk: &Arc<dyn Disk>,
    watched: Watched<'_>,
    roll: impl FnOnce() -> Result<Rolled, OpenError>,
) -> Result<BaseReport, OpenError> {
    if file.exists() {
        return Err(OpenError::Io {
            what: format!("writing {}", file.display()),
            source: io::Error::new(
                io::ErrorKind::AlreadyExists,
                "the file exists already; choose another name",
            ),
        });
    }
    let doing = |what: &str| OpenError::io(format!("{what} {}", file.display()));
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    if unfinished.exists() {
        std::fs::remove_file(&unfinished).map_err(doing("clearing the way for"))?;
    }
    let written =
        write_and_read_back(&unfinished, (index, format), disk, watched, roll).and_then(|report| {
            std::fs::rename(&unfinished, file).map_err(doing("naming")).map(|()| report)
        });
    let report = match written {
        Ok(report) => report,
        Err(error) => {
            // The partial file would take disk space that the journal needs, and contains all data
            // of the members.
            if let Err(error) = std::fs::remove_file(&unfinished)
                && error.kind() != io::ErrorKind::NotFound
            {
                tracing::error!(%error, "an unfinished base could not be removed");
            }
            return Err(error);
        }
    };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))
        .and_then(|folder| folder.sync_all())
        .map_err(doing("naming"))?;
    Ok(report)
}

fn write_and_read_back(
    file: &Path,
    of: (&dyn Index, u32),
    disk: &Arc<dyn Disk>,
    watched: Watched<'_>,
    roll: impl FnOnce() -> Result<Rolled, OpenError>,
) -> Result<BaseReport, OpenError> {
    let report = write_unnamed(file, of, disk, watched, roll)?;
    let (progress, _) = watched;
    if verify_as(file, progress, "reading it back")? == report {
        return Ok(report);
    }
    Err(OpenError::Damaged {
        file: file.display().to_string(),
        offset: 0,
        reason: "it does not read back as it was written".to_owned(),
    })
}

fn write_unnamed(
    file: &Path,
    (index, format): (&dyn Index, u32),
    disk: &Arc<dyn Disk>,
    (progress, expected): Watched<'_>,
    roll: impl FnOnce() -> Result<Rolled, OpenError>,
) -> Result<BaseReport, OpenError> {
    let doing = || OpenError::io(format!("writing {}", file.display()));
    let applied = index::applied(index)?;
    progress.begin("writing", Unit::Bytes, expected);
    let mut out = Writer::create(file, opening::salts()(), format, progress).map_err(doing())?;
    out.blob(&Blob::Manifest { applied }).map_err(doing())?;
    let mut rows = 0u64;
    scan(index, &[PUTS], &[LOGS], |key, value| {
        rows += 1;
        out.blob(&Blob::Row { key, value }).map_err(doing())
    })?;
    // Scanned from the end: only a log's newest pack still grows, so what is read after it contains
    // all entries before it. In the other direction, a pack that began in the meantime could follow
    // an older one that was read before it was full.
    scan_back(index, &[LOGS], &[LOGS + 1], |key, value| {
        rows += 1;
        out.blob(&Blob::Row { key, value }).map_err(doing())
    })?;
    // The sequences that the index has applied in the meantime are not above this one.
    let last_sequence = roll()?.last_sequence;
    let mut commits = 0u64;
    let unwatched = Progress::default();
    recovery::read(disk, applied.saturating_add(1), Ending::Leave, &unwatched, |commit| {
        if commit.sequence <= last_sequence {
            commits += 1;
            let (sequence, rows) = (commit.sequence, commit.rows.as_ref());
            out.blob(&Blob::Commit { sequence, rows }).map_err(doing())?;
        }
        Ok(())
    })?;
    out.blob(&Blob::End { last_sequence, rows, commits }).map_err(doing())?;
    let bytes = out.finish().map_err(doing())?;
    Ok(BaseReport { format, applied, last_sequence, rows, commits, bytes })
}

fn scan_back(
    index: &dyn Index,
    from: &[u8],
    to: &[u8],
    mut take: impl FnMut(&[u8], &[u8]) -> Result<(), OpenError>,
) -> Result<(), OpenError> {
    let mut end = to.to_vec();
    loop {
        let page = index.range(from, &end, SCAN_ROWS, true)?;
        for (key, value) in &page {
            take(key, value)?;
        }
        index.trim();
        let Some((first, _)) = page.into_iter().last() else { return Ok(()) };
        end = first;
    }
}

fn scan(
    index: &dyn Index,
    from: &[u8],
    to: &[u8],
    mut take: impl FnMut(&[u8], &[u8]) -> Result<(), OpenError>,
) -> Result<(), OpenError> {
    let mut at = from.to_vec();
    loop {
        let page = index.range(&at, to, SCAN_ROWS, false)?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        at = [last.as_slice(), &[0]].concat();
        for (key, value) in &page {
            take(key, value)?;
        }
        index.trim();
    }
}

/// Reads a whole base and checks every byte of it.
pub(crate) fn verify(file: &Path) -> Result<BaseReport, OpenError> {
    verify_as(file, &Progress::default(), "checking a base")
}

/// The same as a stage of longer work.
pub(crate) fn verify_as(
    file: &Path,
    progress: &Progress,
    stage: &'static str,
) -> Result<BaseReport, OpenError> {
    read(file, (progress, stage), &mut |_| Ok(()))
}

/// Reads a whole base as a stage of longer work, checks every byte, and passes each blob to `take`.
fn read(
    file: &Path,
    (progress, stage): (&Progress, &'static str),
    take: &mut dyn FnMut(&Blob<'_>) -> Result<(), OpenError>,
) -> Result<BaseReport, OpenError> {
    let doing = || OpenError::io(format!("reading {}", file.display()));
    let mut source = BufReader::with_capacity(GROUP_BYTES, File::open(file).map_err(doing())?);
    let bytes = source.get_ref().metadata().map_err(doing())?.len();
    progress.begin(stage, Unit::Bytes, Some(bytes));
    let mut reading = Reading { file, at: 0, next: 1, previous: 0 };
    let mut head = vec![0; segment::HEADER_BYTES];
    source
        .read_exact(&mut head)
        .map_err(|_| reading.damaged("it is too short to be a backup of this program"))?;
    let header = Header::parse(&head).ok_or_else(|| {
        reading.damaged("it is no backup of this program, or its header is damaged")
    })?;
    reading.at = segment::HEADER_BYTES;
    let mut count = Count::default();
    let mut from = 0;
    while let Some(group) = reading.group(&mut source, &header)? {
        progress.add(u64::try_from(reading.at - from).unwrap_or(0));
        from = reading.at;
        for bytes in group {
            let blob = Blob::parse(&bytes).ok_or_else(|| reading.damaged("no such blob"))?;
            count.blob(&blob).map_err(|reason| reading.damaged(reason))?;
            take(&blob)?;
        }
    }
    if !count.ended {
        return Err(reading.damaged("its end is missing"));
    }
    let report = BaseReport { format: header.format, bytes, ..count.report };
    let mut left = [0];
    match source.read(&mut left).map_err(doing())? {
        0 => Ok(report),
        _ => Err(reading.damaged("bytes follow the closing seal")),
    }
}

/// Checks the order of a base's blobs: manifest, rows, commits without a gap, end.
#[derive(Default)]
struct Count {
    report: BaseReport,
    begun: bool,
    ended: bool,
}

impl Count {
    fn blob(&mut self, blob: &Blob<'_>) -> Result<(), &'static str> {
        if self.ended || self.begun == matches!(blob, Blob::Manifest { .. }) {
            return Err("its blobs are not in order");
        }
        let report = &mut self.report;
        match blob {
            Blob::Manifest { applied } => {
                self.begun = true;
                report.applied = *applied;
                report.last_sequence = *applied;
            }
            Blob::Row { .. } => report.rows += 1,
            Blob::Commit { sequence, .. } => {
                if report.last_sequence.checked_add(1) != Some(*sequence) {
                    return Err("a commit is missing");
                }
                report.last_sequence = *sequence;
                report.commits += 1;
            }
            Blob::End { last_sequence, rows, commits } => {
                self.ended = true;
                let counted = (report.last_sequence, report.rows, report.commits);
                if counted != (*last_sequence, *rows, *commits) {
                    return Err("it does not hold what its end says");
                }
            }
        }
        Ok(())
    }
}

struct Reading<'a> {
    file: &'a Path,
    at: usize,
    next: u64,
    previous: u32,
}

impl Reading<'_> {
    fn damaged(&self, reason: &str) -> OpenError {
        OpenError::Damaged {
            file: self.file.display().to_string(),
            offset: u64::try_from(self.at).unwrap_or(u64::MAX),
            reason: reason.to_owned(),
        }
    }

    /// The blobs of the next group; `None` after the closing seal.
    fn group(
        &mut self,
        source: &mut impl Read,
        header: &Header,
    ) -> Result<Option<Vec<Bytes>>, OpenError> {
        let bad = || self.damaged("a group does not read");
        let mut bytes = vec![0; group::HEADER_BYTES];
        source.read_exact(&mut bytes).map_err(|_| bad())?;
        let len = Reader::at(&bytes, 36).u32().and_then(|len| usize::try_from(len).ok());
        let len = len.filter(|len| *len <= 64 * 1024 * 1024).ok_or_else(bad)?;
        bytes.resize(group::HEADER_BYTES + len, 0);
        source
            .read_exact(bytes.get_mut(group::HEADER_BYTES..).unwrap_or_default())
            .map_err(|_| bad())?;
        let group = group::parse(&bytes, 0, header.stamp).ok_or_else(bad)?;
        if group.previous != self.previous {
            return Err(bad());
        }
        self.at += bytes.len();
        match group.kind {
            Kind::Closing if group.sequence.saturating_add(1) == self.next => Ok(None),
            Kind::Data if group.sequence == self.next => {
                self.next += u64::from(group.commits);
                self.previous = group.checksum;
                group::commits(&Bytes::from(bytes), &group).map(Some).ok_or_else(|| {
                    self.damaged("a group with a good checksum does not hold its blobs")
                })
            }
            _ => Err(self.damaged("a group is missing")),
        }
    }
}

/// Fills an empty index with the rows of a base.
pub(crate) fn fill(
    file: &Path,
    index: &dyn Index,
    progress: &Progress,
) -> Result<BaseReport, OpenError> {
    let mut batcher = Batcher::new(index)?;
    let report = read(file, (progress, "filling the index"), &mut |blob| {
        if let Blob::Row { key, value } = blob {
            batcher.write((key.to_vec(), Some(value.to_vec())))?;
        }
        Ok(())
    })?;
    batcher.finish(report.applied)?;
    Ok(report)
}

/// Creates a data folder from a verified base.
pub(crate) fn restore(
    file: &Path,
    report: BaseReport,
    (journal, index): (&Path, &Path),
    salts: Salts,
    progress: &Progress,
) -> Result<BaseReport, OpenError> {
    let doing = || OpenError::io("writing the journal");
    let disk: Arc<dyn Disk> = Arc::new(RealDisk::new(journal).map_err(doing())?);
    let start = Start {
        number: 1,
        epoch: 1,
        next_sequence: report.applied.saturating_add(1),
        last_checksum: 0,
        last_bytes: 0,
        format: report.format,
    };
    let mut out = Journal::start(disk, start, Options::default().segments(), Arc::default(), salts)
        .map_err(doing())?;
    let mut group = Vec::new();
    let mut bytes = 0;
    read(file, (progress, "writing the journal"), &mut |blob| {
        if let Blob::Commit { rows, .. } = blob {
            bytes += rows.len();
            group.push(Bytes::copy_from_slice(rows));
            if bytes >= GROUP_BYTES {
                out.append(&std::mem::take(&mut group)).map_err(doing())?;
                bytes = 0;
            }
        }
        Ok(())
    })?;
    if !group.is_empty() {
        out.append(&group).map_err(doing())?;
    }
    out.close().map_err(doing())?;
    fill(file, &SledIndex::open(index, 16 * 1024 * 1024)?, progress)?;
    Ok(report)
}
