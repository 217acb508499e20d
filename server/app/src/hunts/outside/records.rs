//! What is kept of hunts of a service: the last good answer, for a start without the service.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, StoredRow, View, decode, encode};

use crate::hunts::model::Hunt;
use crate::hunts::records::{HuntRow, OverrideRow, SlotRow, folded};
use crate::hunts::{HuntError, inner};
use crate::tables::{self, RowFormat, each_row};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[RowFormat::rows::<OutsideSlotRow>(tables::HUNT_OUTSIDE_SLOT)];

/// A slot of a hunt of a service.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct OutsideSlotRow {
    /// Steps by one with each change.
    revision: u64,
    /// The service's.
    id: String,
    slot: SlotRow,
}

impl StoredRow for OutsideSlotRow {
    const VERSION: u8 = 1;
}

/// What an admin says over a hunt of a service, apart from what is said over one of ours.
pub(in crate::hunts) fn said_key(id: &str) -> Vec<u8> {
    format!("outside:{}", folded(id)).into_bytes()
}

/// An id has no byte 0.
fn slot_key(id: &str, place: u32) -> Vec<u8> {
    [folded(id).as_bytes(), &[0], &place.to_be_bytes()].concat()
}

/// Puts what changed of a hunt; `after` none removes it.
pub(super) fn put(
    batch: &mut Batch,
    before: Option<&Hunt>,
    after: Option<&Hunt>,
) -> Result<(), HuntError> {
    let Some(hunt) = after.or(before) else { return Ok(()) };
    let id = &hunt.row.id;
    for place in before.into_iter().flat_map(|hunt| hunt.slots.keys()) {
        if !after.is_some_and(|hunt| hunt.slots.contains_key(place)) {
            batch.delete(tables::HUNT_OUTSIDE_SLOT, &slot_key(id, *place)).map_err(inner)?;
        }
    }
    let Some(after) = after else {
        // What an admin said stays: a service that lost its hunts for a moment brings them back.
        return batch.delete(tables::HUNT_OUTSIDE, folded(id).as_bytes()).map_err(inner);
    };
    for (place, slot) in &after.slots {
        let (own, known) = (after.slot_id(*place), before.and_then(|it| it.slots.get(place)));
        if known == Some(slot) && before.is_some_and(|it| it.slot_id(*place) == own) {
            continue;
        }
        let row = OutsideSlotRow { revision: after.row.revision, id: own, slot: slot.clone() };
        let row = encode(&row).map_err(inner)?;
        batch.put(tables::HUNT_OUTSIDE_SLOT, &slot_key(id, *place), &row).map_err(inner)?;
    }
    let row = encode(&after.row).map_err(inner)?;
    batch.put(tables::HUNT_OUTSIDE, folded(id).as_bytes(), &row).map_err(inner)
}

/// What an admin says over a hunt of a service.
pub(super) fn said(view: &View, id: &str) -> Result<OverrideRow, String> {
    let row = view.get(tables::HUNT_OVERRIDE, &said_key(id)).map_err(|error| error.to_string())?;
    let said = row.map_or(Ok(OverrideRow::default()), |row| decode(&row));
    said.map_err(|error| error.to_string())
}

/// The hunts as they were read last, by their folded ids.
pub(in crate::hunts) fn read_all(view: &View) -> Result<BTreeMap<String, Hunt>, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let mut hunts = BTreeMap::new();
    each_row(view, tables::HUNT_OUTSIDE, |_, row| {
        let row: HuntRow = decode(row).map_err(|error| told(&error))?;
        let said = said(view, &row.id)?;
        let hunt =
            Hunt { number: 0, slots: BTreeMap::new(), said, outside: Some(BTreeMap::new()), row };
        hunts.insert(folded(&hunt.row.id), hunt);
        Ok(())
    })?;
    each_row(view, tables::HUNT_OUTSIDE_SLOT, |key, row| {
        let (id, place) = key.split_at_checked(key.len().wrapping_sub(5)).ok_or("a short key")?;
        let place = place.get(1..).and_then(|place| place.try_into().ok());
        let place = u32::from_be_bytes(place.ok_or("a slot without a place")?);
        let OutsideSlotRow { id: own, slot, .. } = decode(row).map_err(|error| told(&error))?;
        let id = std::str::from_utf8(id).map_err(|error| told(&error))?;
        let hunt = hunts.get_mut(id).ok_or("a slot without a hunt")?;
        hunt.slots.insert(place, slot);
        hunt.outside.get_or_insert_default().insert(place, own);
        Ok(())
    })?;
    Ok(hunts)
}
