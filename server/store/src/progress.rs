//! How far long work is.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// What a stage of the work counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Rows, files or other things.
    Things,
}

/// A stage of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What is done, such as `filling the index`.
    pub name: &'static str,
    /// What is counted.
    pub unit: Unit,
    /// How much is done.
    pub done: u64,
    /// How much there is to do in this stage, if that is known.
    pub total: Option<u64>,
    /// Time since the stage began.
    pub elapsed: Duration,
}

/// The progress of work in stages, which follow each other. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    stage: Mutex<Option<Begun>>,
    done: AtomicU64,
}

#[derive(Clone, Copy, Debug)]
struct Begun {
    name: &'static str,
    unit: Unit,
    total: Option<u64>,
    at: Instant,
}

impl Progress {
    /// Begins a stage that ends the one before.
    pub fn begin(&self, name: &'static str, unit: Unit, total: Option<u64>) {
        let mut stage = self.0.stage.lock();
        self.0.done.store(0, Ordering::Relaxed);
        *stage = Some(Begun { name, unit, total, at: Instant::now() });
    }

    /// Adds what was done in the current stage.
    pub fn add(&self, done: u64) {
        self.0.done.fetch_add(done, Ordering::Relaxed);
    }

    /// The current stage; `None` before the first one.
    pub fn stage(&self) -> Option<Stage> {
        let stage = self.0.stage.lock();
        let Begun { name, unit, total, at } = (*stage)?;
        let done = self.0.done.load(Ordering::Relaxed);
        Some(Stage { name, unit, done, total, elapsed: at.elapsed() })
    }
}
