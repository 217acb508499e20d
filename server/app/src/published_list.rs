//! Lists that admins publish as a whole. A draft keeps the ids of the entries that it changes; a new entry gets
//! the next number, and numbers are never reused.

use std::collections::BTreeMap;

use pointhouse_store::{Batch, StoreError, StoredRow, Table};
use serde_json::Value;

/// The number of an entry by the id in a draft, as text or as a number. `None` for any other id.
fn number_of(id: &Value) -> Option<u32> {
    match id {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_u64().and_then(|id| u32::try_from(id).ok()),
        _ => None,
    }
}

/// An entry of a draft with its number: an id that is not in the list is the draft's own and gets the number
/// after `last`.
pub fn number_entry<Row>(id: &Value, known: &BTreeMap<u32, Row>, last: &mut u32) -> u32 {
    number_of(id).filter(|number| known.contains_key(number)).unwrap_or_else(|| {
        *last += 1;
        *last
    })
}

/// Writes the difference between two states of a list.
///
/// # Errors
/// A row is too large.
pub fn put_changes<Row: StoredRow + PartialEq>(
    table: &Table<u32, Row>,
    before: &BTreeMap<u32, Row>,
    after: &BTreeMap<u32, Row>,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    for id in before.keys().filter(|id| !after.contains_key(id)) {
        table.delete(batch, id)?;
    }
    for (id, row) in after {
        if before.get(id) != Some(row) {
            table.put(batch, id, row)?;
        }
    }
    Ok(())
}
