//! The proof of a draw that was made before the site was restored from a backup (docs/games.md, section 10).
//!
//! The backup holds the commitment and the tickets bought until it was made, so the seed and the beginning of the list are
//! checked. Tickets bought later, and accounts that could not win, are known from the proof alone: a public note says how
//! many entries that are.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_rules::giveaway::{Drawn, Entries, chain_next, draw};
use pointhouse_store::{Batch, View};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::Deps;
use super::draw::{DRAWS_MAX, listed_draws, put_outcome};
use super::error::GiveawayError;
use super::model::{self, Book};
use super::proof::ForfeitReason;
use super::records::{
    ENTRY, EntryRow, EntryType, NOT_HERE, NoteRow, OWN, OutcomeRow, OwnRow, Stage, TALLY, TallyRow,
    WinnerRow, hex,
};
use super::wins;
use crate::accounts::{NameKind, find_name, read_account};
use crate::audit::{Actor, Entry};
use crate::clock::Millis;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};
use crate::wallet::PostError;

/// Longest request, in bytes: a canonical text of 4 MiB with its first page.
pub(super) const BYTES_MAX: usize = 5 << 20;

/// Most entries bought after the backup: all are one commit.
const ADDED_MAX: usize = 200_000;

/// A proof as `GET /api/giveaways/{id}/proof` answered it before the restore. Its other fields are worked out again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OldProof {
    /// The server seed, 64 lowercase hex digits.
    server_seed: String,
    /// The canonical text: one line for the giveaway, and one per entry.
    text: String,
    /// All draws in order, or the first 999 and the last.
    draws: Vec<OldDraw>,
}

/// A draw of an old proof.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OldDraw {
    /// 0 for the first draw, then 1, 2, ...
    redraw: u64,
    /// Number of the drawn ticket.
    index: u64,
    /// True when the account could not win.
    forfeited: bool,
    /// Why the account could not win; null for a ticket that was not forfeited.
    forfeit_reason: Option<ForfeitReason>,
}

/// A checked proof with the rows it adds.
struct Taken {
    seed: [u8; 32],
    outcome: OutcomeRow,
    inactive: Vec<u64>,
    added: Added,
}

/// What was bought after the backup.
struct Added {
    entries: Vec<EntryRow>,
    owns: HashMap<UserId, OwnRow>,
    tally: TallyRow,
}

/// Takes the result of a draw before the restore. Returns the giveaway and the seed.
pub(super) async fn take(
    deps: Arc<Deps>,
    id: GiveawayId,
    book: Book,
    (proof, actor): (Arc<OldProof>, Actor),
    now: Millis,
) -> Result<(Book, String), GiveawayError> {
    if book.row.stage != Stage::Interrupted {
        return Err(GiveawayError::NotInterrupted);
    }
    if !deps.store.writable() {
        return Err(PostError::ReadOnly.into());
    }
    let (view, of_check) = (deps.store.view().clone(), book.clone());
    let check = move || {
        let taken = check(&view, id, &of_check, &proof)?;
        let batch = added_rows(id, of_check.tally.entries, &taken.added)?;
        Ok::<_, GiveawayError>((taken, batch))
    };
    let (taken, mut batch) = deps.reads.run(check).await??;
    let known = book.tally.entries;
    let mut ended = model::ended(&book, taken.outcome, taken.inactive);
    let unknown = taken.added.tally.entries.saturating_sub(known);
    ended.notes.push(NoteRow::OldProofTaken { at: now.0, known, unknown });
    ended.tally = taken.added.tally;
    put_outcome(id, (&book, &ended), taken.seed, &mut batch)?;
    let winner = winner_here(deps.store.view(), &taken.outcome)?;
    if let Some(user) = winner {
        wins::write(&deps, id, &ended.row, user, &mut batch)?;
    }
    let entry = Entry {
        actor,
        action: "giveaway.old_proof",
        subject: format!("giveaway:{id}"),
        before: json!({ "tickets": book.tally.tickets, "chain": hex(book.tally.chain) })
            .to_string(),
        after: json!({
            "tickets": taken.added.tally.tickets,
            "chain": hex(taken.added.tally.chain),
            "winner": winner.map(|user| format!("user:{user}")),
            "winnerIndex": taken.outcome.winner.map(|winner| winner.index),
        })
        .to_string(),
    };
    deps.audit.record(entry, &mut batch)?;
    deps.store.commit(batch).await.map_err(|_| PostError::Stopped)?;
    if let Some(user) = winner {
        wins::announce(&deps, id, &ended.row, user);
    }
    Ok((ended, ServerSeed::from_bytes(&taken.seed).reveal()))
}

/// The rows of what was bought after the backup, which had `known` entries.
fn added_rows(id: GiveawayId, known: u64, added: &Added) -> Result<Batch, Fault> {
    let mut batch = Batch::new();
    for (number, row) in (known.saturating_add(1)..).zip(&added.entries) {
        ENTRY.append(&mut batch, id, number, row)?;
    }
    for (user, own) in &added.owns {
        OWN.put(&mut batch, &(*user, id), own)?;
    }
    TALLY.put(&mut batch, &id, &added.tally)?;
    Ok(batch)
}

/// The winner, if the account is here: it may not exist in the backup, or have been deleted since.
fn winner_here(view: &View, outcome: &OutcomeRow) -> Result<Option<UserId>, Fault> {
    let Some(user) = outcome.winner.map(|winner| UserId(winner.user)) else { return Ok(None) };
    Ok(read_account(view, user)?.map(|_| user))
}

/// Checks the proof against the backup's commitment and list, and repeats its draws.
fn check(
    view: &View,
    id: GiveawayId,
    book: &Book,
    proof: &OldProof,
) -> Result<Taken, GiveawayError> {
    let seed = HexDigest::parse(&proof.server_seed).map(|seed| *seed.as_bytes());
    let seed = seed.ok_or_else(|| refused("Its server seed is not 64 lowercase hex digits"))?;
    let server_seed = ServerSeed::from_bytes(&seed);
    if *server_seed.commitment().as_bytes() != book.row.commitment {
        return Err(refused("Its server seed is not the one that this giveaway committed to"));
    }
    let list = read_list(id, &proof.text)?;
    if !continues(&list, id, book)? {
        let text = "Its list does not begin with the tickets that were bought before the backup";
        return Err(refused(text));
    }
    let added = added(view, id, book, &list)?;
    let (draws, winner) = repeat(view, &server_seed, &list, &proof.draws)?;
    let winner = match winner {
        None => None,
        Some(Drawn { hash, index, .. }) => {
            let code = list.owner(index);
            let code = code.ok_or(Fault::Contradiction("a ticket belongs to nobody"))?;
            Some(WinnerRow { hash: *hash.as_bytes(), index, user: user_of(view, code)?.0 })
        }
    };
    let outcome = OutcomeRow {
        at: book.row.end_at,
        early: false,
        client_seed: *list.client_seed(None).as_bytes(),
        draws,
        winner,
    };
    let is_inactive = |draw: &&OldDraw| {
        draw.forfeited && matches!(draw.forfeit_reason, Some(ForfeitReason::Inactive))
    };
    let inactive = proof.draws.iter().filter(is_inactive).map(|draw| draw.redraw).collect();
    Ok(Taken { seed, outcome, inactive, added })
}

fn refused(text: &str) -> GiveawayError {
    GiveawayError::field("proof", text)
}

/// Reads a canonical text.
fn read_list(id: GiveawayId, text: &str) -> Result<Entries, GiveawayError> {
    let mut list = Entries::new(id.to_string()).map_err(Fault::other)?;
    let entry = |line: &str| {
        let (_, rest) = line.split_once(':')?;
        let (count, code) = rest.split_once(':')?;
        Some((count.parse().ok()?, code.to_owned()))
    };
    let is_list = text
        .lines()
        .skip(1)
        .all(|line| entry(line).is_some_and(|(count, code)| list.add(&code, count).is_ok()));
    // Equal texts have equal hashes: whatever this reading overlooks is found here.
    if is_list && list.canonical_text(None) == text {
        return Ok(list);
    }
    Err(refused(if text.is_empty() {
        "Its list of tickets is empty: put the whole text together from the pages of the proof"
    } else {
        "Its text is not the list of tickets of this giveaway"
    }))
}

/// Whether a list begins with the entries that are known here. A free giveaway gives each account one ticket.
fn continues(list: &Entries, id: GiveawayId, book: &Book) -> Result<bool, Fault> {
    let mut known = Entries::new(id.to_string()).map_err(Fault::other)?;
    let count = usize::try_from(book.tally.entries).map_err(Fault::other)?;
    for entry in list.purchases().iter().take(count) {
        known.add(&entry.account_id, entry.count).map_err(Fault::other)?;
    }
    let is_free = book.row.entry_type == EntryType::Free;
    let mut codes = HashSet::new();
    let is_one = list.purchases().iter().all(|one| one.count == 1 && codes.insert(&one.account_id));
    Ok((known.tickets(), *known.chain().as_bytes()) == (book.tally.tickets, book.tally.chain)
        && list.purchases().len() >= count
        && (!is_free || is_one))
}

/// Entries, sums and totals of the tickets that were bought after the backup. Their points are back with the members.
fn added(view: &View, id: GiveawayId, book: &Book, list: &Entries) -> Result<Added, GiveawayError> {
    let (mut tally, at) = (book.tally, book.row.end_at);
    let (mut entries, mut owns, mut strangers) = (Vec::new(), HashMap::new(), HashMap::new());
    let known = usize::try_from(tally.entries).map_err(Fault::other)?;
    if list.purchases().len().saturating_sub(known) > ADDED_MAX {
        return Err(refused("It has more than 200,000 entries that were made after the backup"));
    }
    for entry in list.purchases().iter().skip(known) {
        let user = user_of(view, &entry.account_id)?;
        let before = if user == NOT_HERE {
            strangers.get(&entry.account_id).copied()
        } else {
            match owns.get(&user) {
                Some(own) => Some(*own),
                None => OWN.get(view, &(user, id))?,
            }
        };
        let mut own = before.unwrap_or(OwnRow { tickets: 0, spent: 0, entered_at: at });
        own.tickets += entry.count;
        let first = tally.tickets;
        let chain =
            chain_next(&HexDigest::from_bytes(tally.chain), first, entry.count, &entry.account_id);
        tally = TallyRow {
            entries: tally.entries + 1,
            tickets: first + entry.count,
            entrants: tally.entrants + u64::from(before.is_none()),
            chain: *chain.as_bytes(),
        };
        entries.push(EntryRow {
            user: user.0,
            account_id: entry.account_id.clone(),
            first,
            count: entry.count,
            paid: 0,
            own: own.tickets,
            entrants: tally.entrants,
            at,
            chain: tally.chain,
        });
        if user == NOT_HERE {
            strangers.insert(entry.account_id.clone(), own);
        } else {
            owns.insert(user, own);
        }
    }
    Ok(Added { entries, owns, tally })
}

/// Repeats the draws. Returns their number, and the accepted one. An account that is here and active
/// could have won.
fn repeat(
    view: &View,
    seed: &ServerSeed,
    list: &Entries,
    draws: &[OldDraw],
) -> Result<(u64, Option<Drawn>), GiveawayError> {
    let made = draws.last().map_or(0, |last| last.redraw.saturating_add(1));
    if made > DRAWS_MAX || !listed_draws(made).eq(draws.iter().map(|draw| draw.redraw)) {
        return Err(refused("Its draws are not numbered from 0 in order"));
    }
    if (made == 0) != (list.tickets() == 0) {
        return Err(refused("Its draws and its list of tickets do not fit each other"));
    }
    let client_seed = list.client_seed(None);
    let mut winner = None;
    for (number, listed) in (1..).zip(draws) {
        let drawn = draw(seed, &client_seed, list.tickets(), listed.redraw);
        let drawn = drawn.filter(|drawn| drawn.index == listed.index);
        let drawn =
            drawn.ok_or_else(|| refused("Its draws are not what its seed and its list give"))?;
        if !listed.forfeited {
            if number != draws.len() {
                return Err(refused("It has draws after the accepted one"));
            }
            winner = Some(drawn);
            continue;
        }
        let code = list.owner(drawn.index).unwrap_or_default();
        let account = read_account(view, user_of(view, code)?)?;
        if account.is_some_and(|account| account.active) {
            return Err(refused(
                "It says that an account could not win which is active here. If the account was deactivated or deleted \
                 before the draw, do that first.",
            ));
        }
    }
    let may_go_on = winner.is_none() && made > 0 && made < DRAWS_MAX;
    if may_go_on && any_active(view, list)? {
        return Err(refused("It ends without a winner although an account could win"));
    }
    Ok((made, winner))
}

/// Whether the list has a ticket of an account that can win.
fn any_active(view: &View, list: &Entries) -> Result<bool, Fault> {
    let mut seen = HashSet::new();
    for entry in list.purchases() {
        if seen.insert(&entry.account_id) {
            let account = read_account(view, user_of(view, &entry.account_id)?)?;
            if account.is_some_and(|account| account.active) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Member of an account code; [`NOT_HERE`] where it is not known.
fn user_of(view: &View, code: &str) -> Result<UserId, Fault> {
    Ok(find_name(view, NameKind::AccountId, code)?.unwrap_or(NOT_HERE))
}
