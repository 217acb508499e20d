//! What giveaways write.
//!
//! An entry overwrites the tally, which is short; texts and dates stand in a row of their own, and so
//! does the server seed, which nothing that is shown can reach by mistake.

use bincode::{Decode, Encode};
use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_rules::giveaway::chain_start;
use pointhouse_store::{Batch, LogEntry, StoredRow, View, decode, encode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{GiveawayId, UserId};
use crate::tables::{self, RowFormat, SecretRow};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    RowFormat::rows::<GiveawayRow>(tables::GIVEAWAY),
    RowFormat::secret::<SecretRow>(tables::GIVEAWAY_SEED, None),
    RowFormat::rows::<TallyRow>(tables::GIVEAWAY_TALLY),
    RowFormat::log::<EntryRow>(tables::GIVEAWAY_ENTRY),
    RowFormat::rows::<OwnRow>(tables::GIVEAWAY_OWN),
    RowFormat::keys(tables::GIVEAWAY_DUE),
    RowFormat::log::<NoteRow>(tables::GIVEAWAY_NOTE),
    RowFormat::keys(tables::GIVEAWAY_WIN),
];

/// Rows that are read at once.
pub(super) const PAGE: usize = 512;

/// What an entry costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryType {
    /// Nothing; one ticket for each member.
    Free,
    /// Points for each ticket.
    Paid,
}

/// A change that everybody is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum ChangeRow {
    /// The end was moved.
    EndMoved {
        /// When that was done, milliseconds.
        at: i64,
        /// The end before.
        from: i64,
        /// The end since.
        to: i64,
    },
    /// An admin ended it before its time.
    EndedEarly {
        /// When.
        at: i64,
    },
    /// An admin deleted it while it ran: it stays visible, without a winner.
    Cancelled {
        /// When.
        at: i64,
    },
}

/// How a giveaway ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct OutcomeRow {
    /// When, milliseconds.
    pub at: i64,
    /// Before its time, by an admin.
    pub early: bool,
    /// SHA-256 of the list.
    pub client_seed: [u8; 32],
    /// Draws that were made: all but the last found a forfeited ticket. 0 without tickets.
    pub draws: u64,
    /// The ticket that won; none without tickets, and when all were forfeited.
    pub winner: Option<WinnerRow>,
}

/// The ticket that won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct WinnerRow {
    /// The accepted hash.
    pub hash: [u8; 32],
    /// The ticket.
    pub index: u64,
    /// Whose, as a number.
    pub user: u64,
}

/// Where a giveaway stands. Whether an open one has begun the clock says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Stage {
    /// Takes entries, or will.
    Open,
    /// Drawn.
    Ended(OutcomeRow),
    /// Deleted before its end; the points of its tickets are being given back.
    Refunding,
    /// Deleted before its end; nobody has points in it any more.
    Refunded,
}

/// A giveaway. Its number is its key. Overwritten by its actor, which alone writes it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct GiveawayRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// For people.
    pub title: String,
    /// For people.
    pub description: String,
    /// For people.
    pub prize: String,
    /// First instant of entries, milliseconds.
    pub start_at: i64,
    /// First instant without, milliseconds.
    pub end_at: i64,
    /// What an entry costs.
    pub entry_type: EntryType,
    /// Points for a ticket; 0 of a free one.
    pub entry_cost: u64,
    /// SHA-256 of the server seed, shown from the beginning.
    pub commitment: [u8; 32],
    /// When it was made, milliseconds.
    pub created_at: i64,
    /// What everybody is shown of its changes.
    pub changes: Vec<ChangeRow>,
    /// Where it stands.
    pub stage: Stage,
    /// An ended one that an admin deleted: on no list, its proof stays.
    pub hidden: bool,
}

impl StoredRow for GiveawayRow {
    const VERSION: u8 = 1;
}

impl GiveawayRow {
    /// Whether it may be shown: not one that was deleted before its start, or by a version that did
    /// not keep deleted ones visible.
    pub(super) fn is_visible(&self) -> bool {
        match self.stage {
            Stage::Open | Stage::Ended(_) => true,
            Stage::Refunding | Stage::Refunded => self.cancelled_at().is_some(),
        }
    }

    /// When it was cancelled; none for one that was not, or that was deleted before its start.
    pub(super) fn cancelled_at(&self) -> Option<i64> {
        self.changes.iter().find_map(|change| match change {
            ChangeRow::Cancelled { at } => Some(*at),
            ChangeRow::EndMoved { .. } | ChangeRow::EndedEarly { .. } => None,
        })
    }
}

/// A text that an admin may change while members have tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum TextField {
    /// The title.
    Title,
    /// The description.
    Description,
}

/// What everybody is shown of a giveaway beside its row. Its place in the log is its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum NoteRow {
    /// A text was changed.
    TextChanged {
        /// When, milliseconds.
        at: i64,
        /// Which text.
        field: TextField,
        /// The text before.
        before: String,
        /// The text after.
        after: String,
    },
    /// Draws that found a ticket of a deactivated account; other forfeited tickets belonged to deleted
    /// accounts.
    InactiveAtDraw {
        /// Numbers of the draws, from 0; only those that the proof lists.
        draws: Vec<u64>,
    },
}

impl StoredRow for NoteRow {
    const VERSION: u8 = 1;
}

/// Tickets so far. Overwritten by each entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct TallyRow {
    /// Steps by one with each entry: their number.
    pub entries: u64,
    /// Tickets given out.
    pub tickets: u64,
    /// Members who have some.
    pub entrants: u64,
    /// The running hash after the newest entry (games.md, section 10).
    pub chain: [u8; 32],
}

impl StoredRow for TallyRow {
    const VERSION: u8 = 1;
}

impl TallyRow {
    /// Before the first entry.
    pub(super) fn empty(id: GiveawayId) -> Self {
        let chain = *chain_start(&id.to_string()).as_bytes();
        Self { entries: 0, tickets: 0, entrants: 0, chain }
    }
}

/// An entry. Its place in the log is its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct EntryRow {
    /// Whose, as a number.
    pub user: u64,
    /// The public code of the account, which stands in the list.
    pub account_id: String,
    /// First ticket.
    pub first: u64,
    /// Tickets.
    pub count: u64,
    /// Points paid.
    pub paid: u64,
    /// The member's tickets with these.
    pub own: u64,
    /// Members with tickets, with this one.
    pub entrants: u64,
    /// When, milliseconds.
    pub at: i64,
    /// The running hash with this entry.
    pub chain: [u8; 32],
}

impl StoredRow for EntryRow {
    const VERSION: u8 = 1;
}

/// What a member has in a giveaway. Overwritten by each entry of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct OwnRow {
    /// Tickets.
    pub tickets: u64,
    /// Points paid for them.
    pub spent: u64,
    /// When the first entry was, milliseconds.
    pub entered_at: i64,
}

impl StoredRow for OwnRow {
    const VERSION: u8 = 1;
}

/// Key of a giveaway.
pub(super) fn key(id: GiveawayId) -> [u8; 8] {
    id.0.to_be_bytes()
}

/// Key of what a member has in a giveaway.
pub(super) fn own_key(user: UserId, id: GiveawayId) -> [u8; 16] {
    pair(user.0, id.0)
}

/// Key of what happens by itself.
pub(super) fn due_key(at: i64, id: GiveawayId) -> [u8; 16] {
    pair(u64::try_from(at).unwrap_or(0), id.0)
}

fn pair(first: u64, second: u64) -> [u8; 16] {
    let mut key = [0; 16];
    let (front, back) = key.split_at_mut(8);
    front.copy_from_slice(&first.to_be_bytes());
    back.copy_from_slice(&second.to_be_bytes());
    key
}

/// The second number of such a key.
pub(super) fn number(key: &[u8]) -> Result<GiveawayId, String> {
    let number = key.get(8..).and_then(|number| number.try_into().ok());
    number
        .map(|number| GiveawayId(u64::from_be_bytes(number)))
        .ok_or_else(|| "a key of a giveaway does not read".to_owned())
}

/// A giveaway.
pub(super) fn read(view: &View, id: GiveawayId) -> Result<Option<GiveawayRow>, String> {
    let row = view.get(tables::GIVEAWAY, &key(id)).map_err(told)?;
    row.map(|row| decode(&row).map_err(told)).transpose()
}

/// Its notes, oldest first. There are few: the number of changes has a limit.
pub(super) fn read_notes(view: &View, id: GiveawayId) -> Result<Vec<NoteRow>, String> {
    let notes = view.log_from(tables::GIVEAWAY_NOTE, id.0, 1, PAGE).map_err(told)?;
    notes.iter().map(|note| decode(&note.value).map_err(told)).collect()
}

/// Appends the notes that come after the first `known` ones.
pub(super) fn append_notes(
    batch: &mut Batch,
    id: GiveawayId,
    known: usize,
    notes: &[NoteRow],
) -> Result<(), String> {
    for (number, note) in (1..).zip(notes).skip(known) {
        let note = encode(note).map_err(told)?;
        batch.append(tables::GIVEAWAY_NOTE, id.0, number, &note).map_err(told)?;
    }
    Ok(())
}

/// Its tally.
pub(super) fn read_tally(view: &View, id: GiveawayId) -> Result<TallyRow, String> {
    let tally = view.get(tables::GIVEAWAY_TALLY, &key(id)).map_err(told)?;
    decode(&tally.ok_or("a giveaway has no tally")?).map_err(told)
}

/// Its secret. Only for the draw and for what is told after it.
pub(super) fn read_seed(view: &View, id: GiveawayId) -> Result<ServerSeed, String> {
    let seed = view.get(tables::GIVEAWAY_SEED, &key(id)).map_err(told)?;
    let seed = seed.ok_or("a giveaway has no server seed")?;
    let SecretRow(seed) = decode(&seed).map_err(told)?;
    Ok(ServerSeed::from_bytes(&seed))
}

/// What a member has in it.
pub(super) fn read_own(
    view: &View,
    user: UserId,
    id: GiveawayId,
) -> Result<Option<OwnRow>, String> {
    let row = view.get(tables::GIVEAWAY_OWN, &own_key(user, id)).map_err(told)?;
    row.map(|row| decode(&row).map_err(told)).transpose()
}

/// One entry of the list.
pub(super) fn read_entry(view: &View, id: GiveawayId, number: u64) -> Result<EntryRow, String> {
    let found = view.log_from(tables::GIVEAWAY_ENTRY, id.0, number, 1).map_err(told)?;
    let entry = found.first().filter(|entry| entry.seq == number);
    decode(&entry.ok_or("an entry is missing")?.value).map_err(told)
}

/// Walks over the entries from a number on, in their order, until told to stop.
pub(super) fn walk(
    view: &View,
    id: GiveawayId,
    mut from: u64,
    mut take: impl FnMut(u64, EntryRow) -> Result<bool, String>,
) -> Result<(), String> {
    loop {
        let page = view.log_from(tables::GIVEAWAY_ENTRY, id.0, from, PAGE).map_err(told)?;
        let Some(LogEntry { seq: last, .. }) = page.last() else { return Ok(()) };
        from = last + 1;
        for entry in &page {
            if !take(entry.seq, decode(&entry.value).map_err(told)?)? {
                return Ok(());
            }
        }
    }
}

/// Hex of a digest on disk.
pub(super) fn hex(digest: [u8; 32]) -> String {
    HexDigest::from_bytes(digest).to_string()
}

pub(super) fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
