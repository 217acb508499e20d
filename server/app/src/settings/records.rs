//! Stored rows of the settings.

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, KeyBytes, StoreError, StoredKey, StoredRow, Table, View};
use serde_json::Value;

use crate::config::SECTIONS;
use crate::fault::Fault;
use crate::tables::{self, RowFormat, stored_codes};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[REVISION.format(), TEXT.format(), SECRET.secret_format()];

/// Revisions of sections.
pub(super) const REVISION: Table<(SectionKey, u32), RevisionRow> = Table::new(tables::SETTINGS);
/// The JSON of a revision, in pieces.
const TEXT: Table<(SectionKey, u32, u16), TextRow> = Table::new(tables::SETTINGS_TEXT);
/// Secrets by their key in a settings file.
pub(super) const SECRET: Table<String, ServiceSecretRow> = Table::new(tables::SERVICE_SECRET);

/// Characters in a piece: at most 4 bytes each, and a row may have 16 KiB.
const PIECE_CHARACTERS: usize = 4_000;
/// Most pieces of a revision. No section that passes its checks is as long.
const PIECES_MAX: usize = 256;

/// A section as a key. The numbers are stored: never change or reuse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SectionKey(u8);

/// Names and numbers of the sections.
const NUMBERS: [(&str, u8); 17] = [
    ("brand", 1),
    ("links", 2),
    ("partner", 3),
    ("home", 4),
    ("calendar", 5),
    ("wagers", 6),
    ("texts", 7),
    ("place", 8),
    ("games", 9),
    ("mail", 10),
    ("modules", 11),
    ("points", 12),
    ("hunts", 13),
    ("kick", 14),
    ("forms", 15),
    ("grants", 16),
    ("overlay", 17),
];

impl SectionKey {
    /// The key of a section.
    pub(super) fn of(name: &str) -> Option<Self> {
        NUMBERS.iter().find(|(known, _)| *known == name).map(|(_, number)| Self(*number))
    }

    /// The name of a section.
    pub(super) fn name(self) -> Option<&'static str> {
        let name = NUMBERS.iter().find(|(_, number)| *number == self.0).map(|(name, _)| *name)?;
        SECTIONS.iter().find(|known| **known == name).copied()
    }
}

impl StoredKey for SectionKey {
    fn write(&self, out: &mut KeyBytes) {
        self.0.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        u8::read(bytes).map(Self)
    }
}

/// How a revision came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The first start of the data folder, from its settings file and environment.
    FirstStart,
    /// Saved in the panel.
    Saved,
    /// An earlier revision was restored.
    Restored,
    /// A file with settings or a preset was imported.
    Imported,
}

stored_codes!(Cause { FirstStart = 0, Saved = 1, Restored = 2, Imported = 3 });

/// A revision of a section.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct RevisionRow {
    /// When it was written, in milliseconds.
    pub(super) at: i64,
    /// Who wrote it.
    pub(super) actor: String,
    pub(super) cause: Cause,
    /// Pieces of its text.
    pub(super) pieces: u16,
}

impl StoredRow for RevisionRow {
    const VERSION: u8 = 1;
}

/// A piece of the JSON of a revision.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct TextRow(String);

impl StoredRow for TextRow {
    const VERSION: u8 = 1;
}

/// A secret of an external service.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub(super) struct ServiceSecretRow {
    /// When it was set, in milliseconds.
    pub(super) at: i64,
    /// Where it may be sent (`Config::destination`).
    pub(super) destination: String,
    pub(super) text: String,
}

impl std::fmt::Debug for ServiceSecretRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServiceSecretRow").field("at", &self.at).finish_non_exhaustive()
    }
}

impl StoredRow for ServiceSecretRow {
    const VERSION: u8 = 1;
}

/// Writes a revision with its text.
///
/// # Errors
/// It is too large.
pub(super) fn put_revision(
    batch: &mut Batch,
    key: (SectionKey, u32),
    value: &Value,
    mut row: RevisionRow,
) -> Result<(), Fault> {
    let text = value.to_string();
    let characters: Vec<char> = text.chars().collect();
    let pieces = characters.chunks(PIECE_CHARACTERS);
    if pieces.len() > PIECES_MAX {
        return Err(Fault::Contradiction("a section is too long"));
    }
    row.pieces = u16::try_from(pieces.len()).map_err(Fault::other)?;
    for (piece, part) in (0..row.pieces).zip(pieces) {
        TEXT.put(batch, &(key.0, key.1, piece), &TextRow(part.iter().collect()))?;
    }
    REVISION.put(batch, &key, &row)?;
    Ok(())
}

/// Removes a revision with its text.
///
/// # Errors
/// The store cannot be read.
pub(super) fn delete_revision(
    view: &View,
    batch: &mut Batch,
    key: (SectionKey, u32),
) -> Result<(), StoreError> {
    if let Some(row) = REVISION.get(view, &key)? {
        for piece in 0..row.pieces {
            TEXT.delete(batch, &(key.0, key.1, piece))?;
        }
        REVISION.delete(batch, &key)?;
    }
    Ok(())
}

/// The JSON of a revision.
///
/// # Errors
/// A piece is missing or the text is no JSON.
pub(super) fn read_value(
    view: &View,
    key: (SectionKey, u32),
    row: &RevisionRow,
) -> Result<Value, Fault> {
    let mut text = String::new();
    for piece in 0..row.pieces {
        let part = TEXT.get(view, &(key.0, key.1, piece))?;
        text.push_str(&part.ok_or(Fault::Contradiction("a piece of the settings is missing"))?.0);
    }
    Ok(serde_json::from_str(&text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_has_a_number_of_its_own() {
        for name in SECTIONS {
            assert_eq!(SectionKey::of(name).and_then(SectionKey::name), Some(*name));
        }
        let mut numbers: Vec<u8> = NUMBERS.iter().map(|(_, number)| *number).collect();
        numbers.dedup();
        assert_eq!(numbers.len(), SECTIONS.len());
    }
}
