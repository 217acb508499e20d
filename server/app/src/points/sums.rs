//! The sums of all periods in memory, with the ranking of the newest ones.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use bincode::{Decode, Encode};
use parking_lot::RwLock;
use pointhouse_store::StoredRow;

use super::periods::{Period, Periods};
use crate::ids::UserId;
use crate::ranking::Ranking;

/// The sums with the periods that they are of.
pub(super) struct PeriodSums {
    pub(super) periods: Periods,
    pub(super) sums: RwLock<Sums>,
}

/// Number of periods whose ranking is kept. Other periods, which are only read after the clock was set back,
/// are ranked on demand.
const RANKED_PERIODS: usize = 2;

/// A place: highest sum first, then the earliest to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    sum: Reverse<i64>,
    since: i64,
    pub(super) user: UserId,
}

impl Place {
    pub(super) fn new(user: UserId, sum: i64, since: i64) -> Self {
        Self { sum: Reverse(sum), since, user }
    }

    pub(super) fn sum(&self) -> i64 {
        self.sum.0
    }
}

/// A member's earned points in one period, with the last commit folded into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct PeriodRow {
    pub(super) folded: u64,
    pub(super) sum: i64,
    /// When the sum was reached: of equal sums, the earlier one ranks higher.
    pub(super) since: i64,
}

impl StoredRow for PeriodRow {
    const VERSION: u8 = 1;
}

/// What admins granted to a member in one period and took back, with the last commit folded into it.
/// It is a separate row, so that a commit that is already in only one of the rows is skipped for
/// that row alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct GrantedRow {
    pub(super) folded: u64,
    pub(super) granted: u64,
    /// Points taken back; at most the granted points.
    pub(super) taken_back: u64,
    /// When points were last taken back.
    pub(super) since: i64,
}

impl StoredRow for GrantedRow {
    const VERSION: u8 = 1;
}

impl GrantedRow {
    /// Adds a grant, then a removal with its time. A removal takes back at most what was granted.
    pub(super) fn add(&mut self, granted: u64, removed: Option<(u64, i64)>) {
        self.granted = self.granted.saturating_add(granted);
        let (removed, at) = removed.unwrap_or_default();
        let back = removed.min(self.granted.saturating_sub(self.taken_back));
        if back > 0 {
            (self.taken_back, self.since) = (self.taken_back + back, at);
        }
    }
}

/// The effect of a commit on a member's period.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moved {
    /// Net earned points, and the time. A sum of 0 (a push) doesn't change the time at which the
    /// sum was reached.
    pub(super) earned: Option<(i64, i64)>,
    /// Of these, points granted by admins.
    pub(super) granted: u64,
    /// Points taken by admins, and the time.
    pub(super) removed: Option<(u64, i64)>,
}

#[derive(Default)]
struct PeriodRows {
    earned: HashMap<UserId, PeriodRow>,
    granted: HashMap<UserId, GrantedRow>,
}

/// The sums. See the module documentation.
#[derive(Default)]
pub(super) struct Sums {
    periods: BTreeMap<Period, PeriodRows>,
    /// Rankings of the most recently changed periods, the newest change first.
    rankings: Vec<(Period, Ranking<Place>)>,
    /// Deleted accounts, which have no place.
    departed: HashSet<UserId>,
}

impl Sums {
    /// Loads a row from disk.
    pub(super) fn load_earned(&mut self, period: Period, user: UserId, row: PeriodRow) {
        self.periods.entry(period).or_default().earned.insert(user, row);
    }

    pub(super) fn load_granted(&mut self, period: Period, user: UserId, row: GrantedRow) {
        self.periods.entry(period).or_default().granted.insert(user, row);
    }

    /// The newest period, with the members who have a row in it.
    pub(super) fn newest(&self) -> Option<(Period, Vec<UserId>)> {
        let (period, rows) = self.periods.last_key_value()?;
        Some((*period, rows.earned.keys().copied().collect()))
    }

    /// Number of rows of all periods.
    pub(super) fn rows(&self) -> usize {
        self.periods.values().map(|rows| rows.earned.len() + rows.granted.len()).sum()
    }

    /// Builds the rankings of the newest periods after all rows are loaded.
    pub(super) fn loaded(&mut self) {
        let newest: Vec<Period> = self.periods.keys().rev().take(RANKED_PERIODS).copied().collect();
        for period in newest.into_iter().rev() {
            self.ranking(period);
        }
    }

    pub(super) fn earned(&self, period: Period, user: UserId) -> Option<PeriodRow> {
        self.periods.get(&period)?.earned.get(&user).copied()
    }

    pub(super) fn granted(&self, period: Period, user: UserId) -> Option<GrantedRow> {
        self.periods.get(&period)?.granted.get(&user).copied()
    }

    pub(super) fn sum(&self, period: Period, user: UserId) -> i64 {
        let (earned, granted) = (self.earned(period, user), self.granted(period, user));
        net(&earned.unwrap_or_default(), &granted.unwrap_or_default())
    }

    /// A member's place. Sums of 0 and below have none.
    pub(super) fn place(&self, period: Period, user: UserId) -> Option<Place> {
        if self.departed.contains(&user) {
            return None;
        }
        let earned = self.earned(period, user)?;
        place(user, &earned, &self.granted(period, user).unwrap_or_default())
    }

    /// All members with a place, unordered.
    pub(super) fn places(&self, period: Period) -> Vec<Place> {
        let users = self.periods.get(&period).into_iter().flat_map(|rows| rows.earned.keys());
        users.filter_map(|user| self.place(period, *user)).collect()
    }

    pub(super) fn kept_ranking(&self, period: Period) -> Option<&Ranking<Place>> {
        self.rankings.iter().find(|(of, _)| *of == period).map(|(_, ranking)| ranking)
    }

    /// The ranking of a period, built if it is not kept.
    fn ranking(&mut self, period: Period) -> Option<&mut Ranking<Place>> {
        let ranking = match self.rankings.iter().position(|(of, _)| *of == period) {
            Some(0) => return self.rankings.first_mut().map(|(_, ranking)| ranking),
            Some(at) => self.rankings.remove(at),
            None => (period, Ranking::of(self.places(period))),
        };
        self.rankings.insert(0, ranking);
        self.rankings.truncate(RANKED_PERIODS);
        self.rankings.first_mut().map(|(_, ranking)| ranking)
    }

    /// Folds a commit, unless a row contains it already. Returns which rows changed: earned,
    /// granted.
    pub(super) fn take(
        &mut self,
        sequence: u64,
        (period, user): (Period, UserId),
        moved: Moved,
    ) -> (bool, bool) {
        let before = (
            self.earned(period, user).unwrap_or_default(),
            self.granted(period, user).unwrap_or_default(),
        );
        let (mut earned, mut granted) = before;
        if earned.folded < sequence
            && let Some((amount, at)) = moved.earned
        {
            let since = if amount == 0 { earned.since } else { at };
            let sum = earned.sum.saturating_add(amount);
            earned = PeriodRow { folded: sequence, sum, since };
        }
        if granted.folded < sequence && (moved.granted > 0 || moved.removed.is_some()) {
            granted.folded = sequence;
            granted.add(moved.granted, moved.removed);
        }
        let changed = (earned != before.0, granted != before.1);
        if changed == (false, false) {
            return changed;
        }
        let had = self.place(period, user);
        let has = place(user, &earned, &granted).filter(|_| !self.departed.contains(&user));
        if had != has
            && let Some(ranking) = self.ranking(period)
        {
            had.iter().for_each(|place| ranking.remove(place));
            has.into_iter().for_each(|place| ranking.insert(place));
        }
        let rows = self.periods.entry(period).or_default();
        if changed.0 {
            rows.earned.insert(user, earned);
        }
        if changed.1 {
            rows.granted.insert(user, granted);
        }
        changed
    }

    /// Removes a deleted account.
    pub(super) fn depart(&mut self, user: UserId) {
        let ranked: Vec<Period> = self.rankings.iter().map(|(period, _)| *period).collect();
        let had: Vec<_> = ranked.into_iter().map(|period| self.place(period, user)).collect();
        for ((_, ranking), place) in self.rankings.iter_mut().zip(had) {
            place.iter().for_each(|place| ranking.remove(place));
        }
        self.departed.insert(user);
    }
}

/// Net points: earned, minus what admins took back of their grants.
fn net(earned: &PeriodRow, granted: &GrantedRow) -> i64 {
    earned.sum.saturating_sub_unsigned(granted.taken_back)
}

fn place(user: UserId, earned: &PeriodRow, granted: &GrantedRow) -> Option<Place> {
    let sum = net(earned, granted);
    (sum > 0).then(|| Place::new(user, sum, earned.since.max(granted.since)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SiteMonth;

    const USER: UserId = UserId(1);

    fn november() -> Period {
        Period::of_month(SiteMonth(24_315))
    }

    fn key() -> (Period, UserId) {
        (november(), USER)
    }

    fn granted(points: u64) -> Moved {
        let amount = i64::try_from(points).unwrap();
        Moved { earned: Some((amount, 1)), granted: points, removed: None }
    }

    fn removed(points: u64) -> Moved {
        Moved { removed: Some((points, 2)), ..Moved::default() }
    }

    fn earned(points: i64) -> Moved {
        Moved { earned: Some((points, 3)), ..Moved::default() }
    }

    #[test]
    fn no_more_is_taken_back_than_was_granted() {
        let mut sums = Sums::default();
        let commits = [earned(7), granted(10), removed(4), removed(100), granted(3), removed(2)];
        let expected = [7, 17, 13, 7, 10, 8];
        for ((sequence, moved), sum) in (1..).zip(commits).zip(expected) {
            sums.take(sequence, key(), moved);
            assert_eq!(sums.sum(november(), USER), sum, "commit {sequence}");
        }
    }

    #[test]
    fn a_row_that_holds_a_commit_already_is_left_alone() {
        let mut sums = Sums::default();
        // After a crash, the granted sum may contain both commits and the earned sum only the
        // first.
        sums.load_earned(november(), USER, PeriodRow { folded: 1, sum: 10, since: 1 });
        let row = GrantedRow { folded: 3, granted: 15, taken_back: 4, since: 2 };
        sums.load_granted(november(), USER, row);
        sums.loaded();
        assert_eq!(sums.take(1, key(), granted(10)), (false, false));
        assert_eq!(sums.take(2, key(), granted(5)), (true, false));
        assert_eq!(sums.take(3, key(), removed(4)), (false, false));
        assert_eq!(sums.sum(november(), USER), 11);
        let ranking = sums.kept_ranking(november()).unwrap();
        assert_eq!(ranking.first(9).copied().collect::<Vec<_>>(), [Place::new(USER, 11, 2)]);
    }
}
