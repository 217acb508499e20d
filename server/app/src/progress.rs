//! Shows how far long work is: a bar with the time left on a terminal, plain lines elsewhere.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pointhouse_store::{Progress, Stage, Unit};

/// Time between two looks on a terminal.
const LOOK: Duration = Duration::from_millis(250);
/// Time between two plain lines. Shorter work prints none.
const LINE: Duration = Duration::from_secs(5);

/// Work that is shown until this is dropped.
#[must_use = "the work is no longer shown when this is dropped"]
pub struct Shown {
    /// Ends the thread when it is dropped.
    over: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.over = None;
        if let Some(thread) = self.thread.take() {
            // What is printed next must not meet the bar. A panic of the thread was reported.
            let _ = thread.join();
        }
    }
}

/// Shows the stages of work until the answer is dropped.
pub fn show(label: &'static str, progress: &Progress) -> Shown {
    let progress = progress.clone();
    show_with(label, move || progress.stage())
}

fn show_with(label: &'static str, stage: impl Fn() -> Option<Stage> + Send + 'static) -> Shown {
    let (over, ended) = channel::<()>();
    let shown = std::thread::Builder::new().name("progress".to_owned()).spawn(move || {
        if std::io::stderr().is_terminal() {
            draw(label, &ended, stage);
        } else {
            print(label, &ended, stage);
        }
    });
    // The work is done without a thread that shows it, too.
    Shown { over: Some(over), thread: shown.ok() }
}

/// Waits for the next look; false when the work has ended.
fn goes_on(ended: &Receiver<()>, wait: Duration) -> bool {
    ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout)
}

fn print(label: &str, ended: &Receiver<()>, stage: impl Fn() -> Option<Stage>) {
    while goes_on(ended, LINE) {
        if let Some(stage) = stage() {
            // The reader may have closed it.
            let _ = writeln!(std::io::stderr(), "{}", line(label, &stage));
        }
    }
}

fn draw(label: &str, ended: &Receiver<()>, stage: impl Fn() -> Option<Stage>) {
    let mut drawn: Option<(&str, ProgressBar)> = None;
    while goes_on(ended, LOOK) {
        let Some(stage) = stage() else { continue };
        let same = drawn.take().filter(|(name, bar)| {
            let is_same = *name == stage.name && bar.length() == stage.total;
            if !is_same {
                bar.finish_and_clear();
            }
            is_same
        });
        let (name, bar) = same.unwrap_or_else(|| (stage.name, bar(label, &stage)));
        bar.set_position(stage.done);
        drawn = Some((name, bar));
    }
    if let Some((_, bar)) = drawn {
        bar.finish_and_clear();
    }
}

fn bar(label: &str, stage: &Stage) -> ProgressBar {
    let (bar, template) = match (stage.unit, stage.total) {
        (Unit::Bytes, Some(total)) => {
            (ProgressBar::new(total), "{msg} {wide_bar} {bytes} of about {total_bytes}, {eta} left")
        }
        (Unit::Things, Some(total)) => {
            (ProgressBar::new(total), "{msg} {wide_bar} {pos} of about {len}, {eta} left")
        }
        (Unit::Bytes, None) => (ProgressBar::new_spinner(), "{spinner} {msg}: {bytes}, {elapsed}"),
        (Unit::Things, None) => (ProgressBar::new_spinner(), "{spinner} {msg}: {pos}, {elapsed}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(title(label, stage)).with_elapsed(stage.elapsed)
}

fn title(label: &str, stage: &Stage) -> String {
    if stage.name.is_empty() { label.to_owned() } else { format!("{label}: {}", stage.name) }
}

fn line(label: &str, stage: &Stage) -> String {
    let Stage { unit, done, total, elapsed, .. } = *stage;
    let (title, seconds) = (title(label, stage), elapsed.as_secs());
    let amount = |count: u64| match unit {
        Unit::Bytes => count >> 20,
        Unit::Things => count,
    };
    let suffix = if unit == Unit::Bytes { " MB" } else { "" };
    match total {
        Some(total) if total >= done && done > 0 => {
            let left = u128::from(total - done) * u128::from(seconds) / u128::from(done);
            let (done, total) = (amount(done), amount(total));
            format!("{title}: {done} of about {total}{suffix}, about {left} s left")
        }
        _ if done == 0 => format!("{title}: {seconds} s"),
        _ => format!("{title}: {}{suffix}, {seconds} s", amount(done)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_say_how_long_it_takes_when_that_is_known() {
        let with = |unit, done, total| {
            let elapsed = Duration::from_secs(10);
            line("backup", &Stage { name: "", unit, done, total, elapsed })
        };
        let known = with(Unit::Bytes, 100 << 20, Some(400 << 20));
        assert_eq!(known, "backup: 100 of about 400 MB, about 30 s left");
        assert_eq!(with(Unit::Bytes, 3 << 20, None), "backup: 3 MB, 10 s");
        assert_eq!(with(Unit::Bytes, 0, Some(50 << 20)), "backup: 10 s");
        let known = with(Unit::Things, 25, Some(100));
        assert_eq!(known, "backup: 25 of about 100, about 30 s left");
        assert_eq!(with(Unit::Things, 25, None), "backup: 25, 10 s");
        let progress = Progress::default();
        assert_eq!(progress.stage(), None);
        progress.begin("filling the index", Unit::Bytes, Some(8 << 20));
        assert_eq!(line("restore", &progress.stage().unwrap()), "restore: filling the index: 0 s");
    }

    #[test]
    fn the_work_is_shown_until_its_end() {
        let shown = show_with("test", || panic!("too early"));
        drop(shown);
    }
}
