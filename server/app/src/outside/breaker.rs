//! When a service that keeps failing is left alone, and when it is tried again.

use crate::clock::Millis;

/// However often it failed: a service is tried again within this time, milliseconds.
const AWAY_MAX: i64 = 10 * 60 * 1000;

/// Closed: calls pass. Open: none does until a time; then one does, and says what follows.
pub(super) struct Breaker {
    failures_max: u32,
    away: i64,
    failures: u32,
    /// Opened at, and until when.
    open: Option<(Millis, Millis)>,
    /// The last time that it was open, for twice as long the next time.
    last_away: i64,
}

impl Breaker {
    /// Opens after so many failures in a row, for so many seconds and longer each time.
    pub(super) fn new(failures_max: u32, seconds: u32) -> Self {
        let away = i64::from(seconds) * 1000;
        Self { failures_max: failures_max.max(1), away, failures: 0, open: None, last_away: 0 }
    }

    pub(super) fn is_closed(&self, now: Millis) -> bool {
        // A clock that went back says nothing of how long it has been.
        self.open.is_none_or(|(from, until)| now.0 >= until.0 || now.0 < from.0)
    }

    /// Whether a call may pass. The one that passes when the time is over holds back the others until
    /// it has ended, or the time is over once more.
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
        // One passes, the others wait for what becomes of it.
        assert!(breaker.lets_through(Millis(60_000)));
        assert!(!breaker.lets_through(Millis(60_001)));
        breaker.failed(Millis(61_000));
        assert!(!breaker.lets_through(Millis(180_999)));
        assert!(breaker.lets_through(Millis(181_000)));
        breaker.succeeded();
        assert!(breaker.lets_through(Millis(181_001)) && breaker.lets_through(Millis(181_001)));
        // The wait begins anew, and has an end however often it fails.
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
