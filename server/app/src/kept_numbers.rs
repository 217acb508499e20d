//! The numbers of a table's rows by their status, kept in memory by a fold over the commits, so that neither counts nor a
//! page of the rows take a scan. They are loaded from the rows at each opening; nothing of them is stored.

use std::fmt::Debug;
use std::sync::Arc;

use parking_lot::{RwLock, RwLockReadGuard};
use pointhouse_store::{Batch, CommitView, Keys, Projection, StoreError, StoredRow, Table, View};

use crate::ranking::Numbers;

/// The numbers of the rows of a table. Cheap to clone; clones share them.
pub struct KeptNumbers<V: 'static, S> {
    numbers: Arc<RwLock<Numbers<S>>>,
    table: &'static Table<u64, V>,
    status: fn(&V) -> S,
}

impl<V, S> Clone for KeptNumbers<V, S> {
    fn clone(&self) -> Self {
        Self { numbers: self.numbers.clone(), table: self.table, status: self.status }
    }
}

impl<V: StoredRow + Debug, S: Copy + PartialEq + Send + Sync + 'static> KeptNumbers<V, S> {
    /// Of a table whose rows have a status.
    pub fn new(table: &'static Table<u64, V>, status: fn(&V) -> S) -> Self {
        Self { numbers: Arc::default(), table, status }
    }

    /// The numbers at this moment.
    pub fn read(&self) -> RwLockReadGuard<'_, Numbers<S>> {
        self.numbers.read()
    }

    /// The fold that keeps them current.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold(self.clone()))
    }

    /// The `most` newest numbers in descending order, followed by at most as many older ones of these statuses.
    pub fn newest_and(&self, status: &[S], most: usize) -> Vec<u64> {
        let numbers = self.read();
        let (mut listed, _) = numbers.page(None, false, (0, most));
        let oldest = listed.last().copied().unwrap_or_default();
        let mut older: Vec<u64> = Vec::new();
        for status in status {
            older.extend(numbers.before(*status, oldest, most));
        }
        older.sort_unstable_by(|one, other| other.cmp(one));
        older.truncate(most);
        listed.append(&mut older);
        listed
    }
}

struct Fold<V: 'static, S>(KeptNumbers<V, S>);

impl<V: StoredRow + Debug, S: Copy + PartialEq + Send + Sync + 'static> Projection for Fold<V, S> {
    fn name(&self) -> &'static str {
        "numbers of rows by status"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        let mut numbers = Numbers::default();
        for row in self.0.table.rows(view, Keys::all()) {
            let (number, row) = row?;
            numbers.set(number, Some((self.0.status)(&row)));
        }
        *self.0.numbers.write() = numbers;
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        for change in commit.rows().iter().filter_map(|row| self.0.table.row(row)) {
            match change {
                Ok((number, row)) => {
                    let status = row.map(|row| (self.0.status)(&row));
                    self.0.numbers.write().set(number, status);
                }
                Err(error) => tracing::error!(%error, "a row was left out of its list"),
            }
        }
    }

    fn drain(&mut self, _: &mut Batch) {}
}
