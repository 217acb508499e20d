//! Public changes of a giveaway: of its row, and those that are notes.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::Book;
use super::records::{ChangeRow, GiveawayRow, NoteRow, TextField, hex};
use crate::clock::Millis;

/// Longest old and new text of a change on a card, in bytes; `GET /api/giveaways/{id}` returns them
/// in full.
const CARD_TEXTS: usize = 160;

/// A public change.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GiveawayChange {
    /// Time of the change, ISO 8601.
    pub at: String,
    /// Description of the change.
    pub text: String,
    /// What was changed: `title`, `description`, `endTime` or `serverSeedHash`; null where nothing has another value.
    #[schema(required)]
    pub field: Option<&'static str>,
    /// The value before.
    #[schema(required)]
    pub before: Option<String>,
    /// The value after.
    #[schema(required)]
    pub after: Option<String>,
}

/// The public changes of a card.
pub(super) fn card_changes(row: &GiveawayRow, notes: &[NoteRow]) -> Vec<GiveawayChange> {
    changes(row, notes, CARD_TEXTS)
}

/// The public changes with full texts; cards in lists and pushes omit long ones.
pub(super) fn whole_changes(book: &Book) -> Vec<GiveawayChange> {
    changes(&book.row, &book.notes, usize::MAX)
}

/// The public changes, oldest first. Old and new texts with more than `most` bytes together are
/// omitted.
fn changes(row: &GiveawayRow, notes: &[NoteRow], most: usize) -> Vec<GiveawayChange> {
    let texts = notes.iter().filter_map(|note| noted_change(note, most));
    let mut all: Vec<_> = row.changes.iter().map(change).chain(texts).collect();
    // Of changes at the same instant, the end comes last: it has no field.
    all.sort_by_key(|(at, _, values)| (*at, values.is_none()));
    let wire = |(at, text, values)| {
        let (field, before, after) = match values {
            Some((field, before, after)) => (Some(field), before, after),
            None => (None, None, None),
        };
        GiveawayChange { at: Millis(at).iso(), text, field, before, after }
    };
    all.into_iter().map(wire).collect()
}

/// A public change that is a note.
fn noted_change(note: &NoteRow, most: usize) -> Option<(i64, String, Option<ChangedValues>)> {
    Some(match note {
        NoteRow::TextChanged { at, field, before, after } => {
            let (name, text) = match field {
                TextField::Title => ("title", "Title changed"),
                TextField::Description => ("description", "Description changed"),
            };
            let fit = before.len() + after.len() <= most;
            let of = |text: &String| fit.then(|| text.clone());
            (*at, text.to_owned(), Some((name, of(before), of(after))))
        }
        NoteRow::Recommitted { at, backup_of, before, after } => {
            let text = format!("{}: it got a new server seed", restored_text(*backup_of));
            let values = ("serverSeedHash", Some(hex(*before)), Some(hex(*after)));
            (*at, text, Some(values))
        }
        NoteRow::Interrupted { at, backup_of } => {
            let text = format!("{} after its end: not drawn again", restored_text(*backup_of));
            (*at, text, None)
        }
        NoteRow::OldProofTaken { at, unknown, .. } => {
            let text = match unknown {
                0 => "Its draw was taken from a proof of before the restore".to_owned(),
                1 => "Its draw was taken from a proof of before the restore, with 1 entry that the backup lacks".to_owned(),
                many => format!(
                    "Its draw was taken from a proof of before the restore, with {many} entries that the backup lacks"
                ),
            };
            (*at, text, None)
        }
        NoteRow::InOlderBackups { at } => {
            (*at, "Backups made before this time hold its server seed".to_owned(), None)
        }
        NoteRow::InactiveAtDraw { .. } => return None,
    })
}

fn restored_text(backup_of: Option<i64>) -> String {
    match backup_of {
        Some(at) => format!("The site was restored from a backup of {} UTC", minute(at)),
        None => "The site was restored from a backup".to_owned(),
    }
}

/// A time up to the minute.
fn minute(at: i64) -> String {
    Millis(at).iso().replace('T', " ").chars().take(16).collect()
}

/// Field, old value and new value.
type ChangedValues = (&'static str, Option<String>, Option<String>);

/// Time and text of a change, and its field with the old and new values.
fn change(change: &ChangeRow) -> (i64, String, Option<ChangedValues>) {
    match change {
        ChangeRow::EndMoved { at, from, to } => {
            let text = format!("End moved from {} to {} UTC", minute(*from), minute(*to));
            let (from, to) = (Millis(*from).iso(), Millis(*to).iso());
            (*at, text, Some(("endTime", Some(from), Some(to))))
        }
        ChangeRow::EndedEarly { at } => (*at, "Ended early by an admin".to_owned(), None),
        ChangeRow::Cancelled { at } => (*at, "Cancelled by an admin".to_owned(), None),
    }
}
