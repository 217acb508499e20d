//! The store through its public surface, on a real disk.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::path::Path;
use std::time::{Duration, Instant};

use pointhouse_store::{Batch, Format, Options, Progress, Store, TableId};

const BALANCE: TableId = TableId(1);
const LEDGER: TableId = TableId(2);

fn open(data: &Path) -> (Store, pointhouse_store::OpenReport) {
    Store::open(data, Options::default()).unwrap()
}

fn close(store: &Store) {
    store.close(Instant::now() + Duration::from_secs(20));
}

fn post(store: &Store, member: u64, seq: u64) -> u64 {
    let mut batch = Batch::new();
    batch.put(BALANCE, &member.to_be_bytes(), &seq.to_be_bytes()).unwrap();
    batch.append(LEDGER, member, seq, format!("entry {seq}").as_bytes()).unwrap();
    store.commit(batch).wait().unwrap()
}

fn balance(store: &Store, member: u64) -> Option<u64> {
    let value = store.view().get(BALANCE, &member.to_be_bytes()).unwrap()?;
    Some(u64::from_be_bytes(value.as_ref().try_into().unwrap()))
}

#[test]
fn what_was_answered_is_read_back_now_and_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let (store, report) = open(folder.path());
    assert!(report.closed_in_order);
    for seq in 1..=200 {
        assert_eq!(post(&store, 7, seq), seq);
        assert_eq!(balance(&store, 7), Some(seq));
    }
    close(&store);
    drop(store);
    let (store, report) = open(folder.path());
    assert!(report.closed_in_order, "{report:?}");
    assert_eq!(report.last_sequence, 200);
    assert_eq!(report.replayed, 0, "closing applied everything");
    assert_eq!(balance(&store, 7), Some(200));
    let newest = store.view().log(LEDGER, 7, u64::MAX, 3).unwrap();
    assert_eq!(newest.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [200, 199, 198]);
    let all = store.view().log_from(LEDGER, 7, 1, 1000).unwrap();
    assert_eq!(
        all.iter().map(|entry| entry.seq).collect::<Vec<_>>(),
        (1..=200).collect::<Vec<_>>()
    );
    close(&store);
}

#[test]
fn a_second_process_gets_an_error_that_the_folder_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path());
    let second = Store::open(folder.path(), Options::default()).map(drop).unwrap_err();
    assert_eq!(
        second.to_string(),
        format!("{} is in use by another process", folder.path().display())
    );
    close(&store);
}

#[test]
fn a_backup_taken_while_writing_restores_to_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(&folder.path().join("live"));
    for seq in 1..=50 {
        post(&store, 1, seq);
    }
    let file = folder.path().join("backup.base");
    let writer = store.clone();
    let writing = std::thread::spawn(move || {
        for seq in 51..=300 {
            post(&writer, 1, seq);
        }
    });
    let report = store.backup(&file).unwrap();
    writing.join().unwrap();
    close(&store);
    assert!(report.last_sequence >= 50);

    let restored = folder.path().join("restored");
    let (own, progress) = (Format::new(1, ""), Progress::default());
    assert_eq!(Store::restore_watched(&file, &restored, &own, 1, &progress).unwrap(), report);
    let stage = progress.stage().unwrap();
    assert_eq!((stage.name, stage.total), ("filling the index", Some(report.bytes)));
    // The closing seal is no part of the content.
    assert!(stage.done > report.bytes / 2 && stage.done <= report.bytes, "{stage:?}");
    let (store, opened) = open(&restored);
    assert_eq!(opened.last_sequence, report.last_sequence);
    assert_eq!(balance(&store, 1), Some(report.last_sequence));
    let log = store.view().log(LEDGER, 1, u64::MAX, 1000).unwrap();
    assert_eq!(u64::try_from(log.len()).unwrap(), report.last_sequence);
    close(&store);
}

#[test]
fn a_lost_index_is_rebuilt_from_the_newest_base_and_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path());
    for seq in 1..=40 {
        post(&store, 3, seq);
    }
    store.roll_base(Duration::ZERO).unwrap();
    for seq in 41..=80 {
        post(&store, 3, seq);
    }
    store.roll_base(Duration::ZERO).unwrap();
    for seq in 81..=120 {
        post(&store, 3, seq);
    }
    store.roll_base(Duration::ZERO).unwrap();
    close(&store);
    drop(store);
    std::fs::remove_dir_all(folder.path().join("index")).unwrap();
    let (store, report) = open(folder.path());
    assert!(report.index_rebuilt.is_some(), "{report:?}");
    assert_eq!(balance(&store, 3), Some(120));
    assert_eq!(store.view().log(LEDGER, 3, u64::MAX, 1000).unwrap().len(), 120);
    close(&store);
    drop(store);
    let scratch = tempfile::tempdir().unwrap();
    let (_, report) = Store::inspect(folder.path(), scratch.path(), 1..=1).unwrap();
    assert_eq!(report.bases, 2);
}

#[test]
fn as_many_bases_are_kept_as_wanted_while_they_are_young() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { kept_bases: 3, ..Options::default() };
    let (store, _) = Store::open(folder.path(), options).unwrap();
    let (day, now) = (Duration::from_secs(86_400), Duration::ZERO);
    for (night, erase, left) in [(1, day, 1), (2, day, 2), (3, day, 3), (4, day, 3), (5, now, 2)] {
        post(&store, 1, night);
        store.roll_base(erase).unwrap();
        let bases = std::fs::read_dir(folder.path().join("bases")).unwrap();
        assert_eq!(bases.count(), left, "{night}");
    }
    close(&store);
}

#[test]
fn scans_merge_memtable_and_index_and_leave_out_what_was_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path());
    for member in 0..500u64 {
        post(&store, member, 1);
    }
    close(&store);
    drop(store);
    let (store, _) = open(folder.path());
    let mut batch = Batch::new();
    for member in (0..500u64).step_by(2) {
        batch.delete(BALANCE, &member.to_be_bytes()).unwrap();
    }
    batch.put(BALANCE, &1000u64.to_be_bytes(), b"new").unwrap();
    store.commit(batch).wait().unwrap();
    let rows = store.view().scan(BALANCE, &[], &[], 10_000).unwrap();
    let keys: Vec<u64> =
        rows.iter().map(|(key, _)| u64::from_be_bytes(key.as_ref().try_into().unwrap())).collect();
    let expected: Vec<u64> = (0..500).filter(|member| member % 2 == 1).chain([1000]).collect();
    assert_eq!(keys, expected);
    assert_eq!(store.view().scan(BALANCE, &[], &[], 7).unwrap().len(), 7);
    close(&store);
}

/// Space set aside for the segments of the journal and the one that follows, in KiB, smallest first.
fn reserved(data: &Path) -> Vec<u64> {
    use std::os::unix::fs::MetadataExt;
    let files = std::fs::read_dir(data.join("journal")).unwrap().map(|file| file.unwrap());
    let space = |file: std::fs::DirEntry| file.metadata().unwrap().blocks() / 2;
    let mut all: Vec<_> = files.map(space).filter(|kib| *kib >= 64).collect();
    all.sort_unstable();
    all
}

#[test]
fn the_journal_sets_aside_more_space_the_more_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let options = || Options {
        first_segment_bytes: 64 * 1024,
        segment_bytes: 256 * 1024,
        ..Options::default()
    };
    let (store, _) = Store::open(folder.path(), options()).unwrap();
    assert_eq!(reserved(folder.path()), [64, 128]);
    let fill = |store: &Store, bytes: usize| {
        for _ in 0..bytes / 4096 {
            let mut batch = Batch::new();
            batch.put(BALANCE, b"a", &[7; 4096]).unwrap();
            store.commit(batch).wait().unwrap();
        }
    };
    fill(&store, 64 * 1024);
    assert_eq!(reserved(folder.path())[1..], [128, 256]);
    fill(&store, 512 * 1024);
    let largest = reserved(folder.path()).pop().unwrap();
    assert_eq!(largest, 256, "no segment is larger than that");
    close(&store);
    drop(store);
    // The next start goes on from the size of the last segment.
    let (store, _) = Store::open(folder.path(), options()).unwrap();
    assert!(reserved(folder.path()).ends_with(&[256, 256]), "{:?}", reserved(folder.path()));
    close(&store);
}

#[test]
fn old_entries_move_into_blocks_and_are_read_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let options = || Options {
        merge_packs: true,
        freeze_after: Duration::from_millis(1),
        ..Options::default()
    };
    let (store, _) = Store::open(folder.path(), options()).unwrap();
    let text = |seq: u64| format!("entry {seq} of a log with a thousand others");
    let mut batch = Batch::new();
    for seq in 1..=2500 {
        batch.append(LEDGER, 7, seq, text(seq).as_bytes()).unwrap();
    }
    store.commit(batch).wait().unwrap();
    close(&store);
    drop(store);
    // A walk over the logs begins with each opening, whenever the next generation is due.
    let patient = Options { freeze_after: Duration::from_secs(60 * 60), ..options() };
    let (store, _) = Store::open(folder.path(), patient).unwrap();
    let begun = Instant::now();
    // 2,500 entries are 40 packs: 32 of them become two blocks.
    let rows = loop {
        let file = tempfile::tempdir().unwrap();
        let rows = store.backup(&file.path().join("a.base")).unwrap().rows;
        if (1..=12).contains(&rows) {
            break rows;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{rows} rows are left");
    };
    assert!(rows > 2, "the newest packs are not merged");
    let check = |store: &Store| {
        let all = store.view().log_from(LEDGER, 7, 1, 5000).unwrap();
        assert_eq!(all.len(), 2500);
        assert!((1..).zip(&all).all(|(seq, entry)| entry.value == text(seq).as_bytes()));
        let page = store.view().log(LEDGER, 7, 1000, 3).unwrap();
        assert_eq!(page.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [999, 998, 997]);
    };
    check(&store);
    close(&store);
    drop(store);
    let (store, _) = Store::open(folder.path(), options()).unwrap();
    check(&store);
    close(&store);
}

#[test]
fn an_index_much_larger_than_its_rows_is_rewritten_by_the_next_opening() {
    let folder = tempfile::tempdir().unwrap();
    let options = || Options {
        freeze_after: Duration::from_millis(1),
        rewrite_above: 1 << 20,
        ..Options::default()
    };
    let size = || std::fs::metadata(folder.path().join("index/db")).unwrap().len();
    let (store, _) = Store::open(folder.path(), options()).unwrap();
    for number in 0..200u64 {
        let mut batch = Batch::new();
        batch.put(BALANCE, &number.to_be_bytes(), &[number as u8; 15_000]).unwrap();
        batch.append(LEDGER, 7, number + 1, &[1; 100]).unwrap();
        store.commit(batch).wait().unwrap();
    }
    close(&store);
    drop(store);
    let (store, _) = Store::open(folder.path(), options()).unwrap();
    let mut batch = Batch::new();
    for number in 1..200u64 {
        batch.delete(BALANCE, &number.to_be_bytes()).unwrap();
    }
    store.commit(batch).wait().unwrap();
    close(&store);
    drop(store);
    let large = size();
    // What an interrupted copy left.
    std::fs::create_dir(folder.path().join("index-copy")).unwrap();
    std::fs::write(folder.path().join("index-copy/db"), b"half a copy").unwrap();
    let check = || {
        let (store, report) = Store::open(folder.path(), options()).unwrap();
        assert_eq!(report.index_rebuilt, None);
        let first = store.view().get(BALANCE, &0u64.to_be_bytes()).unwrap().unwrap();
        assert_eq!(first.as_ref(), [0; 15_000]);
        assert_eq!(store.view().get(BALANCE, &1u64.to_be_bytes()).unwrap(), None);
        assert_eq!(store.view().log_from(LEDGER, 7, 1, 500).unwrap().len(), 200);
        close(&store);
    };
    check();
    let small = size();
    assert!(small * 2 < large, "{small} bytes after {large}");
    assert!(!folder.path().join("index-copy").exists());
    check();
    assert!(size() <= small.max(1 << 20), "it is not rewritten again");
}
