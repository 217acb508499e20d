//! The rows of imports.

use bincode::{Decode, Encode};
use pointhouse_store::{
    KeyBytes, Keys, RowProblem, StoreError, StoredKey, StoredRow, Table, View, decode_body,
};

use super::error::ImportError;
use crate::tables::{self, NumberRow, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[IMPORT.format(), LINE.format(), WAITING.format(), SEEN.format()];

/// Imports by number.
pub(super) const IMPORT: Table<u64, ImportRow> = Table::new(tables::IMPORT);
/// Lines by import and position.
pub(super) const LINE: Table<LineId, LineRow> = Table::new(tables::IMPORT_LINE);
/// Waiting lines.
pub(super) const WAITING: Table<LineId, ()> = Table::new(tables::IMPORT_WAITING);
/// The first import with a line, by the hash of the line's content.
pub(super) const SEEN: Table<[u8; 32], NumberRow> = Table::new(tables::IMPORT_SEEN);

/// An imported file. Written when it is confirmed and when it is completed.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ImportRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Hash of the content of all lines.
    pub hash: [u8; 32],
    /// Id of the audit row.
    pub audit: u64,
    /// Number of valid lines.
    pub lines: u32,
    /// Time of the confirmation, in milliseconds.
    pub begun_at: i64,
    /// Time when all lines were processed, in milliseconds.
    pub ended_at: Option<i64>,
    /// Set once the import is taken back.
    pub taken_back: Option<TakenBack>,
}

/// How an import was taken back. Written when it begins and when it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct TakenBack {
    /// When it began, in milliseconds.
    pub begun_at: i64,
    /// When all lines were processed, in milliseconds.
    pub ended_at: Option<i64>,
    /// Points that were taken, once it has ended.
    pub points: u64,
    /// Points that the members had spent, once it has ended.
    pub missing: u64,
}

/// A row of version 1.
#[derive(Decode)]
struct ImportRow1 {
    revision: u64,
    hash: [u8; 32],
    audit: u64,
    lines: u32,
    begun_at: i64,
    ended_at: Option<i64>,
}

impl StoredRow for ImportRow {
    const VERSION: u8 = 2;

    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let older = decode_body(1, row.strip_prefix(&[1])?);
        Some(older.map(|ImportRow1 { revision, hash, audit, lines, begun_at, ended_at }| Self {
            revision,
            hash,
            audit,
            lines,
            begun_at,
            ended_at,
            taken_back: None,
        }))
    }
}

impl ImportRow {
    /// Whether all its lines have been taken back.
    pub(super) fn is_taken_back(&self) -> bool {
        self.taken_back.is_some_and(|taken| taken.ended_at.is_some())
    }

    /// Whether lines are still to be paid or taken back.
    pub(super) fn is_open(&self) -> bool {
        match self.taken_back {
            Some(taken) => taken.ended_at.is_none(),
            None => self.ended_at.is_none(),
        }
    }
}

/// The names in a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Named {
    /// Id on the chat platform.
    pub kick_id: Option<u64>,
    /// Name on the chat platform. Names can be taken over, so it proves nothing.
    pub kick_name: Option<String>,
    /// Casino name.
    pub casino: Option<String>,
    /// Email.
    pub email: Option<String>,
    /// Username at the origin of the file. It proves nothing.
    pub username: Option<String>,
}

/// What proves that a line belongs to a member (docs/decisions.md, F6). The order is stored: add variants at the end only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Proof {
    /// A chat account that was linked by a sign-in on the platform.
    Kick,
    /// An approved casino name.
    Casino,
    /// A verified email.
    Email,
    /// An admin selected the member.
    Admin,
    /// The name of a chat account that was linked by a sign-in on the platform. It proves nothing by itself: the owner
    /// credited it.
    KickName,
}

/// Why a line waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Waits {
    /// No member has proved to own one of its names.
    Unlinked,
    /// Its names belong to several members.
    Ambiguous,
    /// The same line was in this earlier import.
    Seen(u64),
    /// The balance would exceed the maximum.
    Full,
    /// The member's wallet could not be read; retried each minute.
    Failed,
}

/// State of a line. The order is stored: add variants at the end only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum LineState {
    /// Not processed yet.
    Pending,
    /// It waits.
    Waiting(Waits),
    /// It was paid.
    Paid {
        /// Member id.
        user: u64,
        /// The proof.
        by: Proof,
    },
    /// Removed by an admin, because the account of the named member was deleted, or because the import was taken back.
    Removed,
    /// It was paid, and taken back with the import.
    TakenBack {
        /// Member id.
        user: u64,
        /// Points that were taken: the member may have spent the rest.
        points: u64,
    },
}

/// A line. Its position is part of its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct LineRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Line number in the file, from 1.
    pub number: u32,
    /// Points.
    pub points: u64,
    /// The names in the line; removed as soon as it is paid or removed.
    pub named: Named,
    /// State of the line.
    pub state: LineState,
}

impl StoredRow for LineRow {
    const VERSION: u8 = 2;

    /// Version 1 had fewer states and proofs.
    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        Some(decode_body::<LineRow1>(1, row.strip_prefix(&[1])?).map(Self::from))
    }
}

/// A row of version 1.
#[derive(Decode)]
struct LineRow1 {
    revision: u64,
    number: u32,
    points: u64,
    named: Named,
    state: LineState,
}

impl From<LineRow1> for LineRow {
    fn from(row: LineRow1) -> Self {
        let LineRow1 { revision, number, points, named, state } = row;
        Self { revision, number, points, named, state }
    }
}

/// Key of a line: import and position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId {
    /// Number of the import.
    pub import: u64,
    /// Position among the lines, from 1.
    pub line: u32,
}

impl LineId {
    /// Once-key of the payment of this line.
    pub(super) fn once(self) -> Vec<u8> {
        format!("import/{}/{}", self.import, self.line).into_bytes()
    }

    /// Once-key of taking this line's points back.
    pub(super) fn once_back(self) -> Vec<u8> {
        format!("import-back/{}/{}", self.import, self.line).into_bytes()
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

/// Reads a line.
pub(super) fn read_line(view: &View, id: LineId) -> Result<Option<LineRow>, StoreError> {
    LINE.get(view, &id)
}

/// All imports, oldest first.
pub(super) fn read_imports(view: &View) -> Result<Vec<(u64, ImportRow)>, StoreError> {
    IMPORT.rows(view, Keys::all()).collect()
}

/// All lines of an import, in order.
pub(super) fn read_lines(view: &View, import: u64) -> Result<Vec<(LineId, LineRow)>, StoreError> {
    LINE.rows(view, Keys::under(&import)).collect()
}

/// The waiting lines, oldest first.
pub(super) fn read_waiting(view: &View) -> Result<Vec<LineId>, StoreError> {
    WAITING.rows(view, Keys::all()).map(|line| line.map(|(id, ())| id)).collect()
}
