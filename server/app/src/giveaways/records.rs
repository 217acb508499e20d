//! The rows of giveaways.
//!
//! Each entry overwrites the tally, which is short. Texts and dates are in a separate row, and so
//! is the server seed, so that no response can contain it by mistake.

use bincode::{Decode, Encode};
use pointhouse_rules::HexDigest;
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_rules::giveaway::chain_start;
use pointhouse_store::{Batch, Log, RowProblem, StoreError, StoredRow, Table, View, decode_body};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::draw_key::{DrawKey, SeedOwner, StoredSeed};
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};
use crate::tables::{self, RowFormat, stored_codes};

/// The row formats, for checks and upgrades.
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
/// Server seeds, secret until the draw.
pub(super) const SEED: Table<GiveawayId, SeedRow> = Table::new(tables::GIVEAWAY_SEED);
/// Totals of the entries.
pub(super) const TALLY: Table<GiveawayId, TallyRow> = Table::new(tables::GIVEAWAY_TALLY);
/// Entries, numbered from 1.
pub(super) const ENTRY: Log<GiveawayId, EntryRow> = Log::new(tables::GIVEAWAY_ENTRY);
/// A member's tickets in a giveaway.
pub(super) const OWN: Table<(UserId, GiveawayId), OwnRow> = Table::new(tables::GIVEAWAY_OWN);
/// Work that becomes due, keyed by [`due`].
pub(super) const DUE: Table<(u64, GiveawayId), ()> = Table::new(tables::GIVEAWAY_DUE);
/// Notes on giveaways, oldest first.
pub(super) const NOTE: Log<GiveawayId, NoteRow> = Log::new(tables::GIVEAWAY_NOTE);
/// Notices to winners that they have not dismissed.
pub(super) const WIN: Table<(UserId, GiveawayId), ()> = Table::new(tables::GIVEAWAY_WIN);

/// The server seed of a giveaway: sealed until the draw.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SeedRow(pub StoredSeed);

impl StoredRow for SeedRow {
    const VERSION: u8 = 2;

    /// Before format 10 it was stored as it is.
    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let older = decode_body::<[u8; 32]>(1, row.strip_prefix(&[1])?);
        Some(older.map(|seed| Self(StoredSeed::Plain(seed))))
    }
}

/// Most notes read of a giveaway: more than there can be.
const NOTES_MAX: usize = 512;

/// Type of the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryType {
    /// Free; one ticket per member.
    Free,
    /// Points for each ticket.
    Paid,
}

stored_codes!(EntryType { Free = 0, Paid = 1 });

/// A public change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum ChangeRow {
    /// The end was moved.
    EndMoved {
        /// Time of the change, in milliseconds.
        at: i64,
        /// The old end, in milliseconds.
        from: i64,
        /// The new end, in milliseconds.
        to: i64,
    },
    /// An admin ended it early.
    EndedEarly {
        /// Time of the change, in milliseconds.
        at: i64,
    },
    /// An admin deleted it while it was active: it stays visible, without a winner.
    Cancelled {
        /// Time of the change, in milliseconds.
        at: i64,
    },
}

/// Result of a giveaway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct OutcomeRow {
    /// Time of the end, in milliseconds.
    pub at: i64,
    /// True when an admin ended it early.
    pub early: bool,
    /// SHA-256 of the canonical text.
    pub client_seed: [u8; 32],
    /// Number of draws: the tickets of all but the last were forfeited. 0 without tickets.
    pub draws: u64,
    /// The winning ticket; `None` without tickets, and when all were forfeited.
    pub winner: Option<WinnerRow>,
}

/// The winning ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct WinnerRow {
    /// The accepted HMAC.
    pub hash: [u8; 32],
    /// Number of the ticket.
    pub index: u64,
    /// Member id of the winner.
    pub user: u64,
}

/// Stage of a giveaway. The clock decides whether an open one has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Stage {
    /// Accepts entries, or will do so.
    Open,
    /// Drawn.
    Ended(OutcomeRow),
    /// Deleted before its end; the points of its tickets are being refunded.
    Refunding,
    /// Deleted before its end; all points are refunded.
    Refunded,
    /// Its end passed before the folder was restored from a backup: it may have been drawn already. An admin refunds its
    /// tickets, or the owner gives the proof of its draw.
    Interrupted,
}

/// A giveaway. Its number is its key. Only its actor writes it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct GiveawayRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Prize.
    pub prize: String,
    /// Start of the entries (inclusive), in milliseconds.
    pub start_at: i64,
    /// End of the entries (exclusive), in milliseconds.
    pub end_at: i64,
    /// Type of the entries.
    pub entry_type: EntryType,
    /// Price of a ticket, in points; 0 if it is free.
    pub entry_cost: u64,
    /// SHA-256 of the server seed, public since the giveaway was created.
    pub commitment: [u8; 32],
    /// Time of creation, in milliseconds.
    pub created_at: i64,
    /// Public changes.
    pub changes: Vec<ChangeRow>,
    /// Stage.
    pub stage: Stage,
    /// True for an ended giveaway that an admin deleted: it is not listed, but its proof stays
    /// public. Also true for a cancelled one without entries that was deleted again: nothing of it is shown.
    pub hidden: bool,
    /// The broadcast names the winner: entering is the consent, which an account's choice to be never named overrules.
    pub names_winner: bool,
}

/// Version 1 of the row.
#[derive(Decode)]
struct GiveawayRow1 {
    revision: u64,
    title: String,
    description: String,
    prize: String,
    start_at: i64,
    end_at: i64,
    entry_type: EntryType,
    entry_cost: u64,
    commitment: [u8; 32],
    created_at: i64,
    changes: Vec<ChangeRow>,
    stage: Stage,
    hidden: bool,
}

impl StoredRow for GiveawayRow {
    const VERSION: u8 = 2;

    /// Who entered before version 2 did not agree to be named.
    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let older = decode_body::<GiveawayRow1>(1, row.strip_prefix(&[1])?);
        Some(older.map(|row| Self {
            revision: row.revision,
            title: row.title,
            description: row.description,
            prize: row.prize,
            start_at: row.start_at,
            end_at: row.end_at,
            entry_type: row.entry_type,
            entry_cost: row.entry_cost,
            commitment: row.commitment,
            created_at: row.created_at,
            changes: row.changes,
            stage: row.stage,
            hidden: row.hidden,
            names_winner: false,
        }))
    }
}

impl GiveawayRow {
    /// Returns whether it may be shown: not if it was deleted before its start, by a version
    /// that did not keep deleted ones visible, or again after it was cancelled without entries.
    pub(super) fn is_visible(&self) -> bool {
        match self.stage {
            Stage::Open | Stage::Ended(_) | Stage::Interrupted => true,
            Stage::Refunding | Stage::Refunded => self.cancelled_at().is_some() && !self.hidden,
        }
    }

    /// Time of the cancellation; `None` if it was not cancelled, or was deleted before its start.
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

/// A public note on a giveaway, in addition to its row. Its position in the log is its number, from
/// 1.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum NoteRow {
    /// A text was changed.
    TextChanged {
        /// Time of the change, in milliseconds.
        at: i64,
        /// The changed text.
        field: TextField,
        /// The old text.
        before: String,
        /// The new text.
        after: String,
    },
    /// Draws whose ticket belonged to a deactivated account. The other forfeited tickets belonged
    /// to deleted accounts.
    InactiveAtDraw {
        /// Numbers of the draws, from 0; only those that the proof lists.
        draws: Vec<u64>,
    },
    /// The folder was restored from a backup, which may hold the seed: the giveaway got a new one.
    Recommitted {
        /// Time of the restore, in milliseconds.
        at: i64,
        /// Last time that the backup is known to contain, in milliseconds.
        backup_of: Option<i64>,
        /// The commitment before.
        before: [u8; 32],
        /// The commitment from then on.
        after: [u8; 32],
    },
    /// Backups made before this time hold the seed, because it was not sealed yet.
    InOlderBackups {
        /// Time of the upgrade, in milliseconds.
        at: i64,
    },
    /// Its end passed before the folder was restored from a backup.
    Interrupted {
        /// Time of the restore, in milliseconds.
        at: i64,
        /// Last time that the backup is known to contain, in milliseconds.
        backup_of: Option<i64>,
    },
    /// The owner gave the proof of the draw from before the restore.
    OldProofTaken {
        /// Time of the call, in milliseconds.
        at: i64,
        /// Number of entries that the backup held.
        known: u64,
        /// Number of the entries after them. They are in the proof alone, and nothing is paid for them here.
        unknown: u64,
    },
}

impl StoredRow for NoteRow {
    const VERSION: u8 = 1;
}

/// Totals of the entries. Overwritten by each entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct TallyRow {
    /// Number of entries; incremented by each one.
    pub entries: u64,
    /// Number of tickets.
    pub tickets: u64,
    /// Number of members with tickets.
    pub entrants: u64,
    /// Running hash after the newest entry (docs/games.md, section 10).
    pub chain: [u8; 32],
}

impl StoredRow for TallyRow {
    const VERSION: u8 = 1;
}

impl TallyRow {
    /// The tally before the first entry.
    pub(super) fn empty(id: GiveawayId) -> Self {
        let chain = *chain_start(&id.to_string()).as_bytes();
        Self { entries: 0, tickets: 0, entrants: 0, chain }
    }
}

/// Member id in entries of an old proof whose account is not known here.
pub(super) const NOT_HERE: UserId = UserId(0);

/// An entry. Its position in the log is its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct EntryRow {
    /// Member id; 0 in an entry of an old proof whose account is not known here.
    pub user: u64,
    /// Public code of the account, which is in the list.
    pub account_id: String,
    /// Number of the first ticket.
    pub first: u64,
    /// Number of tickets.
    pub count: u64,
    /// Points paid.
    pub paid: u64,
    /// The member's tickets after this entry.
    pub own: u64,
    /// Members with tickets after this entry.
    pub entrants: u64,
    /// Time of the entry, in milliseconds.
    pub at: i64,
    /// Running hash after this entry.
    pub chain: [u8; 32],
}

impl StoredRow for EntryRow {
    const VERSION: u8 = 1;
}

/// A member's tickets in a giveaway. Overwritten by each of their entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct OwnRow {
    /// Number of tickets.
    pub tickets: u64,
    /// Points paid for the tickets.
    pub spent: u64,
    /// Time of the first entry, in milliseconds.
    pub entered_at: i64,
}

impl StoredRow for OwnRow {
    const VERSION: u8 = 1;
}

/// Key of due work: the time in milliseconds (0 for at once) and the giveaway.
pub(super) fn due(at: i64, id: GiveawayId) -> (u64, GiveawayId) {
    (u64::try_from(at).unwrap_or(0), id)
}

/// A giveaway's notes, oldest first. There are few: the number of changes is limited.
pub(super) fn read_notes(view: &View, id: GiveawayId) -> Result<Vec<NoteRow>, StoreError> {
    Ok(NOTE.from(view, id, 1, NOTES_MAX)?.into_iter().map(|(_, note)| note).collect())
}

/// Appends the notes after the first `known` ones.
pub(super) fn append_notes(
    batch: &mut Batch,
    id: GiveawayId,
    known: usize,
    notes: &[NoteRow],
) -> Result<(), StoreError> {
    let new = (1..).zip(notes).skip(known);
    new.into_iter().try_for_each(|(number, note)| NOTE.append(batch, id, number, note))
}

/// Reads a giveaway's tally.
pub(super) fn read_tally(view: &View, id: GiveawayId) -> Result<TallyRow, Fault> {
    TALLY.get(view, &id)?.ok_or(Fault::Contradiction("a giveaway has no tally"))
}

/// Opens a giveaway's server seed, for the draw.
pub(super) fn open_seed(view: &View, key: &DrawKey, id: GiveawayId) -> Result<[u8; 32], Fault> {
    let seed = SEED.get(view, &id)?;
    let SeedRow(seed) = seed.ok_or(Fault::Contradiction("a giveaway has no server seed"))?;
    key.open(SeedOwner::Giveaway(id), &seed).map_err(Fault::other)
}

/// Reads the server seed of a giveaway that was drawn.
pub(super) fn revealed_seed(view: &View, id: GiveawayId) -> Result<ServerSeed, Fault> {
    let seed = open_seed(view, &DrawKey::missing(), id)?;
    Ok(ServerSeed::from_bytes(&seed))
}

/// Reads an entry of the list.
pub(super) fn read_entry(view: &View, id: GiveawayId, number: u64) -> Result<EntryRow, Fault> {
    ENTRY.get(view, id, number)?.ok_or(Fault::Contradiction("an entry is missing"))
}

/// A stored digest in hex.
pub(super) fn hex(digest: [u8; 32]) -> String {
    HexDigest::from_bytes(digest).to_string()
}
