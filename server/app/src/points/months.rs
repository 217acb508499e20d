//! Net points earned per member and site month, as a projection of all ledgers (docs/decisions.md,
//! E1).

use std::sync::Arc;

use parking_lot::RwLock;
use pointhouse_store::Projection;

use super::folding::Fold;
use super::ranking::{Place, Ranking};
use super::sums::{MonthSums, Sums};
use crate::clock::{Millis, SiteMonth, SiteZone};
use crate::ids::UserId;

/// The sums on disk. Cheap to clone.
#[derive(Clone)]
pub struct Months {
    inner: Arc<MonthSums>,
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

/// The leaderboard of a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The highest sums.
    pub top: Vec<LeaderboardRow>,
    /// Rank (from 1) and points of the calling member; `None` without a sum above 0.
    pub own: Option<(usize, u64)>,
}

impl Board {
    fn of(
        sums: &Sums,
        month: SiteMonth,
        ranking: &Ranking,
        count: usize,
        user: Option<UserId>,
    ) -> Self {
        let own = user.and_then(|user| sums.place(month, user));
        Self {
            top: ranking.first(count).map(LeaderboardRow::of).collect(),
            own: own.map(|place| (ranking.before(&place) + 1, LeaderboardRow::of(&place).points)),
        }
    }
}

impl Months {
    /// Uses months of the site's time zone.
    pub fn new(zone: SiteZone) -> Self {
        Self { inner: Arc::new(MonthSums { zone, sums: RwLock::default() }) }
    }

    /// The projection that updates it.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold::new(self.inner.clone()))
    }

    /// The members with the highest sums of the month of an instant, and the rank of one member.
    /// Sums of 0 and below and deleted accounts are left out; of equal sums, the one reached first
    /// ranks higher.
    pub fn board(&self, at: Millis, count: usize, user: Option<UserId>) -> Board {
        let month = self.inner.zone.month(at);
        let sums = self.inner.sums.read();
        match sums.kept_ranking(month) {
            Some(ranking) => Board::of(&sums, month, ranking, count, user),
            None => Board::of(&sums, month, &Ranking::of(sums.places(month)), count, user),
        }
    }

    /// A member's sum in the month of an instant.
    pub fn sum(&self, user: UserId, at: Millis) -> i64 {
        self.inner.sums.read().sum(self.inner.zone.month(at), user)
    }
}
