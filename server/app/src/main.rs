//! The `pointhouse` command.

use std::env;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use clap::Parser;
use mimalloc::MiMalloc;
use pointhouse::commands::{CommandLine, run};
use pointhouse::memory;

/// A bet makes dozens of small allocations; mimalloc takes half the time for them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How long the allocator keeps freed pages, in milliseconds. It reads this before `main`.
const PURGE_DELAY: &str = "MIMALLOC_PURGE_DELAY";
/// What the allocator of the C library keeps, which compression and pictures use: without these it would be 7 MB after
/// the first backup. It reads them before `main`, too.
const OF_C: [(&str, &str); 3] = [
    ("MALLOC_ARENA_MAX", "1"),
    ("MALLOC_MMAP_THRESHOLD_", "65536"),
    ("MALLOC_TRIM_THRESHOLD_", "65536"),
];
/// Memory with which freed pages go back to the system at once, in bytes. Otherwise they would be kept for a second,
/// and two hashes of passwords would take the place of the program's own pages.
const LITTLE: u64 = 256 << 20;

fn main() -> ExitCode {
    let has_little = memory::limit().is_some_and(|limit| limit <= LITTLE);
    if has_little
        && env::var_os(PURGE_DELAY).is_none()
        && let Ok(program) = env::current_exe()
    {
        // Returns only if the program cannot be started again, and then with other handlers of signals.
        let mut again = Command::new(program);
        let given = OF_C.into_iter().filter(|(name, _)| env::var_os(name).is_none());
        let error = again.args(env::args_os().skip(1)).env(PURGE_DELAY, "0").envs(given).exec();
        let _ = writeln!(
            io::stderr(),
            "the program cannot start itself again ({error}); set {PURGE_DELAY}=0 in its environment"
        );
        return ExitCode::FAILURE;
    }
    run(CommandLine::parse())
}
