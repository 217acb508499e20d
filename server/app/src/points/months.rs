//! Net points earned per member and month of the site (decision E1), as a fold over all ledgers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use bincode::{Decode, Encode};
use parking_lot::RwLock;
use pointhouse_store::{Batch, CommitView, Projection, Row, StoredRow, View, decode, encode};

use super::ranking::{Place, Ranking};
use crate::clock::{Millis, SiteMonth, SiteZone};
use crate::ids::UserId;
use crate::tables;
use crate::wallet::LedgerRow;

/// Months whose order is kept. Of any other month, which only a clock that was put back asks for, the
/// order is made when it is asked for.
const RANKED_MONTHS: usize = 2;

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

impl MonthRow {
    /// Sums of 0 and below have no place.
    fn place(&self, user: UserId) -> Option<Place> {
        (self.sum > 0).then(|| Place::new(user, self.sum, self.since))
    }
}

struct Inner {
    zone: SiteZone,
    sums: RwLock<Sums>,
}

#[derive(Default)]
struct Sums {
    months: BTreeMap<SiteMonth, HashMap<UserId, MonthRow>>,
    /// The order of the months that were changed last, the newest change first.
    rankings: Vec<(SiteMonth, Ranking)>,
}

impl Sums {
    fn row(&self, month: SiteMonth, user: UserId) -> Option<&MonthRow> {
        self.months.get(&month)?.get(&user)
    }

    /// Every member with a place, in no order.
    fn places(&self, month: SiteMonth) -> Vec<Place> {
        let rows = self.months.get(&month).into_iter().flatten();
        rows.filter_map(|(user, row)| row.place(*user)).collect()
    }

    /// The order of a month, made if it is not kept.
    fn ranking(&mut self, month: SiteMonth) -> Option<&mut Ranking> {
        let ranking = match self.rankings.iter().position(|(of, _)| *of == month) {
            Some(0) => return self.rankings.first_mut().map(|(_, ranking)| ranking),
            Some(at) => self.rankings.remove(at),
            None => (month, Ranking::of(self.places(month))),
        };
        self.rankings.insert(0, ranking);
        self.rankings.truncate(RANKED_MONTHS);
        self.rankings.first_mut().map(|(_, ranking)| ranking)
    }

    fn set(&mut self, month: SiteMonth, user: UserId, row: MonthRow) {
        let before = self.row(month, user).and_then(|row| row.place(user));
        let after = row.place(user);
        if before != after
            && let Some(ranking) = self.ranking(month)
        {
            before.iter().for_each(|place| ranking.remove(place));
            after.into_iter().for_each(|place| ranking.insert(place));
        }
        self.months.entry(month).or_default().insert(user, row);
    }

    fn board(
        &self,
        month: SiteMonth,
        ranking: &Ranking,
        count: usize,
        user: Option<UserId>,
    ) -> Board {
        let own = user.and_then(|user| self.row(month, user)?.place(user));
        Board {
            top: ranking.first(count).map(Standing::of).collect(),
            own: own.map(|place| (ranking.before(&place) + 1, Standing::of(&place).points)),
        }
    }
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

impl Standing {
    fn of(place: &Place) -> Self {
        Self { user: place.user, points: u64::try_from(place.sum()).unwrap_or(0) }
    }
}

/// The leaderboard of a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The highest sums.
    pub top: Vec<Standing>,
    /// Rank from 1 and points of the member who asks; none without a sum above 0.
    pub own: Option<(usize, u64)>,
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

    /// The members with the highest sums of the month of an instant, and the rank of one of them; sums
    /// of 0 and below are not shown, ties go to who got there first.
    pub fn board(&self, at: Millis, count: usize, user: Option<UserId>) -> Board {
        let month = self.inner.zone.month(at);
        let sums = self.inner.sums.read();
        if let Some((_, ranking)) = sums.rankings.iter().find(|(of, _)| *of == month) {
            return sums.board(month, ranking, count, user);
        }
        let places = sums.places(month);
        sums.board(month, &Ranking::of(places), count, user)
    }

    /// A member's sum of the month of an instant.
    pub fn sum(&self, user: UserId, at: Millis) -> i64 {
        let month = self.inner.zone.month(at);
        self.inner.sums.read().row(month, user).map_or(0, |row| row.sum)
    }
}

struct Fold {
    shared: Months,
    changed: HashSet<(SiteMonth, UserId)>,
}

impl Fold {
    fn add(&mut self, sequence: u64, moved: HashMap<(SiteMonth, UserId), (i64, i64)>) {
        let mut sums = self.shared.inner.sums.write();
        for ((month, user), (amount, at)) in moved {
            let row = sums.row(month, user).copied().unwrap_or_default();
            if row.folded < sequence {
                // What moves nothing (a push) is no way to get to a sum.
                let since = if amount == 0 { row.since } else { at };
                let sum = row.sum.saturating_add(amount);
                sums.set(month, user, MonthRow { folded: sequence, sum, since });
                self.changed.insert((month, user));
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
        let mut sums = self.shared.inner.sums.write();
        loop {
            let rows = view.scan(tables::MONTH, &from, &[], 512).map_err(|e| e.to_string())?;
            let Some((last, _)) = rows.last() else { break };
            from = [last.as_ref(), &[0]].concat();
            for (key, row) in &rows {
                let (month, user) = read_key(key).ok_or("a key of the month sums does not read")?;
                let row = decode(row).map_err(|e| e.to_string())?;
                sums.months.entry(month).or_default().insert(user, row);
            }
        }
        let newest: Vec<SiteMonth> =
            sums.months.keys().rev().take(RANKED_MONTHS).copied().collect();
        for month in newest.into_iter().rev() {
            sums.ranking(month);
        }
        Ok(())
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
            if let Some(row) = sums.row(key.0, key.1)
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
