//! Bases that are written while the index grows, what is removed afterwards, and the index's sum.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parking_lot::Mutex;

use super::chance::Chance;
use super::disk::SimDisk;
use super::index::SimIndex;
use crate::applier;
use crate::base;
use crate::batch::{Batch, TableId};
use crate::committer::Core;
use crate::compaction::Compaction;
use crate::digest;
use crate::error::{OpenError, ReadError};
use crate::inbox::Rolled;
use crate::index::{Index, IndexError, IndexRow, IndexWrite, LOGS, PUTS, SledIndex};
use crate::index_mark::Mark;
use crate::journal::SegmentSizes;
use crate::memtable::Generation;
use crate::opening::{self, Limits, assemble};
use crate::pack;
use crate::progress::Progress;
use crate::projection::CommitView;
use crate::recovery::{self, Ending};
use crate::retention;
use crate::segment;
use crate::view::View;

const LOG: TableId = TableId(2);
const OWNERS: u64 = 4;

type Growth = Box<dyn FnMut() + Send>;

/// Applies something after every page of logs that a scan reads.
struct Growing {
    inner: SimIndex,
    grow: Mutex<Option<Growth>>,
}

impl Index for Growing {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, IndexError> {
        self.inner.get(key)
    }

    fn range(
        &self,
        from: &[u8],
        to: &[u8],
        limit: usize,
        from_end: bool,
    ) -> Result<Vec<IndexRow>, IndexError> {
        let page = self.inner.range(from, to, limit, from_end);
        if from.first() == Some(&LOGS)
            && let Some(grow) = &mut *self.grow.lock()
        {
            grow();
        }
        page
    }

    fn apply(&self, batch: Vec<IndexWrite>) -> Result<(), IndexError> {
        self.inner.apply(batch)
    }

    fn sync(&self) -> Result<(), IndexError> {
        self.inner.sync()
    }
}

fn core_of(disk: &SimDisk, index: &SimIndex) -> Core {
    let limits = Limits {
        segments: SegmentSizes { smallest: 1 << 20, largest: 1 << 20 },
        generation_bytes: 1 << 20,
        format: 2,
    };
    let mut salts = Chance::new(5);
    let salts = Box::new(move || salts.next());
    let room = Arc::new(AtomicBool::new(false));
    let (disk, index) = (disk.as_disk(), index.as_index());
    assemble(&disk, &index, Vec::new(), limits, room, salts).unwrap().0
}

/// Adds entries to every log and applies them.
fn append(core: &mut Core, index: &SimIndex, entries: impl IntoIterator<Item = u64>) {
    for seq in entries {
        let mut batch = Batch::new();
        for owner in 0..OWNERS {
            batch.append(LOG, owner, seq, &(owner * 1000 + seq).to_be_bytes()).unwrap();
        }
        batch.put(TableId(1), &[seq as u8 % 7], &seq.to_be_bytes()).unwrap();
        core.commit(&[batch.into_bytes()]).unwrap();
    }
    let generation = core.freeze().unwrap().unwrap();
    applier::apply(index, &generation).unwrap();
    core.memtable.write().drop_applied(&generation);
}

/// A new index from the base and the following commits: everything is there, in order.
fn check_base(file: &Path, disk: &SimDisk, last: u64) {
    let index = SimIndex::new(disk, Chance::new(6));
    let report = base::fill(file, &index, &Progress::default()).unwrap();
    let mut behind = Generation::default();
    recovery::read(
        &disk.as_disk(),
        report.applied + 1,
        Ending::Leave,
        &Progress::default(),
        |commit| {
            behind.insert(&CommitView::read(commit.sequence, &commit.rows)?);
            Ok(())
        },
    )
    .unwrap();
    applier::apply(&index, &behind).unwrap();
    let view = View { memtable: Arc::default(), index: index.as_index() };
    for owner in 0..OWNERS {
        let log = view.log_from(LOG, owner, 0, usize::MAX).unwrap();
        let sequences: Vec<u64> = log.iter().map(|entry| entry.seq).collect();
        assert_eq!(sequences, (1..=last).collect::<Vec<_>>(), "the log of {owner}");
        let mut newest_first = view.log(LOG, owner, u64::MAX, usize::MAX).unwrap();
        newest_first.reverse();
        assert_eq!(newest_first, log, "the log of {owner} in the other direction");
    }
    for key in 0..7u8 {
        let newest = (1..=last).rev().find(|seq| *seq as u8 % 7 == key).unwrap();
        let value = view.get(TableId(1), &[key]).unwrap().unwrap();
        assert_eq!(value, newest.to_be_bytes().as_slice());
    }
}

#[test]
fn a_base_is_whole_although_the_index_grows_under_its_scan() {
    // The number of entries per step determines where packs begin and end.
    for step in (1..=40).chain([55, 60, 70, 130, 200]) {
        let disk = SimDisk::new(Chance::new(3));
        let inner = SimIndex::new(&disk, Chance::new(4));
        let core = Arc::new(Mutex::new(core_of(&disk, &inner)));
        append(&mut core.lock(), &inner, 1..=10);

        let last = Arc::new(Mutex::new(10));
        let (growing, reached, applying) = (core.clone(), last.clone(), inner.clone());
        let mut walk = Compaction::when(true);
        let grow: Growth = Box::new(move || {
            walk.step(&applying).unwrap();
            let mut reached = reached.lock();
            // A scan that followed the growth would never end.
            if *reached > 10 + 5 * step {
                return;
            }
            append(&mut growing.lock(), &applying, *reached + 1..=*reached + step);
            *reached += step;
        });
        let index = Growing { inner, grow: Mutex::new(Some(grow)) };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("grown.base");
        let roll = || {
            index.grow.lock().take();
            Ok(Rolled { last_sequence: *last.lock() })
        };
        let report =
            base::write(&file, (&index, 2), &disk.as_disk(), (&Progress::default(), None), roll)
                .unwrap();
        let last = *last.lock();
        assert_eq!((report.applied, report.last_sequence), (10, last));
        assert!(last >= 10 + 2 * step, "it grew");
        check_base(&file, &disk, last);
    }
}

/// Reads all logs while packs are merged now and then, so that blocks appear before, behind and around the place of
/// a reader.
fn read_while_merging(seed: u64) {
    let mut chance = Chance::new(seed);
    let disk = SimDisk::new(Chance::new(3));
    let inner = SimIndex::new(&disk, Chance::new(4));
    let mut core = core_of(&disk, &inner);
    let gap = chance.between(1, 3) as u64;
    for part in 0..20 {
        append(&mut core, &inner, (part * 4 + 1..=part * 4 + 4).map(|seq| seq * gap));
    }
    let blocks = |index: &SimIndex| {
        let rows = index.range(&[LOGS], &[LOGS + 1], 999, false).unwrap();
        rows.iter().filter(|(_, value)| pack::is_block(value)).count()
    };
    let (forward, limit) = (chance.one_in(2), chance.between(1, 40));
    let (merging, mut walk) = (inner.clone(), Compaction::when(true));
    let grow: Growth = Box::new(move || {
        if chance.one_in(3) {
            walk.step(&merging).unwrap();
        }
    });
    let index = Arc::new(Growing { inner: inner.clone(), grow: Mutex::new(Some(grow)) });
    let view = View { memtable: Arc::default(), index };
    for owner in 0..OWNERS {
        let mut sequences: Vec<u64> = Vec::new();
        loop {
            let page = match (forward, sequences.last()) {
                (true, last) => view.log_from(LOG, owner, last.map_or(0, |seq| seq + 1), limit),
                (false, last) => view.log(LOG, owner, last.copied().unwrap_or(u64::MAX), limit),
            };
            let page = page.unwrap();
            if page.is_empty() {
                break;
            }
            sequences.extend(page.iter().map(|entry| entry.seq));
        }
        if !forward {
            sequences.reverse();
        }
        let expected: Vec<u64> = (1..=80).map(|seq| seq * gap).collect();
        assert_eq!(sequences, expected, "{seed}, forward: {forward}, gap: {gap}, limit: {limit}");
    }
    assert!(blocks(&inner) > 0);
    digest::verify(&inner).unwrap();
}

#[test]
fn what_is_merged_while_it_is_read_is_read_once() {
    super::for_each_seed(300, read_while_merging);
}

#[test]
fn a_segment_is_dropped_in_both_its_forms_and_leaves_no_hole() {
    let disk = SimDisk::new(Chance::new(3));
    let inner = SimIndex::new(&disk, Chance::new(4));
    let mut core = core_of(&disk, &inner);
    let folder = tempfile::tempdir().unwrap();
    for part in 0..3 {
        append(&mut core, &inner, part * 5 + 1..=part * 5 + 5);
        core.journal.roll().unwrap();
        let last_sequence = part * 5 + 5;
        let file = folder.path().join(format!("{:010}.base", part + 1));
        base::write(&file, (&inner, 2), &disk.as_disk(), (&Progress::default(), None), || {
            Ok(Rolled { last_sequence })
        })
        .unwrap();
    }
    // A crash between renaming the compressed copy and removing the plain file.
    let mut files = disk.files();
    let plain = files[&segment::name(1)].clone();
    retention::compress(&disk.as_disk(), &segment::name(1)).unwrap();
    files = disk.files();
    files.insert(segment::name(1), plain);
    let disk = SimDisk::holding(&files);

    retention::retire(folder.path(), &disk.as_disk(), 2, Duration::ZERO).unwrap();
    let left: Vec<String> = disk.files().into_keys().filter(|name| name.contains("seg")).collect();
    assert_eq!(left, ["segment-0000000003.zst", "segment-0000000004"]);
    let bases = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(bases, 2);
    let read = recovery::read(&disk.as_disk(), 11, Ending::Leave, &Progress::default(), |_| Ok(()))
        .unwrap();
    assert_eq!(read.next_sequence, 16);
}

#[test]
fn nothing_is_dropped_while_a_kept_base_is_damaged() {
    let disk = SimDisk::new(Chance::new(3));
    let inner = SimIndex::new(&disk, Chance::new(4));
    let mut core = core_of(&disk, &inner);
    let folder = tempfile::tempdir().unwrap();
    let file = |number: u64| folder.path().join(format!("{number:010}.base"));
    for part in 0..3 {
        append(&mut core, &inner, part * 5 + 1..=part * 5 + 5);
        core.journal.roll().unwrap();
        let roll = || Ok(Rolled { last_sequence: part * 5 + 5 });
        base::write(
            &file(part + 1),
            (&inner, 2),
            &disk.as_disk(),
            (&Progress::default(), None),
            roll,
        )
        .unwrap();
    }
    let whole = std::fs::read(file(2)).unwrap();
    std::fs::write(file(2), &whole[..whole.len() - 1]).unwrap();
    let before = disk.files();
    let retired = retention::retire(folder.path(), &disk.as_disk(), 2, Duration::ZERO);
    assert!(matches!(retired, Err(OpenError::Damaged { .. })));
    assert!(file(1).exists(), "the older base is still needed");
    assert_eq!(disk.files(), before);
    assert_eq!(
        retention::newest_whole(folder.path(), &Progress::default()).unwrap().unwrap().0,
        file(3)
    );
    std::fs::remove_file(file(3)).unwrap();
    assert_eq!(
        retention::newest_whole(folder.path(), &Progress::default()).unwrap().unwrap().0,
        file(1)
    );
}

#[test]
fn an_index_whose_rows_were_changed_behind_the_digest_is_noticed() {
    let disk = SimDisk::new(Chance::new(3));
    let index = SimIndex::new(&disk, Chance::new(4));
    let mut core = core_of(&disk, &index);
    append(&mut core, &index, 1..=30);
    append(&mut core, &index, 31..=99);
    digest::verify(&index).unwrap();
    let rows = index.range(&[PUTS], &[LOGS + 1], usize::MAX, false).unwrap();
    assert!(rows.len() > 10);
    let noticed = |key: &[u8], value: Option<Vec<u8>>, whole: &[u8]| {
        index.apply(vec![(key.to_vec(), value)]).unwrap();
        assert!(matches!(digest::verify(&index), Err(IndexError::Rows)));
        index.apply(vec![(key.to_vec(), Some(whole.to_vec()))]).unwrap();
        digest::verify(&index).unwrap();
    };
    for (key, value) in &rows {
        noticed(key, None, value);
        noticed(key, Some([value.as_slice(), &[0]].concat()), value);
        noticed(key, Some(value[1..].to_vec()), value);
    }
    // Two rows with swapped values, and one additional row.
    let [(a, one), (b, two), ..] = &rows[..] else { panic!("two rows") };
    let swapped = vec![(a.clone(), Some(two.clone())), (b.clone(), Some(one.clone()))];
    index.apply(swapped).unwrap();
    assert!(matches!(digest::verify(&index), Err(IndexError::Rows)));
    let back = vec![(a.clone(), Some(one.clone())), (b.clone(), Some(two.clone()))];
    index.apply(back).unwrap();
    index.apply(vec![(vec![PUTS, 200], Some(vec![1]))]).unwrap();
    assert!(matches!(digest::verify(&index), Err(IndexError::Rows)));
}

#[test]
fn a_packed_row_that_does_not_read_condemns_the_index() {
    let data = tempfile::tempdir().unwrap();
    let lock = Arc::new(opening::lock(data.path()).unwrap());
    let index = SledIndex::open(&data.path().join("index"), 1 << 20).unwrap();
    let index: Arc<dyn Index> = Arc::new(index.serve(data.path(), &lock).unwrap());
    index.apply(vec![(pack::key(LOG.0, 1, 1), Some(vec![9, 9, 9]))]).unwrap();
    let view = View { memtable: Arc::default(), index: index.clone() };
    let mark = Mark::of(data.path());
    assert_eq!(mark.read().unwrap(), None);
    assert!(matches!(view.log(LOG, 1, 5, 1), Err(ReadError::Pack)));
    assert_eq!(mark.read().unwrap().as_deref(), Some(pack::UNREADABLE));

    mark.clear().unwrap();
    assert!(matches!(view.log_from(LOG, 1, 0, 1), Err(ReadError::Pack)));
    assert!(mark.read().unwrap().is_some());

    // The applier finds it as well, when it reads the newest entry.
    mark.clear().unwrap();
    let mut generation = Generation::default();
    let mut batch = Batch::new();
    batch.append(LOG, 1, 2, b"entry").unwrap();
    generation.insert(&CommitView::read(1, &batch.into_bytes()).unwrap());
    assert!(matches!(applier::apply(index.as_ref(), &generation), Err(IndexError::Note)));
    assert!(mark.read().unwrap().is_some());
}
