//! The proof of a draw, for everybody once it is made.

use pointhouse_rules::giveaway::draw;
use pointhouse_store::View;
use serde::Serialize;
use utoipa::ToSchema;

use super::draw::{List, listed_draws};
use super::records::{NoteRow, hex, read_seed};
use super::view::Known;
use crate::fault::Fault;

/// Entries of a page.
pub(super) const PAGE_ENTRIES: usize = 1000;
/// The list is told whole as long as its text is not longer, about 200,000 entries. Beyond it the text
/// is put together from the pages.
const TEXT_MAX: usize = 4 << 20;

/// Tickets of one entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketBlock {
    /// First ticket.
    first: u64,
    /// Tickets.
    count: u64,
    /// The public code of the account.
    account_id: String,
}

/// A draw.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketDraw {
    /// 0 for the draw itself, then 1, 2, ...
    redraw: u64,
    /// What was hashed with the server seed as the key.
    message: String,
    /// The hash.
    hash: String,
    /// The ticket.
    index: u64,
    /// Whose.
    account_id: String,
    /// The account could not win: another draw follows.
    forfeited: bool,
    /// Why it could not; null for a ticket that was not forfeited.
    #[schema(required)]
    forfeit_reason: Option<ForfeitReason>,
}

/// Why an account could not win at the draw.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ForfeitReason {
    /// It was deleted.
    Deleted,
    /// It was deactivated by the site's team.
    Inactive,
}

/// Everything that proves a draw.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayProof {
    /// The giveaway.
    id: String,
    /// What was shown from the beginning.
    server_seed_hash: String,
    /// The secret.
    server_seed: String,
    /// SHA-256 of the text.
    client_seed: String,
    /// The list, a line each; empty when it is too long to be told at once, and from page 2 on.
    text: String,
    /// The running hash after the last entry.
    chain: String,
    /// Tickets.
    tickets: u64,
    /// The entries of this page.
    entries: Vec<TicketBlock>,
    /// There are entries that do not stand here.
    truncated: bool,
    /// Every draw, the accepted one last.
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

/// The proof of a draw.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawayProofAnswer {
    /// Always true.
    pub(super) success: bool,
    /// It.
    pub(super) proof: GiveawayProof,
}

/// Puts the proof of an ended giveaway together. Reads the whole list: not for a thread that serves.
pub(super) fn of(view: &View, known: &Known, page: usize) -> Result<GiveawayProof, Fault> {
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
    let seed = read_seed(view, known.id)?;
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
        NoteRow::TextChanged { .. } => None,
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
