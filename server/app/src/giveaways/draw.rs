//! The end of a giveaway: the frozen list, the draw and its proof (games.md, section 10).

use std::collections::HashMap;
use std::sync::Arc;

use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_rules::giveaway::{Drawn, Entries, draw};
use pointhouse_store::{Batch, View, encode};
use serde_json::json;

use super::Deps;
use super::error::{GiveawayError, inner};
use super::model::{self, Book};
use super::records::{
    GiveawayRow, OutcomeRow, TallyRow, WinnerRow, due_key, hex, key, read_seed, told, walk,
};
use crate::accounts::read_account;
use crate::audit::Entry;
use crate::clock::Millis;
use crate::ids::{GiveawayId, UserId};
use crate::tables;
use crate::wallet::PostError;

/// Draws that are made. Beyond it hardly any ticket belongs to anybody: it ends without a winner.
const DRAWS_MAX: u64 = 100_000;

/// The list of a giveaway as it was frozen.
pub(super) struct List {
    /// By account code, as the canonical text has them.
    pub entries: Entries,
    /// First ticket and member of each entry, in the same order.
    pub owners: Vec<(u64, UserId)>,
}

impl List {
    /// Reads it whole. Not for a thread that serves.
    pub(super) fn read(view: &View, id: GiveawayId) -> Result<Self, String> {
        let mut entries = Entries::new(id.to_string()).map_err(told)?;
        let mut owners = Vec::new();
        walk(view, id, 1, |_, row| {
            entries.add(&row.account_id, row.count).map_err(told)?;
            owners.push((row.first, UserId(row.user)));
            Ok(true)
        })?;
        Ok(Self { entries, owners })
    }

    /// Which entry a ticket is of.
    pub(super) fn entry_of(&self, ticket: u64) -> Option<usize> {
        self.owners.partition_point(|(first, _)| *first <= ticket).checked_sub(1)
    }

    /// Whose a ticket is.
    fn owner(&self, ticket: u64) -> Option<UserId> {
        self.owners.get(self.entry_of(ticket)?).map(|(_, user)| *user)
    }

    /// Draws until a ticket is found whose account is still there (decision E4).
    fn draw(
        &self,
        seed: &ServerSeed,
        client_seed: &HexDigest,
        is_there: &mut impl FnMut(UserId) -> Result<bool, String>,
    ) -> Result<(u64, Option<(Drawn, UserId)>), String> {
        let tickets = self.entries.tickets();
        let mut somebody = None;
        for redraw in 0..DRAWS_MAX {
            let Some(drawn) = draw(seed, client_seed, tickets, redraw) else {
                return Ok((0, None));
            };
            let owner = self.owner(drawn.index).ok_or("a ticket belongs to nobody")?;
            if is_there(owner)? {
                return Ok((redraw + 1, Some((drawn, owner))));
            }
            // Nobody to be found: one draw shows it, further ones would show the same.
            let known = match somebody {
                Some(known) => known,
                None => self.any_there(is_there)?,
            };
            somebody = Some(known);
            if !known {
                return Ok((redraw + 1, None));
            }
        }
        Ok((DRAWS_MAX, None))
    }

    fn any_there(
        &self,
        is_there: &mut impl FnMut(UserId) -> Result<bool, String>,
    ) -> Result<bool, String> {
        for (_, user) in &self.owners {
            if is_there(*user)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Draws over the whole list. `at` and `early` go into the outcome as they are.
fn outcome(
    view: &View,
    id: GiveawayId,
    tally: TallyRow,
    (at, early): (i64, bool),
) -> Result<(OutcomeRow, String), String> {
    let list = List::read(view, id)?;
    let (tickets, chain) = (list.entries.tickets(), *list.entries.chain().as_bytes());
    if (tickets, chain) != (tally.tickets, tally.chain) {
        return Err("the list is not the one that its running hash was shown of".to_owned());
    }
    let seed = read_seed(view, id)?;
    let client_seed = list.entries.client_seed(None);
    let mut known = HashMap::new();
    let mut is_there = |user: UserId| match known.get(&user) {
        Some(there) => Ok(*there),
        None => {
            let there = read_account(view, user).map_err(told)?.is_some();
            known.insert(user, there);
            Ok(there)
        }
    };
    let (draws, found) = list.draw(&seed, &client_seed, &mut is_there)?;
    let winner = found.map(|(Drawn { hash, index, .. }, user)| WinnerRow {
        hash: *hash.as_bytes(),
        index,
        user: user.0,
    });
    let client_seed = *client_seed.as_bytes();
    Ok((OutcomeRow { at, early, client_seed, draws, winner }, seed.reveal()))
}

/// Draws and writes down what came of it. Returns the row and the seed, which is public from then on.
pub(super) async fn close(
    deps: Arc<Deps>,
    id: GiveawayId,
    book: Book,
    by: Option<String>,
    now: Millis,
) -> Result<(GiveawayRow, String), GiveawayError> {
    if !deps.store.writable() {
        return Err(PostError::ReadOnly.into());
    }
    // Without anybody's hand it ended when its time was over, however late the draw is.
    let ending = (book.row.end_at.min(now.0), by.is_some());
    let (view, tally) = (deps.store.view().clone(), book.tally);
    let drawn = deps.reads.run(move || outcome(&view, id, tally, ending)).await;
    let (outcome, revealed) = drawn.map_err(inner)?.map_err(inner)?;
    let row = model::ended(&book.row, outcome);
    let mut batch = Batch::new();
    batch.put(tables::GIVEAWAY, &key(id), &encode(&row).map_err(inner)?).map_err(inner)?;
    batch.delete(tables::GIVEAWAY_DUE, &due_key(book.row.end_at, id)).map_err(inner)?;
    if let Some(actor) = by {
        let winner = outcome.winner;
        let entry = Entry {
            actor,
            action: "giveaway.end",
            subject: format!("giveaway:{id}"),
            before: json!({ "tickets": tally.tickets, "chain": hex(tally.chain) }).to_string(),
            after: json!({
                "winner": winner.map(|winner| format!("user:{}", winner.user)),
                "winnerIndex": winner.map(|winner| winner.index),
            })
            .to_string(),
        };
        deps.audit.write(deps.audit.next_id(), entry, &mut batch).map_err(inner)?;
    }
    deps.store.commit(batch).await.map_err(|_| PostError::Stopped)?;
    Ok((row, revealed))
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

    fn drawn(list: &List, gone: &[u64]) -> (u64, Option<(u64, u64)>) {
        let seed = ServerSeed::from_bytes(&[0xab; 32]);
        let client_seed = list.entries.client_seed(None);
        let mut is_there = |user: UserId| Ok(!gone.contains(&user.0));
        let (draws, found) = list.draw(&seed, &client_seed, &mut is_there).unwrap();
        (draws, found.map(|(drawn, user)| (drawn.index, user.0)))
    }

    #[test]
    fn forfeited_tickets_are_drawn_again_until_somebody_is_there() {
        // The check value of games.md, section 10.
        let known = list(&[("A100", 3), ("A200", 1)]);
        assert_eq!(drawn(&known, &[]), (1, Some((3, 2))));
        // The winner has gone: the draws behind it are of tickets 0 to 3 until one is of the other.
        let (draws, found) = drawn(&known, &[2]);
        assert!(draws > 1 && found.is_some_and(|(index, user)| index < 3 && user == 1));
        assert_eq!(drawn(&known, &[1, 2]), (1, None));
        assert_eq!(drawn(&list(&[]), &[]), (0, None));
    }

    #[test]
    fn a_ticket_is_of_the_entry_whose_numbers_hold_it() {
        let list = list(&[("A1", 3), ("A2", 1), ("A3", 2)]);
        let owners: Vec<_> = (0..6).map(|ticket| list.owner(ticket).unwrap().0).collect();
        assert_eq!(owners, [1, 1, 1, 2, 3, 3]);
    }
}
