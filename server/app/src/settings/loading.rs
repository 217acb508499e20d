//! Reads the settings at the start. The first start of a data folder stores what its settings file, its
//! environment and the defaults of its version say.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use pointhouse_store::{Batch, Keys, Store};
use serde_json::Value;

use super::editor::{Head, Inner, SettingsEditor, State, with_secrets};
use super::error::SettingsError;
use super::records::{
    Cause, REVISION, RevisionRow, SECRET, SectionKey, ZONES, ZonesRow, put_revision, read_value,
};
use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis, SiteZone};
use crate::config::{Config, Origin, SecretName, Settings};
use crate::fault::Fault;
use crate::locks::Lock;

/// Loads the settings, puts them in force and returns their editor.
///
/// # Errors
/// The store cannot be read or written, or a value is invalid.
pub async fn load(
    store: &Store,
    clock: &Clock,
    settings: Settings,
    zone: &SiteZone,
    origin: Origin,
    (audit, broadcaster): (Audit, Broadcaster),
) -> Result<SettingsEditor, SettingsError> {
    let given = settings.now().as_ref().clone();
    let mut state = read_state(store)?;
    let mut batch = Batch::new();
    if state.heads.is_empty() {
        state.heads = first_heads(&given, origin, clock.now(), &mut batch)?;
        let actor = Actor::first_start();
        audit.record(Entry::new(actor, "settings.first_start", "settings"), &mut batch)?;
    } else {
        report_ignored(&given);
    }
    let stored: BTreeMap<String, Value> =
        state.heads.iter().map(|(name, head)| ((*name).to_owned(), head.value.clone())).collect();
    let config = with_secrets(given.compose(&stored)?, &given, &state.secrets);
    config.check()?;
    let zones = match ZONES.get(store.view())? {
        Some(_) => zone.changed(config.place.timezone, clock.now()),
        None => Some(SiteZone::new(config.place.timezone).eras()),
    };
    if let Some(eras) = zones {
        ZONES.put(&mut batch, &ZonesRow::of(&eras))?;
        zone.set(eras);
    }
    if !batch.is_empty() {
        store.commit(batch).await?;
    }
    settings.replace(Arc::new(config));
    let inner = Inner {
        store: store.clone(),
        clock: clock.clone(),
        audit,
        broadcaster,
        settings,
        given,
        zone: zone.clone(),
        state: Mutex::new(state),
        changing: Lock::default(),
        followers: RwLock::default(),
    };
    Ok(SettingsEditor { inner: Arc::new(inner) })
}

fn read_state(store: &Store) -> Result<State, Fault> {
    let view = store.view();
    let mut newest: BTreeMap<SectionKey, (u32, RevisionRow)> = BTreeMap::new();
    for row in REVISION.rows(view, Keys::all()) {
        let ((key, revision), row) = row?;
        newest.insert(key, (revision, row));
    }
    let mut state = State::default();
    for (key, (revision, row)) in newest {
        let Some(name) = key.name() else { continue };
        let value = read_value(view, (key, revision), &row)?;
        let RevisionRow { at, actor, cause, .. } = row;
        state.heads.insert(name, Head { revision, at: Millis(at), actor, cause, value });
    }
    for row in SECRET.rows(view, Keys::all()) {
        let (key, row) = row?;
        if let Some(name) = SecretName::find(&key) {
            state.secrets.insert(name, row.text.into());
        }
    }
    Ok(state)
}

fn first_heads(
    given: &Config,
    origin: Origin,
    now: Millis,
    batch: &mut Batch,
) -> Result<BTreeMap<&'static str, Head>, SettingsError> {
    let mut heads = BTreeMap::new();
    let actor = Actor::first_start().into_text();
    for (name, value) in given.first_values(origin) {
        let key = SectionKey::of(name).ok_or(SettingsError::NoSuchSection)?;
        let (revision, cause) = (1, Cause::FirstStart);
        let row = RevisionRow { at: now.0, actor: actor.clone(), cause, pieces: 0 };
        put_revision(batch, (key, revision), &value, row)?;
        heads.insert(name, Head { revision, at: now, actor: actor.clone(), cause, value });
    }
    Ok(heads)
}

fn report_ignored(given: &Config) {
    let ignored = given.ignored_keys();
    if !ignored.is_empty() {
        let keys = ignored.join(", ");
        tracing::warn!(
            keys,
            "these settings of the site are ignored: they are changed in the panel. To let this file decide them, \
             list them in locked.keys"
        );
    }
}
