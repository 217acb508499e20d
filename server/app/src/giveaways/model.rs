//! Decisions about entries and changes, without side effects.

use pointhouse_rules::giveaway::chain_next;
use pointhouse_rules::{HexDigest, Points};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::GiveawayError;
use super::records::{
    ChangeRow, EntryRow, EntryType, GiveawayRow, NoteRow, OutcomeRow, OwnRow, Stage, TallyRow,
    TextField,
};
use crate::clock::Millis;
use crate::wallet::{PostError, Refused};

/// Most entries of a giveaway, because its whole list is read for the draw.
const ENTRIES_MAX: u64 = 1_000_000;
/// Most recorded changes of the end.
const CHANGES_MAX: usize = 100;
/// Most recorded changes of texts.
const NOTES_MAX: usize = 20;

/// Status of a giveaway at a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = GiveawayStatus)]
pub enum Status {
    /// Not started: accepts no entries yet.
    Upcoming,
    /// Accepts entries.
    Active,
    /// Accepts no more entries.
    Ended,
}

/// A giveaway in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Book {
    pub row: GiveawayRow,
    pub tally: TallyRow,
    pub notes: Vec<NoteRow>,
}

/// A member's order of tickets. The cost is the one that was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntryRequest {
    pub entry_type: EntryType,
    pub entry_cost: u64,
    pub tickets: u64,
}

/// The member who enters.
#[derive(Clone, Debug)]
pub(super) struct Entrant {
    pub user: u64,
    pub account_id: String,
    /// The member's current tickets.
    pub own: Option<OwnRow>,
}

/// A validated draft of a giveaway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub title: String,
    pub description: String,
    pub prize: String,
    pub start_at: i64,
    pub end_at: i64,
    pub entry_type: EntryType,
    pub entry_cost: u64,
    pub names_winner: bool,
}

/// An entry with the rows it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub row: EntryRow,
    pub own: OwnRow,
    pub tally: TallyRow,
    pub cost: Points,
}

/// The current status.
pub(super) fn status(row: &GiveawayRow, now: Millis) -> Status {
    match row.stage {
        Stage::Open if now.0 < row.start_at => Status::Upcoming,
        Stage::Open if now.0 < row.end_at => Status::Active,
        Stage::Open | Stage::Ended(_) | Stage::Refunding | Stage::Refunded | Stage::Interrupted => {
            Status::Ended
        }
    }
}

/// Returns whether the giveaway has reached its end without being drawn.
pub(super) fn is_overdue(row: &GiveawayRow, now: Millis) -> bool {
    row.stage == Stage::Open && now.0 >= row.end_at
}

/// Assigns the next tickets to a member.
pub(super) fn enter(
    book: &Book,
    who: &Entrant,
    wanted: EntryRequest,
    now: Millis,
) -> Result<Entry, GiveawayError> {
    let Book { row, tally, .. } = book;
    match status(row, now) {
        Status::Upcoming => return Err(GiveawayError::NotStarted),
        Status::Ended => return Err(GiveawayError::Ended),
        Status::Active => {}
    }
    if (wanted.entry_type, wanted.entry_cost) != (row.entry_type, row.entry_cost) {
        return Err(GiveawayError::PriceChanged(price_text(row)));
    }
    let count = wanted.tickets;
    if row.entry_type == EntryType::Free && who.own.is_some() {
        return Err(GiveawayError::AlreadyEntered);
    }
    if row.entry_type == EntryType::Free && count != 1 {
        return Err(GiveawayError::field("ticketCount", "A free giveaway gives one ticket"));
    }
    if count == 0 {
        return Err(GiveawayError::field("ticketCount", "A whole number of tickets from 1"));
    }
    let cost = row.entry_cost.checked_mul(count).and_then(|cost| Points::new(cost).ok());
    let cost = cost.ok_or(PostError::Refused(Refused::Insufficient))?;
    // Ticket numbers are sent as JSON integers, so they must stay in the exact range.
    let tickets = tally.tickets.checked_add(count).filter(|all| *all <= Points::MAX.get());
    let tickets = tickets.filter(|_| tally.entries < ENTRIES_MAX).ok_or(GiveawayError::Full)?;
    let before = HexDigest::from_bytes(tally.chain);
    let chain = *chain_next(&before, tally.tickets, count, &who.account_id).as_bytes();
    let had = who.own.unwrap_or(OwnRow { tickets: 0, spent: 0, entered_at: now.0 });
    let own = OwnRow { tickets: had.tickets + count, spent: had.spent + cost.get(), ..had };
    let entrants = tally.entrants + u64::from(who.own.is_none());
    let entry = EntryRow {
        user: who.user,
        account_id: who.account_id.clone(),
        first: tally.tickets,
        count,
        paid: cost.get(),
        own: own.tickets,
        entrants,
        at: now.0,
        chain,
    };
    let tally = TallyRow { entries: tally.entries + 1, tickets, entrants, chain };
    Ok(Entry { row: entry, own, tally, cost })
}

fn price_text(row: &GiveawayRow) -> String {
    match row.entry_type {
        EntryType::Free => "This giveaway is free".to_owned(),
        EntryType::Paid => format!("A ticket now costs {}", row.entry_cost),
    }
}

/// Changes texts or dates. After the first entry, prize, cost and start are fixed and the end can
/// only move later. Changes that members could have seen are recorded.
pub(super) fn edit(book: &Book, draft: Draft, now: Millis) -> Result<Book, GiveawayError> {
    let Book { row, tally, .. } = book;
    if status(row, now) == Status::Ended {
        return Err(GiveawayError::Ended);
    }
    let has_entries = tally.entries > 0;
    let frozen = [
        (draft.entry_type != row.entry_type, "Members have entered: the entry type stays"),
        (draft.entry_cost != row.entry_cost, "Members have entered: the cost stays"),
        (draft.prize != row.prize, "Members have entered: the prize stays"),
        (draft.start_at != row.start_at, "Members have entered: the start stays"),
        (draft.end_at < row.end_at, "Members have entered: the end may only move later"),
        (
            draft.names_winner && !row.names_winner,
            "Members have entered: the winner stays without a name on stream",
        ),
    ];
    if let Some((_, text)) = frozen.into_iter().find(|(differs, _)| has_entries && *differs) {
        return Err(GiveawayError::Frozen(text));
    }
    let (mut changes, mut notes) = (row.changes.clone(), book.notes.clone());
    // Members could not enter before the start, so changes until then are not recorded.
    if has_entries || now.0 >= row.start_at {
        if draft.end_at != row.end_at {
            if changes.len() >= CHANGES_MAX {
                return Err(GiveawayError::Frozen("The end was moved too often: it stays"));
            }
            changes.push(ChangeRow::EndMoved { at: now.0, from: row.end_at, to: draft.end_at });
        }
        notes.extend(changed_texts(row, &draft, now));
        if notes.len() > NOTES_MAX {
            return Err(GiveawayError::Frozen("The texts were changed too often: they stay"));
        }
    }
    let row = GiveawayRow {
        revision: row.revision + 1,
        title: draft.title,
        description: draft.description,
        prize: draft.prize,
        start_at: draft.start_at,
        end_at: draft.end_at,
        entry_type: draft.entry_type,
        entry_cost: draft.entry_cost,
        names_winner: draft.names_winner,
        changes,
        ..row.clone()
    };
    Ok(Book { row, tally: *tally, notes })
}

fn changed_texts<'a>(
    row: &'a GiveawayRow,
    draft: &'a Draft,
    now: Millis,
) -> impl Iterator<Item = NoteRow> + use<'a> {
    let texts = [
        (TextField::Title, &row.title, &draft.title),
        (TextField::Description, &row.description, &draft.description),
    ];
    let changed = texts.into_iter().filter(|(_, before, after)| before != after);
    changed.map(move |(field, before, after)| {
        let (before, after) = (before.clone(), after.clone());
        NoteRow::TextChanged { at: now.0, field, before, after }
    })
}

/// The giveaway after its draw. `inactive` lists the draws whose ticket belongs to a deactivated
/// account.
pub(super) fn ended(book: &Book, outcome: OutcomeRow, inactive: Vec<u64>) -> Book {
    let Book { row, tally, mut notes } = book.clone();
    let mut changes = row.changes.clone();
    if outcome.early {
        changes.push(ChangeRow::EndedEarly { at: outcome.at });
    }
    if !inactive.is_empty() {
        notes.push(NoteRow::InactiveAtDraw { draws: inactive });
    }
    let stage = Stage::Ended(outcome);
    let row = GiveawayRow { revision: row.revision + 1, changes, stage, ..row };
    Book { row, tally, notes }
}

/// The giveaway after its deletion. Without a draw, it refunds its points and stays visible as
/// cancelled if members could enter it. A second deletion removes one without entries. A draw with tickets cannot be
/// deleted.
pub(super) fn deleted(book: &Book, now: Millis) -> Result<Book, GiveawayError> {
    let mut after = book.clone();
    let row = &mut after.row;
    row.revision += 1;
    match row.stage {
        Stage::Open | Stage::Interrupted => {
            if status(row, now) != Status::Upcoming {
                row.changes.push(ChangeRow::Cancelled { at: now.0 });
            }
            let owes = row.entry_type == EntryType::Paid && book.tally.entries > 0;
            row.stage = if owes { Stage::Refunding } else { Stage::Refunded };
        }
        Stage::Ended(_) if row.hidden => return Err(GiveawayError::NoSuchGiveaway),
        Stage::Ended(_) if book.tally.tickets > 0 => return Err(GiveawayError::Drawn),
        Stage::Ended(_) => row.hidden = true,
        Stage::Refunded if row.is_visible() && book.tally.entries == 0 => row.hidden = true,
        Stage::Refunding | Stage::Refunded if row.is_visible() => {
            return Err(GiveawayError::Cancelled);
        }
        Stage::Refunding | Stage::Refunded => return Err(GiveawayError::NoSuchGiveaway),
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use pointhouse_rules::giveaway::Entries;
    use proptest::prelude::*;

    use super::*;
    use crate::ids::GiveawayId;

    const START: i64 = 1000;
    const END: i64 = 2000;

    fn book(entry_type: EntryType, entry_cost: u64) -> Book {
        let row = GiveawayRow {
            revision: 1,
            title: "Drop".to_owned(),
            description: String::new(),
            prize: "Mug".to_owned(),
            start_at: START,
            end_at: END,
            entry_type,
            entry_cost,
            commitment: [0; 32],
            created_at: 0,
            changes: Vec::new(),
            stage: Stage::Open,
            hidden: false,
            names_winner: true,
        };
        Book { row, tally: TallyRow::empty(GiveawayId(7)), notes: Vec::new() }
    }

    proptest! {
        /// For any sequence of entries: ticket numbers have no gaps, the running hash matches the
        /// rules, and the totals are those of the accepted entries.
        #[test]
        fn tickets_follow_each_other(
            paid in any::<bool>(),
            orders in prop::collection::vec((1_u64..6, 0_u64..4, 1_i64..3, 900_i64..2100), 0..60),
        ) {
            let cost = if paid { 5 } else { 0 };
            let entry_type = if paid { EntryType::Paid } else { EntryType::Free };
            let mut book = book(entry_type, cost);
            let mut list = Entries::new("7").unwrap();
            let mut owns: BTreeMap<u64, OwnRow> = BTreeMap::new();
            for (user, tickets, factor, at) in orders {
                let account_id = format!("A{user}");
                let own = owns.get(&user).copied();
                let who = Entrant { user, account_id: account_id.clone(), own };
                let shown = cost * u64::try_from(factor).unwrap();
                let wanted = EntryRequest { entry_type, entry_cost: shown, tickets };
                let entered = enter(&book, &who, wanted, Millis(at));
                let may = (START..END).contains(&at)
                    && shown == cost
                    && if paid { tickets > 0 } else { tickets == 1 && own.is_none() };
                prop_assert_eq!(entered.is_ok(), may);
                let Ok(entry) = entered else { continue };
                prop_assert_eq!(entry.row.first, list.add(&account_id, tickets).unwrap());
                prop_assert_eq!(entry.cost.get(), cost * tickets);
                prop_assert_eq!(entry.row.chain, *list.chain().as_bytes());
                prop_assert_eq!(entry.row.own, own.map_or(0, |own| own.tickets) + tickets);
                owns.insert(user, entry.own);
                book.tally = entry.tally;
            }
            let sum: u64 = owns.values().map(|own| own.tickets).sum();
            prop_assert_eq!((book.tally.tickets, list.tickets()), (sum, sum));
            prop_assert_eq!(book.tally.entrants, u64::try_from(owns.len()).unwrap());
            let entries = u64::try_from(list.purchases().len()).unwrap();
            prop_assert_eq!(book.tally.entries, entries);
        }
    }

    #[test]
    fn numbers_end_where_they_are_exact() {
        let mut book = book(EntryType::Paid, 1);
        let who = Entrant { user: 1, account_id: "A1".to_owned(), own: None };
        let wanted = |tickets| EntryRequest { entry_type: EntryType::Paid, entry_cost: 1, tickets };
        let max = Points::MAX.get();
        assert!(enter(&book, &who, wanted(max), Millis(START)).is_ok());
        let too_dear = enter(&book, &who, wanted(max + 1), Millis(START));
        assert!(matches!(too_dear, Err(GiveawayError::Wallet(_))), "{too_dear:?}");
        book.tally.tickets = max;
        let full = enter(&book, &who, wanted(1), Millis(START));
        assert!(matches!(full, Err(GiveawayError::Full)), "{full:?}");
        book.tally = TallyRow { entries: ENTRIES_MAX, ..TallyRow::empty(GiveawayId(7)) };
        let full = enter(&book, &who, wanted(1), Millis(START));
        assert!(matches!(full, Err(GiveawayError::Full)), "{full:?}");
    }
}
