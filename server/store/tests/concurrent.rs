//! Many writers and readers at once with tiny generations: answered commits can be read, logs never
//! have gaps or duplicates, and bases taken meanwhile are intact.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pointhouse_store::{Batch, Committed, Format, OpenReport, Options, Store, TableId, View};

const WRITERS: u64 = 8;
const READERS: u64 = 3;
const COMMITS: u64 = 150;
const BALANCES: TableId = TableId(1);
const LEDGER: TableId = TableId(2);
/// How long a test waits for an event, before it fails.
const PATIENCE: Duration = Duration::from_secs(300);
/// Entries per commit, so that new packs begin all the time.
const ENTRIES: u64 = 3;

fn options() -> Options {
    Options {
        segment_bytes: 64 * 1024,
        generation_bytes: 4 * 1024,
        freeze_after: Duration::from_millis(1),
        cache_bytes: 1024 * 1024,
        ..Options::default()
    }
}

fn close(store: &Store) {
    store.close(Instant::now() + Duration::from_secs(60));
}

fn post(store: &Store, owner: u64, revision: u64) -> Committed {
    let mut batch = Batch::new();
    batch.put(BALANCES, &owner.to_be_bytes(), &revision.to_be_bytes()).unwrap();
    for entry in 1..=ENTRIES {
        let seq = (revision - 1) * ENTRIES + entry;
        batch.append(LEDGER, owner, seq, format!("{owner}/{seq}").as_bytes()).unwrap();
    }
    store.commit(batch)
}

fn balance(view: &View, owner: u64) -> u64 {
    let value = view.get(BALANCES, &owner.to_be_bytes()).unwrap();
    value.map_or(0, |value| u64::from_be_bytes(value.as_ref().try_into().unwrap()))
}

/// Entries from `first` on without a gap; returns the last sequence.
fn check_entries(view: &View, owner: u64, first: u64, limit: usize) -> u64 {
    let mut expected = first;
    for entry in view.log_from(LEDGER, owner, first, limit).unwrap() {
        assert_eq!(entry.seq, expected, "the log of {owner} from {first} on");
        assert_eq!(entry.value, format!("{owner}/{expected}").as_bytes());
        expected += 1;
    }
    expected - 1
}

/// The newest entries without a gap; returns the last sequence.
fn check_newest(view: &View, owner: u64, limit: usize) -> u64 {
    let newest = view.log(LEDGER, owner, u64::MAX, limit).unwrap();
    for pair in newest.windows(2) {
        assert_eq!(pair[0].seq, pair[1].seq + 1, "the newest of {owner}");
    }
    let last = newest.first().map_or(0, |entry| entry.seq);
    assert_eq!(newest.len() as u64, last.min(limit as u64), "the newest of {owner}");
    last
}

fn write_and_read_back(store: &Store, owner: u64) {
    let view = store.view();
    let mut revision = 0;
    while revision < COMMITS {
        // Sometimes several are on their way before the first is waited for.
        let burst = (1 + (owner + revision) % 4).min(COMMITS - revision);
        let answers: Vec<_> = (1..=burst).map(|next| post(store, owner, revision + next)).collect();
        for answer in answers {
            answer.wait().unwrap();
            revision += 1;
            assert!(balance(view, owner) >= revision, "{owner} does not read back {revision}");
            assert!(check_newest(view, owner, 5) >= revision * ENTRIES);
        }
        assert_eq!(balance(view, owner), revision);
        let first = (revision * ENTRIES).saturating_sub(100).max(1);
        assert_eq!(check_entries(view, owner, first, usize::MAX), revision * ENTRIES);
    }
}

/// Counts a writer out, also one that panicked, so that the others end.
struct Through<'a>(&'a AtomicUsize);

impl Drop for Through<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn read_until(store: &Store, reader: u64, writing: &AtomicUsize) {
    let view = store.view();
    let mut seen = [0; WRITERS as usize];
    let mut turn = reader;
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "writers are still writing after {PATIENCE:?}");
        let last_turn = writing.load(Ordering::SeqCst) == 0;
        for owner in 0..WRITERS {
            // The entries of the commit with this balance exist.
            let revision = balance(view, owner);
            assert!(revision >= seen[owner as usize], "the balance of {owner} went back");
            let last = match turn % 3 {
                0 => check_newest(view, owner, usize::MAX),
                1 => check_newest(view, owner, 70),
                _ => check_entries(view, owner, 1, usize::MAX),
            };
            assert!(last >= revision * ENTRIES, "a commit of {owner} is half there");
            assert_eq!(last % ENTRIES, 0, "a commit of {owner} is half there");
            seen[owner as usize] = revision;
            turn += 1;
        }
        let rows = view.scan(BALANCES, &[], &[], 100).unwrap();
        assert!(rows.is_sorted_by_key(|(key, _)| key.clone()) && rows.len() <= WRITERS as usize);
        assert!(rows.len() >= seen.iter().filter(|revision| **revision > 0).count());
        if last_turn {
            return;
        }
    }
}

fn check_whole(store: &Store, commits: Option<u64>) {
    for owner in 0..WRITERS {
        let revision = balance(store.view(), owner);
        assert!(commits.is_none_or(|commits| revision == commits));
        let last = revision * ENTRIES;
        assert_eq!(check_entries(store.view(), owner, 1, usize::MAX), last);
        assert_eq!(check_newest(store.view(), owner, usize::MAX), last);
    }
}

fn check_base(file: &Path, data: &Path) {
    let report = Store::restore(file, data, &Format::new(1, ""), 1).unwrap();
    let (store, opened) = Store::open(data, options()).unwrap();
    assert_eq!(opened.last_sequence, report.last_sequence);
    assert!(opened.closed_in_order && opened.index_rebuilt.is_none(), "{opened:?}");
    check_whole(&store, None);
    close(&store);
    drop(store);
    // Once more from the index alone: what the memtable had covered is in it now.
    let (store, opened) = Store::open(data, options()).unwrap();
    assert_eq!(opened.replayed, 0);
    check_whole(&store, None);
    close(&store);
}

#[test]
fn writers_read_back_and_readers_see_whole_commits() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("live");
    let (store, _) = Store::open(&data, options()).unwrap();
    let writing = AtomicUsize::new(WRITERS as usize);
    let mut backups = Vec::new();
    std::thread::scope(|scope| {
        for owner in 0..WRITERS {
            let (store, writing) = (&store, &writing);
            scope.spawn(move || {
                let _through = Through(writing);
                write_and_read_back(store, owner);
            });
        }
        for reader in 0..READERS {
            let (store, writing) = (&store, &writing);
            scope.spawn(move || read_until(store, reader, writing));
        }
        let begun = Instant::now();
        while writing.load(Ordering::SeqCst) > 0 {
            assert!(begun.elapsed() < PATIENCE, "writers are still writing after {PATIENCE:?}");
            let file = folder.path().join(format!("{}.backup", backups.len()));
            store.backup(&file).unwrap();
            store.roll_base(Duration::ZERO).unwrap();
            backups.push(file);
        }
    });
    assert!(!backups.is_empty());
    check_whole(&store, Some(COMMITS));
    close(&store);
    drop(store);
    let (store, report) = Store::open(&data, options()).unwrap();
    assert_eq!(report.last_sequence, WRITERS * COMMITS);
    assert_eq!((report.closed_in_order, report.replayed), (true, 0));
    check_whole(&store, Some(COMMITS));
    close(&store);
    for (turn, file) in backups.iter().enumerate().take(5) {
        check_base(file, &folder.path().join(format!("restored-{turn}")));
    }
}

/// Opens a folder as soon as the store that was dropped has let go of it.
fn open_once_free(folder: &Path, options: impl Fn() -> Options) -> (Store, OpenReport) {
    let begun = Instant::now();
    loop {
        match Store::open(folder, options()) {
            Err(pointhouse_store::OpenError::Locked { .. }) => std::thread::yield_now(),
            opened => return opened.unwrap(),
        }
        assert!(begun.elapsed() < PATIENCE, "the folder is still locked after {PATIENCE:?}");
    }
}

#[test]
fn a_store_that_nobody_holds_any_more_ends_in_order_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(folder.path(), options()).unwrap();
    let answer = post(&store, 1, 1);
    drop(store);
    assert_eq!(answer.wait().unwrap(), 1, "what was queued is written");
    let (store, report) = open_once_free(folder.path(), options);
    assert!(report.closed_in_order, "{report:?}");
    assert_eq!(balance(store.view(), 1), 1);
    close(&store);
}

#[test]
fn a_view_keeps_the_folder_from_being_opened_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(folder.path(), options()).unwrap();
    post(&store, 1, 1).wait().unwrap();
    let view = store.view().clone();
    close(&store);
    drop(store);
    let second = Store::open(folder.path(), options());
    assert!(matches!(second, Err(pointhouse_store::OpenError::Locked { .. })));
    assert_eq!(balance(&view, 1), 1, "it goes on reading");
}

#[test]
fn after_closing_commits_and_backups_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = Store::open(&folder.path().join("live"), options()).unwrap();
    close(&store);
    close(&store);
    assert!(post(&store, 1, 1).wait().is_err());
    let error = store.backup(&folder.path().join("late.backup")).unwrap_err();
    assert!(error.to_string().contains("rolling the journal"), "{error}");
    assert!(!folder.path().join("late.backup").exists());
}

#[test]
fn a_close_whose_deadline_is_over_leaves_the_rest_to_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let slow = || Options { freeze_after: Duration::from_secs(3600), ..Options::default() };
    let (store, _) = Store::open(folder.path(), slow()).unwrap();
    for revision in 1..=200 {
        post(&store, 1, revision);
    }
    store.close(Instant::now());
    drop(store);
    // The applier may still be writing; it holds the folder until it is done.
    let (store, report) = open_once_free(folder.path(), slow);
    assert!(report.closed_in_order && report.index_rebuilt.is_none(), "{report:?}");
    assert_eq!(balance(store.view(), 1), 200);
    assert_eq!(check_entries(store.view(), 1, 1, usize::MAX), 200 * ENTRIES);
    close(&store);
}
