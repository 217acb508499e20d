//! A simple model of the store's content to compare with.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;

use super::chance::Chance;
use crate::batch::{Batch, Row, Rows, TableId};
use crate::error::StoreError;
use crate::projection::{CommitView, Projection};
use crate::view::View;

pub(super) const BALANCES: TableId = TableId(1);
pub(super) const LEDGER: TableId = TableId(2);
/// The last possible table: its scans end where keys end.
pub(super) const FLAGS: TableId = TableId(255);
const SUMS: TableId = TableId(9);
const OWNERS: usize = 5;

/// A change of a row as a module would make it.
#[derive(Clone, Debug)]
enum Step {
    /// An overwritten row with a revision.
    Balance {
        owner: u64,
        revision: u64,
        filler: Vec<u8>,
    },
    Entry {
        owner: u64,
        seq: u64,
        amount: u64,
    },
    Flag {
        key: Vec<u8>,
        value: Option<Vec<u8>>,
    },
}

/// A commit and what it does.
#[derive(Clone, Debug)]
pub(super) struct Commit {
    steps: Vec<Step>,
    pub(super) rows: Bytes,
}

/// Revision and the value's other bytes.
type Balance = (u64, Vec<u8>);

/// What a reader sees at one sequence.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shape {
    pub(super) balances: BTreeMap<u64, Balance>,
    pub(super) logs: BTreeMap<u64, Vec<u64>>,
    pub(super) flags: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Shape {
    pub(super) fn take(&mut self, commit: &Commit) {
        for step in &commit.steps {
            match step.clone() {
                Step::Balance { owner, revision, filler } => {
                    self.balances.insert(owner, (revision, filler));
                }
                Step::Entry { owner, amount, .. } => {
                    self.logs.entry(owner).or_default().push(amount);
                }
                Step::Flag { key, value: Some(value) } => {
                    self.flags.insert(key, value);
                }
                Step::Flag { key, value: None } => {
                    self.flags.remove(&key);
                }
            }
        }
    }

    /// Sums of the ledger, counted from scratch.
    pub(super) fn sums(&self) -> BTreeMap<u64, u64> {
        self.logs.iter().map(|(owner, amounts)| (*owner, amounts.iter().sum())).collect()
    }

    /// A commit that is valid after this state.
    pub(super) fn propose(&self, chance: &mut Chance) -> Commit {
        let mut steps = Vec::new();
        let mut after = self.clone();
        for _ in 0..chance.between(1, 3) {
            let owner = chance.below(OWNERS) as u64;
            match chance.below(6) {
                0 => {
                    let key = vec![255; chance.below(3)];
                    let value = (!chance.one_in(3)).then(|| filler(chance));
                    steps.push(Step::Flag { key, value });
                }
                1 | 2 => {
                    let revision = after.balances.get(&owner).map_or(0, |known| known.0) + 1;
                    after.balances.insert(owner, (revision, Vec::new()));
                    steps.push(Step::Balance { owner, revision, filler: filler(chance) });
                }
                _ => {
                    let log = after.logs.entry(owner).or_default();
                    let amount = chance.below(1000) as u64;
                    log.push(amount);
                    steps.push(Step::Entry { owner, seq: log.len() as u64, amount });
                }
            }
        }
        Commit { rows: encode(&steps), steps }
    }
}

fn filler(chance: &mut Chance) -> Vec<u8> {
    let len = if chance.one_in(10) { chance.below(60) } else { chance.below(20) };
    vec![chance.below(256) as u8; len]
}

fn encode(steps: &[Step]) -> Bytes {
    let mut batch = Batch::new();
    for step in steps {
        match step {
            Step::Balance { owner, revision, filler } => {
                let value = [revision.to_be_bytes().as_slice(), filler].concat();
                batch.put(BALANCES, &owner.to_be_bytes(), &value).unwrap();
            }
            Step::Entry { owner, seq, amount } => {
                batch.append(LEDGER, *owner, *seq, &amount.to_be_bytes()).unwrap();
            }
            Step::Flag { key, value: Some(value) } => batch.put(FLAGS, key, value).unwrap(),
            Step::Flag { key, value: None } => batch.delete(FLAGS, key).unwrap(),
        }
    }
    batch.into_bytes()
}

pub(super) fn number(bytes: &[u8]) -> u64 {
    u64::from_be_bytes(bytes[..8].try_into().unwrap())
}

/// Reads everything that a reader can ask for.
pub(super) fn read_all(view: &View) -> Shape {
    let mut shape = Shape::default();
    for (key, value) in view.scan(BALANCES, &[], &[], usize::MAX).unwrap() {
        shape.balances.insert(number(&key), (number(&value), value[8..].to_vec()));
    }
    for (key, value) in view.scan(FLAGS, &[], &[], usize::MAX).unwrap() {
        shape.flags.insert(key.to_vec(), value.to_vec());
    }
    for owner in 0..OWNERS as u64 {
        let point = view.get(BALANCES, &owner.to_be_bytes()).unwrap();
        let point = point.map(|value| (number(&value), value[8..].to_vec()));
        assert_eq!(point.as_ref(), shape.balances.get(&owner), "get and scan say the same");
        let entries = view.log_from(LEDGER, owner, 0, usize::MAX).unwrap();
        for (place, entry) in entries.iter().enumerate() {
            assert_eq!(entry.seq, place as u64 + 1, "the log of {owner} has no gap");
        }
        let mut back = view.log(LEDGER, owner, u64::MAX, usize::MAX).unwrap();
        back.reverse();
        assert_eq!(back, entries, "both directions of a log say the same");
        if !entries.is_empty() {
            let amounts = entries.iter().map(|entry| number(&entry.value)).collect();
            shape.logs.insert(owner, amounts);
        }
    }
    shape
}

/// Compares the visible rows that a commit changes with what is durable.
pub(super) fn check_visible(view: &View, shape: &Shape, commit: &Commit) {
    for step in &commit.steps {
        match step {
            Step::Balance { owner, .. } => {
                let seen = view.get(BALANCES, &owner.to_be_bytes()).unwrap();
                let seen = seen.map(|value| (number(&value), value[8..].to_vec()));
                assert_eq!(
                    seen.as_ref(),
                    shape.balances.get(owner),
                    "a row is not as it is on disk"
                );
            }
            Step::Entry { owner, .. } => {
                let newest = view.log(LEDGER, *owner, u64::MAX, 1).unwrap();
                let known = shape.logs.get(owner).map_or(0, Vec::len) as u64;
                let seen = newest.first().map_or(0, |entry| entry.seq);
                assert_eq!(seen, known, "an entry is not as it is on disk");
            }
            Step::Flag { key, .. } => {
                let seen = view.get(FLAGS, key).unwrap().map(|value| value.to_vec());
                assert_eq!(seen.as_ref(), shape.flags.get(key), "a row is not as it is on disk");
            }
        }
    }
}

/// Checks that every revision of a row is its previous one plus one.
#[derive(Default)]
pub(super) struct Revisions(BTreeMap<Bytes, u64>);

impl Revisions {
    pub(super) fn take(&mut self, rows: &Bytes) {
        for row in Rows::new(rows.clone()) {
            if let Row::Put { key, value } = row.unwrap()
                && key[0] == BALANCES.0
            {
                let revision = number(&value);
                let before = self.0.insert(key, revision).unwrap_or(0);
                assert_eq!(revision, before + 1, "a revision steps by one");
            }
        }
    }
}

pub(super) type Totals = Arc<Mutex<BTreeMap<u64, u64>>>;

/// Sums the ledger of each owner, like a projection of the server.
#[derive(Default)]
pub(super) struct Sums {
    /// Sum, and the last commit in it.
    rows: BTreeMap<u64, (u64, u64)>,
    changed: Vec<u64>,
    totals: Totals,
}

impl Sums {
    pub(super) fn new(totals: &Totals) -> Self {
        Self { totals: totals.clone(), ..Self::default() }
    }

    fn publish(&self) {
        *self.totals.lock() = self.rows.iter().map(|(owner, row)| (*owner, row.0)).collect();
    }
}

impl Projection for Sums {
    fn name(&self) -> &'static str {
        "sums"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        for (key, value) in view.scan(SUMS, &[], &[], usize::MAX)? {
            self.rows.insert(number(&key), (number(&value), number(&value[8..])));
        }
        self.publish();
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        let mut amounts: BTreeMap<u64, u64> = BTreeMap::new();
        for row in commit.rows() {
            if let Row::Append { table: LEDGER, owner, value, .. } = row {
                *amounts.entry(*owner).or_default() += number(value);
            }
        }
        for (owner, amount) in amounts {
            let row = self.rows.entry(owner).or_default();
            if commit.sequence > row.1 {
                *row = (row.0 + amount, commit.sequence);
                self.changed.push(owner);
            }
        }
        self.publish();
    }

    fn drain(&mut self, out: &mut Batch) {
        for owner in std::mem::take(&mut self.changed) {
            let (sum, sequence) = self.rows[&owner];
            let value = [sum.to_be_bytes(), sequence.to_be_bytes()].concat();
            out.put(SUMS, &owner.to_be_bytes(), &value).unwrap();
        }
    }
}
