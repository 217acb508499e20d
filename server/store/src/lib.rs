//! The store: a journal, a memtable over it, and an index (sled) below.
//!
//! Invariants of this crate:
//!
//! - A commit is answered only after its group is written and `fdatasync`ed; answered commits are
//!   never lost, and a commit is on disk as a whole or not at all.
//! - A read never returns data that is not on disk: rows enter the memtable after the `fdatasync`.
//! - The journal is the source of truth. The index (sled) contains nothing that the journal and the
//!   bases could not restore; when it fails, or its rows are not those that were written, it is set
//!   aside and rebuilt.
//! - Damage is reported, never skipped: only a last group that was never acknowledged may be cut,
//!   and what is cut is kept aside and reported.
//! - On a full disk, new commands are refused ([`Store::writable`]), while everything already
//!   decided still fits.
//!
//! The store has no knowledge of features: it knows tables and rows, not members or games. No other
//! crate uses sled or the journal directly.

mod appender;
mod applier;
mod base;
mod batch;
mod blob;
mod codec;
mod committer;
mod compaction;
mod counters;
mod digest;
mod disk;
mod error;
mod format;
mod group;
mod handover;
mod inbox;
mod index;
mod index_mark;
mod journal;
mod key;
mod memtable;
mod opening;
mod options;
mod pack;
mod progress;
mod projection;
#[cfg(test)]
#[allow(clippy::as_conversions)]
mod properties;
mod reader;
mod recovery;
mod reports;
mod restoring;
mod retention;
mod rewriting;
mod row_format;
mod segment;
mod shared_log;
#[cfg(test)]
#[allow(clippy::as_conversions)]
mod simulation;
mod single;
mod store;
mod table;
mod trimming;
mod view;
mod witness;

pub use base::BaseReport;
pub use batch::{
    Batch, COMMIT_BYTES_MAX, MAX_KEY_BYTES, MAX_VALUE_BYTES, Row, RowTooLarge, Rows, TableId,
};
pub use codec::{
    CodecError, RowBytes, RowProblem, StoredRow, decode, decode_body, decode_row, encode,
};
pub use disk::{Disk, DiskFile, RealDisk};
pub use error::{CommitError, OpenError, ReadError, StoreError};
pub use format::Format;
pub use index::{Index, IndexError, IndexRow, IndexWrite};
pub use key::{KeyBytes, Keys, LogOwner, StoredKey};
pub use options::Options;
pub use progress::{Progress, Stage, Unit};
pub use projection::{CommitView, Projection};
pub use recovery::{Cut, OpenReport};
pub use reports::{Stats, VerifyReport};
pub use row_format::{Kind, ReadRow, RowFormat};
pub use shared_log::{FollowError, SharedLog, SharedLogError};
pub use single::Single;
pub use store::{Committed, Store};
pub use table::{Log, Piece, StoredValue, Table, TableRows};
pub use view::{LogEntry, View};
