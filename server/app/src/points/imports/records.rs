//! What imports of points write.

use bincode::{Decode, Encode};
use pointhouse_store::{KeyBytes, Keys, StoreError, StoredKey, StoredRow, Table, View};

use super::error::ImportError;
use crate::tables::{self, NumberRow, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[IMPORT.format(), LINE.format(), WAITING.format(), SEEN.format()];

/// Imports by their numbers.
pub(super) const IMPORT: Table<u64, ImportRow> = Table::new(tables::IMPORT);
/// Their lines.
pub(super) const LINE: Table<LineId, LineRow> = Table::new(tables::IMPORT_LINE);
/// Lines that wait.
pub(super) const WAITING: Table<LineId, ()> = Table::new(tables::IMPORT_WAITING);
/// The first import that had a line, by the hash of what the line says.
pub(super) const SEEN: Table<[u8; 32], NumberRow> = Table::new(tables::IMPORT_SEEN);

/// A file that an admin brought. Written when it is confirmed, and once more when it is through.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ImportRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Of what its lines say.
    pub hash: [u8; 32],
    /// The row of the audit.
    pub audit: u64,
    /// Lines that can be used.
    pub lines: u32,
    /// When it was confirmed, milliseconds.
    pub begun_at: i64,
    /// When each of its lines had been looked at, milliseconds.
    pub ended_at: Option<i64>,
}

impl StoredRow for ImportRow {
    const VERSION: u8 = 1;
}

/// Whom a line names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Named {
    /// The chat platform's id.
    pub kick_id: Option<u64>,
    /// The name there: names change hands, so it proves nothing.
    pub kick_name: Option<String>,
    /// The name at the casino.
    pub casino: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// The name wherever the file comes from: it proves nothing.
    pub username: Option<String>,
}

/// What makes a member the one that a line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Proof {
    /// A chat account that was linked by signing in with it.
    Kick,
    /// An approved name at the casino.
    Casino,
    /// A verified address.
    Email,
    /// An admin's tick.
    Admin,
}

/// Why a line waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Waits {
    /// Nobody has proved to be the one it names.
    Unlinked,
    /// What it names belongs to several members.
    Ambiguous,
    /// The same line has been in an earlier file.
    Seen(u64),
    /// The balance would not fit any more.
    Full,
    /// The member's wallet could not be read: it is tried again each minute.
    Failed,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum LineState {
    /// It was not looked at yet.
    Pending,
    /// It waits.
    Waiting(Waits),
    /// It was paid.
    Paid {
        /// To whom, as a number.
        user: u64,
        /// By what.
        by: Proof,
    },
    /// An admin removed it, or the member whom it named has left.
    Removed,
}

/// A line. Its place among the lines is part of its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct LineRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Of the file, from 1.
    pub number: u32,
    /// Points.
    pub points: u64,
    /// Whom it names: forgotten as soon as it is paid or removed.
    pub named: Named,
    /// What became of it.
    pub state: LineState,
}

impl StoredRow for LineRow {
    const VERSION: u8 = 1;
}

/// A line on disk, by import and place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId {
    /// Number of the import.
    pub import: u64,
    /// Place among its lines, from 1.
    pub line: u32,
}

impl LineId {
    /// What may happen once: the payment of this line.
    pub(super) fn once(self) -> Vec<u8> {
        format!("import/{}/{}", self.import, self.line).into_bytes()
    }
}

impl StoredKey for LineId {
    fn write(&self, out: &mut KeyBytes) {
        (self.import, self.line).write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        <(u64, u32)>::read(bytes).map(|(import, line)| Self { import, line })
    }
}

impl std::fmt::Display for LineId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.import, self.line)
    }
}

impl std::str::FromStr for LineId {
    type Err = ImportError;

    fn from_str(text: &str) -> Result<Self, ImportError> {
        let parts = text.split_once('-').ok_or(ImportError::NoSuchLine)?;
        let import = parts.0.parse().map_err(|_| ImportError::NoSuchLine)?;
        let line = parts.1.parse().map_err(|_| ImportError::NoSuchLine)?;
        Ok(Self { import, line })
    }
}

/// A line on disk.
pub(super) fn read_line(view: &View, id: LineId) -> Result<Option<LineRow>, StoreError> {
    LINE.get(view, &id)
}

/// All imports, oldest first.
pub(super) fn read_imports(view: &View) -> Result<Vec<(u64, ImportRow)>, StoreError> {
    IMPORT.rows(view, Keys::all()).collect()
}

/// All lines of an import, in their order.
pub(super) fn read_lines(view: &View, import: u64) -> Result<Vec<(LineId, LineRow)>, StoreError> {
    LINE.rows(view, Keys::under(&import)).collect()
}

/// The lines that wait, oldest first.
pub(super) fn read_waiting(view: &View) -> Result<Vec<LineId>, StoreError> {
    WAITING.rows(view, Keys::all()).map(|line| line.map(|(id, ())| id)).collect()
}
