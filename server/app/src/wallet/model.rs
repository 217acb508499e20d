//! What a posting does to a wallet, decided without side effects.

use pointhouse_rules::Points;

use super::records::{LedgerRow, Reason, Reference, WalletRow};
use crate::clock::Millis;

/// How the balance changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Up by so many points.
    Add(Points),
    /// Down by so many points.
    Take(Points),
    /// To so many points.
    Set(Points),
    /// Moves nothing, and is refused unless so many points could be added: a bet is refused before its
    /// draw for the largest payout that it may have, not after it for the one that it has.
    RoomFor(Points),
}

/// One movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// How much.
    pub amount: Amount,
    /// Why.
    pub reason: Reason,
    /// What it belongs to.
    pub reference: Option<Reference>,
}

/// A wallet in memory: the newest row, which may still be on its way to disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Points.
    pub balance: Points,
    /// Newest ledger entry; 0 before the first.
    pub ledger_seq: u64,
    /// Postings so far.
    pub revision: u64,
}

/// The rules refuse a posting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The balance is short.
    #[error("Insufficient points")]
    Insufficient,
    /// The balance would leave the range of whole numbers (decision A6).
    #[error("The balance would be larger than a balance can be")]
    TooLarge,
}

/// What a posting comes to: all of it, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The wallet after it.
    pub after: State,
    /// Entries in order, with the first one's sequence.
    pub first_seq: u64,
    /// The entries.
    pub rows: Vec<LedgerRow>,
}

/// Applies changes in order; the balance never goes below zero in between. A change of nothing
/// leaves no entry.
pub fn decide(state: State, changes: &[Change], now: Millis) -> Result<Decided, Refused> {
    let mut after = state;
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        let balance = match change.amount {
            Amount::Add(points) => after.balance.checked_add(points).ok_or(Refused::TooLarge)?,
            Amount::Take(points) => {
                after.balance.checked_sub(points).ok_or(Refused::Insufficient)?
            }
            Amount::Set(points) => points,
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
    /// The row that stands for it.
    pub fn row(&self) -> WalletRow {
        WalletRow {
            revision: self.revision,
            balance: self.balance.get(),
            ledger_seq: self.ledger_seq,
        }
    }

    /// From its row; `None` if the balance is none.
    pub fn from_row(row: WalletRow) -> Option<Self> {
        Some(Self {
            balance: Points::new(row.balance).ok()?,
            ledger_seq: row.ledger_seq,
            revision: row.revision,
        })
    }
}
