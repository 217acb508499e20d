//! Converts between hunts and their rows.

use std::collections::BTreeMap;

use pointhouse_store::{Batch, Keys, StoreError, View};

use super::external::said_key;
use super::model::Hunt;
use super::records::{EXTERNAL_HUNT, HUNT, OVERRIDE, OverrideRow, SLOT, SlotRow, folded};

/// All hunts by folded id.
pub(super) fn read_all(view: &View) -> Result<BTreeMap<String, Hunt>, StoreError> {
    let overrides = OVERRIDE.rows(view, Keys::all());
    let mut overrides = overrides.collect::<Result<BTreeMap<_, _>, _>>()?;
    let mut slots: BTreeMap<u32, BTreeMap<u32, SlotRow>> = BTreeMap::new();
    for slot in SLOT.rows(view, Keys::all()) {
        let ((hunt, number), slot) = slot?;
        slots.entry(hunt).or_default().insert(number, slot);
    }
    let mut hunts = BTreeMap::new();
    for hunt in HUNT.rows(view, Keys::all()) {
        let (number, row) = hunt?;
        let id = folded(&row.id);
        let slots = slots.remove(&number).unwrap_or_default();
        let said = overrides.remove(&id).unwrap_or_default();
        hunts.insert(id, Hunt { number, row, slots, said, external_ids: None });
    }
    Ok(hunts)
}

/// Writes the rows of a hunt and its override where they changed. `after` is `None` for a deleted
/// local hunt; `key` is its folded id.
pub(super) fn put(
    before: Option<&Hunt>,
    after: Option<&Hunt>,
    key: String,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    let Some(hunt) = after else {
        if let Some(before) = before {
            HUNT.delete(batch, &before.number)?;
            OVERRIDE.delete(batch, &key)?;
        }
        return Ok(());
    };
    let key = if hunt.external_ids.is_some() {
        EXTERNAL_HUNT.put(batch, &key, &hunt.row)?;
        said_key(&hunt.row.id)
    } else {
        HUNT.put(batch, &hunt.number, &hunt.row)?;
        key
    };
    if before.map(|before| &before.said) == Some(&hunt.said) {
        return Ok(());
    }
    if hunt.said == OverrideRow::default() {
        return OVERRIDE.delete(batch, &key);
    }
    OVERRIDE.put(batch, &key, &hunt.said)
}
