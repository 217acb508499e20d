//! Compares this machine's clock with the leader's.

use std::time::{Duration, Instant};

use crate::following::Fault;
use crate::head::Head;

/// A group that came within this time after the last question is new, so that its time is the leader's now.
const IS_NEW: Duration = Duration::from_secs(1);
/// How much the clocks may differ, in milliseconds.
const DIFFER_MAX: i64 = 60_000;

/// The leader's clock, as far as it was seen.
#[derive(Default)]
pub(crate) struct Clocks {
    /// When the log was read last, and where it ended.
    read: Option<(Instant, u64)>,
    /// A time of the leader, and when it was current.
    seen: Option<(i64, Instant)>,
    newest_at: i64,
}

impl Clocks {
    /// Notes that the log was read.
    pub(crate) fn note(&mut self, head: &Head) {
        let (now, sequence) = (Instant::now(), head.position.sequence);
        let read = self.read.replace((now, sequence));
        if read.is_some_and(|(at, before)| now - at < IS_NEW && before != sequence) {
            self.seen = Some((head.at, now));
        }
        self.newest_at = head.at;
    }

    /// By how much this machine's clock is ahead of the leader's, in milliseconds, if that is known.
    pub(crate) fn ahead(&self, now: i64) -> Option<i64> {
        let (at, seen) = self.seen?;
        let passed = i64::try_from(seen.elapsed().as_millis()).unwrap_or(i64::MAX);
        Some(now.saturating_sub(at.saturating_add(passed)))
    }

    /// Returns whether this machine may lead now: not before the newest group's time, because times of entries never go
    /// back.
    ///
    /// # Errors
    /// Its clock differs too much.
    pub(crate) fn check(&self, now: i64) -> Result<bool, Fault> {
        let since_newest = now.saturating_sub(self.newest_at);
        let late = Some(since_newest).filter(|since| *since < 0);
        let differs = self.ahead(now).into_iter().chain(late).find(|by| by.abs() > DIFFER_MAX);
        match differs {
            None => Ok(since_newest >= 0),
            Some(by) => Err(Fault::Clock { seconds: by.abs() / 1000, is_behind: by < 0 }),
        }
    }
}
