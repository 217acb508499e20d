//! Parses the responses of services for bonus hunts. Parsing is tolerant, because the shapes are
//! known from users of the services and not from a contract.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, NaiveDateTime};
use serde_json::Value;

use crate::cents::Cents;
use crate::hunts::input::is_id;
use crate::hunts::records::SlotRow;
use crate::visible::visible;

/// Most slots of a hunt that are kept.
const SLOTS_MAX: usize = 500;
/// Longest texts, in characters: the same as for local hunts.
const NAME_MAX: usize = 100;
const SHORT_MAX: usize = 60;

/// A hunt in a list: what is needed to detect changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) id: String,
    /// The complete entry of the list.
    pub(super) entry: Value,
}

/// A hunt as read from a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) name: String,
    pub(super) description: String,
    /// In milliseconds.
    pub(super) date: Option<i64>,
    pub(super) starting_balance: Cents,
    /// Slots with the service's ids.
    pub(super) slots: Vec<(String, SlotRow)>,
}

/// A slot before it is decided whether a win of 0 means opened.
pub(super) struct Slot {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) provider: String,
    pub(super) called_by: String,
    pub(super) bet: Cents,
    pub(super) win: Option<Cents>,
}

/// Where a hunt was found. A list may omit the bonuses; a response about one hunt should not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    List,
    Alone,
}

/// The bonuses of a hunt, which may be inside or next to it. A hunt without any has none yet,
/// unless the service counts some (`total`): then the result is `None` (docs/decisions.md, D3).
pub(super) fn bonuses<'a>(
    answer: &'a Value,
    inner: &'a Value,
    place: Place,
    total: Option<usize>,
) -> Option<&'a [Value]> {
    let lists = [inner, answer].into_iter().filter_map(|it| it.get("bonuses"));
    let lists: Vec<_> = lists.filter(|it| !it.is_null()).collect();
    let rows: &[Value] = if !lists.is_empty() {
        lists.into_iter().find_map(|it| list(it, &["data"]))?
    } else if place == Place::Alone && text(inner, &["id", "uuid", "name", "title"], 1).is_some() {
        &[]
    } else {
        return None;
    };
    (!rows.is_empty() || total.unwrap_or_default() == 0).then_some(rows)
}

/// The list in a response: the response itself, or one of its fields.
pub(super) fn list<'a>(answer: &'a Value, fields: &[&str]) -> Option<&'a Vec<Value>> {
    if let Value::Array(rows) = answer {
        return Some(rows);
    }
    fields.iter().find_map(|field| match answer.get(*field)? {
        Value::Array(rows) => Some(rows),
        object @ Value::Object(_) => fields.iter().find_map(|inner| object.get(*inner)?.as_array()),
        _ => None,
    })
}

/// The hunts of a list whose ids can be used in paths.
pub(super) fn listed(rows: &[Value]) -> Vec<Listed> {
    let listed = rows.iter().filter_map(|row| {
        let id = text(row, &["id", "uuid"], 40)?;
        is_id(&id).then(|| Listed { id, entry: row.clone() })
    });
    listed.collect()
}

/// The object that contains the fields of a hunt.
pub(super) fn hunt<'a>(answer: &'a Value, fields: &[&str]) -> &'a Value {
    fields.iter().find_map(|field| answer.get(*field).filter(|it| it.is_object())).unwrap_or(answer)
}

/// A text, or a number as text; `None` if it is empty.
pub(super) fn text(row: &Value, fields: &[&str], most: usize) -> Option<String> {
    fields.iter().find_map(|field| match row.get(*field)? {
        Value::String(text) => visible(text, most),
        Value::Number(number) => visible(&number.to_string(), most),
        _ => None,
    })
}

pub(super) fn name(row: &Value, fields: &[&str], otherwise: &str) -> String {
    text(row, fields, NAME_MAX).unwrap_or_else(|| otherwise.to_owned())
}

pub(super) fn short(row: &Value, fields: &[&str]) -> String {
    text(row, fields, SHORT_MAX).unwrap_or_default()
}

/// A whole number, also as text or with a decimal point: `1200`, `"1,200"`, `3.0`; from the first
/// field that can be parsed.
pub(super) fn count(row: &Value, fields: &[&str]) -> Option<usize> {
    fields.iter().find_map(|field| {
        let text = match row.get(*field)? {
            Value::String(text) => text.replace(',', ""),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        let text = text.trim();
        let whole = match text.split_once('.') {
            Some((whole, part)) if part.bytes().all(|digit| digit == b'0') => whole,
            _ => text,
        };
        whole.parse().ok()
    })
}

/// The number of opened bonuses: as the service counts them, or all minus the remaining ones.
/// `slots` is the number of bonuses in the response.
pub(super) fn opened(
    row: &Value,
    [opened, total, remaining]: [&str; 3],
    slots: usize,
) -> Option<usize> {
    count(row, &[opened]).or_else(|| {
        let all = count(row, &[total]).unwrap_or(slots);
        Some(all.saturating_sub(count(row, &[remaining])?))
    })
}

/// Parses times as services write them: RFC 3339, with a space instead of the T, or a date only.
pub(super) fn date(row: &Value, fields: &[&str]) -> Option<i64> {
    fields.iter().find_map(|field| {
        let text = row.get(*field)?.as_str()?.trim();
        if let Ok(time) = DateTime::parse_from_rfc3339(text) {
            return Some(time.timestamp_millis());
        }
        let patterns = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f"];
        let time = patterns.iter().find_map(|it| NaiveDateTime::parse_from_str(text, it).ok());
        let day = || NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_hms_opt(12, 0, 0);
        Some(time.or_else(day)?.and_utc().timestamp_millis())
    })
}

/// Decides which wins of 0 have been opened: services write an unopened bonus as null or as 0, but
/// report how many are opened. Wins above 0 are opened; of the others, the first ones are, as many
/// as are missing.
pub(super) fn settle(slots: Vec<Slot>, opened: Option<usize>) -> Vec<(String, SlotRow)> {
    let won = slots.iter().filter(|slot| slot.win.is_some_and(|win| win > Cents(0))).count();
    let mut zeros = opened.map_or(usize::MAX, |opened| opened.saturating_sub(won));
    let mut seen = BTreeMap::new();
    let settled = slots.into_iter().take(SLOTS_MAX).map(|slot| {
        let Slot { id, name, provider, called_by, bet, win } = slot;
        let win = win.filter(|win| {
            let is_opened = *win > Cents(0) || zeros > 0;
            zeros -= usize::from(*win == Cents(0) && zeros > 0);
            is_opened
        });
        // A duplicate id would give a tip twice.
        let times = seen.entry(id.clone()).or_insert(0_u32);
        *times += 1;
        let id = if *times > 1 { format!("{id}-{times}") } else { id };
        (id, SlotRow { revision: 1, name, provider, called_by, bet, win })
    });
    settled.collect()
}
