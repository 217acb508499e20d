//! `[forms]`

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ConfigError, refuse, within};

/// `[forms]`: what the panel's forms begin with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Forms {
    /// How members enter a new giveaway.
    pub giveaway_entry: GiveawayEntry,
    /// Points of an entry that is paid, 1 to 1,000,000.
    pub giveaway_cost: u64,
    /// Length of a giveaway, 1 to 8,784 hours.
    pub giveaway_hours: u32,
    /// Difficulty of a new challenge.
    pub challenge_difficulty: ChallengeDifficulty,
    /// Points of a new challenge, 0 to 1,000,000; 0 = none.
    pub challenge_points: u64,
    /// Category of a new item of the shop, 1 to 60 characters.
    pub item_category: String,
    /// Stock of a new item, 0 to 1,000,000.
    pub item_stock: u64,
}

/// How members enter a giveaway.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UsualGiveawayEntry)]
pub enum GiveawayEntry {
    /// For nothing.
    Free,
    /// For points.
    Paid,
}

/// How hard a challenge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = UsualChallengeDifficulty)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ChallengeDifficulty {
    Easy,
    Medium,
    Hard,
    Extreme,
}

impl Forms {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        within("forms.giveaway_cost", self.giveaway_cost, 1, 1_000_000)?;
        within("forms.giveaway_hours", self.giveaway_hours, 1, 366 * 24)?;
        within("forms.challenge_points", self.challenge_points, 0, 1_000_000)?;
        if self.item_category.trim().is_empty() || self.item_category.chars().count() > 60 {
            return refuse("forms.item_category", "must have 1 to 60 characters");
        }
        within("forms.item_stock", self.item_stock, 0, 1_000_000)
    }
}
