//! The two threads of the store over the simulated disk: behaviour that needs both.

use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::chance::Chance;
use super::disk::{Faults, SimDisk};
use super::index::SimIndex;
use crate::batch::{Batch, TableId};
use crate::committer::Engine;
use crate::counters::Counters;
use crate::handover::Handover;
use crate::inbox::{Inbox, Pending};
use crate::index::{Index, IndexError, IndexRow, IndexWrite, applied};
use crate::journal::SegmentSizes;
use crate::opening::{Limits, assemble};
use crate::view::View;

const KEYS: TableId = TableId(1);
const LIMITS: Limits = Limits {
    segments: SegmentSizes { smallest: 1 << 20, largest: 1 << 20 },
    generation_bytes: 1000,
    format: 2,
};

/// An index on a disk that is full until the test changes that.
struct FullIndex {
    inner: SimIndex,
    room: AtomicBool,
    asked: Mutex<Sender<()>>,
}

impl FullIndex {
    fn new(disk: &SimDisk, room: bool) -> (Arc<Self>, Receiver<()>) {
        let (asked, asks) = channel();
        let inner = SimIndex::new(disk, Chance::new(1));
        let (room, asked) = (AtomicBool::new(room), Mutex::new(asked));
        (Arc::new(Self { inner, room, asked }), asks)
    }
}

impl Index for FullIndex {
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
        self.inner.range(from, to, limit, from_end)
    }

    fn apply(&self, batch: Vec<IndexWrite>) -> Result<(), IndexError> {
        assert!(self.room.load(Ordering::SeqCst), "written to although the disk is full");
        self.inner.apply(batch)
    }

    fn sync(&self) -> Result<(), IndexError> {
        self.inner.sync()
    }

    fn has_room(&self, _bytes: usize) -> bool {
        // The test may have ended.
        let _ = self.asked.lock().unwrap().send(());
        self.room.load(Ordering::SeqCst)
    }
}

struct Machine {
    engine: Arc<Engine>,
    view: View,
    threads: Vec<JoinHandle<()>>,
    fatal: Receiver<String>,
    _folder: tempfile::TempDir,
}

impl Machine {
    fn start(disk: &SimDisk, index: Arc<dyn Index>) -> Self {
        let counters = Arc::new(Counters::default());
        let mut salts = Chance::new(5);
        let salts = Box::new(move || salts.next());
        let (core, _) =
            assemble(&disk.as_disk(), &index, Vec::new(), LIMITS, counters.room.clone(), salts)
                .unwrap();
        let view = View { memtable: core.memtable.clone(), index };
        let folder = tempfile::tempdir().unwrap();
        let (died, fatal) = channel();
        let died = Mutex::new(died);
        let engine = Arc::new(Engine {
            inbox: Inbox::default(),
            handover: Handover::default(),
            counters,
            generation_bytes: LIMITS.generation_bytes,
            freeze_after: Duration::from_millis(5),
            merge_packs: false,
            on_fatal: Box::new(move |reason| died.lock().unwrap().send(reason.to_owned()).unwrap()),
            _lock: Arc::new(File::create(folder.path().join("LOCK")).unwrap()),
        });
        let (committing, applying, reading) = (engine.clone(), engine.clone(), view.clone());
        let threads = vec![
            std::thread::spawn(move || committing.run_committer(core)),
            std::thread::spawn(move || {
                applying.run_applier(reading.index.as_ref(), &reading.memtable);
            }),
        ];
        Self { engine, view, threads, fatal, _folder: folder }
    }

    fn commit(&self, key: u64) -> oneshot::Receiver<u64> {
        let mut batch = Batch::new();
        batch.put(KEYS, &key.to_be_bytes(), &[9; 200]).unwrap();
        let (reply, answer) = oneshot::channel();
        self.engine.inbox.push(Pending { rows: batch.into_bytes(), reply });
        answer
    }

    fn index_is_full(&self) -> bool {
        self.engine.counters.index_full.load(Ordering::SeqCst)
    }

    /// Like the store's own close; the deadline is far, so that an unnecessary wait is noticed.
    fn close(self) -> bool {
        self.engine.inbox.close();
        self.engine.handover.hurry();
        let drained = self.engine.handover.wait_drained(Instant::now() + Duration::from_secs(60));
        for thread in self.threads {
            thread.join().unwrap();
        }
        drained
    }
}

#[test]
fn a_full_disk_makes_the_index_wait_and_the_store_read_only_until_there_is_room() {
    let disk = SimDisk::new(Chance::new(2));
    let (index, asks) = FullIndex::new(&disk, false);
    let machine = Machine::start(&disk, index.clone());
    // More than two generations: what was decided is answered all the same.
    for key in 0..40 {
        assert_eq!(machine.commit(key).blocking_recv(), Ok(key + 1));
    }
    for _ in 0..2 {
        asks.recv().unwrap();
    }
    assert!(machine.index_is_full(), "the second question comes after the flag");
    assert_eq!(machine.view.scan(KEYS, &[], &[], 100).unwrap().len(), 40);

    index.room.store(true, Ordering::SeqCst);
    assert!(machine.engine.handover.wait_drained(Instant::now() + Duration::from_secs(60)));
    assert!(!machine.index_is_full(), "it came back by itself");
    assert!(machine.close());
    assert_eq!(applied(index.as_ref()).unwrap(), 40, "what waited was applied");
}

#[test]
fn a_store_on_a_full_disk_closes_at_once_and_loses_nothing() {
    let disk = SimDisk::new(Chance::new(2));
    let (index, asks) = FullIndex::new(&disk, false);
    let machine = Machine::start(&disk, index.clone());
    for key in 0..40 {
        machine.commit(key).blocking_recv().unwrap();
    }
    asks.recv().unwrap();
    assert!(machine.close(), "nothing is waited for");
    assert_eq!(applied(index.as_ref()).unwrap(), 0);

    index.room.store(true, Ordering::SeqCst);
    let machine = Machine::start(&disk, index);
    assert_eq!(machine.view.scan(KEYS, &[], &[], 100).unwrap().len(), 40);
    assert!(machine.close());
}

#[test]
fn after_an_error_of_the_journal_nobody_is_answered_and_nobody_waits() {
    let disk = SimDisk::new(Chance::new(2));
    let (index, _asks) = FullIndex::new(&disk, true);
    let machine = Machine::start(&disk, index);
    machine.commit(1).blocking_recv().unwrap();
    // The write or the fdatasync of the next group.
    disk.set_faults(Faults { power: None, eio: Some(0) });
    let answers: Vec<_> = (2..30).map(|key| machine.commit(key)).collect();
    assert!(machine.fatal.recv().unwrap().contains("writing the journal failed"));
    for answer in answers {
        assert!(answer.blocking_recv().is_err());
    }
    assert!(machine.commit(30).blocking_recv().is_err());
    let refused = machine.engine.inbox.roll(None).try_recv();
    assert_eq!(refused.unwrap_err(), TryRecvError::Closed, "a backup is refused");
    for thread in machine.threads {
        thread.join().unwrap();
    }
}

#[test]
fn a_roll_after_closing_is_refused() {
    let disk = SimDisk::new(Chance::new(2));
    let (index, _asks) = FullIndex::new(&disk, true);
    let machine = Machine::start(&disk, index);
    let before = machine.engine.inbox.roll(None).blocking_recv().unwrap().unwrap();
    assert_eq!(before.last_sequence, 0);
    let engine = machine.engine.clone();
    assert!(machine.close());
    assert_eq!(engine.inbox.roll(None).try_recv().unwrap_err(), TryRecvError::Closed);
}
