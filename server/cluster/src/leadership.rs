//! Who leads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use serde::{Deserialize, Serialize};

/// The value of the leader's key.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Leader {
    /// Random for each campaign, so that a machine never takes another one's success for its own.
    pub token: String,
    /// Name of the machine.
    pub node: String,
    /// Where it is reached.
    pub address: String,
}

/// This machine's leadership, from a won campaign on. Clones share it.
#[derive(Clone, Debug)]
pub struct Leadership {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    value: Vec<u8>,
    revision: i64,
    lease: i64,
    /// When the lease may end; `None` for one that ends only by [`Leadership::end`].
    until: Mutex<Option<Instant>>,
    ended: Condvar,
    /// When etcd last answered about a group.
    moved: Mutex<Instant>,
}

impl Leadership {
    pub(crate) fn new(value: Vec<u8>, revision: i64, lease: i64) -> Self {
        let (until, ended) = Default::default();
        let moved = Mutex::new(Instant::now());
        Self { inner: Arc::new(Inner { value, revision, lease, until, ended, moved }) }
    }

    /// The value of the leader's key.
    pub(crate) fn value(&self) -> &[u8] {
        &self.inner.value
    }

    /// Revision at which the key was made.
    pub(crate) fn revision(&self) -> i64 {
        self.inner.revision
    }

    /// The lease that holds it.
    pub fn lease(&self) -> i64 {
        self.inner.lease
    }

    /// Notes that etcd has accepted something of a group, which may take many steps, or has said that this machine leads.
    pub(crate) fn moved(&self) {
        *self.inner.moved.lock() = Instant::now();
    }

    /// Time since etcd answered about a group.
    pub(crate) fn unmoved_for(&self) -> Duration {
        self.inner.moved.lock().elapsed()
    }

    /// The lease lasts at least until then. A leadership that has ended stays so.
    pub(crate) fn lasts(&self, until: Instant) {
        let mut known = self.inner.until.lock();
        if known.is_none_or(|known| known > Instant::now()) {
            *known = Some(until);
        }
    }

    /// Ends it: nothing is appended any more.
    pub fn end(&self) {
        *self.inner.until.lock() = Some(Instant::now());
        self.inner.ended.notify_all();
    }

    /// Returns whether it was ended, or its lease may have ended.
    pub fn is_over(&self) -> bool {
        self.inner.until.lock().is_some_and(|until| until <= Instant::now())
    }

    /// Waits until it is over, at most this long. Returns whether it is.
    pub fn wait(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        let mut until = self.inner.until.lock();
        loop {
            let now = Instant::now();
            if until.is_some_and(|until| until <= now) || end <= now {
                return until.is_some_and(|until| until <= now);
            }
            let next = until.map_or(end, |until| until.min(end));
            self.inner.ended.wait_until(&mut until, next);
        }
    }
}
