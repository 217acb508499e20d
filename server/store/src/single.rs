//! A row on its own.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::batch::{Batch, Row, TableId};
use crate::codec::StoredRow;
use crate::error::StoreError;
use crate::row_format::RowFormat;
use crate::table::StoredValue;
use crate::view::View;

/// A single row in a table that several modules share.
pub struct Single<V> {
    id: TableId,
    key: &'static [u8],
    types: PhantomData<fn() -> V>,
}

impl<V> Clone for Single<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Single<V> {}

impl<V: StoredValue> Single<V> {
    /// The row under a key of a table.
    pub const fn new(id: TableId, key: &'static str) -> Self {
        Self { id, key: key.as_bytes(), types: PhantomData }
    }

    /// Reads the value.
    ///
    /// # Errors
    /// The index failed, or the row cannot be decoded.
    pub fn get(&self, view: &View) -> Result<Option<V>, StoreError> {
        let row = view.get(self.id, self.key)?;
        Ok(row.map(|row| V::of_row(&row)).transpose()?)
    }

    /// Sets the value.
    ///
    /// # Errors
    /// The value is over its limit; the batch is unchanged.
    pub fn put(&self, batch: &mut Batch, value: &V) -> Result<(), StoreError> {
        Ok(batch.put(self.id, self.key, &value.to_row()?)?)
    }

    /// Removes the row. Removing a missing row is not an error.
    ///
    /// # Errors
    /// The key is over its limit.
    pub fn delete(&self, batch: &mut Batch) -> Result<(), StoreError> {
        Ok(batch.delete(self.id, self.key)?)
    }

    /// Decodes a row of a commit if it is this one: its value, `None` when removed.
    pub fn row(&self, row: &Row) -> Option<Result<Option<V>, StoreError>> {
        let (Row::Put { key, .. } | Row::Delete { key }) = row else { return None };
        if row.table() != self.id || key.get(1..) != Some(self.key) {
            return None;
        }
        Some(row.bytes().map(|bytes| V::of_row(&bytes)).transpose().map_err(StoreError::from))
    }
}

impl<V: StoredRow + Debug> Single<V> {
    /// The row format, for checks and upgrades.
    pub const fn format(&self) -> RowFormat {
        RowFormat::one::<V>(self.id, self.key)
    }

    /// The row format of a row that a projection writes, alone in its table.
    pub const fn projection_format(&self) -> RowFormat {
        RowFormat::projection::<V>(self.id)
    }
}

impl<V: StoredRow> Single<V> {
    /// The row format of a row with secret fields.
    pub const fn secret_format(&self) -> RowFormat {
        RowFormat::secret::<V>(self.id, Some(self.key))
    }
}
