//! The `pointhouse` command.

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;
use pointhouse::commands::{CommandLine, run};

/// A bet is some dozens of small allocations; this allocator takes half the time over them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    run(CommandLine::parse())
}
