//! Limits the log lines of refused requests.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Log lines of refused requests and connections per second, in total.
pub const LINES_PER_SECOND_MAX: u32 = 10;
/// Longest path in such a line, in characters.
pub const PATH_CHARS_MAX: usize = 200;

const WINDOW: Duration = Duration::from_secs(1);

/// Lets a limited number of lines per second pass and counts the others, so that a flood of
/// requests doesn't become a flood of log lines.
#[derive(Debug)]
pub struct LogLimit {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    from: Instant,
    lines: u32,
    /// Skipped lines that were not reported yet.
    left_out: u64,
}

impl Default for LogLimit {
    fn default() -> Self {
        Self { state: Mutex::new(State { from: Instant::now(), lines: 0, left_out: 0 }) }
    }
}

impl LogLimit {
    /// Returns the number of lines skipped since the last one if a line may be written now,
    /// otherwise `None`.
    pub fn take(&self) -> Option<u64> {
        self.take_at(Instant::now())
    }

    fn take_at(&self, now: Instant) -> Option<u64> {
        let mut state = self.state.lock();
        if now.saturating_duration_since(state.from) >= WINDOW {
            state.from = now;
            state.lines = 0;
        }
        if state.lines >= LINES_PER_SECOND_MAX {
            state.left_out = state.left_out.saturating_add(1);
            return None;
        }
        state.lines += 1;
        Some(std::mem::take(&mut state.left_out))
    }

    /// Returns whether a line may be written now. Reports the lines skipped since the last one.
    pub fn may_write(&self) -> bool {
        let Some(left_out) = self.take() else { return false };
        report_left_out(left_out);
        true
    }

    /// Logs the number of lines skipped since the last one, if any.
    pub fn report(&self) {
        report_left_out(std::mem::take(&mut self.state.lock().left_out));
    }
}

fn report_left_out(left_out: u64) {
    if left_out > 0 {
        tracing::info!(left_out, "log lines of refused requests were skipped");
    }
}

/// The part of the addresses of the overlay's sources that is no secret.
const SOURCE_PATH: &str = "/stream/s/";

/// A path as the log may have it: shortened, and without the key of a source of the overlay.
pub fn short_path(path: &str) -> &str {
    if path.starts_with(SOURCE_PATH) {
        return SOURCE_PATH;
    }
    path.char_indices().nth(PATH_CHARS_MAX).and_then(|(end, _)| path.get(..end)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_source_is_not_in_the_log() {
        assert_eq!(short_path("/stream/s/AbCdEfGhIjKlMnOpQrStUv"), "/stream/s/");
        assert_eq!(short_path("/stream"), "/stream");
    }

    #[test]
    fn a_second_has_a_limited_number_of_lines_and_the_rest_is_counted() {
        let (limit, begun) = (LogLimit::default(), Instant::now());
        let most = u64::from(LINES_PER_SECOND_MAX);
        for (seconds, asked, left_out_before) in [(2, 5, 0), (4, 1000, 0), (6, 12, 990), (8, 1, 2)]
        {
            let now = begun + Duration::from_secs(seconds);
            let lines: Vec<u64> = (0..asked).filter_map(|_| limit.take_at(now)).collect();
            assert_eq!(u64::try_from(lines.len()).unwrap(), most.min(asked));
            assert_eq!(lines.first(), Some(&left_out_before));
            assert!(lines.iter().skip(1).all(|left_out| *left_out == 0));
        }
    }

    #[test]
    fn a_path_is_cut_between_characters() {
        assert_eq!(short_path("/api"), "/api");
        let long = "/".to_owned() + &"ä".repeat(1000);
        assert_eq!(short_path(&long).chars().count(), PATH_CHARS_MAX);
    }
}
