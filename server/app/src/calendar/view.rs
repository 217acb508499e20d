//! Wire shapes of the calendar.

use pointhouse_rules::calendar::Table;
use serde::Serialize;
use utoipa::ToSchema;

use super::{CalendarState, Claimed, RewardStatus};
use crate::clock::{SiteMonth, SiteZone};
use crate::config;
use crate::counts::grouped;

/// Progress in the shape of the specification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Progressed {
    /// Consecutive days up to today; 0 from the midnight after a missed day.
    pub current_streak: u32,
    /// Day of the newest claim, `YYYY-MM-DD`.
    #[schema(required)]
    pub last_claim_date: Option<String>,
    /// Days with a claim, `YYYY-MM-DD`, ascending.
    pub claimed_days: Vec<String>,
    /// First day of the streak, `YYYY-MM-DD`.
    #[schema(required)]
    pub streak_start_date: Option<String>,
    /// All points earned by claims, including milestones.
    pub total_points_earned: u64,
    /// Lengths in days of the milestones reached in this streak.
    pub milestones_achieved: Vec<u32>,
    /// Number of full weeks in the streak.
    pub weekly_streaks: u32,
}

/// A milestone of the table.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Milestone {
    /// Length of the streak, in days.
    pub days: u32,
    /// The reward as text.
    pub reward: String,
    /// `points` or `cash`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Points of the reward; 0 for a cash milestone.
    pub points: u64,
    /// True when it was reached in this streak; for a cash milestone, when it was ever earned.
    pub achieved: bool,
    /// Status of an earned cash milestone: `pending`, `approved`, `paid` or `rejected`.
    #[schema(required)]
    pub status: Option<&'static str>,
    /// For an earned cash milestone: the later month that it counts for, `YYYY-MM`, when the cash
    /// rewards of the month in which it was earned were used up.
    #[schema(required)]
    pub deferred_to: Option<String>,
}

/// The calendar of a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarAnswer {
    /// The current site day, `YYYY-MM-DD`.
    pub today: String,
    /// End of the current site day, ISO 8601.
    pub next_reset: String,
    /// The site's time zone.
    pub timezone: String,
    /// True when today can be claimed.
    pub can_claim: bool,
    /// Points of the next claim, including a milestone.
    pub next_points: u64,
    /// Day of the sign-up, `YYYY-MM-DD`. Earlier days don't count as missed.
    pub registered_on: String,
    /// Length of the progress bar, in days.
    pub progress_days: u32,
    /// What the member has claimed.
    pub progress: Progressed,
    /// All milestones, shortest streak first.
    pub milestones: Vec<Milestone>,
}

/// What a claim earned.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimDetail {
    /// The claimed day, `YYYY-MM-DD`.
    pub day: String,
    /// The streak including this claim, in days.
    pub streak: u32,
    /// Points of the day.
    pub points: u64,
    /// Points of the milestone that the claim reached; 0 if none.
    pub milestone_points: u64,
}

/// Response to a claim.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClaimAnswer {
    /// What the claim earned.
    pub claimed: ClaimDetail,
    /// Progress after the claim.
    pub data: Progressed,
    /// Balance after the claim, in points.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub seq: u64,
}

/// Response of the specification's call: the progress next to the flag.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProgressAnswer {
    /// The member's progress.
    #[serde(flatten)]
    pub progress: Progressed,
}

/// Progress of a member.
pub(super) fn progressed(state: &CalendarState, table: &Table) -> Progressed {
    let (progress, today) = (&state.progress, state.today.date());
    let streak = progress.shown_streak(today);
    // From the claims themselves: a change of the time zone may have skipped a date between two of them.
    let newest_first = state.claimed.iter().rev();
    let started = usize::try_from(streak).ok().and_then(|days| days.checked_sub(1));
    let started = started.and_then(|back| newest_first.clone().nth(back)).map(|day| day.iso());
    Progressed {
        current_streak: streak,
        last_claim_date: newest_first.clone().next().map(|day| day.iso()),
        claimed_days: state.claimed.iter().map(|day| day.iso()).collect(),
        // The list of claims is shorter than a streak of more than two years.
        streak_start_date: started
            .or_else(|| progress.streak_start(today).map(|date| date.to_string())),
        total_points_earned: progress.total_earned.get(),
        milestones_achieved: progress.milestones_achieved(table, today),
        weekly_streaks: progress.weekly_streaks(today),
    }
}

/// The calendar of a member.
pub(super) fn calendar(
    state: &CalendarState,
    table: &Table,
    (settings, points): (&config::Calendar, &config::Points),
    zone: &SiteZone,
) -> CalendarAnswer {
    let today = state.today.date();
    let streak = state.progress.shown_streak(today);
    let can_claim = state.progress.can_claim(today);
    let next = table.award(streak.saturating_add(1));
    CalendarAnswer {
        today: state.today.iso(),
        next_reset: state.next_reset.iso(),
        timezone: zone.before(state.next_reset).0.name().to_owned(),
        can_claim,
        next_points: next.total().get(),
        registered_on: state.registered.iso(),
        progress_days: table.progress_days,
        progress: progressed(state, table),
        milestones: milestones(state, table, (settings, points, zone), streak),
    }
}

/// Point and cash milestones in one list, derived from the tables.
fn milestones(
    state: &CalendarState,
    table: &Table,
    (settings, names, zone): (&config::Calendar, &config::Points, &SiteZone),
    streak: u32,
) -> Vec<Milestone> {
    let points = table.milestones.iter().map(|(days, points)| Milestone {
        days,
        reward: format!("{} bonus {}", grouped(points.into()), names.named(points.into())),
        kind: "points",
        points: u64::from(points),
        achieved: days <= streak,
        status: None,
        deferred_to: None,
    });
    let cash = settings.cash.iter().filter(|_| settings.pays_cash()).map(|cash| {
        let earned = state.rewards.iter().find(|(reward, _)| reward.days == cash.days);
        let deferred =
            earned.and_then(|(reward, claimed_on)| reward.deferred_to(*claimed_on, zone));
        Milestone {
            days: cash.days,
            reward: cash.reward.clone(),
            kind: "cash",
            points: 0,
            achieved: earned.is_some(),
            status: earned.map(|(reward, _)| status_text(reward.status)),
            deferred_to: deferred.map(SiteMonth::iso),
        }
    });
    let mut all: Vec<Milestone> = points.chain(cash).collect();
    all.sort_by_key(|milestone| milestone.days);
    all
}

pub(super) const fn status_text(status: RewardStatus) -> &'static str {
    match status {
        RewardStatus::Pending => "pending",
        RewardStatus::Approved => "approved",
        RewardStatus::Paid => "paid",
        RewardStatus::Rejected => "rejected",
    }
}

/// Response to a claim that is on disk.
pub(super) fn claimed(claimed: &Claimed, state: &CalendarState, table: &Table) -> ClaimAnswer {
    let row = claimed.row;
    ClaimAnswer {
        claimed: ClaimDetail {
            day: claimed.day.iso(),
            streak: row.streak,
            points: row.base,
            milestone_points: row.milestone,
        },
        data: progressed(state, table),
        balance: row.balance,
        seq: row.ledger_seq,
    }
}
