//! The `pointhouse` command.

use std::process::ExitCode;

use clap::Parser;
use pointhouse::commands::{CommandLine, run};

fn main() -> ExitCode {
    run(CommandLine::parse())
}
