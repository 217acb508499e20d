//! The only writer: takes what is queued, makes it durable as a group, makes it visible, answers.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bytes::Bytes;
use parking_lot::{Condvar, Mutex, RwLock};
use tokio::sync::oneshot;

use crate::applier;
use crate::batch::{BadRow, Batch, Rows};
use crate::compaction::Compaction;
use crate::index::{Index, IndexError};
use crate::journal::Journal;
use crate::memtable::{Generation, Memtable};
use crate::projection::{CommitView, Projection};
use crate::store::Counters;

/// Most bytes of commits in a group; more wait for the next one.
const GROUP_BYTES: usize = 1024 * 1024;
/// The queue counts as empty when nothing arrived for this long.
const SEAL_AFTER: Duration = Duration::from_millis(5);
/// How often disk space is checked while there is none.
const ROOM_AGAIN: Duration = Duration::from_millis(if cfg!(test) { 5 } else { 1000 });
/// Most frozen generations that may wait for the applier; then the committer waits.
const MAX_FROZEN: usize = 2;

/// Why the store cannot go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fatal {
    #[error("writing the journal failed: {0}")]
    Journal(#[from] io::Error),
    #[error("the index failed: {0}")]
    Index(#[from] IndexError),
    #[error(transparent)]
    BadRow(#[from] BadRow),
    #[error("a thread of the store panicked: {0}")]
    Panic(String),
}

/// The writer without threads: the simulator steps it by hand.
pub(crate) struct Core {
    pub(crate) journal: Journal,
    pub(crate) memtable: Arc<RwLock<Memtable>>,
    pub(crate) projections: Vec<Box<dyn Projection>>,
}

impl Core {
    /// Makes the commits durable as one group and then visible. Returns the first sequence.
    pub(crate) fn commit(&mut self, commits: &[Bytes]) -> Result<u64, Fatal> {
        let first = self.journal.append(commits)?;
        let numbered = (first..).zip(commits);
        let commits: Vec<CommitView> = numbered
            .map(|(sequence, rows)| CommitView::read(sequence, rows))
            .collect::<Result<_, _>>()?;
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

pub(crate) struct Pending {
    pub(crate) rows: Bytes,
    pub(crate) reply: oneshot::Sender<u64>,
}

#[derive(Default)]
struct Queue {
    pending: Vec<Pending>,
    freeze: bool,
    roll: Vec<oneshot::Sender<io::Result<Rolled>>>,
    close: bool,
}

/// State of the journal after a roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rolled {
    /// Last sequence in the closed segments.
    pub(crate) last_sequence: u64,
}

/// The queue of callers' requests.
#[derive(Default)]
pub(crate) struct Inbox {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Inbox {
    pub(crate) fn push(&self, pending: Pending) {
        let mut queue = self.queue.lock();
        if queue.close {
            return; // The dropped reply tells the caller that the store has stopped.
        }
        queue.pending.push(pending);
        drop(queue);
        self.wake.notify_one();
    }

    pub(crate) fn freeze(&self) {
        self.queue.lock().freeze = true;
        self.wake.notify_one();
    }

    pub(crate) fn roll(&self) -> oneshot::Receiver<io::Result<Rolled>> {
        let (reply, answer) = oneshot::channel();
        let mut queue = self.queue.lock();
        if !queue.close {
            queue.roll.push(reply);
            drop(queue);
            self.wake.notify_one();
        }
        answer
    }

    /// Accepts nothing more; what is queued is still written.
    pub(crate) fn close(&self) {
        self.queue.lock().close = true;
        self.wake.notify_one();
    }

    /// Accepts nothing more and drops what is queued, so that no caller waits for a writer that has
    /// ended.
    fn abandon(&self) {
        let mut queue = self.queue.lock();
        *queue = Queue { close: true, ..Queue::default() };
    }

    /// Waits for work, at most `patience`; `None` on a timeout.
    fn take(&self, patience: Option<Duration>) -> Option<Queue> {
        let mut queue = self.queue.lock();
        let idle = |queue: &mut Queue| {
            queue.pending.is_empty() && !queue.freeze && !queue.close && queue.roll.is_empty()
        };
        match patience {
            None => self.wake.wait_while(&mut queue, idle),
            Some(time) => {
                if self.wake.wait_while_for(&mut queue, idle, time).timed_out() {
                    return None;
                }
            }
        }
        let close = queue.close;
        let mut taken = std::mem::take(&mut *queue);
        queue.close = close;
        let mut bytes = 0;
        let fits = taken.pending.iter().position(|pending| {
            bytes += pending.rows.len();
            bytes > GROUP_BYTES
        });
        if let Some(first_left) = fits {
            queue.pending = taken.pending.split_off(first_left.max(1));
        }
        Some(taken)
    }
}

/// The hand-over of frozen generations to the applier.
#[derive(Default)]
pub(crate) struct Handover {
    state: Mutex<HandoverState>,
    changed: Condvar,
}

#[derive(Default)]
struct HandoverState {
    waiting: Vec<Arc<Generation>>,
    in_work: usize,
    /// True when the store is being closed: the committer no longer waits for space.
    hurried: bool,
    /// True when the applier waits for disk space, so that the committer doesn't wait for the
    /// applier.
    starved: bool,
    closed: bool,
    /// True when the applier has ended; the journal contains what it did not apply.
    given_up: bool,
}

impl Handover {
    fn push(&self, generation: Arc<Generation>) {
        let mut state = self.state.lock();
        if !state.given_up {
            state.waiting.push(generation);
            self.changed.notify_all();
        }
    }

    fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }

    /// Tells the committer not to wait for the applier any more, because its closing seal is due.
    pub(crate) fn hurry(&self) {
        self.state.lock().hurried = true;
        self.changed.notify_all();
    }

    fn frozen(&self) -> usize {
        let state = self.state.lock();
        state.waiting.len() + state.in_work
    }

    fn wait_for_room(&self) {
        let mut state = self.state.lock();
        self.changed.wait_while(&mut state, |state| {
            let full = state.waiting.len() + state.in_work >= MAX_FROZEN;
            full && !state.closed && !state.hurried && !state.starved
        });
    }

    /// Waits until everything handed over is applied or abandoned, or until the deadline.
    pub(crate) fn wait_drained(&self, deadline: Instant) -> bool {
        let mut state = self.state.lock();
        while !state.waiting.is_empty() || state.in_work > 0 {
            if self.changed.wait_until(&mut state, deadline).timed_out() {
                return false;
            }
        }
        true
    }

    fn next(&self, patience: Duration) -> Next {
        let mut state = self.state.lock();
        if state.waiting.is_empty() && !state.closed {
            self.changed.wait_for(&mut state, patience);
        }
        if state.waiting.is_empty() {
            return if state.closed { Next::Closed } else { Next::Nothing };
        }
        state.in_work += 1;
        Next::Generation(state.waiting.remove(0))
    }

    fn done(&self) {
        let mut state = self.state.lock();
        state.in_work -= 1;
        state.starved = false;
        self.changed.notify_all();
    }

    /// Waits a while for disk space; `false` if the store is being closed.
    fn starve(&self, time: Duration) -> bool {
        let mut state = self.state.lock();
        state.starved = true;
        self.changed.notify_all();
        self.changed.wait_while_for(&mut state, |state| !state.closed && !state.hurried, time);
        !state.closed && !state.hurried
    }

    /// Abandons the rest, which the next start reads from the journal.
    fn give_up(&self) {
        let mut state = self.state.lock();
        state.given_up = true;
        state.waiting.clear();
        state.in_work = 0;
        self.changed.notify_all();
    }
}

enum Next {
    Generation(Arc<Generation>),
    Nothing,
    Closed,
}

/// State shared by the two threads.
pub(crate) struct Engine {
    pub(crate) inbox: Inbox,
    pub(crate) handover: Handover,
    pub(crate) counters: Arc<Counters>,
    pub(crate) generation_bytes: usize,
    pub(crate) freeze_after: Duration,
    pub(crate) merge_packs: bool,
    pub(crate) on_fatal: Box<dyn Fn(&str) + Send + Sync>,
    /// Held until both threads have ended.
    pub(crate) _lock: Arc<File>,
}

impl Engine {
    pub(crate) fn run_committer(&self, core: Core) {
        self.guarded(|| self.commit_loop(core));
    }

    pub(crate) fn run_applier(&self, index: &dyn Index, memtable: &RwLock<Memtable>) {
        self.guarded(|| self.apply_loop(index, memtable));
    }

    /// An error or a panic of either thread ends the process: nothing may continue without the
    /// writer.
    fn guarded(&self, body: impl FnOnce() -> Result<(), Fatal>) {
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

    fn commit_loop(&self, mut core: Core) -> Result<(), Fatal> {
        let mut sealed = true;
        loop {
            let room = self.counters.room.load(Ordering::Relaxed);
            let patience = match (sealed, room) {
                (false, _) => Some(SEAL_AFTER),
                (true, false) => Some(ROOM_AGAIN),
                (true, true) => None,
            };
            let Some(work) = self.inbox.take(patience) else {
                core.journal.seal()?;
                sealed = true;
                continue;
            };
            if !work.pending.is_empty() {
                self.commit(&mut core, work.pending)?;
                sealed = false;
            }
            let full = core.memtable.read().active.bytes >= self.generation_bytes;
            if full {
                self.handover.wait_for_room();
            }
            if full || (work.freeze && self.handover.frozen() == 0) {
                self.freeze(&mut core)?;
            }
            for reply in work.roll {
                // The caller may be gone; the roll is valid all the same.
                let _ = reply.send(self.roll(&mut core)?);
            }
            if work.close && self.inbox.queue.lock().pending.is_empty() {
                self.freeze(&mut core)?;
                self.handover.close();
                return Ok(core.journal.close()?);
            }
        }
    }

    fn commit(&self, core: &mut Core, pending: Vec<Pending>) -> Result<(), Fatal> {
        let begun = Instant::now();
        let (rows, replies): (Vec<Bytes>, Vec<_>) =
            pending.into_iter().map(|pending| (pending.rows, pending.reply)).unzip();
        let first = core.commit(&rows)?;
        self.counters.note_group(rows.len(), begun.elapsed(), core.journal.next_sequence());
        for (sequence, reply) in (first..).zip(replies) {
            // The caller may be gone; the commit is valid all the same.
            let _ = reply.send(sequence);
        }
        Ok(())
    }

    /// On a full disk only the roll is refused, because commits already decided need the remaining
    /// space.
    fn roll(&self, core: &mut Core) -> Result<io::Result<Rolled>, Fatal> {
        if !core.journal.can_roll() {
            return Ok(Err(io::ErrorKind::StorageFull.into()));
        }
        core.journal.roll()?;
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
        loop {
            match self.handover.next(self.freeze_after) {
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
                    self.inbox.freeze();
                    compaction.run(index)?;
                }
                Next::Closed => return Ok(()),
            }
        }
    }
}
