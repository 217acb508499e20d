//! `[points]`

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ConfigError, refuse, within};
use crate::counts::counted;

/// Longest name, in characters.
const NAME_MAX: usize = 20;

/// `[points]`: what the site's points are called, what a new member gets, and how long the leaderboard runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Name of one, in lower case where it is no proper name; 1 to 20 characters.
    pub name: String,
    /// Name of several.
    pub name_plural: String,
    /// Points for a new member, once, when the email is verified; 0 to 1,000,000, 0 = none.
    pub welcome: u64,
    /// How long a points leaderboard runs.
    pub cycle: Cycle,
}

/// How long a points leaderboard runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cycle {
    /// From the first to the last day of a month.
    Month,
    /// From Monday to Sunday.
    Week,
}

impl Points {
    /// The name for an amount.
    pub fn named(&self, amount: u64) -> &str {
        if amount == 1 { &self.name } else { &self.name_plural }
    }

    /// An amount with the name: "1 point", "200,000 points".
    pub fn count(&self, amount: u64) -> String {
        counted(amount, &self.name, &self.name_plural)
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        check_name("points.name", &self.name)?;
        check_name("points.name_plural", &self.name_plural)?;
        within("points.welcome", self.welcome, 0, 1_000_000)
    }
}

/// Letters, digits, and single spaces, hyphens and apostrophes between them: it stands within sentences.
fn check_name(key: &'static str, name: &str) -> Result<(), ConfigError> {
    let is_joint = |sign: char| matches!(sign, ' ' | '-' | '\'' | '’');
    let words = name.split(is_joint);
    let is_word = |word: &str| !word.is_empty() && word.chars().all(char::is_alphanumeric);
    if name.chars().count() <= NAME_MAX && words.into_iter().all(is_word) {
        return Ok(());
    }
    refuse(key, "must have 1 to 20 letters and digits, with single spaces or hyphens between words")
}
