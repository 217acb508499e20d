//! What imports of points write.

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, RowBytes, StoredRow, TableId, View, decode, encode};

use super::error::ImportError;
use crate::tables::{self, NumberRow, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    RowFormat::rows::<ImportRow>(tables::IMPORT),
    RowFormat::rows::<LineRow>(tables::IMPORT_LINE),
    RowFormat::keys(tables::IMPORT_WAITING),
    RowFormat::rows::<NumberRow>(tables::IMPORT_SEEN),
];

const PAGE: usize = 512;

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

/// What makes a member the one that a line names (decision F6).
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
    pub(super) fn key(self) -> Vec<u8> {
        [self.import.to_be_bytes().as_slice(), &self.line.to_be_bytes()].concat()
    }

    pub(super) fn of(key: &[u8]) -> Option<Self> {
        let (import, line) = key.split_at_checked(8)?;
        let import = u64::from_be_bytes(import.try_into().ok()?);
        Some(Self { import, line: u32::from_be_bytes(line.try_into().ok()?) })
    }

    /// What may happen once: the payment of this line.
    pub(super) fn once(self) -> Vec<u8> {
        format!("import/{}/{}", self.import, self.line).into_bytes()
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
pub(super) fn read_line(view: &View, id: LineId) -> Result<Option<LineRow>, ImportError> {
    read(view, tables::IMPORT_LINE, &id.key())
}

/// All imports, oldest first.
pub(super) fn read_imports(view: &View) -> Result<Vec<(u64, ImportRow)>, ImportError> {
    let mut imports = Vec::new();
    walk(view, tables::IMPORT, Vec::new(), &[], |key, row| {
        let number = <[u8; 8]>::try_from(key).map_err(ImportError::inner)?;
        imports.push((u64::from_be_bytes(number), decode(row).map_err(ImportError::inner)?));
        Ok(())
    })?;
    Ok(imports)
}

/// All lines of an import, in their order.
pub(super) fn read_lines(view: &View, import: u64) -> Result<Vec<(LineId, LineRow)>, ImportError> {
    let mut lines = Vec::new();
    let from = LineId { import, line: 0 }.key();
    let to = LineId { import: import.saturating_add(1), line: 0 }.key();
    walk(view, tables::IMPORT_LINE, from, &to, |key, row| {
        let id = LineId::of(key).ok_or_else(|| ImportError::inner("a key of no line"))?;
        lines.push((id, decode(row).map_err(ImportError::inner)?));
        Ok(())
    })?;
    Ok(lines)
}

/// The lines that wait, oldest first.
pub(super) fn read_waiting(view: &View) -> Result<Vec<LineId>, ImportError> {
    let mut waiting = Vec::new();
    walk(view, tables::IMPORT_WAITING, Vec::new(), &[], |key, _| {
        waiting.push(LineId::of(key).ok_or_else(|| ImportError::inner("a key of no line"))?);
        Ok(())
    })?;
    Ok(waiting)
}

pub(super) fn read<Row: StoredRow>(
    view: &View,
    table: TableId,
    key: &[u8],
) -> Result<Option<Row>, ImportError> {
    let row = view.get(table, key).map_err(ImportError::inner)?;
    row.map(|row| decode(&row).map_err(ImportError::inner)).transpose()
}

pub(super) fn put<Row: StoredRow>(
    batch: &mut Batch,
    table: TableId,
    key: &[u8],
    row: &Row,
) -> Result<(), ImportError> {
    let encoded = encode(row).map_err(ImportError::inner)?;
    batch.put(table, key, &encoded).map_err(ImportError::inner)
}

/// Shows every row from one key up to another, in order.
pub(super) fn walk(
    view: &View,
    table: TableId,
    mut from: Vec<u8>,
    to: &[u8],
    mut visit: impl FnMut(&[u8], &RowBytes) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    loop {
        let rows = view.scan(table, &from, to, PAGE).map_err(ImportError::inner)?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            visit(key, row)?;
        }
    }
}
