//! Differences between settings, and their export and import as a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::differences::{Difference, differences};
use super::editor::SettingsEditor;
use super::error::SettingsError;
use super::records::Cause;
use super::state::{By, Change, Draft, extend};
use crate::config::{SECTIONS, SectionValues};

/// The format of exported files.
const FORMAT: u32 = 1;

/// Settings of a site as a file. It has no secrets and no values that the settings file locks.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingsFile {
    /// Format of the file.
    pub format: u32,
    /// Values by section and key. Sections and keys that are left out stay as they are.
    #[schema(value_type = BTreeMap<String, Object>)]
    pub sections: BTreeMap<String, Map<String, Value>>,
}

impl SettingsFile {
    /// A file with these sections.
    pub fn of(values: SectionValues) -> Self {
        let section = |(name, value): (&str, Value)| match value {
            Value::Object(keys) => Some((name.to_owned(), keys)),
            _ => None,
        };
        Self { format: FORMAT, sections: values.into_iter().filter_map(section).collect() }
    }
}

impl SettingsEditor {
    /// The settings in force as a file.
    pub fn export(&self) -> SettingsFile {
        let config = self.inner.settings.now();
        let mut sections = BTreeMap::new();
        for (section, value) in config.section_values() {
            let Value::Object(mut keys) = value else { continue };
            for (locked, _) in self.locked(section) {
                match locked.split('.').next().unwrap_or_default() {
                    "" => keys.clear(),
                    key => drop(keys.remove(key)),
                }
            }
            if !keys.is_empty() {
                sections.insert(section.to_owned(), keys);
            }
        }
        SettingsFile { format: FORMAT, sections }
    }

    /// What an import of a file would change. Takes all bets of the games if their tables differ: must not run on
    /// a serving thread.
    ///
    /// # Errors
    /// The file has unknown sections or keys, or values that are invalid.
    pub fn compare(&self, file: &SettingsFile) -> Result<Vec<Difference>, SettingsError> {
        let now = self.inner.settings.now();
        let mut after = now.as_ref().clone();
        for draft in self.drafts(file)? {
            after.set_section(draft.section, &draft.value)?;
        }
        let mut checked = after.clone();
        // Tables that pay back more than they take are refused at the import, unless they are confirmed.
        checked.games.check_played()?;
        let above = checked.games.positive_returns().into_iter().map(|(game, _)| (game, true));
        checked.games.allow_positive_return.extend(above);
        checked.check()?;
        Ok(differences(&now, &after))
    }

    /// Imports a file as one change. `bases` are the revisions that its differences were shown for.
    ///
    /// # Errors
    /// See [`SettingsError`].
    pub async fn import(
        &self,
        file: &SettingsFile,
        bases: &BTreeMap<String, u32>,
        by: By,
    ) -> Result<(), SettingsError> {
        let mut drafts = self.drafts(file)?;
        for draft in &mut drafts {
            // Without one it would overwrite whatever is there.
            let base = bases.get(draft.section).ok_or(SettingsError::Changed)?;
            draft.base = Some(*base);
        }
        let (secrets, cause) = (BTreeMap::new(), Cause::Imported);
        self.change(Change { drafts, secrets, cause, by, rows: None }).await
    }

    /// The sections of a file, with the present values of keys that it leaves out or that are locked.
    fn drafts(&self, file: &SettingsFile) -> Result<Vec<Draft>, SettingsError> {
        if file.format != FORMAT {
            let text = format!("This file has format {}, not {FORMAT}", file.format);
            return Err(SettingsError::File(text));
        }
        let now = self.inner.settings.now();
        let mut drafts = Vec::new();
        for (name, keys) in &file.sections {
            let section = SECTIONS.iter().find(|known| *known == name).copied();
            let unknown = || SettingsError::File(format!("{name} is no section of the settings"));
            let section = section.ok_or_else(unknown)?;
            let mut value = now.section(section).unwrap_or_default();
            let locked: Vec<String> =
                self.locked(section).into_iter().map(|(key, _)| key).collect();
            let is_locked = |key: &String| {
                locked.iter().any(|locked| {
                    locked.is_empty() || locked.split('.').next() == Some(key.as_str())
                })
            };
            let keys = keys.iter().filter(|(key, _)| !is_locked(key));
            let given: Map<_, _> = keys.map(|(key, new)| (key.clone(), new.clone())).collect();
            extend(&mut value, Value::Object(given));
            drafts.push(Draft { section, base: None, value });
        }
        Ok(drafts)
    }
}
