//! Refreshes external hunts, and imports one of them as a local hunt.

use std::sync::Arc;

use pointhouse_store::Batch;
use serde_json::{Value, json};

use super::reading::{Listed, Place, Read};
use super::{KEPT, Source, records};
use crate::audit::Actor;
use crate::detached::to_the_end;
use crate::external::ExternalError;
use crate::hunts::changes::Decided;
use crate::hunts::events::HuntsUpdated;
use crate::hunts::model::Hunt;
use crate::hunts::records::{HEAD, HeadRow, HuntRow, OverrideRow, SLOT, folded};
use crate::hunts::{HUNTS_MAX, HuntError, Hunts, Kept, Shown};

const TOO_MANY_REQUESTS: u16 = 429;

/// Result of a refresh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refreshed {
    /// Number of changed hunts.
    pub changed: usize,
}

/// An external hunt that can be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Importable {
    /// The service's id.
    pub id: String,
    /// Name of the hunt.
    pub name: String,
    /// Local id under which it was imported, while that hunt exists.
    pub imported_as: Option<String>,
}

impl Hunts {
    /// Reads the external hunts again, if the site shows them. A hunt that cannot be parsed stays
    /// unchanged, and so do all when the list cannot be parsed or is suddenly empty.
    ///
    /// # Errors
    /// The call to the service failed, or the disk is full.
    pub async fn refresh(&self) -> Result<Refreshed, HuntError> {
        let source = self.inner.source.load_full().filter(|_| self.is_external());
        let Some(source) = source else { return Ok(Refreshed::default()) };
        let Some(_refreshing) = self.inner.refreshing.try_lock() else {
            return Ok(Refreshed::default());
        };
        self.reload(&source).await
    }

    /// Asks the service for its hunts without storing them. Returns the result in words.
    ///
    /// # Errors
    /// No service is configured, or the call failed.
    pub async fn test(&self) -> Result<String, HuntError> {
        let source = self.inner.source.load_full().ok_or(HuntError::NoSource)?;
        Ok(match source.list(true).await?.len() {
            0 => "The service works. It has no bonus hunt yet.".to_owned(),
            1 => "The service works. It lists 1 bonus hunt.".to_owned(),
            many => format!("The service works. It lists {many} bonus hunts."),
        })
    }

    async fn reload(&self, source: &Arc<Source>) -> Result<Refreshed, HuntError> {
        let is_empty = self.inner.shown.load().hunts.is_empty();
        let listed = source.list(is_empty).await?;
        let (due, gone) = {
            let shown = self.inner.shown.load();
            let is_running = |kept: &Kept| kept.hunt.slots.values().any(|slot| slot.win.is_none());
            let running = shown.hunts.iter().filter(|(_, kept)| is_running(kept));
            let running = running.map(|(id, _)| id.clone()).collect();
            let mut rounds = self.inner.rounds.lock();
            (rounds.due(&listed, &running), rounds.gone(&listed, shown.hunts.keys()))
        };
        let mut refreshed = Refreshed::default();
        let mut failure = None;
        for one in due {
            match self.read_one(source, &one).await {
                Ok(is_new) => refreshed.changed += usize::from(is_new),
                // A hunt that fails doesn't affect the others.
                Err(error) => {
                    self.inner.rounds.lock().failed(&one);
                    let is_over = ends_round(&error);
                    failure.get_or_insert(error);
                    if is_over {
                        break;
                    }
                }
            }
        }
        for id in gone {
            self.show_external(source, &id, None).await?;
            refreshed.changed += 1;
        }
        failure.map_or(Ok(refreshed), Err)
    }

    async fn read_one(&self, source: &Arc<Source>, listed: &Listed) -> Result<bool, HuntError> {
        // Some services return complete hunts in the list.
        let whole = source.read(&listed.entry, Place::List);
        let whole = whole.map_err(|error| ExternalError::Unreadable(error.to_string()))?;
        let is_whole = whole.is_some();
        let read = match whole {
            Some(read) => read,
            None => source.one(&listed.id, Some(&listed.entry)).await?,
        };
        let is_new = self.show_external(source, &listed.id, Some(read)).await?;
        self.inner.rounds.lock().read(listed, is_whole);
        Ok(is_new)
    }

    /// Stores and publishes a hunt as read. Returns whether it changed.
    async fn show_external(
        &self,
        source: &Arc<Source>,
        id: &str,
        read: Option<Read>,
    ) -> Result<bool, HuntError> {
        let _changing = self.inner.changing.lock().await;
        // The settings may name another source meanwhile.
        let current = self.inner.source.load_full().filter(|_| self.is_external());
        if !current.is_some_and(|current| Arc::ptr_eq(&current, source)) {
            return Ok(false);
        }
        if !self.inner.store.writable() {
            return Err(HuntError::ReadOnly);
        }
        let mut hunts = self.inner.shown.load().hunts.clone();
        let before = hunts.get(&folded(id)).map(|kept| kept.hunt.clone());
        let mut after = read.map(|read| self.made_of(id, read, before.as_ref()));
        if let (None, Some(hunt)) = (&before, &mut after) {
            hunt.said = records::said(self.inner.store.view(), id)?;
        }
        if before == after {
            return Ok(false);
        }
        let after = after.map(|mut hunt| {
            hunt.row.revision += 1;
            hunt
        });
        let mut batch = Batch::new();
        records::put(&mut batch, before.as_ref(), after.as_ref())?;
        let revision = after.as_ref().map_or(0, |hunt| hunt.row.revision);
        match after {
            Some(hunt) => hunts.insert(folded(id), Arc::new(Kept::new(hunt)?)),
            None => hunts.remove(&folded(id)),
        };
        let next = Shown::of(hunts);
        self.inner.store.commit(batch).await?;
        self.inner.shown.store(Arc::new(next));
        self.inner.broadcaster.publish_to_everyone(&HuntsUpdated::new(id, revision));
        Ok(true)
    }

    fn made_of(&self, id: &str, read: Read, before: Option<&Hunt>) -> Hunt {
        let now = self.inner.clock.now().0;
        let Read { name, description, date, starting_balance, slots } = read;
        let row = HuntRow {
            revision: before.map_or(0, |hunt| hunt.row.revision),
            id: id.to_owned(),
            name,
            description,
            streamer_name: String::new(),
            // Without a date, the time when it was first seen.
            hunt_date: date.unwrap_or_else(|| before.map_or(now, |hunt| hunt.row.hunt_date)),
            starting_balance,
            created_at: before.map_or(now, |hunt| hunt.row.created_at),
            last_slot: u32::try_from(slots.len()).unwrap_or(u32::MAX),
        };
        let ids = (1..).zip(slots.iter().map(|(id, _)| id.clone())).collect();
        let slots = (1_u32..).zip(slots).map(|(place, (_, mut slot))| {
            let known = before.and_then(|hunt| hunt.slots.get(&place));
            let last = known.map_or(0, |slot| slot.revision);
            slot.revision = last;
            slot.revision += u64::from(known != Some(&slot));
            (place, slot)
        });
        Hunt {
            number: 0,
            row,
            slots: slots.collect(),
            said: before.map(|hunt| hunt.said.clone()).unwrap_or_default(),
            external_ids: Some(ids),
        }
    }

    /// The external hunts that can be imported.
    ///
    /// # Errors
    /// No service is configured, or the call failed.
    pub async fn importable(&self) -> Result<Vec<Importable>, HuntError> {
        let source = self.inner.source.load_full().ok_or(HuntError::NoSource)?;
        let listed = source.list(true).await?;
        let shown = self.inner.shown.load();
        let ours = |id: &str| {
            let kept = shown.hunts.get(&folded(&source.own_id(id)))?;
            kept.hunt.external_ids.is_none().then(|| kept.hunt.row.id.clone())
        };
        let named = |one: Listed| Importable {
            name: super::reading::name(&one.entry, &["name", "title"], "Bonus hunt"),
            imported_as: ours(&one.id),
            id: one.id,
        };
        Ok(listed.into_iter().map(named).take(KEPT).collect())
    }

    /// Imports an external hunt as a local one, with all slots in one commit. Returns its local id.
    /// A hunt is not imported twice.
    ///
    /// # Errors
    /// See [`HuntError`]. Nothing has changed then.
    pub async fn import(&self, id: &str, actor: Actor) -> Result<String, HuntError> {
        let (hunts, id) = (self.clone(), id.to_owned());
        to_the_end(async move { hunts.take_over(&id, actor).await }).await?
    }

    async fn take_over(&self, id: &str, actor: Actor) -> Result<String, HuntError> {
        self.check_local()?;
        let source = self.inner.source.load_full().ok_or(HuntError::NoSource)?;
        let own = source.own_id(id);
        // With the service's name before it, an empty one would look like an id.
        if id.is_empty() || !crate::hunts::input::is_id(&own) {
            return Err(HuntError::BadId);
        }
        let read = source.one(id, None).await?;
        let _changing = self.inner.changing.lock().await;
        self.check_local()?;
        let head = HEAD.get(self.inner.store.view())?.unwrap_or_default();
        let shown = self.inner.shown.load_full();
        if shown.hunts.contains_key(&folded(&own)) {
            return Err(HuntError::Taken(own));
        }
        if shown.hunts.len() >= HUNTS_MAX {
            return Err(HuntError::TooMany(HUNTS_MAX, "bonus hunts"));
        }
        let next = HeadRow { last: head.last + 1 };
        let made = self.made_of(&own, read, None);
        let mut hunt =
            Hunt { number: next.last, said: OverrideRow::default(), external_ids: None, ..made };
        hunt.row.revision = 1;
        for slot in hunt.slots.values_mut().filter(|slot| slot.called_by.is_empty()) {
            // Local slots require a caller: otherwise the first edit would be refused.
            "Unknown".clone_into(&mut slot.called_by);
        }
        let mut batch = Batch::new();
        HEAD.put(&mut batch, &next)?;
        for (place, slot) in &hunt.slots {
            SLOT.put(&mut batch, &(hunt.number, *place), slot)?;
        }
        let audited =
            (Value::Null, json!({ "hunt": hunt.row.audit_json(), "slots": hunt.slots.len() }));
        let action = "hunts.import";
        let decided = Decided { id: own.clone(), after: Some(hunt), action, audited };
        self.keep(vec![decided], batch, actor).await?;
        Ok(own)
    }
}

/// Returns whether further calls in this round are useless, or the service asked for a pause.
fn ends_round(error: &HuntError) -> bool {
    use ExternalError::{CircuitOpen, Status, TooSlow, Unreachable};
    matches!(
        error,
        HuntError::ReadOnly
            | HuntError::Source(CircuitOpen | Unreachable | TooSlow | Status(TOO_MANY_REQUESTS))
    )
}
