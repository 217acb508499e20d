//! Where values come from: the defaults of the machine (config.toml), those of a new site (data/presets), the
//! operator's file, the environment. On top of them come the settings in the store (module `settings`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use figment::providers::{Format, Toml};
use figment::value::Dict;
use figment::{Figment, Provider};
use serde::Deserialize;
use serde_json::Value;

use super::defaults::defaults;
use super::explain;
use super::sections::{SECTIONS, SectionValues, set_value_at, value_at};
use super::{Config, ConfigError, Secret, SecretName, environment, refuse};

/// What [`Preset::Example`] changes.
const EXAMPLE: &str = include_str!("../../../../data/presets/example.toml");

/// Sections, or keys of them, that connect the site to the world.
const CONNECTIONS: [(&str, &str); 5] =
    [("mail", ""), ("kick", ""), ("hunts", ""), ("wagers", "source_url"), ("place", "url")];

/// `[locked]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Locked {
    /// Sections, keys or secrets that the file decides, such as `mail` or `brand.name`.
    pub keys: Vec<String>,
}

/// Who named a value of the site's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenBy {
    /// The operator's settings file.
    File,
    /// A variable of the environment.
    Environment,
}

impl fmt::Display for GivenBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::File => "settings file",
            Self::Environment => "environment",
        })
    }
}

/// Values by where they come from.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    /// What the first start of a folder stores that begins with [`Preset::Example`].
    example: SectionValues,
    /// Whether the values of the site were checked when they were read.
    pub(super) is_checked: bool,
    /// Settings of the site that the file or the environment names.
    given: BTreeMap<String, GivenBy>,
    /// All values by key, as they were read. Kept secret as a whole, because some are.
    values: BTreeMap<String, Secret>,
}

/// The settings that a data folder begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// No identity and no figures.
    Neutral,
    /// The example streamer, in demos and rehearsals.
    Example,
}

impl Config {
    /// Puts a settings file, and the environment if wanted, over the defaults.
    pub(super) fn layered(file: &str, with_environment: bool) -> Result<Self, ConfigError> {
        let over = |base: Figment| {
            let base = base.merge(Toml::string(file));
            if with_environment { environment::over(base) } else { base }
        };
        let merged = over(defaults());
        let mut config = Self::extracted(&merged)?;
        config.check_machine()?;
        let example = defaults().merge(Toml::string(EXAMPLE));
        config.layers = Layers {
            // Checked when a folder uses them: a file need not go with defaults that it never meets.
            example: Self::extracted(&over(example))?.section_values(),
            is_checked: false,
            values: values(&merged)?,
            given: given(file, with_environment)?,
        };
        config.check_locked()?;
        Ok(config)
    }

    /// The settings that a data folder with this preset begins with.
    #[must_use]
    pub fn beginning_as(self, preset: Preset) -> Self {
        let values = self.first_values(preset);
        let set = |mut config: Self, (name, value): (&&'static str, &Value)| {
            // The values were read from a configuration, so they can be read again.
            config.set_section(name, value).map(|()| config)
        };
        values.iter().try_fold(self.clone(), set).unwrap_or(self)
    }

    /// The sections that the first start of a data folder stores.
    pub fn first_values(&self, preset: Preset) -> SectionValues {
        match preset {
            Preset::Neutral => self.section_values(),
            Preset::Example => self.layers.example.clone(),
        }
    }

    /// The settings of the example streamer. What connects the site to the world is not part of it: its address, the
    /// mail server and other services stay as they are.
    pub fn example_values() -> &'static SectionValues {
        static EXAMPLE: LazyLock<SectionValues> = LazyLock::new(|| {
            let mut values = Config::with("")
                .map(|config| config.first_values(Preset::Example))
                .unwrap_or_default();
            for (section, key) in CONNECTIONS {
                match (key, values.get_mut(section).and_then(Value::as_object_mut)) {
                    ("", _) => drop(values.remove(section)),
                    (key, Some(section)) => drop(section.remove(key)),
                    (_, None) => {}
                }
            }
            values
        });
        &EXAMPLE
    }

    /// Settings of the site that the file or the environment names, and that the store decides instead.
    pub fn ignored_keys(&self) -> Vec<String> {
        let given = self.layers.given.keys().map(String::as_str);
        let ignored = given.filter(|key| SecretName::find(key).is_none() && !self.is_locked(key));
        let mut keys: Vec<String> = ignored.map(within_section).collect();
        keys.dedup();
        keys
    }

    /// Keys whose values are different in these settings, without those that the store decides.
    pub fn changed_keys(&self, new: &Self) -> Vec<String> {
        let (old, values) = (&self.layers.values, &new.layers.values);
        let keys: BTreeSet<&String> = old.keys().chain(values.keys()).collect();
        let is_stored =
            |key: &str| is_of_site(key) && SecretName::find(key).is_none() && !new.is_locked(key);
        let changed = keys.into_iter().filter(|key| old.get(*key) != values.get(*key));
        changed.filter(|key| !is_stored(key)).cloned().collect()
    }

    /// Who named a setting of the site, or the secret that is sent there: the file, or the environment.
    pub fn given_by(&self, key: &str) -> GivenBy {
        let under = |given: &str| is_within(given, key) || is_within(key, given);
        let named = self.layers.given.iter().find(|(given, _)| under(given)).map(|(_, by)| *by);
        let secret = self.destinations().find(|(destination, _)| *destination == key);
        let beside = || self.layers.given.get(secret?.1.key()).copied();
        named.or_else(beside).unwrap_or(GivenBy::File)
    }

    /// Lets the operator's settings decide everything, whatever the store has: for tests that change
    /// settings between two starts.
    pub fn lock_everything(&mut self) {
        self.locked.keys = SECTIONS.iter().map(|name| (*name).to_owned()).collect();
    }

    /// The same without what the file decides.
    #[must_use]
    pub fn without_locks(&self) -> Self {
        Self { locked: Locked::default(), ..self.clone() }
    }

    /// Returns whether the values of the site were checked when they were read.
    pub fn is_checked(&self) -> bool {
        self.layers.is_checked
    }

    /// Returns whether the file decides any setting of the site.
    pub fn decides_settings(&self) -> bool {
        !self.locked.keys.is_empty()
    }

    /// Returns whether the file decides a setting (or a secret) of this key, or one within it.
    pub fn is_locked(&self, key: &str) -> bool {
        self.is_listed(key)
            || self.destinations().any(|(destination, _)| is_within(key, destination))
    }

    /// Whether `[locked]` lists a key, or one around it.
    fn is_listed(&self, key: &str) -> bool {
        self.locked.keys.iter().any(|locked| is_within(key, locked))
    }

    /// Keys that say where a secret of the file or the environment is sent. The panel must not send it elsewhere, so
    /// they are changed beside the secret.
    fn destinations(&self) -> impl Iterator<Item = (&'static str, SecretName)> {
        let given =
            SecretName::ALL.into_iter().filter(|name| !self.secret(*name).reveal().is_empty());
        given.flat_map(|name| name.destination_keys().iter().map(move |key| (*key, name)))
    }

    /// Returns whether the file decides a secret: it has one, or locks it.
    pub fn decides_secret(&self, name: SecretName) -> bool {
        !self.secret(name).reveal().is_empty() || self.is_locked(name.key())
    }

    /// The locked keys of a section: the whole section is an empty key.
    pub fn locked_keys<'a>(&'a self, section: &'a str) -> impl Iterator<Item = &'a str> {
        let listed = self.locked.keys.iter().map(String::as_str);
        let beside = self.destinations().map(|(key, _)| key).filter(|key| !self.is_listed(key));
        listed.chain(beside).filter_map(move |locked| match locked.strip_prefix(section)? {
            "" => Some(""),
            rest => rest.strip_prefix('.'),
        })
    }

    /// Whether a locked key has the value of these settings: one beside a secret keeps the stored value until the file or
    /// the environment names it.
    fn has_value(&self, section: &str, key: &str) -> bool {
        let key = format!("{section}.{key}");
        self.is_listed(&key) || self.layers.given.contains_key(&key)
    }

    /// The settings of the machine with the stored sections, where the file doesn't decide. The values are not
    /// checked.
    ///
    /// # Errors
    /// A section or key is missing or unknown, or a value is of another type.
    pub fn compose(&self, stored: &BTreeMap<&'static str, Value>) -> Result<Self, ConfigError> {
        let mut config = self.clone();
        for name in SECTIONS.iter().copied() {
            let mut value = stored.get(name).cloned().unwrap_or_default();
            let own = self.section(name).unwrap_or_default();
            for key in self.locked_keys(name) {
                match (key, value_at(&own, key)) {
                    ("", _) => value = own.clone(),
                    (key, Some(own)) if self.has_value(name, key) => {
                        set_value_at(&mut value, key, own.clone());
                    }
                    (_, _) => {}
                }
            }
            // The first start has decided it where the file does not name it.
            let first = stored.get(name).and_then(|stored| stored.get("first_month"));
            if let Some(first) =
                first.filter(|_| !self.layers.given.contains_key("wagers.first_month"))
            {
                set_value_at(&mut value, "first_month", first.clone());
            }
            config.set_section(name, &value)?;
        }
        Ok(config)
    }

    fn check_locked(&self) -> Result<(), ConfigError> {
        for key in &self.locked.keys {
            let (section, rest) = key.split_once('.').unwrap_or((key, ""));
            let is_known =
                self.section(section).is_some_and(|section| value_at(&section, rest).is_some())
                    || SecretName::find(key).is_some();
            if !is_known {
                return refuse("locked.keys", &format!("{key} is no setting of the site"));
            }
        }
        Ok(())
    }
}

/// Whether a key is the other one, or below it.
fn is_within(key: &str, outer: &str) -> bool {
    key.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The section of a key and the first key in it.
fn within_section(key: &str) -> String {
    key.split('.').take(2).collect::<Vec<_>>().join(".")
}

/// Settings of the site that the file and the environment name.
fn given(file: &str, with_environment: bool) -> Result<BTreeMap<String, GivenBy>, ConfigError> {
    let mut found = BTreeMap::new();
    let data =
        Toml::string(file).data().map_err(|error| ConfigError::Key(explain::problem(&error)))?;
    for dict in data.values() {
        collect("", dict, &mut found);
    }
    if with_environment {
        let variables = environment::keys().into_iter();
        let site = variables.filter(|key| is_of_site(key));
        found.extend(site.map(|key| (key, GivenBy::Environment)));
    }
    Ok(found)
}

/// All values by key.
fn values(merged: &Figment) -> Result<BTreeMap<String, Secret>, ConfigError> {
    let all: Value =
        merged.extract().map_err(|error| ConfigError::Key(explain::problem(&error)))?;
    let mut found = BTreeMap::new();
    flatten("", &all, &mut found);
    Ok(found)
}

fn flatten(path: &str, value: &Value, found: &mut BTreeMap<String, Secret>) {
    let Some(table) = value.as_object() else {
        found.insert(path.to_owned(), Secret::from(value.to_string()));
        return;
    };
    for (name, value) in table {
        let key = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        flatten(&key, value, found);
    }
}

/// The keys of the site's sections, down to values that are no tables.
fn collect(path: &str, dict: &Dict, found: &mut BTreeMap<String, GivenBy>) {
    for (name, value) in dict {
        let key = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match value.as_dict() {
            Some(inner) if !inner.is_empty() => collect(&key, inner, found),
            _ if is_of_site(&key) => drop(found.insert(key, GivenBy::File)),
            _ => {}
        }
    }
}

fn is_of_site(key: &str) -> bool {
    let (section, rest) = key.split_once('.').unwrap_or((key, ""));
    let neutral = Config::neutral_values().get(section);
    let first = rest.split('.').next().unwrap_or_default();
    neutral.is_some_and(|section| section.get(first).is_some()) || SecretName::find(key).is_some()
}
