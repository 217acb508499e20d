//! What a person got once ever: kept under the keys of the mailbox and of the linked account of the chat platform, also
//! after the account is deleted, so that a new account doesn't get it again (docs/decisions.md, E4).

use pointhouse_store::{Batch, Keys, Store, StoreError, View};

use super::Accounts;
use super::identity::{IdentityKey, KEPT, KeptRow};
use crate::clock::Millis;

/// 24 months, in milliseconds.
pub const KEPT_MILLIS: i64 = 731 * 24 * 60 * 60 * 1000;

/// What is paid once ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaidOnce {
    /// Welcome points.
    Welcome,
    /// The cash reward of a streak of this many days.
    Cash(u32),
}

impl PaidOnce {
    /// Part of the key on disk.
    fn name(self) -> String {
        match self {
            Self::Welcome => "welcome".to_owned(),
            Self::Cash(days) => format!("cash/{days}"),
        }
    }

    /// In words, for the data download.
    fn described(name: &str) -> String {
        match name.strip_prefix("cash/") {
            Some(days) => format!("The cash reward for {days} days"),
            None => "Welcome points".to_owned(),
        }
    }
}

/// Whether something was paid to one of these keys.
///
/// # Errors
/// A row cannot be decoded.
pub fn is_kept(
    view: &View,
    keys: &[IdentityKey],
    what: PaidOnce,
    now: Millis,
) -> Result<bool, StoreError> {
    for key in keys {
        if KEPT.get(view, &(*key, what.name()))?.is_some_and(|row| row.until > now.0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Keeps for 24 months that something was paid to these keys.
///
/// # Errors
/// Never: the rows are small.
pub fn keep(
    keys: &[IdentityKey],
    what: PaidOnce,
    now: Millis,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    let row = KeptRow { until: now.plus(KEPT_MILLIS).0 };
    keys.iter().try_for_each(|key| KEPT.put(batch, &(*key, what.name()), &row))
}

/// Payments that are kept under these keys, in words and with their end.
///
/// # Errors
/// A row cannot be decoded.
pub fn kept_payments(
    accounts: &Accounts,
    keys: &[IdentityKey],
) -> Result<Vec<(String, Millis)>, StoreError> {
    let view = accounts.store.view();
    let rows = keys.iter().flat_map(|key| KEPT.rows(view, Keys::under(key)));
    let kept = |((_, name), row): ((IdentityKey, String), KeptRow)| {
        (PaidOnce::described(&name), Millis(row.until))
    };
    rows.map(|row| row.map(kept)).collect()
}

/// Removes what is no longer kept. Returns its number. Slow: must not run on a serving thread.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_kept(store: &Store, now: Millis) -> Result<usize, StoreError> {
    KEPT.sweep(store, Keys::all(), |_, row| row.until <= now.0)
}
