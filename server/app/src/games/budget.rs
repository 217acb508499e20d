//! The prize budget per game and site day (docs/decisions.md, C6), the counters of the economy and
//! the feed of the latest bets: folds over the rounds of all members, each counted when it has
//! ended.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use pointhouse_store::{Batch, CommitView, Keys, Projection, Row, StoreError, View};
use tokio::sync::Notify;

use super::records::{
    BUDGET, BUDGET_RESET, BudgetResetRow, BudgetRow, ECONOMY, EconomyRow, EndRow, FEED, FeedEntry,
    FeedRow, ROUND, ROUND_END, RoundRow,
};
use crate::clock::{Millis, SiteDay, SiteZone};
use crate::config;
use crate::ids::GameId;

/// Days kept in memory: today and what a clock change may reach back to.
const KEPT_DAYS: i32 = 3;

struct Inner {
    zone: SiteZone,
    /// Points of all members at the beginning of a site day.
    circulating: Circulating,
    limit: RwLock<Limit>,
    feed_max: usize,
    days: RwLock<HashMap<(SiteDay, GameId), BudgetRow>>,
    announced: Mutex<HashSet<(SiteDay, GameId)>>,
    feed: RwLock<Feed>,
    totals: RwLock<HashMap<GameId, EconomyRow>>,
    /// Net payouts of a day, in points, that an admin's reset excludes from the budget.
    struck: RwLock<HashMap<(SiteDay, GameId), u64>>,
    /// Wakes the task that pushes ended bets to admins.
    moved: Notify,
}

/// Tells the points of all members at the beginning of a site day that has not ended.
type Circulating = Arc<dyn Fn(SiteDay) -> u64 + Send + Sync>;

/// Net points a game may pay out in a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// This many.
    Points(u64),
    /// This share of all members' points at the beginning of the day, in percent.
    Percent(u32),
    /// A share, and how many points it is on a day.
    OfDay(u32, SiteDay, u64),
}

impl Limit {
    /// That of the settings.
    pub const fn of(settings: &config::Games) -> Self {
        match settings.prize_budget_percent {
            0 => Self::Points(settings.prize_budget),
            percent => Self::Percent(percent),
        }
    }
}

#[derive(Default)]
struct Feed {
    folded: u64,
    /// Bets since the process began.
    counted: u64,
    entries: VecDeque<FeedEntry>,
}

/// Stakes and payouts of each game, with the day's prize budget and the feed of the latest bets. Cheap to
/// clone.
#[derive(Clone)]
pub struct Budget {
    inner: Arc<Inner>,
}

impl Budget {
    /// Over days of the site's timezone.
    pub fn new(zone: SiteZone, circulating: Circulating, feed_max: usize) -> Self {
        Self {
            inner: Arc::new(Inner {
                zone,
                circulating,
                limit: RwLock::new(Limit::Points(0)),
                feed_max,
                days: RwLock::default(),
                announced: Mutex::default(),
                feed: RwLock::default(),
                totals: RwLock::default(),
                struck: RwLock::default(),
                moved: Notify::new(),
            }),
        }
    }

    /// The fold that keeps it current.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold {
            shared: self.clone(),
            changed: HashSet::new(),
            totals_changed: HashSet::new(),
            feed_changed: false,
        })
    }

    /// When a paused game opens again.
    pub fn paused_until(&self, game: GameId, now: Millis) -> Option<Millis> {
        let used = self.used(game, now);
        let day = self.inner.zone.day(now);
        (used > self.limit(now)).then(|| self.inner.zone.next_day_start(day))
    }

    /// Net points that a game may pay out on the site day of an instant.
    pub fn limit(&self, now: Millis) -> u64 {
        let limit = *self.inner.limit.read();
        let day = self.inner.zone.day(now);
        let percent = match limit {
            Limit::Points(points) => return points,
            Limit::OfDay(_, of, points) if of == day => return points,
            Limit::Percent(percent) | Limit::OfDay(percent, ..) => percent,
        };
        let points = u128::from((self.inner.circulating)(day)) * u128::from(percent) / 100;
        let points = u64::try_from(points).unwrap_or(u64::MAX);
        let mut current = self.inner.limit.write();
        // Unless the settings were changed meanwhile.
        if *current == limit {
            *current = Limit::OfDay(percent, day, points);
        }
        points
    }

    /// Changes how many net points a game may pay out in a day.
    pub fn set_limit(&self, limit: Limit) {
        *self.inner.limit.write() = limit;
    }

    /// Net points that count against today's budget of a game.
    pub fn used(&self, game: GameId, now: Millis) -> u64 {
        self.net(game, now).saturating_sub(self.struck(game, now))
    }

    fn net(&self, game: GameId, now: Millis) -> u64 {
        let row = self.day(game, now);
        row.paid.saturating_sub(row.staked)
    }

    fn struck(&self, game: GameId, now: Millis) -> u64 {
        let key = (self.inner.zone.day(now), game);
        self.inner.struck.read().get(&key).copied().unwrap_or_default()
    }

    /// Strikes off what a game has paid out net so far today, once the batch is on disk: it opens
    /// again, with the whole budget before it (docs/decisions.md, C6).
    ///
    /// # Errors
    /// The row does not fit.
    pub fn strike(&self, game: GameId, now: Millis, batch: &mut Batch) -> Result<(), StoreError> {
        let row = BudgetResetRow { struck: self.net(game, now) };
        BUDGET_RESET.put(batch, &(self.inner.zone.day(now), game), &row)
    }

    /// As [`Budget::paused_until`], but only once per game and day: for the push to browsers.
    pub fn just_used_up(&self, game: GameId, now: Millis) -> Option<Millis> {
        let until = self.paused_until(game, now)?;
        let day = self.inner.zone.day(now);
        self.inner.announced.lock().insert((day, game)).then_some(until)
    }

    /// What a game took and paid on the site day of an instant.
    pub fn day(&self, game: GameId, at: Millis) -> BudgetRow {
        let day = self.inner.zone.day(at);
        self.inner.days.read().get(&(day, game)).copied().unwrap_or_default()
    }

    /// What a game took and gave since the site began.
    pub fn total(&self, game: GameId) -> EconomyRow {
        self.inner.totals.read().get(&game).copied().unwrap_or_default()
    }

    /// Bets that have come into the feed since the process began.
    pub fn counted(&self) -> u64 {
        self.inner.feed.read().counted
    }

    /// Waits for the next bets, or not at all when some have come since the last wait. One waits.
    pub async fn moved(&self) {
        self.inner.moved.notified().await;
    }

    /// The latest bets, newest first.
    pub fn feed(&self, count: usize) -> Vec<FeedEntry> {
        self.inner.feed.read().entries.iter().rev().take(count).cloned().collect()
    }
}

struct Fold {
    shared: Budget,
    changed: HashSet<(SiteDay, GameId)>,
    totals_changed: HashSet<GameId>,
    feed_changed: bool,
}

impl Fold {
    /// A round that has ended.
    fn ended(&mut self, sequence: u64, entry: FeedEntry) {
        let inner = &self.shared.inner;
        let FeedEntry { game, staked, payout, at, .. } = entry;
        let day = inner.zone.day(Millis(at));
        let key = (day, game);
        {
            let mut days = inner.days.write();
            if !days.contains_key(&key) {
                // A replay of many days keeps those that are not written yet.
                let changed = &self.changed;
                days.retain(|stored, _| stored.0.0 > day.0 - KEPT_DAYS || changed.contains(stored));
            }
            let sums = days.entry(key).or_default();
            // The row may be newer than the commit when the fold runs again after a crash.
            if sums.folded < sequence {
                sums.folded = sequence;
                sums.paid = sums.paid.saturating_add(payout);
                sums.staked = sums.staked.saturating_add(staked);
                self.changed.insert(key);
            }
        }
        {
            let mut totals = inner.totals.write();
            let total = totals.entry(game).or_default();
            if total.folded < sequence {
                total.folded = sequence;
                total.rounds = total.rounds.saturating_add(1);
                total.paid = total.paid.saturating_add(payout);
                total.staked = total.staked.saturating_add(staked);
                self.totals_changed.insert(game);
            }
        }
        let mut feed = inner.feed.write();
        if feed.folded < sequence {
            feed.folded = sequence;
            feed.counted += 1;
            feed.entries.push_back(entry);
            while feed.entries.len() > inner.feed_max {
                feed.entries.pop_front();
            }
            self.feed_changed = true;
            inner.moved.notify_one();
        }
    }

    fn instant(&mut self, sequence: u64, user: u64, number: u64, row: &RoundRow) {
        if row.play.has_moves() {
            return;
        }
        let entry = FeedEntry {
            user,
            number,
            game: row.play.game(),
            staked: row.staked,
            payout: row.payout,
            at: row.at,
            bet_type: row.play.bet_text(&[]),
        };
        self.ended(sequence, entry);
    }

    fn take(&mut self, sequence: u64, row: &Row) -> Result<(), StoreError> {
        if let Some(round) = ROUND.entry(row) {
            let (user, number, round) = round?;
            self.instant(sequence, user.0, number, &round);
        } else if let Some(end) = ROUND_END.row(row) {
            if let ((user, number), Some(row)) = end? {
                let EndRow { staked, payout, at, game, bet_type, .. } = row;
                let user = user.0;
                let entry = FeedEntry { user, number, game, staked, payout, at, bet_type };
                self.ended(sequence, entry);
            }
        } else if let Some(reset) = BUDGET_RESET.row(row)
            && let (key, Some(reset)) = reset?
        {
            // Folding it twice changes nothing: the row has the total, not the increase.
            let inner = &self.shared.inner;
            inner.struck.write().insert(key, reset.struck);
            inner.announced.lock().remove(&key);
        }
        Ok(())
    }
}

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "prize budget and feed"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        let inner = &self.shared.inner;
        *inner.days.write() = BUDGET.rows(view, Keys::all()).collect::<Result<_, _>>()?;
        for reset in BUDGET_RESET.rows(view, Keys::all()) {
            let (key, row) = reset?;
            inner.struck.write().insert(key, row.struck);
        }
        let FeedRow { folded, entries } = FEED.get(view)?.unwrap_or_default();
        *inner.feed.write() = Feed { folded, counted: 0, entries: entries.into() };
        *inner.totals.write() = ECONOMY.rows(view, Keys::all()).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        for row in commit.rows() {
            if let Err(error) = self.take(commit.sequence, row) {
                tracing::error!(%error, "a round was left out of the sums");
            }
        }
    }

    fn drain(&mut self, out: &mut Batch) {
        if let Err(error) = self.write(out) {
            tracing::error!(%error, "prize budget, economy or feed could not be written");
        }
    }
}

impl Fold {
    fn write(&mut self, out: &mut Batch) -> Result<(), StoreError> {
        let inner = &self.shared.inner;
        let days = inner.days.read();
        for key in self.changed.drain() {
            days.get(&key).map_or(Ok(()), |row| BUDGET.put(out, &key, row))?;
        }
        let totals = inner.totals.read();
        for game in self.totals_changed.drain() {
            totals.get(&game).map_or(Ok(()), |row| ECONOMY.put(out, &game, row))?;
        }
        if std::mem::take(&mut self.feed_changed) {
            let feed = inner.feed.read();
            let entries = feed.entries.iter().cloned().collect();
            FEED.put(out, &FeedRow { folded: feed.folded, entries })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MILLIS: i64 = 86_400_000;

    #[test]
    fn a_replay_of_many_days_keeps_them_until_they_are_written() {
        let zone = SiteZone::new(chrono_tz::UTC);
        let budget = Budget::new(zone, Arc::new(|_| 0), 10);
        let mut fold = Fold {
            shared: budget.clone(),
            changed: HashSet::new(),
            totals_changed: HashSet::new(),
            feed_changed: false,
        };
        for day in 1..=10_u32 {
            let (game, bet_type) = (GameId::Dice, String::new());
            let at = i64::from(day) * DAY_MILLIS;
            let number = u64::from(day);
            fold.ended(
                number,
                FeedEntry { user: 1, number, game, staked: 1, payout: 2, at, bet_type },
            );
        }
        // None is forgotten before it was written.
        let paid = (1..=10).map(|day| budget.day(GameId::Dice, Millis(day * DAY_MILLIS)).paid);
        assert!(paid.eq([2; 10]));
    }
}
