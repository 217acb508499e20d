//! The effect of a posting on a wallet, without side effects.

use pointhouse_rules::Points;

use super::records::{LedgerRow, Reason, Reference, WalletRow};
use crate::clock::Millis;

/// How a balance changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Adds points.
    Add(Points),
    /// Takes points.
    Take(Points),
    /// Takes points, or the whole balance if it has fewer.
    TakeUpTo(Points),
    /// Sets the balance.
    Set(Points),
    /// Sets the balance, and fails if that would add more than `most`: what was checked before is what is posted, whatever
    /// other postings came in between.
    SetAdding {
        /// The new balance.
        to: Points,
        /// Most points that this may add.
        most: Points,
    },
    /// Moves nothing, and fails unless this many points could be added: a bet must be refused
    /// before its draw for its largest possible payout, not after it for the actual one.
    RoomFor(Points),
}

/// One change of a balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The amount.
    pub amount: Amount,
    /// The reason, shown on the statement.
    pub reason: Reason,
    /// What the change belongs to.
    pub reference: Option<Reference>,
}

/// A wallet in memory. May be newer than the row on disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Points.
    pub balance: Points,
    /// Sequence of the newest ledger entry; 0 before the first.
    pub ledger_seq: u64,
    /// Number of postings.
    pub revision: u64,
}

/// Why the rules refuse a posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, pointhouse_macros::Problem)]
pub enum Refused {
    /// The balance is too low.
    #[error("Insufficient points")]
    #[problem(400, "insufficient_points")]
    Insufficient,
    /// The balance would exceed the largest allowed balance (docs/decisions.md, A6).
    #[error("The balance would be larger than a balance can be")]
    #[problem(400, "balance_too_large")]
    TooLarge,
    /// Setting the balance would add more points than allowed: the balance has changed meanwhile.
    #[error("The balance has changed meanwhile. Please try again.")]
    #[problem(409, "changed")]
    AddsMore,
}

/// The effect of a posting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The wallet after the posting.
    pub after: State,
    /// Sequence of the first entry.
    pub first_seq: u64,
    /// The ledger entries, in order.
    pub rows: Vec<LedgerRow>,
}

/// Applies changes in order. The balance must not fall below zero in between. A change of 0 points
/// writes no entry.
pub fn decide(state: State, changes: &[Change], now: Millis) -> Result<Decided, Refused> {
    let mut after = state;
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        let balance = match change.amount {
            Amount::Add(points) => after.balance.checked_add(points).ok_or(Refused::TooLarge)?,
            Amount::Take(points) => {
                after.balance.checked_sub(points).ok_or(Refused::Insufficient)?
            }
            Amount::TakeUpTo(points) => after.balance.checked_sub(points).unwrap_or(Points::ZERO),
            Amount::Set(points) => points,
            Amount::SetAdding { to, most } => {
                let added = to.checked_sub(after.balance).unwrap_or(Points::ZERO);
                if added > most {
                    return Err(Refused::AddsMore);
                }
                to
            }
            Amount::RoomFor(points) => {
                after.balance.checked_add(points).map(|_| after.balance).ok_or(Refused::TooLarge)?
            }
        };
        // Both are at most 2^53, so the difference fits.
        let amount = signed(balance) - signed(after.balance);
        if amount == 0 {
            continue;
        }
        after.balance = balance;
        after.ledger_seq += 1;
        rows.push(LedgerRow {
            amount,
            balance: balance.get(),
            reason: change.reason,
            reference: change.reference,
            at: now.0,
        });
    }
    after.revision += 1;
    Ok(Decided { after, first_seq: state.ledger_seq + 1, rows })
}

fn signed(points: Points) -> i64 {
    i64::try_from(points.get()).unwrap_or(i64::MAX)
}

impl State {
    /// The wallet as a row.
    pub fn row(&self) -> WalletRow {
        WalletRow {
            revision: self.revision,
            balance: self.balance.get(),
            ledger_seq: self.ledger_seq,
        }
    }

    /// Reads the wallet from its row; `None` if the balance is out of range.
    pub fn from_row(row: WalletRow) -> Option<Self> {
        Some(Self {
            balance: Points::new(row.balance).ok()?,
            ledger_seq: row.ledger_seq,
            revision: row.revision,
        })
    }
}
