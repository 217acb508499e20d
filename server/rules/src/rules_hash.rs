//! The fingerprint under which the tables of a round stay readable (docs/games.md, section 1).

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use crate::HexDigest;

/// SHA-256 of the canonical JSON of `tables`.
pub fn rules_hash(tables: &impl Serialize) -> HexDigest {
    HexDigest::of(canonical_json(tables).as_bytes())
}

/// JSON with the keys of every object sorted and no spaces, so that equal tables give equal
/// text whatever the order of their fields. Multipliers stand in it as text (`"7.50"`).
///
/// # Panics
/// When `tables` cannot be written as JSON, which no table type of this crate can cause.
#[expect(clippy::expect_used, reason = "our table types are plain structs of numbers and text")]
pub fn canonical_json(tables: &impl Serialize) -> String {
    let value = serde_json::to_value(tables).expect("tables are plain data");
    let mut text = String::new();
    write_canonical(&value, &mut text);
    text
}

fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            // The map's own order depends on a feature that any crate of a build can switch on.
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(key, _)| *key);
            text.push('{');
            for (position, (key, field)) in fields.into_iter().enumerate() {
                if position > 0 {
                    text.push(',');
                }
                write_plain(&Value::from(key.as_str()), text);
                text.push(':');
                write_canonical(field, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    text.push(',');
                }
                write_canonical(item, text);
            }
            text.push(']');
        }
        plain => write_plain(plain, text),
    }
}

#[expect(clippy::expect_used, reason = "writing to a String does not fail")]
fn write_plain(value: &Value, text: &mut String) {
    write!(text, "{value}").expect("a String takes every write");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let tables: Value =
            serde_json::from_str(r#" {"b": [1, {"z": null, "a": "é\""}], "a": {"y": 1, "x": 2}} "#)
                .unwrap();
        assert_eq!(canonical_json(&tables), r#"{"a":{"x":2,"y":1},"b":[1,{"a":"é\"","z":null}]}"#);
    }
}
