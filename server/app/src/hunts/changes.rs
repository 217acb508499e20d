//! Changes of hunts: each is one commit with its audit row, then memory, then push.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pointhouse_store::Batch;
use serde_json::{Value, json};

use super::events::HuntsUpdated;
use super::input::{Details, OverrideInput, SlotDetails};
use super::model::Hunt;
use super::records::{HEAD, HeadRow, HuntRow, OverrideRow, SLOT, SlotRow, folded};
use super::{HUNTS_MAX, HuntError, HuntInput, Hunts, Kept, SLOTS_MAX, Shown, SlotInput, stored};
use crate::audit::{Actor, Entry};
use crate::cents::Cents;
use crate::detached::to_the_end;

/// A decided change of one hunt.
pub(super) struct Decided {
    pub(super) id: String,
    /// The hunt after the change; `None` if it is deleted.
    pub(super) after: Option<Hunt>,
    pub(super) action: &'static str,
    /// Audit state before and after.
    pub(super) audited: (Value, Value),
}

/// A change before its hunt is known.
struct Change {
    after: Option<Hunt>,
    action: &'static str,
    audited: (Value, Value),
}

impl Hunts {
    /// Creates a hunt. Returns its id.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn create(&self, wanted: HuntInput, actor: Actor) -> Result<String, HuntError> {
        let hunts = self.clone();
        to_the_end(async move { hunts.make(wanted, actor).await }).await?
    }

    async fn make(&self, wanted: HuntInput, actor: Actor) -> Result<String, HuntError> {
        let asked = wanted.id()?;
        let details = wanted.checked()?;
        let _changing = self.inner.changing.lock().await;
        self.check_local()?;
        let head = HEAD.get(self.inner.store.view())?.unwrap_or_default();
        let shown = self.inner.shown.load_full();
        if shown.hunts.len() >= HUNTS_MAX {
            return Err(HuntError::TooMany(HUNTS_MAX, "bonus hunts"));
        }
        let mut next = HeadRow { last: head.last + 1 };
        let id = match asked {
            Some(id) if shown.hunts.contains_key(&folded(&id)) => return Err(HuntError::Taken(id)),
            Some(id) => id,
            None => {
                // An admin may have used a number as a custom id.
                while shown.hunts.contains_key(&next.last.to_string()) {
                    next.last += 1;
                }
                next.last.to_string()
            }
        };
        let now = self.inner.clock.now().0;
        let row = HuntRow {
            revision: 1,
            id: id.clone(),
            name: details.name,
            description: details.description,
            streamer_name: details.streamer_name,
            hunt_date: details.hunt_date.unwrap_or(now),
            starting_balance: details.starting_balance,
            created_at: now,
            last_slot: 0,
        };
        let audited = (Value::Null, row.audit_json());
        let hunt = Hunt {
            number: next.last,
            row,
            slots: BTreeMap::new(),
            said: OverrideRow::default(),
            external_ids: None,
        };
        let mut batch = Batch::new();
        HEAD.put(&mut batch, &next)?;
        let decided =
            Decided { id: id.clone(), after: Some(hunt), action: "hunts.create", audited };
        self.keep(vec![decided], batch, actor).await?;
        Ok(id)
    }

    /// Edits the details of a hunt.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn edit(&self, id: &str, wanted: HuntInput, actor: Actor) -> Result<(), HuntError> {
        let seen = wanted.details_tag.clone();
        let details = wanted.checked()?;
        self.change(id, actor, move |hunt, _| {
            // Changes that another admin saved while the form was open must not be lost.
            if seen.is_some_and(|seen| seen != hunt.row.details_tag()) {
                return Err(HuntError::Changed("bonus hunt"));
            }
            let Details { name, description, streamer_name, hunt_date, starting_balance } = details;
            let before = hunt.row.audit_json();
            let row = HuntRow {
                name,
                description,
                streamer_name,
                hunt_date: hunt_date.unwrap_or(hunt.row.hunt_date),
                starting_balance,
                ..hunt.row.clone()
            };
            let audited = (before, row.audit_json());
            Ok(Change { after: Some(Hunt { row, ..hunt }), action: "hunts.edit", audited })
        })
        .await
    }

    /// Deletes a hunt with all its slots.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn delete(&self, id: &str, actor: Actor) -> Result<(), HuntError> {
        self.change(id, actor, |hunt, batch| {
            for slot in hunt.slots.keys() {
                SLOT.delete(batch, &(hunt.number, *slot))?;
            }
            let before = json!({ "hunt": hunt.row.audit_json(), "slots": hunt.slots.len() });
            Ok(Change { after: None, action: "hunts.delete", audited: (before, Value::Null) })
        })
        .await
    }

    /// Adds a slot at the end.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn add_slot(
        &self,
        id: &str,
        wanted: SlotInput,
        actor: Actor,
    ) -> Result<(), HuntError> {
        let slot = wanted.checked()?;
        self.change(id, actor, move |mut hunt, batch| {
            if hunt.slots.len() >= SLOTS_MAX {
                return Err(HuntError::TooMany(SLOTS_MAX, "slots in a hunt"));
            }
            hunt.row.last_slot += 1;
            let number = hunt.row.last_slot;
            let after = put_slot(&mut hunt, number, slot, batch)?;
            Ok(Change {
                after: Some(hunt),
                action: "hunts.slot.add",
                audited: (Value::Null, after),
            })
        })
        .await
    }

    /// Replaces a slot.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn edit_slot(
        &self,
        id: &str,
        slot: u32,
        wanted: SlotInput,
        actor: Actor,
    ) -> Result<(), HuntError> {
        let details = wanted.checked()?;
        self.change(id, actor, move |mut hunt, batch| {
            let before = audited_slot(&hunt, slot)?;
            // A form opened before a win was entered must not remove the win.
            let now = hunt.slots.get(&slot).map(|slot| slot.revision);
            if details.revision.is_some() && details.revision != now {
                return Err(HuntError::Changed("slot"));
            }
            let after = put_slot(&mut hunt, slot, details, batch)?;
            Ok(Change { after: Some(hunt), action: "hunts.slot.edit", audited: (before, after) })
        })
        .await
    }

    /// Opens a slot and stores its win.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn play(
        &self,
        id: &str,
        slot: u32,
        win: Cents,
        actor: Actor,
    ) -> Result<(), HuntError> {
        self.change(id, actor, move |mut hunt, batch| {
            let before = audited_slot(&hunt, slot)?;
            let row = hunt.slots.get_mut(&slot).ok_or(HuntError::NoSuchSlot)?;
            // When two admins press Play at the same time, the second one gets an error and nothing
            // is overwritten.
            if row.win.is_some() {
                return Err(HuntError::Opened);
            }
            row.win = Some(win);
            row.revision += 1;
            SLOT.put(batch, &(hunt.number, slot), row)?;
            let after = audited_slot(&hunt, slot)?;
            Ok(Change { after: Some(hunt), action: "hunts.slot.play", audited: (before, after) })
        })
        .await
    }

    /// Deletes a slot.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn delete_slot(&self, id: &str, slot: u32, actor: Actor) -> Result<(), HuntError> {
        self.change(id, actor, move |mut hunt, batch| {
            let before = audited_slot(&hunt, slot)?;
            hunt.slots.remove(&slot);
            hunt.said.tips.remove(&slot.to_string());
            SLOT.delete(batch, &(hunt.number, slot))?;
            let audited = (before, Value::Null);
            Ok(Change { after: Some(hunt), action: "hunts.slot.delete", audited })
        })
        .await
    }

    /// Changes the override of one hunt. Omitted fields stay unchanged.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn set_override(
        &self,
        id: String,
        wanted: OverrideInput,
        actor: Actor,
    ) -> Result<(), HuntError> {
        let hunts = self.clone();
        let done = async move {
            let _changing = hunts.inner.changing.lock().await;
            let before = &hunts.kept(&id)?.hunt;
            let said = overridden(before, before.said.clone(), wanted)?;
            hunts.keep_overrides([(before, said)], actor).await
        };
        to_the_end(done).await?
    }

    /// Replaces the whole map of overrides, all or nothing. Omitted hunts lose their override.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn save_overrides(
        &self,
        wanted: BTreeMap<String, OverrideInput>,
        actor: Actor,
    ) -> Result<(), HuntError> {
        let hunts = self.clone();
        let done = async move {
            let _changing = hunts.inner.changing.lock().await;
            let mut by_id = BTreeMap::new();
            for (id, wanted) in wanted {
                let known = hunts.kept(&id)?.hunt.row.id.clone();
                if by_id.insert(known, wanted).is_some() {
                    return Err(HuntError::Field("overrides", format!("{id} is named twice")));
                }
            }
            let shown = hunts.inner.shown.load_full();
            let mut all = Vec::new();
            for kept in shown.hunts.values() {
                let wanted = by_id.remove(&kept.hunt.row.id).unwrap_or_default();
                let said = overridden(&kept.hunt, OverrideRow::default(), wanted)?;
                all.push((&kept.hunt, said));
            }
            hunts.keep_overrides(all, actor).await
        };
        to_the_end(done).await?
    }

    /// Writes the overrides that differ from the current ones.
    async fn keep_overrides<'a>(
        &self,
        wanted: impl IntoIterator<Item = (&'a Hunt, OverrideRow)>,
        actor: Actor,
    ) -> Result<(), HuntError> {
        let changed = wanted.into_iter().filter(|(before, said)| before.said != *said);
        let decided = changed.map(|(before, said)| {
            let audited = (audited_override(&before.said), audited_override(&said));
            let mut after = Hunt { said, ..before.clone() };
            after.row.revision += 1;
            let id = after.row.id.clone();
            Decided { id, after: Some(after), action: "hunts.override", audited }
        });
        let decided: Vec<Decided> = decided.collect();
        if decided.is_empty() {
            return Ok(());
        }
        self.keep(decided, Batch::new(), actor).await
    }

    /// Makes a change of one hunt. Runs to the end even if the caller disconnects.
    async fn change(
        &self,
        id: &str,
        actor: Actor,
        decide: impl FnOnce(Hunt, &mut Batch) -> Result<Change, HuntError> + 'static,
    ) -> Result<(), HuntError> {
        let (hunts, id) = (self.clone(), id.to_owned());
        let done = async move {
            let _changing = hunts.inner.changing.lock().await;
            hunts.check_local()?;
            let hunt = hunts.kept(&id)?.hunt.clone();
            let (id, mut batch) = (hunt.row.id.clone(), Batch::new());
            let Change { mut after, action, audited } = decide(hunt, &mut batch)?;
            if let Some(after) = &mut after {
                after.row.revision += 1;
            }
            hunts.keep(vec![Decided { id, after, action, audited }], batch, actor).await
        };
        to_the_end(done).await?
    }

    /// Commits changes together, then updates memory and pushes. The caller must hold the lock for
    /// changes.
    pub(super) async fn keep(
        &self,
        decided: Vec<Decided>,
        mut batch: Batch,
        actor: Actor,
    ) -> Result<(), HuntError> {
        let site = &self.inner;
        if !site.store.writable() {
            return Err(HuntError::ReadOnly);
        }
        let mut hunts = site.shown.load().hunts.clone();
        let mut events = Vec::with_capacity(decided.len());
        for Decided { id, after, action, audited: (audit_before, audit_after) } in decided {
            let key = folded(&id);
            let before = hunts.get(&key).map(|kept| &kept.hunt);
            stored::put(before, after.as_ref(), key.clone(), &mut batch)?;
            let revision = after.as_ref().map_or(0, |hunt| hunt.row.revision);
            // Prepared before the commit: a change must not be on disk without becoming visible.
            match after {
                Some(hunt) => hunts.insert(key, Arc::new(Kept::new(hunt)?)),
                None => hunts.remove(&key),
            };
            let entry = Entry {
                actor: actor.clone(),
                action,
                subject: format!("hunt:{id}"),
                before: text(&audit_before),
                after: text(&audit_after),
            };
            site.audit.record(entry, &mut batch)?;
            events.push(HuntsUpdated::new(&id, revision));
        }
        let next = Shown::of(hunts);
        site.store.commit(batch).await?;
        site.shown.store(Arc::new(next));
        for event in &events {
            site.broadcaster.publish_to_everyone(event);
        }
        Ok(())
    }
}

/// Stores a slot at its number. Returns its audit state.
fn put_slot(
    hunt: &mut Hunt,
    number: u32,
    details: SlotDetails,
    batch: &mut Batch,
) -> Result<Value, HuntError> {
    let SlotDetails { name, provider, called_by, bet, win, has_tip, .. } = details;
    let revision = hunt.slots.get(&number).map_or(1, |slot| slot.revision + 1);
    let row = SlotRow { revision, name, provider, called_by, bet, win };
    SLOT.put(batch, &(hunt.number, number), &row)?;
    hunt.slots.insert(number, row);
    let id = number.to_string();
    if has_tip {
        hunt.said.tips.insert(id);
    } else {
        hunt.said.tips.remove(&id);
    }
    audited_slot(hunt, number)
}

fn audited_slot(hunt: &Hunt, number: u32) -> Result<Value, HuntError> {
    let slot = hunt.slots.get(&number).ok_or(HuntError::NoSuchSlot)?;
    let tip = hunt.said.tips.contains(&number.to_string());
    Ok(json!({ "id": number.to_string(), "slot": slot.audit_json(), "hasTip": tip }))
}

fn audited_override(said: &OverrideRow) -> Value {
    json!({ "status": said.status, "tips": said.tips })
}

/// Applies a request to an override. Tips are for bonuses of the hunt, or for one that the service
/// has removed since.
fn overridden(
    hunt: &Hunt,
    mut said: OverrideRow,
    wanted: OverrideInput,
) -> Result<OverrideRow, HuntError> {
    if let Some(status) = wanted.status {
        let (now, seen) = (hunt.status(), wanted.seen_status);
        if seen.is_some_and(|seen| seen != now) && status != Some(now) {
            return Err(HuntError::Changed("bonus hunt"));
        }
        said.status = status;
    }
    let known: BTreeSet<String> = hunt.slots.keys().map(|number| hunt.slot_id(*number)).collect();
    for (id, tip) in wanted.slot_tips.unwrap_or_default() {
        if !known.contains(&id) && !hunt.said.tips.contains(&id) {
            return Err(HuntError::NoSuchSlot);
        }
        if tip {
            said.tips.insert(id);
        } else {
            said.tips.remove(&id);
        }
    }
    Ok(said)
}

fn text(value: &Value) -> String {
    if value.is_null() { String::new() } else { value.to_string() }
}
