//! What the list of challenges writes.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_store::{Keys, Single, StoreError, StoredRow, Table, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[CHALLENGE.format(), HEAD.format()];

/// Challenges by their numbers.
pub(super) const CHALLENGE: Table<u32, ChallengeRow> = Table::new(tables::CHALLENGE);
/// The list as a whole.
pub(super) const HEAD: Single<HeadRow> = Single::new(tables::SETTING, "challenges");

/// How hard a challenge is, easiest first (specification 1, section 9).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Encode,
    Decode,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[expect(missing_docs, reason = "the names are those of the specification")]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
    Extreme,
}

/// A challenge. Its number is its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ChallengeRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Its place in the list, from 0.
    pub place: u32,
    /// For people.
    pub title: String,
    /// Who made the game.
    pub provider: String,
    /// What is to be done.
    pub task: String,
    /// More about it.
    pub description: String,
    /// https address of a picture, or empty.
    pub image: String,
    /// For people.
    pub min_bet: String,
    /// For people.
    pub multiplier: String,
    /// For people.
    pub reward: String,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// Somebody did it.
    pub completed: bool,
    /// Points that an award pays.
    pub reward_points: Option<u64>,
}

impl StoredRow for ChallengeRow {
    const VERSION: u8 = 1;
}

/// The list as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct HeadRow {
    /// Steps by one with each publishing.
    pub revision: u64,
    /// The highest number ever given; never given again.
    pub last: u32,
}

impl StoredRow for HeadRow {
    const VERSION: u8 = 1;
}

/// The whole list.
pub(super) fn read_all(view: &View) -> Result<BTreeMap<u32, ChallengeRow>, StoreError> {
    CHALLENGE.rows(view, Keys::all()).collect()
}
