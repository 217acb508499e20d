//! Damage of the index's files: whatever sled does with it, no wrong data is ever read. Either all
//! rows are there, or the index is rebuilt from base and journal and the report gives the reason.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::path::Path;
use std::time::{Duration, Instant};

use pointhouse_store::{Batch, OpenReport, Options, Store, TableId};

const COMMITS: u64 = 3_000;
const KEYS: u64 = 200;
const OWNERS: u64 = 40;
const VALUES: TableId = TableId(1);
const LOGS: TableId = TableId(2);

fn options() -> Options {
    Options {
        segment_bytes: 256 * 1024,
        generation_bytes: 64 * 1024,
        cache_bytes: 1024 * 1024,
        ..Options::default()
    }
}

fn value(number: u64) -> Vec<u8> {
    [number.to_be_bytes().as_slice(), &[7; 60]].concat()
}

fn write(store: &Store, numbers: std::ops::RangeInclusive<u64>) {
    let mut waiting = Vec::new();
    for number in numbers {
        let mut batch = Batch::new();
        batch.put(VALUES, &(number % KEYS).to_be_bytes(), &value(number)).unwrap();
        batch.append(LOGS, number % OWNERS, number / OWNERS + 1, &value(number)).unwrap();
        waiting.push(store.commit(batch));
    }
    for answer in waiting {
        answer.wait().unwrap();
    }
}

/// A closed store whose oldest commits are in its bases only.
fn build(data: &Path) {
    for part in 0..4 {
        let (store, _) = Store::open(data, options()).unwrap();
        if part > 0 {
            // Closing applied what was written so far, so this base holds it as rows.
            store.roll_base(Duration::ZERO).unwrap();
        }
        write(&store, part * COMMITS / 4 + 1..=(part + 1) * COMMITS / 4);
        store.close(Instant::now() + Duration::from_secs(60));
    }
    for name in ["journal/segment-0000000001", "journal/segment-0000000001.zst"] {
        assert!(!data.join(name).exists(), "the first segment was dropped");
    }
}

fn check(data: &Path, what: &str) -> OpenReport {
    let (store, report) = Store::open(data, options()).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(report.last_sequence, COMMITS, "{what}");
    let view = store.view();
    for key in 0..KEYS {
        let newest = (COMMITS - KEYS + 1..=COMMITS).find(|number| number % KEYS == key).unwrap();
        let read = view.get(VALUES, &key.to_be_bytes()).unwrap().expect(what);
        assert_eq!(read, value(newest).as_slice(), "{what}: key {key}");
    }
    assert_eq!(view.scan(VALUES, &[], &[], usize::MAX).unwrap().len() as u64, KEYS, "{what}");
    for owner in 0..OWNERS {
        let mut expected = (1..=COMMITS).filter(|number| number % OWNERS == owner);
        for entry in view.log_from(LOGS, owner, 0, usize::MAX).unwrap() {
            let number = expected.next().expect(what);
            assert_eq!(entry.seq, number / OWNERS + 1, "{what}: log of {owner}");
            assert_eq!(entry.value, value(number).as_slice(), "{what}: log of {owner}");
        }
        assert_eq!(expected.next(), None, "{what}: the log of {owner} ends early");
    }
    store.close(Instant::now() + Duration::from_secs(60));
    report
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Damages a copy's file and opens it; what was made of the damage has to last.
fn damage(whole: &Path, file: &str, what: &str, change: impl FnOnce(&mut Vec<u8>)) -> OpenReport {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    copy(whole, &data);
    let file = data.join(file);
    let mut bytes = std::fs::read(&file).unwrap();
    change(&mut bytes);
    std::fs::write(&file, bytes).unwrap();
    let report = check(&data, what);
    if report.index_rebuilt.is_some() || report.replayed > 0 {
        let again = check(&data, what);
        assert_eq!((again.index_rebuilt, again.replayed), (None, 0), "{what}: mended for good");
    }
    report
}

/// Places all over a file, the same in every run.
fn places(bytes: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |turn| (turn * bytes / count + turn * 7919) % bytes)
}

#[test]
fn no_damage_of_the_index_leads_to_a_wrong_read() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    build(&whole);
    let bytes = std::fs::read(whole.join("index/db")).unwrap().len();
    let mut rebuilt = 0;
    for at in places(bytes, 32) {
        let report = damage(&whole, "index/db", &format!("bit {} of byte {at}", at % 8), |file| {
            file[at] ^= 1 << (at % 8);
        });
        rebuilt += usize::from(report.index_rebuilt.is_some());
    }
    for at in places(bytes, 8) {
        let report = damage(&whole, "index/db", &format!("zeros from byte {at}"), |file| {
            let to = (at + 4096).min(file.len());
            file[at..to].fill(0);
        });
        rebuilt += usize::from(report.index_rebuilt.is_some());
    }
    for at in places(bytes, 8) {
        let report = damage(&whole, "index/db", &format!("cut at byte {at}"), |file| {
            file.truncate(at);
        });
        rebuilt += usize::from(report.index_rebuilt.is_some());
    }
    for at in [3, 20, 40] {
        let report = damage(&whole, "index/conf", &format!("byte {at} of the settings"), |file| {
            file[at] ^= 1;
        });
        rebuilt += usize::from(report.index_rebuilt.is_some());
    }
    assert!(rebuilt > 5, "the damage hit something: {rebuilt}");
}

#[test]
fn an_index_of_another_time_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (store, _) = Store::open(&data, options()).unwrap();
    write(&store, 1..=COMMITS / 3);
    store.close(Instant::now() + Duration::from_secs(60));
    drop(store);
    copy(&data.join("index"), &folder.path().join("older"));
    let (store, _) = Store::open(&data, options()).unwrap();
    write(&store, COMMITS / 3 + 1..=COMMITS);
    store.close(Instant::now() + Duration::from_secs(60));
    drop(store);
    std::fs::remove_dir_all(data.join("index")).unwrap();
    copy(&folder.path().join("older"), &data.join("index"));
    let report = check(&data, "an index from before the last commits");
    let reason = report.index_rebuilt.expect("it had synced more");
    assert_eq!(reason, "it ends with sequence 1000 although it had synced 3000");
}

#[test]
fn an_index_that_is_ahead_of_the_journal_stops_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    for (data, commits) in [(&data, COMMITS), (&other, COMMITS / 2)] {
        let (store, _) = Store::open(data, options()).unwrap();
        write(&store, 1..=commits);
        store.close(Instant::now() + Duration::from_secs(60));
    }
    std::fs::remove_dir_all(data.join("journal")).unwrap();
    copy(&other.join("journal"), &data.join("journal"));
    let error = Store::open(&data, options()).err().expect("commits are missing").to_string();
    assert!(error.contains("the index holds 3000"), "{error}");
}

#[test]
fn a_rebuild_that_was_interrupted_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    build(&whole);
    // As a crash in the middle of a rebuild leaves it: the mark, and an index with nothing in it.
    std::fs::remove_dir_all(whole.join("index")).unwrap();
    std::fs::write(whole.join("index.failed"), "it was missing").unwrap();
    let other = folder.path().join("empty");
    Store::open(&other, options()).unwrap().0.close(Instant::now() + Duration::from_secs(60));
    copy(&other.join("index"), &whole.join("index"));
    let report = check(&whole, "a half rebuilt index");
    assert_eq!(report.index_rebuilt.as_deref(), Some("it was missing"));
    assert!(!whole.join("index.failed").exists());
}

#[test]
fn an_operator_can_discard_the_index() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path());
    Store::discard_index(folder.path()).unwrap();
    assert!(check(folder.path(), "a discarded index").index_rebuilt.is_some());
}

#[test]
fn without_a_whole_base_a_rebuild_touches_nothing_and_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path());
    std::fs::rename(folder.path().join("bases"), folder.path().join("elsewhere")).unwrap();
    let error = Store::discard_index(folder.path()).unwrap_err();
    assert!(error.to_string().contains("sequence 1 is needed"), "{error}");
    assert!(!folder.path().join("index.failed").exists(), "an index in order stays in use");
    std::fs::write(folder.path().join("index.failed"), "it erred").unwrap();
    for _ in 0..2 {
        let error = Store::open(folder.path(), options()).err().expect("it cannot be rebuilt");
        assert!(error.to_string().contains("sequence 1 is needed"), "{error}");
    }
    assert!(!folder.path().join("index-aside-1").exists(), "nothing was moved");
    std::fs::rename(folder.path().join("elsewhere"), folder.path().join("bases")).unwrap();
    assert!(check(folder.path(), "with its bases again").index_rebuilt.is_some());
}

#[test]
fn inspecting_a_damaged_index_changes_nothing_and_says_what_opening_would_do() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    build(&data);
    let (_, report) = Store::inspect(&data, &folder.path().join("first"), 1..=1).unwrap();
    assert_eq!(report.journal.index_rebuilt, None);
    assert!(report.journal.closed_in_order && report.index_applied == COMMITS, "{report:?}");

    let file = data.join("index/db");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&file, &bytes).unwrap();
    let (view, report) = Store::inspect(&data, &folder.path().join("second"), 1..=1).unwrap();
    assert!(report.journal.index_rebuilt.is_some(), "{report:?}");
    assert_eq!(report.journal.last_sequence, COMMITS);
    assert_eq!(view.scan(VALUES, &[], &[], usize::MAX).unwrap().len() as u64, KEYS);
    assert_eq!(view.log(LOGS, 1, u64::MAX, 1).unwrap()[0].seq, (COMMITS - OWNERS + 1) / OWNERS + 1);
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "nothing changed");

    let nothing = folder.path().join("nothing");
    assert!(Store::inspect(&nothing, &folder.path().join("third"), 1..=1).is_err());
    assert!(!nothing.exists(), "not even a folder was made");
}
