//! Folds over commits: what many members move together.
//!
//! A projection sees every commit once, in order, after it is on disk, and keeps its sums in
//! memory. When a generation freezes it hands over the rows that changed. Such rows are not in the
//! journal: after a crash the fold runs again from what the index holds. The index may hold some
//! rows newer than others then, so **each row carries the sequence of the last commit folded into
//! it, and a fold skips a row for commits up to that sequence.**

use bytes::Bytes;

use crate::batch::{Batch, Rows};
use crate::error::StoreError;
use crate::view::View;

/// A commit that is on disk.
#[derive(Clone, Debug)]
pub struct CommitView {
    /// Its sequence, from 1 without gaps.
    pub sequence: u64,
    pub(crate) rows: Bytes,
}

impl CommitView {
    /// Its rows in order.
    pub fn rows(&self) -> Rows {
        Rows::new(self.rows.clone())
    }
}

/// A fold over commits in sequence, run on the committer's thread: it must not block.
pub trait Projection: Send {
    /// For messages.
    fn name(&self) -> &'static str;
    /// Reads its rows at start. `view` is the index as it stands, without newer commits; one that is kept
    /// has each commit before it is folded.
    ///
    /// # Errors
    /// The rows do not read; the store does not open then.
    fn load(&mut self, view: &View) -> Result<(), StoreError>;
    /// Takes the next commit.
    fn fold(&mut self, commit: &CommitView);
    /// Hands over rows that changed since the last call, only `Put`s and `Delete`s of tables that
    /// nobody commits.
    fn drain(&mut self, out: &mut Batch);
}
