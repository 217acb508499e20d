//! The fold of commits into the sums of the months.

use std::collections::{BTreeSet, HashMap, HashSet};

use pointhouse_store::{
    Batch, CodecError, CommitView, Projection, Row, RowBytes, StoredRow, Table, View, decode,
    encode,
};

use super::granted::{Backfill, read_granted};
use super::months::Months;
use super::sums::{GrantedRow, MonthRow, Moved, Sums};
use crate::clock::{Millis, SiteMonth};
use crate::games::{RoundRow, read_end_key, read_round};
use crate::ids::UserId;
use crate::tables::{self, each_row};
use crate::wallet::{LedgerRow, Reason, Reference};

type Key = (SiteMonth, UserId);

/// Key of the row that says that grants of earlier versions were read from the ledgers. It is the highest
/// of its table, so it reaches the index after the rows that were made of them.
const BACKFILLED: Key = (SiteMonth(-1), UserId(u64::MAX));

pub(super) struct Fold {
    shared: Months,
    changed: BTreeSet<Key>,
    granted_changed: BTreeSet<Key>,
    /// When open rounds of this process were bet on.
    open: HashMap<(UserId, u64), Millis>,
    /// For the bets of older rounds.
    view: Option<View>,
    /// Grants that this process read from the ledgers.
    backfill: Option<Backfill>,
}

/// What a commit holds that moves sums.
#[derive(Default)]
struct Found {
    entries: Vec<(UserId, u64, LedgerRow)>,
    ended: HashSet<(UserId, u64)>,
    departed: Vec<UserId>,
}

impl Fold {
    pub(super) fn new(shared: Months) -> Self {
        let (changed, granted_changed) = (BTreeSet::new(), BTreeSet::new());
        Self { shared, changed, granted_changed, open: HashMap::new(), view: None, backfill: None }
    }

    fn take(&mut self, row: &Row, found: &mut Found) -> Result<(), CodecError> {
        match (row.table(), row) {
            (tables::LEDGER, Row::Append { owner, seq, .. }) => {
                if let Some(entry) = row.decode::<LedgerRow>() {
                    found.entries.push((UserId(*owner), *seq, entry?));
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
                let ended = key.get(1..).and_then(read_end_key);
                found.ended.extend(ended.map(|(user, number)| (UserId(user), number)));
            }
            (tables::DEPARTED, Row::Put { key, .. }) => {
                found.departed.extend(key.get(1..).and_then(read_user));
            }
            _ => {}
        }
        Ok(())
    }

    /// When the round was bet on that an entry is of, if rounds of its game can last for more than one
    /// call. A crash may leave an index in which an open round is no longer listed, so the row of its bet
    /// is read, which is never removed.
    fn bet_at(&self, user: UserId, entry: &LedgerRow) -> Option<Millis> {
        let (Reason::Stake(game) | Reason::Payout(game)) = entry.reason else { return None };
        let Some(Reference::Round(number)) = entry.reference.filter(|_| game.has_moves()) else {
            return None;
        };
        if let Some(at) = self.open.get(&(user, number)) {
            return Some(*at);
        }
        match read_round(self.view.as_ref()?, user, number) {
            Ok(round) => round.map(|round| Millis(round.at)),
            Err(reason) => {
                tracing::error!(%user, number, reason, "a round's bet could not be read");
                None
            }
        }
    }

    /// Counts an entry: stakes and payouts of a round in the month of its bet.
    fn count(&self, (user, seq, entry): (UserId, u64, LedgerRow), all: &mut HashMap<Key, Moved>) {
        let zone = self.shared.inner.zone;
        let removed = match entry.reason {
            Reason::AdminRemove | Reason::AdminSet if entry.amount < 0 => Some(entry.amount),
            reason if reason.is_earned() => None,
            _ => return,
        };
        let month = zone.month(self.bet_at(user, &entry).unwrap_or(Millis(entry.at)));
        let moved = all.entry((month, user)).or_default();
        // An entry that the backfill has read removes nothing more, and its commit is noted as folded.
        let is_read = self.backfill.as_ref().is_some_and(|read| read.holds(month, user, seq));
        let taken = |points: i64| if is_read { 0 } else { points.unsigned_abs() };
        let before = moved.removed.map_or(0, |(points, _)| points);
        if let Some(removed) = removed {
            moved.removed = Some((before.saturating_add(taken(removed)), entry.at));
            return;
        }
        let earned = moved.earned.map_or(0, |(points, _)| points);
        moved.earned = Some((earned.saturating_add(entry.amount), entry.at));
        if entry.reason == Reason::AdminAdd {
            moved.granted = moved.granted.saturating_add(taken(entry.amount));
            if is_read {
                moved.removed = Some((before, entry.at));
            }
        }
    }

    /// Reads the grants of the newest month from the ledgers of its members, once: versions before did not
    /// keep them. Whatever was kept of that month is replaced.
    fn backfill_granted(&mut self, view: &View, sums: &mut Sums) -> Result<(), String> {
        let (zone, mut backfill) = (self.shared.inner.zone, Backfill::default());
        if let Some((month, users)) = sums.newest() {
            backfill.month = Some(month);
            for user in users {
                let (row, newest) = read_granted(view, user, zone, month)?;
                backfill.newest.insert(user, newest);
                if row != GrantedRow::default() {
                    sums.load_granted(month, user, row);
                    self.granted_changed.insert((month, user));
                }
            }
        }
        self.backfill = Some(backfill);
        self.granted_changed.insert(BACKFILLED);
        Ok(())
    }
}

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "month sums"
    }

    fn load(&mut self, view: &View) -> Result<(), String> {
        self.view = Some(view.clone());
        let shared = self.shared.clone();
        let mut sums = shared.inner.sums.write();
        let mut is_backfilled = false;
        each_row(view, tables::MONTH, |key, row| {
            let (month, user) = read_key(key).ok_or("a key of the month sums does not read")?;
            sums.load_earned(month, user, read::<MonthRow>(row)?);
            Ok(())
        })?;
        each_row(view, tables::GRANTED, |key, row| {
            let (month, user) = read_key(key).ok_or("a key of the grants does not read")?;
            if (month, user) == BACKFILLED {
                is_backfilled = true;
            } else {
                sums.load_granted(month, user, read::<GrantedRow>(row)?);
            }
            Ok(())
        })?;
        each_row(view, tables::DEPARTED, |key, _| {
            sums.depart(read_user(key).ok_or("a key of a departed member does not read")?);
            Ok(())
        })?;
        if !is_backfilled {
            self.backfill_granted(view, &mut sums)?;
        }
        sums.loaded();
        Ok(())
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
        let mut all = HashMap::new();
        for entry in found.entries {
            self.count(entry, &mut all);
        }
        for ended in &found.ended {
            self.open.remove(ended);
        }
        if all.is_empty() && found.departed.is_empty() {
            return;
        }
        let mut sums = self.shared.inner.sums.write();
        for (key, moved) in all {
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
            let key = (month, user);
            let marker = (key == BACKFILLED).then(GrantedRow::default);
            put(out, tables::GRANTED, key, marker.or_else(|| sums.granted(month, user)));
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
