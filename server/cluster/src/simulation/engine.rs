//! An etcd that loses, delays and doubles.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::chance::Chance;
use crate::engine::{Answer, Compare, Engine, EngineError, KeyValue, Op, Txn};

#[derive(Clone, Debug)]
struct Stored {
    value: Vec<u8>,
    create_revision: i64,
    lease: Option<i64>,
}

/// The state that all machines see.
#[derive(Debug)]
pub(super) struct State {
    keys: BTreeMap<Vec<u8>, Stored>,
    revision: i64,
    /// Lease to when it ends and how long it lasts.
    leases: BTreeMap<i64, (u64, u32)>,
    pub(super) now: u64,
    /// Transactions that will be done later: sent before, or a second time.
    late: Vec<Txn>,
    /// Every value that a key of the log got, in order.
    pub(super) appended: Vec<(Vec<u8>, Vec<u8>)>,
    pub(super) faults: bool,
    pub(super) deeds: Deeds,
    chance: Chance,
}

/// What happened, to check that the simulation reaches its targets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deeds {
    pub(super) lost_orders: usize,
    pub(super) lost_answers: usize,
    pub(super) late: usize,
    pub(super) doubled: usize,
    pub(super) expired: usize,
}

impl State {
    pub(super) fn new(chance: Chance) -> Self {
        Self {
            keys: BTreeMap::new(),
            revision: 1,
            leases: BTreeMap::new(),
            now: 0,
            late: Vec::new(),
            appended: Vec::new(),
            faults: true,
            deeds: Deeds::default(),
            chance,
        }
    }

    /// Lets time pass; leases end.
    pub(super) fn pass(&mut self, time: u64) {
        self.now += time;
        let now = self.now;
        let ended: Vec<i64> =
            self.leases.iter().filter(|(_, (end, _))| *end <= now).map(|(id, _)| *id).collect();
        for lease in ended {
            self.end_lease(lease);
            self.deeds.expired += 1;
        }
    }

    /// Keeps a lease; `false` if it has ended.
    pub(super) fn keep(&mut self, lease: i64) -> bool {
        let now = self.now;
        let Some((end, seconds)) = self.leases.get_mut(&lease) else { return false };
        *end = now + u64::from(*seconds);
        true
    }

    fn end_lease(&mut self, lease: i64) {
        self.leases.remove(&lease);
        self.keys.retain(|_, stored| stored.lease != Some(lease));
        self.revision += 1;
    }

    /// Does some of what is late.
    pub(super) fn catch_up(&mut self) {
        while !self.late.is_empty() && self.chance.one_in(2) {
            let at = self.chance.below(self.late.len());
            let txn = self.late.swap_remove(at);
            if self.has_leases(&txn) {
                self.apply(&txn);
            }
        }
    }

    fn holds(&self, compare: &Compare) -> bool {
        match compare {
            Compare::Absent(key) => !self.keys.contains_key(key),
            Compare::Present(key) => self.keys.contains_key(key),
            Compare::Created(key, revision) => {
                self.keys.get(key).is_some_and(|stored| stored.create_revision == *revision)
            }
            Compare::Value(key, value) => {
                self.keys.get(key).is_some_and(|stored| stored.value == *value)
            }
        }
    }

    /// Returns whether every lease that a transaction needs is there.
    fn has_leases(&self, txn: &Txn) -> bool {
        let lease = |op: &Op| match op {
            Op::Put { lease, .. } => *lease,
            _ => None,
        };
        txn.then.iter().filter_map(lease).all(|lease| self.leases.contains_key(&lease))
    }

    fn apply(&mut self, txn: &Txn) -> Answer {
        let is_met = txn.when.iter().all(|compare| self.holds(compare));
        let ops = if is_met { &txn.then } else { &txn.otherwise };
        if ops.iter().any(|op| matches!(op, Op::Put { .. } | Op::Delete(..))) {
            self.revision += 1;
        }
        let found = ops.iter().map(|op| self.op(op)).collect();
        Answer { is_met, found }
    }

    fn op(&mut self, op: &Op) -> Vec<KeyValue> {
        let shown = |(key, stored): (&Vec<u8>, &Stored)| KeyValue {
            key: key.clone(),
            value: stored.value.clone(),
            create_revision: stored.create_revision,
        };
        match op {
            Op::Put { key, value, lease } => {
                let create_revision =
                    self.keys.get(key).map_or(self.revision, |stored| stored.create_revision);
                let stored = Stored { value: value.clone(), create_revision, lease: *lease };
                self.keys.insert(key.clone(), stored);
                if key.windows(4).any(|part| part == b"log/") {
                    self.appended.push((key.clone(), value.clone()));
                }
                Vec::new()
            }
            Op::Get(key) => self.keys.get_key_value(key).map(shown).into_iter().collect(),
            Op::Range(from, to, limit) => {
                self.keys.range(from.clone()..to.clone()).take(*limit).map(shown).collect()
            }
            Op::Delete(from, to) => {
                self.keys.retain(|key, _| key < from || key >= to);
                Vec::new()
            }
        }
    }
}

/// One machine's connection.
#[derive(Clone)]
pub(super) struct SimEngine(pub(super) Arc<Mutex<State>>);

impl Engine for SimEngine {
    fn transact(&mut self, txn: &Txn) -> Result<Answer, EngineError> {
        let mut state = self.0.lock();
        state.catch_up();
        let unknown = || Err(EngineError::Unknown("no answer".to_owned()));
        if !state.has_leases(txn) {
            return Err(EngineError::Refused("the lease is gone".to_owned()));
        }
        let fault = if state.faults { state.chance.below(24) } else { usize::MAX };
        match fault {
            0 => {
                state.deeds.lost_orders += 1;
                unknown()
            }
            1 | 2 => {
                state.apply(txn);
                state.deeds.lost_answers += 1;
                unknown()
            }
            3 | 4 => {
                state.late.push(txn.clone());
                state.deeds.late += 1;
                unknown()
            }
            // Without space, etcd does a transaction and refuses it all the same.
            5 => {
                if state.chance.one_in(2) {
                    state.apply(txn);
                }
                Err(EngineError::Refused("no space".to_owned()))
            }
            6 => {
                let answer = state.apply(txn);
                state.late.push(txn.clone());
                state.deeds.doubled += 1;
                Ok(answer)
            }
            // It was sent to two members, of which the one that did it later answers first.
            7 => {
                state.apply(txn);
                state.deeds.doubled += 1;
                Ok(state.apply(txn))
            }
            _ => Ok(state.apply(txn)),
        }
    }

    fn grant(&mut self, seconds: u32) -> Result<i64, EngineError> {
        let mut state = self.0.lock();
        state.revision += 1;
        let (lease, end) = (state.revision, state.now + u64::from(seconds));
        state.leases.insert(lease, (end, seconds));
        Ok(lease)
    }

    fn revoke(&mut self, lease: i64) -> Result<(), EngineError> {
        self.0.lock().end_lease(lease);
        Ok(())
    }

    fn pause(&mut self) {
        self.0.lock().pass(1);
    }
}
