//! Inputs of admins, and their validation.

use std::collections::BTreeMap;

use chrono::DateTime;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::error::HuntError;
use super::records::HuntStatus;
use crate::cents::{Cents, MoneyInput};

/// Longest id, in characters.
const ID_MAX: usize = 40;
/// The largest amount of a hunt: a hundred million dollars.
const MONEY_MAX: Cents = Cents(10_000_000_000);
/// Ids that would collide with a path or with a field next to the ids of a map.
const RESERVED: [&str; 2] = ["admin-overrides", "success"];
const BAD_ID: &str = "ID can only contain letters, numbers, hyphens, and underscores";
/// Range of a hunt's date, in milliseconds: the years 2000 to 2099.
const YEARS: std::ops::RangeInclusive<i64> = 946_684_800_000..=4_102_444_800_000;

/// A hunt to create or edit.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HuntInput {
    /// Custom id, at most 40 letters, numbers, hyphens and underscores; the next number by default.
    /// Only when creating.
    #[serde(default)]
    pub custom_id: Option<String>,
    /// 1 to 100 characters.
    #[serde(default)]
    pub name: String,
    /// Up to 1,000 characters.
    #[serde(default)]
    pub description: String,
    /// Up to 60 characters.
    #[serde(default)]
    pub streamer_name: String,
    /// ISO 8601; now by default.
    #[serde(default)]
    pub hunt_date: Option<String>,
    /// Dollars, at least 0.
    pub starting_balance: MoneyInput,
    /// The hunt's `detailsTag` that the edit is based on; a different current tag is a conflict.
    /// Without it, the edit is applied unconditionally. Only when editing.
    #[serde(default)]
    pub details_tag: Option<String>,
}

/// A slot to add or edit.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlotInput {
    /// 1 to 100 characters.
    #[serde(default)]
    pub slot_name: String,
    /// At most 60 characters; `Unknown` by default.
    #[serde(default)]
    pub provider: String,
    /// 1 to 60 characters.
    #[serde(default)]
    pub called_by: String,
    /// Dollars, or text such as `$1.00`; above 0.
    pub bet_amount: MoneyInput,
    /// True when the bonus has been opened.
    #[serde(default)]
    pub opened: bool,
    /// Win in dollars, at least 0; only for an opened slot.
    #[serde(default)]
    pub amount_won: Option<MoneyInput>,
    /// True when the caller gets a tip.
    #[serde(default)]
    pub has_tip: bool,
    /// The slot's revision that the edit is based on; a different current revision is a conflict.
    /// Without it, the edit is applied unconditionally.
    #[serde(default)]
    pub revision: Option<u64>,
}

/// The win of a slot.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayInput {
    /// Dollars, at least 0.
    pub win_amount: MoneyInput,
}

/// An admin's override of a hunt. Omitted fields stay unchanged.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverrideInput {
    /// Status shown instead of the computed one; null removes the override.
    #[serde(default, deserialize_with = "said")]
    #[schema(value_type = Option<HuntStatus>)]
    pub status: Option<Option<HuntStatus>>,
    /// The status that the caller saw; a different current status is a conflict unless it is
    /// already the wanted one. Without it, the override is applied unconditionally.
    #[serde(default)]
    pub seen_status: Option<HuntStatus>,
    /// By id of the bonus, whether its caller gets a tip. Omitted bonuses stay unchanged.
    #[serde(default)]
    pub slot_tips: Option<BTreeMap<String, bool>>,
}

/// Overrides by id of the hunt. The field `success`, which the response of the read call contains
/// as well, is ignored.
#[derive(Debug)]
pub struct OverrideMap(pub BTreeMap<String, OverrideInput>);

impl<'de> Deserialize<'de> for OverrideMap {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(OverrideMapVisitor)
    }
}

struct OverrideMapVisitor;

impl<'de> Visitor<'de> for OverrideMapVisitor {
    type Value = OverrideMap;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<OverrideMap, M::Error> {
        let mut overrides = BTreeMap::new();
        while let Some(id) = map.next_key::<String>()? {
            if id == "success" {
                map.next_value::<IgnoredAny>()?;
            } else {
                overrides.insert(id, map.next_value()?);
            }
        }
        Ok(OverrideMap(overrides))
    }
}

/// Distinguishes null from a missing field.
fn said<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<HuntStatus>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// The validated details of a hunt.
pub(super) struct Details {
    pub name: String,
    pub description: String,
    pub streamer_name: String,
    /// In milliseconds.
    pub hunt_date: Option<i64>,
    pub starting_balance: Cents,
}

/// The validated fields of a slot.
pub(super) struct SlotDetails {
    pub name: String,
    pub provider: String,
    pub called_by: String,
    pub bet: Cents,
    pub win: Option<Cents>,
    pub has_tip: bool,
    pub revision: Option<u64>,
}

/// Returns whether a text can be the id of a hunt.
pub(super) fn is_id(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=ID_MAX).contains(&text.len()) && text.bytes().all(fits)
}

impl HuntInput {
    /// The custom id, if there is one.
    pub(super) fn id(&self) -> Result<Option<String>, HuntError> {
        let id = self.custom_id.as_deref().unwrap_or_default().trim();
        if id.is_empty() {
            return Ok(None);
        }
        if id.len() > ID_MAX {
            return Err(field("customId", format!("At most {ID_MAX} characters")));
        }
        if !is_id(id) {
            return Err(field("customId", BAD_ID));
        }
        if RESERVED.contains(&id.to_ascii_lowercase().as_str()) {
            return Err(HuntError::Taken(id.to_owned()));
        }
        Ok(Some(id.to_owned()))
    }

    pub(super) fn checked(self) -> Result<Details, HuntError> {
        let hunt_date = match self.hunt_date.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(text) => Some(date(text)?),
        };
        Ok(Details {
            name: text("name", &self.name, 100, Some("Name is required"))?,
            description: text("description", &self.description, 1000, None)?,
            streamer_name: text("streamerName", &self.streamer_name, 60, None)?,
            hunt_date,
            starting_balance: money(
                "startingBalance",
                "The starting balance",
                &self.starting_balance,
            )?,
        })
    }
}

impl SlotInput {
    pub(super) fn checked(self) -> Result<SlotDetails, HuntError> {
        let name = text("slotName", &self.slot_name, 100, Some("Slot name is required"))?;
        let called_by = text("calledBy", &self.called_by, 60, Some("Called by is required"))?;
        let provider = text("provider", &self.provider, 60, None)?;
        let bet = money("betAmount", "The bet amount", &self.bet_amount)?;
        if bet == Cents(0) {
            return Err(field("betAmount", "The bet amount must be above 0"));
        }
        let win = match (&self.amount_won, self.opened) {
            (_, false) => None,
            (None, true) => return Err(field("amountWon", "An opened slot needs its win amount")),
            (Some(win), true) => Some(money("amountWon", "The amount won", win)?),
        };
        let provider = if provider.is_empty() { "Unknown".to_owned() } else { provider };
        let (has_tip, revision) = (self.has_tip, self.revision);
        Ok(SlotDetails { name, provider, called_by, bet, win, has_tip, revision })
    }
}

impl PlayInput {
    pub(super) fn checked(&self) -> Result<Cents, HuntError> {
        money("winAmount", "The win amount", &self.win_amount)
    }
}

fn date(text: &str) -> Result<i64, HuntError> {
    let read = DateTime::parse_from_rfc3339(text).ok().map(|time| time.timestamp_millis());
    read.filter(|time| YEARS.contains(time))
        .ok_or_else(|| field("huntDate", "The date must be a time such as 2026-11-21T20:00:00Z"))
}

fn text(
    name: &'static str,
    text: &str,
    most: usize,
    required: Option<&str>,
) -> Result<String, HuntError> {
    let text = text.trim();
    match required {
        Some(required) if text.is_empty() => Err(field(name, required)),
        _ if text.chars().count() > most => Err(field(name, format!("At most {most} characters"))),
        _ => Ok(text.to_owned()),
    }
}

fn money(name: &'static str, title: &str, input: &MoneyInput) -> Result<Cents, HuntError> {
    let amount = input.cents().map_err(|error| field(name, format!("{title} {error}")))?;
    if amount > MONEY_MAX {
        return Err(field(name, format!("{title} must be at most {MONEY_MAX}")));
    }
    Ok(amount)
}

fn field(name: &'static str, text: impl Into<String>) -> HuntError {
    HuntError::Field(name, text.into())
}
