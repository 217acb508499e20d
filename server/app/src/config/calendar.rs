//! `[calendar]`

use pointhouse_rules::calendar::{Milestones, Table};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ConfigError, refuse, within};

/// Largest number of cash rewards.
const CASH_MAX: usize = 50;

/// `[calendar]`
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// Points for a claim in the first week of a streak.
    pub base: u32,
    /// Additional points for each full week of the streak.
    pub per_week: u32,
    /// Length of the progress bar, in days.
    pub progress_days: u32,
    /// Bonus points by the day of the streak on which they are earned.
    #[schema(value_type = std::collections::BTreeMap<String, u32>)]
    pub milestones: Milestones,
    /// Whether cash rewards are on. They are paid by hand after an admin has approved them.
    pub cash_milestones: bool,
    /// How many cash rewards count per month; further ones count for a later month. 0 = none.
    pub cash_per_month: u32,
    /// Cash rewards, at most 50.
    pub cash: Vec<CashMilestone>,
}

/// A cash reward, once per member ever; requires a verified email.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CashMilestone {
    /// Day of the streak, 1 to 3,653.
    pub days: u32,
    /// What is paid, 1 to 60 characters.
    pub reward: String,
}

impl Calendar {
    /// Returns whether any milestone pays cash.
    pub const fn pays_cash(&self) -> bool {
        self.cash_milestones && self.cash_per_month > 0 && !self.cash.is_empty()
    }

    /// The table of points and milestones.
    pub fn table(&self) -> Table {
        let Self { base, per_week, progress_days, milestones, .. } = self.clone();
        Table { base, per_week, progress_days, milestones }
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        self.table()
            .validate()
            .map_err(|error| ConfigError::Value { key: "calendar", reason: error.to_string() })?;
        within("calendar.cash_per_month", self.cash_per_month, 0, 100_000)?;
        if self.cash.len() > CASH_MAX {
            return refuse("calendar.cash", "must have at most 50 entries");
        }
        for cash in &self.cash {
            within("calendar.cash.days", cash.days, 1, 3653)?;
            if cash.reward.trim().is_empty() || cash.reward.chars().count() > 60 {
                return refuse("calendar.cash.reward", "must have 1 to 60 characters");
            }
        }
        Ok(())
    }
}
