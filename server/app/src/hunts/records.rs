//! What bonus hunts write.

use std::collections::{BTreeMap, BTreeSet};

use bincode::{Decode, Encode};
use pointhouse_store::{StoredRow, View, decode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::model::Hunt;
use crate::cents::Cents;
use crate::etag;
use crate::tables::{self, RowFormat, each_row};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    RowFormat::rows::<HuntRow>(tables::HUNT),
    RowFormat::rows::<SlotRow>(tables::HUNT_SLOT),
    RowFormat::rows::<OverrideRow>(tables::HUNT_OVERRIDE),
    RowFormat::rows::<HuntRow>(tables::HUNT_OUTSIDE),
    RowFormat::one::<HeadRow>(tables::SETTING, HEAD_KEY),
];

/// Key of the head in the settings.
pub(super) const HEAD_KEY: &[u8] = b"hunts";

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

/// What an admin says over a hunt, whichever source it has. Key: id of the hunt, folded.
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

/// Key of a slot.
pub(super) fn slot_key(hunt: u32, slot: u32) -> [u8; 8] {
    (u64::from(hunt) << 32 | u64::from(slot)).to_be_bytes()
}

/// How an id is compared: two hunts differ by more than case.
pub(super) fn folded(id: &str) -> String {
    id.to_ascii_lowercase()
}

/// All hunts, by their folded ids.
pub(super) fn read_all(view: &View) -> Result<(HeadRow, BTreeMap<String, Hunt>), String> {
    let head = view.get(tables::SETTING, HEAD_KEY).map_err(told)?;
    let head = head.map_or(Ok(HeadRow::default()), |head| decode(&head)).map_err(told)?;
    let mut overrides = BTreeMap::new();
    each_row(view, tables::HUNT_OVERRIDE, |key, row| {
        let id = String::from_utf8(key.to_vec()).map_err(told)?;
        overrides.insert(id, decode::<OverrideRow>(row).map_err(told)?);
        Ok(())
    })?;
    let mut slots: BTreeMap<u32, BTreeMap<u32, SlotRow>> = BTreeMap::new();
    each_row(view, tables::HUNT_SLOT, |key, row| {
        let (hunt, slot) = key.split_at_checked(4).ok_or("a slot's key is short")?;
        let slots = slots.entry(number(hunt)?).or_default();
        slots.insert(number(slot)?, decode(row).map_err(told)?);
        Ok(())
    })?;
    let mut hunts = BTreeMap::new();
    each_row(view, tables::HUNT, |key, row| {
        let (number, row) = (number(key)?, decode::<HuntRow>(row).map_err(told)?);
        let id = folded(&row.id);
        let slots = slots.remove(&number).unwrap_or_default();
        let said = overrides.remove(&id).unwrap_or_default();
        hunts.insert(id, Hunt { number, row, slots, said, outside: None });
        Ok(())
    })?;
    Ok((head, hunts))
}

fn number(bytes: &[u8]) -> Result<u32, String> {
    Ok(u32::from_be_bytes(bytes.try_into().map_err(told)?))
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
