//! What giveaways write.
//!
//! An entry overwrites the tally, which is short. Texts and dates are a row of their own, and so is the
//! server seed, which nothing that is shown can reach by mistake.

use bincode::{Decode, Encode};
use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_rules::giveaway::chain_start;
use pointhouse_store::{Batch, Log, StoreError, StoredRow, Table, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};
use crate::tables::{self, RowFormat, SecretRow, stored_codes};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    GIVEAWAY.format(),
    SEED.secret_format(),
    TALLY.format(),
    ENTRY.format(),
    OWN.format(),
    DUE.format(),
    NOTE.format(),
    WIN.format(),
];

/// Giveaways.
pub(super) const GIVEAWAY: Table<GiveawayId, GiveawayRow> = Table::new(tables::GIVEAWAY);
/// Their server seeds, secret until the draw.
pub(super) const SEED: Table<GiveawayId, SecretRow> = Table::new(tables::GIVEAWAY_SEED);
/// The sums of their entries.
pub(super) const TALLY: Table<GiveawayId, TallyRow> = Table::new(tables::GIVEAWAY_TALLY);
/// Their entries, numbered from 1.
pub(super) const ENTRY: Log<GiveawayId, EntryRow> = Log::new(tables::GIVEAWAY_ENTRY);
/// What a member has in a giveaway.
pub(super) const OWN: Table<(UserId, GiveawayId), OwnRow> = Table::new(tables::GIVEAWAY_OWN);
/// What happens by itself, by [`due`].
pub(super) const DUE: Table<(u64, GiveawayId), ()> = Table::new(tables::GIVEAWAY_DUE);
/// Notes on them, oldest first.
pub(super) const NOTE: Log<GiveawayId, NoteRow> = Log::new(tables::GIVEAWAY_NOTE);
/// Notices to winners that they have not dismissed.
pub(super) const WIN: Table<(UserId, GiveawayId), ()> = Table::new(tables::GIVEAWAY_WIN);

/// Notes that are read of a giveaway: more than there can be.
const NOTES_MAX: usize = 512;

/// What an entry costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryType {
    /// Nothing; one ticket for each member.
    Free,
    /// Points for each ticket.
    Paid,
}

stored_codes!(EntryType { Free = 0, Paid = 1 });

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
    /// The running hash after the newest entry.
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

/// Key of what happens by itself: when, milliseconds (0: at once), and to which giveaway.
pub(super) fn due(at: i64, id: GiveawayId) -> (u64, GiveawayId) {
    (u64::try_from(at).unwrap_or(0), id)
}

/// A giveaway's notes, oldest first. There are few: the number of changes has a limit.
pub(super) fn read_notes(view: &View, id: GiveawayId) -> Result<Vec<NoteRow>, StoreError> {
    Ok(NOTE.from(view, id, 1, NOTES_MAX)?.into_iter().map(|(_, note)| note).collect())
}

/// Appends the notes that come after the first `known` ones.
pub(super) fn append_notes(
    batch: &mut Batch,
    id: GiveawayId,
    known: usize,
    notes: &[NoteRow],
) -> Result<(), StoreError> {
    let new = (1..).zip(notes).skip(known);
    new.into_iter().try_for_each(|(number, note)| NOTE.append(batch, id, number, note))
}

/// A giveaway's tally.
pub(super) fn read_tally(view: &View, id: GiveawayId) -> Result<TallyRow, Fault> {
    TALLY.get(view, &id)?.ok_or(Fault::Contradiction("a giveaway has no tally"))
}

/// A giveaway's secret. Only for the draw and for what is shown after it.
pub(super) fn read_seed(view: &View, id: GiveawayId) -> Result<ServerSeed, Fault> {
    let seed = SEED.get(view, &id)?;
    let SecretRow(seed) = seed.ok_or(Fault::Contradiction("a giveaway has no server seed"))?;
    Ok(ServerSeed::from_bytes(&seed))
}

/// One entry of the list.
pub(super) fn read_entry(view: &View, id: GiveawayId, number: u64) -> Result<EntryRow, Fault> {
    ENTRY.get(view, id, number)?.ok_or(Fault::Contradiction("an entry is missing"))
}

/// Hex of a digest on disk.
pub(super) fn hex(digest: [u8; 32]) -> String {
    HexDigest::from_bytes(digest).to_string()
}
