//! What can go wrong, as the callers need to tell it apart.

use std::io;

use crate::batch::{BadRow, RowTooLarge, TableId};
use crate::codec::CodecError;
use crate::index::IndexError;

/// The store does not open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The operating system said no.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: String,
        /// Its answer.
        source: io::Error,
    },
    /// Another process has this data folder.
    #[error("the data folder is in use by another process")]
    Locked,
    /// Bytes that were acknowledged are not as they were written.
    #[error("{file} is damaged at byte {offset}: {reason}")]
    Damaged {
        /// Which file.
        file: String,
        /// Where.
        offset: u64,
        /// How it was noticed.
        reason: String,
    },
    /// A newer program wrote the folder or the file.
    #[error(
        "the data has format {found}, written by {writer}; this program reads up to format \
         {newest}: start that version or a later one"
    )]
    NewerFormat {
        /// Format of the data.
        found: u32,
        /// The program that wrote it, with its version where that is known.
        writer: String,
        /// The newest format that this program reads.
        newest: u32,
    },
    /// The folder has to be upgraded before it is opened.
    #[error("the data has format {found} and was not upgraded to format {own}")]
    OlderFormat {
        /// Format of the data.
        found: u32,
        /// The format that was to be opened.
        own: u32,
    },
    /// The journal and the bases do not reach back far enough for what is needed.
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
    /// The index could not be used or rebuilt.
    #[error("the index: {0}")]
    Index(#[from] IndexError),
    /// A group with a good checksum holds no rows.
    #[error(transparent)]
    BadRow(#[from] BadRow),
    /// A projection could not read its rows.
    #[error("projection {name}: {source}")]
    Projection {
        /// Which.
        name: &'static str,
        /// Why.
        source: StoreError,
    },
}

impl OpenError {
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

/// A commit got no answer: the store has stopped, and whether it is on disk is not known.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("the store has stopped")]
pub struct CommitError;

/// A read failed. The index has been marked for rebuilding.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The index erred.
    #[error("the index: {0}")]
    Index(#[from] IndexError),
    /// A packed row does not read.
    #[error("a packed row does not read")]
    Pack,
}

/// A row could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The index erred.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A row does not read, or a value does not encode.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// A row is over its limits.
    #[error(transparent)]
    TooLarge(#[from] RowTooLarge),
    /// The commit got no answer.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// A key is none of its table.
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
