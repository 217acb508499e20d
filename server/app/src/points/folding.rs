//! The projection of commits into the sums of the leaderboard's periods.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use pointhouse_store::{Batch, CommitView, Projection, Row, StoreError, View};

use super::periods::Period;
use super::sums::{GRANTED, MONTH, Moved, PeriodSums};
use crate::accounts::{departed_members, departure};
use crate::clock::Millis;
use crate::games::{ended_round, has_moves, read_round, round_entry};
use crate::ids::UserId;
use crate::wallet::{LedgerRow, Reason, Reference, ledger_entry};

type Key = (Period, UserId);

pub(super) struct Fold {
    shared: Arc<PeriodSums>,
    changed: HashSet<Key>,
    granted_changed: HashSet<Key>,
    /// Bet times of open rounds of this process.
    open: HashMap<(UserId, u64), Millis>,
    /// To read the bets of older rounds.
    view: Option<View>,
}

/// The entries of a commit that change sums.
#[derive(Default)]
struct Found {
    entries: Vec<(UserId, LedgerRow)>,
    ended: HashSet<(UserId, u64)>,
    departed: Vec<UserId>,
}

impl Fold {
    pub(super) fn new(shared: Arc<PeriodSums>) -> Self {
        let (changed, granted_changed) = (HashSet::new(), HashSet::new());
        Self { shared, changed, granted_changed, open: HashMap::new(), view: None }
    }

    fn take(&mut self, row: &Row, found: &mut Found) -> Result<(), StoreError> {
        if let Some(entry) = ledger_entry(row) {
            let (user, _, entry) = entry?;
            found.entries.push((user, entry));
        } else if let Some(round) = round_entry(row) {
            let (user, number, round) = round?;
            if round.play.has_moves() {
                self.open.insert((user, number), Millis(round.at));
            }
        } else if let Some(ended) = ended_round(row) {
            found.ended.insert(ended?);
        } else if let Some(departed) = departure(row) {
            found.departed.push(departed?);
        }
        Ok(())
    }

    /// Time of the bet of the round that an entry belongs to, if rounds of its game can span
    /// several calls. After a crash the index may no longer list an open round, so the row of its
    /// bet is read, which is never removed.
    fn bet_at(&self, user: UserId, entry: &LedgerRow) -> Option<Millis> {
        let (Reason::Stake(game) | Reason::Payout(game)) = entry.reason else { return None };
        let Some(Reference::Round(number)) = entry.reference.filter(|_| has_moves(game)) else {
            return None;
        };
        if let Some(at) = self.open.get(&(user, number)) {
            return Some(*at);
        }
        match read_round(self.view.as_ref()?, user, number) {
            Ok(round) => round.map(|round| Millis(round.at)),
            Err(error) => {
                tracing::error!(%user, number, %error, "cannot read the bet of a round");
                None
            }
        }
    }

    /// Counts an entry. Stakes and payouts of a round count in the period of its bet.
    fn count(&self, (user, entry): (UserId, LedgerRow), all: &mut HashMap<Key, Moved>) {
        let removed = match entry.reason {
            Reason::AdminRemove | Reason::AdminSet if entry.amount < 0 => Some(entry.amount),
            reason if reason.is_earned() => None,
            _ => return,
        };
        let at = self.bet_at(user, &entry).unwrap_or(Millis(entry.at));
        let period = self.shared.periods.at(at);
        let moved = all.entry((period, user)).or_default();
        if let Some(removed) = removed {
            let before = moved.removed.map_or(0, |(points, _)| points);
            moved.removed = Some((before.saturating_add(removed.unsigned_abs()), entry.at));
            return;
        }
        let earned = moved.earned.map_or(0, |(points, _)| points);
        moved.earned = Some((earned.saturating_add(entry.amount), entry.at));
        if entry.reason == Reason::AdminAdd {
            moved.granted = moved.granted.saturating_add(entry.amount.unsigned_abs());
        }
    }
}

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "month sums"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        self.view = Some(view.clone());
        let shared = self.shared.clone();
        shared.periods.load(view)?;
        let mut sums = shared.sums.write();
        sums.load(view)?;
        for departed in departed_members(view) {
            sums.depart(departed?)?;
        }
        sums.loaded()
    }

    fn fold(&mut self, commit: &CommitView) {
        self.shared.periods.fold(commit);
        // The whole commit is summed first, so that each member's sum changes once per commit and
        // one comparison guards against folding it twice.
        let mut found = Found::default();
        for row in commit.rows() {
            if let Err(error) = self.take(row, &mut found) {
                tracing::error!(%error, "cannot count a row in the month sums");
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
        let mut sums = self.shared.sums.write();
        for (key, moved) in all {
            match sums.take(commit.sequence, key, moved) {
                Ok((earned, granted)) => {
                    self.changed.extend(earned.then_some(key));
                    self.granted_changed.extend(granted.then_some(key));
                }
                Err(error) => tracing::error!(%error, "cannot read a month sum"),
            }
        }
        for user in found.departed {
            if let Err(error) = sums.depart(user) {
                tracing::error!(%error, "cannot read the month sums of a deleted account");
            }
        }
    }

    fn drain(&mut self, out: &mut Batch) {
        // What the drain before has written can be read from now on; what this one writes, after it.
        let written = self.changed.iter().chain(&self.granted_changed);
        let written: HashSet<Period> = written.map(|(period, _)| *period).collect();
        if let Err(error) = self.write(out) {
            tracing::error!(%error, "cannot write a month sum");
        }
        self.shared.sums.write().let_go(|period| written.contains(&period));
    }
}

impl Fold {
    fn write(&mut self, out: &mut Batch) -> Result<(), StoreError> {
        let sums = self.shared.sums.read();
        for key in std::mem::take(&mut self.changed) {
            sums.earned(key.0, key.1)?.map_or(Ok(()), |row| MONTH.put(out, &key, &row))?;
        }
        for key in std::mem::take(&mut self.granted_changed) {
            sums.granted(key.0, key.1)?.map_or(Ok(()), |row| GRANTED.put(out, &key, &row))?;
        }
        Ok(())
    }
}
