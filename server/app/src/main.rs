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
        let error = Command::new(program).args(env::args_os().skip(1)).env(PURGE_DELAY, "0").exec();
        let _ = writeln!(
            io::stderr(),
            "the program cannot start itself again ({error}); set {PURGE_DELAY}=0 in its environment"
        );
        return ExitCode::FAILURE;
    }
    run(CommandLine::parse())
}
