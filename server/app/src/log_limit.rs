//! How many lines of refused requests reach the log.

use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Lines of refused requests and connections in a second, all together.
pub const LINES_PER_SECOND_MAX: u32 = 10;
/// Characters of a path in such a line.
pub const PATH_CHARS_MAX: usize = 200;

const WINDOW: Duration = Duration::from_secs(1);

/// Lets some lines of a second through and counts the others, so that a flood of requests is no flood
/// of lines.
#[derive(Debug)]
pub struct LogLimit {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    from: Instant,
    lines: u32,
    /// Lines that were left out and not reported yet.
    left_out: u64,
}

impl Default for LogLimit {
    fn default() -> Self {
        Self { state: Mutex::new(State { from: Instant::now(), lines: 0, left_out: 0 }) }
    }
}

impl LogLimit {
    /// Whether a line may be written now; with the number of those left out since the last one.
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

    /// Whether a line may be written now. Reports those left out since the last one.
    pub fn may_write(&self) -> bool {
        let Some(left_out) = self.take() else { return false };
        report_left_out(left_out);
        true
    }

    /// Writes how many lines were left out since the last one, if any were.
    pub fn report(&self) {
        report_left_out(std::mem::take(&mut self.state.lock().left_out));
    }
}

fn report_left_out(left_out: u64) {
    if left_out > 0 {
        tracing::info!(left_out, "more requests were refused than were logged");
    }
}

/// A path as it is logged.
pub fn short_path(path: &str) -> &str {
    path.char_indices().nth(PATH_CHARS_MAX).and_then(|(end, _)| path.get(..end)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_so_many_lines_and_the_rest_is_counted() {
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
