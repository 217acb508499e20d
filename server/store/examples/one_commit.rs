//! One commit, and a line on the standard output once it was answered:
//! `cargo run -p pointhouse-store --example one_commit -- FOLDER`.
//!
//! Small enough to read a trace of its system calls.

#![expect(clippy::print_stdout, reason = "the line is what a trace is searched for")]

use std::path::Path;
use std::time::{Duration, Instant};

use pointhouse_store::{Batch, Options, Store, TableId};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder for the data")?;
    let (store, _) = Store::open(Path::new(&folder), Options::default())?;
    let mut batch = Batch::new();
    batch.put(TableId(1), b"key", b"the one commit")?;
    let sequence = store.commit(batch).wait()?;
    println!("answered {sequence}");
    store.close(Instant::now() + Duration::from_secs(10));
    Ok(())
}
