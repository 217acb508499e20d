//! The store: journal first, memtable over it, sled behind it.
//!
//! Invariants of this crate:
//!
//! - A commit is answered only after its group is written and `fdatasync`ed; what was answered is
//!   never lost, and a commit is on disk whole or not at all.
//! - A read never shows what is not on disk: rows enter the memtable after the `fdatasync`.
//! - The journal is the truth. The index (sled) holds nothing that the journal and the bases could
//!   not give back; when it errs, or its rows are not those that were written, it is set aside and
//!   rebuilt.
//! - Damage is told, never skipped: only a last group that nobody was told of may be cut, and what
//!   is cut is kept aside and reported.
//! - A full disk refuses new commands at the door ([`Store::writable`]); what was decided still fits.
//!
//! Deliberately absent: features. The store knows tables and rows, nothing of members or games;
//! nothing outside it names sled or the journal.

mod applier;
mod base;
mod batch;
mod codec;
mod committer;
mod digest;
mod disk;
mod error;
mod format;
mod group;
mod index;
mod journal;
mod key;
mod memtable;
mod opening;
mod pack;
mod projection;
#[cfg(test)]
#[allow(clippy::as_conversions)]
mod properties;
mod reader;
mod recovery;
mod restoring;
mod retention;
mod row_format;
mod segment;
#[cfg(test)]
#[allow(clippy::as_conversions)]
mod simulation;
mod standing;
mod store;
mod table;
mod view;
mod witness;

pub use base::BaseReport;
pub use batch::{Batch, MAX_KEY_BYTES, MAX_VALUE_BYTES, Row, RowTooLarge, Rows, TableId};
pub use codec::{
    CodecError, RowBytes, RowProblem, StoredRow, decode, decode_body, decode_row, encode,
};
pub use disk::{Disk, DiskFile, RealDisk};
pub use error::{CommitError, OpenError, ReadError, StoreError};
pub use format::Format;
pub use index::{Index, IndexError, IndexRow, IndexWrite};
pub use key::{KeyBytes, Keys, LogOwner, StoredKey};
pub use projection::{CommitView, Projection};
pub use recovery::{Cut, OpenReport};
pub use row_format::{Kind, ReadRow, RowFormat};
pub use store::{Committed, Options, Stats, Store, VerifyReport};
pub use table::{Log, Piece, Single, StoredValue, Table, TableRows};
pub use view::{LogEntry, View};
