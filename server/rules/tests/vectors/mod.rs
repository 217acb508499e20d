//! The published test vectors (docs/games.md, section 13), read from their file.

use std::sync::LazyLock;

use serde_json::Value;

static VECTORS: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/vectors.json")).unwrap());

pub(crate) fn vectors() -> &'static Value {
    &VECTORS
}

/// The entries of a list, which must be as many as published: an emptied file proves nothing.
pub(crate) fn list(value: &Value, length: usize) -> &[Value] {
    let entries = value.as_array().unwrap();
    assert_eq!(entries.len(), length);
    entries
}
