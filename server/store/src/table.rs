//! Typed tables: the rows of one kind, their keys and how they are read and written.
//!
//! A table is a private constant of the module that owns its rows, so that no other module reads them.

use std::fmt::Debug;
use std::marker::PhantomData;

use bytes::Bytes;

use crate::batch::{Batch, Row, TableId};
use crate::codec::{CodecError, RowBytes, RowProblem, StoredRow, decode, encode};
use crate::error::StoreError;
use crate::key::{Keys, LogOwner, StoredKey};
use crate::row_format::RowFormat;
use crate::store::Store;
use crate::view::View;

/// Rows per page of a scan.
const PAGE: usize = 512;
/// Rows of the first page: most readers need few.
const FIRST_PAGE: usize = 32;

/// A type that can be the value of a row.
pub trait StoredValue: Sized {
    /// Encodes the row.
    ///
    /// # Errors
    /// The value is too large for a row.
    fn to_row(&self) -> Result<Vec<u8>, CodecError>;

    /// Decodes a row.
    ///
    /// # Errors
    /// The row is not such a value.
    fn of_row(row: &RowBytes) -> Result<Self, CodecError>;
}

impl<V: StoredRow> StoredValue for V {
    fn to_row(&self) -> Result<Vec<u8>, CodecError> {
        encode(self)
    }

    fn of_row(row: &RowBytes) -> Result<Self, CodecError> {
        decode(row)
    }
}

/// A row without a value: only its key counts.
impl StoredValue for () {
    fn to_row(&self) -> Result<Vec<u8>, CodecError> {
        Ok(Vec::new())
    }

    fn of_row(row: &RowBytes) -> Result<Self, CodecError> {
        match row.len() {
            0 => Ok(()),
            left => Err(row.unreadable("key without a value", RowProblem::Trailing(left))),
        }
    }
}

/// A piece of a value too large for a row; the row with the number of pieces has the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece(pub Vec<u8>);

impl StoredValue for Piece {
    fn to_row(&self) -> Result<Vec<u8>, CodecError> {
        Ok(self.0.clone())
    }

    fn of_row(row: &RowBytes) -> Result<Self, CodecError> {
        Ok(Self(row.to_vec()))
    }
}

/// Rows with the newest value of each key.
pub struct Table<K, V> {
    id: TableId,
    types: PhantomData<fn(K) -> V>,
}

impl<K: StoredKey, V: StoredValue> Table<K, V> {
    /// The table with a number.
    pub const fn new(id: TableId) -> Self {
        Self { id, types: PhantomData }
    }

    /// The value of a key.
    ///
    /// # Errors
    /// The index failed, or the row cannot be decoded.
    pub fn get(&self, view: &View, key: &K) -> Result<Option<V>, StoreError> {
        let row = view.get(self.id, &key.bytes())?;
        Ok(row.map(|row| V::of_row(&row)).transpose()?)
    }

    /// Returns whether a key has a value.
    ///
    /// # Errors
    /// The index failed.
    pub fn contains(&self, view: &View, key: &K) -> Result<bool, StoreError> {
        Ok(view.get(self.id, &key.bytes())?.is_some())
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    /// Key or value are over their limit; the batch is unchanged.
    pub fn put(&self, batch: &mut Batch, key: &K, value: &V) -> Result<(), StoreError> {
        Ok(batch.put(self.id, &key.bytes(), &value.to_row()?)?)
    }

    /// Removes a key. Removing a missing key is not an error.
    ///
    /// # Errors
    /// The key is over its limit.
    pub fn delete(&self, batch: &mut Batch, key: &K) -> Result<(), StoreError> {
        Ok(batch.delete(self.id, &key.bytes())?)
    }

    /// Rows in ascending order of their keys, read in pages. Later pages may show later commits.
    pub fn rows<'view>(&self, view: &'view View, keys: Keys) -> TableRows<'view, K, V> {
        let page = Vec::new().into_iter();
        TableRows { id: self.id, view, left: Some(keys), step: FIRST_PAGE, page, types: self.types }
    }

    /// At most `limit` rows in ascending order of their keys, from one snapshot.
    ///
    /// # Errors
    /// The index failed, or a row cannot be decoded.
    pub fn scan(&self, view: &View, keys: &Keys, limit: usize) -> Result<Vec<(K, V)>, StoreError> {
        let rows = view.scan(self.id, &keys.from, &keys.to, limit)?;
        rows.into_iter().map(|(key, row)| read(self.id, &key, &row)).collect()
    }

    /// At most `limit` keys in ascending order, from one snapshot. Doesn't read values.
    ///
    /// # Errors
    /// The index failed, or a key cannot be decoded.
    pub fn keys(&self, view: &View, keys: &Keys, limit: usize) -> Result<Vec<K>, StoreError> {
        let rows = view.scan(self.id, &keys.from, &keys.to, limit)?;
        let keys =
            rows.iter().map(|(key, _)| K::of(key).ok_or_else(|| StoreError::key(self.id, key)));
        keys.collect()
    }

    /// Removes the rows for which `is_over` is true, in one commit per page. Returns their number.
    /// Blocks this thread: must not run on a serving thread.
    ///
    /// # Errors
    /// The index failed, a row cannot be decoded, or the store has stopped.
    pub fn sweep(
        &self,
        store: &Store,
        keys: Keys,
        is_over: impl Fn(&K, &V) -> bool,
    ) -> Result<usize, StoreError> {
        let mut removed = 0;
        let mut left = Some(keys);
        while let Some(keys) = left.take() {
            let rows = self.scan(store.view(), &keys, PAGE)?;
            if rows.len() == PAGE {
                left = rows.last().map(|(last, _)| keys.after(last));
            }
            let mut batch = Batch::new();
            for (key, _) in rows.iter().filter(|(key, value)| is_over(key, value)) {
                self.delete(&mut batch, key)?;
                removed += 1;
            }
            if !batch.is_empty() {
                store.commit(batch).wait()?;
            }
        }
        Ok(removed)
    }

    /// Decodes a row of a commit if it is in this table: its key and value, `None` when removed.
    pub fn row(&self, row: &Row) -> Option<Result<(K, Option<V>), StoreError>> {
        if row.table() != self.id {
            return None;
        }
        let (Row::Put { key, .. } | Row::Delete { key }) = row else { return None };
        let key = key.get(1..).unwrap_or_default();
        let Some(key) = K::of(key) else { return Some(Err(StoreError::key(self.id, key))) };
        match row.bytes().map(|bytes| V::of_row(&bytes)).transpose() {
            Ok(value) => Some(Ok((key, value))),
            Err(error) => Some(Err(error.into())),
        }
    }
}

impl<K, V: StoredRow + Debug> Table<K, V> {
    /// The row format, for checks and upgrades.
    pub const fn format(&self) -> RowFormat {
        RowFormat::rows::<V>(self.id)
    }

    /// The row format of rows that a projection writes.
    pub const fn projection_format(&self) -> RowFormat {
        RowFormat::projection::<V>(self.id)
    }
}

impl<K, V: StoredRow> Table<K, V> {
    /// The row format of rows with secret fields.
    pub const fn secret_format(&self) -> RowFormat {
        RowFormat::secret::<V>(self.id, None)
    }
}

impl<K> Table<K, ()> {
    /// The row format, for checks and upgrades.
    pub const fn format(&self) -> RowFormat {
        RowFormat::keys(self.id)
    }
}

impl<K> Table<K, Piece> {
    /// The row format, for checks and upgrades.
    pub const fn format(&self) -> RowFormat {
        RowFormat::pieces(self.id)
    }
}

fn read<K: StoredKey, V: StoredValue>(
    id: TableId,
    key: &[u8],
    row: &RowBytes,
) -> Result<(K, V), StoreError> {
    let key = K::of(key).ok_or_else(|| StoreError::key(id, key))?;
    Ok((key, V::of_row(row)?))
}

/// See [`Table::rows`]. Ends after an error.
pub struct TableRows<'view, K, V> {
    id: TableId,
    view: &'view View,
    left: Option<Keys>,
    step: usize,
    page: std::vec::IntoIter<(Bytes, RowBytes)>,
    types: PhantomData<fn(K) -> V>,
}

impl<K: StoredKey, V: StoredValue> TableRows<'_, K, V> {
    fn next_page(&mut self) -> Result<(), StoreError> {
        let Some(keys) = self.left.take() else { return Ok(()) };
        let rows = self.view.scan(self.id, &keys.from, &keys.to, self.step)?;
        if rows.len() == self.step
            && let Some((last, _)) = rows.last()
        {
            self.left = Some(keys.after(&last.to_vec()));
        }
        self.step = PAGE;
        self.page = rows.into_iter();
        Ok(())
    }
}

impl<K: StoredKey, V: StoredValue> Iterator for TableRows<'_, K, V> {
    type Item = Result<(K, V), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.page.len() == 0
            && let Err(error) = self.next_page()
        {
            return Some(Err(error));
        }
        let (key, row) = self.page.next()?;
        let row = read(self.id, &key, &row);
        if row.is_err() {
            self.left = None;
            self.page = Vec::new().into_iter();
        }
        Some(row)
    }
}

/// One log per owner. Entries are numbered from 1 and never change.
pub struct Log<O, V> {
    id: TableId,
    types: PhantomData<fn(O) -> V>,
}

impl<O: LogOwner, V: StoredRow> Log<O, V> {
    /// The logs of a table.
    pub const fn new(id: TableId) -> Self {
        Self { id, types: PhantomData }
    }

    /// Adds an entry. Sequences only rise: an entry at or below the newest one on disk is a
    /// repetition.
    ///
    /// # Errors
    /// The value is over its limit; the batch is unchanged.
    pub fn append(
        &self,
        batch: &mut Batch,
        owner: O,
        seq: u64,
        value: &V,
    ) -> Result<(), StoreError> {
        Ok(batch.append(self.id, owner.number(), seq, &encode(value)?)?)
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// The index failed, or the entry cannot be decoded.
    pub fn get(&self, view: &View, owner: O, seq: u64) -> Result<Option<V>, StoreError> {
        let found = self.before(view, owner, seq.saturating_add(1), 1)?;
        Ok(found.into_iter().find(|(found, _)| *found == seq).map(|(_, value)| value))
    }

    /// Reads the newest entry.
    ///
    /// # Errors
    /// The index failed, or the entry cannot be decoded.
    pub fn newest(&self, view: &View, owner: O) -> Result<Option<(u64, V)>, StoreError> {
        Ok(self.before(view, owner, u64::MAX, 1)?.pop())
    }

    /// At most `limit` entries with a sequence below `before`, newest first.
    ///
    /// # Errors
    /// The index failed, or an entry cannot be decoded.
    pub fn before(
        &self,
        view: &View,
        owner: O,
        before: u64,
        limit: usize,
    ) -> Result<Vec<(u64, V)>, StoreError> {
        let entries = view.log(self.id, owner.number(), before, limit)?;
        entries.iter().map(|entry| Ok((entry.seq, decode(&entry.value)?))).collect()
    }

    /// At most `limit` entries with a sequence of at least `from`, oldest first.
    ///
    /// # Errors
    /// The index failed, or an entry cannot be decoded.
    pub fn from(
        &self,
        view: &View,
        owner: O,
        from: u64,
        limit: usize,
    ) -> Result<Vec<(u64, V)>, StoreError> {
        let entries = view.log_from(self.id, owner.number(), from, limit)?;
        entries.iter().map(|entry| Ok((entry.seq, decode(&entry.value)?))).collect()
    }

    /// Entries below `before`, newest first, read in pages.
    pub fn newest_first<'view>(
        &self,
        view: &'view View,
        owner: O,
        before: u64,
    ) -> impl Iterator<Item = Result<(u64, V), StoreError>> + use<'view, O, V> {
        let log = Self::new(self.id);
        let step = |(seq, _): &(u64, V)| Some(*seq);
        pages(Some(before), step, move |at, limit| log.before(view, owner, at, limit))
    }

    /// Entries from `from` on, oldest first, read in pages.
    pub fn oldest_first<'view>(
        &self,
        view: &'view View,
        owner: O,
        from: u64,
    ) -> impl Iterator<Item = Result<(u64, V), StoreError>> + use<'view, O, V> {
        let log = Self::new(self.id);
        let step = |(seq, _): &(u64, V)| seq.checked_add(1);
        pages(Some(from), step, move |at, limit| log.from(view, owner, at, limit))
    }

    /// All owners with entries, in ascending order, read in pages.
    pub fn owners<'view>(
        &self,
        view: &'view View,
    ) -> impl Iterator<Item = Result<O, StoreError>> + use<'view, O, V> {
        let id = self.id;
        let step = |owner: &O| owner.number().checked_add(1);
        pages(Some(0), step, move |from, limit| {
            let owners = view.log_owners(id, from, limit)?;
            Ok(owners.into_iter().map(O::of).collect())
        })
    }

    /// Decodes a row of a commit if it is an entry of these logs: owner, sequence and value.
    pub fn entry(&self, row: &Row) -> Option<Result<(O, u64, V), StoreError>> {
        let Row::Append { table, owner, seq, .. } = row else { return None };
        if *table != self.id {
            return None;
        }
        let value = row.decode::<V>()?;
        Some(value.map(|value| (O::of(*owner), *seq, value)).map_err(StoreError::from))
    }
}

impl<O, V: StoredRow + Debug> Log<O, V> {
    /// The row format, for checks and upgrades.
    pub const fn format(&self) -> RowFormat {
        RowFormat::log::<V>(self.id)
    }
}

/// Iterates over what `read` returns by page; `step` gives the start of the page after an item.
fn pages<Item, Step, Read>(
    first: Option<u64>,
    step: Step,
    read: Read,
) -> impl Iterator<Item = Result<Item, StoreError>>
where
    Step: Fn(&Item) -> Option<u64>,
    Read: Fn(u64, usize) -> Result<Vec<Item>, StoreError>,
{
    let (mut next, mut size) = (first, FIRST_PAGE);
    let mut page = Vec::new().into_iter();
    std::iter::from_fn(move || {
        if page.len() == 0 {
            let items = match read(next.take()?, size) {
                Ok(items) => items,
                Err(error) => return Some(Err(error)),
            };
            if items.len() == size {
                next = items.last().and_then(&step);
            }
            size = PAGE;
            page = items.into_iter();
        }
        page.next().map(Ok)
    })
}
