//! Differences between settings.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::config::{Config, SECTIONS};

/// A setting with two values.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Difference {
    /// The section.
    pub section: String,
    /// The key in it.
    pub key: String,
    /// The earlier value as JSON; `null` where there was none.
    pub before: String,
    /// The later value as JSON; `null` without one.
    pub after: String,
}

/// The differences between two configurations, by section and key.
pub(super) fn differences(before: &Config, after: &Config) -> Vec<Difference> {
    let mut found = Vec::new();
    for section in SECTIONS.iter().copied() {
        let (before, after) = (before.section(section), after.section(section));
        if let (Some(before), Some(after)) = (before, after) {
            add_differences(section, "", (&before, &after), &mut found);
        }
    }
    found
}

/// Adds the differences between two values at a key: of tables with keys only those keys that differ.
pub(super) fn add_differences(
    section: &str,
    key: &str,
    (before, after): (&Value, &Value),
    found: &mut Vec<Difference>,
) {
    if before == after {
        return;
    }
    let (Value::Object(old), Value::Object(new)) = (before, after) else {
        let (section, key) = (section.to_owned(), key.to_owned());
        found.push(Difference {
            section,
            key,
            before: before.to_string(),
            after: after.to_string(),
        });
        return;
    };
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in keys {
        let path = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
        let side = |of: &Map<String, Value>| of.get(name).cloned().unwrap_or_default();
        add_differences(section, &path, (&side(old), &side(new)), found);
    }
}

/// One side of the differences as JSON of an audit row.
pub(super) fn to_audit_json(differences: &[Difference], is_before: bool) -> String {
    let side = |one: &Difference| {
        let value = if is_before { &one.before } else { &one.after };
        let value = serde_json::from_str(value).unwrap_or_default();
        (format!("{}.{}", one.section, one.key), value)
    };
    Value::Object(differences.iter().map(side).collect()).to_string()
}
