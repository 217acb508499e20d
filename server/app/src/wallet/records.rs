//! The rows of wallets.

use bincode::{Decode, Encode};
use pointhouse_store::{Log, StoredRow, Table};

use crate::clock::SiteDay;
use crate::ids::{GameId, RoundId, UserId};
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[WALLET.format(), LEDGER.format(), RECEIPT.format(), ONCE.format()];

/// Balances.
pub(super) const WALLET: Table<UserId, WalletRow> = Table::new(tables::WALLET);
/// The ledger of each member.
pub(super) const LEDGER: Log<UserId, LedgerRow> = Log::new(tables::LEDGER);
/// Responses to requests, by member, call and hash of the idempotency key.
pub(super) const RECEIPT: Table<(UserId, u8, [u8; 16]), ReceiptRow> = Table::new(tables::RECEIPT);
/// Used once-keys.
pub(super) const ONCE: Table<Vec<u8>, ()> = Table::new(tables::ONCE);

/// Balance of a member. Overwritten by each posting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct WalletRow {
    /// Incremented by each posting.
    pub revision: u64,
    /// Points.
    pub balance: u64,
    /// Sequence of the newest ledger entry.
    pub ledger_seq: u64,
}

impl StoredRow for WalletRow {
    const VERSION: u8 = 1;
}

/// Why points moved. The order is stored: add variants at the end only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Reason {
    /// An admin gave points.
    AdminAdd,
    /// An admin took points.
    AdminRemove,
    /// An admin set the balance, as a correction.
    AdminSet,
    /// A stake of a game.
    Stake(GameId),
    /// A payout of a game, stake included.
    Payout(GameId),
    /// A day of the calendar.
    CalendarDay,
    /// A milestone of the calendar, with the length of the streak in days.
    CalendarMilestone(u32),
    /// A completed challenge.
    Challenge,
    /// A purchase in the shop.
    Purchase,
    /// A refund of something that was cancelled.
    Refund,
    /// Tickets of a giveaway.
    Tickets,
    /// The account was deleted, and its points with it.
    AccountDeleted,
    /// A line of an imported file.
    Import,
    /// Writing in the chat while the stream was live.
    Chatting,
    /// Welcome points of a new member.
    Welcome,
    /// A line of an imported file that was taken back.
    ImportTakenBack,
}

impl Reason {
    /// The text on the statement; `points` is what the points are called.
    pub fn text(self, points: &str) -> String {
        match self {
            Self::AdminAdd => "Added by an admin".to_owned(),
            Self::AdminRemove => "Removed by an admin".to_owned(),
            Self::AdminSet => "Balance set by an admin".to_owned(),
            Self::Stake(game) => format!("{} bet", game.title()),
            Self::Payout(game) => format!("{} payout", game.title()),
            Self::CalendarDay => "Daily calendar".to_owned(),
            Self::Purchase => "Shop purchase".to_owned(),
            Self::Refund => "Refund".to_owned(),
            Self::Tickets => "Giveaway tickets".to_owned(),
            Self::AccountDeleted => "Account deleted".to_owned(),
            Self::Challenge => "Challenge reward".to_owned(),
            Self::Import => format!("Imported {points}"),
            Self::ImportTakenBack => format!("Imported {points} taken back"),
            Self::Chatting => "Writing in the live chat".to_owned(),
            Self::Welcome => "Welcome".to_owned(),
            Self::CalendarMilestone(days) => format!("Streak of {days} days"),
        }
    }

    /// Returns whether the entry counts on the points leaderboard: grants and game results do,
    /// corrections don't (docs/decisions.md, E1).
    pub const fn is_earned(self) -> bool {
        match self {
            Self::AdminAdd
            | Self::Stake(_)
            | Self::Payout(_)
            | Self::CalendarDay
            | Self::CalendarMilestone(_)
            | Self::Challenge
            | Self::Chatting => true,
            Self::AdminRemove
            | Self::AdminSet
            | Self::Purchase
            | Self::Refund
            | Self::Tickets
            | Self::AccountDeleted
            | Self::Import
            | Self::ImportTakenBack
            | Self::Welcome => false,
        }
    }
}

/// What a ledger entry belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Reference {
    /// A round of this member.
    Round(u64),
    /// A row of the audit log.
    Audit(u64),
    /// A claim of the calendar, by its day.
    Claim(SiteDay),
    /// A challenge.
    Challenge(u32),
    /// A purchase.
    Purchase(u64),
    /// An entry of a giveaway.
    Entry {
        /// Number of the giveaway.
        giveaway: u64,
        /// Place in its list of entries, from 1.
        entry: u64,
    },
    /// A giveaway.
    Giveaway(u64),
    /// A line of an import.
    Import {
        /// Number of the import.
        import: u64,
        /// Place among its lines, from 1.
        line: u32,
    },
}

impl Reference {
    /// The wire form.
    pub fn text(self, user: UserId) -> String {
        match self {
            Self::Round(number) => RoundId { user, number }.to_string(),
            Self::Audit(row) => format!("audit-{row}"),
            Self::Purchase(number) => format!("purchase-{number}"),
            Self::Entry { giveaway, entry } => format!("giveaway-{giveaway}-{entry}"),
            Self::Giveaway(number) => format!("giveaway-{number}"),
            Self::Import { import, line } => format!("import-{import}-{line}"),
            Self::Challenge(id) => format!("challenge-{id}"),
            Self::Claim(day) => format!("claim-{}", day.iso()),
        }
    }
}

/// A ledger entry. Its position in the log is its sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct LedgerRow {
    /// Points in (positive) or out (negative).
    pub amount: i64,
    /// Balance after it.
    pub balance: u64,
    /// The reason.
    pub reason: Reason,
    /// What it belongs to.
    pub reference: Option<Reference>,
    /// Time of the posting, in milliseconds.
    pub at: i64,
}

impl StoredRow for LedgerRow {
    const VERSION: u8 = 1;
}

/// The response to a request with an idempotency key (docs/decisions.md, A8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ReceiptRow {
    /// Hash of the request.
    pub body: u64,
    /// What the request created, for example a round.
    pub reference: Option<Reference>,
    /// Balance in the response, in points.
    pub balance: u64,
    /// Ledger sequence in the response.
    pub ledger_seq: u64,
    /// Time of the request, in milliseconds. Receipts are kept for 24 hours.
    pub at: i64,
}

impl StoredRow for ReceiptRow {
    const VERSION: u8 = 1;
}
