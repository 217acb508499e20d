//! Starts the program again in this process, with the same arguments. Nothing of what ran before is left in it.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, abort};

/// Starts the program again. Returns only if that is not possible, with the reason.
pub fn start_again() -> io::Error {
    match std::env::current_exe() {
        Ok(program) => Command::new(program).args(std::env::args_os().skip(1)).exec(),
        Err(error) => error,
    }
}

/// Starts the program again at once, from any thread: requests in work get no answer.
pub fn restart(reason: &str) -> ! {
    tracing::error!(reason, "the program starts again");
    let error = start_again();
    tracing::error!(%error, "the program could not start again; it ends");
    abort();
}
