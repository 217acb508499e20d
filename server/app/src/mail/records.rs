//! What the outbox writes.

use bincode::{Decode, Encode};
use pointhouse_store::{StoredRow, View, decode};

use super::error::MailError;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[RowFormat::secret::<LetterRow>(tables::OUTBOX, None)];

const PAGE: usize = 256;

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

/// Key of a letter: rises with time.
pub(super) fn key_of(number: u64) -> [u8; 8] {
    number.to_be_bytes()
}

/// One letter, if it is still there.
pub(super) fn read(view: &View, number: u64) -> Result<Option<LetterRow>, MailError> {
    let row = view.get(tables::OUTBOX, &key_of(number)).map_err(MailError::inner)?;
    Ok(row.map(|row| decode(&row)).transpose()?)
}

/// All letters, oldest first.
pub(super) fn read_all(view: &View) -> Result<Vec<(u64, LetterRow)>, MailError> {
    let mut from = Vec::new();
    let mut all = Vec::new();
    loop {
        let rows = view.scan(tables::OUTBOX, &from, &[], PAGE).map_err(MailError::inner)?;
        let Some((last, _)) = rows.last() else { return Ok(all) };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            let number = <[u8; 8]>::try_from(key.as_ref()).map_err(MailError::inner)?;
            all.push((u64::from_be_bytes(number), decode(row)?));
        }
    }
}
