//! The sums of the newest periods in memory, with their rankings. Sums of older periods are read when they are asked for:
//! only a clock that was set back, or a round that was open for long, needs them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bincode::{Decode, Encode};
use parking_lot::RwLock;
use pointhouse_store::{Keys, StoreError, StoredRow, Table, View};

use super::periods::{Period, Periods};
use crate::ids::UserId;
use crate::ranking::Ranking;
use crate::tables;

type Key = (Period, UserId);

/// Points earned.
pub(super) const MONTH: Table<Key, PeriodRow> = Table::new(tables::MONTH);
/// Points that admins granted and took back, by period and member.
pub(super) const GRANTED: Table<Key, GrantedRow> = Table::new(tables::GRANTED);

/// The sums with the periods that they are of.
pub(super) struct PeriodSums {
    pub(super) periods: Periods,
    pub(super) sums: RwLock<Sums>,
}

/// Number of periods whose rows and ranking are kept. Other periods, which are only read after the clock was set back,
/// are ranked on demand.
const KEPT_PERIODS: usize = 2;

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
    /// False for an older period: only what was changed since the last drain is here, the rest is on disk.
    is_whole: bool,
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
    /// To read older periods.
    view: Option<View>,
}

impl Sums {
    /// Loads the newest periods from disk.
    pub(super) fn load(&mut self, view: &View) -> Result<(), StoreError> {
        self.view = Some(view.clone());
        let mut periods = stored_periods(&MONTH, view)?;
        periods.append(&mut stored_periods(&GRANTED, view)?);
        for period in periods.into_iter().rev().take(KEPT_PERIODS) {
            let mut rows = PeriodRows { is_whole: true, ..PeriodRows::default() };
            for row in MONTH.rows(view, Keys::under(&period)) {
                let ((_, user), row) = row?;
                rows.earned.insert(user, row);
            }
            for row in GRANTED.rows(view, Keys::under(&period)) {
                let ((_, user), row) = row?;
                rows.granted.insert(user, row);
            }
            self.periods.insert(period, rows);
        }
        Ok(())
    }

    /// The rows of a period. One that is newer than all others has none on disk.
    fn rows_of(&mut self, period: Period) -> &mut PeriodRows {
        let is_whole = self.periods.last_key_value().is_none_or(|(newest, _)| *newest < period);
        self.periods
            .entry(period)
            .or_insert_with(|| PeriodRows { is_whole, ..PeriodRows::default() })
    }

    /// Lets go of older periods, but for rows that are not on disk yet: `is_unwritten` says which periods have some.
    pub(super) fn let_go(&mut self, is_unwritten: impl Fn(Period) -> bool) {
        let newest = self.periods.keys().rev().nth(KEPT_PERIODS - 1).copied();
        let Some(oldest_kept) = newest else { return };
        self.periods.retain(|period, _| *period >= oldest_kept || is_unwritten(*period));
    }

    /// Number of rows of all periods.
    pub(super) fn rows(&self) -> usize {
        self.periods.values().map(|rows| rows.earned.len() + rows.granted.len()).sum()
    }

    /// Builds the rankings of the newest periods after all rows are loaded.
    pub(super) fn loaded(&mut self) -> Result<(), StoreError> {
        let newest: Vec<Period> = self.periods.keys().rev().take(KEPT_PERIODS).copied().collect();
        for period in newest.into_iter().rev() {
            self.ranking(period)?;
        }
        Ok(())
    }

    pub(super) fn earned(
        &self,
        period: Period,
        user: UserId,
    ) -> Result<Option<PeriodRow>, StoreError> {
        let rows = self.periods.get(&period);
        match (rows.and_then(|rows| rows.earned.get(&user)), self.view_of_rest(rows)) {
            (Some(row), _) => Ok(Some(*row)),
            (None, Some(view)) => MONTH.get(view, &(period, user)),
            (None, None) => Ok(None),
        }
    }

    pub(super) fn granted(
        &self,
        period: Period,
        user: UserId,
    ) -> Result<Option<GrantedRow>, StoreError> {
        let rows = self.periods.get(&period);
        match (rows.and_then(|rows| rows.granted.get(&user)), self.view_of_rest(rows)) {
            (Some(row), _) => Ok(Some(*row)),
            (None, Some(view)) => GRANTED.get(view, &(period, user)),
            (None, None) => Ok(None),
        }
    }

    /// Where the rows of a period are that are not in memory.
    fn view_of_rest(&self, rows: Option<&PeriodRows>) -> Option<&View> {
        self.view.as_ref().filter(|_| rows.is_none_or(|rows| !rows.is_whole))
    }

    pub(super) fn sum(&self, period: Period, user: UserId) -> Result<i64, StoreError> {
        let (earned, granted) = (self.earned(period, user)?, self.granted(period, user)?);
        Ok(net(&earned.unwrap_or_default(), &granted.unwrap_or_default()))
    }

    /// A member's place. Sums of 0 and below have none.
    pub(super) fn place(&self, period: Period, user: UserId) -> Result<Option<Place>, StoreError> {
        if self.departed.contains(&user) {
            return Ok(None);
        }
        let Some(earned) = self.earned(period, user)? else { return Ok(None) };
        Ok(place(user, &earned, &self.granted(period, user)?.unwrap_or_default()))
    }

    /// All members with a place, unordered.
    pub(super) fn places(&self, period: Period) -> Result<Vec<Place>, StoreError> {
        let rows = self.periods.get(&period);
        let mut users: HashSet<UserId> =
            rows.into_iter().flat_map(|rows| rows.earned.keys().copied()).collect();
        if let Some(view) = self.view_of_rest(rows) {
            for row in MONTH.rows(view, Keys::under(&period)) {
                let ((_, user), _) = row?;
                users.insert(user);
            }
        }
        let places = users.into_iter().map(|user| self.place(period, user));
        places.filter_map(Result::transpose).collect()
    }

    pub(super) fn kept_ranking(&self, period: Period) -> Option<&Ranking<Place>> {
        self.rankings.iter().find(|(of, _)| *of == period).map(|(_, ranking)| ranking)
    }

    /// The ranking of a period, built if it is not kept.
    fn ranking(&mut self, period: Period) -> Result<Option<&mut Ranking<Place>>, StoreError> {
        let ranking = match self.rankings.iter().position(|(of, _)| *of == period) {
            Some(at) => self.rankings.remove(at),
            None => (period, Ranking::of(self.places(period)?)),
        };
        self.rankings.insert(0, ranking);
        self.rankings.truncate(KEPT_PERIODS);
        Ok(self.rankings.first_mut().map(|(_, ranking)| ranking))
    }

    /// Folds a commit, unless a row contains it already. Returns which rows changed: earned,
    /// granted.
    pub(super) fn take(
        &mut self,
        sequence: u64,
        (period, user): (Period, UserId),
        moved: Moved,
    ) -> Result<(bool, bool), StoreError> {
        let before = (
            self.earned(period, user)?.unwrap_or_default(),
            self.granted(period, user)?.unwrap_or_default(),
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
            return Ok(changed);
        }
        let had = self.place(period, user)?;
        let has = place(user, &earned, &granted).filter(|_| !self.departed.contains(&user));
        // Before the ranking, which would otherwise be read from disk for a new period.
        self.rows_of(period);
        if had != has
            && let Some(ranking) = self.ranking(period)?
        {
            had.iter().for_each(|place| ranking.remove(place));
            has.into_iter().for_each(|place| ranking.insert(place));
        }
        let rows = self.rows_of(period);
        if changed.0 {
            rows.earned.insert(user, earned);
        }
        if changed.1 {
            rows.granted.insert(user, granted);
        }
        Ok(changed)
    }

    /// Removes a deleted account.
    pub(super) fn depart(&mut self, user: UserId) -> Result<(), StoreError> {
        let ranked = self.rankings.iter().map(|(period, _)| self.place(*period, user));
        let had: Vec<_> = ranked.collect::<Result<_, _>>()?;
        for ((_, ranking), place) in self.rankings.iter_mut().zip(had) {
            place.iter().for_each(|place| ranking.remove(place));
        }
        self.departed.insert(user);
        Ok(())
    }
}

/// The periods of a table, in their order.
fn stored_periods<V: StoredRow>(
    table: &Table<Key, V>,
    view: &View,
) -> Result<BTreeSet<Period>, StoreError> {
    let mut periods = BTreeSet::new();
    let mut keys = Keys::all();
    while let Some((period, _)) = table.keys(view, &keys, 1)?.first() {
        if *period != Period::BEFORE_ALL {
            periods.insert(*period);
        }
        keys = Keys::all().after(&(*period, UserId(u64::MAX)));
    }
    Ok(periods)
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
            sums.take(sequence, key(), moved).unwrap();
            assert_eq!(sums.sum(november(), USER).unwrap(), sum, "commit {sequence}");
        }
    }

    #[test]
    fn a_row_that_holds_a_commit_already_is_left_alone() {
        let mut sums = Sums::default();
        // After a crash, the granted sum may contain both commits and the earned sum only the
        // first.
        let row = PeriodRow { folded: 1, sum: 10, since: 1 };
        sums.rows_of(november()).earned.insert(USER, row);
        let row = GrantedRow { folded: 3, granted: 15, taken_back: 4, since: 2 };
        sums.rows_of(november()).granted.insert(USER, row);
        sums.loaded().unwrap();
        assert_eq!(sums.take(1, key(), granted(10)).unwrap(), (false, false));
        assert_eq!(sums.take(2, key(), granted(5)).unwrap(), (true, false));
        assert_eq!(sums.take(3, key(), removed(4)).unwrap(), (false, false));
        assert_eq!(sums.sum(november(), USER).unwrap(), 11);
        let ranking = sums.kept_ranking(november()).unwrap();
        assert_eq!(ranking.first(9).copied().collect::<Vec<_>>(), [Place::new(USER, 11, 2)]);
    }
}
