//! Wire shapes of giveaways, and drafts of admins.

use std::collections::BTreeMap;

use chrono::DateTime;
use pointhouse_rules::mask::mask_username;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::changes::{GiveawayChange, card_changes};
use super::error::GiveawayError;
use super::model::{self, Book, Draft, Status};
use super::records::{EntryType, GiveawayRow, OutcomeRow, Stage, hex};
use crate::accounts::{Auth, FORMER_MEMBER};
use crate::clock::Millis;
use crate::ids::{GiveawayId, UserId};

/// Longest texts, in characters.
const TITLE_MAX: usize = 120;
const PRIZE_MAX: usize = 120;
const DESCRIPTION_MAX: usize = 2000;
/// Highest price of a ticket, in points.
const COST_MAX: u64 = 1_000_000;
/// How far in the past a start may be, in milliseconds, for forms that were open for a while.
const START_PAST: i64 = 60 * 60 * 1000;
const MINUTE: i64 = 60 * 1000;
/// How long after it is saved a giveaway starts that starts soon, in milliseconds.
const START_AFTER: i64 = 30 * 1000;
/// Latest end from now, in milliseconds: a year.
const END_AHEAD: i64 = 366 * 24 * 60 * 60 * 1000;

/// A giveaway, as shown to the public.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Giveaway {
    /// Number as text.
    pub id: String,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Prize.
    pub prize: String,
    /// Start of the entries (inclusive), ISO 8601.
    pub start_time: String,
    /// End of the entries (exclusive), ISO 8601.
    pub end_time: String,
    /// Time when it ended or was cancelled, ISO 8601; null before that.
    #[schema(required)]
    pub ended_at: Option<String>,
    /// True when an admin ended it early.
    pub ended_early: bool,
    /// True when an admin deleted it while it was active: it was not drawn and all points were
    /// refunded.
    pub cancelled: bool,
    /// True when its end passed before the site was restored from a backup: it may have been drawn, so it is not drawn
    /// again. An admin refunds its tickets by deleting it.
    pub interrupted: bool,
    /// Type of the entries.
    pub entry_type: EntryType,
    /// Price of a ticket, in points; 0 if it is free.
    pub entry_cost: u64,
    /// Current status.
    pub status: Status,
    /// Number of tickets, without those of accounts deleted before the end.
    pub ticket_count: u64,
    /// Number of tickets in the list that is drawn from, including those of deleted accounts.
    pub listed_tickets: u64,
    /// Number of members with tickets, without accounts deleted before the end.
    pub entrant_count: u64,
    /// True when the broadcast names the winner: entering is the consent. A member who chose to be never named is masked
    /// there all the same.
    pub names_winner: bool,
    /// SHA-256 of the server seed, public since the giveaway was created.
    pub server_seed_hash: String,
    /// Running hash after the newest entry.
    pub chain: String,
    /// The winner, masked for all but admins and the winner; null without one.
    #[schema(required)]
    pub winner: Option<GiveawayWinner>,
    /// Seeds and result of the draw; null before it.
    #[schema(required)]
    pub provably_fair: Option<ProvablyFair>,
    /// Changes made while it was active, oldest first.
    pub changes: Vec<GiveawayChange>,
    /// Time of creation, ISO 8601.
    pub created_at: String,
}

/// The winner of a giveaway.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GiveawayWinner {
    /// Masked for all but admins and the winner.
    pub username: String,
}

/// Seeds and result of a draw.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProvablyFair {
    /// The server seed that was committed to.
    pub server_seed: String,
    /// SHA-256 of the canonical text.
    pub client_seed: String,
    /// The accepted hash; null without a winner.
    #[schema(required)]
    pub winner_hash: Option<String>,
    /// The winning ticket; null without a winner.
    #[schema(required)]
    pub winner_index: Option<u64>,
}

/// Message of the list.
pub(super) const GIVEAWAYS: &str = "The giveaways";

/// The visible giveaways.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GiveawaysAnswer {
    /// Message for the user.
    pub message: &'static str,
    /// Active, upcoming and recently ended giveaways.
    pub giveaways: Vec<Giveaway>,
    /// The caller's tickets by giveaway; empty for visitors.
    pub own: BTreeMap<String, u64>,
}

/// One giveaway.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawayAnswer {
    /// The giveaway.
    pub giveaway: Giveaway,
    /// Number of the caller's tickets.
    pub own: u64,
}

/// An order of tickets.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryOrder {
    /// Optional sender; must be the caller.
    #[schema(value_type = Option<String>)]
    pub user_id: Option<Value>,
    /// Ignored; accepted for compatibility.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "for compatibility; who acts is the token")]
    username: Option<Value>,
    /// Ignored; accepted for compatibility.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "for compatibility; who acts is the token")]
    email: Option<Value>,
    /// The type that was shown.
    pub entry_type: EntryType,
    /// The price per ticket that was shown, in points. The entry is refused if the current price
    /// differs.
    pub entry_cost: i64,
    /// Number of tickets to buy.
    pub ticket_count: i64,
}

/// Result of an entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryAnswer {
    /// Message for the user.
    pub message: String,
    /// The giveaway.
    pub giveaway: Giveaway,
    /// Number of the first ticket.
    pub first_ticket: u64,
    /// Number of tickets in this entry.
    pub ticket_count: u64,
    /// The member's tickets after the entry.
    pub own: u64,
    /// Points paid for this entry.
    pub total_cost: u64,
    /// Balance after the entry, in points.
    pub updated_user_points: u64,
    /// Ledger sequence of that balance.
    pub seq: u64,
}

/// A giveaway to create or the new state of an existing one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayDraft {
    /// 1 to 120 characters.
    #[serde(default)]
    pub title: String,
    /// At most 2,000 characters.
    #[serde(default)]
    pub description: String,
    /// 1 to 120 characters.
    #[serde(default)]
    pub prize: String,
    /// ISO 8601. By default, a new giveaway starts at once and an edited one keeps its start.
    pub start_time: Option<String>,
    /// Alternative to `startTime` for a new giveaway: it starts 30 seconds after it is saved, so that everyone has seen it.
    #[serde(default)]
    pub start_soon: bool,
    /// ISO 8601; after the start and at most a year ahead.
    pub end_time: Option<String>,
    /// Alternative to `endTime`: minutes from the start, at least 1.
    pub duration_minutes: Option<i64>,
    /// Type of the entries.
    pub entry_type: EntryType,
    /// Price of a ticket, 1 to 1,000,000 points; ignored for a free giveaway.
    pub entry_cost: Option<i64>,
    /// Whether the broadcast names the winner. By default, a new giveaway does and an edited one keeps what it has. After
    /// the first entry it can only be switched off.
    pub names_winner: Option<bool>,
}

impl GiveawayDraft {
    /// Validates every field. `before` is the giveaway that it would change.
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
            wrong.insert("entryCost", "A whole number from 1 to 1,000,000".to_owned());
        }
        let started = before.map(|row| row.start_at);
        let times = self.times(started, now, &mut wrong);
        let (Some((start_at, end_at)), true) = (times, wrong.is_empty()) else {
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
            names_winner: self.names_winner.unwrap_or(before.is_none_or(|row| row.names_winner)),
        })
    }
}

impl GiveawayDraft {
    /// Start and end, if both can be parsed. `started` is the start of the giveaway that is edited.
    fn times(
        &self,
        started: Option<i64>,
        now: Millis,
        wrong: &mut BTreeMap<&'static str, String>,
    ) -> Option<(i64, i64)> {
        let start = match &self.start_time {
            None => Some(started.unwrap_or(now.0 + if self.start_soon { START_AFTER } else { 0 })),
            Some(text) => instant(text),
        };
        match start {
            None => drop(wrong.insert("startTime", "A date and time".to_owned())),
            Some(start) if Some(start) != started && start < now.0 - START_PAST => {
                wrong.insert("startTime", "A giveaway does not start in the past".to_owned());
            }
            Some(_) => {}
        }
        if self.start_soon && (self.start_time.is_some() || started.is_some()) {
            wrong.insert("startSoon", "Only for a new giveaway without a start".to_owned());
        }
        if self.end_time.is_some() && self.duration_minutes.is_some() {
            wrong.insert("durationMinutes", "Either an end or a duration".to_owned());
        }
        let (field, end) = match (&self.end_time, self.duration_minutes) {
            (None, Some(minutes)) => {
                let lasts = Some(minutes).filter(|minutes| *minutes >= 1);
                let lasts = lasts.and_then(|minutes| minutes.checked_mul(MINUTE));
                let end = start.zip(lasts).and_then(|(start, lasts)| start.checked_add(lasts));
                ("durationMinutes", end.ok_or("A whole number of minutes from 1"))
            }
            (text, _) => {
                let end = text.as_deref().and_then(instant);
                ("endTime", end.ok_or("A date and time"))
            }
        };
        let end = end.and_then(|end| match start {
            Some(start) if end <= start => Err("The end comes after the start"),
            _ if end <= now.0 => Err("The end must be in the future"),
            _ if end > now.0 + END_AHEAD => Err("At most a year ahead"),
            _ => Ok(end),
        });
        if let Err(text) = end {
            wrong.insert(field, text.to_owned());
        }
        start.zip(end.ok())
    }
}

fn instant(text: &str) -> Option<i64> {
    DateTime::parse_from_rfc3339(text.trim()).ok().map(|time| time.timestamp_millis())
}

/// Who views a giveaway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    Public,
    Member(UserId),
    Admin,
}

/// A giveaway with its public data; contains the seed only after the draw.
#[derive(Clone, Debug)]
pub(super) struct ListedGiveaway {
    pub id: GiveawayId,
    pub book: Book,
    pub revealed: Option<String>,
    pub departed: Departed,
}

/// Accounts deleted before the end, and their tickets. They are excluded from the counts, so that
/// entering, deleting the account and signing up again doesn't make a giveaway look larger.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Departed {
    pub members: u64,
    pub tickets: u64,
}

impl ListedGiveaway {
    /// Result of the giveaway.
    pub(super) fn outcome(&self) -> Option<OutcomeRow> {
        match self.book.row.stage {
            Stage::Ended(outcome) => Some(outcome),
            Stage::Open | Stage::Refunding | Stage::Refunded | Stage::Interrupted => None,
        }
    }

    /// Time when it ended or was cancelled.
    pub(super) fn ended_at(&self) -> Option<i64> {
        self.outcome().map(|outcome| outcome.at).or_else(|| self.book.row.cancelled_at())
    }

    /// The winner.
    pub(super) fn winner(&self) -> Option<UserId> {
        self.outcome()?.winner.map(|winner| UserId(winner.user))
    }
}

/// A username for this viewer, masked except for its owner and admins.
pub(super) fn name(auth: &Auth, user: UserId, viewer: Viewer) -> String {
    let Some(access) = auth.access(user) else { return FORMER_MEMBER.to_owned() };
    if viewer == Viewer::Admin || viewer == Viewer::Member(user) {
        return access.username.to_string();
    }
    mask_username(&access.username)
}

/// The card.
pub(super) fn card(known: &ListedGiveaway, auth: &Auth, viewer: Viewer, now: Millis) -> Giveaway {
    let ListedGiveaway { id, book: Book { row, tally, notes }, revealed, departed } = known;
    let outcome = known.outcome();
    let iso = |at| Millis(at).iso();
    Giveaway {
        id: id.to_string(),
        title: row.title.clone(),
        description: row.description.clone(),
        prize: row.prize.clone(),
        start_time: iso(row.start_at),
        end_time: iso(row.end_at),
        ended_at: known.ended_at().map(iso),
        ended_early: outcome.is_some_and(|outcome| outcome.early),
        cancelled: row.cancelled_at().is_some(),
        interrupted: row.stage == Stage::Interrupted,
        entry_type: row.entry_type,
        entry_cost: row.entry_cost,
        status: shown_status(row, now),
        ticket_count: tally.tickets.saturating_sub(departed.tickets),
        listed_tickets: tally.tickets,
        entrant_count: tally.entrants.saturating_sub(departed.members),
        names_winner: row.names_winner,
        server_seed_hash: hex(row.commitment),
        chain: hex(tally.chain),
        winner: known.winner().map(|user| GiveawayWinner { username: name(auth, user, viewer) }),
        provably_fair: outcome.zip(revealed.clone()).map(|(outcome, server_seed)| ProvablyFair {
            server_seed,
            client_seed: hex(outcome.client_seed),
            winner_hash: outcome.winner.map(|winner| hex(winner.hash)),
            winner_index: outcome.winner.map(|winner| winner.index),
        }),
        changes: card_changes(row, notes),
        created_at: iso(row.created_at),
    }
}

/// Between its end and its draw a giveaway is still shown as active: otherwise it would appear to
/// have ended without a winner.
fn shown_status(row: &GiveawayRow, now: Millis) -> Status {
    if model::is_overdue(row, now) { Status::Active } else { model::status(row, now) }
}

/// A giveaway that the member won.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayWin {
    /// Number of the giveaway.
    id: String,
    /// Title.
    title: String,
    /// Prize.
    prize: String,
    /// Time of the draw, ISO 8601.
    ended_at: String,
    /// True when the giveaway named its winner in the broadcast.
    names_winner: bool,
}

impl GiveawayWin {
    pub(super) fn of(id: GiveawayId, row: &GiveawayRow) -> Option<Self> {
        let Stage::Ended(outcome) = row.stage else { return None };
        Some(Self {
            id: id.to_string(),
            title: row.title.clone(),
            prize: row.prize.clone(),
            ended_at: Millis(outcome.at).iso(),
            names_winner: row.names_winner,
        })
    }
}
