//! The daily calendar: which day it is, what a claim earns and how long a streak lasts
//! (docs/games.md, section 11).
//!
//! Days are local dates of the site's time zone. Instants come from the caller's clock.

mod days;
mod table;

use chrono::{Days, NaiveDate};

use crate::Points;

pub use days::{day_start, local_date, next_reset};
pub use table::{Award, Milestones, Table};

/// What a member has claimed. Everything else that is shown follows from it and the date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Length of the streak that the last claim belongs to, in days; 0 before the first claim.
    pub streak: u32,
    /// Date of the last claim.
    pub last_claim: Option<NaiveDate>,
    /// Base points and milestones earned since ever.
    pub total_earned: Points,
}

/// An accepted claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The local date claimed.
    pub date: NaiveDate,
    /// The streak with this claim, in days.
    pub streak: u32,
    /// What it earns.
    pub award: Award,
    /// The member's progress afterwards.
    pub progress: Progress,
}

/// Why a claim is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimRefusal {
    /// There is a claim of today or of a later date.
    #[error("You have already claimed today's reward")]
    AlreadyClaimed,
    /// The points earned since ever would leave the range of [`Points`].
    #[error("Your rewards have reached the highest possible amount")]
    TooManyPoints,
}

/// How a day of the grid is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DayState {
    /// A claim was made on it.
    Claimed,
    /// It is today and not yet claimed.
    Today,
    /// It is still to come.
    Future,
    /// It passed without a claim, after the member had registered.
    Missed,
    /// It passed before the member registered.
    Before,
}

impl ClaimRefusal {
    /// The machine-readable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::AlreadyClaimed => "already_claimed",
            Self::TooManyPoints => "too_many_points",
        }
    }
}

impl Progress {
    /// Claims `today`. A claim is accepted when there is none of that date or a later one; it
    /// continues the streak when the last one was yesterday.
    pub fn claim(&self, table: &Table, today: NaiveDate) -> Result<Claim, ClaimRefusal> {
        if self.last_claim.is_some_and(|last| last >= today) {
            return Err(ClaimRefusal::AlreadyClaimed);
        }
        let streak = self.shown_streak(today).saturating_add(1);
        let award = table.award(streak);
        let total_earned =
            self.total_earned.checked_add(award.total()).ok_or(ClaimRefusal::TooManyPoints)?;
        let progress = Self { streak, last_claim: Some(today), total_earned };
        Ok(Claim { date: today, streak, award, progress })
    }

    /// The current streak on `today`, in days: 0 from the midnight after a missed day on.
    pub fn shown_streak(&self, today: NaiveDate) -> u32 {
        match self.last_claim {
            // A clock set back does not cost the streak.
            Some(last) if last >= today || last.succ_opt() == Some(today) => self.streak,
            Some(_) | None => 0,
        }
    }

    /// The first day of the current streak on `today`.
    pub fn streak_start(&self, today: NaiveDate) -> Option<NaiveDate> {
        let before = self.shown_streak(today).checked_sub(1)?;
        self.last_claim?.checked_sub_days(Days::new(u64::from(before)))
    }

    /// Full weeks of the current streak on `today`.
    pub fn weekly_streaks(&self, today: NaiveDate) -> u32 {
        self.shown_streak(today) / 7
    }

    /// Milestones earned in the current streak on `today`, by their streak days.
    pub fn milestones_achieved(&self, table: &Table, today: NaiveDate) -> Vec<u32> {
        let streak = self.shown_streak(today);
        table.milestones.iter().map(|(day, _)| day).filter(|day| *day <= streak).collect()
    }

    /// Whether `today` can be claimed.
    pub fn can_claim(&self, today: NaiveDate) -> bool {
        self.last_claim.is_none_or(|last| last < today)
    }
}

impl DayState {
    /// How `date` is shown on `today` to a member who registered on the date `registered`.
    pub fn of(date: NaiveDate, today: NaiveDate, registered: NaiveDate, claimed: bool) -> Self {
        if claimed {
            Self::Claimed
        } else if date == today {
            Self::Today
        } else if date > today {
            Self::Future
        } else if date >= registered {
            Self::Missed
        } else {
            Self::Before
        }
    }
}
