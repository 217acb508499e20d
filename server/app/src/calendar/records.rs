//! The rows of the calendar.

use bincode::{Decode, Encode};
use pointhouse_store::{Log, StoredRow, Table};

use crate::accounts::KeyHash;
use crate::ids::UserId;
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[CLAIM.format(), REWARD.format()];

/// Each member's claims. The sequence is the day, as days since the common era.
pub(super) const CLAIM: Log<UserId, ClaimRow> = Log::new(tables::CLAIM);
/// Cash rewards, by member and length of the milestone's streak.
pub(super) const REWARD: Table<(UserId, u32), RewardRow> = Table::new(tables::REWARD);

/// A claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ClaimRow {
    /// The streak including this claim, in days.
    pub streak: u32,
    /// Points of the day.
    pub base: u64,
    /// Points of the milestone that the claim reached; 0 on other days.
    pub milestone: u64,
    /// All points earned by claims so far.
    pub total_earned: u64,
    /// Time of the claim, in milliseconds.
    pub at: i64,
    /// Hash of the idempotency key of the request.
    pub key: Option<KeyHash>,
    /// Balance after the claim.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub ledger_seq: u64,
}

impl StoredRow for ClaimRow {
    const VERSION: u8 = 1;
}

/// Status of a cash reward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum RewardStatus {
    /// Waits for an admin.
    Pending,
    /// It will be paid.
    Approved,
    /// It was paid.
    Paid,
    /// It will not be paid.
    Rejected,
}

/// A cash reward, earned once per member and milestone.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct RewardRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Member id.
    pub user: u64,
    /// Length of the milestone's streak, in days.
    pub days: u32,
    /// The reward as text.
    pub reward: String,
    /// Time of the claim that earned it, in milliseconds.
    pub earned_at: i64,
    /// The site month that it counts for: later than the month of `earned_at` when the rewards of
    /// that month were used up.
    pub month: i32,
    /// Status of the reward.
    pub status: RewardStatus,
}

impl StoredRow for RewardRow {
    const VERSION: u8 = 1;
}
