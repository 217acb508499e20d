//! Play limits outlive the account: when it is deleted, they are kept under the keys of its mailbox and of its linked
//! account of the chat platform, and apply to the next account of either (docs/decisions.md, C8).

use pointhouse_store::{Batch, Keys, Store, StoreError, View};

use super::records::{KEPT_LIMITS, KeptLimitsRow, LimitRow, PLAY_LIMITS, PlayLimitsRow};
use crate::accounts::{IdentityKey, KEPT_MILLIS, Mailboxes, read_account, read_profile};
use crate::clock::Millis;
use crate::ids::UserId;

/// Adds to the commit of a deletion that the member's limits are kept under these keys, together with those that were
/// kept before and never taken up.
pub(super) fn keep(
    view: &View,
    user: UserId,
    keys: &[IdentityKey],
    now: Millis,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    let Some(row) = PLAY_LIMITS.get(view, &user)? else { return Ok(()) };
    for key in keys {
        let mut row = row;
        if let Some(kept) = find(view, key, now)? {
            row.take_up(&kept, now);
        }
        let until = row.until(now);
        if until > now.0 {
            let PlayLimitsRow { stake, loss, time_out_until, .. } = row;
            let kept = KeptLimitsRow { kept_at: now.0, until, stake, loss, time_out_until };
            KEPT_LIMITS.put(batch, key, &kept)?;
        }
    }
    Ok(())
}

/// The member's limits with those of deleted accounts that are not taken up yet; `None` when there are none of these.
pub(super) fn with_kept(
    view: &View,
    mailboxes: &Mailboxes,
    user: UserId,
    now: Millis,
) -> Result<Option<PlayLimitsRow>, StoreError> {
    let Some(account) = read_account(view, user)? else { return Ok(None) };
    let kick = read_profile(view, user)?.kick.map(|(id, _)| mailboxes.kick_key(id));
    let keys = [Some(mailboxes.key(&account.email)), kick];
    let before = PLAY_LIMITS.get(view, &user)?.unwrap_or_default();
    let (mut row, mut taken_up) = (before, before.taken_up);
    for (key, taken) in keys.into_iter().zip(&mut taken_up) {
        let Some(key) = key else { continue };
        let Some(kept) = find(view, &key, now)? else { continue };
        let mark = mark_of(&key, &kept);
        if *taken != mark {
            row.take_up(&kept, now);
            *taken = mark;
        }
    }
    row.taken_up = taken_up;
    if row == before {
        return Ok(None);
    }
    row.revision += 1;
    Ok(Some(row))
}

/// What marks kept limits as taken up.
fn mark_of(key: &IdentityKey, kept: &KeptLimitsRow) -> i64 {
    let start = key.first_chunk().copied().map_or(0, i64::from_be_bytes);
    start ^ kept.kept_at
}

fn find(view: &View, key: &IdentityKey, now: Millis) -> Result<Option<KeptLimitsRow>, StoreError> {
    Ok(KEPT_LIMITS.get(view, key)?.filter(|row| row.until > now.0))
}

impl PlayLimitsRow {
    /// Takes the stricter of its own and the kept limits.
    fn take_up(&mut self, kept: &KeptLimitsRow, now: Millis) {
        self.stake.take_stricter(kept.stake, now);
        self.loss.take_stricter(kept.loss, now);
        self.time_out_until = self.time_out_until.max(kept.time_out_until);
    }

    /// When the last of the limits ends; those without an end 24 months from now.
    fn until(&self, now: Millis) -> i64 {
        let of_limit = |limit: &LimitRow| limit.ends_at().map(|end| end.unwrap_or(i64::MAX));
        let ends = [of_limit(&self.stake), of_limit(&self.loss), self.time_out_until];
        let last = ends.into_iter().flatten().max().unwrap_or(now.0);
        last.min(now.plus(KEPT_MILLIS).0)
    }
}

/// What is kept under these keys, with its end.
pub(super) fn kept_under(
    view: &View,
    keys: &[IdentityKey],
    now: Millis,
) -> Result<Vec<Millis>, StoreError> {
    let found = keys.iter().map(|key| find(view, key, now));
    found.filter_map(|row| row.map(|row| row.map(|row| Millis(row.until))).transpose()).collect()
}

/// Removes limits that are no longer kept. Returns their number. Slow: must not run on a serving thread.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_kept_limits(store: &Store, now: Millis) -> Result<usize, StoreError> {
    KEPT_LIMITS.sweep(store, Keys::all(), |_, row| row.until <= now.0)
}
