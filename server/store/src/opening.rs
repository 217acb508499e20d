//! Opens a data folder: from its files to a running store.

use std::fs::{File, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parking_lot::RwLock;

use crate::applier;
use crate::base;
use crate::committer::{self, Core, Role};
use crate::digest;
use crate::disk::Disk;
use crate::error::OpenError;
use crate::index::{self, Index, IndexError, SledIndex};
use crate::index_mark::{self, Mark, Synced};
use crate::journal::{Journal, Salts, SegmentSizes, Start};
use crate::memtable::Memtable;
use crate::progress::{Progress, Unit};
use crate::projection::{CommitView, Projection};
use crate::recovery::{self, Ending, OpenReport};
use crate::restoring;
use crate::retention;
use crate::rewriting;
use crate::view::View;

const LOCK: &str = "LOCK";
/// How long to wait for another holder of the lock. A child process inherits the lock from its fork
/// until it executes another program, even if the store was closed in between.
const LOCK_PATIENCE: Duration = Duration::from_millis(500);
const LOCK_PAUSE: Duration = Duration::from_millis(5);

pub(crate) fn lock(data: &Path) -> Result<File, OpenError> {
    let doing = |what: &str| OpenError::io(format!("{what} {}", data.display()));
    std::fs::create_dir_all(data).map_err(doing("making the data folder"))?;
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(data.join(LOCK))
        .map_err(doing("opening the lock of"))?;
    let patience = Instant::now() + LOCK_PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if Instant::now() < patience => {
                std::thread::sleep(LOCK_PAUSE);
            }
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Locked { data: data.display().to_string() });
            }
            Err(TryLockError::Error(source)) => return Err(doing("locking")(source)),
        }
    }
}

pub(crate) fn salts() -> Salts {
    // RandomState is seeded by the operating system; a salt need not be secret from the disk.
    Box::new(|| RandomState::new().build_hasher().finish())
}

/// What to do about an index.
enum Verdict {
    /// With the bytes of its rows.
    Use(SledIndex, u64),
    /// There is no index yet.
    Begin,
    /// It cannot be used; a new one begins with the newest intact base, if there is one.
    Rebuild { why: String, base: Option<PathBuf> },
}

/// Examines the index in `folder`, which is that of `data` or a copy of it.
fn judge(
    data: &Path,
    folder: &Path,
    disk: &Arc<dyn Disk>,
    cache: u64,
    progress: &Progress,
) -> Result<Verdict, OpenError> {
    if restoring::is_unfinished(data) {
        return Err(OpenError::Unrestored { folder: data.display().to_string() });
    }
    let journal_from = recovery::first_sequence(disk)?;
    let reading = || OpenError::io(format!("reading what lies beside {}", folder.display()));
    let marked = Mark::of(data).read().map_err(reading())?;
    let why = if let Some(reason) = marked {
        reason
    } else if folder.exists() {
        let synced = Synced::read(data).map_err(reading())?;
        progress.begin("checking the index", Unit::Things, None);
        match usable(folder, cache, journal_from, synced) {
            Ok((index, bytes)) => return Ok(Verdict::Use(index, bytes)),
            Err(error) if error.is_refusal() => return Err(error.into()),
            Err(error) => error.to_string(),
        }
    } else if journal_from.is_some() {
        "it was missing".to_owned()
    } else {
        return Ok(Verdict::Begin);
    };
    // Nothing is changed if a rebuild would not help.
    let base = rebuild_base(data, journal_from, progress)
        .inspect_err(|error| tracing::error!(why, %error, "the index cannot be rebuilt"))?;
    Ok(Verdict::Rebuild { why, base })
}

/// The base that a rebuild of the index begins with; `None` when the journal contains everything.
fn rebuild_base(
    data: &Path,
    journal_from: Option<u64>,
    progress: &Progress,
) -> Result<Option<PathBuf>, OpenError> {
    let base = retention::newest_whole(&data.join(retention::FOLDER), progress)?;
    let reached = base.as_ref().map_or(0, |(_, report)| report.applied);
    if journal_from.is_some_and(|first| first > reached.saturating_add(1)) {
        return Err(OpenError::Gap { needed: reached.saturating_add(1) });
    }
    Ok(base.map(|(file, _)| file))
}

/// Checks that the index could be rebuilt from the newest base and the journal.
///
/// # Errors
/// Neither reaches back far enough, or they cannot be read.
pub(crate) fn check_rebuild(data: &Path, disk: &Arc<dyn Disk>) -> Result<(), OpenError> {
    rebuild_base(data, recovery::first_sequence(disk)?, &Progress::default()).map(drop)
}

/// Opens the index, or sets it aside and fills a new one from the newest intact base. Returns the
/// reason for a rebuild.
pub(crate) fn open_index(
    data: &Path,
    disk: &Arc<dyn Disk>,
    (cache, rewrite_above): (u64, u64),
    lock: &Arc<File>,
    progress: &Progress,
) -> Result<(Arc<dyn Index>, Option<String>), OpenError> {
    rewriting::tidy(data).map_err(OpenError::io(format!("tidying {}", data.display())))?;
    let folder = data.join(index_mark::FOLDER);
    let rebuilding = || OpenError::io(format!("rebuilding {}", folder.display()));
    let (index, why) = match judge(data, &folder, disk, cache, progress)? {
        Verdict::Use(index, bytes) => {
            let mark = Mark::of(data);
            if mark.read().map_err(rebuilding())?.is_some() {
                tracing::warn!("the index was discarded and cannot be rebuilt: it stays in use");
                mark.clear().map_err(rebuilding())?;
            }
            let sizes = (cache, rewrite_above);
            (rewriting::rewrite(data, index, sizes, bytes, progress)?, None)
        }
        Verdict::Begin => {
            Synced::forget(data)
                .map_err(OpenError::io(format!("beginning {}", folder.display())))?;
            (SledIndex::open(&folder, cache)?, None)
        }
        Verdict::Rebuild { why, base } => {
            let mark = Mark::of(data);
            // If this is interrupted, the next start begins the rebuild again.
            mark.set(&why).map_err(rebuilding())?;
            Synced::forget(data).map_err(rebuilding())?;
            if folder.exists() {
                let aside = index_mark::set_aside(data).map_err(rebuilding())?;
                tracing::warn!(aside = %aside.display(), why, "rebuilding the index");
            }
            let index = fill_new(&folder, base.as_deref(), cache, progress)?;
            mark.clear().map_err(rebuilding())?;
            (index, Some(why))
        }
    };
    Ok((Arc::new(index.serve(data, lock)?), why))
}

/// The index as an opening would produce it, from a copy in `scratch`. Doesn't change `data`.
pub(crate) fn inspect_index(
    data: &Path,
    scratch: &Path,
    disk: &Arc<dyn Disk>,
    progress: &Progress,
) -> Result<(Arc<dyn Index>, Option<String>), OpenError> {
    const CACHE_BYTES: u64 = 16 * 1024 * 1024;
    let copy = scratch.join(index_mark::FOLDER);
    progress.begin("copying the index", Unit::Things, None);
    index_mark::copy_folder(&data.join(index_mark::FOLDER), &copy)
        .map_err(OpenError::io(format!("copying the index to {}", copy.display())))?;
    let (index, why) = match judge(data, &copy, disk, CACHE_BYTES, progress)? {
        Verdict::Use(index, _) => (index, None),
        Verdict::Begin => (SledIndex::open(&copy, CACHE_BYTES)?, None),
        Verdict::Rebuild { why, base } => {
            let folder = scratch.join("rebuilt");
            (fill_new(&folder, base.as_deref(), CACHE_BYTES, progress)?, Some(why))
        }
    };
    Ok((Arc::new(index), why))
}

fn fill_new(
    folder: &Path,
    base: Option<&Path>,
    cache: u64,
    progress: &Progress,
) -> Result<SledIndex, OpenError> {
    let index = SledIndex::open(folder, cache)?;
    if let Some(file) = base {
        base::fill(file, &index, progress)?;
    }
    Ok(index)
}

/// An index with all its rows and everything it had synced, which the journal continues; and the bytes of its rows.
fn usable(
    folder: &Path,
    cache: u64,
    journal_from: Option<u64>,
    synced: u64,
) -> Result<(SledIndex, u64), IndexError> {
    let index = SledIndex::open(folder, cache)?;
    let bytes = digest::verify(&index)?;
    let applied = index::applied(&index)?;
    if applied < synced {
        return Err(IndexError::Lost { applied, synced });
    }
    match journal_from {
        Some(first) if first > applied.saturating_add(1) => Err(IndexError::Behind { applied }),
        _ => Ok((index, bytes)),
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) segments: SegmentSizes,
    pub(crate) generation_bytes: usize,
    /// Format of the rows to write.
    pub(crate) format: u32,
}

/// [`assemble_as`] without a watcher.
#[cfg(test)]
pub(crate) fn assemble(
    disk: &Arc<dyn Disk>,
    index: &Arc<dyn Index>,
    projections: Vec<Box<dyn Projection>>,
    limits: Limits,
    room: Arc<AtomicBool>,
    salts: Salts,
) -> Result<(Core, OpenReport), OpenError> {
    let limits = (limits, &Progress::default());
    assemble_as(disk, index, projections, limits, room, salts)
}

/// Reads the journal after the index, folds the projections over it and starts a new segment.
pub(crate) fn assemble_as(
    disk: &Arc<dyn Disk>,
    index: &Arc<dyn Index>,
    mut projections: Vec<Box<dyn Projection>>,
    (limits, progress): (Limits, &Progress),
    room: Arc<AtomicBool>,
    salts: Salts,
) -> Result<(Core, OpenReport), OpenError> {
    let memtable = Arc::new(RwLock::new(Memtable::default()));
    let view = View { memtable: memtable.clone(), index: index.clone() };
    for projection in &mut projections {
        let name = projection.name();
        projection.load(&view).map_err(|source| OpenError::Projection { name, source })?;
    }
    let applied = index::applied(index.as_ref())?;
    let from = applied.saturating_add(1);
    let read = recovery::read(disk, from, Ending::Settle, progress, |commit| {
        let commit = CommitView::read(commit.sequence, &commit.rows)?;
        memtable.write().active.insert(&commit);
        for projection in &mut projections {
            projection.fold(&commit);
        }
        if memtable.read().active.bytes >= limits.generation_bytes {
            apply_now(index.as_ref(), &memtable, &mut projections)?;
        }
        Ok(())
    })?;
    let start = Start {
        number: read.next_number,
        epoch: read.next_epoch,
        next_sequence: read.next_sequence,
        last_checksum: read.last_checksum,
        last_bytes: read.last_bytes,
        format: limits.format,
    };
    let journal = Journal::start(disk.clone(), start, limits.segments, room, salts)
        .map_err(OpenError::io("beginning a journal segment"))?;
    Ok((Core { journal, memtable, projections, role: Role::Alone }, read.report))
}

/// During the start there is no applier: a full generation is applied at once.
fn apply_now(
    index: &dyn Index,
    memtable: &RwLock<Memtable>,
    projections: &mut [Box<dyn Projection>],
) -> Result<(), OpenError> {
    if let Some(generation) = committer::freeze(memtable, projections)? {
        if !index.has_room(generation.bytes) {
            return Err(IndexError::Io(io::ErrorKind::StorageFull.into()).into());
        }
        applier::apply(index, &generation)?;
        memtable.write().drop_applied(&generation);
    }
    Ok(())
}
