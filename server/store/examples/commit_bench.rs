//! Commits shaped like dice bets, against a bare file under group commit with as many in flight:
//! `cargo run --release -p pointhouse-store --example commit_bench`.
//!
//! Prints ratios of the two in one run, then bytes per bet on disk, peak memory and the time to open.

#![allow(clippy::unwrap_used, clippy::as_conversions, clippy::print_stdout, clippy::expect_used)]

use std::cell::Cell;
use std::fs::File;
use std::future::Future;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use pointhouse_store::{Batch, Options, Store, TableId};
use tokio::sync::oneshot;

const WALLET: TableId = TableId(1);
const LEDGER: TableId = TableId(2);
const ROUND: TableId = TableId(5);
const MEMBERS: u64 = 512;

/// The rows of a dice bet, as large as the server's.
fn bet(member: u64, number: u64) -> Batch {
    let mut batch = Batch::new();
    let wallet = [1; 14];
    let ledger = [2; 21];
    let round = [3; 44];
    batch.put(WALLET, &member.to_be_bytes(), &wallet).unwrap();
    batch.append(LEDGER, member, number * 2 + 1, &ledger).unwrap();
    batch.append(LEDGER, member, number * 2 + 2, &ledger).unwrap();
    batch.append(ROUND, member, number + 1, &round).unwrap();
    batch
}

/// One write and one fdatasync per `in_flight` records, without any task waiting for an answer: the
/// rate of the disk alone.
fn disk_alone(folder: &Path, commits: u64, in_flight: usize) -> f64 {
    let record = bet(1, 1_000_000).len();
    let group = vec![7u8; record * in_flight];
    let mut file = File::create(folder.join("alone")).unwrap();
    let begun = Instant::now();
    for _ in 0..commits / in_flight as u64 {
        file.write_all(&group).unwrap();
        file.sync_data().unwrap();
    }
    commits as f64 / begun.elapsed().as_secs_f64()
}

/// A bare file under group commit: a thread writes what is queued, syncs and answers.
struct BareFile {
    queue: Mutex<Vec<(Vec<u8>, oneshot::Sender<()>)>>,
    wake: Condvar,
}

impl BareFile {
    fn start(path: &Path) -> Arc<Self> {
        let bare = Arc::new(Self { queue: Mutex::default(), wake: Condvar::new() });
        let mut file = File::create(path).unwrap();
        let own = bare.clone();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            loop {
                let mut queue = own.queue.lock().unwrap();
                while queue.is_empty() {
                    queue = own.wake.wait(queue).unwrap();
                }
                let taken = std::mem::take(&mut *queue);
                drop(queue);
                bytes.clear();
                for (record, _) in &taken {
                    bytes.extend_from_slice(record);
                }
                if bytes.is_empty() {
                    return;
                }
                file.write_all(&bytes).unwrap();
                file.sync_data().unwrap();
                for (_, reply) in taken {
                    let _ = reply.send(());
                }
            }
        });
        bare
    }

    fn commit(&self, record: Vec<u8>) -> oneshot::Receiver<()> {
        let (reply, answer) = oneshot::channel();
        self.queue.lock().unwrap().push((record, reply));
        self.wake.notify_one();
        answer
    }
}

/// Runs `commit` for every number below `commits` with `in_flight` at a time; returns the rate.
fn drive<F: Future<Output = ()> + 'static>(
    commits: u64,
    in_flight: usize,
    commit: impl Fn(u64) -> F + 'static,
) -> f64 {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let local = tokio::task::LocalSet::new();
    let next = Rc::new(Cell::new(0u64));
    let commit = Rc::new(commit);
    let begun = Instant::now();
    local.block_on(&runtime, async {
        let tasks: Vec<_> = (0..in_flight)
            .map(|_| {
                let (commit, next) = (commit.clone(), next.clone());
                tokio::task::spawn_local(async move {
                    loop {
                        let at = next.get();
                        if at >= commits {
                            return;
                        }
                        next.set(at + 1);
                        commit(at).await;
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
    });
    commits as f64 / begun.elapsed().as_secs_f64()
}

fn bare(folder: &Path, commits: u64, in_flight: usize) -> f64 {
    let file = BareFile::start(&folder.join("bare"));
    let size = bet(1, 1_000_000).len();
    let writing = file.clone();
    let rate = drive(commits, in_flight, move |_| {
        let answer = writing.commit(vec![7; size]);
        async move { answer.await.unwrap() }
    });
    drop(file.commit(Vec::new()));
    rate
}

fn store(folder: &Path, commits: u64, in_flight: usize) -> (f64, f64) {
    let (store, _) = Store::open(folder, Options::default()).unwrap();
    let begun = Instant::now();
    let writing = store.clone();
    let answered = drive(commits, in_flight, move |at| {
        let answer = writing.commit(bet(at % MEMBERS, at / MEMBERS));
        async move {
            answer.await.unwrap();
        }
    });
    // The index has to keep up, so draining it is included.
    store.close(Instant::now() + Duration::from_secs(600));
    (answered, commits as f64 / begun.elapsed().as_secs_f64())
}

fn folder_bytes(folder: &Path) -> u64 {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let meta = entry.metadata().unwrap();
        bytes += if meta.is_dir() {
            folder_bytes(&entry.path())
        } else {
            std::os::unix::fs::MetadataExt::blocks(&meta) * 512
        };
    }
    bytes
}

fn peak_memory_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

fn main() {
    let commits: u64 = std::env::args().nth(1).map_or(1_000_000, |count| count.parse().unwrap());
    let root = std::env::args().nth(2).unwrap_or_else(|| "target/bench".to_owned());
    let root = Path::new(&root).join(format!("commit-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    println!("{commits} commits of {} bytes, {MEMBERS} members", bet(1, 1000).len());
    println!(
        "in flight | disk alone /s | bare file /s | store /s | with index drained /s | drained / bare"
    );
    for (in_flight, wanted) in [(64, 0.7), (1024, 0.45)] {
        let alone = disk_alone(&root, commits, in_flight);
        let before = bare(&root, commits, in_flight);
        let folder = root.join(format!("store-{in_flight}"));
        let (answered, drained) = store(&folder, commits, in_flight);
        let reference = f64::midpoint(before, bare(&root, commits, in_flight));
        println!(
            "{in_flight:9} | {alone:13.0} | {reference:12.0} | {answered:8.0} | {drained:21.0} | {:.2} (wanted {wanted})",
            drained / reference
        );
        let journal = folder_bytes(&folder.join("journal")) as f64 / commits as f64;
        let index = folder_bytes(&folder.join("index")) as f64 / commits as f64;
        println!(
            "  on disk, bytes a bet: journal {journal:.0} + index {index:.0} = {:.0} (wanted 500)",
            journal + index
        );
        let begun = Instant::now();
        let (store, report) = Store::open(&folder, Options::default()).unwrap();
        println!(
            "  opens in {:.2} s (wanted 2), {} commits read from the journal; peak memory {} MiB",
            begun.elapsed().as_secs_f64(),
            report.replayed,
            peak_memory_mib()
        );
        store.close(Instant::now() + Duration::from_secs(60));
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::remove_dir_all(&root).unwrap();
}
