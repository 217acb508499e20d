//! What the calendar writes.

use bincode::{Decode, Encode};
use pointhouse_store::{Log, StoredRow, Table};

use crate::accounts::KeyHash;
use crate::ids::UserId;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[CLAIM.format(), REWARD.format()];

/// Each member's claims. The sequence is the day, counted from the common era.
pub(super) const CLAIM: Log<UserId, ClaimRow> = Log::new(tables::CLAIM);
/// Rewards outside the points, by member and the milestone's days.
pub(super) const REWARD: Table<(UserId, u32), RewardRow> = Table::new(tables::REWARD);

/// A claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ClaimRow {
    /// The streak with this claim, in days.
    pub streak: u32,
    /// Points of the day.
    pub base: u64,
    /// Points of the milestone that it reached; 0 on other days.
    pub milestone: u64,
    /// All points earned by claims so far.
    pub total_earned: u64,
    /// When, milliseconds.
    pub at: i64,
    /// Hash of the idempotency key it came with.
    pub key: Option<KeyHash>,
    /// Balance after it.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub ledger_seq: u64,
}

impl StoredRow for ClaimRow {
    const VERSION: u8 = 1;
}

/// What became of a reward outside the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum RewardStatus {
    /// An admin has to look at it.
    Pending,
    /// It will be paid.
    Approved,
    /// It was paid.
    Paid,
    /// It will not be paid.
    Rejected,
}

/// A reward outside the points, earned once per member and milestone.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RewardRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Whose, as a number.
    pub user: u64,
    /// The milestone's streak, in days.
    pub days: u32,
    /// What it is, for people.
    pub reward: String,
    /// When, milliseconds.
    pub earned_at: i64,
    /// The site's month it counts for: a later one than that of `earned_at` when the rewards of that
    /// month were used up.
    pub month: i32,
    /// What became of it.
    pub status: RewardStatus,
}

impl StoredRow for RewardRow {
    const VERSION: u8 = 1;
}
