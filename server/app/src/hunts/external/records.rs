//! Rows of external hunts: the last good response, for starts without the service.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, KeyBytes, Keys, StoreError, StoredKey, StoredRow, Table, View};

use crate::fault::Fault;
use crate::hunts::model::Hunt;
use crate::hunts::records::{EXTERNAL_HUNT, OVERRIDE, OverrideRow, SlotRow, folded};
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[SLOT.format()];

/// Slots of external hunts.
const SLOT: Table<SlotKey, OutsideSlotRow> = Table::new(tables::HUNT_OUTSIDE_SLOT);

/// The folded id of the hunt, which contains no byte 0, and the slot's position from 0.
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

/// A slot of an external hunt. The type keeps its name: exports of rows are compared with those of older
/// versions (tests/site/golden).
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct OutsideSlotRow {
    /// Incremented by each change.
    revision: u64,
    /// The service's id.
    id: String,
    slot: SlotRow,
}

impl StoredRow for OutsideSlotRow {
    const VERSION: u8 = 1;
}

/// Key of an admin's override of an external hunt, separate from those of local hunts.
pub(in crate::hunts) fn said_key(id: &str) -> String {
    format!("outside:{}", folded(id))
}

/// Writes the changed rows of a hunt; `after` is `None` when it was removed.
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
        // The override is kept: the service may list the hunt again later.
        return EXTERNAL_HUNT.delete(batch, &id);
    };
    for (place, slot) in &after.slots {
        let (own, known) = (after.slot_id(*place), before.and_then(|it| it.slots.get(place)));
        if known == Some(slot) && before.is_some_and(|it| it.slot_id(*place) == own) {
            continue;
        }
        let row = OutsideSlotRow { revision: after.row.revision, id: own, slot: slot.clone() };
        SLOT.put(batch, &key(*place), &row)?;
    }
    EXTERNAL_HUNT.put(batch, &id, &after.row)
}

/// The admin's override of an external hunt.
pub(super) fn said(view: &View, id: &str) -> Result<OverrideRow, StoreError> {
    Ok(OVERRIDE.get(view, &said_key(id))?.unwrap_or_default())
}

/// The last read hunts by folded id.
pub(in crate::hunts) fn read_all(view: &View) -> Result<BTreeMap<String, Hunt>, Fault> {
    let mut hunts = BTreeMap::new();
    for hunt in EXTERNAL_HUNT.rows(view, Keys::all()) {
        let (_, row) = hunt?;
        let said = said(view, &row.id)?;
        let hunt = Hunt {
            number: 0,
            slots: BTreeMap::new(),
            said,
            external_ids: Some(BTreeMap::new()),
            row,
        };
        hunts.insert(folded(&hunt.row.id), hunt);
    }
    for slot in SLOT.rows(view, Keys::all()) {
        let (SlotKey { hunt, place }, OutsideSlotRow { id: own, slot, .. }) = slot?;
        let hunt = hunts.get_mut(&hunt).ok_or(Fault::Contradiction("a slot without a hunt"))?;
        hunt.slots.insert(place, slot);
        hunt.external_ids.get_or_insert_default().insert(place, own);
    }
    Ok(hunts)
}
