//! Errors, as far as callers need to distinguish them.

use std::io;
use std::ops::RangeInclusive;

use crate::batch::{BadRow, COMMIT_BYTES_MAX, RowTooLarge, TableId};
use crate::codec::CodecError;
use crate::index::IndexError;

/// Why the store cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The operating system reported an error.
    #[error("{what}: {source}")]
    Io {
        /// What was attempted.
        what: String,
        /// The error.
        source: io::Error,
    },
    /// Another process uses this data folder.
    #[error("{data} is in use by another process")]
    Locked {
        /// The data folder.
        data: String,
    },
    /// Acknowledged bytes are not as they were written.
    #[error("{file} is damaged at byte {offset}: {reason}")]
    Damaged {
        /// Name of the file.
        file: String,
        /// Offset of the damage.
        offset: u64,
        /// How it was detected.
        reason: String,
    },
    /// The folder or file was written by a newer program.
    #[error(
        "the data has format {found}, written by {writer}; this program reads up to format \
         {newest}: start that version or a later one"
    )]
    NewerFormat {
        /// Format of the data.
        found: u32,
        /// The program that wrote it, with its version if known.
        writer: String,
        /// Newest format that this program reads.
        newest: u32,
    },
    /// Only programs before the first release wrote the data.
    #[error(
        "the data has format {found}, which only programs before the first release wrote; this program reads formats {} to \
         {}. Nothing was changed",
        .readable.start(), .readable.end()
    )]
    FormerFormat {
        /// Format of the data.
        found: u32,
        /// Formats that this program reads.
        readable: RangeInclusive<u32>,
    },
    /// The folder must be upgraded before it is opened.
    #[error("the data has format {found} and was not upgraded to format {own}")]
    OlderFormat {
        /// Format of the data.
        found: u32,
        /// The required format.
        own: u32,
    },
    /// The journal and the bases don't reach back far enough.
    #[error("sequence {needed} is needed and neither a base nor the journal holds it")]
    Gap {
        /// First missing sequence.
        needed: u64,
    },
    /// A restore into the folder was interrupted.
    #[error("{folder}: a restore was interrupted here; run it again")]
    Unrestored {
        /// The data folder.
        folder: String,
    },
    /// The index cannot be used or rebuilt.
    #[error("the index: {0}")]
    Index(#[from] IndexError),
    /// A group with a good checksum contains no rows.
    #[error(transparent)]
    BadRow(#[from] BadRow),
    /// A projection could not read its rows.
    #[error("projection {name}: {source}")]
    Projection {
        /// Name of the projection.
        name: &'static str,
        /// The reason.
        source: StoreError,
    },
}

impl OpenError {
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

/// A commit was not made, or not for certain.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
pub enum CommitError {
    /// There was no answer: the store has stopped, and it is unknown whether the commit is on disk.
    #[error("the store has stopped")]
    Stopped,
    /// It has too many bytes. Nothing was written.
    #[error("a commit has more than {} MiB", COMMIT_BYTES_MAX >> 20)]
    TooLarge,
}

/// A read failed. The index has been marked for rebuilding.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The index failed.
    #[error("the index: {0}")]
    Index(#[from] IndexError),
    /// A packed row cannot be decoded.
    #[error("a packed row does not read")]
    Pack,
}

/// A row could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The index failed.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A row cannot be decoded, or a value cannot be encoded.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// A row is over its limits.
    #[error(transparent)]
    TooLarge(#[from] RowTooLarge),
    /// The commit got no answer.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// A key is invalid for its table.
    #[error("key {key} is none of table {table}")]
    Key {
        /// Number of the table.
        table: u8,
        /// The key in hex.
        key: String,
    },
}

impl StoreError {
    pub(crate) fn key(table: TableId, key: &[u8]) -> Self {
        let key = key.iter().map(|byte| format!("{byte:02x}")).collect();
        Self::Key { table: table.0, key }
    }
}
