//! A process that is killed while it writes: everything it reported as answered exists afterwards,
//! and its reserved disk space is released.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pointhouse_store::{OpenReport, Options, Store, TableId};

const ROUNDS: u64 = 20;
/// A round is killed after it answered fewer commits than this.
const ANSWERS_MAX: u64 = 400;
/// Space that a segment has at least.
const SEGMENT_BYTES: u64 = 5 * 1024 * 1024;

fn example(name: &str) -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let path = this.parent().unwrap().parent().unwrap().join("examples").join(name);
    assert!(
        path.exists(),
        "{} is missing; a plain `cargo test` of the crate builds it",
        path.display()
    );
    path
}

/// Writes until `answers` commits were answered, then is killed. Returns the last answer that it
/// still printed.
fn write_and_die(data: &Path, answers: u64) -> u64 {
    let mut child = Command::new(example("steady_writer"))
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the writer starts");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut last = 0;
    for _ in 0..answers {
        last = lines.next().expect("the writer goes on").unwrap().parse().unwrap();
    }
    child.kill().unwrap();
    // A line may be cut off in the middle by the kill; such a one was not said.
    for line in lines.map_while(Result::ok) {
        last = line.parse().unwrap_or(last).max(last);
    }
    child.wait().unwrap();
    last
}

fn open_and_check(data: &Path, answered: u64) -> OpenReport {
    let (store, report) = Store::open(data, Options::default()).unwrap();
    assert!(report.last_sequence >= answered, "answered {answered}: {report:?}");
    assert_eq!(report.cut, None, "a killed process leaves whole writes");
    assert!(!report.closed_in_order && report.warnings.is_empty(), "{report:?}");
    let newest = store.view().get(TableId(1), b"newest").unwrap();
    let last = report.last_sequence;
    let expected = (last > 0).then(|| last.to_be_bytes().to_vec());
    assert_eq!(newest.map(|value| value.to_vec()), expected);
    let log = store.view().log_from(TableId(2), 1, 0, usize::MAX).unwrap();
    assert_eq!(log.len() as u64, last);
    for (entry, number) in log.iter().zip(1u64..) {
        assert_eq!((entry.seq, entry.value.as_ref()), (number, number.to_be_bytes().as_slice()));
    }
    store.close(Instant::now() + Duration::from_secs(60));
    report
}

/// Length and disk space of all files of the journal.
fn sizes(data: &Path) -> (u64, u64) {
    let files = std::fs::read_dir(data.join("journal")).unwrap();
    files
        .map(|file| file.unwrap().metadata().unwrap())
        .fold((0, 0), |(length, room), file| (length + file.len(), room + file.blocks() * 512))
}

#[test]
fn a_killed_processs_commits_exist_and_its_disk_space_is_released() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let mut known = 0;
    for round in 0..ROUNDS {
        // Chance of the system's own: another moment in every run.
        let chance = RandomState::new().build_hasher().finish();
        let answers = if round == 0 { 1 } else { chance % ANSWERS_MAX };
        let answered = write_and_die(data, answers);
        let (_, room) = sizes(data);
        if answers > 0 {
            assert!(answered > known, "the writer goes on behind {known}");
            assert!(room >= SEGMENT_BYTES, "no room was set aside ({room} bytes)");
        }
        // A writer that died before it had opened leaves the last close standing.
        let closed_before = answers == 0 && answered == 0;
        if closed_before {
            continue;
        }
        known = open_and_check(data, answered).last_sequence;
        let (length, room) = sizes(data);
        let block = 64 * 1024;
        assert!(room < length + (round + 1) * 4 * block, "{length} bytes take {room} on disk");
    }
    assert!(known >= ROUNDS, "the rounds wrote something");
}
