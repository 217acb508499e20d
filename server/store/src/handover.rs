//! The hand-over of frozen generations from the committer to the applier.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use crate::memtable::Generation;

/// Most frozen generations that may wait for the applier; then the committer waits.
const MAX_FROZEN: usize = 2;

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
    pub(crate) fn push(&self, generation: Arc<Generation>) {
        let mut state = self.state.lock();
        if !state.given_up {
            state.waiting.push(generation);
            self.changed.notify_all();
        }
    }

    pub(crate) fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_all();
    }

    /// Tells the committer not to wait for the applier any more, because its closing seal is due.
    pub(crate) fn hurry(&self) {
        self.state.lock().hurried = true;
        self.changed.notify_all();
    }

    pub(crate) fn frozen(&self) -> usize {
        let state = self.state.lock();
        state.waiting.len() + state.in_work
    }

    pub(crate) fn wait_for_room(&self) {
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

    pub(crate) fn next(&self, patience: Duration) -> Next {
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

    pub(crate) fn done(&self) {
        let mut state = self.state.lock();
        state.in_work -= 1;
        state.starved = false;
        self.changed.notify_all();
    }

    /// Waits a while for disk space; `false` if the store is being closed.
    pub(crate) fn starve(&self, time: Duration) -> bool {
        let mut state = self.state.lock();
        state.starved = true;
        self.changed.notify_all();
        self.changed.wait_while_for(&mut state, |state| !state.closed && !state.hurried, time);
        !state.closed && !state.hurried
    }

    /// Abandons the rest, which the next start reads from the journal.
    pub(crate) fn give_up(&self) {
        let mut state = self.state.lock();
        state.given_up = true;
        state.waiting.clear();
        state.in_work = 0;
        self.changed.notify_all();
    }
}

pub(crate) enum Next {
    Generation(Arc<Generation>),
    Nothing,
    Closed,
}
