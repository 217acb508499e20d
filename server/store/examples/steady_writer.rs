//! Commits without end, several in flight, and prints the sequence of each once it was answered:
//! `cargo run -p pointhouse-store --example steady_writer -- FOLDER`.
//!
//! Made to be killed: every printed sequence must exist afterwards.

#![expect(clippy::print_stdout, reason = "the lines are what the killer compares with")]

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use pointhouse_store::{Batch, Options, Store, TableId};

const IN_FLIGHT: usize = 6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder for the data")?;
    let options = Options {
        // Small, so that a kill also hits the hand-over to the index.
        generation_bytes: 16 * 1024,
        freeze_after: Duration::from_millis(20),
        ..Options::default()
    };
    let (store, report) = Store::open(Path::new(&folder), options)?;
    let mut waiting = VecDeque::new();
    for number in report.last_sequence + 1.. {
        let mut batch = Batch::new();
        batch.put(TableId(1), b"newest", &number.to_be_bytes())?;
        batch.append(TableId(2), 1, number, &number.to_be_bytes())?;
        waiting.push_back(store.commit(batch));
        if waiting.len() > IN_FLIGHT
            && let Some(oldest) = waiting.pop_front()
        {
            println!("{}", oldest.wait()?);
        }
    }
    Ok(())
}
