//! A time limit for loops that wait for an event: without one, a test whose event never occurs
//! would hang.

use std::time::{Duration, Instant};

/// Longer than any machine takes for what a test waits for.
const BOUND: Duration = Duration::from_secs(120);

/// How long a loop has waited already.
pub(crate) struct Patience {
    event: &'static str,
    begun: Instant,
}

impl Patience {
    /// Begins to wait for an event.
    pub(crate) fn for_event(event: &'static str) -> Self {
        Self { event, begun: Instant::now() }
    }

    /// To be called in each turn of the loop.
    pub(crate) fn check(&self) {
        assert!(self.begun.elapsed() < BOUND, "still waiting after {BOUND:?}: {}", self.event);
    }
}
