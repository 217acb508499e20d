//! Net points earned per member and month of the site (decision E1), as a fold over all ledgers.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bincode::{Decode, Encode};
use parking_lot::RwLock;
use pointhouse_store::{Batch, CommitView, Projection, Row, StoredRow, View, decode, encode};

use crate::clock::{Millis, SiteMonth, SiteZone};
use crate::ids::UserId;
use crate::tables;
use crate::wallet::LedgerRow;

/// A member's sum of one month, with the last commit folded into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct MonthRow {
    folded: u64,
    sum: i64,
    /// When the sum was reached: who got there first stands higher.
    since: i64,
}

impl StoredRow for MonthRow {
    const VERSION: u8 = 1;
}

struct Inner {
    zone: SiteZone,
    sums: RwLock<HashMap<(SiteMonth, UserId), MonthRow>>,
}

/// The sums as they stand on disk. Cheap to clone.
#[derive(Clone)]
pub struct Months {
    inner: Arc<Inner>,
}

/// A place on the leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub user: UserId,
    /// Net points earned, above 0.
    pub points: u64,
}

impl Months {
    /// Over months of the site's timezone.
    pub fn new(zone: SiteZone) -> Self {
        Self { inner: Arc::new(Inner { zone, sums: RwLock::default() }) }
    }

    /// The fold that keeps it current.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold { shared: self.clone(), changed: HashSet::new() })
    }

    /// The members with the highest sums of the month of an instant; sums of 0 and below are not
    /// shown, ties go to who got there first.
    pub fn top(&self, at: Millis, count: usize) -> Vec<Standing> {
        let month = self.inner.zone.month(at);
        let mut rows: Vec<(UserId, MonthRow)> = {
            let sums = self.inner.sums.read();
            let of_month = sums.iter().filter(|((of, _), row)| *of == month && row.sum > 0);
            of_month.map(|((_, user), row)| (*user, *row)).collect()
        };
        rows.sort_by_key(|(user, row)| (std::cmp::Reverse(row.sum), row.since, *user));
        rows.truncate(count);
        let standing = |(user, row): (UserId, MonthRow)| Standing {
            user,
            points: u64::try_from(row.sum).unwrap_or(0),
        };
        rows.into_iter().map(standing).collect()
    }

    /// A member's sum of the month of an instant.
    pub fn sum(&self, user: UserId, at: Millis) -> i64 {
        let month = self.inner.zone.month(at);
        self.inner.sums.read().get(&(month, user)).map_or(0, |row| row.sum)
    }
}

struct Fold {
    shared: Months,
    changed: HashSet<(SiteMonth, UserId)>,
}

impl Fold {
    fn add(&mut self, sequence: u64, moved: HashMap<(SiteMonth, UserId), (i64, i64)>) {
        let mut sums = self.shared.inner.sums.write();
        for (key, (amount, at)) in moved {
            let row = sums.entry(key).or_default();
            if row.folded < sequence {
                // What moves nothing (a push) is no way to get to a sum.
                let since = if amount == 0 { row.since } else { at };
                *row = MonthRow { folded: sequence, sum: row.sum.saturating_add(amount), since };
                self.changed.insert(key);
            }
        }
    }
}

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "month sums"
    }

    fn load(&mut self, view: &View) -> Result<(), String> {
        let mut from = Vec::new();
        loop {
            let rows = view.scan(tables::MONTH, &from, &[], 512).map_err(|e| e.to_string())?;
            let Some((last, _)) = rows.last() else { return Ok(()) };
            from = [last.as_ref(), &[0]].concat();
            for (key, row) in &rows {
                let key = read_key(key).ok_or("a key of the month sums does not read")?;
                let row = decode(row).map_err(|e| e.to_string())?;
                self.shared.inner.sums.write().insert(key, row);
            }
        }
    }

    fn fold(&mut self, commit: &CommitView) {
        // Sums first, so that each member's sum moves once per commit and the guard against
        // folding twice is one comparison.
        let mut moved: HashMap<(SiteMonth, UserId), (i64, i64)> = HashMap::new();
        for row in commit.rows() {
            let Ok(row @ Row::Append { table: tables::LEDGER, owner, .. }) = &row else { continue };
            match row.decode::<LedgerRow>() {
                Some(Ok(row)) if row.reason.is_earned() => {
                    let month = self.shared.inner.zone.month(Millis(row.at));
                    let entry = moved.entry((month, UserId(*owner))).or_default();
                    *entry = (entry.0.saturating_add(row.amount), row.at);
                }
                None | Some(Ok(_)) => {}
                Some(Err(error)) => {
                    tracing::error!(%error, "a ledger entry was left out of the sums")
                }
            }
        }
        self.add(commit.sequence, moved);
    }

    fn drain(&mut self, out: &mut Batch) {
        let sums = self.shared.inner.sums.read();
        for key in self.changed.drain() {
            if let Some(row) = sums.get(&key)
                && let Ok(row) = encode(row)
                && let Err(error) = out.put(tables::MONTH, &key_of(key), &row)
            {
                tracing::error!(%error, "a month sum could not be written");
            }
        }
    }
}

fn key_of((month, user): (SiteMonth, UserId)) -> Vec<u8> {
    [month.0.to_be_bytes().as_slice(), &user.0.to_be_bytes()].concat()
}

fn read_key(key: &[u8]) -> Option<(SiteMonth, UserId)> {
    let (month, user) = key.split_at_checked(4)?;
    let month = SiteMonth(i32::from_be_bytes(month.try_into().ok()?));
    Some((month, UserId(u64::from_be_bytes(user.try_into().ok()?))))
}
