//! Encoding of rows: a version byte, then bincode.
//!
//! A type that changes gets the next version number, and keeps a decoder for every older one
//! ([`StoredRow::decode_older`]): rows are read in the version they were written in and written in
//! the newest. Decoding always has a limit, because otherwise a few hostile bytes that claim a huge
//! length would abort the process. Trailing bytes are an error, too.

use std::fmt;

use bincode::{Decode, Encode};
use bytes::Bytes;

use crate::batch::{MAX_VALUE_BYTES, TableId};

const DECODE_LIMIT: usize = 1024 * 1024;

/// A type whose values are rows of a table.
pub trait StoredRow: Encode + Decode<()> {
    /// The newest version: the first byte of every row that is written. A changed type gets the
    /// next number.
    const VERSION: u8;

    /// Decodes a row of an older version, including its version byte. Types with older versions
    /// decode each of them here with [`decode_body`] and convert it; `None` for other rows. Called
    /// before the version byte is compared, because the oldest rows of some tables have none.
    fn decode_older(_row: &[u8]) -> Option<Result<Self, RowProblem>> {
        None
    }
}

/// Why a row cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RowProblem {
    /// The row has no version byte.
    #[error("it is empty")]
    Empty,
    /// The version is not supported by this program.
    #[error("it has version {found}, and this program reads up to version {newest}")]
    Version {
        /// Version of the row.
        found: u8,
        /// Newest supported version.
        newest: u8,
    },
    /// Number of trailing bytes.
    #[error("{0} bytes follow its last field")]
    Trailing(usize),
    /// The bytes are not a value of this type.
    #[error("version {version} does not decode: {source}")]
    Decode {
        /// Version of the row.
        version: u8,
        /// Error of the decoder.
        source: bincode::error::DecodeError,
    },
}

/// A row cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CodecError {
    /// Longer than a row may be.
    #[error("a {row} takes {bytes} bytes, more than a row may hold")]
    TooLarge {
        /// Type of the row.
        row: &'static str,
        /// Its encoded length.
        bytes: usize,
    },
    /// The value cannot be encoded.
    #[error("a {row} does not encode: {source}")]
    Encode {
        /// Type of the row.
        row: &'static str,
        /// Error of the encoder.
        source: bincode::error::EncodeError,
    },
    /// The row cannot be read.
    #[error("cannot read {row} in table {table}, key {key}: {problem}")]
    Unreadable {
        /// Type of the row.
        row: &'static str,
        /// Number of the table.
        table: u8,
        /// The key in hex, or owner and sequence of a log entry.
        key: String,
        /// The reason.
        #[source]
        problem: RowProblem,
    },
}

/// The value of a row with its position: errors name table and key.
#[derive(Clone, PartialEq, Eq)]
pub struct RowBytes {
    table: TableId,
    key: RowKey,
    bytes: Bytes,
}

#[derive(Clone, PartialEq, Eq)]
enum RowKey {
    Put(Bytes),
    Entry { owner: u64, seq: u64 },
}

impl fmt::Display for RowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Put(key) => key.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Self::Entry { owner, seq } => write!(f, "{owner}/{seq}"),
        }
    }
}

impl RowBytes {
    pub(crate) fn put(table: TableId, key: Bytes, bytes: Bytes) -> Self {
        Self { table, key: RowKey::Put(key), bytes }
    }

    pub(crate) fn entry(table: TableId, owner: u64, seq: u64, bytes: Bytes) -> Self {
        Self { table, key: RowKey::Entry { owner, seq }, bytes }
    }

    /// The row's table.
    pub fn table(&self) -> TableId {
        self.table
    }

    /// The error for a row that cannot be interpreted.
    pub fn unreadable(&self, row: &'static str, problem: RowProblem) -> CodecError {
        let (table, key) = (self.table.0, self.key.to_string());
        CodecError::Unreadable { row, table, key, problem }
    }
}

impl std::ops::Deref for RowBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl AsRef<[u8]> for RowBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl PartialEq<&[u8]> for RowBytes {
    fn eq(&self, other: &&[u8]) -> bool {
        self.bytes == *other
    }
}

impl fmt::Debug for RowBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RowBytes({}, {}, {:?})", self.table.0, self.key, self.bytes)
    }
}

/// Name of a row's type, for errors.
fn name_of<R>() -> &'static str {
    let name = std::any::type_name::<R>();
    name.rsplit("::").next().unwrap_or(name)
}

/// Encodes a row.
///
/// # Errors
/// The value is over 16 KiB.
pub fn encode<R: StoredRow>(value: &R) -> Result<Vec<u8>, CodecError> {
    let mut out = Vec::with_capacity(64);
    out.push(R::VERSION);
    bincode::encode_into_std_write(value, &mut out, bincode::config::standard())
        .map_err(|source| CodecError::Encode { row: name_of::<R>(), source })?;
    if out.len() > MAX_VALUE_BYTES {
        return Err(CodecError::TooLarge { row: name_of::<R>(), bytes: out.len() });
    }
    Ok(out)
}

/// Decodes a row.
///
/// # Errors
/// An unknown version, bytes that cannot be decoded, trailing bytes.
pub fn decode<R: StoredRow>(row: &RowBytes) -> Result<R, CodecError> {
    decode_row(row).map_err(|problem| row.unreadable(name_of::<R>(), problem))
}

/// Decodes a row whose position is not known; see [`decode`].
///
/// # Errors
/// See [`decode`].
pub fn decode_row<R: StoredRow>(row: &[u8]) -> Result<R, RowProblem> {
    if let Some(older) = R::decode_older(row) {
        return older;
    }
    let (&version, body) = row.split_first().ok_or(RowProblem::Empty)?;
    if version != R::VERSION {
        return Err(RowProblem::Version { found: version, newest: R::VERSION });
    }
    decode_body(version, body)
}

/// Decodes the bytes after a version byte. For decoders of older versions.
///
/// # Errors
/// Bytes that cannot be decoded, trailing bytes.
pub fn decode_body<T: Decode<()>>(version: u8, body: &[u8]) -> Result<T, RowProblem> {
    let config = bincode::config::standard().with_limit::<DECODE_LIMIT>();
    let (value, used) = bincode::decode_from_slice(body, config)
        .map_err(|source| RowProblem::Decode { version, source })?;
    match body.len().checked_sub(used) {
        Some(0) => Ok(value),
        left => Err(RowProblem::Trailing(left.unwrap_or(0))),
    }
}
