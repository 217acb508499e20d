//! The public handle of the store.

use std::fs::File;
use std::future::Future;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bytes::Bytes;
use parking_lot::{Mutex, RwLock};
use tokio::sync::oneshot;

use crate::base;
use crate::batch::{Batch, COMMIT_BYTES_MAX};
use crate::committer::{Core, Engine, Role};
use crate::counters::Counters;
use crate::disk::{Disk, RealDisk};
use crate::error::{CommitError, OpenError, StoreError};
use crate::format::{self, Format};
use crate::handover::Handover;
use crate::inbox::{Followed, Inbox, Pending};
use crate::index;
use crate::index_mark::{self, Mark};
use crate::memtable::Memtable;
use crate::opening::{self, Limits, assemble_as};
use crate::options::Options;
use crate::progress::Progress;
use crate::projection::CommitView;
use crate::recovery::{self, Ending, OpenReport};
use crate::reports::{Stats, VerifyReport};
use crate::restoring;
use crate::retention;
use crate::shared_log::{FollowError, LogState, SharedLog, SharedLogError};
use crate::view::View;

/// The answer to a commit: its sequence, once it is on disk.
pub struct Committed(Result<oneshot::Receiver<u64>, CommitError>);

impl Future for Committed {
    type Output = Result<u64, StoreError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            Ok(answer) => Pin::new(answer).poll(cx).map_err(|_| CommitError::Stopped.into()),
            Err(error) => Poll::Ready(Err((*error).into())),
        }
    }
}

impl Committed {
    /// Blocks this thread until the commit is on disk. Must not be called on a serving thread.
    ///
    /// # Errors
    /// See [`CommitError`].
    pub fn wait(self) -> Result<u64, StoreError> {
        self.0?.blocking_recv().map_err(|_| CommitError::Stopped.into())
    }
}

/// The open store. Clones share it; [`Store::close`] closes it cleanly.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    data: PathBuf,
    engine: Arc<Engine>,
    view: View,
    disk: Arc<dyn Disk>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// Allows one base or clean-up at a time, because they move the same files.
    upkeep: Mutex<()>,
    kept_bases: usize,
    format: AtomicU32,
}

/// A store without any handle is also closed cleanly; its threads keep the folder's lock until they
/// have ended.
impl Drop for Inner {
    fn drop(&mut self) {
        self.engine.inbox.close();
        self.engine.handover.hurry();
    }
}

pub(crate) const JOURNAL: &str = "journal";

impl Store {
    /// Opens the data folder, creates it if necessary, and starts its threads.
    ///
    /// # Errors
    /// See [`OpenError`]: in use, damaged, or an error of the system.
    pub fn open(data: &Path, mut options: Options) -> Result<(Self, OpenReport), OpenError> {
        let lock = Arc::new(opening::lock(data)?);
        let disk: Arc<dyn Disk> =
            Arc::new(RealDisk::new(&data.join(JOURNAL)).map_err(OpenError::io("the journal"))?);
        format::settle(data, &disk, &options.format)?;
        let sizes = (options.cache_bytes, options.rewrite_above);
        let (index, rebuilt) = opening::open_index(data, &disk, sizes, &lock, &options.progress)?;
        // The names of the folders of journal and index must be durable, too.
        File::open(data)
            .and_then(|folder| folder.sync_all())
            .map_err(OpenError::io(format!("syncing {}", data.display())))?;
        let counters = Arc::new(Counters::default());
        let limits = Limits {
            segments: options.segments(),
            generation_bytes: options.generation_bytes,
            format: options.format.number,
        };
        let (mut core, mut report) = assemble_as(
            &disk,
            &index,
            std::mem::take(&mut options.projections),
            (limits, &options.progress),
            counters.room.clone(),
            opening::salts(),
        )?;
        report.index_rebuilt = rebuilt;
        if options.is_following {
            core.role = Role::Following;
        }
        counters.last.store(report.last_sequence, Ordering::Relaxed);
        counters.applied.store(index::applied(index.as_ref())?, Ordering::Relaxed);
        let view = View { memtable: core.memtable.clone(), index: index.clone() };
        let engine = Arc::new(Engine {
            inbox: Inbox::default(),
            handover: Handover::default(),
            counters,
            generation_bytes: options.generation_bytes,
            freeze_after: options.freeze_after,
            merge_packs: options.merge_packs,
            on_fatal: options.on_fatal,
            _lock: lock,
        });
        let threads = Mutex::new(start_threads(&engine, core, &view)?);
        let data = data.to_owned();
        let upkeep = Mutex::new(());
        let (kept_bases, format) = (options.kept_bases, AtomicU32::new(options.format.number));
        let inner = Inner { data, engine, view, disk, threads, upkeep, kept_bases, format };
        Ok((Self { inner: Arc::new(inner) }, report))
    }

    /// Queues a batch. The answer arrives when it is on disk; while another machine decides, it is an error. Batches become durable and visible in
    /// the order of these calls.
    pub fn commit(&self, batch: Batch) -> Committed {
        let rows = batch.into_bytes();
        if rows.len() > COMMIT_BYTES_MAX {
            return Committed(Err(CommitError::TooLarge));
        }
        let (reply, answer) = oneshot::channel();
        self.inner.engine.inbox.push(Pending { rows, reply });
        Committed(Ok(answer))
    }

    /// Writes a group that the shared log holds. Answers when it is on disk and visible. Groups are written in the order
    /// of these calls. Blocks this thread: must not be called on a serving thread.
    ///
    /// # Errors
    /// See [`FollowError`]. Nothing has changed then, unless the store has stopped.
    pub fn follow(&self, first: u64, commits: Vec<Bytes>) -> Result<(), FollowError> {
        let (reply, answer) = oneshot::channel();
        self.inner.engine.inbox.follow(Followed { first, commits, reply });
        answer.blocking_recv().unwrap_or(Err(FollowError::Stopped))
    }

    /// Ends the following: from here on commits are decided by this machine and count when the log has accepted them.
    /// Call it after the last [`Store::follow`] was answered and before the first commit.
    pub fn lead(&self, log: Box<dyn SharedLog>) {
        let state = LogState::new(log.room());
        let engine = self.inner.engine.clone();
        // A store leads once: who is deposed ends the process.
        if engine.counters.log.set(state).is_err() {
            return;
        }
        let first = engine.counters.last.load(Ordering::Relaxed) + 1;
        engine.inbox.lead();
        let appending = engine.clone();
        let appender = std::thread::Builder::new()
            .name("store-append".to_owned())
            .spawn(move || appending.run_appender(log, first));
        match appender {
            Ok(appender) => self.inner.threads.lock().insert(0, appender),
            Err(error) => engine.guarded(|| Err(SharedLogError(error.to_string()).into())),
        }
    }

    /// A view of what is on disk.
    pub fn view(&self) -> &View {
        &self.inner.view
    }

    /// Returns whether new commands may be decided. While false, the disk is nearly full, or the shared log has no space or
    /// is silent: everything decided so far still fits, and callers must refuse new commands.
    pub fn writable(&self) -> bool {
        let log = self.inner.engine.counters.log.get();
        self.has_space() && log.is_none_or(LogState::takes_commits)
    }

    /// Returns whether the disk has space for new commands.
    pub fn has_space(&self) -> bool {
        let counters = &self.inner.engine.counters;
        counters.room.load(Ordering::Relaxed) && !counters.index_full.load(Ordering::Relaxed)
    }

    /// How long the appender or the committer has been at its current work, the longer time, on a machine that leads; zero on
    /// others. A long time means
    /// that the shared log or this machine's disk does not answer.
    pub fn work_age(&self) -> Duration {
        self.inner.engine.counters.log.get().map_or(Duration::ZERO, LogState::work_age)
    }

    /// Figures for the metrics.
    pub fn stats(&self) -> Stats {
        let counters = &self.inner.engine.counters;
        Stats {
            last_sequence: counters.last.load(Ordering::Relaxed),
            applied_sequence: counters.applied.load(Ordering::Relaxed),
            groups: counters.groups.load(Ordering::Relaxed),
            commits: counters.commits.load(Ordering::Relaxed),
            group_micros: counters.micros.load(Ordering::Relaxed),
            memtable_bytes: self.inner.view.memtable.read().bytes(),
            writable: self.writable(),
        }
    }

    /// Closes the store cleanly: writes what is queued, adds the journal's closing seal, and moves
    /// rows into the index until the deadline (the rest is read from the journal at the next
    /// start).
    pub fn close(&self, deadline: Instant) {
        self.inner.engine.inbox.close();
        self.inner.engine.handover.hurry();
        let mut threads = std::mem::take(&mut *self.inner.threads.lock());
        let applier = threads.pop();
        for thread in threads {
            // A panic of the thread was already reported through `on_fatal`.
            let _ = thread.join();
        }
        if self.inner.engine.handover.wait_drained(deadline)
            && let Some(applier) = applier
        {
            let _ = applier.join();
        }
    }

    /// Writes a base of everything on disk to `file` while the store runs, and reads it back.
    /// Blocks; must not run on a serving thread.
    ///
    /// # Errors
    /// The store has stopped, or the file cannot be written.
    pub fn backup(&self, file: &Path) -> Result<base::BaseReport, OpenError> {
        self.backup_watched(file, &Progress::default(), None)
    }

    /// The same, saying how far it is. `expected` is about how many bytes the file will have, if that is known.
    ///
    /// # Errors
    /// See [`Store::backup`].
    pub fn backup_watched(
        &self,
        file: &Path,
        progress: &Progress,
        expected: Option<u64>,
    ) -> Result<base::BaseReport, OpenError> {
        let _upkeep = self.inner.upkeep.lock();
        self.write_base(file, (progress, expected))
    }

    fn write_base(
        &self,
        file: &Path,
        watched: base::Watched<'_>,
    ) -> Result<base::BaseReport, OpenError> {
        let engine = &self.inner.engine;
        let inner = &self.inner;
        let format = self.format();
        let of = (inner.view.index.as_ref(), format);
        let report = base::write(file, of, &inner.disk, watched, || {
            let answer = engine.inbox.roll(None).blocking_recv();
            let stopped = || Err(io::Error::other("the store has stopped"));
            answer.unwrap_or_else(|_| stopped()).map_err(OpenError::io("rolling the journal"))
        })?;
        if self.format() != format {
            // It names the format of before, and may have newer rows.
            let removed = std::fs::remove_file(file);
            let changed = || io::Error::other("the format of the data changed meanwhile");
            return Err(OpenError::io("writing a base")(removed.err().unwrap_or_else(changed)));
        }
        Ok(report)
    }

    /// Writes the nightly base to `bases/`, keeps the newest (see [`Options::kept_bases`]),
    /// compresses closed segments and removes those that are no longer needed because of the bases
    /// and `erase_after`. Blocks.
    ///
    /// # Errors
    /// See [`Store::backup`].
    pub fn roll_base(&self, erase_after: Duration) -> Result<base::BaseReport, OpenError> {
        let _upkeep = self.inner.upkeep.lock();
        let folder = self.inner.data.join(retention::FOLDER);
        let file = retention::next_name(&folder)?;
        let report = self.write_base(&file, (&Progress::default(), None))?;
        retention::retire(&folder, &self.inner.disk, self.inner.kept_bases, erase_after)?;
        Ok(report)
    }

    /// The format of the rows that are written.
    pub fn format(&self) -> u32 {
        self.inner.format.load(Ordering::Relaxed)
    }

    /// Raises the format of the rows that are written from here on, which older programs then refuse to open. The folder
    /// counts as one whose upgrade goes on, until [`Store::set_format`]. Nothing happens if it has that format already.
    /// Blocks.
    ///
    /// # Errors
    /// A file cannot be written, or the store has stopped. The folder may have the new number then.
    pub fn raise_format(&self, number: u32) -> Result<(), OpenError> {
        let from = self.format();
        if from >= number {
            return Ok(());
        }
        let found = Self::format_of(&self.inner.data)?.unwrap_or_else(|| Format::new(from, ""));
        let upgrading_from = Some(found.upgrading_from.unwrap_or(from));
        Self::set_format(&self.inner.data, &Format { number, upgrading_from, ..found })?;
        let answer = self.inner.engine.inbox.roll(Some(number)).blocking_recv();
        let stopped = || Err(io::Error::other("the store has stopped"));
        answer.unwrap_or_else(|_| stopped()).map_err(OpenError::io("rolling the journal"))?;
        self.inner.format.store(number, Ordering::Relaxed);
        Ok(())
    }

    /// The format of a data folder and the program that opened it last; `None` for a folder without
    /// data.
    ///
    /// # Errors
    /// The format file is damaged or cannot be read.
    pub fn format_of(data: &Path) -> Result<Option<Format>, OpenError> {
        let journal = data.join(JOURNAL);
        if !journal.exists() && !data.join(format::FILE).exists() {
            return Ok(None);
        }
        let disk: Arc<dyn Disk> =
            Arc::new(RealDisk::new(&journal).map_err(OpenError::io("the journal"))?);
        format::read(data, &disk)
    }

    /// Changes the format file. A caller that upgrades a folder calls this before it changes the
    /// first row (`upgrading_from`), and again after the last.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn set_format(data: &Path, format: &Format) -> Result<(), OpenError> {
        format::write(data, format)
    }

    /// Fills an empty data folder from a backup file of a format from `oldest` to `own`. The folder
    /// has the file's format afterwards.
    ///
    /// # Errors
    /// The folder contains data already, the file is damaged, or has another format. The
    /// remains of an interrupted restore in the folder are replaced.
    pub fn restore(
        file: &Path,
        data: &Path,
        own: &Format,
        oldest: u32,
    ) -> Result<base::BaseReport, OpenError> {
        restoring::restore(file, data, own, oldest, &Progress::default())
    }

    /// [`Store::restore`] that shows how far it is.
    ///
    /// # Errors
    /// See [`Store::restore`].
    pub fn restore_watched(
        file: &Path,
        data: &Path,
        own: &Format,
        oldest: u32,
        progress: &Progress,
    ) -> Result<base::BaseReport, OpenError> {
        restoring::restore(file, data, own, oldest, progress)
    }

    /// Returns whether a restore into the folder was interrupted. It can only be repeated.
    pub fn is_restore_unfinished(data: &Path) -> bool {
        restoring::is_unfinished(data)
    }

    /// Puts a backup in the place of a folder's data, which is removed. A call that was interrupted has to be
    /// repeated before the folder can be opened.
    ///
    /// # Errors
    /// The file is damaged or has another format: nothing has changed then. The folder is in use or cannot be
    /// written.
    pub fn replace(
        file: &Path,
        data: &Path,
        own: &Format,
        oldest: u32,
    ) -> Result<base::BaseReport, OpenError> {
        restoring::replace(file, data, own, oldest)
    }

    /// Marks the index as invalid; the next opening sets it aside and rebuilds it from the newest
    /// base and the journal.
    ///
    /// # Errors
    /// The folder is in use, cannot be written, or has too little data to rebuild the index:
    /// nothing has changed then.
    pub fn discard_index(data: &Path) -> Result<(), OpenError> {
        let _lock = opening::lock(data)?;
        let disk: Arc<dyn Disk> =
            Arc::new(RealDisk::new(&data.join(JOURNAL)).map_err(OpenError::io("the journal"))?);
        opening::check_rebuild(data, &disk)?;
        if data.join(index_mark::FOLDER).exists() {
            Mark::of(data)
                .set("an operator discarded it")
                .map_err(OpenError::io(format!("discarding the index in {}", data.display())))?;
        }
        Ok(())
    }

    /// Reads everything and changes nothing: all segments, all bases, and a copy of the index in
    /// `scratch` (rebuilt there if an opening would rebuild it). Returns a view of the store's
    /// content. Also reads folders of formats older than `newest`.
    ///
    /// # Errors
    /// See [`Store::open`].
    pub fn inspect(
        data: &Path,
        scratch: &Path,
        readable: RangeInclusive<u32>,
    ) -> Result<(View, VerifyReport), OpenError> {
        Self::inspect_watched(data, scratch, readable, &Progress::default())
    }

    /// [`Store::inspect`] that shows how far it is.
    ///
    /// # Errors
    /// See [`Store::inspect`].
    pub fn inspect_watched(
        data: &Path,
        scratch: &Path,
        readable: RangeInclusive<u32>,
        progress: &Progress,
    ) -> Result<(View, VerifyReport), OpenError> {
        let journal = data.join(JOURNAL);
        if !journal.exists() {
            return Err(OpenError::Io {
                what: format!("reading {}", data.display()),
                source: io::Error::other("there is no journal here"),
            });
        }
        let _lock = opening::lock(data)?;
        let bases = retention::verify_all(&data.join(retention::FOLDER), progress)?;
        let disk: Arc<dyn Disk> =
            Arc::new(RealDisk::new(&journal).map_err(OpenError::io("the journal"))?);
        let found = format::read(data, &disk)?.unwrap_or_else(|| Format::new(*readable.end(), ""));
        found.check_readable(readable)?;
        let (index, index_rebuilt) = opening::inspect_index(data, scratch, &disk, progress)?;
        let applied = index::applied(index.as_ref())?;
        let mut memtable = Memtable::default();
        // All segments are read and checked; only newer commits are kept.
        let from = applied.saturating_add(1);
        let read = recovery::read(&disk, from, Ending::Leave, progress, |commit| {
            memtable.active.insert(&CommitView::read(commit.sequence, &commit.rows)?);
            Ok(())
        })?;
        let journal = OpenReport { index_rebuilt, ..read.report };
        let report = VerifyReport { format: found.number, journal, index_applied: applied, bases };
        let view = View { memtable: Arc::new(RwLock::new(memtable)), index };
        Ok((view, report))
    }
}

fn start_threads(
    engine: &Arc<Engine>,
    core: Core,
    view: &View,
) -> Result<Vec<JoinHandle<()>>, OpenError> {
    let committing = engine.clone();
    let committer = std::thread::Builder::new()
        .name("store-commit".to_owned())
        .spawn(move || committing.run_committer(core))
        .map_err(OpenError::io("starting the committer"))?;
    let (applying, view) = (engine.clone(), view.clone());
    let applier = std::thread::Builder::new()
        .name("store-apply".to_owned())
        .spawn(move || applying.run_applier(view.index.as_ref(), &view.memtable))
        .map_err(OpenError::io("starting the applier"))?;
    Ok(vec![committer, applier])
}
