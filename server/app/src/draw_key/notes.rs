//! What happened to the seeds of the site as a whole, in public: exports of the key, restores, the upgrade to sealed seeds.

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, Log, LogOwner, StoreError, StoredRow, View};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Millis;
use crate::tables;

/// The notes, numbered from 1.
pub(super) const NOTE: Log<WholeSite, DrawNoteRow> = Log::new(tables::DRAW_NOTE);
/// Notes that are shown, the newest ones.
const SHOWN: usize = 100;

/// Owner of the only log of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WholeSite;

impl LogOwner for WholeSite {
    fn number(self) -> u64 {
        1
    }

    fn of(_: u64) -> Self {
        Self
    }
}

/// A note.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct DrawNoteRow {
    /// When, milliseconds.
    pub at: i64,
    /// What happened.
    pub note: DrawNote,
}

impl StoredRow for DrawNoteRow {
    const VERSION: u8 = 1;
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum DrawNote {
    /// The key left its file.
    KeyExported,
    /// The first start with sealed seeds.
    Upgraded(Renewal),
    /// The first start of a folder that was restored from a backup or copied.
    Restored(Renewal),
}

/// What was renewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Renewal {
    /// Last moment of the folder that is known to be in the backup, milliseconds.
    pub of: Option<i64>,
    /// Seed pairs that were revealed and replaced.
    pub revealed: u64,
    /// Seed pairs that were replaced, and cannot be revealed.
    pub lost: u64,
    /// Rounds that waited for a move, and were ended by the rule of their game.
    pub ended: u64,
    /// Rounds that waited for a move, and whose stake was returned.
    pub returned: u64,
    /// Giveaways that got a new commitment.
    pub recommitted: u64,
    /// Giveaways that were open and whose seed older backups contain.
    pub exposed: u64,
}

impl Renewal {
    /// As the audit has it.
    pub fn described(&self) -> serde_json::Value {
        let Self { of, revealed, lost, ended, returned, recommitted, exposed } = self;
        serde_json::json!({
            "of": of,
            "revealed": revealed,
            "lost": lost,
            "ended": ended,
            "returned": returned,
            "recommitted": recommitted,
            "exposed": exposed,
        })
    }
}

/// Appends a note to a batch.
///
/// # Errors
/// The notes cannot be read.
pub fn append(
    view: &View,
    batch: &mut Batch,
    now: Millis,
    note: DrawNote,
) -> Result<(), StoreError> {
    let last = NOTE.newest(view, WholeSite)?.map_or(0, |(number, _)| number);
    NOTE.append(batch, WholeSite, last + 1, &DrawNoteRow { at: now.0, note })
}

/// What happened to the seeds of the whole site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SeedEventKind {
    /// The key that seals unrevealed seeds was exported: with the export and a backup they can be read.
    KeyExported,
    /// The site was upgraded to sealed seeds.
    Upgraded,
    /// The site was restored from a backup or copied.
    Restored,
}

/// An event that concerns the seeds of the whole site. Counts are 0 for an export.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeedEvent {
    /// What happened.
    kind: SeedEventKind,
    /// When, ISO 8601.
    at: String,
    /// Last time that the restored backup is known to contain, ISO 8601; null if it is unknown, or nothing was restored.
    #[schema(required)]
    backup_of: Option<String>,
    /// Seed pairs that were revealed and replaced.
    revealed_pairs: u64,
    /// Seed pairs that were replaced and cannot be revealed, because their key is lost.
    lost_pairs: u64,
    /// Open rounds that were ended by the rule of their game.
    ended_rounds: u64,
    /// Open rounds whose stake was returned.
    returned_rounds: u64,
    /// Giveaways that got a new commitment.
    new_commitments: u64,
    /// Open giveaways whose seed is in older backups.
    exposed_giveaways: u64,
}

/// Whether the key was ever exported.
///
/// # Errors
/// A row cannot be read.
pub fn key_was_exported(view: &View) -> Result<bool, StoreError> {
    let mut notes = NOTE.newest_first(view, WholeSite, u64::MAX);
    notes.try_fold(false, |known, row| Ok(known || row?.1.note == DrawNote::KeyExported))
}

/// The newest events that concern the seeds of the whole site.
///
/// # Errors
/// A row cannot be read.
pub fn newest_events(view: &View) -> Result<Vec<SeedEvent>, StoreError> {
    let rows = NOTE.before(view, WholeSite, u64::MAX, SHOWN)?;
    Ok(rows.into_iter().map(|(_, row)| event(&row)).collect())
}

fn event(row: &DrawNoteRow) -> SeedEvent {
    let (kind, renewal) = match &row.note {
        DrawNote::KeyExported => (SeedEventKind::KeyExported, Renewal::default()),
        DrawNote::Upgraded(renewal) => (SeedEventKind::Upgraded, *renewal),
        DrawNote::Restored(renewal) => (SeedEventKind::Restored, *renewal),
    };
    SeedEvent {
        kind,
        at: Millis(row.at).iso(),
        backup_of: renewal.of.map(|at| Millis(at).iso()),
        revealed_pairs: renewal.revealed,
        lost_pairs: renewal.lost,
        ended_rounds: renewal.ended,
        returned_rounds: renewal.returned,
        new_commitments: renewal.recommitted,
        exposed_giveaways: renewal.exposed,
    }
}
