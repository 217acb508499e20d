//! Changes of the settings.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use pointhouse_store::{Batch, Store};
use serde_json::Value;

use super::error::SettingsError;
use super::events::SiteSettingsChanged;
use super::follower::{Apply, Follower};
use super::records::{
    Cause, REVISION, RevisionRow, SECRET, SectionKey, ServiceSecretRow, ZONES, ZonesRow,
    delete_revision, put_revision, read_value,
};
use super::transfer::{differences, to_audit_json};
use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis, SiteZone};
use crate::config::{
    Config, GivenBy, SECTIONS, Secret, SecretName, Settings, set_value_at, value_at,
};
use crate::detached::to_the_end;
use crate::fault::Fault;
use crate::locks::Lock;

/// Revisions of a section that are kept.
const REVISIONS_MAX: u32 = 200;
/// What has to be typed before a game may pay back more than it takes.
const ABOVE_ALL: &str = "above 100%";
/// Longest secret, in characters.
const SECRET_MAX: usize = 1_000;

/// The newest revision of a section.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its number, from 1; 0 for a section that is not stored yet.
    pub revision: u32,
    /// When it was written.
    pub at: Millis,
    /// Who wrote it.
    pub actor: String,
    /// How it came about.
    pub cause: Cause,
    /// The stored JSON. Where the settings file locks a key, another value is in force.
    pub value: Value,
}

/// What the panel may see of a secret.
#[derive(Clone, Debug)]
pub struct SecretState {
    /// Which one.
    pub name: SecretName,
    /// The last two characters; `None` while it is not set or too short to show any.
    pub ends_in: Option<String>,
    /// Whether it is set.
    pub is_set: bool,
    /// Who set it, if that was not the panel.
    pub given_by: Option<GivenBy>,
}

/// What an admin typed to confirm a change; empty for nothing.
#[derive(Clone, Debug, Default)]
pub struct Confirmed(pub String);

/// A change of one section.
pub(super) struct Draft {
    pub(super) section: &'static str,
    /// The revision that the change is based on; `None` for whichever is the newest.
    pub(super) base: Option<u32>,
    pub(super) value: Value,
}

/// A change of several sections and secrets at once.
pub(super) struct Change {
    pub(super) drafts: Vec<Draft>,
    /// An empty secret removes it.
    pub(super) secrets: BTreeMap<SecretName, Secret>,
    pub(super) cause: Cause,
    pub(super) confirmed: Confirmed,
    pub(super) actor: Actor,
}

#[derive(Clone, Default)]
pub(super) struct State {
    pub(super) heads: BTreeMap<&'static str, Head>,
    pub(super) secrets: BTreeMap<SecretName, Secret>,
}

pub(super) struct Inner {
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) audit: Audit,
    pub(super) broadcaster: Broadcaster,
    pub(super) settings: Settings,
    /// The settings file and the environment.
    pub(super) given: Config,
    pub(super) zone: SiteZone,
    pub(super) state: Mutex<State>,
    pub(super) changing: Lock,
    pub(super) followers: RwLock<Vec<Box<dyn Follower>>>,
}

/// Changes the settings. Cheap to clone.
#[derive(Clone)]
pub struct SettingsEditor {
    pub(super) inner: Arc<Inner>,
}

/// A change that was checked and waits for its commit.
struct Prepared {
    config: Arc<Config>,
    batch: Batch,
    state: State,
    changed: Vec<&'static str>,
    apply: Vec<Apply>,
}

impl SettingsEditor {
    /// Lets a module follow the changes. Called while the site is built.
    pub fn follow(&self, follower: impl Follower + 'static) {
        self.inner.followers.write().push(Box::new(follower));
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    /// The site's time zones.
    pub fn zone(&self) -> &SiteZone {
        &self.inner.zone
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
            given.given_by(&full).unwrap_or(GivenBy::File)
        };
        given.locked_keys(section).map(|key| (key.to_owned(), by(key))).collect()
    }

    /// What can be shown of the secrets.
    pub fn secrets(&self) -> Vec<SecretState> {
        let config = self.inner.settings.now();
        let state = |name: SecretName| {
            let text = config.secret(name).reveal();
            let is_given = !self.inner.given.secret(name).reveal().is_empty();
            let shown = (text.chars().count() >= 8).then(|| {
                let skipped = text.chars().count() - 2;
                text.chars().skip(skipped).collect()
            });
            SecretState {
                name,
                is_set: !text.is_empty(),
                ends_in: shown,
                given_by: is_given
                    .then(|| self.inner.given.given_by(name.key()).unwrap_or(GivenBy::File)),
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
        for row in REVISION.rows(view, pointhouse_store::Keys::with(&key)) {
            let ((_, revision), row) = row?;
            let value = read_value(view, (key, revision), &row)?;
            let RevisionRow { at, actor, cause, .. } = row;
            found.push(Head { revision, at: Millis(at), actor, cause, value });
        }
        found.reverse();
        Ok(found)
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
        (confirmed, actor): (Confirmed, Actor),
    ) -> Result<Head, SettingsError> {
        let section = known_section(section)?;
        let draft = Draft { section, base: Some(base), value };
        let cause = Cause::Saved;
        self.change(Change { drafts: vec![draft], secrets, cause, confirmed, actor }).await?;
        self.head(section).ok_or(SettingsError::NoSuchSection)
    }

    /// Restores an earlier revision of a section. Secrets and locked keys stay as they are.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub async fn restore(
        &self,
        section: &str,
        base: u32,
        revision: u32,
        (confirmed, actor): (Confirmed, Actor),
    ) -> Result<Head, SettingsError> {
        let section = known_section(section)?;
        let key = SectionKey::of(section).ok_or(SettingsError::NoSuchSection)?;
        let view = self.inner.store.view();
        let row =
            REVISION.get(view, &(key, revision))?.ok_or(SettingsError::NoSuchRevision)?;
        let value = read_value(view, (key, revision), &row)?;
        let draft = Draft { section, base: Some(base), value };
        let (secrets, cause) = (BTreeMap::new(), Cause::Restored);
        self.change(Change { drafts: vec![draft], secrets, cause, confirmed, actor }).await?;
        self.head(section).ok_or(SettingsError::NoSuchSection)
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
        let (cause, confirmed) = (Cause::Saved, Confirmed::default());
        self.change(Change { drafts: Vec::new(), secrets, cause, confirmed, actor }).await
    }

    /// Makes a change to its end, even if its caller disconnects.
    pub(super) async fn change(&self, change: Change) -> Result<(), SettingsError> {
        let editor = self.clone();
        to_the_end(async move { editor.change_now(change).await }).await?
    }

    async fn change_now(&self, change: Change) -> Result<(), SettingsError> {
        let _changing = self.inner.changing.lock().await;
        let editor = self.clone();
        let prepared = tokio::task::spawn_blocking(move || editor.prepare(change)).await;
        let Some(prepared) = prepared.map_err(Fault::other)?? else { return Ok(()) };
        let Prepared { config, batch, state, changed, apply } = prepared;
        self.inner.store.commit(batch).await?;
        *self.inner.state.lock() = state;
        self.inner.settings.replace(config);
        for apply in apply {
            apply();
        }
        let event = SiteSettingsChanged { sections: changed };
        self.inner.broadcaster.publish_to_everyone(&event);
        Ok(())
    }

    /// Checks a change and writes its batch; `None` if nothing changes.
    fn prepare(&self, change: Change) -> Result<Option<Prepared>, SettingsError> {
        let Change { drafts, secrets, cause, confirmed, actor } = change;
        let before = self.inner.settings.now();
        let mut state = self.inner.state.lock().clone();
        let mut changed = Vec::new();
        for draft in drafts {
            let section = draft.section;
            if self.write_draft(&mut state, draft)? {
                changed.push(section);
            }
        }
        self.write_secrets(&mut state, &secrets)?;
        let config = self.composed(&state, &before, secrets.keys().copied().collect())?;
        let (config, state) = (Arc::new(config.0), State { secrets: config.1, ..state });
        confirm(&before, &config, &confirmed)?;
        let mut batch = Batch::new();
        let has_secrets = self.put_secrets(&state, &mut batch)?;
        if changed.is_empty() && !has_secrets {
            return Ok(None);
        }
        let state = self.put_revisions(state, &changed, cause, &actor, &mut batch)?;
        let mut apply = Vec::new();
        if let Some(eras) = self.inner.zone.changed(config.place.timezone, self.inner.clock.now()) {
            ZONES.put(&mut batch, &ZonesRow::of(&eras))?;
            let zone = self.inner.zone.clone();
            apply.push(Box::new(move || zone.set(eras)) as Apply);
        }
        for follower in self.inner.followers.read().iter() {
            apply.push(follower.prepare(&before, &config, &mut batch)?);
        }
        let differences = differences(&before, &config);
        let mut names = changed.clone();
        if has_secrets {
            names.push("secrets");
        }
        let entry = Entry {
            actor,
            action: "settings.change",
            subject: format!("settings:{}", names.join(",")),
            before: to_audit_json(&differences, true),
            after: to_audit_json(&differences, false),
        };
        self.inner.audit.record(entry, &mut batch)?;
        Ok(Some(Prepared { config, batch, state, changed, apply }))
    }

    /// Puts a draft in place of its section, with the stored values of locked keys. Returns whether it changes
    /// anything.
    fn write_draft(&self, state: &mut State, draft: Draft) -> Result<bool, SettingsError> {
        let Draft { section, base, mut value } = draft;
        let neutral = || Config::neutral_values().get(section).cloned().unwrap_or_default();
        let head = state.heads.entry(section).or_insert_with(|| Head {
            revision: 0,
            at: Millis(0),
            actor: String::new(),
            cause: Cause::FirstStart,
            value: neutral(),
        });
        if base.is_some_and(|base| base != head.revision) {
            return Err(SettingsError::Changed { section, head: Box::new(head.clone()) });
        }
        for key in self.inner.given.locked_keys(section) {
            match (key, value_at(&head.value, key)) {
                ("", _) => value = head.value.clone(),
                (key, Some(stored)) => set_value_at(&mut value, key, stored.clone()),
                (_, None) => {}
            }
        }
        // Refuses unknown and missing keys, which the composition of the settings tolerates in stored rows.
        let mut probe = self.inner.given.clone();
        probe.set_section(section, &value)?;
        let value = probe.section(section).unwrap_or(value);
        let is_changed = value != head.value;
        head.value = value;
        Ok(is_changed)
    }

    fn write_secrets(
        &self,
        state: &mut State,
        secrets: &BTreeMap<SecretName, Secret>,
    ) -> Result<(), SettingsError> {
        for (name, secret) in secrets {
            if !self.inner.given.secret(*name).reveal().is_empty() {
                return Err(SettingsError::Locked(name.key().to_owned()));
            }
            if secret.reveal().chars().count() > SECRET_MAX {
                let reason = format!("must have at most {SECRET_MAX} characters");
                return Err(crate::config::ConfigError::Value { key: name.key(), reason }.into());
            }
            if secret.reveal().is_empty() {
                state.secrets.remove(name);
            } else {
                state.secrets.insert(*name, secret.clone());
            }
        }
        Ok(())
    }

    /// The settings with these sections and secrets, and the secrets that are left: one whose service got
    /// another address is removed unless it was entered again.
    fn composed(
        &self,
        state: &State,
        before: &Config,
        entered: Vec<SecretName>,
    ) -> Result<(Config, BTreeMap<SecretName, Secret>), SettingsError> {
        let stored = state.heads.iter().map(|(name, head)| ((*name).to_owned(), head.value.clone()));
        let composed = self.inner.given.compose(&stored.collect())?;
        let mut secrets = state.secrets.clone();
        for name in SecretName::ALL {
            if !moved(name, before, &composed) || entered.contains(&name) {
                continue;
            }
            if self.inner.given.secret(name).reveal().is_empty() {
                secrets.remove(&name);
            } else {
                // It must not be sent to an address that its owner hasn't written beside it.
                return Err(SettingsError::Locked(name.destination().join(" and ")));
            }
        }
        let config = with_secrets(composed, &self.inner.given, &secrets);
        config.check()?;
        Ok((config, secrets))
    }

    fn put_secrets(&self, state: &State, batch: &mut Batch) -> Result<bool, SettingsError> {
        let before = self.inner.state.lock().secrets.clone();
        let mut is_changed = false;
        for name in SecretName::ALL {
            let (old, new) = (before.get(&name), state.secrets.get(&name));
            if old == new {
                continue;
            }
            is_changed = true;
            let key = name.key().to_owned();
            match new {
                Some(secret) => {
                    let at = self.inner.clock.now().0;
                    let row = ServiceSecretRow { at, text: secret.reveal().to_owned() };
                    SECRET.put(batch, &key, &row)?;
                }
                None => SECRET.delete(batch, &key)?,
            }
        }
        Ok(is_changed)
    }

    fn put_revisions(
        &self,
        mut state: State,
        changed: &[&'static str],
        cause: Cause,
        actor: &Actor,
        batch: &mut Batch,
    ) -> Result<State, SettingsError> {
        let (now, actor) = (self.inner.clock.now(), actor.clone().into_text());
        for section in changed {
            let Some(head) = state.heads.get_mut(section) else { continue };
            let key = SectionKey::of(section).ok_or(SettingsError::NoSuchSection)?;
            head.revision += 1;
            (head.at, head.actor, head.cause) = (now, actor.clone(), cause);
            let row = RevisionRow { at: now.0, actor: actor.clone(), cause, pieces: 0 };
            put_revision(batch, (key, head.revision), &head.value, row)?;
            if let Some(old) = head.revision.checked_sub(REVISIONS_MAX) {
                delete_revision(self.inner.store.view(), batch, (key, old))?;
            }
        }
        Ok(state)
    }
}

/// Whether the address that a secret is sent to has changed.
fn moved(name: SecretName, before: &Config, after: &Config) -> bool {
    name.destination().iter().any(|key| {
        let (section, rest) = key.split_once('.').unwrap_or((key, ""));
        let of = |config: &Config| value_at(&config.section(section)?, rest).cloned();
        of(before) != of(after)
    })
}

/// The secrets of the settings file, or else those of the store.
pub(super) fn with_secrets(
    mut config: Config,
    given: &Config,
    secrets: &BTreeMap<SecretName, Secret>,
) -> Config {
    for name in SecretName::ALL {
        let own = given.secret(name);
        let secret = if own.reveal().is_empty() { secrets.get(&name) } else { Some(own) };
        config.set_secret(name, secret.cloned().unwrap_or_default());
    }
    config
}

/// A table that newly pays back more than it takes, or more than before, has to be confirmed.
fn confirm(before: &Config, after: &Config, confirmed: &Confirmed) -> Result<(), SettingsError> {
    let known = before.games.positive_returns();
    let is_new = |game, highest| !known.iter().any(|(old, most)| *old == game && *most >= highest);
    let new: Vec<String> = after
        .games
        .positive_returns()
        .into_iter()
        .filter(|(game, highest)| is_new(*game, *highest))
        .map(|(game, highest)| format!("{game} would pay back {} points", highest.to_decimal(4)))
        .collect();
    if new.is_empty() || confirmed.0.trim() == ABOVE_ALL {
        return Ok(());
    }
    let reason = format!("{} for each point staked", new.join(", "));
    Err(SettingsError::Unconfirmed { phrase: ABOVE_ALL, reason })
}

fn known_section(name: &str) -> Result<&'static str, SettingsError> {
    SECTIONS.iter().find(|known| **known == name).copied().ok_or(SettingsError::NoSuchSection)
}
