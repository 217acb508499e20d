//! Net points earned per member in a month or week, as a projection of all ledgers (docs/decisions.md, E1).

use std::sync::Arc;

use parking_lot::RwLock;
use pointhouse_store::{Batch, Projection, Store, StoreError};

use super::folding::Fold;
use super::periods::{CYCLES, CyclesRow, Period, PeriodDays, Periods};
use super::sums::{PeriodSums, Place, Sums};
use crate::accounts::Auth;
use crate::clock::{Clock, Millis, SiteZone};
use crate::config::{Config, Cycle};
use crate::ids::UserId;
use crate::ranking::Ranking;
use crate::settings::{Apply, Follower, SettingsError};

/// The sums on disk. Cheap to clone.
#[derive(Clone)]
pub struct PointsBoards {
    inner: Arc<PeriodSums>,
}

/// A place on the leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderboardRow {
    /// The member.
    pub user: UserId,
    /// Net points earned, above 0.
    pub points: u64,
}

impl LeaderboardRow {
    fn of(place: &Place) -> Self {
        Self { user: place.user, points: u64::try_from(place.sum()).unwrap_or(0) }
    }
}

/// The leaderboard of a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The days that it counts.
    pub days: PeriodDays,
    /// The highest sums.
    pub top: Vec<LeaderboardRow>,
    /// Rank (from 1) and points of the calling member; `None` without a sum above 0.
    pub own: Option<(usize, u64)>,
}

impl Board {
    fn of(
        sums: &Sums,
        (period, days): (Period, PeriodDays),
        ranking: &Ranking<Place>,
        count: usize,
        user: Option<UserId>,
    ) -> Result<Self, StoreError> {
        let own = user.map_or(Ok(None), |user| sums.place(period, user))?;
        Ok(Self {
            days,
            top: ranking.first(count).map(LeaderboardRow::of).collect(),
            own: own.map(|place| (ranking.before(&place) + 1, LeaderboardRow::of(&place).points)),
        })
    }
}

impl PointsBoards {
    /// Uses days of the site's time zone.
    pub fn new(zone: SiteZone) -> Self {
        let periods = Periods::new(zone);
        Self { inner: Arc::new(PeriodSums { periods, sums: RwLock::default() }) }
    }

    /// The days of the period of an instant.
    pub fn days(&self, at: Millis) -> PeriodDays {
        self.inner.periods.days_at(at)
    }

    /// Number of rows in memory.
    pub fn rows(&self) -> usize {
        self.inner.sums.read().rows()
    }

    /// The projection that updates it.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold::new(self.inner.clone()))
    }

    /// The members with the highest sums of the period of an instant, and the rank of one member.
    /// Sums of 0 and below and deleted accounts are left out; of equal sums, the one reached first
    /// ranks higher.
    ///
    /// # Errors
    /// A row of an older period, which a clock that was set back asks for, cannot be read.
    pub fn board(
        &self,
        at: Millis,
        count: usize,
        user: Option<UserId>,
    ) -> Result<Board, StoreError> {
        let PeriodSums { periods, sums } = &*self.inner;
        let (period, days) = (periods.at(at), periods.days_at(at));
        let sums = sums.read();
        match sums.kept_ranking(period) {
            Some(ranking) => Board::of(&sums, (period, days), ranking, count, user),
            None => {
                let ranking = Ranking::of(sums.places(period)?);
                Board::of(&sums, (period, days), &ranking, count, user)
            }
        }
    }

    /// A member's sum in the period of an instant.
    ///
    /// # Errors
    /// See [`PointsBoards::board`].
    pub fn sum(&self, user: UserId, at: Millis) -> Result<i64, StoreError> {
        self.inner.sums.read().sum(self.inner.periods.at(at), user)
    }
}

/// Stores the cycle of the settings: from the end of the current period on, or at once while there are no members.
#[derive(Clone)]
pub struct FollowCycle {
    boards: PointsBoards,
    clock: Clock,
    auth: Auth,
}

impl FollowCycle {
    /// For this leaderboard. The accounts say whether there are members.
    pub fn new(boards: &PointsBoards, clock: &Clock, auth: &Auth) -> Self {
        Self { boards: boards.clone(), clock: clock.clone(), auth: auth.clone() }
    }

    fn changed(&self, wanted: Cycle) -> Option<CyclesRow> {
        let has_members = self.auth.accounts() > 0;
        self.boards.inner.periods.changed(wanted, self.clock.now(), has_members)
    }

    /// Stores what the settings file decides.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn follow_file(&self, store: &Store, wanted: Cycle) -> Result<(), StoreError> {
        let Some(row) = self.changed(wanted) else { return Ok(()) };
        let mut batch = Batch::new();
        CYCLES.put(&mut batch, &row)?;
        store.commit(batch).await?;
        self.boards.inner.periods.set(&row);
        Ok(())
    }
}

impl Follower for FollowCycle {
    fn prepare(
        &self,
        _: &Config,
        after: &Arc<Config>,
        batch: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        let periods = self.boards.inner.periods.clone();
        let Some(row) = self.changed(after.points.cycle) else { return Ok(Box::new(|| ())) };
        CYCLES.put(batch, &row)?;
        Ok(Box::new(move || periods.set(&row)))
    }
}
