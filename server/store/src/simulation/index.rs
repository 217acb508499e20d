//! An index in memory that gives the guarantees of an index and no more: after a crash a prefix of
//! the batches exists, at least up to the last `sync`.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use super::chance::Chance;
use super::disk::SimDisk;
use crate::index::{Index, IndexError, IndexRow, IndexWrite};

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

#[derive(Default)]
struct State {
    seen: Rows,
    durable: Rows,
    pending: Vec<Vec<IndexWrite>>,
    chance: Chance,
}

impl State {
    /// The surviving batches, oldest first.
    fn surviving(&mut self) -> Vec<Vec<IndexWrite>> {
        let batches = self.chance.below(self.pending.len() + 1);
        self.pending.drain(..).take(batches).collect()
    }
}

/// The simulated index; clones share it.
#[derive(Clone)]
pub(super) struct SimIndex {
    disk: SimDisk,
    state: Arc<Mutex<State>>,
}

fn write(rows: &mut Rows, batch: &[IndexWrite]) {
    for (key, value) in batch {
        match value {
            Some(value) => rows.insert(key.clone(), value.clone()),
            None => rows.remove(key),
        };
    }
}

impl SimIndex {
    /// An empty index on the machine of `disk`: both lose power together.
    pub(super) fn new(disk: &SimDisk, chance: Chance) -> Self {
        let state = State { chance, ..State::default() };
        Self { disk: disk.clone(), state: Arc::new(Mutex::new(state)) }
    }

    pub(super) fn as_index(&self) -> Arc<dyn Index> {
        Arc::new(self.clone())
    }

    /// The process died: unwritten data is lost, written data is not yet durable.
    pub(super) fn kill(&self) {
        let mut state = self.state.lock();
        let surviving = state.surviving();
        state.seen = state.durable.clone();
        for batch in &surviving {
            write(&mut state.seen, batch);
        }
        state.pending = surviving;
    }

    /// The machine died.
    pub(super) fn crash(&self) {
        let mut state = self.state.lock();
        for batch in state.surviving() {
            write(&mut state.durable, &batch);
        }
        state.seen = state.durable.clone();
    }

    /// Another process removed it.
    pub(super) fn lose(&self) {
        let mut state = self.state.lock();
        let chance = state.chance.fork();
        *state = State { chance, ..State::default() };
    }
}

fn power_is_off() -> IndexError {
    IndexError::Io(io::Error::other("the power is off"))
}

impl Index for SimIndex {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, IndexError> {
        Ok(self.state.lock().seen.get(key).cloned())
    }

    fn range(
        &self,
        from: &[u8],
        to: &[u8],
        limit: usize,
        from_end: bool,
    ) -> Result<Vec<IndexRow>, IndexError> {
        let state = self.state.lock();
        if from >= to {
            return Ok(Vec::new());
        }
        let range = state.seen.range(from.to_vec()..to.to_vec());
        let own = |(key, value): (&Vec<u8>, &Vec<u8>)| (key.clone(), value.clone());
        Ok(if from_end {
            range.rev().take(limit).map(own).collect()
        } else {
            range.take(limit).map(own).collect()
        })
    }

    fn apply(&self, batch: Vec<IndexWrite>) -> Result<(), IndexError> {
        self.disk.watch();
        if !self.disk.pass() {
            return Err(power_is_off());
        }
        let mut state = self.state.lock();
        write(&mut state.seen, &batch);
        state.pending.push(batch);
        Ok(())
    }

    fn sync(&self) -> Result<(), IndexError> {
        self.disk.watch();
        if !self.disk.pass() {
            return Err(power_is_off());
        }
        let mut state = self.state.lock();
        for batch in std::mem::take(&mut state.pending) {
            write(&mut state.durable, &batch);
        }
        Ok(())
    }
}
