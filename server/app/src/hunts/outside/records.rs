//! What is kept of hunts of a service: the last good answer, for a start without the service.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, KeyBytes, Keys, StoreError, StoredKey, StoredRow, Table, View};

use crate::fault::Fault;
use crate::hunts::model::Hunt;
use crate::hunts::records::{OUTSIDE, OVERRIDE, OverrideRow, SlotRow, folded};
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[SLOT.format()];

/// Slots of a service's hunts.
const SLOT: Table<SlotKey, OutsideSlotRow> = Table::new(tables::HUNT_OUTSIDE_SLOT);

/// The folded id of the hunt, which has no byte 0, and the slot's place in it, from 0.
struct SlotKey {
    hunt: String,
    place: u32,
}

impl StoredKey for SlotKey {
    fn write(&self, out: &mut KeyBytes) {
        out.extend_from_slice(self.hunt.as_bytes());
        (0_u8, self.place).write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let at = bytes.iter().position(|byte| *byte == 0)?;
        let (hunt, mut rest) = bytes.split_at_checked(at)?;
        let hunt = std::str::from_utf8(hunt).ok()?.to_owned();
        let (_, place) = <(u8, u32)>::read(&mut rest)?;
        *bytes = rest;
        Some(Self { hunt, place })
    }
}

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

/// Key of what an admin says over a hunt of a service, apart from what is said over one of ours.
pub(in crate::hunts) fn said_key(id: &str) -> String {
    format!("outside:{}", folded(id))
}

/// Puts what changed of a hunt; `after` none removes it.
pub(super) fn put(
    batch: &mut Batch,
    before: Option<&Hunt>,
    after: Option<&Hunt>,
) -> Result<(), StoreError> {
    let Some(hunt) = after.or(before) else { return Ok(()) };
    let id = folded(&hunt.row.id);
    let key = |place: u32| SlotKey { hunt: id.clone(), place };
    for place in before.into_iter().flat_map(|hunt| hunt.slots.keys()) {
        if !after.is_some_and(|hunt| hunt.slots.contains_key(place)) {
            SLOT.delete(batch, &key(*place))?;
        }
    }
    let Some(after) = after else {
        // What an admin said stays: a service that lost its hunts for a moment brings them back.
        return OUTSIDE.delete(batch, &id);
    };
    for (place, slot) in &after.slots {
        let (own, known) = (after.slot_id(*place), before.and_then(|it| it.slots.get(place)));
        if known == Some(slot) && before.is_some_and(|it| it.slot_id(*place) == own) {
            continue;
        }
        let row = OutsideSlotRow { revision: after.row.revision, id: own, slot: slot.clone() };
        SLOT.put(batch, &key(*place), &row)?;
    }
    OUTSIDE.put(batch, &id, &after.row)
}

/// What an admin says over a hunt of a service.
pub(super) fn said(view: &View, id: &str) -> Result<OverrideRow, StoreError> {
    Ok(OVERRIDE.get(view, &said_key(id))?.unwrap_or_default())
}

/// The hunts as they were read last, by their folded ids.
pub(in crate::hunts) fn read_all(view: &View) -> Result<BTreeMap<String, Hunt>, Fault> {
    let mut hunts = BTreeMap::new();
    for hunt in OUTSIDE.rows(view, Keys::all()) {
        let (_, row) = hunt?;
        let said = said(view, &row.id)?;
        let hunt =
            Hunt { number: 0, slots: BTreeMap::new(), said, outside: Some(BTreeMap::new()), row };
        hunts.insert(folded(&hunt.row.id), hunt);
    }
    for slot in SLOT.rows(view, Keys::all()) {
        let (SlotKey { hunt, place }, OutsideSlotRow { id: own, slot, .. }) = slot?;
        let hunt = hunts.get_mut(&hunt).ok_or(Fault::Contradiction("a slot without a hunt"))?;
        hunt.slots.insert(place, slot);
        hunt.outside.get_or_insert_default().insert(place, own);
    }
    Ok(hunts)
}
