//! The queue of callers' requests to the committer.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use crate::shared_log::{FollowError, SharedLog};

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

/// What the committer has to do next.
#[derive(Default)]
pub(crate) struct Work {
    pub(crate) followed: Vec<Followed>,
    pub(crate) lead: Option<Box<dyn SharedLog>>,
    pub(crate) pending: Vec<Pending>,
    pub(crate) freeze: bool,
    pub(crate) roll: Vec<oneshot::Sender<io::Result<Rolled>>>,
    pub(crate) close: bool,
}

impl Work {
    fn is_none(&self) -> bool {
        let Self { followed, lead, pending, freeze, roll, close } = self;
        let is_asked = lead.is_some() || *freeze || *close;
        !is_asked && followed.is_empty() && pending.is_empty() && roll.is_empty()
    }
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
    queue: Mutex<Work>,
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

    pub(crate) fn follow(&self, group: Followed) {
        let mut queue = self.queue.lock();
        if !queue.close {
            queue.followed.push(group);
            drop(queue);
            self.wake.notify_one();
        }
    }

    pub(crate) fn lead(&self, log: Box<dyn SharedLog>) {
        self.queue.lock().lead = Some(log);
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
    pub(crate) fn abandon(&self) {
        let mut queue = self.queue.lock();
        *queue = Work { close: true, ..Work::default() };
    }

    /// Returns whether no commit is queued.
    pub(crate) fn is_empty(&self) -> bool {
        self.queue.lock().pending.is_empty()
    }

    /// Waits for work, at most `patience`; `None` on a timeout. Returns commits of at most `group_bytes`, or one larger
    /// one.
    pub(crate) fn take(&self, patience: Option<Duration>, group_bytes: usize) -> Option<Work> {
        let mut queue = self.queue.lock();
        let idle = |queue: &mut Work| queue.is_none();
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
        if taken.lead.is_some() {
            // The log that comes with it limits the groups from here on.
            queue.pending = std::mem::take(&mut taken.pending);
        }
        let mut bytes = 0;
        let fits = taken.pending.iter().position(|pending| {
            bytes += pending.rows.len();
            bytes > group_bytes
        });
        if let Some(first_left) = fits {
            queue.pending = taken.pending.split_off(first_left.max(1));
        }
        Some(taken)
    }
}
