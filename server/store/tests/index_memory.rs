//! The cache of the index stays within its limit, also after everything was read. Alone in its program, because it looks at
//! the memory of the process.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use pointhouse_store::{Batch, Options, Store, TableId};

const ROWS: u64 = 60_000;
const VALUE_BYTES: usize = 1_500;
const ROWS_PER_COMMIT: u64 = 100;
const BIG: TableId = TableId(1);

/// Memory that the process has written, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("RssAnon:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() << 10
}

fn options() -> Options {
    Options { cache_bytes: 4 << 20, generation_bytes: 4 << 20, ..Options::default() }
}

/// Set in the process that writes the folder: what an allocator keeps of a writer would hide what a reader keeps.
const WRITES: &str = "POINTHOUSE_TEST_WRITES";

fn write(folder: &Path) {
    let (store, _) = Store::open(folder, options()).unwrap();
    for commit in 0..ROWS / ROWS_PER_COMMIT {
        let mut batch = Batch::new();
        for row in commit * ROWS_PER_COMMIT..(commit + 1) * ROWS_PER_COMMIT {
            batch.put(BIG, &row.to_be_bytes(), &[7; VALUE_BYTES]).unwrap();
        }
        store.commit(batch).wait().unwrap();
    }
    store.close(Instant::now() + Duration::from_secs(60));
}

#[test]
fn reading_everything_does_not_keep_everything() {
    if let Some(folder) = std::env::var_os(WRITES) {
        return write(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Command::new(std::env::current_exe().unwrap());
    assert!(writer.env(WRITES, folder.path()).status().unwrap().success());
    let before = resident();
    // An opening checks all 90 MB, with two threads; the allocator of the tests keeps some of what each has freed.
    let (store, report) = Store::open(folder.path(), options()).unwrap();
    assert_eq!(report.replayed, 0);
    let opened = resident();
    assert!(opened < before + (60 << 20), "{before} bytes before, {opened} after");
    store.backup(&folder.path().join("base")).unwrap();
    let read = resident();
    assert!(read < before + (75 << 20), "{before} bytes before, {read} after");
    store.close(Instant::now() + Duration::from_secs(60));
}
