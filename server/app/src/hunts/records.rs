//! What bonus hunts write.

use std::collections::BTreeSet;

use bincode::{Decode, Encode};
use pointhouse_store::{Single, StoredRow, Table};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::cents::Cents;
use crate::etag;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[HUNT.format(), SLOT.format(), OVERRIDE.format(), OUTSIDE.format(), HEAD.format()];

/// Hunts by their numbers.
pub(super) const HUNT: Table<u32, HuntRow> = Table::new(tables::HUNT);
/// Slots by the numbers of hunt and slot.
pub(super) const SLOT: Table<(u32, u32), SlotRow> = Table::new(tables::HUNT_SLOT);
/// What admins say over hunts, by the hunt's id: see [`folded`], and `outside::said_key` for a service's.
pub(super) const OVERRIDE: Table<String, OverrideRow> = Table::new(tables::HUNT_OVERRIDE);
/// Hunts of a service by their folded ids.
pub(super) const OUTSIDE: Table<String, HuntRow> = Table::new(tables::HUNT_OUTSIDE);
/// What is of all hunts together.
pub(super) const HEAD: Single<HeadRow> = Single::new(tables::SETTING, "hunts");

/// How far a hunt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HuntStatus {
    /// Bonuses are being opened.
    Live,
    /// Bonuses are being collected.
    Active,
    /// All is opened.
    Completed,
}

/// A hunt. Its number is its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HuntRow {
    /// Steps by one with each change of the hunt or of a slot.
    pub revision: u64,
    /// Public; unique without regard to case.
    pub id: String,
    /// For people.
    pub name: String,
    /// For people, or empty.
    pub description: String,
    /// Whose hunt it is, or empty.
    pub streamer_name: String,
    /// When it is or was, milliseconds.
    pub hunt_date: i64,
    /// What collecting the bonuses began with.
    pub starting_balance: Cents,
    /// Milliseconds.
    pub created_at: i64,
    /// The highest number of a slot ever given; never given again.
    pub last_slot: u32,
}

impl StoredRow for HuntRow {
    const VERSION: u8 = 1;
}

impl HuntRow {
    /// Stands for what an admin edits over the slots: another one when anything of it is. The revision
    /// steps with each slot, which is none of that form's business.
    pub(super) fn details_tag(&self) -> String {
        let Self { name, description, streamer_name, hunt_date, starting_balance, .. } = self;
        let details = json!([name, description, streamer_name, hunt_date, starting_balance]);
        etag::Ready::of(details.to_string().into_bytes()).tag().to_owned()
    }
}

/// A bonus of a hunt. Key: number of the hunt, number of the slot.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SlotRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// The game.
    pub name: String,
    /// Who made it.
    pub provider: String,
    /// Whose wish it was.
    pub called_by: String,
    /// What a spin of the bonus is worth; above 0.
    pub bet: Cents,
    /// What it paid, once opened.
    pub win: Option<Cents>,
}

impl StoredRow for SlotRow {
    const VERSION: u8 = 1;
}

/// What an admin says over a hunt, whichever source it has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct OverrideRow {
    /// In place of what follows from the slots.
    pub status: Option<HuntStatus>,
    /// Ids of bonuses whose caller gets a tip.
    pub tips: BTreeSet<String>,
}

impl StoredRow for OverrideRow {
    const VERSION: u8 = 1;
}

/// All hunts together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct HeadRow {
    /// The highest number ever given; never given again.
    pub last: u32,
}

impl StoredRow for HeadRow {
    const VERSION: u8 = 1;
}

/// How an id is compared: two hunts differ by more than case.
pub(super) fn folded(id: &str) -> String {
    id.to_ascii_lowercase()
}
