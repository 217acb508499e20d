//! The only writer: takes what is queued, makes it durable as a group, makes it visible, answers.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bytes::Bytes;
use parking_lot::RwLock;
use tokio::sync::oneshot;

use crate::applier;
use crate::batch::{BadRow, Batch, Rows};
use crate::compaction::Compaction;
use crate::counters::Counters;
use crate::handover::{Handover, Next};
use crate::inbox::{Accepted, Followed, Inbox, Pending, Roll, Rolled, Work};
use crate::index::{Index, IndexError};
use crate::journal::Journal;
use crate::memtable::{Generation, Memtable};
use crate::projection::{CommitView, Projection};
use crate::shared_log::{FollowError, SharedLogError, Worker};

/// Most bytes of commits in a group; more wait for the next one.
const GROUP_BYTES: usize = 1024 * 1024;
/// The queue counts as empty when nothing arrived for this long.
const SEAL_AFTER: Duration = Duration::from_millis(5);
/// How often disk space is checked while there is none.
const ROOM_AGAIN: Duration = Duration::from_millis(if cfg!(test) { 5 } else { 1000 });

/// Why the store cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fatal {
    #[error("writing the journal failed: {0}")]
    Journal(#[from] io::Error),
    #[error("the index failed: {0}")]
    Index(#[from] IndexError),
    #[error(transparent)]
    BadRow(#[from] BadRow),
    #[error("the shared log: {0}")]
    SharedLog(#[from] SharedLogError),
    #[error("a thread of the store panicked: {0}")]
    Panic(String),
}

/// The writer without threads: the simulator steps it by hand.
pub(crate) struct Core {
    pub(crate) journal: Journal,
    pub(crate) memtable: Arc<RwLock<Memtable>>,
    pub(crate) projections: Vec<Box<dyn Projection>>,
    pub(crate) role: Role,
}

/// Who decides about commits.
pub(crate) enum Role {
    /// This machine's journal.
    Alone,
    /// Another machine; commits come from the shared log.
    Following,
    /// The shared log, for this machine: commits come when it has accepted them.
    Leading,
}

impl Core {
    /// Writes a group that the shared log holds.
    fn follow(&mut self, group: &Followed) -> Result<Result<(), FollowError>, Fatal> {
        let expected = self.journal.next_sequence();
        if !matches!(self.role, Role::Following) {
            return Ok(Err(FollowError::NotFollowing));
        }
        if group.first != expected || group.commits.is_empty() {
            return Ok(Err(FollowError::OutOfOrder { expected }));
        }
        self.commit(&group.commits)?;
        Ok(Ok(()))
    }

    /// Makes the commits durable as one group and then visible. Returns the first sequence.
    pub(crate) fn commit(&mut self, commits: &[Bytes]) -> Result<u64, Fatal> {
        let first = self.journal.next_sequence();
        // Read before they are written: what is no commit must not come into the journal.
        let views: Vec<CommitView> = (first..)
            .zip(commits)
            .map(|(sequence, rows)| CommitView::read(sequence, rows))
            .collect::<Result<_, _>>()?;
        self.journal.append(commits)?;
        let commits = views;
        {
            let mut memtable = self.memtable.write();
            for commit in &commits {
                memtable.active.insert(commit);
            }
        }
        for commit in &commits {
            for projection in &mut self.projections {
                projection.fold(commit);
            }
        }
        Ok(first)
    }

    /// Freezes the active generation with the projections' changed rows.
    pub(crate) fn freeze(&mut self) -> Result<Option<Arc<Generation>>, Fatal> {
        freeze(&self.memtable, &mut self.projections).map_err(Fatal::from)
    }
}

/// Freezes the active generation if it contains a commit. An empty one would record 0 as the
/// applied sequence.
pub(crate) fn freeze(
    memtable: &RwLock<Memtable>,
    projections: &mut [Box<dyn Projection>],
) -> Result<Option<Arc<Generation>>, BadRow> {
    if memtable.read().active.last_sequence == 0 {
        return Ok(None);
    }
    let mut derived = Batch::new();
    for projection in projections {
        projection.drain(&mut derived);
    }
    let mut memtable = memtable.write();
    for row in Rows::new(derived.into_bytes()) {
        memtable.active.row(row?);
    }
    Ok(memtable.freeze())
}

/// State shared by the threads.
pub(crate) struct Engine {
    pub(crate) inbox: Inbox,
    pub(crate) handover: Handover,
    pub(crate) counters: Arc<Counters>,
    pub(crate) generation_bytes: usize,
    pub(crate) freeze_after: Duration,
    pub(crate) merge_packs: bool,
    pub(crate) on_fatal: Box<dyn Fn(&str) + Send + Sync>,
    /// Held until the threads have ended.
    pub(crate) _lock: Arc<File>,
}

impl Engine {
    pub(crate) fn run_committer(&self, core: Core) {
        // Outside, so that no caller gets an answer to a commit that failed before the process has ended.
        let mut unanswered = Vec::new();
        self.guarded(|| self.commit_loop(core, &mut unanswered));
    }

    pub(crate) fn run_applier(&self, index: &dyn Index, memtable: &RwLock<Memtable>) {
        self.guarded(|| self.apply_loop(index, memtable));
    }

    /// An error or a panic of a thread ends the process: nothing may continue without the
    /// writer.
    pub(crate) fn guarded(&self, body: impl FnOnce() -> Result<(), Fatal>) {
        let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Fatal::Panic(text.unwrap_or_default()))
        });
        if let Err(fatal) = result {
            (self.on_fatal)(&fatal.to_string());
            self.inbox.abandon();
            self.handover.close();
        }
    }

    fn commit_loop(
        &self,
        mut core: Core,
        unanswered: &mut Vec<oneshot::Sender<u64>>,
    ) -> Result<(), Fatal> {
        let mut sealed = true;
        loop {
            let room = self.counters.room.load(Ordering::Relaxed);
            let patience = match (sealed, room) {
                (false, _) => Some(SEAL_AFTER),
                (true, false) => Some(ROOM_AGAIN),
                (true, true) => None,
            };
            let work = self.inbox.take(patience, GROUP_BYTES);
            if work.as_ref().is_some_and(|work| work.abandoned) {
                return Ok(());
            }
            self.counters.begin_work(Worker::Committer);
            let is_closed = match work {
                Some(work) => self.work(&mut core, work, (&mut sealed, unanswered))?,
                None => {
                    core.journal.seal()?;
                    sealed = true;
                    false
                }
            };
            self.counters.end_work(Worker::Committer);
            if is_closed {
                return Ok(core.journal.close()?);
            }
        }
    }

    /// Does what was queued. Returns whether the store is to be closed.
    fn work(
        &self,
        core: &mut Core,
        work: Work,
        (sealed, unanswered): (&mut bool, &mut Vec<oneshot::Sender<u64>>),
    ) -> Result<bool, Fatal> {
        for group in work.followed {
            self.follow(core, group)?;
            *sealed = false;
        }
        if work.lead {
            core.role = Role::Leading;
        }
        if let Some(Accepted { first, commits, replies, begun }) = work.accepted {
            *unanswered = replies;
            let expected = core.journal.next_sequence();
            if first != expected {
                let text = format!("a group begins at {first}, not at {expected}");
                return Err(SharedLogError(text).into());
            }
            self.commit(core, &commits, (begun, unanswered))?;
            *sealed = false;
        }
        // Who follows decides nothing; dropped replies tell the callers.
        if !work.pending.is_empty() && matches!(core.role, Role::Alone) {
            let begun = Instant::now();
            let of_commit = |Pending { rows, reply }| (rows, reply);
            let (commits, replies): (Vec<_>, _) = work.pending.into_iter().map(of_commit).unzip();
            *unanswered = replies;
            self.commit(core, &commits, (begun, unanswered))?;
            *sealed = false;
        }
        let full = core.memtable.read().active.bytes >= self.generation_bytes;
        if full {
            self.handover.wait_for_room();
        }
        if full || (work.freeze && self.handover.frozen() == 0) {
            self.freeze(core)?;
        }
        for Roll { format, reply } in work.roll {
            // The caller may be gone; the roll is valid all the same.
            let _ = reply.send(self.roll(core, format)?);
        }
        if work.close && self.inbox.is_empty() {
            self.freeze(core)?;
            self.handover.close();
            return Ok(true);
        }
        Ok(false)
    }

    fn commit(
        &self,
        core: &mut Core,
        commits: &[Bytes],
        (begun, unanswered): (Instant, &mut Vec<oneshot::Sender<u64>>),
    ) -> Result<(), Fatal> {
        let first = core.commit(commits)?;
        self.counters.note_group(commits.len(), begun.elapsed(), core.journal.next_sequence());
        for (sequence, reply) in (first..).zip(unanswered.drain(..)) {
            // The caller may be gone; the commit is valid all the same.
            let _ = reply.send(sequence);
        }
        Ok(())
    }

    fn follow(&self, core: &mut Core, group: Followed) -> Result<(), Fatal> {
        let begun = Instant::now();
        let followed = core.follow(&group)?;
        if followed.is_ok() {
            let next = core.journal.next_sequence();
            self.counters.note_group(group.commits.len(), begun.elapsed(), next);
        }
        // The caller may be gone; the group is written all the same.
        let _ = group.reply.send(followed);
        Ok(())
    }

    /// On a full disk only the roll is refused, because commits already decided need the remaining
    /// space.
    fn roll(&self, core: &mut Core, format: Option<u32>) -> Result<io::Result<Rolled>, Fatal> {
        if !core.journal.can_roll() {
            return Ok(Err(io::ErrorKind::StorageFull.into()));
        }
        match format {
            Some(format) => core.journal.raise_format(format)?,
            None => core.journal.roll()?,
        }
        Ok(Ok(Rolled { last_sequence: core.journal.next_sequence().saturating_sub(1) }))
    }

    fn freeze(&self, core: &mut Core) -> Result<(), Fatal> {
        if let Some(generation) = core.freeze()? {
            self.handover.push(generation);
        }
        Ok(())
    }

    /// Until there is space, the generations stay in memory and new commands are refused; the
    /// journal contains everything. `false` if the store is being closed.
    fn wait_for_index_room(&self, index: &dyn Index, bytes: usize) -> bool {
        while !index.has_room(bytes) {
            if !self.counters.index_full.swap(true, Ordering::SeqCst) {
                tracing::warn!("no disk space for the index: the store is read-only");
            }
            if !self.handover.starve(ROOM_AGAIN) {
                return false;
            }
        }
        if self.counters.index_full.swap(false, Ordering::SeqCst) {
            tracing::warn!("disk space for the index is available again");
        }
        true
    }

    fn apply_loop(&self, index: &dyn Index, memtable: &RwLock<Memtable>) -> Result<(), Fatal> {
        let mut compaction = Compaction::when(self.merge_packs);
        let mut asked = Instant::now();
        loop {
            let due = self.freeze_after.saturating_sub(asked.elapsed());
            let patience = compaction.pause().map_or(due, |pause| pause.min(due));
            match self.handover.next(patience) {
                Next::Generation(generation) => {
                    if !self.wait_for_index_room(index, generation.bytes) {
                        self.handover.give_up();
                        return Ok(());
                    }
                    compaction.note(applier::apply(index, &generation)?);
                    memtable.write().drop_applied(&generation);
                    self.counters.applied.store(generation.last_sequence, Ordering::Relaxed);
                    drop(generation);
                    self.handover.done();
                }
                Next::Nothing => {
                    if asked.elapsed() >= self.freeze_after {
                        self.inbox.freeze();
                        asked = Instant::now();
                    }
                    compaction.run(index)?;
                    index.trim();
                }
                Next::Closed => return Ok(()),
            }
        }
    }
}
