//! Checks a change, writes it and puts it in force.

use std::collections::BTreeMap;
use std::sync::Arc;

use pointhouse_rules::{ExpectedReturn, Game};
use pointhouse_store::Batch;
use serde_json::Value;

use super::differences::{differences, to_audit_json};
use super::editor::SettingsEditor;
use super::error::SettingsError;
use super::events::SiteSettingsChanged;
use super::follower::Apply;
use super::records::{
    Cause, RevisionRow, SECRET, SectionKey, ServiceSecretRow, delete_revision, put_revision,
};
use super::state::{By, Change, Confirmed, Draft, OwnersKeys, State};
use crate::audit::{Actor, Entry};
use crate::config::{Config, ConfigError, OWNER_KEYS, Secret, SecretName};
use crate::detached::to_the_end;
use crate::fault::Fault;
use crate::locks::Lock;

/// Revisions of a section that are kept.
const REVISIONS_MAX: u32 = 200;
/// What has to be typed before a game may pay back more than it takes.
const ABOVE_ALL: &str = "above 100%";
/// Most that a table may pay back of what is staked, in percent. One in force that pays more stays until it is changed.
const RETURN_MAX: u32 = 150;
/// Longest secret, in characters.
const SECRET_MAX: usize = 1_000;

/// A change that was checked and waits for its commit.
struct Prepared {
    config: Arc<Config>,
    batch: Batch,
    state: State,
    changed: Vec<&'static str>,
    apply: Vec<Apply>,
}

impl SettingsEditor {
    /// Makes a change to its end, even if its caller disconnects.
    pub(super) async fn change(&self, change: Change) -> Result<(), SettingsError> {
        let editor = self.clone();
        to_the_end(async move { editor.change_now(change).await }).await?
    }

    async fn change_now(&self, change: Change) -> Result<(), SettingsError> {
        if !self.inner.store.writable() {
            return Err(SettingsError::ReadOnly);
        }
        let _changing = self.inner.changing.lock().await;
        let of_followers: Vec<Arc<Lock>> =
            self.inner.followers.read().iter().filter_map(|follower| follower.held()).collect();
        let mut held = Vec::with_capacity(of_followers.len());
        for lock in &of_followers {
            held.push(lock.lock().await);
        }
        let editor = self.clone();
        let prepared = tokio::task::spawn_blocking(move || editor.prepare(change)).await;
        let Some(prepared) = prepared.map_err(Fault::other)?? else { return Ok(()) };
        let Prepared { config, batch, state, changed, apply } = prepared;
        self.inner.store.commit(batch).await?;
        // In this order: a page that is read between them has new values with the earlier version, whose save is refused.
        self.inner.settings.replace(config);
        *self.inner.state.lock() = state;
        for apply in apply {
            apply();
        }
        if !changed.is_empty() {
            let event = SiteSettingsChanged { sections: changed };
            self.inner.broadcaster.publish_to_everyone(&event);
        }
        Ok(())
    }

    /// Checks a change and writes its batch; `None` if nothing changes.
    fn prepare(&self, change: Change) -> Result<Option<Prepared>, SettingsError> {
        let Change { drafts, secrets, cause, by, rows } = change;
        let By { actor, confirmed, owners_keys } = by;
        let before = self.inner.settings.now();
        let mut state = self.inner.state.lock().clone();
        let mut changed = Vec::new();
        for draft in drafts {
            let section = draft.section;
            if self.write_draft(&mut state, draft, owners_keys)? {
                changed.push(section);
            }
        }
        if changed.is_empty() && secrets.is_empty() {
            let Some(rows) = rows else { return Ok(None) };
            let mut batch = Batch::new();
            rows(&mut batch)?;
            let (config, apply) = (before, Vec::new());
            return Ok(Some(Prepared { config, batch, state, changed, apply }));
        }
        self.write_secrets(&mut state, &secrets)?;
        allow_returns(&before, &mut state, &confirmed)?;
        let config = self.composed(&state, &before, &secrets)?;
        let (config, state) = (Arc::new(config.0), State { secrets: config.1, ..state });
        let mut batch = Batch::new();
        let has_secrets = self.put_secrets(&state, &config, &mut batch)?;
        if changed.is_empty() && !has_secrets && rows.is_none() {
            return Ok(None);
        }
        let state = self.put_revisions(state, &changed, cause, &actor, &mut batch)?;
        let mut apply = Vec::new();
        for follower in self.inner.followers.read().iter() {
            apply.push(follower.prepare(&before, &config, &mut batch)?);
        }
        if let Some(rows) = rows {
            rows(&mut batch)?;
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
    fn write_draft(
        &self,
        state: &mut State,
        draft: Draft,
        owners_keys: OwnersKeys,
    ) -> Result<bool, SettingsError> {
        let Draft { section, base, mut value } = draft;
        let head = state.heads.get_mut(section).ok_or(SettingsError::NoSuchSection)?;
        if base.is_some_and(|base| base != head.revision) {
            return Err(SettingsError::Changed);
        }
        self.keep_locked(section, &head.value, &mut value);
        // Refuses unknown and missing keys, and writes values in one form.
        let mut probe = self.inner.given.clone();
        probe.set_section(section, &value)?;
        let value = probe.section(section).unwrap_or(value);
        check_owner_keys(section, (&head.value, &value), owners_keys)?;
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
            if self.inner.given.decides_secret(*name) {
                return Err(self.locked_error(name.key().to_owned()));
            }
            if secret.reveal().chars().count() > SECRET_MAX {
                let reason = format!("must have at most {SECRET_MAX} characters");
                return Err(ConfigError::Value { key: name.key(), reason }.into());
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
        entered: &BTreeMap<SecretName, Secret>,
    ) -> Result<(Config, BTreeMap<SecretName, Secret>), SettingsError> {
        let stored = state.heads.iter().map(|(name, head)| (*name, head.value.clone()));
        let composed = self.inner.given.compose(&stored.collect())?;
        let mut secrets = state.secrets.clone();
        for name in SecretName::ALL {
            let has_moved = before.destination(name) != composed.destination(name);
            let is_stored = !self.inner.given.decides_secret(name);
            if has_moved && is_stored && !entered.contains_key(&name) {
                secrets.remove(&name);
            }
        }
        let config = with_secrets(composed, &self.inner.given, &secrets);
        config.check()?;
        Ok((config, secrets))
    }

    fn put_secrets(
        &self,
        state: &State,
        config: &Config,
        batch: &mut Batch,
    ) -> Result<bool, SettingsError> {
        let before = self.inner.state.lock().secrets.clone();
        let mut is_changed = false;
        for name in SecretName::ALL {
            let (old, new) = (before.get(&name), state.secrets.get(&name));
            // One that is entered again may be meant for another place.
            if old == new && self.inner.settings.now().destination(name) == config.destination(name)
            {
                continue;
            }
            is_changed |= old.is_some() || new.is_some();
            let key = name.key().to_owned();
            match new {
                Some(secret) => {
                    let at = self.inner.clock.now().0;
                    let (destination, text) =
                        (config.destination(name), secret.reveal().to_owned());
                    let row = ServiceSecretRow { at, destination, text };
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

/// Checks that rates and tables are changed by the owner, with a proof, and to values that the panel accepts.
fn check_owner_keys(
    section: &str,
    (before, after): (&Value, &Value),
    owners_keys: OwnersKeys,
) -> Result<(), SettingsError> {
    for key in OWNER_KEYS.iter().filter(|key| key.section == section) {
        let (old, new) = (before.get(key.key), after.get(key.key));
        if old == new {
            continue;
        }
        match owners_keys {
            OwnersKeys::Open => {}
            OwnersKeys::NotProved => return Err(SettingsError::NotProved),
            OwnersKeys::NotOwner => return Err(SettingsError::NotOwner(key.name())),
        }
        if let Some(most) = key.most.filter(|_| new.is_some_and(|new| key.is_above(new))) {
            return Err(SettingsError::TooMany { key: key.name(), most });
        }
    }
    Ok(())
}

/// The secrets that the settings file decides, or else those of the store.
pub(super) fn with_secrets(
    mut config: Config,
    given: &Config,
    secrets: &BTreeMap<SecretName, Secret>,
) -> Config {
    for name in SecretName::ALL {
        let own = given.secret(name);
        let secret = if given.decides_secret(name) { Some(own) } else { secrets.get(&name) };
        config.set_secret(name, secret.cloned().unwrap_or_default());
    }
    config
}

/// Allows the tables of a change to pay back more than they take, or more than before, if that was confirmed.
fn allow_returns(
    before: &Config,
    state: &mut State,
    confirmed: &Confirmed,
) -> Result<(), SettingsError> {
    let Some(head) = state.heads.get_mut("games") else { return Ok(()) };
    let mut after = before.clone();
    after.set_section("games", &head.value)?;
    if after.games.tables == before.games.tables {
        return Ok(());
    }
    // Tables that cannot be played have no return; the check of the whole refuses them.
    after.games.check_played()?;
    let known = before.games.positive_returns();
    let is_new = |(game, highest): &(Game, ExpectedReturn)| {
        !known.iter().any(|(old, most)| old == game && most >= highest)
    };
    let new: Vec<_> = after.games.positive_returns().into_iter().filter(is_new).collect();
    if new.is_empty() {
        return Ok(());
    }
    if let Some((game, highest)) = new.iter().find(|(_, most)| most.is_above_percent(RETURN_MAX)) {
        let (shown, most) = (highest.to_decimal(4), f64::from(RETURN_MAX) / 100.0);
        let reason = format!(
            "{game} would pay back {shown} points for each point staked; at most {most} are possible"
        );
        return Err(ConfigError::Value { key: "games.tables", reason }.into());
    }
    if confirmed.0.trim() != ABOVE_ALL {
        let shown = |(game, highest): &(Game, ExpectedReturn)| {
            format!("{game} would pay back {} points", highest.to_decimal(4))
        };
        let shown: Vec<String> = new.iter().map(shown).collect();
        let reason = format!("{} for each point staked", shown.join(", "));
        return Err(SettingsError::Unconfirmed { phrase: ABOVE_ALL, reason });
    }
    after.games.allow_positive_return.extend(new.into_iter().map(|(game, _)| (game, true)));
    head.value = after.section("games").unwrap_or_default();
    Ok(())
}
