//! The seam for a log that several machines share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;

/// While a thread's work takes longer than this, new commands are refused: whether the log accepts a group is not known.
const SILENT_MAX: Duration = Duration::from_secs(1);

/// A log that several machines share. Where there is one, a commit counts when the log has accepted it, and each
/// machine's journal is its copy; without one the journal decides alone.
pub trait SharedLog: Send {
    /// Appends commits as one group; the first has the sequence `first`, and the others follow without gaps. May add a
    /// commit of its own at the end. Returns when the log holds the group for ever; the group before may not be on this
    /// machine's disk yet. Blocks.
    ///
    /// # Errors
    /// This machine does not lead any more, or cannot know whether the group was accepted. The process must end
    /// without an answer: what was decided in memory may not be what the log holds.
    fn append(&mut self, first: u64, commits: &mut Vec<Bytes>) -> Result<(), SharedLogError>;

    /// Most bytes of commits in a group, unless one commit alone is larger.
    fn group_bytes(&self) -> usize;

    /// False while the log has no space for new commands.
    fn room(&self) -> Arc<AtomicBool>;
}

/// Whether the shared log takes commits, for those who decide about new commands.
#[derive(Debug)]
pub(crate) struct LogState {
    room: Arc<AtomicBool>,
    begun: Instant,
    /// When the committer began its current work, in milliseconds after `begun`, plus one; 0 while it waits.
    commit: AtomicU64,
    /// The same of the thread that appends.
    append: AtomicU64,
}

/// The threads that a commit goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worker {
    /// It sends a group to the log.
    Appender,
    /// It writes what the log has accepted to this machine's disk.
    Committer,
}

impl LogState {
    pub(crate) fn new(room: Arc<AtomicBool>) -> Self {
        let (commit, append) = Default::default();
        Self { room, begun: Instant::now(), commit, append }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn since(&self, worker: Worker) -> &AtomicU64 {
        match worker {
            Worker::Appender => &self.append,
            Worker::Committer => &self.commit,
        }
    }

    pub(crate) fn begin_work(&self, worker: Worker) {
        self.since(worker).store(self.now().saturating_add(1), Ordering::Relaxed);
    }

    pub(crate) fn end_work(&self, worker: Worker) {
        self.since(worker).store(0, Ordering::Relaxed);
    }

    /// How long a thread has been at its current work; the longer time.
    pub(crate) fn work_age(&self) -> Duration {
        let age = |worker| match self.since(worker).load(Ordering::Relaxed) {
            0 => 0,
            since => self.now().saturating_sub(since - 1),
        };
        Duration::from_millis(age(Worker::Appender).max(age(Worker::Committer)))
    }

    pub(crate) fn takes_commits(&self) -> bool {
        self.room.load(Ordering::Relaxed) && self.work_age() <= SILENT_MAX
    }
}

/// Why a group was not appended, or not for certain.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SharedLogError(pub String);

/// A group of the shared log that doesn't follow on the commits of this machine.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
pub enum FollowError {
    /// The group begins elsewhere.
    #[error("the next sequence is {expected}")]
    OutOfOrder {
        /// The sequence that has to come next.
        expected: u64,
    },
    /// This machine decides by itself.
    #[error("this machine does not follow")]
    NotFollowing,
    /// The store has stopped.
    #[error("the store has stopped")]
    Stopped,
}
