//! Circuit breaker: when a failing service is no longer called, and when it is tried again.

use crate::clock::Millis;

/// Longest time until a failing service is tried again, in milliseconds.
const AWAY_MAX: i64 = 10 * 60 * 1000;

/// Closed: calls pass. Open: no call passes until a time; then a single one does, and its result
/// decides.
pub(super) struct Breaker {
    failures_max: u32,
    away: i64,
    failures: u32,
    /// Since when and until when the breaker is open.
    open: Option<(Millis, Millis)>,
    /// How long it was last open; doubled the next time.
    last_away: i64,
}

impl Breaker {
    /// A breaker that opens after `failures_max` failures in a row for `seconds`, doubled each
    /// time.
    pub(super) fn new(failures_max: u32, seconds: u32) -> Self {
        let away = i64::from(seconds) * 1000;
        Self { failures_max: failures_max.max(1), away, failures: 0, open: None, last_away: 0 }
    }

    pub(super) fn is_closed(&self, now: Millis) -> bool {
        // When the clock was set back, the elapsed time is unknown: the call passes.
        self.open.is_none_or(|(from, until)| now.0 >= until.0 || now.0 < from.0)
    }

    /// Returns whether a call may pass. The one that passes after the wait blocks the others until
    /// it ends or the wait has elapsed again.
    pub(super) fn lets_through(&mut self, now: Millis) -> bool {
        if !self.is_closed(now) {
            return false;
        }
        if self.open.is_some() {
            self.open = Some((now, now.plus(self.away)));
        }
        true
    }

    pub(super) fn succeeded(&mut self) {
        (self.failures, self.open, self.last_away) = (0, None, 0);
    }

    pub(super) fn failed(&mut self, now: Millis) {
        self.failures = self.failures.saturating_add(1);
        if self.failures < self.failures_max {
            return;
        }
        let away = (self.last_away * 2).clamp(self.away, AWAY_MAX.max(self.away));
        self.last_away = away;
        self.open = Some((now, now.plus(away)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_after_failures_in_a_row_and_stays_open_longer_each_time() {
        let mut breaker = Breaker::new(3, 60);
        for _ in 0..2 {
            breaker.failed(Millis(0));
        }
        breaker.succeeded();
        for _ in 0..2 {
            breaker.failed(Millis(0));
        }
        assert!(breaker.lets_through(Millis(0)));
        breaker.failed(Millis(0));
        assert!(!breaker.lets_through(Millis(59_999)));
        // One call passes; the others wait for its result.
        assert!(breaker.lets_through(Millis(60_000)));
        assert!(!breaker.lets_through(Millis(60_001)));
        breaker.failed(Millis(61_000));
        assert!(!breaker.lets_through(Millis(180_999)));
        assert!(breaker.lets_through(Millis(181_000)));
        breaker.succeeded();
        assert!(breaker.lets_through(Millis(181_001)) && breaker.lets_through(Millis(181_001)));
        // The wait starts again and stays bounded, however often the call fails.
        for _ in 0..40 {
            breaker.failed(Millis(200_000));
        }
        assert!(!breaker.is_closed(Millis(200_000 + AWAY_MAX - 1)));
        assert!(breaker.is_closed(Millis(200_000 + AWAY_MAX)));
    }

    #[test]
    fn a_clock_that_goes_back_does_not_keep_it_open() {
        let mut breaker = Breaker::new(1, 60);
        breaker.failed(Millis(1_000_000));
        assert!(!breaker.is_closed(Millis(1_000_001)));
        assert!(breaker.is_closed(Millis(5)));
    }
}
