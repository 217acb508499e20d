//! What a member entered, and what became of it.

use pointhouse_store::{Keys, StoreError, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::records::{EntryType, GIVEAWAY, GiveawayRow, OWN, OwnRow, Stage};
use crate::clock::Millis;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};

/// What became of a member's tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryStatus {
    /// It has not ended.
    Pending,
    /// One of them was drawn.
    Won,
    /// None was.
    Lost,
    /// It was deleted before its end.
    Refunded,
}

/// A member's tickets of one giveaway.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayEntryRow {
    /// The giveaway.
    giveaway_id: String,
    /// For people.
    title: String,
    /// For people.
    prize: String,
    /// What an entry costs.
    entry_type: EntryType,
    /// Tickets.
    tickets: u64,
    /// Points paid for them.
    spent: u64,
    /// When the first entry was, ISO 8601.
    entered_at: String,
    /// When it ends, ISO 8601.
    end_time: String,
    /// When it ended or was cancelled, ISO 8601; null before that.
    #[schema(required)]
    ended_at: Option<String>,
    /// What became of them.
    status: EntryStatus,
}

/// The giveaways that a member entered, the newest entry first.
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

fn row(user: UserId, id: GiveawayId, own: OwnRow, row: &GiveawayRow) -> GiveawayEntryRow {
    let (status, ended_at) = match row.stage {
        Stage::Open => (EntryStatus::Pending, None),
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
