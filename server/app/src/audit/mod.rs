//! The audit: who changed what, when, from what to what.
//!
//! Invariant: every change that an admin makes leaves a row, on disk together with the change
//! (decision A3). Rows hold ids, not names, so that they may outlive an account.
//!
//! Deliberately absent: deletion.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, Keys, StoreError, StoredRow, Table, View};

use crate::clock::Clock;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[AUDIT.format()];

/// Rows by their ids.
const AUDIT: Table<u64, AuditRow> = Table::new(tables::AUDIT);

/// Longest text of `before` and `after` together, in bytes.
const TEXT_MAX: usize = 6000;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct AuditRow {
    /// When, milliseconds.
    pub at: i64,
    /// Who: `admin` with the client address, or `console`.
    pub actor: String,
    /// What, for example `points.add`.
    pub action: String,
    /// On whom or what, for example `user:12`.
    pub subject: String,
    /// How it was, JSON or empty.
    pub before: String,
    /// How it is, JSON or empty.
    pub after: String,
}

impl StoredRow for AuditRow {
    const VERSION: u8 = 1;
}

/// An entry to be written.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// See [`AuditRow::actor`].
    pub actor: String,
    /// See [`AuditRow::action`].
    pub action: &'static str,
    /// See [`AuditRow::subject`].
    pub subject: String,
    /// See [`AuditRow::before`].
    pub before: String,
    /// See [`AuditRow::after`].
    pub after: String,
}

/// All rows, by rising ids: the oldest first. Not for a thread that serves.
pub fn audit_rows(view: &View) -> impl Iterator<Item = Result<(u64, AuditRow), StoreError>> {
    AUDIT.rows(view, Keys::all())
}

/// A row by its id.
///
/// # Errors
/// The row does not read.
pub fn audit_row(view: &View, id: u64) -> Result<Option<AuditRow>, StoreError> {
    AUDIT.get(view, &id)
}

/// Gives out ids and writes rows into the batches of those who act. Cheap to clone.
#[derive(Clone)]
pub struct Audit {
    clock: Clock,
    last: Arc<AtomicU64>,
}

/// Room for ids within one millisecond.
const PER_MILLISECOND: u64 = 1 << 12;

impl Audit {
    /// Over a clock, behind the rows there are: a clock that went back must not give an id again,
    /// which would overwrite its row.
    ///
    /// # Errors
    /// The rows do not read.
    pub fn load(clock: Clock, view: &View) -> Result<Self, StoreError> {
        let audit = Self { clock, last: Arc::default() };
        for row in AUDIT.rows(view, Keys::all().from(&audit.earliest())) {
            audit.last.store(row?.0, Ordering::SeqCst);
        }
        Ok(audit)
    }

    /// The first id of this millisecond.
    fn earliest(&self) -> u64 {
        u64::try_from(self.clock.now().0).unwrap_or(0).saturating_mul(PER_MILLISECOND)
    }

    /// The next id: rises with time, so rows stand in order of time.
    pub fn next_id(&self) -> u64 {
        let now = self.earliest();
        let previous = self
            .last
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |last| {
                Some(now.max(last.saturating_add(1)))
            })
            .unwrap_or_default();
        now.max(previous.saturating_add(1))
    }

    /// Adds the row to a batch.
    ///
    /// # Errors
    /// The row does not fit.
    pub fn write(&self, id: u64, entry: Entry, batch: &mut Batch) -> Result<(), StoreError> {
        let row = AuditRow {
            at: self.clock.now().0,
            actor: entry.actor,
            action: entry.action.to_owned(),
            subject: entry.subject,
            before: shortened(entry.before),
            after: shortened(entry.after),
        };
        AUDIT.put(batch, &id, &row)
    }
}

/// A text that would not fit a row says that it was cut.
fn shortened(mut text: String) -> String {
    if text.len() > TEXT_MAX {
        let cut = (0..=TEXT_MAX).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(cut);
        text.push_str(" …(cut)");
    }
    text
}
