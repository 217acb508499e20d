//! Removes invisible characters and direction marks from the texts of a body, so that no name in a list is blank or reverses the text
//! around it.

use serde_json::{Map, Value};

use crate::visible::typed;

/// Fields whose names contain one of these stay as they are typed: their texts are compared and never shown.
const SECRET: [&str; 5] = ["password", "passphrase", "secret", "key", "token"];

/// A body with its texts as they can be shown; `None` where nothing changes.
pub(super) fn cleaned(body: &[u8]) -> Option<Vec<u8>> {
    // Texts of ASCII alone, as in bets, are not read twice.
    let may_hide = !body.is_ascii() || body.windows(2).any(|pair| pair == b"\\u");
    let mut value: Value = may_hide.then(|| serde_json::from_slice(body).ok())??;
    clean(&mut value).then(|| serde_json::to_vec(&value).ok())?
}

/// Returns whether a text was changed. Bodies are nested as deep as their parser allows.
fn clean(value: &mut Value) -> bool {
    match value {
        Value::String(text) => {
            let shown = typed(text);
            let is_changed = shown != *text;
            if is_changed {
                *text = shown.into_owned();
            }
            is_changed
        }
        Value::Array(values) => values.iter_mut().fold(false, |changed, one| clean(one) | changed),
        Value::Object(fields) => clean_fields(fields),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn clean_fields(fields: &mut Map<String, Value>) -> bool {
    let shown = fields.iter_mut().filter(|(name, _)| {
        let name = name.to_lowercase();
        !SECRET.iter().any(|part| name.contains(part))
    });
    shown.fold(false, |changed, (_, one)| clean(one) | changed)
}
