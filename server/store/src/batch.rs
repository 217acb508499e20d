//! The content of a commit: rows, encoded once by the caller.
//!
//! The encoding is the journal's own: the committer copies it into a group, and the memtable keeps
//! slices of it. Integers are LEB128; a `Put` stores `table` and key next to each other, so that
//! this slice is the memtable's key without another copy.

use bytes::Bytes;

use crate::codec::{CodecError, RowBytes, StoredRow, decode};
use crate::reader::{Reader, put_varint};

/// Largest value, in bytes. Larger data is split over several rows by its module.
pub const MAX_VALUE_BYTES: usize = 16 * 1024;
/// Most bytes of the rows of a commit.
pub const COMMIT_BYTES_MAX: usize = 60 << 20;
/// Largest key, in bytes, without its table byte.
pub const MAX_KEY_BYTES: usize = 512;

const PUT: u8 = 1;
const DELETE: u8 = 2;
const APPEND: u8 = 3;

/// One kind of row. The number is stored: never reuse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u8);

/// A row was refused before anything was written.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a row of table {table} is too large: key {key_bytes} bytes, value {value_bytes} bytes")]
pub struct RowTooLarge {
    /// The table of the row.
    pub table: u8,
    /// Length of its key.
    pub key_bytes: usize,
    /// Length of its value.
    pub value_bytes: usize,
}

/// Rows that will be on disk together or not at all.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the newest value of a key.
    ///
    /// # Errors
    /// The key or value is over its limit; the batch is unchanged.
    pub fn put(&mut self, table: TableId, key: &[u8], value: &[u8]) -> Result<(), RowTooLarge> {
        check(table, key.len(), value.len())?;
        self.bytes.push(PUT);
        self.key(table, key);
        self.value(value);
        Ok(())
    }

    /// Removes a key. Removing a missing key is not an error.
    ///
    /// # Errors
    /// The key is over its limit.
    pub fn delete(&mut self, table: TableId, key: &[u8]) -> Result<(), RowTooLarge> {
        check(table, key.len(), 0)?;
        self.bytes.push(DELETE);
        self.key(table, key);
        Ok(())
    }

    /// Adds an entry to the log of `owner`. Sequences of one owner begin at 1 and only rise; an
    /// entry at or below the newest one on disk is treated as a repetition of an existing one.
    ///
    /// # Errors
    /// The value is over its limit.
    pub fn append(
        &mut self,
        table: TableId,
        owner: u64,
        seq: u64,
        value: &[u8],
    ) -> Result<(), RowTooLarge> {
        check(table, 0, value.len())?;
        self.bytes.push(APPEND);
        self.bytes.push(table.0);
        put_varint(&mut self.bytes, owner);
        put_varint(&mut self.bytes, seq);
        self.value(value);
        Ok(())
    }

    /// Adds the rows of another batch after the existing ones.
    pub fn extend(&mut self, other: &Batch) {
        self.bytes.extend_from_slice(&other.bytes);
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Bytes that this batch takes in the journal.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The rows as the journal stores them.
    pub fn into_bytes(self) -> Bytes {
        Bytes::from(self.bytes)
    }

    fn key(&mut self, table: TableId, key: &[u8]) {
        put_varint(&mut self.bytes, wide(key.len()) + 1);
        self.bytes.push(table.0);
        self.bytes.extend_from_slice(key);
    }

    fn value(&mut self, value: &[u8]) {
        put_varint(&mut self.bytes, wide(value.len()));
        self.bytes.extend_from_slice(value);
    }
}

fn wide(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}

fn check(table: TableId, key_bytes: usize, value_bytes: usize) -> Result<(), RowTooLarge> {
    if key_bytes > MAX_KEY_BYTES || value_bytes > MAX_VALUE_BYTES {
        return Err(RowTooLarge { table: table.0, key_bytes, value_bytes });
    }
    Ok(())
}

/// A decoded row; slices share the commit's buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// The newest value of a key; `key` starts with the table byte.
    Put {
        /// TableId byte and key.
        key: Bytes,
        /// The value.
        value: Bytes,
    },
    /// A removed key; `key` starts with the table byte.
    Delete {
        /// TableId byte and key.
        key: Bytes,
    },
    /// An entry of a log.
    Append {
        /// The table.
        table: TableId,
        /// Owner of the log.
        owner: u64,
        /// Position in that log.
        seq: u64,
        /// The value.
        value: Bytes,
    },
}

impl Row {
    /// Decodes the value; `None` for a `Delete`.
    ///
    /// # Errors
    /// See [`crate::decode`].
    pub fn decode<R: StoredRow>(&self) -> Option<Result<R, CodecError>> {
        self.bytes().map(|value| decode(&value))
    }

    /// The value with its position; `None` for a `Delete`.
    pub(crate) fn bytes(&self) -> Option<RowBytes> {
        match self {
            Self::Put { key, value } => {
                let key = key.get(1..).map(|_| key.slice(1..)).unwrap_or_default();
                Some(RowBytes::put(self.table(), key, value.clone()))
            }
            Self::Append { table, owner, seq, value } => {
                Some(RowBytes::entry(*table, *owner, *seq, value.clone()))
            }
            Self::Delete { .. } => None,
        }
    }

    /// The table of the row.
    pub fn table(&self) -> TableId {
        match self {
            Row::Put { key, .. } | Row::Delete { key } => {
                TableId(key.first().copied().unwrap_or(0))
            }
            Row::Append { table, .. } => *table,
        }
    }
}

/// The rows of one commit in order. An invalid encoding ends with one error.
#[derive(Clone, Debug)]
pub struct Rows {
    bytes: Bytes,
    at: usize,
}

/// The bytes are not rows. A group with a good checksum never contains such bytes, so this is a
/// broken invariant or a foreign file.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a commit holds bytes that are no row")]
pub struct BadRow;

impl Rows {
    pub(crate) fn new(bytes: Bytes) -> Self {
        Self { bytes, at: 0 }
    }

    fn read(&mut self) -> Option<Row> {
        let all = &self.bytes;
        let mut reader = Reader::at(all, self.at);
        let row = match reader.u8()? {
            PUT => {
                let key = slice(all, &mut reader)?;
                let value = slice(all, &mut reader)?;
                Row::Put { key, value }
            }
            DELETE => Row::Delete { key: slice(all, &mut reader)? },
            APPEND => {
                let table = TableId(reader.u8()?);
                let owner = reader.varint()?;
                let seq = reader.varint()?;
                Row::Append { table, owner, seq, value: slice(all, &mut reader)? }
            }
            _ => return None,
        };
        self.at = reader.position();
        Some(row)
    }
}

impl Iterator for Rows {
    type Item = Result<Row, BadRow>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let row = self.read().ok_or(BadRow);
        if row.is_err() {
            self.at = self.bytes.len();
        }
        Some(row)
    }
}

fn slice(all: &Bytes, reader: &mut Reader<'_>) -> Option<Bytes> {
    let len = usize::try_from(reader.varint()?).ok()?;
    let from = reader.position();
    reader.take(len)?;
    Some(all.slice(from..reader.position()))
}
