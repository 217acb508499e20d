//! Reads what admins granted and took back in a period from a ledger, for folders of versions that
//! did not store it.

use std::collections::HashMap;

use pointhouse_store::{StoreError, View};

use super::periods::{Period, Periods};
use super::sums::GrantedRow;
use crate::clock::Millis;
use crate::ids::UserId;
use crate::wallet::{Reason, ledger_newest_first};

/// The ledger entries that were read. After a crash the index may contain entries of commits that
/// are folded again.
#[derive(Debug, Default)]
pub(super) struct Backfill {
    pub(super) period: Option<Period>,
    /// The newest entry read from each member's ledger.
    pub(super) newest: HashMap<UserId, u64>,
}

impl Backfill {
    /// Returns whether an entry was read.
    pub(super) fn holds(&self, period: Period, user: UserId, seq: u64) -> bool {
        self.period == Some(period) && self.newest.get(&user).is_some_and(|newest| seq <= *newest)
    }
}

/// Reads a member's grants of a period, and the sequence of the newest ledger entry.
pub(super) fn read_granted(
    view: &View,
    user: UserId,
    periods: &Periods,
    period: Period,
) -> Result<(GrantedRow, u64), StoreError> {
    let (mut newest, mut found) = (0, Vec::new());
    for entry in ledger_newest_first(view, user, u64::MAX) {
        let (seq, row) = entry?;
        newest = newest.max(seq);
        let of = periods.at(Millis(row.at));
        if of < period {
            break;
        }
        let points = row.amount.unsigned_abs();
        match row.reason {
            Reason::AdminAdd if of == period => found.push((points, None)),
            Reason::AdminRemove | Reason::AdminSet if of == period && row.amount < 0 => {
                found.push((0, Some((points, row.at))));
            }
            _ => {}
        }
    }
    let mut granted = GrantedRow::default();
    for (points, removed) in found.into_iter().rev() {
        granted.add(points, removed);
    }
    Ok((granted, newest))
}
