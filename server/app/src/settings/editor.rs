//! Reads and changes the settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use pointhouse_store::{Keys, Store};
use serde_json::Value;

use super::differences::{Difference, add_differences};
use super::error::SettingsError;
use super::follower::Follower;
use super::records::{Cause, REVISION, RevisionRow, SectionKey, read_value};
use super::state::{By, Change, Draft, Head, Rows, SecretState, State, overwrite};
use crate::audit::{Actor, Audit};
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis};
use crate::config::{
    Config, GivenBy, SECTIONS, Secret, SecretName, SectionValues, Settings, set_value_at, value_at,
};
use crate::locks::Lock;

pub(super) struct Inner {
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) audit: Audit,
    pub(super) broadcaster: Broadcaster,
    pub(super) settings: Settings,
    /// The settings file and the environment.
    pub(super) given: Config,
    pub(super) state: Mutex<State>,
    pub(super) changing: Lock,
    pub(super) followers: RwLock<Vec<Box<dyn Follower>>>,
}

/// Changes the settings. Cheap to clone.
#[derive(Clone)]
pub struct SettingsEditor {
    pub(super) inner: Arc<Inner>,
}

impl SettingsEditor {
    /// Lets a module follow the changes. Called while the site is built.
    pub fn follow(&self, follower: impl Follower + 'static) {
        self.inner.followers.write().push(Box::new(follower));
    }

    /// The settings of the file and the environment.
    pub fn given(&self) -> &Config {
        &self.inner.given
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    /// The newest revision of a section.
    pub fn head(&self, section: &str) -> Option<Head> {
        self.inner.state.lock().heads.get(section).cloned()
    }

    /// Keys of a section that the settings file decides, and who named them. The whole section is an empty key.
    pub fn locked(&self, section: &str) -> Vec<(String, GivenBy)> {
        let given = &self.inner.given;
        let by = |key: &str| {
            let full = if key.is_empty() { section.to_owned() } else { format!("{section}.{key}") };
            given.given_by(&full)
        };
        given.locked_keys(section).map(|key| (key.to_owned(), by(key))).collect()
    }

    /// What can be shown of the secrets.
    pub fn secrets(&self) -> Vec<SecretState> {
        let config = self.inner.settings.now();
        let state = |name: SecretName| {
            let text = config.secret(name).reveal();
            let is_given = self.inner.given.decides_secret(name);
            let shown = (text.chars().count() >= 8).then(|| {
                let skipped = text.chars().count() - 2;
                text.chars().skip(skipped).collect()
            });
            SecretState {
                name,
                is_set: !text.is_empty(),
                ends_in: shown,
                given_by: is_given.then(|| self.inner.given.given_by(name.key())),
            }
        };
        SecretName::ALL.into_iter().map(state).collect()
    }

    /// Revisions of a section, newest first.
    ///
    /// # Errors
    /// The store cannot be read, or there is no such section.
    pub fn history(&self, section: &str) -> Result<Vec<Head>, SettingsError> {
        let key = SectionKey::of(section).ok_or(SettingsError::NoSuchSection)?;
        let view = self.inner.store.view();
        let mut found = Vec::new();
        for row in REVISION.rows(view, Keys::under(&key)) {
            let ((_, revision), row) = row?;
            let value = read_value(view, (key, revision), &row)?;
            let RevisionRow { at, actor, cause, .. } = row;
            found.push(Head { revision, at: Millis(at), actor, cause, value });
        }
        found.reverse();
        Ok(found)
    }

    /// A revision of a section, and what restoring it would change.
    ///
    /// # Errors
    /// The store cannot be read, or there is no such revision.
    pub fn compare_revision(
        &self,
        section: &str,
        revision: u32,
    ) -> Result<(Head, Vec<Difference>), SettingsError> {
        let section = known_section(section)?;
        let now = self.head(section).ok_or(SettingsError::NoSuchSection)?.value;
        let earlier = self.read_revision(section, revision)?;
        let mut restored = now.clone();
        overwrite(&mut restored, earlier.value.clone());
        self.keep_locked(section, &now, &mut restored);
        let mut found = Vec::new();
        add_differences(section, "", (&now, &restored), &mut found);
        Ok((earlier, found))
    }

    /// Refuses a change of a key that the settings file decides.
    fn refuse_locked(&self, section: &str, value: &Value) -> Result<(), SettingsError> {
        let now = self.inner.settings.now();
        let (mut wanted, in_force) = (now.as_ref().clone(), now.section(section));
        // In one form, in which values can be compared.
        wanted.set_section(section, value)?;
        let (wanted, in_force) = (wanted.section(section), in_force.unwrap_or_default());
        for key in self.inner.given.locked_keys(section) {
            if wanted.as_ref().and_then(|wanted| value_at(wanted, key)) != value_at(&in_force, key)
            {
                let name =
                    if key.is_empty() { section.to_owned() } else { format!("{section}.{key}") };
                return Err(self.locked_error(name));
            }
        }
        Ok(())
    }

    /// The refusal to change a key, with who decides it.
    pub(super) fn locked_error(&self, key: String) -> SettingsError {
        let by = self.inner.given.given_by(&key);
        SettingsError::Locked { key, by }
    }

    /// Puts the stored values of locked keys into a draft of their section.
    pub(super) fn keep_locked(&self, section: &str, stored: &Value, draft: &mut Value) {
        for key in self.inner.given.locked_keys(section) {
            match (key, value_at(stored, key)) {
                ("", _) => *draft = stored.clone(),
                (key, Some(stored)) => set_value_at(draft, key, stored.clone()),
                (_, None) => {}
            }
        }
    }

    /// A revision of a section. Reads the store: must not run on a serving thread.
    ///
    /// # Errors
    /// The store cannot be read, or there is no such revision.
    pub fn read_revision(&self, section: &str, revision: u32) -> Result<Head, SettingsError> {
        let section = known_section(section)?;
        let key = SectionKey::of(section).ok_or(SettingsError::NoSuchSection)?;
        let view = self.inner.store.view();
        let row = REVISION.get(view, &(key, revision))?.ok_or(SettingsError::NoSuchRevision)?;
        let value = read_value(view, (key, revision), &row)?;
        let RevisionRow { at, actor, cause, .. } = row;
        Ok(Head { revision, at: Millis(at), actor, cause, value })
    }

    /// Saves a section, with secrets that belong to it. Returns its new revision.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub async fn save(
        &self,
        section: &str,
        base: u32,
        value: Value,
        secrets: BTreeMap<SecretName, Secret>,
        by: By,
    ) -> Result<Head, SettingsError> {
        if secrets.keys().any(|name| !name.key().starts_with(&format!("{section}."))) {
            return Err(SettingsError::NoSuchSecret);
        }
        let section = known_section(section)?;
        self.refuse_locked(section, &value)?;
        let draft = Draft { section, base: Some(base), value };
        let cause = Cause::Saved;
        self.change(Change { drafts: vec![draft], secrets, cause, by, rows: None }).await?;
        self.head(section).ok_or(SettingsError::NoSuchSection)
    }

    /// Puts the value of an earlier revision of a section in force. Secrets and locked keys stay as they are.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub async fn restore(
        &self,
        section: &str,
        base: u32,
        earlier: Value,
        by: By,
    ) -> Result<Head, SettingsError> {
        let section = known_section(section)?;
        // Keys that the section got since keep their value.
        let mut value = self.head(section).map(|head| head.value).unwrap_or_default();
        overwrite(&mut value, earlier);
        let draft = Draft { section, base: Some(base), value };
        let (secrets, cause) = (BTreeMap::new(), Cause::Restored);
        self.change(Change { drafts: vec![draft], secrets, cause, by, rows: None }).await?;
        self.head(section).ok_or(SettingsError::NoSuchSection)
    }

    /// Changes sections together with rows of others, as one commit.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub async fn change_with(
        &self,
        values: SectionValues,
        rows: Rows,
        actor: Actor,
    ) -> Result<(), SettingsError> {
        let draft = |(section, value)| Draft { section, base: None, value };
        let drafts = values.into_iter().map(draft).collect();
        let (secrets, cause) = (BTreeMap::new(), Cause::Saved);
        let (by, rows) = (By::site(actor), Some(rows));
        self.change(Change { drafts, secrets, cause, by, rows }).await
    }

    /// Sets a secret; an empty one removes it.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub async fn set_secret(
        &self,
        name: SecretName,
        secret: Secret,
        actor: Actor,
    ) -> Result<(), SettingsError> {
        let secrets = BTreeMap::from([(name, secret)]);
        let (cause, by) = (Cause::Saved, By::site(actor));
        self.change(Change { drafts: Vec::new(), secrets, cause, by, rows: None }).await
    }
}

fn known_section(name: &str) -> Result<&'static str, SettingsError> {
    SECTIONS.iter().find(|known| **known == name).copied().ok_or(SettingsError::NoSuchSection)
}
