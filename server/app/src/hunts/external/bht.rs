//! bht.bet: `{base}/{token}/hunts`, `/hunts/{id}`.

use serde_json::Value;

use super::reading::{
    Place, Read, Slot, bonuses, count, date, hunt, money, name, opened, settle, short, text,
};

pub(super) const BASE: &str = "https://bht.bet/api";
/// Numbers of opened, all and remaining bonuses.
const COUNTS: [&str; 3] = ["bonus_count_opened", "bonus_count_total", "bonus_count_remaining"];
pub(super) const LISTS: [&str; 2] = ["hunts", "data"];

/// The number of bonuses that the service reports for a hunt.
pub(super) fn total(hunt: &Value) -> Option<usize> {
    count(hunt, &["bonus_count_total"])
}

/// A hunt with its bonuses.
pub(super) fn read(answer: &Value, place: Place) -> Option<Read> {
    let inner = hunt(answer, &["hunt", "data"]);
    let bonuses = bonuses(answer, inner, place, total(inner))?;
    let slots = bonuses.iter().zip(1..).map(|(row, place)| Slot {
        id: text(row, &["id"], 40).unwrap_or_else(|| format!("place-{place}")),
        name: name(row, &["name"], "Unknown"),
        provider: name(row, &["provider_name", "provider"], "Unknown"),
        called_by: short(row, &["note"]),
        bet: money(row, &["betSizeRaw", "bet_size"]).unwrap_or_default(),
        // Null while unopened, whatever the raw figure.
        win: match row.get("payout") {
            Some(Value::Null) => None,
            _ => money(row, &["payoutRaw", "payout"]),
        },
    });
    let opened = opened(inner, COUNTS, bonuses.len());
    Some(Read {
        name: name(inner, &["name"], "Bonus hunt"),
        description: String::new(),
        date: date(inner, &["date", "created_at"]),
        starting_balance: money(inner, &["info_start_cost"]).unwrap_or_default(),
        slots: settle(slots.collect(), opened),
    })
}
