//! The rows of challenges.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, RowProblem, Single, StoreError, StoredRow, Table, View, decode_body};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::SiteDay;
use crate::tables::{self, RowFormat, stored_codes};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[CHALLENGE.format(), HEAD.format()];

/// Challenges by number.
pub(super) const CHALLENGE: Table<u32, ChallengeRow> = Table::new(tables::CHALLENGE);
/// State of the whole list.
pub(super) const HEAD: Single<HeadRow> = Single::new(tables::SETTING, "challenges");

/// Difficulty of a challenge, easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "the names are those that pages use")]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
    Extreme,
}

stored_codes!(Difficulty { Easy = 0, Medium = 1, Hard = 2, Extreme = 3 });

/// A challenge. Its number is its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ChallengeRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Position in the list, from 0.
    pub place: u32,
    /// Title shown on the card.
    pub title: String,
    /// Provider of the game.
    pub provider: String,
    /// The task.
    pub task: String,
    /// Additional description.
    pub description: String,
    /// Address of a stored picture, or https address of another one; empty without one.
    pub image: String,
    /// Minimum bet as text.
    pub min_bet: String,
    /// Required multiplier as text.
    pub multiplier: String,
    /// Reward as text.
    pub reward: String,
    /// Difficulty shown on the card.
    pub difficulty: Difficulty,
    /// True when it was completed.
    pub completed: bool,
    /// Points paid by an award; `None` if it pays no points.
    pub reward_points: Option<u64>,
    /// What of its reward has counted against the allowance of staff; `None` for nothing.
    pub counted: Option<CountedRow>,
}

/// What of a reward has counted.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct CountedRow {
    /// Points that have counted, of all people.
    pub points: u64,
    /// The person against whom the latest ones counted.
    pub person: u32,
    /// The day on which they did.
    pub day: SiteDay,
    /// Points of these that come back when the reward is lowered or removed on that day; 0 once it was awarded.
    pub returnable: u64,
}

/// A challenge of version 1.
#[derive(Decode)]
struct ChallengeRow1 {
    revision: u64,
    place: u32,
    title: String,
    provider: String,
    task: String,
    description: String,
    image: String,
    min_bet: String,
    multiplier: String,
    reward: String,
    difficulty: Difficulty,
    completed: bool,
    reward_points: Option<u64>,
}

impl From<ChallengeRow1> for ChallengeRow {
    fn from(row: ChallengeRow1) -> Self {
        Self {
            revision: row.revision,
            place: row.place,
            title: row.title,
            provider: row.provider,
            task: row.task,
            description: row.description,
            image: row.image,
            min_bet: row.min_bet,
            multiplier: row.multiplier,
            reward: row.reward,
            difficulty: row.difficulty,
            completed: row.completed,
            reward_points: row.reward_points,
            counted: None,
        }
    }
}

impl StoredRow for ChallengeRow {
    const VERSION: u8 = 2;

    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let older = decode_body::<ChallengeRow1>(1, row.strip_prefix(&[1])?);
        Some(older.map(Self::from))
    }
}

/// State of the whole list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct HeadRow {
    /// Incremented by each publishing.
    pub revision: u64,
    /// Highest number ever assigned. Numbers are never reused.
    pub last: u32,
}

impl StoredRow for HeadRow {
    const VERSION: u8 = 1;
}

/// Reads the whole list.
pub(super) fn read_all(view: &View) -> Result<BTreeMap<u32, ChallengeRow>, StoreError> {
    CHALLENGE.rows(view, Keys::all()).collect()
}

/// Title of a challenge; `None` for a deleted one.
///
/// # Errors
/// The row cannot be decoded.
pub fn challenge_title(view: &View, id: u32) -> Result<Option<String>, StoreError> {
    Ok(CHALLENGE.get(view, &id)?.map(|row| row.title))
}
