//! The `pointhouse` command.

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;
use pointhouse::commands::{CommandLine, run};

/// A bet makes dozens of small allocations; mimalloc takes half the time for them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    run(CommandLine::parse())
}
