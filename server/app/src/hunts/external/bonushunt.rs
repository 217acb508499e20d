//! bonushunt.gg: `{base}/hunts?limit=`, `/hunts/{id}` with the key as a bearer token.

use serde_json::Value;

use super::reading::{
    Place, Read, Slot, bonuses, count, date, hunt, name, opened, settle, short, text,
};
use crate::config::DecimalSign;
use crate::external::{UnreadableAmount, amount};

pub(super) const BASE: &str = "https://bonushunt.gg/api/public";
/// Numbers of opened, all and remaining bonuses.
const COUNTS: [&str; 3] = ["openedBonuses", "bonusCount", "unopenedBonuses"];
pub(super) const LISTS: [&str; 2] = ["hunts", "data"];

/// Returns whether the list has further pages.
pub(super) fn has_more(answer: &Value) -> bool {
    let pages = answer.get("pagination").and_then(|pages| pages.get("hasMore"));
    pages.or_else(|| answer.get("hasMore")).and_then(Value::as_bool).unwrap_or_default()
}

/// The number of bonuses that the service reports for a hunt.
pub(super) fn total(hunt: &Value) -> Option<usize> {
    count(hunt.get("stats")?, &["bonusCount"])
}

/// A hunt with its bonuses.
///
/// # Errors
/// An amount cannot be read.
pub(super) fn read(
    answer: &Value,
    place: Place,
    sign: DecimalSign,
) -> Result<Option<Read>, UnreadableAmount> {
    let inner = hunt(answer, &["hunt", "data"]);
    let bonuses = bonuses(answer, inner, place, total(inner));
    let Some(bonuses) = bonuses else { return Ok(None) };
    let slot = |row: &Value, place: usize| {
        Ok(Slot {
            id: text(row, &["id"], 40).unwrap_or_else(|| format!("place-{place}")),
            name: name(row, &["slotName", "name"], "Unknown"),
            provider: name(row, &["provider"], "Unknown"),
            called_by: short(row, &["caller"]),
            bet: amount(row, &["betSize"], sign)?.unwrap_or_default(),
            win: amount(row, &["payout"], sign)?,
        })
    };
    let slots = (1..).zip(bonuses).map(|(place, row)| {
        slot(row, place).map_err(|error: UnreadableAmount| error.in_row(place))
    });
    let stats = inner.get("stats").unwrap_or(&Value::Null);
    let opened = opened(stats, COUNTS, bonuses.len());
    Ok(Some(Read {
        name: name(inner, &["title", "name"], "Bonus hunt"),
        description: short(inner, &["casino"]),
        date: date(inner, &["createdAt", "updatedAt"]),
        starting_balance: amount(inner, &["startCost"], sign)?.unwrap_or_default(),
        slots: settle(slots.collect::<Result<_, _>>()?, opened),
    }))
}
