//! Projections: folds over the commits of all members.
//!
//! A projection gets every commit once, in order, after it is on disk, and keeps its sums in
//! memory. When a generation freezes, it writes the rows that changed. Such rows are not in the
//! journal: after a crash the fold runs again from the index. Some rows in the index may be newer
//! than others then, so **each row contains the sequence of the last commit folded into it, and a
//! fold skips a row for commits up to that sequence.**

use bytes::Bytes;

use crate::batch::{BadRow, Batch, Row, Rows};
use crate::error::StoreError;
use crate::view::View;

/// A commit that is on disk.
#[derive(Clone, Debug)]
pub struct CommitView {
    /// Its sequence, from 1 without gaps.
    pub sequence: u64,
    rows: Vec<Row>,
}

impl CommitView {
    /// Reads the rows once, for the memtable and all projections.
    pub(crate) fn read(sequence: u64, rows: &Bytes) -> Result<Self, BadRow> {
        Ok(Self { sequence, rows: Rows::new(rows.clone()).collect::<Result<_, _>>()? })
    }

    /// Its rows in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

/// A fold over commits in sequence, run on the committer's thread: it must not block.
pub trait Projection: Send {
    /// Name for messages.
    fn name(&self) -> &'static str;
    /// Reads its rows at start. `view` is the index, without newer commits; a kept view contains
    /// each commit before it is folded.
    ///
    /// # Errors
    /// The rows cannot be decoded; the store cannot be opened then.
    fn load(&mut self, view: &View) -> Result<(), StoreError>;
    /// Folds the next commit.
    fn fold(&mut self, commit: &CommitView);
    /// Writes rows that changed since the last call: only `Put`s and `Delete`s of tables that are
    /// never committed to.
    fn drain(&mut self, out: &mut Batch);
}
