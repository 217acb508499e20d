//! The end of a giveaway: the frozen list, the draw and its proof (docs/games.md, section 10).

use std::collections::HashMap;
use std::sync::Arc;

use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_rules::giveaway::{Drawn, Entries, draw};
use pointhouse_store::{Batch, View};
use serde_json::json;

use super::error::GiveawayError;
use super::model::{self, Book};
use super::records::{
    DUE, ENTRY, GIVEAWAY, OutcomeRow, SEED, SeedRow, TallyRow, WinnerRow, append_notes, due, hex,
    open_seed,
};
use super::{Deps, wins};
use crate::accounts::read_account;
use crate::audit::{Actor, Entry};
use crate::clock::Millis;
use crate::draw_key::StoredSeed;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};
use crate::wallet::PostError;

/// Most draws. Beyond it hardly any ticket can win, so the giveaway ends without a winner.
pub(super) const DRAWS_MAX: u64 = 100_000;
/// Most draws listed in the proof; the very last one is always added.
const DRAWS_LISTED: u64 = 1000;

/// Numbers of the draws listed in the proof, of `draws` in total.
pub(super) fn listed_draws(draws: u64) -> impl Iterator<Item = u64> {
    let last = draws.checked_sub(1).filter(|last| *last >= DRAWS_LISTED - 1);
    (0..draws.min(DRAWS_LISTED - 1)).chain(last)
}

/// Whether an account can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eligibility {
    Eligible,
    /// The account is deactivated.
    Inactive,
    /// The account was deleted.
    Deleted,
}

/// Result of the draws of a giveaway.
#[derive(Debug, Default)]
struct Draws {
    made: u64,
    /// Numbers of the draws whose ticket belongs to a deactivated account.
    inactive: Vec<u64>,
    winner: Option<(Drawn, UserId)>,
}

/// The frozen list of a giveaway.
pub(super) struct List {
    /// Entries by account code, as in the canonical text.
    pub entries: Entries,
    /// First ticket and member of each entry, in the same order.
    pub owners: Vec<(u64, UserId)>,
}

impl List {
    /// Reads the whole list. Slow: must not run on a serving thread.
    pub(super) fn read(view: &View, id: GiveawayId) -> Result<Self, Fault> {
        let mut entries = Entries::new(id.to_string()).map_err(Fault::other)?;
        let mut owners = Vec::new();
        for entry in ENTRY.oldest_first(view, id, 1) {
            let (_, row) = entry?;
            entries.add(&row.account_id, row.count).map_err(Fault::other)?;
            owners.push((row.first, UserId(row.user)));
        }
        Ok(Self { entries, owners })
    }

    /// Index of the entry of a ticket.
    pub(super) fn entry_of(&self, ticket: u64) -> Option<usize> {
        self.owners.partition_point(|(first, _)| *first <= ticket).checked_sub(1)
    }

    /// Member who owns a ticket.
    fn owner(&self, ticket: u64) -> Option<UserId> {
        self.owners.get(self.entry_of(ticket)?).map(|(_, user)| *user)
    }

    /// Draws until a ticket belongs to an account that can win.
    fn draw(
        &self,
        seed: &ServerSeed,
        client_seed: &HexDigest,
        holder: &mut impl FnMut(UserId) -> Result<Eligibility, Fault>,
    ) -> Result<Draws, Fault> {
        let tickets = self.entries.tickets();
        let mut draws = Draws::default();
        let mut can_end = false;
        for redraw in 0..DRAWS_MAX {
            let Some(drawn) = draw(seed, client_seed, tickets, redraw) else { break };
            draws.made = redraw + 1;
            let owner = self
                .owner(drawn.index)
                .ok_or(Fault::Contradiction("a ticket belongs to nobody"))?;
            match holder(owner)? {
                Eligibility::Eligible => {
                    draws.winner = Some((drawn, owner));
                    break;
                }
                Eligibility::Inactive => draws.inactive.push(redraw),
                Eligibility::Deleted => {}
            }
            // If no account can win, all further draws would be forfeited as well.
            can_end = can_end || self.any_eligible(holder)?;
            if !can_end {
                break;
            }
        }
        let is_listed = |redraw: &u64| *redraw < DRAWS_LISTED - 1 || redraw + 1 == draws.made;
        draws.inactive.retain(is_listed);
        Ok(draws)
    }

    fn any_eligible(
        &self,
        holder: &mut impl FnMut(UserId) -> Result<Eligibility, Fault>,
    ) -> Result<bool, Fault> {
        for (_, user) in &self.owners {
            if holder(*user)? == Eligibility::Eligible {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Draws from the whole list. `at` and `early` are copied to the outcome.
fn outcome(
    view: &View,
    (id, seed): (GiveawayId, [u8; 32]),
    tally: TallyRow,
    (at, early): (i64, bool),
) -> Result<(OutcomeRow, Vec<u64>, String), Fault> {
    let list = List::read(view, id)?;
    let (tickets, chain) = (list.entries.tickets(), *list.entries.chain().as_bytes());
    if (tickets, chain) != (tally.tickets, tally.chain) {
        let reason = "the list is not the one that its running hash was shown of";
        return Err(Fault::Contradiction(reason));
    }
    let seed = ServerSeed::from_bytes(&seed);
    let client_seed = list.entries.client_seed(None);
    let mut known = HashMap::new();
    let mut holder = |user: UserId| match known.get(&user) {
        Some(holder) => Ok(*holder),
        None => {
            let holder = match read_account(view, user)? {
                None => Eligibility::Deleted,
                Some(account) if !account.active => Eligibility::Inactive,
                Some(_) => Eligibility::Eligible,
            };
            known.insert(user, holder);
            Ok(holder)
        }
    };
    let Draws { made: draws, inactive, winner } = list.draw(&seed, &client_seed, &mut holder)?;
    let winner = winner.map(|(Drawn { hash, index, .. }, user)| WinnerRow {
        hash: *hash.as_bytes(),
        index,
        user: user.0,
    });
    let client_seed = *client_seed.as_bytes();
    Ok((OutcomeRow { at, early, client_seed, draws, winner }, inactive, seed.reveal()))
}

/// Draws and stores the result. Returns the giveaway and the seed, which is public from then on.
pub(super) async fn close(
    deps: Arc<Deps>,
    id: GiveawayId,
    book: Book,
    by: Option<Actor>,
    now: Millis,
) -> Result<(Book, String), GiveawayError> {
    if !deps.store.writable() {
        return Err(PostError::ReadOnly.into());
    }
    // Unless ended early, the giveaway ended at its end time, however late the draw is.
    let ending = (book.row.end_at.min(now.0), by.is_some());
    let (view, tally) = (deps.store.view().clone(), book.tally);
    let seed = open_seed(&view, &deps.draw_key, id)?;
    let drawn = deps.reads.run(move || outcome(&view, (id, seed), tally, ending)).await;
    let (outcome, inactive, revealed) = drawn??;
    let ended = model::ended(&book, outcome, inactive);
    let mut batch = Batch::new();
    put_outcome(id, (&book, &ended), seed, &mut batch)?;
    DUE.delete(&mut batch, &due(book.row.end_at, id))?;
    let winner = outcome.winner.map(|winner| UserId(winner.user));
    if let Some(user) = winner {
        wins::write(&deps, id, &ended.row, user, &mut batch)?;
    }
    if let Some(actor) = by {
        let entry = Entry {
            actor,
            action: "giveaway.end",
            subject: format!("giveaway:{id}"),
            before: json!({ "tickets": tally.tickets, "chain": hex(tally.chain) }).to_string(),
            after: json!({
                "winner": winner.map(|user| format!("user:{user}")),
                "winnerIndex": outcome.winner.map(|winner| winner.index),
            })
            .to_string(),
        };
        deps.audit.record(entry, &mut batch)?;
    }
    deps.store.commit(batch).await.map_err(|_| PostError::Stopped)?;
    if let Some(user) = winner {
        wins::announce(&deps, id, &ended.row, user);
    }
    Ok((ended, revealed))
}

/// Adds the giveaway after its draw to the batch: row, revealed seed and notes.
pub(super) fn put_outcome(
    id: GiveawayId,
    (before, ended): (&Book, &Book),
    seed: [u8; 32],
    batch: &mut Batch,
) -> Result<(), GiveawayError> {
    GIVEAWAY.put(batch, &id, &ended.row)?;
    SEED.put(batch, &id, &SeedRow(StoredSeed::Plain(seed)))?;
    Ok(append_notes(batch, id, before.notes.len(), &ended.notes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(codes: &[(&str, u64)]) -> List {
        let mut list = List { entries: Entries::new("g1").unwrap(), owners: Vec::new() };
        for (number, (code, count)) in (1..).zip(codes) {
            let first = list.entries.add(code, *count).unwrap();
            list.owners.push((first, UserId(number)));
        }
        list
    }

    fn drawn(list: &List, deleted: &[u64], inactive: &[u64]) -> Draws {
        let seed = ServerSeed::from_bytes(&[0xab; 32]);
        let client_seed = list.entries.client_seed(None);
        let mut holder = |user: UserId| {
            Ok(match user.0 {
                user if deleted.contains(&user) => Eligibility::Deleted,
                user if inactive.contains(&user) => Eligibility::Inactive,
                _ => Eligibility::Eligible,
            })
        };
        list.draw(&seed, &client_seed, &mut holder).unwrap()
    }

    fn winner(draws: &Draws) -> Option<(u64, u64)> {
        draws.winner.as_ref().map(|(drawn, user)| (drawn.index, user.0))
    }

    #[test]
    fn forfeited_tickets_are_drawn_again_until_an_account_can_win() {
        // A check value that any implementation of the draw must reproduce.
        let known = list(&[("A100", 3), ("A200", 1)]);
        assert_eq!(winner(&drawn(&known, &[], &[])), Some((3, 2)));
        for (deleted, inactive) in [(&[2][..], &[][..]), (&[], &[2])] {
            // The following draws hit tickets 0 to 3 until one belongs to the other account.
            let draws = drawn(&known, deleted, inactive);
            assert!(draws.made > 1 && winner(&draws).is_some_and(|(at, user)| at < 3 && user == 1));
            let forfeited: Vec<u64> = (0..draws.made - 1).collect();
            assert_eq!(draws.inactive, if inactive.is_empty() { Vec::new() } else { forfeited });
        }
        let nobody = drawn(&known, &[1], &[2]);
        assert_eq!((nobody.made, winner(&nobody), nobody.inactive), (1, None, vec![0]));
        assert_eq!(drawn(&list(&[]), &[], &[]).made, 0);
    }

    #[test]
    fn only_draws_that_the_proof_lists_are_kept() {
        let listed: Vec<u64> = listed_draws(1002).collect();
        assert_eq!((listed.len(), listed.last()), (1000, Some(&1001)));
        assert_eq!(listed_draws(2).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(listed_draws(0).count(), 0);
        // One ticket of many can win: thousands of draws are forfeited first.
        let known = list(&[("A1", 1), ("A2", 20_000)]);
        let draws = drawn(&known, &[], &[2]);
        assert!(draws.made > 1001 && draws.inactive.len() < 1001, "{}", draws.made);
    }

    #[test]
    fn a_ticket_is_of_the_entry_whose_numbers_hold_it() {
        let list = list(&[("A1", 3), ("A2", 1), ("A3", 2)]);
        let owners: Vec<_> = (0..6).map(|ticket| list.owner(ticket).unwrap().0).collect();
        assert_eq!(owners, [1, 1, 1, 2, 3, 3]);
    }
}
