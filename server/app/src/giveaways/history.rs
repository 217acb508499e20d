//! The giveaways that a member entered, with their results.

use pointhouse_store::{Keys, StoreError, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::records::{EntryType, GIVEAWAY, GiveawayRow, OWN, OwnRow, Stage};
use crate::clock::Millis;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};

/// Status of a member's tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryStatus {
    /// The giveaway has not ended.
    Pending,
    /// One of the tickets was drawn.
    Won,
    /// None of the tickets was drawn.
    Lost,
    /// The giveaway was deleted before its end, and the points were refunded.
    Refunded,
}

/// A member's tickets in one giveaway.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayEntryRow {
    /// Number of the giveaway.
    giveaway_id: String,
    /// Title.
    title: String,
    /// Prize.
    prize: String,
    /// Type of the entries.
    entry_type: EntryType,
    /// Number of tickets.
    tickets: u64,
    /// Points paid for the tickets.
    spent: u64,
    /// Time of the first entry, ISO 8601.
    entered_at: String,
    /// Planned end of the giveaway, ISO 8601.
    end_time: String,
    /// Time when it ended or was cancelled, ISO 8601; null before that.
    #[schema(required)]
    ended_at: Option<String>,
    /// Status of the tickets.
    status: EntryStatus,
}

/// The giveaways that a member entered, newest entry first.
pub(super) fn own(view: &View, user: UserId, most: usize) -> Result<Vec<GiveawayEntryRow>, Fault> {
    let entered = OWN.rows(view, Keys::under(&user)).map(|own| own.map(|((_, id), own)| (id, own)));
    let mut entered = entered.collect::<Result<Vec<_>, StoreError>>()?;
    entered.sort_unstable_by_key(|(id, own)| std::cmp::Reverse((own.entered_at, *id)));
    entered.truncate(most);
    let row = |(id, own)| {
        let giveaway =
            GIVEAWAY.get(view, &id)?.ok_or(Fault::Contradiction("a giveaway is missing"))?;
        Ok(row(user, id, own, &giveaway))
    };
    entered.into_iter().map(row).collect()
}

/// Title of a giveaway, also of a deleted one.
///
/// # Errors
/// The row cannot be decoded.
pub fn giveaway_title(view: &View, id: GiveawayId) -> Result<Option<String>, StoreError> {
    Ok(GIVEAWAY.get(view, &id)?.map(|row| row.title))
}

fn row(user: UserId, id: GiveawayId, own: OwnRow, row: &GiveawayRow) -> GiveawayEntryRow {
    let (status, ended_at) = match row.stage {
        Stage::Open | Stage::Interrupted => (EntryStatus::Pending, None),
        Stage::Refunding | Stage::Refunded => (EntryStatus::Refunded, row.cancelled_at()),
        Stage::Ended(outcome) => {
            let won = outcome.winner.is_some_and(|winner| winner.user == user.0);
            (if won { EntryStatus::Won } else { EntryStatus::Lost }, Some(outcome.at))
        }
    };
    GiveawayEntryRow {
        giveaway_id: id.to_string(),
        title: row.title.clone(),
        prize: row.prize.clone(),
        entry_type: row.entry_type,
        tickets: own.tickets,
        spent: own.spent,
        entered_at: Millis(own.entered_at).iso(),
        end_time: Millis(row.end_at).iso(),
        ended_at: ended_at.map(|at| Millis(at).iso()),
        status,
    }
}
