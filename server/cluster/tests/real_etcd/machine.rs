//! Machines with stores, and questions to etcd.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, UNIX_EPOCH};

use bytes::Bytes;
use parking_lot::Mutex;
use pointhouse_cluster::{
    Answer, ClusterId, Compare, Engine, EngineError, Etcd, EtcdOptions, Fault, Follower, Head, Led,
    Mark, Node, NodeOptions, Op, Origin, Pin, Position, SealingKey, Site, StoreReplica, Txn,
    WhenAlone,
};
use pointhouse_store::{Batch, Options, Store, TableId};
use tempfile::TempDir;

pub use super::members::until;
use super::members::{self, Members};

pub const CLUSTER: TableId = TableId(80);
pub const BALANCE: TableId = TableId(1);
pub const LEASE_SECONDS: u32 = 2;

pub fn options(members: &Members) -> EtcdOptions {
    EtcdOptions { endpoints: members.endpoints(), ..EtcdOptions::default() }
}

pub fn etcd(members: &Members) -> Etcd {
    members::prepare_tls();
    Etcd::new(&options(members), None).unwrap()
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    i64::try_from(UNIX_EPOCH.elapsed().unwrap().as_millis()).unwrap()
}

/// Repeats a call until its outcome is known, while members come and go.
pub fn known<T>(mut call: impl FnMut() -> Result<T, EngineError>) -> Result<T, EngineError> {
    until("etcd answers", || match call() {
        Err(EngineError::Unknown(_)) => None,
        other => Some(other),
    })
}

pub fn settled<T>(call: impl FnMut() -> Result<T, EngineError>) -> T {
    known(call).unwrap()
}

pub fn put(key: &str, value: &str, lease: Option<i64>) -> Op {
    Op::Put { key: key.into(), value: value.into(), lease }
}

pub fn value(answer: &Answer, part: usize) -> Option<String> {
    answer.value(part).map(|found| String::from_utf8(found.value.clone()).unwrap())
}

/// A machine with a store.
pub struct Machine {
    pub store: Store,
    pub node: Node,
    pub options: NodeOptions,
    pub follower: Follower<StoreReplica>,
    pub fatal: Arc<Mutex<Vec<String>>>,
}

impl Machine {
    pub fn open(data: &Path, name: &str, site: &Site, members: &Members) -> Self {
        let fatal = Arc::new(Mutex::new(Vec::new()));
        let noted = fatal.clone();
        let on_fatal = Box::new(move |reason: &str| noted.lock().push(reason.to_owned()));
        let stored = Options { is_following: true, on_fatal, ..Options::default() };
        let (store, _) = Store::open(data, stored).unwrap();
        let replica = StoreReplica::new(store.clone(), site).unwrap();
        let options = NodeOptions {
            name: name.to_owned(),
            id: name.to_owned(),
            address: String::new(),
            lease_seconds: LEASE_SECONDS,
            handed_over: None,
            machines: 2,
            when_alone: WhenAlone::Continue,
            quota: 2 << 30,
            window: 256 << 20,
            seen: data.join("etcd-seen"),
            etcd: options(members),
        };
        let follower = Follower::new(site.clone(), replica);
        Self { store, node: Node::default(), options, follower, fatal }
    }

    pub fn lead(&mut self) -> pointhouse_cluster::Leadership {
        let led = self.node.follow_until_leading(&self.options, &mut self.follower, now);
        let Led { log, leadership } = led.unwrap().unwrap();
        self.store.lead(Box::new(log));
        leadership
    }

    /// Writes what is missing here, whichever member answers.
    pub fn catch_up(&mut self, members: &Members) {
        let mut etcd = etcd(members);
        settled(|| match self.follower.catch_up(&mut etcd) {
            Ok(_) => Ok(()),
            Err(Fault::Engine(error)) => Err(error),
            Err(fault) => panic!("{fault}"),
        });
    }

    pub fn close(self) {
        self.store.close(Instant::now() + Duration::from_secs(20));
    }
}

pub fn batch(number: u64, bytes: usize) -> Batch {
    let mut batch = Batch::new();
    batch.put(BALANCE, &number.to_be_bytes(), &noise(number, bytes.min(16_000))).unwrap();
    for part in 1..bytes.div_ceil(16_000) {
        batch
            .append(TableId(2), number, u64::try_from(part).unwrap(), &noise(number ^ 99, 16_000))
            .unwrap();
    }
    batch
}

/// Bytes that don't compress.
pub fn noise(seed: u64, bytes: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state.to_be_bytes()[0]
    };
    (0..bytes).map(|_| next()).collect()
}

pub fn rows(store: &Store) -> Vec<(Bytes, Vec<u8>)> {
    let rows = store.view().scan(BALANCE, &[], &[], usize::MAX).unwrap();
    rows.into_iter().map(|(key, value)| (key, value.as_ref().to_vec())).collect()
}

/// Two folders with the same beginning, and its place in the log.
pub fn begin(folders: &[&Path], site: &Site, members: &Members) {
    let start = Position { sequence: 0, chain: [0; 32] };
    let mark = Mark::after((site.cluster, 0), start, &[]);
    for folder in folders {
        let (store, _) = Store::open(folder, Options::default()).unwrap();
        let mut batch = Batch::new();
        Mark::row(CLUSTER).put(&mut batch, &mark).unwrap();
        assert_eq!(store.commit(batch).wait().unwrap(), mark.sequence);
        store.close(Instant::now() + Duration::from_secs(20));
    }
    let head = Head::first(mark.position(), 1, Origin::of(site, None));
    let put = Op::Put { key: site.keys.head(), value: head.bytes().to_vec(), lease: None };
    let when = vec![Compare::Absent(site.keys.head())];
    let mut etcd = etcd(members);
    settled(|| {
        etcd.transact(&Txn { when: when.clone(), then: vec![put.clone()], otherwise: Vec::new() })
    });
}

/// A new site, with the folders of two machines.
pub fn two_folders(members: &Members) -> (Site, [TempDir; 2]) {
    let site = Site::new(ClusterId([6; 16]), SealingKey::random(), (CLUSTER, 1));
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    begin(&[folders[0].path(), folders[1].path()], &site, members);
    (site, folders)
}

/// Groups in etcd.
pub fn groups(members: &Members, site: &Site) -> usize {
    let keys = &site.keys;
    let read = Txn::read(vec![Op::Range(keys.group(0), keys.after_groups(), 1000)]);
    let mut etcd = etcd(members);
    settled(|| etcd.transact(&read)).found[0].len()
}

/// How far a machine has said that it is.
pub fn pin(members: &Members, site: &Site, node: &str) -> u64 {
    let read = Txn::read(vec![Op::Get(site.keys.member(node))]);
    let mut etcd = etcd(members);
    let answer = settled(|| etcd.transact(&read));
    answer.value(0).map_or(0, |pin| serde_json::from_slice::<Pin>(&pin.value).unwrap().durable)
}
