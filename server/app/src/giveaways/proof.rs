//! The public proof of a draw (docs/games.md, section 10).

use pointhouse_rules::giveaway::draw;
use pointhouse_store::View;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::draw::{List, listed_draws};
use super::records::{NoteRow, hex, revealed_seed};
use super::view::ListedGiveaway;
use crate::fault::Fault;

/// Entries per page.
pub(super) const PAGE_ENTRIES: usize = 1000;
/// Longest canonical text that is included as a whole, about 200,000 entries. A longer one has to
/// be assembled from the pages.
const TEXT_MAX: usize = 4 << 20;

/// The tickets of one entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketBlock {
    /// Number of the first ticket.
    first: u64,
    /// Number of tickets.
    count: u64,
    /// The public code of the account.
    account_id: String,
}

/// A draw.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketDraw {
    /// 0 for the first draw, then 1, 2, ...
    redraw: u64,
    /// The message of the HMAC; the server seed is the key.
    message: String,
    /// The HMAC, in hex.
    hash: String,
    /// Number of the drawn ticket.
    index: u64,
    /// Public code of the account that owns the ticket.
    account_id: String,
    /// True when the account could not win, so that another draw follows.
    forfeited: bool,
    /// Why the account could not win; null for a ticket that was not forfeited.
    #[schema(required)]
    forfeit_reason: Option<ForfeitReason>,
}

/// Why an account could not win at the time of the draw.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ForfeitReason {
    /// The account was deleted.
    Deleted,
    /// The account was deactivated by an admin.
    Inactive,
}

/// Everything that is needed to verify a draw.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayProof {
    /// Number of the giveaway.
    id: String,
    /// SHA-256 of the server seed, public since the giveaway was created.
    server_seed_hash: String,
    /// The server seed.
    server_seed: String,
    /// SHA-256 of the canonical text.
    client_seed: String,
    /// The canonical text, one line per entry; empty when it is too long for one response, and from
    /// page 2 on.
    text: String,
    /// Running hash after the last entry.
    chain: String,
    /// Number of tickets.
    tickets: u64,
    /// The entries of this page.
    entries: Vec<TicketBlock>,
    /// True when there are entries on other pages.
    truncated: bool,
    /// All draws in order, or the first 1,000 and the last; the accepted one is last.
    draws: Vec<TicketDraw>,
    /// The accepted hash; null without a winner.
    #[schema(required)]
    winner_hash: Option<String>,
    /// The winning ticket; null without a winner.
    #[schema(required)]
    winner_index: Option<u64>,
    /// The winner's account code; null without a winner.
    #[schema(required)]
    winner: Option<String>,
}

/// Response with the proof of a draw.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawayProofAnswer {
    /// The proof.
    pub(super) proof: GiveawayProof,
}

/// Builds the proof of an ended giveaway. Reads the whole list. Slow: must not run on a serving
/// thread.
pub(super) fn of(view: &View, known: &ListedGiveaway, page: usize) -> Result<GiveawayProof, Fault> {
    let outcome = known
        .outcome()
        .ok_or(Fault::Contradiction("a giveaway that was not drawn has no proof"))?;
    let list = List::read(view, known.id)?;
    let blocks = list.owners.iter().zip(list.entries.purchases());
    let blocks = blocks.map(|((first, _), entry)| TicketBlock {
        first: *first,
        count: entry.count,
        account_id: entry.account_id.clone(),
    });
    let skipped = page.saturating_sub(1).saturating_mul(PAGE_ENTRIES);
    let text = list.entries.canonical_text(None);
    let seed = revealed_seed(view, known.id)?;
    let client_seed = list.entries.client_seed(None);
    let code = |ticket| {
        let entry = list.entry_of(ticket).and_then(|at| list.entries.purchases().get(at));
        entry
            .map(|entry| entry.account_id.clone())
            .ok_or(Fault::Contradiction("a ticket belongs to nobody"))
    };
    let last = outcome.draws.checked_sub(1);
    let mut draws = Vec::new();
    let inactive = known.book.notes.iter().find_map(|note| match note {
        NoteRow::InactiveAtDraw { draws } => Some(draws.as_slice()),
        NoteRow::TextChanged { .. }
        | NoteRow::Recommitted { .. }
        | NoteRow::InOlderBackups { .. }
        | NoteRow::Interrupted { .. }
        | NoteRow::OldProofTaken { .. } => None,
    });
    for redraw in listed_draws(outcome.draws) {
        let tickets = list.entries.tickets();
        let drawn = draw(&seed, &client_seed, tickets, redraw)
            .ok_or(Fault::Contradiction("there was nothing to draw"))?;
        let forfeited = outcome.winner.is_none() || Some(redraw) != last;
        let is_inactive = inactive.is_some_and(|draws| draws.contains(&redraw));
        let reason = if is_inactive { ForfeitReason::Inactive } else { ForfeitReason::Deleted };
        draws.push(TicketDraw {
            redraw,
            message: format!("{client_seed}:{redraw}:{}", drawn.skipped),
            hash: drawn.hash.to_string(),
            index: drawn.index,
            account_id: code(drawn.index)?,
            forfeited,
            forfeit_reason: forfeited.then_some(reason),
        });
    }
    let winner = outcome.winner.map(|winner| code(winner.index)).transpose()?;
    Ok(GiveawayProof {
        id: known.id.to_string(),
        server_seed_hash: hex(known.book.row.commitment),
        server_seed: seed.reveal(),
        client_seed: client_seed.to_string(),
        chain: list.entries.chain().to_string(),
        tickets: list.entries.tickets(),
        entries: blocks.skip(skipped).take(PAGE_ENTRIES).collect(),
        truncated: list.owners.len() > PAGE_ENTRIES,
        text: if text.len() > TEXT_MAX || page > 1 { String::new() } else { text },
        draws,
        winner_hash: outcome.winner.map(|winner| hex(winner.hash)),
        winner_index: outcome.winner.map(|winner| winner.index),
        winner,
    })
}
