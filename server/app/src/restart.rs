//! Starts the program again in this process, with the same arguments. Nothing of what ran before is left in it.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, abort, exit};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Restarts in a row, each soon after the one before, for the program that is started.
const IN_A_ROW: &str = "RESTARTS_IN_A_ROW";
/// A program that has run for this long is no longer in a row.
const SOON: Duration = Duration::from_secs(10);
/// The epoch of the leadership that the program has handed over just before it was started again.
const HANDED_OVER: &str = "HANDED_OVER";
/// What earlier versions set in its place.
const HAS_HANDED_OVER: &str = "HAS_HANDED_OVER";
const PAUSE_MAX: Duration = Duration::from_secs(30);

static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
static ENDS: AtomicBool = AtomicBool::new(false);

/// Waits before a program begins that was started again several times in a row: one second, then two, at most 30.
pub fn pause() {
    let begun = *BEGUN;
    let doublings = restarts().checked_sub(1);
    let seconds = doublings.map_or(0, |doublings| 1_u64 << doublings.min(5));
    std::thread::sleep(Duration::from_secs(seconds).min(PAUSE_MAX).saturating_sub(begun.elapsed()));
}

fn restarts() -> u32 {
    std::env::var(IN_A_ROW).ok().and_then(|count| count.parse().ok()).unwrap_or_default()
}

/// The process has been asked to end: from now on it ends where it would start again.
pub fn end_instead() {
    ENDS.store(true, Ordering::SeqCst);
}

/// The epoch of the leadership that this program has handed over just before it was started again. The highest one, which no
/// other machine exceeds, if an earlier version has handed it over.
pub fn handed_over_epoch() -> Option<u64> {
    epoch_of(|name| std::env::var(name).ok())
}

fn epoch_of(variable: impl Fn(&str) -> Option<String>) -> Option<u64> {
    let epoch = variable(HANDED_OVER).and_then(|epoch| epoch.parse().ok());
    epoch.or_else(|| variable(HAS_HANDED_OVER).map(|_| u64::MAX))
}

/// Starts the program again. Returns only if that is not possible, with the reason.
pub fn start_again() -> io::Error {
    again().map_or_else(|error| error, |mut program| program.exec())
}

/// The same after the leadership of an epoch was handed over. A command did that, so it doesn't count as a restart in a row.
pub fn start_again_to_follow(epoch: u64) -> io::Error {
    let follow = |mut program: Command| {
        program.env(HANDED_OVER, epoch.to_string()).env_remove(IN_A_ROW).exec()
    };
    again().map_or_else(|error| error, follow)
}

fn again() -> io::Result<Command> {
    let in_a_row = if BEGUN.elapsed() < SOON { restarts() + 1 } else { 0 };
    let mut program = Command::new(std::env::current_exe()?);
    program.args(std::env::args_os().skip(1)).env(IN_A_ROW, in_a_row.to_string());
    program.env_remove(HANDED_OVER).env_remove(HAS_HANDED_OVER);
    Ok(program)
}

/// Starts the program again at once, from any thread: requests in work get no answer.
pub fn restart(reason: &str) -> ! {
    if ENDS.load(Ordering::SeqCst) {
        tracing::warn!(reason, "the program ends");
        exit(0);
    }
    tracing::error!(reason, "the program starts again");
    let error = start_again();
    tracing::error!(%error, "the program could not start again; it ends");
    abort();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_over_of_an_earlier_version_counts_until_another_machine_leads() {
        let epoch = |name: &str, value: &str| {
            epoch_of(|variable| (variable == name).then(|| value.to_owned()))
        };
        assert_eq!(epoch(HANDED_OVER, "7"), Some(7));
        assert_eq!(epoch("HAS_HANDED_OVER", "1"), Some(u64::MAX));
        assert_eq!((epoch(HANDED_OVER, ""), epoch("OTHER", "1")), (None, None));
    }
}
