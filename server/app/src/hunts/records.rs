//! The rows of bonus hunts.

use std::collections::BTreeSet;

use bincode::{Decode, Encode};
use pointhouse_store::{Single, StoredRow, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::cents::Cents;
use crate::etag;
use crate::tables::{self, RowFormat, stored_codes};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[HUNT.format(), SLOT.format(), OVERRIDE.format(), EXTERNAL_HUNT.format(), HEAD.format()];

/// Hunts by number.
pub(super) const HUNT: Table<u32, HuntRow> = Table::new(tables::HUNT);
/// Slots by numbers of hunt and slot.
pub(super) const SLOT: Table<(u32, u32), SlotRow> = Table::new(tables::HUNT_SLOT);
/// Admins' overrides by the hunt's id: see [`folded`], and `external::said_key` for external hunts.
pub(super) const OVERRIDE: Table<String, OverrideRow> = Table::new(tables::HUNT_OVERRIDE);
/// External hunts by folded id.
pub(super) const EXTERNAL_HUNT: Table<String, HuntRow> = Table::new(tables::HUNT_OUTSIDE);
/// State shared by all hunts.
pub(super) const HEAD: Single<HeadRow> = Single::new(tables::SETTING, "hunts");

/// Status of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HuntStatus {
    /// Bonuses are being opened.
    Live,
    /// Bonuses are being collected.
    Active,
    /// All bonuses are opened.
    Completed,
}

stored_codes!(HuntStatus { Live = 0, Active = 1, Completed = 2 });

/// A hunt. Its number is its key.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct HuntRow {
    /// Incremented by each change of the hunt or of a slot.
    pub revision: u64,
    /// Public id; unique, ignoring case.
    pub id: String,
    /// Name.
    pub name: String,
    /// Description; may be empty.
    pub description: String,
    /// Name of the streamer; may be empty.
    pub streamer_name: String,
    /// Date of the hunt, in milliseconds.
    pub hunt_date: i64,
    /// Balance before the bonuses were collected.
    pub starting_balance: Cents,
    /// Time of creation, in milliseconds.
    pub created_at: i64,
    /// Highest slot number ever assigned. Numbers are never reused.
    pub last_slot: u32,
}

impl StoredRow for HuntRow {
    const VERSION: u8 = 1;
}

impl HuntRow {
    /// The hunt in the audit log.
    pub(super) fn audit_json(&self) -> Value {
        json!({
            "revision": self.revision,
            "id": self.id,
            "name": self.name,
            "description": self.description,
            "streamerName": self.streamer_name,
            "huntDate": self.hunt_date,
            "startingBalance": self.starting_balance,
            "createdAt": self.created_at,
            "lastSlot": self.last_slot,
        })
    }

    /// A tag of the editable details, which changes whenever one of them changes. The revision is
    /// not used, because it also changes with each slot.
    pub(super) fn details_tag(&self) -> String {
        let Self { name, description, streamer_name, hunt_date, starting_balance, .. } = self;
        let details = json!([name, description, streamer_name, hunt_date, starting_balance]);
        etag::Ready::of(details.to_string().into_bytes()).tag().to_owned()
    }
}

/// A bonus of a hunt. Key: number of the hunt, number of the slot.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct SlotRow {
    /// Incremented by each change.
    pub revision: u64,
    /// The game.
    pub name: String,
    /// Provider of the game.
    pub provider: String,
    /// Who called (requested) it.
    pub called_by: String,
    /// Bet per spin of the bonus; above 0.
    pub bet: Cents,
    /// Win, once opened.
    pub win: Option<Cents>,
}

impl StoredRow for SlotRow {
    const VERSION: u8 = 1;
}

impl SlotRow {
    /// The bonus in the audit log.
    pub(super) fn audit_json(&self) -> Value {
        json!({
            "revision": self.revision,
            "name": self.name,
            "provider": self.provider,
            "calledBy": self.called_by,
            "bet": self.bet,
            "win": self.win,
        })
    }
}

/// An admin's override of a hunt, local or external.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct OverrideRow {
    /// Status shown instead of the computed one.
    pub status: Option<HuntStatus>,
    /// Ids of bonuses whose callers get a tip.
    pub tips: BTreeSet<String>,
}

impl StoredRow for OverrideRow {
    const VERSION: u8 = 1;
}

/// State shared by all hunts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct HeadRow {
    /// Highest number ever assigned. Numbers are never reused.
    pub last: u32,
}

impl StoredRow for HeadRow {
    const VERSION: u8 = 1;
}

/// The form in which ids are compared: case is ignored.
pub(super) fn folded(id: &str) -> String {
    id.to_ascii_lowercase()
}
