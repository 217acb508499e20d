//! Descriptions of the row formats as data: for checks, exports and upgrades, which scan all tables
//! without the modules' code.

use std::fmt::Debug;

use crate::batch::TableId;
use crate::codec::{CodecError, RowBytes, RowProblem, StoredRow, decode, encode};

/// The rows of one table, or the row under one key of a table that several modules share.
#[derive(Clone, Copy)]
pub struct RowFormat {
    /// The table.
    pub table: TableId,
    /// The only key that it describes; `None` for all keys of the table.
    pub key: Option<&'static [u8]>,
    /// Kind of the table.
    pub kind: Kind,
    read: fn(&RowBytes) -> Result<ReadRow, CodecError>,
}

/// Kind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Newest value of each key.
    Rows,
    /// A log per owner. Its entries never change.
    Log,
    /// Rows that a projection writes and can rebuild from commits.
    Projection,
}

/// A decoded row.
#[derive(Debug)]
pub struct ReadRow {
    /// Its fields as text; `None` if they are secret or have no structure.
    pub text: Option<String>,
    /// The row encoded in the newest version.
    pub newest: Vec<u8>,
}

impl Debug for RowFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RowFormat({}, {:?})", self.table.0, self.kind)
    }
}

impl RowFormat {
    /// Rows of a type.
    pub const fn rows<R: StoredRow + Debug>(table: TableId) -> Self {
        Self { table, key: None, kind: Kind::Rows, read: read::<R> }
    }

    /// The row under one key of a table that several modules share.
    pub const fn one<R: StoredRow + Debug>(table: TableId, key: &'static [u8]) -> Self {
        Self { table, key: Some(key), kind: Kind::Rows, read: read::<R> }
    }

    /// Entries of a type.
    pub const fn log<R: StoredRow + Debug>(table: TableId) -> Self {
        Self { table, key: None, kind: Kind::Log, read: read::<R> }
    }

    /// Rows of a type that a projection writes.
    pub const fn projection<R: StoredRow + Debug>(table: TableId) -> Self {
        Self { table, key: None, kind: Kind::Projection, read: read::<R> }
    }

    /// Rows without values.
    pub const fn keys(table: TableId) -> Self {
        Self { table, key: None, kind: Kind::Rows, read: read_key }
    }

    /// Pieces of a value that is too large for a row. The version is in the row that counts the
    /// pieces.
    pub const fn pieces(table: TableId) -> Self {
        Self { table, key: None, kind: Kind::Rows, read: read_piece }
    }

    /// The same rows, without their fields in [`ReadRow::text`].
    pub const fn secret<R: StoredRow>(table: TableId, key: Option<&'static [u8]>) -> Self {
        Self { table, key, kind: Kind::Rows, read: read_secret::<R> }
    }

    /// Decodes a row.
    ///
    /// # Errors
    /// The row doesn't have this format.
    pub fn read(&self, row: &RowBytes) -> Result<ReadRow, CodecError> {
        (self.read)(row)
    }
}

fn read<R: StoredRow + Debug>(row: &RowBytes) -> Result<ReadRow, CodecError> {
    let value: R = decode(row)?;
    Ok(ReadRow { text: Some(format!("{value:?}")), newest: encode(&value)? })
}

fn read_secret<R: StoredRow>(row: &RowBytes) -> Result<ReadRow, CodecError> {
    let value: R = decode(row)?;
    Ok(ReadRow { text: None, newest: encode(&value)? })
}

fn read_key(row: &RowBytes) -> Result<ReadRow, CodecError> {
    match row.len() {
        0 => Ok(ReadRow { text: None, newest: Vec::new() }),
        left => Err(row.unreadable("key without a value", RowProblem::Trailing(left))),
    }
}

fn read_piece(row: &RowBytes) -> Result<ReadRow, CodecError> {
    Ok(ReadRow { text: None, newest: row.to_vec() })
}
