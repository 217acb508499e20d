//! Stores with a log that several machines share, through their public surface.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use bytes::Bytes;
use parking_lot::Mutex;
use pointhouse_store::{
    Batch, COMMIT_BYTES_MAX, CommitError, CommitView, FollowError, Options, Projection, SharedLog,
    SharedLogError, Store, StoreError, TableId, View,
};

const BALANCE: TableId = TableId(1);
const MARK: TableId = TableId(2);
const GROUP_BYTES: usize = 300;

type Groups = Arc<Mutex<Vec<(u64, Vec<Bytes>)>>>;

/// A log in memory that ends each group with a mark and takes a number of groups.
struct Kept {
    groups: Groups,
    capacity: usize,
    mark: Bytes,
}

impl SharedLog for Kept {
    fn append(&mut self, first: u64, commits: &mut Vec<Bytes>) -> Result<(), SharedLogError> {
        let mut groups = self.groups.lock();
        if groups.len() == self.capacity {
            return Err(SharedLogError("the log is gone".to_owned()));
        }
        let bytes: usize = commits.iter().map(Bytes::len).sum();
        assert!(bytes <= GROUP_BYTES || commits.len() == 1, "{bytes}");
        commits.push(self.mark.clone());
        groups.push((first, commits.clone()));
        Ok(())
    }

    fn group_bytes(&self) -> usize {
        GROUP_BYTES
    }

    fn room(&self) -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(true))
    }
}

/// A log that is silent until it gets a signal to go on.
struct Silent {
    goes_on: Receiver<()>,
    room: Arc<AtomicBool>,
}

impl SharedLog for Silent {
    fn append(&mut self, _: u64, _: &mut Vec<Bytes>) -> Result<(), SharedLogError> {
        self.goes_on.recv().map_err(|error| SharedLogError(error.to_string()))
    }

    fn group_bytes(&self) -> usize {
        GROUP_BYTES
    }

    fn room(&self) -> Arc<AtomicBool> {
        self.room.clone()
    }
}

fn open(data: &Path) -> (Store, Arc<Mutex<Vec<String>>>) {
    open_with(data, Vec::new())
}

fn open_with(
    data: &Path,
    projections: Vec<Box<dyn Projection>>,
) -> (Store, Arc<Mutex<Vec<String>>>) {
    let fatal = Arc::new(Mutex::new(Vec::new()));
    let noted = fatal.clone();
    let on_fatal = Box::new(move |reason: &str| noted.lock().push(reason.to_owned()));
    let options = Options { is_following: true, on_fatal, projections, ..Options::default() };
    (Store::open(data, options).unwrap().0, fatal)
}

fn close(store: &Store) {
    store.close(Instant::now() + Duration::from_secs(20));
}

/// Commits of a member's balance.
fn balances(members: std::ops::Range<u64>) -> Vec<Batch> {
    let of = |member: u64| {
        let mut batch = Batch::new();
        batch
            .put(BALANCE, &member.to_be_bytes(), format!("balance of {member}").as_bytes())
            .unwrap();
        batch
    };
    members.map(of).collect()
}

/// The bytes of a commit, as a log gets them.
fn mark() -> Bytes {
    let groups = Groups::default();
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = open(folder.path());
    store.lead(Box::new(Kept { groups: groups.clone(), capacity: 1, mark: Bytes::new() }));
    let mut batch = Batch::new();
    batch.put(MARK, b"chain", b"of the group").unwrap();
    store.commit(batch).wait().unwrap();
    let bytes = groups.lock()[0].1[0].clone();
    close(&store);
    bytes
}

fn rows(store: &Store) -> Vec<(Bytes, Vec<u8>)> {
    let rows = store.view().scan(BALANCE, &[], &[], usize::MAX).unwrap();
    rows.into_iter().map(|(key, value)| (key, value.as_ref().to_vec())).collect()
}

#[test]
fn who_follows_has_what_the_leader_was_answered() {
    let (groups, mark) = (Groups::default(), mark());
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let (leader, _) = open(folders[0].path());
    leader.lead(Box::new(Kept { groups: groups.clone(), capacity: usize::MAX, mark }));
    let answers: Vec<_> = balances(0..200).into_iter().map(|batch| leader.commit(batch)).collect();
    let sequences: Vec<u64> = answers.into_iter().map(|answer| answer.wait().unwrap()).collect();
    assert!(sequences.is_sorted());
    assert_eq!(rows(&leader).len(), 200);

    let (follower, _) = open(folders[1].path());
    let groups = groups.lock().clone();
    assert!(groups.len() > 10, "commits are spread over groups: {}", groups.len());
    let (half, rest) = groups.split_at(groups.len() / 2);
    for (first, commits) in half {
        follower.follow(*first, commits.clone()).unwrap();
    }
    // After an end, it goes on where it was.
    close(&follower);
    drop(follower);
    let (follower, _) = open(folders[1].path());
    for (first, commits) in rest {
        follower.follow(*first, commits.clone()).unwrap();
    }
    assert_eq!(rows(&follower), rows(&leader));
    assert_eq!(follower.stats().last_sequence, leader.stats().last_sequence);
    for store in [leader, follower] {
        let mark = store.view().get(MARK, b"chain").unwrap().unwrap();
        assert_eq!(mark.as_ref(), b"of the group");
        close(&store);
    }
}

#[test]
fn who_follows_decides_nothing_and_takes_only_the_next_group() {
    let (groups, mark) = (Groups::default(), mark());
    let folder = tempfile::tempdir().unwrap();
    let (store, fatal) = open(folder.path());
    let refused = store.commit(balances(0..1).remove(0)).wait();
    assert!(matches!(refused, Err(StoreError::Commit(_))));
    let wrong = store.follow(2, vec![mark.clone()]);
    assert_eq!(wrong, Err(FollowError::OutOfOrder { expected: 1 }));
    assert_eq!(store.follow(1, Vec::new()), Err(FollowError::OutOfOrder { expected: 1 }));
    store.follow(1, vec![mark.clone(), mark.clone()]).unwrap();
    assert_eq!(store.follow(1, vec![mark.clone()]), Err(FollowError::OutOfOrder { expected: 3 }));
    assert_eq!(rows(&store), []);
    store.lead(Box::new(Kept { groups: groups.clone(), capacity: usize::MAX, mark: mark.clone() }));
    assert_eq!(store.commit(balances(0..1).remove(0)).wait().unwrap(), 3);
    assert_eq!(groups.lock()[0].0, 3);
    assert_eq!(store.follow(5, vec![mark]), Err(FollowError::NotFollowing));
    assert_eq!(fatal.lock().len(), 0);
    close(&store);
}

#[test]
fn what_the_log_did_not_take_is_neither_answered_nor_written() {
    let (groups, mark) = (Groups::default(), mark());
    let folder = tempfile::tempdir().unwrap();
    let (store, fatal) = open(folder.path());
    store.lead(Box::new(Kept { groups, capacity: 1, mark }));
    let mut batches = balances(0..2).into_iter();
    store.commit(batches.next().unwrap()).wait().unwrap();
    assert!(store.commit(batches.next().unwrap()).wait().is_err());
    assert_eq!(rows(&store).len(), 1);
    assert_eq!(store.follow(3, vec![Bytes::new()]), Err(FollowError::Stopped));
    close(&store);
    assert_eq!(*fatal.lock(), ["the shared log: the log is gone"]);
    drop(store);
    let (store, _) = open(folder.path());
    assert_eq!((rows(&store).len(), store.stats().last_sequence), (1, 2));
    close(&store);
}

/// Holds the committer at the first commit until the log has got the second one.
struct Held {
    second: Receiver<()>,
    folded: usize,
}

impl Projection for Held {
    fn name(&self) -> &'static str {
        "held"
    }

    fn load(&mut self, _: &View) -> Result<(), StoreError> {
        Ok(())
    }

    fn fold(&mut self, _: &CommitView) {
        self.folded += 1;
        if self.folded == 1 {
            self.second.recv_timeout(Duration::from_secs(60)).unwrap();
        }
    }

    fn drain(&mut self, _: &mut Batch) {}
}

/// A log that tells of its second group.
struct Telling {
    groups: usize,
    second: Sender<()>,
}

impl SharedLog for Telling {
    fn append(&mut self, _: u64, _: &mut Vec<Bytes>) -> Result<(), SharedLogError> {
        self.groups += 1;
        if self.groups == 2 {
            self.second.send(()).map_err(|error| SharedLogError(error.to_string()))?;
        }
        Ok(())
    }

    fn group_bytes(&self) -> usize {
        1
    }

    fn room(&self) -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(true))
    }
}

#[test]
fn a_group_is_sent_while_the_one_before_is_written_and_a_close_writes_both() {
    let folder = tempfile::tempdir().unwrap();
    let (tell, second) = channel();
    let projections: Vec<Box<dyn Projection>> = vec![Box::new(Held { second, folded: 0 })];
    let (store, fatal) = open_with(folder.path(), projections);
    store.lead(Box::new(Telling { groups: 0, second: tell }));
    let answers: Vec<_> = balances(0..20).into_iter().map(|batch| store.commit(batch)).collect();
    close(&store);
    let sequences: Vec<u64> = answers.into_iter().map(|answer| answer.wait().unwrap()).collect();
    assert_eq!(sequences, (1..=20).collect::<Vec<_>>());
    assert_eq!(fatal.lock().len(), 0);
    drop(store);
    let (store, _) = open(folder.path());
    assert_eq!((rows(&store).len(), store.stats().last_sequence), (20, 20));
    close(&store);
}

#[test]
fn new_commands_are_refused_while_the_log_is_silent_or_has_no_room() {
    let folder = tempfile::tempdir().unwrap();
    let (store, fatal) = open(folder.path());
    let (go_on, goes_on) = channel();
    let room = Arc::new(AtomicBool::new(true));
    store.lead(Box::new(Silent { goes_on, room: room.clone() }));
    assert!(store.writable());
    let answer = store.commit(balances(0..1).remove(0));
    let patience = Instant::now() + Duration::from_secs(30);
    while store.writable() {
        assert!(Instant::now() < patience, "a silent log is not noticed");
        std::thread::yield_now();
    }
    assert!(store.work_age() > Duration::from_secs(1));
    go_on.send(()).unwrap();
    answer.wait().unwrap();
    assert!(store.writable());
    assert!(store.work_age() < Duration::from_secs(1));
    room.store(false, Ordering::Relaxed);
    assert!(!store.writable());
    assert_eq!(fatal.lock().len(), 0);
    close(&store);
}

#[test]
fn a_commit_that_no_log_takes_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), Options::default()).unwrap().0;
    let mut large = Batch::new();
    for row in 0..=u64::try_from(COMMIT_BYTES_MAX / 16_000).unwrap() {
        large.put(BALANCE, &row.to_be_bytes(), &[7; 16_000]).unwrap();
    }
    let refused = store.commit(large).wait();
    assert!(matches!(refused, Err(StoreError::Commit(CommitError::TooLarge))), "{refused:?}");
    assert_eq!(store.commit(balances(0..1).remove(0)).wait().unwrap(), 1);
    close(&store);
}
