//! What admins granted in a month and took back, read from a ledger: folders of versions that did not keep
//! it have no row of it.

use std::collections::HashMap;

use pointhouse_store::{StoreError, View};

use super::sums::GrantedRow;
use crate::clock::{Millis, SiteMonth, SiteZone};
use crate::ids::UserId;
use crate::wallet::{Reason, ledger_newest_first};

/// Which entries of the ledgers were read. After a crash the index may hold entries of commits that are
/// folded again.
#[derive(Debug, Default)]
pub(super) struct Backfill {
    pub(super) month: Option<SiteMonth>,
    /// The newest entry that was read of each member's ledger.
    pub(super) newest: HashMap<UserId, u64>,
}

impl Backfill {
    /// Whether an entry was read.
    pub(super) fn holds(&self, month: SiteMonth, user: UserId, seq: u64) -> bool {
        self.month == Some(month) && self.newest.get(&user).is_some_and(|newest| seq <= *newest)
    }
}

/// Reads what a member was granted in a month, and the number of the ledger's newest entry.
pub(super) fn read_granted(
    view: &View,
    user: UserId,
    zone: SiteZone,
    month: SiteMonth,
) -> Result<(GrantedRow, u64), StoreError> {
    let (mut newest, mut found) = (0, Vec::new());
    for entry in ledger_newest_first(view, user, u64::MAX) {
        let (seq, row) = entry?;
        newest = newest.max(seq);
        let of = zone.month(Millis(row.at));
        if of < month {
            break;
        }
        let points = row.amount.unsigned_abs();
        match row.reason {
            Reason::AdminAdd if of == month => found.push((points, None)),
            Reason::AdminRemove | Reason::AdminSet if of == month && row.amount < 0 => {
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
