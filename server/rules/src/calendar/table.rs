//! The numbers of the calendar.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Points;
use crate::tables::TableError;

/// The most points for one day's claim, one week's growth or one milestone.
const MAX_POINTS: u32 = 1_000_000;
/// The longest streak day that a table may name: ten years.
const MAX_DAY: u32 = 3653;

/// The numbers of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Points for a claim in the first week of a streak.
    pub base: u32,
    /// More points for each full week before the claim.
    pub per_week: u32,
    /// Length of the progress bar, in days.
    pub progress_days: u32,
    /// Bonus points by the streak day on which they are earned.
    pub milestones: Milestones,
}

/// Bonus points by streak day. Written as a table whose keys are the days.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, u32>", into = "BTreeMap<String, u32>")]
pub struct Milestones(BTreeMap<u32, u32>);

/// What a claim earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Award {
    /// Points of the week, counted by the streak before the claim.
    pub base: Points,
    /// Points of a milestone that the streak with the claim reaches; 0 on other days.
    pub milestone: Points,
}

impl Table {
    /// Checks the numbers; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        for (key, points) in [("base", self.base), ("per_week", self.per_week)] {
            if points > MAX_POINTS {
                return Err(TableError::range("calendar", key, 0, MAX_POINTS));
            }
        }
        if !(1..=MAX_DAY).contains(&self.progress_days) {
            return Err(TableError::range("calendar", "progress_days", 1, MAX_DAY));
        }
        for (day, points) in self.milestones.iter() {
            let key = format!("milestones.{day}");
            if !(1..=MAX_DAY).contains(&day) {
                let problem = format!("must be a streak day from 1 to {MAX_DAY}");
                return Err(TableError::new("calendar", &key, problem));
            }
            if points > MAX_POINTS {
                return Err(TableError::range("calendar", &key, 0, MAX_POINTS));
            }
        }
        Ok(())
    }

    /// What the claim earns that makes a streak this long:
    /// `base + per_week * ((streak - 1) // 7)`, and the milestone of that day.
    pub fn award(&self, streak: u32) -> Award {
        let weeks = u64::from(streak.saturating_sub(1) / 7);
        let base = u64::from(self.base) + u64::from(self.per_week) * weeks;
        Award {
            // A streak of millions of years is needed to get there.
            base: Points::new(base).unwrap_or(Points::MAX),
            milestone: Points::from(self.milestones.on(streak)),
        }
    }

    /// The next milestone after a streak this long: its streak day and its points.
    pub fn next_milestone(&self, streak: u32) -> Option<(u32, u32)> {
        self.milestones.iter().find(|(day, _)| *day > streak)
    }
}

impl Milestones {
    /// The milestones in the order of their streak days.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().map(|(day, points)| (*day, *points))
    }

    fn on(&self, streak: u32) -> u32 {
        self.0.get(&streak).copied().unwrap_or(0)
    }
}

impl Award {
    /// Both together.
    pub fn total(&self) -> Points {
        self.base.checked_add(self.milestone).unwrap_or(Points::MAX)
    }
}

impl TryFrom<BTreeMap<String, u32>> for Milestones {
    type Error = String;

    fn try_from(milestones: BTreeMap<String, u32>) -> Result<Self, String> {
        let day = |day: String| match day.parse::<u32>() {
            // Another spelling of a day (07, +7) could stand beside it and hide it.
            Ok(number) if number.to_string() == day => Ok(number),
            _ => Err(format!("calendar.milestones: {day} is no streak day")),
        };
        milestones
            .into_iter()
            .map(|(key, points)| Ok((day(key)?, points)))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl From<Milestones> for BTreeMap<String, u32> {
    fn from(milestones: Milestones) -> Self {
        milestones.0.into_iter().map(|(day, points)| (day.to_string(), points)).collect()
    }
}
