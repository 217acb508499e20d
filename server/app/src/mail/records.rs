//! What the outbox writes.

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, StoreError, StoredRow, Table, View};

use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[OUTBOX.secret_format()];

/// Letters by their numbers, which rise with time.
pub(super) const OUTBOX: Table<u64, LetterRow> = Table::new(tables::OUTBOX);

/// A letter that waits. It is removed when it has been delivered.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct LetterRow {
    /// Whom it is about, as a number.
    pub user: u64,
    /// Address.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// As text.
    pub text: String,
    /// As HTML.
    pub html: String,
    /// Deliveries that failed.
    pub tries: u32,
    /// Not tried before this, milliseconds.
    pub next_at: i64,
    /// When it was written, milliseconds.
    pub written_at: i64,
    /// Its link works until then, milliseconds; after that it is of no use.
    pub until: i64,
    /// Why the last delivery failed.
    pub last_error: String,
    /// It is not tried any more.
    pub dead: bool,
}

impl StoredRow for LetterRow {
    const VERSION: u8 = 1;
}

/// What is in a letter lets its reader in somewhere: it stays out of logs.
impl std::fmt::Debug for LetterRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { user, tries, next_at, dead, .. } = self;
        write!(f, "LetterRow {{ user: {user}, tries: {tries}, next_at: {next_at}, dead: {dead} }}")
    }
}

/// All letters, oldest first.
pub(super) fn read_all(view: &View) -> Result<Vec<(u64, LetterRow)>, StoreError> {
    OUTBOX.rows(view, Keys::all()).collect()
}
