//! Wire shapes of challenges, for responses and drafts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::error::ChallengeError;
use super::records::{ChallengeRow, Difficulty};
use crate::pictures::StoredPictures;

/// Largest award, in points.
const REWARD_POINTS_MAX: u64 = 1_000_000_000;

/// A challenge, in responses and in drafts.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    /// Number as text; a draft may send an id of its own for a new challenge.
    #[serde(default)]
    #[schema(value_type = String)]
    pub id: Value,
    /// 1 to 120 characters.
    pub title: String,
    /// Provider of the game, at most 80 characters.
    #[serde(default)]
    pub provider: String,
    /// The task, 1 to 500 characters.
    #[serde(default)]
    pub task: String,
    /// At most 2,000 characters.
    #[serde(default)]
    pub description: String,
    /// Address of an uploaded picture on this site, or https address of another one; empty without one.
    #[serde(default)]
    pub image: String,
    /// Minimum bet as text, at most 40 characters.
    #[serde(default)]
    pub min_bet: String,
    /// Required multiplier as text, at most 40 characters.
    #[serde(default)]
    pub multiplier: String,
    /// Reward as text, 1 to 80 characters.
    #[serde(default)]
    pub reward: String,
    /// Difficulty shown on the card.
    pub difficulty: Difficulty,
    /// True when it was completed.
    #[serde(default)]
    pub completed: bool,
    /// Points paid by an award; null if it pays no points.
    #[serde(default)]
    #[schema(required)]
    pub reward_points: Option<u64>,
}

impl Challenge {
    /// The row of this challenge, with every field validated.
    pub(super) fn checked(
        self,
        place: u32,
        before: Option<&ChallengeRow>,
        pictures: &StoredPictures,
    ) -> Result<ChallengeRow, ChallengeError> {
        let title = self.title.trim().to_owned();
        let was_empty =
            |of: fn(&ChallengeRow) -> &String| before.is_some_and(|row| of(row).is_empty());
        // Earlier versions took challenges without task and reward.
        let required = [
            ("title", &self.title, "a title", false),
            ("task", &self.task, "a task", was_empty(|row| &row.task)),
            ("reward", &self.reward, "a reward", was_empty(|row| &row.reward)),
        ];
        for (name, text, what, may_be_empty) in required {
            if text.trim().is_empty() && !may_be_empty {
                let text = match name {
                    "title" => format!("A challenge needs {what}"),
                    _ => format!("\"{title}\" needs {what}"),
                };
                return Err(ChallengeError::Field(name, text));
            }
        }
        let longest = [
            ("title", &title, 120),
            ("provider", &self.provider, 80),
            ("task", &self.task, 500),
            ("description", &self.description, 2000),
            ("image", &self.image, 500),
            ("minBet", &self.min_bet, 40),
            ("multiplier", &self.multiplier, 40),
            ("reward", &self.reward, 80),
        ];
        for (name, text, most) in longest {
            if text.chars().count() > most {
                let text = format!("At most {most} characters");
                return Err(ChallengeError::Field(name, text));
            }
        }
        let image = self.image.trim().to_owned();
        let is_new = before.is_none_or(|before| before.image != image);
        if let Some(problem) = pictures.find_problem(&image)?.filter(|_| is_new) {
            return Err(ChallengeError::Field("image", format!("\"{title}\": {problem}")));
        }
        if self.reward_points.is_some_and(|points| points > REWARD_POINTS_MAX) {
            let text = format!("At most {REWARD_POINTS_MAX}");
            return Err(ChallengeError::Field("rewardPoints", text));
        }
        let row = ChallengeRow {
            revision: before.map_or(1, |row| row.revision),
            place,
            title,
            provider: self.provider,
            task: self.task,
            description: self.description,
            image,
            min_bet: self.min_bet,
            multiplier: self.multiplier,
            reward: self.reward,
            difficulty: self.difficulty,
            completed: self.completed,
            reward_points: self.reward_points,
            counted: before.and_then(|row| row.counted.clone()),
        };
        let is_same = before.is_none_or(|before| *before == row);
        Ok(if is_same { row } else { ChallengeRow { revision: row.revision + 1, ..row } })
    }
}

/// The list in its order.
pub(super) fn list(rows: &BTreeMap<u32, ChallengeRow>) -> Vec<Challenge> {
    let mut ordered: Vec<_> = rows.iter().collect();
    ordered.sort_by_key(|(id, row)| (row.place, **id));
    let challenge = |(id, row): (&u32, &ChallengeRow)| Challenge {
        id: Value::String(id.to_string()),
        title: row.title.clone(),
        provider: row.provider.clone(),
        task: row.task.clone(),
        description: row.description.clone(),
        image: row.image.clone(),
        min_bet: row.min_bet.clone(),
        multiplier: row.multiplier.clone(),
        reward: row.reward.clone(),
        difficulty: row.difficulty,
        completed: row.completed,
        reward_points: row.reward_points,
    };
    ordered.into_iter().map(challenge).collect()
}
