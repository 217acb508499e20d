//! The rows of the outbox.

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, Store, StoreError, StoredRow, Table, View};

use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[OUTBOX.secret_format()];

/// Emails by number; numbers rise with time.
pub(super) const OUTBOX: Table<u64, EmailRow> = Table::new(tables::OUTBOX);

/// A waiting email. The row is removed after the delivery.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct EmailRow {
    /// Id of the member that it is about.
    pub user: u64,
    /// Recipient.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Text body.
    pub text: String,
    /// HTML body.
    pub html: String,
    /// Number of failed deliveries.
    pub tries: u32,
    /// Time of the next try, in milliseconds.
    pub next_at: i64,
    /// Time of writing, in milliseconds.
    pub written_at: i64,
    /// Time of expiry of its link, in milliseconds. The email is not sent after it.
    pub until: i64,
    /// Why the last delivery failed.
    pub last_error: String,
    /// True when it failed permanently.
    pub dead: bool,
}

impl StoredRow for EmailRow {
    const VERSION: u8 = 1;
}

/// Omits the contents from logs, because they contain links that give access.
impl std::fmt::Debug for EmailRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { user, tries, next_at, dead, .. } = self;
        write!(f, "EmailRow {{ user: {user}, tries: {tries}, next_at: {next_at}, dead: {dead} }}")
    }
}

/// When an email is tried, without its contents: ten thousand of these take little memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// Number of the email.
    pub number: u64,
    /// Number of failed deliveries.
    pub tries: u32,
    /// Time of the next try, in milliseconds.
    pub next_at: i64,
    /// Time of expiry of its link, in milliseconds.
    pub until: i64,
    /// True when it failed permanently.
    pub dead: bool,
}

/// All emails, oldest first.
pub(super) fn read_heads(view: &View) -> Result<Vec<Head>, StoreError> {
    let head = |(number, EmailRow { tries, next_at, until, dead, .. })| Head {
        number,
        tries,
        next_at,
        until,
        dead,
    };
    OUTBOX.rows(view, Keys::all()).map(|row| row.map(head)).collect()
}

/// Drops all waiting emails of a restored folder: they were delivered before, or their links are void. Blocks.
///
/// # Errors
/// The store cannot be read or has stopped.
pub fn forget_all_emails(store: &Store) -> Result<usize, StoreError> {
    OUTBOX.sweep(store, Keys::all(), |_, _| true)
}
