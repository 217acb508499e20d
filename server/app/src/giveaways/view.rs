//! How giveaways look on the wire, drafts of admins in the other direction.

use std::collections::BTreeMap;

use chrono::DateTime;
use pointhouse_rules::mask::mask_username;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::error::GiveawayError;
use super::model::{self, Book, Draft, Status};
use super::records::{ChangeRow, EntryType, GiveawayRow, OutcomeRow, Stage, hex};
use crate::accounts::Auth;
use crate::clock::Millis;
use crate::ids::{GiveawayId, UserId};

/// Longest texts, in characters.
const TITLE_MAX: usize = 120;
const PRIZE_MAX: usize = 120;
const DESCRIPTION_MAX: usize = 2000;
/// Highest cost of a ticket.
const COST_MAX: u64 = 1_000_000;
/// A start may be as long ago as a form may lie open.
const START_PAST: i64 = 60 * 60 * 1000;
/// Latest end: a year ahead.
const END_AHEAD: i64 = 366 * 24 * 60 * 60 * 1000;

/// A giveaway, as everybody may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Giveaway {
    /// Number.
    pub id: String,
    /// For people.
    pub title: String,
    /// For people.
    pub description: String,
    /// For people.
    pub prize: String,
    /// First instant of entries, ISO 8601.
    pub start_time: String,
    /// First instant without, ISO 8601.
    pub end_time: String,
    /// When it ended, ISO 8601; null before the draw.
    #[schema(required)]
    pub ended_at: Option<String>,
    /// An admin ended it before its time.
    pub ended_early: bool,
    /// What an entry costs.
    pub entry_type: EntryType,
    /// Points for a ticket; 0 of a free one.
    pub entry_cost: u64,
    /// Where it stands.
    pub status: Status,
    /// Tickets so far. While it is open those of deleted accounts are left out; after the draw it is the
    /// length of the list, as its proof has it.
    pub ticket_count: u64,
    /// Members who have some, counted likewise.
    pub entrant_count: u64,
    /// SHA-256 of the server seed, shown from the beginning.
    pub server_seed_hash: String,
    /// The running hash after the newest entry.
    pub chain: String,
    /// Who won; masked for all but admins and the winner.
    #[schema(required)]
    pub winner: Option<GiveawayWinner>,
    /// What proves the draw; null before it.
    #[schema(required)]
    pub provably_fair: Option<ProvablyFair>,
    /// What was changed while it ran.
    pub changes: Vec<GiveawayChange>,
    /// When it was made, ISO 8601.
    pub created_at: String,
}

/// Who won.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GiveawayWinner {
    /// Masked for all but admins and the winner.
    pub username: String,
}

/// What proves a draw.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProvablyFair {
    /// The secret that was committed to.
    pub server_seed: String,
    /// SHA-256 of the list.
    pub client_seed: String,
    /// The accepted hash; null without a winner.
    #[schema(required)]
    pub winner_hash: Option<String>,
    /// The winning ticket; null without a winner.
    #[schema(required)]
    pub winner_index: Option<u64>,
}

/// A change that everybody is shown.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GiveawayChange {
    /// ISO 8601.
    pub at: String,
    /// For people.
    pub text: String,
}

/// All giveaways in sight.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GiveawaysAnswer {
    /// Always true.
    pub success: bool,
    /// Those that run, those to come, and those that ended last.
    pub giveaways: Vec<Giveaway>,
    /// The caller's own tickets by giveaway; empty for visitors.
    pub own: BTreeMap<String, u64>,
}

/// One giveaway.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawayAnswer {
    /// Always true.
    pub success: bool,
    /// It.
    pub giveaway: Giveaway,
    /// The caller's own tickets.
    pub own: u64,
}

/// What a member wants.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryOrder {
    /// The sender, if anything.
    #[schema(value_type = Option<String>)]
    pub user_id: Option<Value>,
    /// Not looked at.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "the specification's; who acts is the token")]
    username: Option<Value>,
    /// Not looked at.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "the specification's; who acts is the token")]
    email: Option<Value>,
    /// What was shown.
    pub entry_type: EntryType,
    /// The cost that was shown; another one by now is refused.
    pub entry_cost: i64,
    /// Tickets.
    pub ticket_count: i64,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryAnswer {
    /// Always true.
    pub success: bool,
    /// For people.
    pub message: String,
    /// The giveaway.
    pub giveaway: Giveaway,
    /// First of the tickets.
    pub first_ticket: u64,
    /// How many there are of this entry.
    pub ticket_count: u64,
    /// The member's tickets after it.
    pub own: u64,
    /// Points paid.
    pub total_cost: u64,
    /// Balance after it.
    pub updated_user_points: u64,
    /// Ledger sequence of that balance.
    pub seq: u64,
}

/// What an admin wants a giveaway to be.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayDraft {
    /// 1 to 120 characters.
    #[serde(default)]
    pub title: String,
    /// Up to 2,000 characters.
    #[serde(default)]
    pub description: String,
    /// 1 to 120 characters.
    #[serde(default)]
    pub prize: String,
    /// ISO 8601.
    pub start_time: String,
    /// ISO 8601, behind the start and at most a year ahead.
    pub end_time: String,
    /// What an entry costs.
    pub entry_type: EntryType,
    /// Points for a ticket, 1 to 1,000,000; not looked at when it is free.
    pub entry_cost: Option<i64>,
}

impl GiveawayDraft {
    /// Every field checked. `before` is what it would change.
    pub(super) fn checked(
        &self,
        before: Option<&GiveawayRow>,
        now: Millis,
    ) -> Result<Draft, GiveawayError> {
        let mut wrong = BTreeMap::new();
        let texts = [
            ("title", &self.title, 1, TITLE_MAX),
            ("description", &self.description, 0, DESCRIPTION_MAX),
            ("prize", &self.prize, 1, PRIZE_MAX),
        ];
        for (name, text, least, most) in texts {
            if !(least..=most).contains(&text.trim().chars().count()) {
                wrong.insert(name, format!("{least} to {most} characters"));
            }
        }
        let entry_cost = match self.entry_type {
            EntryType::Free => 0,
            EntryType::Paid => {
                self.entry_cost.and_then(|cost| u64::try_from(cost).ok()).unwrap_or(0)
            }
        };
        if self.entry_type == EntryType::Paid && !(1..=COST_MAX).contains(&entry_cost) {
            wrong.insert("entryCost", "A whole number of points from 1 to 1,000,000".to_owned());
        }
        let times = (instant(&self.start_time), instant(&self.end_time));
        let started = before.map(|row| row.start_at);
        if times.0.is_none() {
            wrong.insert("startTime", "A date and time".to_owned());
        }
        if times.0.is_some_and(|start| Some(start) != started && start < now.0 - START_PAST) {
            wrong.insert("startTime", "A giveaway does not start in the past".to_owned());
        }
        let end = match times {
            (_, None) => Some("A date and time"),
            (Some(start), Some(end)) if end <= start => Some("The end comes after the start"),
            (_, Some(end)) if end <= now.0 => Some("The end lies in the future"),
            (_, Some(end)) if end > now.0 + END_AHEAD => Some("At most a year ahead"),
            (_, Some(_)) => None,
        };
        wrong.extend(end.map(|text| ("endTime", text.to_owned())));
        let (Some(start_at), Some(end_at), true) = (times.0, times.1, wrong.is_empty()) else {
            return Err(GiveawayError::Fields(wrong));
        };
        Ok(Draft {
            title: self.title.trim().to_owned(),
            description: self.description.trim().to_owned(),
            prize: self.prize.trim().to_owned(),
            start_at,
            end_at,
            entry_type: self.entry_type,
            entry_cost,
        })
    }
}

fn instant(text: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(text.trim()).ok().map(|time| time.timestamp_millis())
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    Public,
    Member(UserId),
    Admin,
}

/// A giveaway with what is public of it: the seed only when it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub id: GiveawayId,
    pub book: Book,
    pub revealed: Option<String>,
    pub left: Left,
}

/// Deleted accounts in an open giveaway, and their tickets. They are left out of the counts, so that
/// entering, leaving and signing up again does not make a giveaway look larger.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    pub members: u64,
    pub tickets: u64,
}

impl Known {
    /// How it ended.
    pub(super) fn outcome(&self) -> Option<OutcomeRow> {
        match self.book.row.stage {
            Stage::Ended(outcome) => Some(outcome),
            Stage::Open | Stage::Refunding | Stage::Refunded => None,
        }
    }

    /// Who won.
    pub(super) fn winner(&self) -> Option<UserId> {
        self.outcome()?.winner.map(|winner| UserId(winner.user))
    }
}

/// A name for those who look: masked, but for its owner and admins (decision A9). No username has a
/// space in it, so that of a deleted account is nobody's.
pub(super) fn name(auth: &Auth, user: UserId, viewer: Viewer) -> String {
    let Some(access) = auth.access(user) else { return "Former member".to_owned() };
    if viewer == Viewer::Admin || viewer == Viewer::Member(user) {
        return access.username.to_string();
    }
    mask_username(&access.username)
}

/// The card.
pub(super) fn card(known: &Known, auth: &Auth, viewer: Viewer, now: Millis) -> Giveaway {
    let Known { id, book: Book { row, tally }, revealed, left } = known;
    let left = if row.stage == Stage::Open { *left } else { Left::default() };
    let outcome = known.outcome();
    let iso = |at| Millis(at).iso();
    Giveaway {
        id: id.to_string(),
        title: row.title.clone(),
        description: row.description.clone(),
        prize: row.prize.clone(),
        start_time: iso(row.start_at),
        end_time: iso(row.end_at),
        ended_at: outcome.map(|outcome| iso(outcome.at)),
        ended_early: outcome.is_some_and(|outcome| outcome.early),
        entry_type: row.entry_type,
        entry_cost: row.entry_cost,
        status: shown_status(row, now),
        ticket_count: tally.tickets.saturating_sub(left.tickets),
        entrant_count: tally.entrants.saturating_sub(left.members),
        server_seed_hash: hex(row.commitment),
        chain: hex(tally.chain),
        winner: known.winner().map(|user| GiveawayWinner { username: name(auth, user, viewer) }),
        provably_fair: outcome.zip(revealed.clone()).map(|(outcome, server_seed)| ProvablyFair {
            server_seed,
            client_seed: hex(outcome.client_seed),
            winner_hash: outcome.winner.map(|winner| hex(winner.hash)),
            winner_index: outcome.winner.map(|winner| winner.index),
        }),
        changes: row.changes.iter().map(change).collect(),
        created_at: iso(row.created_at),
    }
}

/// Between its last instant and its draw nobody is told that it ended: that would be an end without a
/// winner.
fn shown_status(row: &GiveawayRow, now: Millis) -> Status {
    if model::is_overdue(row, now) { Status::Active } else { model::status(row, now) }
}

fn change(change: &ChangeRow) -> GiveawayChange {
    let minute = |at| Millis(at).iso().replace('T', " ").chars().take(16).collect::<String>();
    match change {
        ChangeRow::EndMoved { at, from, to } => GiveawayChange {
            at: Millis(*at).iso(),
            text: format!("End moved from {} to {} UTC", minute(*from), minute(*to)),
        },
        ChangeRow::EndedEarly { at } => {
            GiveawayChange { at: Millis(*at).iso(), text: "Ended early by an admin".to_owned() }
        }
    }
}
