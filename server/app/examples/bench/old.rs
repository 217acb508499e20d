//! A site with many old rounds: how long it takes to open, its memory against an empty site's in the same run, what a
//! round takes on disk, and how long a member waits for old pages: `scripts/bench old [ROUNDS]`.
//!
//! Members bet over HTTP until the site has that number of rounds, and then the site is at rest until their blocks are merged.
//! Needs `target/release/pointhouse`. All traffic stays on 127.0.0.1.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::growth::measuring::wait_for_idle;
use crate::load::{Client, cpu_of, get, resident_of, run};
use crate::product;

const ROUNDS: u64 = 10_000_000;
const MEMBERS: usize = 64;
/// Of betting between two looks at how many rounds there are.
const SLICE: Duration = Duration::from_secs(20);
/// After the start's own work.
const REST: Duration = Duration::from_secs(20);
const ASKED: usize = 2_000;

pub fn bench(arguments: &[String]) {
    let rounds: u64 = arguments.first().map_or(ROUNDS, |text| text.parse().unwrap());
    let root = PathBuf::from("target/bench").join(format!("old-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(compare(&root, rounds));
    std::fs::remove_dir_all(&root).unwrap();
}

async fn compare(root: &Path, rounds: u64) {
    let (opening, memory, process) = open(&root.join("empty")).await;
    println!("empty: open after {opening:.2?}, {memory:.0} MB of memory");
    process.stop_and_verify(0).await;

    let data = root.join("data");
    let tokens = bet(&data, rounds).await;
    println!(
        "{:.0} MB on disk, of which the index {:.0} MB",
        disk(&data),
        disk(&data.join("index"))
    );
    let (opening, _, process) = open(&data).await;
    println!(
        "first opening, which rewrites an index that is much larger than its rows: {opening:.2?}"
    );
    process.stop_and_verify(rounds).await;
    println!("of which the index now {:.0} MB", disk(&data.join("index")));
    let (opening, memory, process) = open(&data).await;
    println!(
        "with {rounds} rounds: open after {opening:.2?} (wanted 2 s), {memory:.0} MB of memory (wanted: 20 more)"
    );
    let before = cpu_of(process.id());
    for (name, path) in [
        ("statement, newest page", "/api/me/ledger"),
        ("statement, page 1000", "/api/me/ledger?limit=100&page=1000"),
        ("history", "/api/games/dice/history?limit=100"),
    ] {
        let p99 = p99(process.address(), path, &tokens).await;
        println!("{name}: p99 {p99:.2?} (wanted 5 ms)");
    }
    println!(
        "{:.0} us CPU a call",
        (cpu_of(process.id()) - before).as_secs_f64() * 1e6 / (3 * ASKED) as f64
    );
    println!("{:.0} MB of memory afterwards", resident_of(process.id()));
    let begun = Instant::now();
    process.stop_and_verify(rounds).await;
    println!("closed and verified in {:.1?}", begun.elapsed());
}

/// Starts a site. Returns the time until it was open and its memory after a rest.
async fn open(data: &Path) -> (Duration, f64, product::Process) {
    let begun = Instant::now();
    let process = product::Process::start(data).await;
    let opening = begun.elapsed();
    tokio::time::sleep(REST).await;
    (opening, resident_of(process.id()), process)
}

/// Returns the members' tokens.
async fn bet(data: &Path, rounds: u64) -> Vec<String> {
    let process = product::Process::start(data).await;
    let tokens = process.sign_up(MEMBERS).await;
    let begun = Instant::now();
    let mut answered = 0;
    while answered < rounds {
        let mut clients = Vec::new();
        for token in &tokens {
            clients.push(process.better(token).await);
        }
        answered += run(clients, SLICE, process.id()).await.answered;
    }
    println!(
        "{answered} rounds in {:.0?}, {:.0} MB of memory",
        begun.elapsed(),
        resident_of(process.id())
    );
    let begun = Instant::now();
    wait_for_idle(process.id());
    println!("merged after {:.0?}, {:.0} MB of memory", begun.elapsed(), resident_of(process.id()));
    let begun = Instant::now();
    process.stop_and_verify(answered).await;
    println!("closed and verified in {:.1?}", begun.elapsed());
    tokens
}

/// Members ask in turn, one call at a time.
async fn p99(address: std::net::SocketAddr, path: &str, tokens: &[String]) -> Duration {
    let mut clients = Vec::new();
    for token in tokens {
        clients.push(Client::connect(address, get(path, Some(token))).await);
    }
    let mut took = Vec::new();
    for turn in 0..ASKED {
        let client = &mut clients[turn % tokens.len()];
        let asked = Instant::now();
        assert_eq!(client.ask().await, 200);
        took.push(asked.elapsed());
    }
    took.sort();
    took[took.len() * 99 / 100]
}

/// What a folder takes on the disk, in MB.
fn disk(folder: &Path) -> f64 {
    crate::calls::disk(folder) / 1e6
}
