//! Shows how far a long command is: a bar on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Time between two looks on a terminal.
const LOOK: Duration = Duration::from_millis(250);
/// Time between two plain lines. A shorter command prints none.
const LINE: Duration = Duration::from_secs(5);

/// What is known of how far the work is.
#[derive(Clone, Copy)]
pub(super) enum Measure {
    /// About how many bytes it writes, which tells the time left.
    Total(u64),
    /// How many bytes it has written.
    Written,
    /// Only how long it has taken.
    Time,
}

/// Runs work and shows how far it is by the bytes that it has written.
pub(super) fn watch<T>(
    label: &'static str,
    measure: Measure,
    written: impl Fn() -> u64 + Send,
    work: impl FnOnce() -> T,
) -> T {
    let (over, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let shown = if std::io::stderr().is_terminal() {
                Shown::Bar(bar(label, measure))
            } else {
                Shown::Lines(Instant::now())
            };
            let every = if matches!(shown, Shown::Bar(_)) { LOOK } else { LINE };
            while ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                shown.update(label, measure, written());
            }
            if let Shown::Bar(bar) = shown {
                bar.finish_and_clear();
            }
        });
        let done = work();
        drop(over);
        done
    })
}

/// Size of a file; 0 while it doesn't exist.
pub(super) fn file_bytes(file: &Path) -> u64 {
    file.metadata().map_or(0, |about| about.len())
}

enum Shown {
    Bar(ProgressBar),
    /// Since when.
    Lines(Instant),
}

impl Shown {
    fn update(&self, label: &str, measure: Measure, bytes: u64) {
        match self {
            Self::Bar(bar) => bar.set_position(match measure {
                Measure::Total(total) => bytes.min(total),
                Measure::Written | Measure::Time => bytes,
            }),
            Self::Lines(since) => {
                let line = plain(label, measure, bytes, since.elapsed());
                // The reader may have closed it.
                let _ = writeln!(std::io::stderr(), "{line}");
            }
        }
    }
}

fn bar(label: &'static str, measure: Measure) -> ProgressBar {
    let (bar, template) = match measure {
        Measure::Total(total) => {
            (ProgressBar::new(total), "{msg} {wide_bar} {bytes} of about {total_bytes}, {eta} left")
        }
        Measure::Written => {
            (ProgressBar::new_spinner(), "{spinner} {msg}: {bytes} written, {elapsed}")
        }
        Measure::Time => (ProgressBar::new_spinner(), "{spinner} {msg}: {elapsed}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(label)
}

fn plain(label: &str, measure: Measure, bytes: u64, elapsed: Duration) -> String {
    let (megabytes, seconds) = (bytes >> 20, elapsed.as_secs());
    match measure {
        // A site that changes may need more than was estimated.
        Measure::Total(total) if total >= bytes && bytes > 0 => {
            let left = u128::from(total - bytes) * u128::from(seconds) / u128::from(bytes);
            format!("{label}: {megabytes} of about {} MB, about {left} s left", total >> 20)
        }
        Measure::Total(_) | Measure::Written => {
            format!("{label}: {megabytes} MB written, {seconds} s")
        }
        Measure::Time => format!("{label}: {seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_say_how_long_it_takes_when_that_is_known() {
        let seconds = Duration::from_secs(10);
        let with = |measure, bytes| plain("backup", measure, bytes, seconds);
        assert_eq!(
            with(Measure::Total(400 << 20), 100 << 20),
            "backup: 100 of about 400 MB, about 30 s left"
        );
        // The estimate was too low.
        assert_eq!(with(Measure::Total(50 << 20), 100 << 20), "backup: 100 MB written, 10 s");
        assert_eq!(with(Measure::Total(50 << 20), 0), "backup: 0 MB written, 10 s");
        assert_eq!(with(Measure::Written, 3 << 20), "backup: 3 MB written, 10 s");
        assert_eq!(with(Measure::Time, 0), "backup: 10 s");
    }

    #[test]
    fn the_work_ends_the_watch_and_returns_its_result() {
        assert_eq!(watch("test", Measure::Total(1), || panic!("too early"), || 7), 7);
    }
}
