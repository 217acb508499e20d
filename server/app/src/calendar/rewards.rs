//! Cash rewards: earned by a claim, decided and paid by an admin (docs/decisions.md, B3).

use std::collections::HashMap;

use pointhouse_store::{Batch, Keys, Row, StoreError, View};
use serde_json::json;

use super::Calendar;
use super::records::{REWARD, RewardRow, RewardStatus};
use super::view::status_text;
use crate::accounts::{PaidOnce, keep};
use crate::audit::{Actor, Entry};
use crate::clock::{Millis, SiteDay, SiteMonth, SiteZone};
use crate::detached::to_the_end;
use crate::fault::{Fault, inner_faults};
use crate::ids::{BadId, UserId};

/// Id of a reward. On the wire: member and length of the streak, `12-30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RewardId {
    /// Member id.
    pub user: UserId,
    /// Length of the milestone's streak, in days.
    pub days: u32,
}

impl std::fmt::Display for RewardId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.user, self.days)
    }
}

impl std::str::FromStr for RewardId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let (user, days) = text.split_once('-').ok_or(BadId)?;
        let id = Self { user: user.parse()?, days: days.parse().map_err(|_| BadId)? };
        if id.to_string() == text { Ok(id) } else { Err(BadId) }
    }
}

/// Why a reward was not changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum RewardError {
    /// No reward has this id.
    #[error("There is no such reward")]
    #[problem(404, "not_found")]
    NoSuchReward,
    /// The status change is not allowed: paid rewards stay paid, and rejected ones can only be
    /// approved.
    #[error("A reward that is {from} cannot become {to}")]
    #[problem(409, "out_of_turn", params(from, to))]
    OutOfTurn {
        /// The current status.
        from: &'static str,
        /// The requested status.
        to: &'static str,
    },
    /// The reward counts for a later month, because the rewards of earlier months are used up.
    #[error("This reward counts for {}. It can be paid from then on.", .0.name())]
    #[problem(409, "too_early")]
    TooEarly(SiteMonth),
    /// The disk is full or the server is stopping.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// A failure of the server itself. The reason goes to the log.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(RewardError);

impl RewardStatus {
    /// Returns whether an admin may set this status next. Setting the same status again is refused.
    const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Pending, Self::Approved | Self::Paid | Self::Rejected)
                | (Self::Approved, Self::Paid | Self::Rejected)
                | (Self::Rejected, Self::Approved)
        )
    }
}

/// All rewards. Slow: must not run on a serving thread.
pub fn stored_rewards(view: &View) -> impl Iterator<Item = Result<RewardRow, StoreError>> {
    REWARD.rows(view, Keys::all()).map(|reward| reward.map(|(_, row)| row))
}

/// Reads a reward.
///
/// # Errors
/// The row cannot be decoded.
pub fn read_reward(view: &View, id: RewardId) -> Result<Option<RewardRow>, StoreError> {
    REWARD.get(view, &(id.user, id.days))
}

/// Decodes a row of a commit if it is a reward: its id and content, `None` if it was removed.
pub fn reward_change(row: &Row) -> Option<Result<(RewardId, Option<RewardRow>), StoreError>> {
    let change = REWARD.row(row)?;
    Some(change.map(|((user, days), row)| (RewardId { user, days }, row)))
}

/// The rewards of one member.
pub(super) fn rewards_of(view: &View, user: UserId) -> Result<Vec<RewardRow>, StoreError> {
    REWARD.rows(view, Keys::under(&user)).map(|reward| reward.map(|(_, row)| row)).collect()
}

/// The first month, from a given one on, that has a reward left. Rejected rewards don't count.
pub(super) fn free_month(
    view: &View,
    from: SiteMonth,
    per_month: u32,
) -> Result<SiteMonth, StoreError> {
    let mut counted: HashMap<i32, u32> = HashMap::new();
    for row in stored_rewards(view) {
        let row = row?;
        *counted.entry(row.month).or_default() += u32::from(row.status != RewardStatus::Rejected);
    }
    let is_full = |month: i32| counted.get(&month).is_some_and(|count| *count >= per_month);
    let mut month = from;
    while is_full(month.0) {
        month.0 += 1;
    }
    Ok(month)
}

impl RewardRow {
    /// The month that a reward counts for, if it is later than the month in which it was earned.
    /// `claimed_on` is the day of the claim, which doesn't change with the site's time zone.
    pub(super) fn deferred_to(
        &self,
        claimed_on: Option<SiteDay>,
        zone: &SiteZone,
    ) -> Option<SiteMonth> {
        let day = claimed_on.unwrap_or_else(|| zone.day(Millis(self.earned_at)));
        Some(SiteMonth(self.month)).filter(|month| *month > SiteMonth::of(day))
    }
}

impl Calendar {
    /// Sets the status of a reward.
    ///
    /// # Errors
    /// See [`RewardError`]. Nothing has changed then.
    pub async fn decide(
        &self,
        id: RewardId,
        status: RewardStatus,
        actor: Actor,
    ) -> Result<RewardRow, RewardError> {
        let calendar = self.clone();
        let done = async move { calendar.set_reward(id, status, actor).await };
        to_the_end(done).await?
    }

    async fn set_reward(
        &self,
        id: RewardId,
        status: RewardStatus,
        actor: Actor,
    ) -> Result<RewardRow, RewardError> {
        let (store, audit) = (&self.deps.store, &self.deps.audit);
        let _rewards = self.deps.rewards.lock().await;
        if !store.writable() {
            return Err(RewardError::ReadOnly);
        }
        let key = (id.user, id.days);
        let mut row = REWARD.get(store.view(), &key)?.ok_or(RewardError::NoSuchReward)?;
        if !row.status.may_become(status) {
            let (from, to) = (status_text(row.status), status_text(status));
            return Err(RewardError::OutOfTurn { from, to });
        }
        let shown = |status| json!({ "status": status_text(status) }).to_string();
        let entry = Entry {
            actor,
            action: "rewards.decide",
            subject: format!("reward:{id} user:{}", id.user),
            before: shown(row.status),
            after: shown(status),
        };
        // A rejected reward doesn't count in its month, so the month may be full now.
        if row.status == RewardStatus::Rejected {
            let (view, from) = (store.view().clone(), SiteMonth(row.month));
            let per_month = self.settings().cash_per_month;
            row.month = self.deps.reads.run(move || free_month(&view, from, per_month)).await??.0;
        }
        let is_early = SiteMonth(row.month) > self.deps.zone.month(self.deps.clock.now());
        if is_early && status == RewardStatus::Paid {
            return Err(RewardError::TooEarly(SiteMonth(row.month)));
        }
        row.revision += 1;
        row.status = status;
        let mut batch = Batch::new();
        REWARD.put(&mut batch, &key, &row)?;
        if status == RewardStatus::Paid {
            let keys = self.deps.mailboxes.keys_of(store.view(), id.user)?;
            keep(&keys, PaidOnce::Cash(id.days), self.deps.clock.now(), &mut batch)?;
        }
        audit.commit_audited(batch, entry).await?;
        Ok(row)
    }
}
