//! The fold of commits into the sums of the months.

use std::collections::{BTreeSet, HashMap, HashSet};

use pointhouse_store::{
    Batch, CodecError, CommitView, Projection, Row, RowBytes, StoredRow, Table, View, decode,
    encode,
};

use super::months::Months;
use super::sums::{GrantedRow, MonthRow, Moved};
use crate::clock::{Millis, SiteMonth};
use crate::games::{OpenRow, RoundRow};
use crate::ids::UserId;
use crate::tables;
use crate::wallet::{LedgerRow, Reason, Reference};

const PAGE: usize = 512;

type Key = (SiteMonth, UserId);

pub(super) struct Fold {
    shared: Months,
    changed: BTreeSet<Key>,
    granted_changed: BTreeSet<Key>,
    /// When the rounds were bet on that are open: their payouts count in the month of the bet.
    open: HashMap<(UserId, u64), Millis>,
}

/// What a commit holds that moves sums.
#[derive(Default)]
struct Found {
    moved: HashMap<Key, Moved>,
    ended: HashSet<(UserId, u64)>,
    departed: Vec<UserId>,
}

impl Fold {
    pub(super) fn new(shared: Months) -> Self {
        let (changed, granted_changed) = (BTreeSet::new(), BTreeSet::new());
        Self { shared, changed, granted_changed, open: HashMap::new() }
    }

    fn take(&mut self, row: &Row, found: &mut Found) -> Result<(), CodecError> {
        match (row.table(), row) {
            (tables::LEDGER, Row::Append { owner, .. }) => {
                if let Some(entry) = row.decode::<LedgerRow>() {
                    self.count(UserId(*owner), &entry?, found);
                }
            }
            (tables::ROUND, Row::Append { owner, seq, .. }) => {
                if let Some(round) = row.decode::<RoundRow>() {
                    let round = round?;
                    if round.play.has_moves() {
                        self.open.insert((UserId(*owner), *seq), Millis(round.at));
                    }
                }
            }
            (tables::ROUND_END, Row::Put { key, .. }) => {
                found.ended.extend(key.get(1..).and_then(read_end_key));
            }
            (tables::DEPARTED, Row::Put { key, .. }) => {
                found.departed.extend(key.get(1..).and_then(read_user));
            }
            _ => {}
        }
        Ok(())
    }

    fn count(&self, user: UserId, entry: &LedgerRow, found: &mut Found) {
        let zone = self.shared.inner.zone;
        let removed = match entry.reason {
            Reason::AdminRemove | Reason::AdminSet if entry.amount < 0 => Some(entry.amount),
            reason if reason.is_earned() => None,
            _ => return,
        };
        let bet_at = match (entry.reason, entry.reference) {
            (Reason::Payout(_), Some(Reference::Round(number))) => self.open.get(&(user, number)),
            _ => None,
        };
        let month = zone.month(bet_at.copied().unwrap_or(Millis(entry.at)));
        let moved = found.moved.entry((month, user)).or_default();
        if let Some(removed) = removed {
            let before = moved.removed.map_or(0, |(points, _)| points);
            moved.removed = Some((before.saturating_add(removed.unsigned_abs()), entry.at));
            return;
        }
        let before = moved.earned.map_or(0, |(points, _)| points);
        moved.earned = Some((before.saturating_add(entry.amount), entry.at));
        if entry.reason == Reason::AdminAdd {
            moved.granted = moved.granted.saturating_add(entry.amount.unsigned_abs());
        }
    }
}

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "month sums"
    }

    fn load(&mut self, view: &View) -> Result<(), String> {
        let mut sums = self.shared.inner.sums.write();
        each(view, tables::MONTH, |key, row| {
            let (month, user) = read_key(key).ok_or("a key of the month sums does not read")?;
            sums.load_earned(month, user, read::<MonthRow>(row)?);
            Ok(())
        })?;
        each(view, tables::GRANTED, |key, row| {
            let (month, user) = read_key(key).ok_or("a key of the grants does not read")?;
            sums.load_granted(month, user, read::<GrantedRow>(row)?);
            Ok(())
        })?;
        each(view, tables::DEPARTED, |key, _| {
            sums.depart(read_user(key).ok_or("a key of a departed member does not read")?);
            Ok(())
        })?;
        sums.loaded();
        let open = &mut self.open;
        each(view, tables::OPEN_ROUND, |key, row| {
            let user = key.get(..8).and_then(read_user).ok_or("a key of a round does not read")?;
            let number = read::<OpenRow>(row)?.number;
            let found = view.log_from(tables::ROUND, user.0, number, 1);
            let found = found.map_err(|error| error.to_string())?;
            if let Some(entry) = found.first().filter(|entry| entry.seq == number) {
                open.insert((user, number), Millis(read::<RoundRow>(&entry.value)?.at));
            }
            Ok(())
        })
    }

    fn fold(&mut self, commit: &CommitView) {
        // Sums first, so that each member's sum moves once per commit and the guard against
        // folding twice is one comparison.
        let mut found = Found::default();
        for row in commit.rows().flatten() {
            if let Err(error) = self.take(&row, &mut found) {
                tracing::error!(%error, "a row was left out of the month sums");
            }
        }
        for ended in &found.ended {
            self.open.remove(ended);
        }
        if found.moved.is_empty() && found.departed.is_empty() {
            return;
        }
        let mut sums = self.shared.inner.sums.write();
        for (key, moved) in found.moved {
            let (earned, granted) = sums.take(commit.sequence, key, moved);
            self.changed.extend(earned.then_some(key));
            self.granted_changed.extend(granted.then_some(key));
        }
        found.departed.into_iter().for_each(|user| sums.depart(user));
    }

    fn drain(&mut self, out: &mut Batch) {
        let sums = self.shared.inner.sums.read();
        for (month, user) in std::mem::take(&mut self.changed) {
            put(out, tables::MONTH, (month, user), sums.earned(month, user));
        }
        for (month, user) in std::mem::take(&mut self.granted_changed) {
            put(out, tables::GRANTED, (month, user), sums.granted(month, user));
        }
    }
}

fn put<Stored: StoredRow>(out: &mut Batch, table: Table, key: Key, row: Option<Stored>) {
    if let Some(row) = row
        && let Ok(row) = encode(&row)
        && let Err(error) = out.put(table, &key_of(key), &row)
    {
        tracing::error!(%error, "a month sum could not be written");
    }
}

fn each(
    view: &View,
    table: Table,
    mut take: impl FnMut(&[u8], &RowBytes) -> Result<(), String>,
) -> Result<(), String> {
    let mut from = Vec::new();
    loop {
        let rows = view.scan(table, &from, &[], PAGE).map_err(|error| error.to_string())?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            take(key, row)?;
        }
    }
}

fn read<Stored: StoredRow>(row: &RowBytes) -> Result<Stored, String> {
    decode(row).map_err(|error| error.to_string())
}

fn key_of((month, user): Key) -> Vec<u8> {
    [month.0.to_be_bytes().as_slice(), &user.0.to_be_bytes()].concat()
}

fn read_key(key: &[u8]) -> Option<Key> {
    let (month, user) = key.split_at_checked(4)?;
    Some((SiteMonth(i32::from_be_bytes(month.try_into().ok()?)), read_user(user)?))
}

fn read_user(key: &[u8]) -> Option<UserId> {
    Some(UserId(u64::from_be_bytes(key.try_into().ok()?)))
}

fn read_end_key(key: &[u8]) -> Option<(UserId, u64)> {
    let (user, number) = key.split_at_checked(8)?;
    Some((read_user(user)?, u64::from_be_bytes(number.try_into().ok()?)))
}
