//! The daily calendar: one claim per site day, streaks and milestones (docs/games.md, section 11).
//!
//! Invariants: a claim, its points and its milestone are one commit; a member claims a day once,
//! from however many browser windows; the server's clock determines the day, in the site's time
//! zone.
//!
//! A claim is an entry of the member's own log, numbered by its day. The newest one contains the
//! streak, so there is no other state that could contradict it.

mod error;
mod records;
mod rewards;
pub mod routes;
mod view;

use std::future::Future;
use std::sync::Arc;

use dashmap::DashMap;
use pointhouse_rules::Points;
use pointhouse_rules::calendar::{Claim, ClaimRefusal, Progress, Table};
use pointhouse_store::{Batch, Store, View};

pub use error::ClaimError;
pub(crate) use records::ROWS;
pub use records::{ClaimRow, RewardRow, RewardStatus};
pub use rewards::{RewardError, RewardId, read_reward, reward_change, stored_rewards};
pub use view::{CalendarAnswer, ClaimAnswer, Progressed};

use crate::accounts::{IdempotencyKey, KeyHash, Mailboxes, PaidOnce, is_kept, keep, read_account};
use crate::audit::Audit;
use crate::broadcast::{Broadcaster, MomentKind};
use crate::clock::{Clock, Millis, SiteDay, SiteZone};
use crate::config::IsOn;
use crate::config::{self, Settings};
use crate::detached::to_the_end;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::locks::Lock;
use crate::module::Module;
use crate::reads::Reads;
use crate::wallet::{
    Amount, Change, Post, PostError, Posted, Reason, Reference, RequestId, State, Wallets,
};
use records::{CLAIM, REWARD};
use rewards::{free_month, rewards_of};

/// Whether the site has it.
pub(crate) const IS_ON: IsOn = |config| config.modules.calendar;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls],
    rows: &[ROWS],
    pages: &[("/rewards/daily-calendar", IS_ON)],
    ..Module::EMPTY
};

/// This call's number in receipts. It is stored: never reuse it for another call.
const CLAIM_CALL: u8 = 2;
/// How long after the last claim the next one continues the streak when the site's time zone changed in between.
const GRACE: i64 = 48 * 3_600_000;
/// Newest claims that a response lists as "claimed days": more than two years of them.
const DAYS_SHOWN: usize = 800;

struct Deps {
    store: Store,
    wallets: Wallets,
    mailboxes: Mailboxes,
    clock: Clock,
    reads: Reads,
    audit: Audit,
    broadcaster: Broadcaster,
    zone: SiteZone,
    settings: Settings,
    /// Days being claimed. At midnight, the claim of one day must be on disk before the next one
    /// reads the streak.
    under_way: DashMap<UserId, SiteDay>,
    /// One change of the cash rewards at a time: a month has a limited number of them, and a decision
    /// reads the row that the last one wrote.
    rewards: Lock,
}

/// The calendar. Cheap to clone.
#[derive(Clone)]
pub struct Calendar {
    deps: Arc<Deps>,
}

/// A claim on disk.
#[derive(Clone, Copy, Debug)]
pub struct Claimed {
    /// The day.
    pub day: SiteDay,
    /// The row.
    pub row: ClaimRow,
}

/// A member's claims and what follows from them.
#[derive(Clone, Debug)]
pub struct CalendarState {
    /// Streak and total as of the newest claim.
    pub progress: Progress,
    /// Days with a claim, ascending.
    pub claimed: Vec<SiteDay>,
    /// Today.
    pub today: SiteDay,
    /// When today ends.
    pub next_reset: Millis,
    /// The day of the sign-up.
    pub registered: SiteDay,
    /// Cash rewards, each with the day of the claim that earned it.
    pub rewards: Vec<(RewardRow, Option<SiteDay>)>,
}

/// Removes the claim from the days being claimed when it is dropped, whatever its result.
struct UnderWay<'a> {
    days: &'a DashMap<UserId, SiteDay>,
    user: UserId,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.days.remove(&self.user);
    }
}

impl Calendar {
    /// A calendar with days of the site's time zone.
    pub fn new(
        store: &Store,
        (wallets, mailboxes): (&Wallets, &Mailboxes),
        clock: &Clock,
        (reads, audit, broadcaster): (&Reads, &Audit, &Broadcaster),
        (zone, settings): (&SiteZone, &Settings),
    ) -> Self {
        let deps = Deps {
            store: store.clone(),
            wallets: wallets.clone(),
            mailboxes: mailboxes.clone(),
            clock: clock.clone(),
            reads: reads.clone(),
            audit: audit.clone(),
            broadcaster: broadcaster.clone(),
            zone: zone.clone(),
            settings: settings.clone(),
            under_way: DashMap::new(),
            rewards: Lock::default(),
        };
        Self { deps: Arc::new(deps) }
    }

    /// Claims today. Returns when the claim is on disk.
    ///
    /// # Errors
    /// See [`ClaimError`].
    pub async fn claim(
        &self,
        user: UserId,
        key: Option<IdempotencyKey>,
    ) -> Result<Claimed, ClaimError> {
        let calendar = self.clone();
        // Runs to its end even if the caller disconnects, because other claims wait for its result.
        to_the_end(async move { calendar.claim_today(user, key).await }).await?
    }

    async fn claim_today(
        &self,
        user: UserId,
        key: Option<IdempotencyKey>,
    ) -> Result<Claimed, ClaimError> {
        if self.deps.clock.jump().is_some() {
            return Err(ClaimError::ClockJumped);
        }
        let now = self.deps.clock.now();
        let today = self.deps.zone.day(now);
        let last = self.last(user)?;
        let request = key.map(|key| request(key, today));
        if let Some(request) = request {
            // Refuses the same key with another body, and a key that claimed another day.
            let receipt = self.deps.wallets.receipt(user, request)?;
            if receipt.is_some_and(|posted| !claimed_on(today, posted)) {
                return Err(PostError::Mismatch.into());
            }
        }
        if let Some(claimed) = repeated(last, today, key.map(|key| key.key)) {
            return Ok(claimed);
        }
        let claim =
            progress(last, (today, now), &self.deps.zone).claim(&self.table(), today.date())?;
        // A second request for the same day passes on to the wallet, whose once-key lets only one
        // through.
        let other = self.deps.under_way.entry(user).or_insert(today);
        if *other != today {
            return Err(ClaimError::Busy);
        }
        drop(other);
        let _under_way = UnderWay { days: &self.deps.under_way, user };
        // Held until the claim is on disk: members who claim at the same time must not all see the
        // same number of rewards left.
        let may_earn = self.settings().cash.iter().any(|cash| cash.days == claim.streak);
        let _rewards = if may_earn { Some(self.deps.rewards.lock().await) } else { None };
        let reward = self.reward(user, &claim, now).await?;
        let (row, post) = posting(user, today, &claim, request, now, reward);
        match self.deps.wallets.post(user, post).await {
            Ok(posted) if posted.repeated.is_none() => {
                let (balance, ledger_seq) = (posted.balance.get(), posted.seq);
                self.deps.broadcaster.happened(user, MomentKind::Claimed(row.base + row.milestone));
                Ok(Claimed { day: today, row: ClaimRow { balance, ledger_seq, ..row } })
            }
            // A request with the same key was first: return its result.
            Ok(_) => Ok(self.last(user)?.ok_or(Fault::Contradiction("a claim is missing"))?),
            Err(PostError::Once) => Err(ClaimRefusal::AlreadyClaimed.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns what a member has claimed and what comes next.
    ///
    /// # Errors
    /// See [`ClaimError`].
    pub async fn load_state(&self, user: UserId) -> Result<CalendarState, ClaimError> {
        let now = self.deps.clock.now();
        let today = self.deps.zone.day(now);
        let (view, zone) = (self.deps.store.view().clone(), self.deps.zone.clone());
        let read = self.deps.reads.run_for_member(move || read_state(&view, user, &zone));
        let (claims, registered, rewards) = read.await??;
        Ok(CalendarState {
            progress: progress(claims.first().copied(), (today, now), &self.deps.zone),
            claimed: claims.iter().rev().map(|claim| claim.day).collect(),
            today,
            next_reset: self.deps.zone.next_day_start(today),
            registered,
            rewards,
        })
    }

    /// Removes a member's unpaid rewards in the batch that `write` puts on disk; paid ones stay for the
    /// accounts. No reward is earned or decided before `write` has ended, so that the rows in the batch
    /// stay valid.
    ///
    /// # Errors
    /// The store cannot be read, or `write` fails.
    pub async fn forget<T, E, Written>(
        &self,
        user: UserId,
        mut batch: Batch,
        write: impl FnOnce(Batch) -> Written,
    ) -> Result<T, E>
    where
        Written: Future<Output = Result<T, E>>,
        E: From<ClaimError>,
    {
        let _rewards = self.deps.rewards.lock().await;
        let view = self.deps.store.view().clone();
        let read = self.deps.reads.run_for_member(move || rewards_of(&view, user)).await;
        let keys = self.deps.mailboxes.keys_of(self.deps.store.view(), user);
        let (keys, now) = (keys.map_err(ClaimError::from)?, self.deps.clock.now());
        for reward in read.map_err(ClaimError::from)?.map_err(ClaimError::from)? {
            if reward.status == RewardStatus::Paid {
                let what = PaidOnce::Cash(reward.days);
                keep(&keys, what, now, &mut batch).map_err(ClaimError::from)?;
            }
            if matches!(reward.status, RewardStatus::Pending | RewardStatus::Approved) {
                let key = (user, reward.days);
                REWARD.delete(&mut batch, &key).map_err(ClaimError::from)?;
            }
        }
        write(batch).await
    }

    /// Returns today's claim, if there is one.
    ///
    /// # Errors
    /// See [`ClaimError`].
    pub fn today(&self, user: UserId) -> Result<Option<Claimed>, ClaimError> {
        let today = self.deps.zone.day(self.deps.clock.now());
        Ok(self.last(user)?.filter(|claim| claim.day == today))
    }

    /// The site's days.
    pub fn zone(&self) -> &SiteZone {
        &self.deps.zone
    }

    /// The table of points and milestones.
    pub fn table(&self) -> Table {
        self.settings().table()
    }

    /// The section `calendar` of the settings.
    pub fn settings(&self) -> config::Calendar {
        self.deps.settings.now().calendar.clone()
    }

    /// What the points are called.
    fn point_names(&self) -> config::Points {
        self.deps.settings.now().points.clone()
    }

    /// The newest claim.
    fn last(&self, user: UserId) -> Result<Option<Claimed>, ClaimError> {
        Ok(CLAIM.newest(self.deps.store.view(), user)?.map(claimed).transpose()?)
    }

    /// The cash milestone that a claim earns, if the member may have it (docs/decisions.md, B3).
    async fn reward(
        &self,
        user: UserId,
        claim: &Claim,
        now: Millis,
    ) -> Result<Option<RewardRow>, ClaimError> {
        let settings = self.settings();
        let reached = settings.cash.iter().find(|cash| cash.days == claim.streak);
        let Some(cash) = reached.filter(|_| settings.pays_cash()) else { return Ok(None) };
        let view = self.deps.store.view();
        let has_earned = REWARD.contains(view, &(user, cash.days))?;
        let account = read_account(view, user)?;
        if has_earned || !account.is_some_and(|account| account.email_verified) {
            return Ok(None);
        }
        // An earlier account of the same person may have been paid.
        let keys = self.deps.mailboxes.keys_of(view, user)?;
        if is_kept(view, &keys, PaidOnce::Cash(cash.days), now)? {
            return Ok(None);
        }
        let (view, month) = (view.clone(), self.deps.zone.month(now));
        let per_month = settings.cash_per_month;
        let free = self.deps.reads.run(move || free_month(&view, month, per_month)).await??;
        if free != month {
            tracing::warn!(%user, days = cash.days, month = free.iso(),
                "the month's cash rewards are used up: this one counts for a later month");
        }
        Ok(Some(RewardRow {
            revision: 1,
            user: user.0,
            days: cash.days,
            reward: cash.reward.clone(),
            earned_at: now.0,
            month: free.0,
            status: RewardStatus::Pending,
        }))
    }
}

fn claimed_on(day: SiteDay, posted: Posted) -> bool {
    posted.repeated.is_none_or(|first| first.reference == Some(Reference::Claim(day)))
}

/// The earlier response, for a claim repeated with its idempotency key.
fn repeated(last: Option<Claimed>, today: SiteDay, key: Option<KeyHash>) -> Option<Claimed> {
    last.filter(|last| last.day == today && key.is_some() && last.row.key == key)
}

/// A member's progress on a day. A change of the time zone breaks no streak: the last claim counts as many days
/// earlier as there were days since, without the dates that the change skipped, and as one of yesterday within
/// 48 hours, because the change may have made a day shorter.
fn progress(last: Option<Claimed>, (today, now): (SiteDay, Millis), zone: &SiteZone) -> Progress {
    let is_within_grace =
        |at: Millis| now.0 <= at.0.saturating_add(GRACE) && zone.changed_since(at, now);
    let counted = |day: SiteDay, at: Millis| match zone.days_between(day, today) {
        0 => day,
        _ if is_within_grace(at) => today.back(1),
        days => today.back(days),
    };
    last.map_or_else(Progress::default, |Claimed { day, row }| Progress {
        streak: row.streak,
        last_claim: Some(counted(day, Millis(row.at)).date()),
        total_earned: Points::new(row.total_earned).unwrap_or_default(),
    })
}

fn request(IdempotencyKey { key, body }: IdempotencyKey, day: SiteDay) -> RequestId {
    let reference = Some(Reference::Claim(day));
    RequestId { route: CLAIM_CALL, key, body, reference }
}

/// The posting of the day's points and its milestone, with the claim.
fn posting(
    user: UserId,
    day: SiteDay,
    claim: &Claim,
    request: Option<RequestId>,
    now: Millis,
    reward: Option<RewardRow>,
) -> (ClaimRow, Post) {
    let reference = Some(Reference::Claim(day));
    let (base, milestone) = (claim.award.base, claim.award.milestone);
    let change = |points, reason| Change { amount: Amount::Add(points), reason, reference };
    let row = ClaimRow {
        streak: claim.streak,
        base: base.get(),
        milestone: milestone.get(),
        total_earned: claim.progress.total_earned.get(),
        at: now.0,
        key: request.map(|request| request.key),
        balance: 0,
        ledger_seq: 0,
    };
    let riders = move |_: &State, after: &State, batch: &mut Batch| {
        let row = ClaimRow { balance: after.balance.get(), ledger_seq: after.ledger_seq, ..row };
        CLAIM.append(batch, user, u64::from(day.0.unsigned_abs()), &row)?;
        if let Some(reward) = reward {
            REWARD.put(batch, &(user, reward.days), &reward)?;
        }
        Ok(())
    };
    let changes = vec![
        change(base, Reason::CalendarDay),
        change(milestone, Reason::CalendarMilestone(claim.streak)),
    ];
    let once = Some(format!("claim/{user}/{}", day.iso()).into_bytes());
    (row, Post { changes, riders: Some(Box::new(riders)), request, once })
}

type Read = (Vec<Claimed>, SiteDay, Vec<(RewardRow, Option<SiteDay>)>);

fn read_state(view: &View, user: UserId, zone: &SiteZone) -> Result<Read, ClaimError> {
    let account = read_account(view, user)?.ok_or(ClaimError::NoSuchMember)?;
    let entries = CLAIM.before(view, user, u64::MAX, DAYS_SHOWN)?;
    let claims = entries.into_iter().map(claimed).collect::<Result<Vec<_>, _>>()?;
    let with_day = |row: RewardRow| {
        let claim = claims.iter().find(|claim| claim.row.at == row.earned_at);
        (row, claim.map(|claim| claim.day))
    };
    let rewards = rewards_of(view, user)?.into_iter().map(with_day).collect();
    Ok((claims, zone.day(Millis(account.created_at)), rewards))
}

fn claimed((day, row): (u64, ClaimRow)) -> Result<Claimed, Fault> {
    let day = i32::try_from(day).map_err(Fault::other)?;
    Ok(Claimed { day: SiteDay(day), row })
}
