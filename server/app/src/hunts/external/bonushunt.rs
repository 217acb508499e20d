//! bonushunt.gg: `{base}/hunts?limit=`, `/hunts/{id}` with the key as a bearer token.

use serde_json::Value;

use super::reading::{
    Place, Read, Slot, bonuses, count, date, hunt, money, name, opened, settle, short, text,
};

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
pub(super) fn read(answer: &Value, place: Place) -> Option<Read> {
    let inner = hunt(answer, &["hunt", "data"]);
    let bonuses = bonuses(answer, inner, place, total(inner))?;
    let slots = bonuses.iter().zip(1..).map(|(row, place)| Slot {
        id: text(row, &["id"], 40).unwrap_or_else(|| format!("place-{place}")),
        name: name(row, &["slotName", "name"], "Unknown"),
        provider: name(row, &["provider"], "Unknown"),
        called_by: short(row, &["caller"]),
        bet: money(row, &["betSize"]).unwrap_or_default(),
        win: money(row, &["payout"]),
    });
    let stats = inner.get("stats").unwrap_or(&Value::Null);
    let opened = opened(stats, COUNTS, bonuses.len());
    Some(Read {
        name: name(inner, &["title", "name"], "Bonus hunt"),
        description: short(inner, &["casino"]),
        date: date(inner, &["createdAt", "updatedAt"]),
        starting_balance: money(inner, &["startCost"]).unwrap_or_default(),
        slots: settle(slots.collect(), opened),
    })
}
