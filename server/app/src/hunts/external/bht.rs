//! bht.bet: `{base}/{token}/hunts`, `/hunts/{id}`.

use serde_json::Value;

use super::reading::{
    Place, Read, Slot, bonuses, count, date, hunt, name, opened, settle, short, text,
};
use crate::config::DecimalSign;
use crate::external::{UnreadableAmount, amount};

pub(super) const BASE: &str = "https://bht.bet/api";
/// Numbers of opened, all and remaining bonuses.
const COUNTS: [&str; 3] = ["bonus_count_opened", "bonus_count_total", "bonus_count_remaining"];
pub(super) const LISTS: [&str; 2] = ["hunts", "data"];

/// The number of bonuses that the service reports for a hunt.
pub(super) fn total(hunt: &Value) -> Option<usize> {
    count(hunt, &["bonus_count_total"])
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
            name: name(row, &["name"], "Unknown"),
            provider: name(row, &["provider_name", "provider"], "Unknown"),
            called_by: short(row, &["note"]),
            bet: amount(row, &["betSizeRaw", "bet_size"], sign)?.unwrap_or_default(),
            // Null while unopened, whatever the raw figure.
            win: match row.get("payout") {
                Some(Value::Null) => None,
                _ => amount(row, &["payoutRaw", "payout"], sign)?,
            },
        })
    };
    let slots = (1..).zip(bonuses).map(|(place, row)| {
        slot(row, place).map_err(|error: UnreadableAmount| error.in_row(place))
    });
    let opened = opened(inner, COUNTS, bonuses.len());
    Ok(Some(Read {
        name: name(inner, &["name"], "Bonus hunt"),
        description: String::new(),
        date: date(inner, &["date", "created_at"]),
        starting_balance: amount(inner, &["info_start_cost"], sign)?.unwrap_or_default(),
        slots: settle(slots.collect::<Result<_, _>>()?, opened),
    }))
}
