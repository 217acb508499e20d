//! Figures that the store's threads write and every caller reads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::shared_log::{LogState, Worker};

#[derive(Default)]
pub(crate) struct Counters {
    /// True while there is space for the journal.
    pub(crate) room: Arc<AtomicBool>,
    /// True while there is no space for the index.
    pub(crate) index_full: AtomicBool,
    pub(crate) applied: AtomicU64,
    /// From the moment on when this machine leads.
    pub(crate) log: OnceLock<LogState>,
    pub(crate) last: AtomicU64,
    pub(crate) groups: AtomicU64,
    pub(crate) commits: AtomicU64,
    pub(crate) micros: AtomicU64,
}

impl Counters {
    /// Notes that a thread begins to work.
    pub(crate) fn begin_work(&self, worker: Worker) {
        self.log.get().inspect(|log| log.begin_work(worker));
    }

    /// Notes that it waits again.
    pub(crate) fn end_work(&self, worker: Worker) {
        self.log.get().inspect(|log| log.end_work(worker));
    }

    pub(crate) fn note_group(&self, commits: usize, took: Duration, next_sequence: u64) {
        self.last.store(next_sequence.saturating_sub(1), Ordering::Relaxed);
        self.groups.fetch_add(1, Ordering::Relaxed);
        self.commits.fetch_add(u64::try_from(commits).unwrap_or(0), Ordering::Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(0);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }
}
