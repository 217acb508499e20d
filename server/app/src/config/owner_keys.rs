//! Rates and tables that make points: only the owner changes them, with a proof, and up to a largest value
//! (docs/people.md, Roles).

use serde_json::Value;

/// A setting that decides how many points the site makes.
#[derive(Clone, Copy, Debug)]
pub struct OwnerKey {
    /// Its section.
    pub section: &'static str,
    /// Its key in the section.
    pub key: &'static str,
    /// Largest value that the panel accepts, of each value where it has several; `None` where the section's own checks
    /// bound it. A larger one that is in force already stays until it is changed.
    pub most: Option<u64>,
}

const fn key(section: &'static str, key: &'static str, most: Option<u64>) -> OwnerKey {
    OwnerKey { section, key, most }
}

/// All of them.
pub const OWNER_KEYS: &[OwnerKey] = &[
    key("points", "welcome", Some(10_000)),
    key("calendar", "base", Some(10_000)),
    key("calendar", "per_week", Some(1_000)),
    key("calendar", "milestones", Some(100_000)),
    // Cash is worth more than points.
    key("calendar", "cash_milestones", None),
    key("calendar", "cash_per_month", None),
    key("calendar", "cash", None),
    key("games", "tables", None),
    key("games", "allow_positive_return", None),
    key("games", "prize_budget", None),
    key("games", "prize_budget_percent", None),
    key("kick", "points_for_chatting", Some(1_000)),
    key("kick", "chatting_window_minutes", None),
    key("kick", "chatting_daily_max", Some(10_000)),
];

impl OwnerKey {
    /// Whether a value, or one of its values, is larger than the panel accepts.
    pub fn is_above(&self, value: &Value) -> bool {
        let is_above = |value: &Value| self.most.is_some_and(|most| value.as_u64() > Some(most));
        match value {
            Value::Object(values) => values.values().any(is_above),
            value => is_above(value),
        }
    }

    /// Its whole name, such as `calendar.base`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.section, self.key)
    }
}
