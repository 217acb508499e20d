//! Checks of giveaways for `pointhouse verify`: each list is complete, its tickets are paid, and
//! its running hash and draw follow from the list and the seed.

use std::collections::HashMap;

use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_rules::giveaway::{chain_next, draw};
use pointhouse_store::{Keys, View};

use super::draw::List;
use super::records::{
    DUE, ENTRY, EntryType, GIVEAWAY, GiveawayRow, NOT_HERE, NoteRow, OWN, OutcomeRow, OwnRow,
    Stage, TallyRow, due, open_seed, read_notes, read_tally, revealed_seed,
};
use crate::accounts::read_account;
use crate::draw_key::DrawKey;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};

/// What the ledgers must contain: points paid, and whether they were refunded.
#[derive(Default)]
pub(crate) struct Expected {
    /// Number of giveaways.
    pub(crate) giveaways: u64,
    paid: HashMap<(u64, u64), (u64, Back)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Back {
    No,
    Perhaps,
    Yes,
}

impl Expected {
    /// Compares the giveaway entries of a member's ledger, summed by giveaway, with the expected
    /// ones.
    pub(crate) fn compare(&mut self, user: UserId, sums: &HashMap<u64, i128>) -> Vec<String> {
        let mut faults = Vec::new();
        for (giveaway, sum) in sums {
            let (paid, back) = self.paid.remove(&(user.0, *giveaway)).unwrap_or((0, Back::No));
            let (kept, returned) = (*sum == -i128::from(paid), *sum == 0);
            let fits = match back {
                Back::No => kept,
                Back::Perhaps => kept || returned,
                Back::Yes => returned,
            };
            if !fits {
                faults.push(format!(
                    "member {user}: giveaway {giveaway} is not paid as its tickets say"
                ));
            }
        }
        faults
    }

    /// Descriptions of tickets that no ledger contains.
    pub(crate) fn rest(&self) -> Vec<String> {
        let unpaid = self.paid.iter().filter(|(_, (paid, _))| *paid > 0);
        unpaid
            .map(|((user, giveaway), _)| {
                format!("member {user}: tickets of giveaway {giveaway} were not paid")
            })
            .collect()
    }
}

/// Checks all giveaways. Passes faults to `fault`. Returns what the ledgers must contain.
pub(crate) fn check_giveaways(
    view: &View,
    key: &DrawKey,
    fault: &mut impl FnMut(String),
) -> Result<Expected, Fault> {
    let mut expected = Expected::default();
    let mut owned: HashMap<(u64, u64), OwnRow> = HashMap::new();
    for giveaway in GIVEAWAY.rows(view, Keys::all()) {
        let (id, row) = giveaway?;
        expected.giveaways += 1;
        let mut faults = check((view, key), id, &row, &mut expected, &mut owned)?;
        faults.drain(..).for_each(|text| fault(format!("giveaway {id}: {text}")));
    }
    for own in OWN.rows(view, Keys::all()) {
        let ((user, id), own) = own?;
        if owned.remove(&(user.0, id.0)) != Some(own) {
            fault(format!("giveaway {id}: the sum of member {user} is another one"));
        }
    }
    for (user, id) in owned.keys() {
        fault(format!("giveaway {id}: the sum of member {user} is missing"));
    }
    Ok(expected)
}

fn check(
    (view, key): (&View, &DrawKey),
    id: GiveawayId,
    row: &GiveawayRow,
    expected: &mut Expected,
    owned: &mut HashMap<(u64, u64), OwnRow>,
) -> Result<Vec<String>, Fault> {
    let mut faults = Vec::new();
    let mut tally = TallyRow::empty(id);
    let from_proof = read_notes(view, id)?.iter().find_map(|note| match note {
        NoteRow::OldProofTaken { known, .. } => Some(*known),
        _ => None,
    });
    let mut strangers: HashMap<String, OwnRow> = HashMap::new();
    for entry in ENTRY.oldest_first(view, id, 1) {
        let (number, entry) = entry?;
        // What was bought after a backup is paid nowhere after its restore.
        let is_paid = from_proof.is_none_or(|known| number <= known);
        let cost = if is_paid { row.entry_cost.saturating_mul(entry.count) } else { 0 };
        let is_one = row.entry_type == EntryType::Paid || entry.count == 1;
        if number != tally.entries + 1 || entry.first != tally.tickets || entry.count == 0 {
            faults.push(format!("entry {number} does not follow the one before"));
        }
        if entry.paid != cost || !is_one {
            faults.push(format!("entry {number} does not cost what its tickets cost"));
        }
        let chain = HexDigest::from_bytes(tally.chain);
        let chain = chain_next(&chain, entry.first, entry.count, &entry.account_id);
        if entry.chain != *chain.as_bytes() {
            faults.push(format!("the running hash of entry {number} is another one"));
        }
        let mut is_new = false;
        let first = || {
            is_new = true;
            OwnRow { tickets: 0, spent: 0, entered_at: entry.at }
        };
        let own = if UserId(entry.user) == NOT_HERE {
            strangers.entry(entry.account_id.clone()).or_insert_with(first)
        } else {
            owned.entry((entry.user, id.0)).or_insert_with(first)
        };
        own.tickets += entry.count;
        own.spent += entry.paid;
        tally = TallyRow {
            entries: number,
            tickets: tally.tickets + entry.count,
            entrants: tally.entrants + u64::from(is_new),
            chain: entry.chain,
        };
        if (own.tickets, tally.entrants) != (entry.own, entry.entrants) {
            faults.push(format!("entry {number} has other sums"));
        }
        let sum = expected.paid.entry((entry.user, id.0)).or_insert((0, Back::No));
        sum.0 += entry.paid;
        sum.1 = back(view, row, UserId(entry.user))?;
    }
    if read_tally(view, id)? != tally {
        faults.push("the tally is not the one of its entries".to_owned());
    }
    // A seed that is sealed with another key, or whose key is not here, cannot be checked.
    let seed = open_seed(view, key, id).map(|seed| ServerSeed::from_bytes(&seed)).ok();
    if seed.is_some_and(|seed| *seed.commitment().as_bytes() != row.commitment) {
        faults.push("the server seed is not the one that was committed to".to_owned());
    }
    let due_at = match row.stage {
        Stage::Open => Some(row.end_at),
        Stage::Refunding => Some(0),
        Stage::Ended(_) | Stage::Refunded | Stage::Interrupted => None,
    };
    if let Some(at) = due_at
        && !DUE.contains(view, &due(at, id))?
    {
        faults.push("it is never due".to_owned());
    }
    if let Stage::Ended(outcome) = row.stage {
        faults.extend(check_draw(view, id, outcome)?);
    }
    Ok(faults)
}

/// Whether the member's points were refunded.
fn back(view: &View, row: &GiveawayRow, user: UserId) -> Result<Back, Fault> {
    Ok(match row.stage {
        Stage::Open | Stage::Ended(_) | Stage::Interrupted => Back::No,
        Stage::Refunding => Back::Perhaps,
        // Deleted accounts are not refunded.
        Stage::Refunded => match read_account(view, user)? {
            Some(_) => Back::Yes,
            None => Back::Perhaps,
        },
    })
}

/// Repeats the draw from the list and the seed.
fn check_draw(view: &View, id: GiveawayId, outcome: OutcomeRow) -> Result<Option<String>, Fault> {
    let list = List::read(view, id)?;
    let (seed, client_seed) = (revealed_seed(view, id)?, list.entries.client_seed(None));
    let last = outcome.draws.checked_sub(1);
    let drawn = last.and_then(|redraw| draw(&seed, &client_seed, list.entries.tickets(), redraw));
    let owner = |ticket| {
        let (_, user) = list.owners.get(list.entry_of(ticket)?)?;
        Some(user.0)
    };
    let is_drawn = match (outcome.winner, drawn) {
        (Some(winner), Some(drawn)) => {
            winner.hash == *drawn.hash.as_bytes()
                && winner.index == drawn.index
                && Some(winner.user) == owner(drawn.index)
        }
        (Some(_), None) => false,
        // No account could win, or there was nothing to draw.
        (None, drawn) => drawn.is_some() == (list.entries.tickets() > 0),
    };
    let fits = is_drawn && outcome.client_seed == *client_seed.as_bytes();
    Ok((!fits).then(|| "the draw is not what the list and the seed give".to_owned()))
}
