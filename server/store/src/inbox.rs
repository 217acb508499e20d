//! The queue of callers' requests to the committer.

use std::io;
use std::time::{Duration, Instant};

use bytes::Bytes;
use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use crate::shared_log::FollowError;

pub(crate) struct Pending {
    pub(crate) rows: Bytes,
    pub(crate) reply: oneshot::Sender<u64>,
}

/// A group of the shared log.
pub(crate) struct Followed {
    /// Sequence of the first commit.
    pub(crate) first: u64,
    pub(crate) commits: Vec<Bytes>,
    pub(crate) reply: oneshot::Sender<Result<(), FollowError>>,
}

/// A group of this machine that the shared log has accepted.
pub(crate) struct Accepted {
    pub(crate) first: u64,
    pub(crate) commits: Vec<Bytes>,
    /// Of the first commits; the last ones may be the log's own.
    pub(crate) replies: Vec<oneshot::Sender<u64>>,
    /// When its commits were taken from the queue.
    pub(crate) begun: Instant,
}

/// What the committer has to do next.
#[derive(Default)]
pub(crate) struct Work {
    pub(crate) followed: Vec<Followed>,
    /// From here on commits go through the shared log.
    pub(crate) lead: bool,
    pub(crate) pending: Vec<Pending>,
    pub(crate) accepted: Option<Accepted>,
    pub(crate) freeze: bool,
    pub(crate) roll: Vec<Roll>,
    pub(crate) close: bool,
    /// A thread of the store has failed: nothing may be written any more.
    pub(crate) abandoned: bool,
}

/// A request for a new segment of the journal.
pub(crate) struct Roll {
    /// The format of the rows in it, if that changes.
    pub(crate) format: Option<u32>,
    pub(crate) reply: oneshot::Sender<io::Result<Rolled>>,
}

/// State of the journal after a roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rolled {
    /// Last sequence in the closed segments.
    pub(crate) last_sequence: u64,
}

#[derive(Default)]
struct Queue {
    work: Work,
    /// Pending commits are taken for the shared log, not by the committer.
    leads: bool,
    /// The shared log has a group that it has not accepted yet.
    in_flight: bool,
}

impl Queue {
    /// Returns whether no commit waits and none is on its way.
    fn is_empty(&self) -> bool {
        self.work.pending.is_empty() && self.work.accepted.is_none() && !self.in_flight
    }

    /// Returns whether the committer has nothing to do.
    fn is_idle(&self) -> bool {
        let Work { followed, lead, pending, accepted, freeze, roll, close, abandoned } = &self.work;
        let is_asked =
            *lead || *freeze || *abandoned || (*close && (self.is_empty() || !self.leads));
        let has_commits = accepted.is_some() || !(self.leads || pending.is_empty());
        !is_asked && !has_commits && followed.is_empty() && roll.is_empty()
    }
}

/// Splits commits of at most this number of bytes off, or one larger one. The others stay.
fn first_of(pending: &mut Vec<Pending>, group_bytes: usize) -> Vec<Pending> {
    let mut bytes = 0;
    let fits = pending.iter().position(|pending| {
        bytes += pending.rows.len();
        bytes > group_bytes
    });
    let left = fits.map(|first_left| pending.split_off(first_left.max(1)));
    std::mem::replace(pending, left.unwrap_or_default())
}

/// The queue of callers' requests.
#[derive(Default)]
pub(crate) struct Inbox {
    queue: Mutex<Queue>,
    /// Wakes the committer.
    wake: Condvar,
    /// Wakes the thread of the shared log.
    wake_log: Condvar,
}

impl Inbox {
    pub(crate) fn push(&self, pending: Pending) {
        let mut queue = self.queue.lock();
        if queue.work.close {
            return; // The dropped reply tells the caller that the store has stopped.
        }
        queue.work.pending.push(pending);
        let waits = if queue.leads { &self.wake_log } else { &self.wake };
        drop(queue);
        waits.notify_one();
    }

    pub(crate) fn follow(&self, group: Followed) {
        let mut queue = self.queue.lock();
        if !queue.work.close {
            queue.work.followed.push(group);
            drop(queue);
            self.wake.notify_one();
        }
    }

    /// From here on pending commits are taken by [`Inbox::take_for_log`].
    pub(crate) fn lead(&self) {
        let mut queue = self.queue.lock();
        queue.leads = true;
        queue.work.lead = true;
        drop(queue);
        self.wake.notify_one();
    }

    pub(crate) fn freeze(&self) {
        self.queue.lock().work.freeze = true;
        self.wake.notify_one();
    }

    pub(crate) fn roll(&self, format: Option<u32>) -> oneshot::Receiver<io::Result<Rolled>> {
        let (reply, answer) = oneshot::channel();
        let mut queue = self.queue.lock();
        if !queue.work.close {
            queue.work.roll.push(Roll { format, reply });
            drop(queue);
            self.wake.notify_one();
        }
        answer
    }

    /// Accepts nothing more; what is queued is still written.
    pub(crate) fn close(&self) {
        self.queue.lock().work.close = true;
        self.wake.notify_one();
        self.wake_log.notify_one();
    }

    /// Accepts nothing more and drops what is queued, so that no caller waits for a writer that has
    /// ended.
    pub(crate) fn abandon(&self) {
        let work = Work { close: true, abandoned: true, ..Work::default() };
        let mut queue = self.queue.lock();
        let dropped = std::mem::replace(&mut queue.work, work);
        queue.in_flight = false;
        drop(queue);
        drop(dropped);
        self.wake.notify_one();
        self.wake_log.notify_one();
    }

    /// Returns whether no commit is queued or on its way.
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.lock().is_empty()
    }

    /// Waits for work, at most `patience`; `None` on a timeout. Returns commits of at most `group_bytes`, or one larger
    /// one.
    pub(crate) fn take(&self, patience: Option<Duration>, group_bytes: usize) -> Option<Work> {
        let mut queue = self.queue.lock();
        let idle = |queue: &mut Queue| queue.is_idle();
        match patience {
            None => self.wake.wait_while(&mut queue, idle),
            Some(time) => {
                if self.wake.wait_while_for(&mut queue, idle, time).timed_out() {
                    return None;
                }
            }
        }
        let leads = queue.leads;
        let work = &mut queue.work;
        let pending = if leads { Vec::new() } else { first_of(&mut work.pending, group_bytes) };
        let left = std::mem::take(&mut work.pending);
        let stays =
            Work { close: work.close, abandoned: work.abandoned, pending: left, ..Work::default() };
        let taken = std::mem::replace(work, stays);
        drop(queue);
        if taken.accepted.is_some() {
            self.wake_log.notify_one();
        }
        Some(Work { pending, ..taken })
    }

    /// Waits for commits for the shared log and takes them as [`Inbox::take`] does. `None` when none will come any more.
    pub(crate) fn take_for_log(&self, group_bytes: usize) -> Option<Vec<Pending>> {
        let mut queue = self.queue.lock();
        self.wake_log
            .wait_while(&mut queue, |queue| queue.work.pending.is_empty() && !queue.work.close);
        if queue.work.pending.is_empty() {
            return None;
        }
        queue.in_flight = true;
        Some(first_of(&mut queue.work.pending, group_bytes))
    }

    /// Passes a group to the committer, once it has taken the one before.
    pub(crate) fn accept(&self, group: Accepted) {
        let mut queue = self.queue.lock();
        self.wake_log.wait_while(&mut queue, |queue| queue.work.accepted.is_some());
        queue.in_flight = false;
        if !queue.work.abandoned {
            queue.work.accepted = Some(group);
            drop(queue);
            self.wake.notify_one();
        }
    }
}
