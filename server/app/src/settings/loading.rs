//! Reads the settings at the start. The first start of a data folder stores what its settings file, its
//! environment and the defaults of its version say; a start of a later version does so with the settings that are
//! new in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use pointhouse_store::{Batch, Keys, Store, View};
use serde_json::{Map, Value};

use super::change::with_secrets;
use super::editor::{Inner, SettingsEditor};
use super::error::SettingsError;
use super::records::{Cause, REVISION, RevisionRow, SECRET, SectionKey, put_revision, read_value};
use super::state::{Head, State, overwrite};
use crate::audit::{Actor, Audit};
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis};
use crate::config::{Config, Preset, SECTIONS, Secret, SecretName, Settings};
use crate::fault::Fault;
use crate::locks::Lock;

/// The settings of a data folder, before the modules that use them.
pub struct Loaded {
    settings: Settings,
    /// The settings file and the environment.
    given: Config,
    state: State,
    /// Sections with values that are not stored yet.
    incomplete: Vec<&'static str>,
}

impl Loaded {
    /// Reads the settings of a data folder without storing anything.
    ///
    /// # Errors
    /// The store cannot be read, or a value is invalid.
    pub fn read(store: &Store, given: Config, preset: Preset) -> Result<Self, SettingsError> {
        let mut state = read_state(store.view())?;
        let is_first = state.heads.is_empty();
        if !is_first {
            report_ignored(&given);
        }
        let mut incomplete = complete(&mut state, &given, preset);
        let stored = state.heads.iter().map(|(name, head)| (*name, head.value.clone())).collect();
        let composed = given.compose(&stored)?;
        state.secrets = read_secrets(store.view(), &composed)?;
        let config = with_secrets(composed, &given, &state.secrets);
        let is_given = |name: &&str| config.section(name) == given.section(name);
        if !given.is_checked() || !SECTIONS.iter().all(is_given) {
            config.check().map_err(|error| {
                // What the file decides may be invalid by itself.
                let is_of_file = given.decides_settings()
                    && given.check().is_err_and(|other| other.to_string() == error.to_string());
                let is_in_file = is_first || is_of_file;
                if is_in_file {
                    SettingsError::Invalid(error)
                } else {
                    SettingsError::Stored(error)
                }
            })?;
        }
        take_over_locked(&mut state, &given, &config, &mut incomplete);
        Ok(Self { settings: Settings::new(config), given, state, incomplete })
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Stores the values that are not stored yet.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn store_first_values(
        &mut self,
        store: &Store,
        clock: &Clock,
    ) -> Result<(), SettingsError> {
        if self.incomplete.is_empty() {
            return Ok(());
        }
        let (now, actor) = (clock.now(), Actor::first_start());
        let mut batch = Batch::new();
        for name in std::mem::take(&mut self.incomplete) {
            let Some(head) = self.state.heads.get_mut(name) else { continue };
            let key = SectionKey::of(name).ok_or(SettingsError::NoSuchSection)?;
            head.revision += 1;
            (head.at, head.actor) = (now, actor.clone().into_text());
            head.cause = Cause::FirstStart;
            let row =
                RevisionRow { at: now.0, actor: head.actor.clone(), cause: head.cause, pieces: 0 };
            put_revision(&mut batch, (key, head.revision), &head.value, row)?;
        }
        store.commit(batch).await?;
        Ok(())
    }

    /// The editor of the settings.
    pub fn editor(
        self,
        store: &Store,
        clock: &Clock,
        (audit, broadcaster): (&Audit, &Broadcaster),
    ) -> SettingsEditor {
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            audit: audit.clone(),
            broadcaster: broadcaster.clone(),
            settings: self.settings,
            given: self.given,
            state: Mutex::new(self.state),
            changing: Lock::default(),
            followers: RwLock::default(),
        };
        SettingsEditor { inner: Arc::new(inner) }
    }
}

fn read_state(view: &View) -> Result<State, Fault> {
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
    Ok(state)
}

/// The stored secrets. The settings file may have changed where one is sent: it is left out then, until it is
/// entered for the new place.
fn read_secrets(view: &View, config: &Config) -> Result<BTreeMap<SecretName, Secret>, Fault> {
    let mut secrets = BTreeMap::new();
    for row in SECRET.rows(view, Keys::all()) {
        let (key, row) = row?;
        let Some(name) = SecretName::find(&key) else { continue };
        if row.destination == config.destination(name) {
            secrets.insert(name, row.text.into());
        } else {
            tracing::warn!(
                key,
                "the stored secret was entered for another address and is not used"
            );
        }
    }
    Ok(secrets)
}

/// Gives every section every key, at every depth: those that are not stored get the value that the folder begins
/// with. Stored keys that this version doesn't have any more are left out. Returns the sections that change.
fn complete(state: &mut State, given: &Config, preset: Preset) -> Vec<&'static str> {
    let mut incomplete = Vec::new();
    for (name, mut value) in given.first_values(preset) {
        let head = state.heads.entry(name).or_insert_with(|| Head {
            revision: 0,
            at: Millis(0),
            actor: String::new(),
            cause: Cause::FirstStart,
            value: Value::Object(Map::new()),
        });
        overwrite(&mut value, head.value.clone());
        if value != head.value {
            incomplete.push(name);
        }
        head.value = value;
    }
    incomplete
}

/// Stores what the file decides, in place of stored values that no start could use without it: after the lock is taken
/// away, the site goes on with that.
fn take_over_locked(
    state: &mut State,
    given: &Config,
    config: &Config,
    incomplete: &mut Vec<&'static str>,
) {
    let stored = state.heads.iter().map(|(name, head)| (*name, head.value.clone())).collect();
    let composed = given.without_locks().compose(&stored);
    let free = composed.map(|composed| with_secrets(composed, given, &state.secrets));
    if free.is_ok_and(|free| free.check().is_ok()) {
        return;
    }
    for (name, head) in &mut state.heads {
        let in_force = config.section(name).filter(|value| *value != head.value);
        let Some(value) = in_force else { continue };
        head.value = value;
        if !incomplete.contains(name) {
            incomplete.push(name);
        }
    }
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
