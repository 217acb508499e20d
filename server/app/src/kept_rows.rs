//! What the lists of a table's rows are searched, sorted and counted by, kept in memory by a fold over the commits, so that
//! only the rows of a page are read. It is loaded from the rows at each opening; nothing of it is stored.

use std::fmt::Debug;
use std::sync::Arc;

use parking_lot::{MappedRwLockReadGuard, RwLock, RwLockReadGuard};
use pointhouse_store::{Batch, CommitView, Keys, Projection, StoreError, StoredRow, Table, View};

use crate::ids::UserId;
use crate::kept_texts::KeptTexts;
use crate::ranking::Numbers;

/// What is kept of a row beside its texts.
#[derive(Clone, Copy, Debug)]
pub struct RowTag<S> {
    /// The member it is about.
    pub user: UserId,
    /// Its status.
    pub status: S,
    /// What it can be sorted by, beside number and name.
    pub value: u64,
}

/// How a kind of row is kept.
pub struct Keeping<V, S> {
    /// What is kept beside the texts.
    pub tag: fn(&V) -> RowTag<S>,
    /// Its searchable texts. They are kept in lower case.
    pub texts: fn(u64, &V) -> Vec<String>,
}

struct Lists<S> {
    numbers: Numbers<S>,
    texts: KeptTexts<RowTag<S>>,
}

impl<S> Default for Lists<S> {
    fn default() -> Self {
        Self { numbers: Numbers::default(), texts: KeptTexts::default() }
    }
}

/// The rows of a table. Cheap to clone; clones share them.
pub struct KeptRows<V: 'static, S: 'static> {
    lists: Arc<RwLock<Lists<S>>>,
    table: &'static Table<u64, V>,
    keeping: &'static Keeping<V, S>,
}

impl<V, S> Clone for KeptRows<V, S> {
    fn clone(&self) -> Self {
        Self { lists: self.lists.clone(), table: self.table, keeping: self.keeping }
    }
}

impl<V: StoredRow + Debug, S: Copy + PartialEq + Send + Sync + 'static> KeptRows<V, S> {
    /// Of a table whose rows have a member and a status. Empty until the store is open.
    pub fn new(table: &'static Table<u64, V>, keeping: &'static Keeping<V, S>) -> Self {
        Self { lists: Arc::default(), table, keeping }
    }

    /// The numbers at this moment, whole and by status.
    pub fn numbers(&self) -> MappedRwLockReadGuard<'_, Numbers<S>> {
        RwLockReadGuard::map(self.lists.read(), |lists| &lists.numbers)
    }

    /// The texts at this moment, in lower case.
    pub fn texts(&self) -> KeptTexts<RowTag<S>> {
        self.lists.read().texts.clone()
    }

    fn set(&self, number: u64, row: Option<&V>) {
        let tag = row.map(self.keeping.tag);
        let mut lists = self.lists.write();
        lists.numbers.set(number, tag.map(|tag| tag.status));
        match (row, tag) {
            (Some(row), Some(tag)) => {
                lists.texts.set(number, tag, &self.keeping.texts_of(number, row));
            }
            _ => lists.texts.remove(number),
        }
    }

    /// The fold that keeps them current.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold(self.clone()))
    }

    /// The `most` newest numbers in descending order, followed by at most as many older ones of these statuses.
    pub fn newest_and(&self, status: &[S], most: usize) -> Vec<u64> {
        let numbers = self.numbers();
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

impl<V, S> Keeping<V, S> {
    fn texts_of(&self, number: u64, row: &V) -> Vec<String> {
        (self.texts)(number, row).iter().map(|text| text.to_lowercase()).collect()
    }
}

struct Fold<V: 'static, S: 'static>(KeptRows<V, S>);

impl<V: StoredRow + Debug, S: Copy + PartialEq + Send + Sync + 'static> Projection for Fold<V, S> {
    fn name(&self) -> &'static str {
        "rows of the panel's lists"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        let (mut numbers, keeping) = (Numbers::default(), self.0.keeping);
        let rows = self.0.table.rows(view, Keys::all()).map(|row| {
            let (number, row) = row?;
            let tag = (keeping.tag)(&row);
            numbers.set(number, Some(tag.status));
            Ok::<_, StoreError>((number, tag, keeping.texts_of(number, &row)))
        });
        let texts = KeptTexts::load(rows)?;
        *self.0.lists.write() = Lists { numbers, texts };
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        for change in commit.rows().iter().filter_map(|row| self.0.table.row(row)) {
            match change {
                Ok((number, row)) => self.0.set(number, row.as_ref()),
                Err(error) => tracing::error!(%error, "a row was left out of its list"),
            }
        }
    }

    fn drain(&mut self, _: &mut Batch) {}
}
