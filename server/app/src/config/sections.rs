//! The sections that are settings of the site. Their JSON is what the store keeps and the panel edits: without
//! secrets and without the keys of the machine.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use figment::Figment;
use figment::providers::Serialized;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::explain;
use super::{
    Brand, Calendar, Config, ConfigError, Forms, Games, GrantLimits, Home, Hunts, Kick, Links,
    Mail, Modules, OverlaySources, Partner, Place, Points, Secret, Texts, Wagers,
};

/// JSON of sections by name.
pub type SectionValues = BTreeMap<&'static str, Value>;

/// A section of the site's settings.
trait Section: Serialize + DeserializeOwned {
    /// Copies secrets and keys of the machine, which its JSON doesn't have.
    fn keep_machine_keys(&mut self, _from: &Self) {}
}

macro_rules! sections {
    ($($name:ident: $Type:ty,)*) => {
        /// Names of the sections, in the order of the panel.
        pub const SECTIONS: &[&str] = &[$(stringify!($name)),*];

        impl Config {
            /// The JSON of a section; `None` for an unknown name.
            pub fn section(&self, name: &str) -> Option<Value> {
                match name {
                    $(stringify!($name) => serde_json::to_value(&self.$name).ok(),)*
                    _ => None,
                }
            }

            /// Replaces a section.
            ///
            /// # Errors
            /// A key is missing, unknown or has a value of another type. Values are not checked.
            pub fn set_section(&mut self, name: &str, value: &Value) -> Result<(), ConfigError> {
                match name {
                    $(stringify!($name) => {
                        let mut section: $Type = read_section(stringify!($name), value)?;
                        section.keep_machine_keys(&self.$name);
                        self.$name = section;
                    })*
                    _ => return Err(ConfigError::Key(format!("{name}: there is no such section"))),
                }
                Ok(())
            }
        }
    };
}

sections! {
    brand: Brand,
    links: Links,
    partner: Partner,
    home: Home,
    points: Points,
    grants: GrantLimits,
    calendar: Calendar,
    games: Games,
    wagers: Wagers,
    hunts: Hunts,
    kick: Kick,
    mail: Mail,
    modules: Modules,
    forms: Forms,
    texts: Texts,
    overlay: OverlaySources,
    place: Place,
}

impl Section for Brand {}
impl Section for Links {}
impl Section for Partner {}
impl Section for Home {}
impl Section for Points {}
impl Section for GrantLimits {}
impl Section for Forms {}
impl Section for Calendar {}
impl Section for Modules {}
impl Section for Texts {}
impl Section for OverlaySources {}
impl Section for Place {}

impl Section for Games {
    fn keep_machine_keys(&mut self, from: &Self) {
        self.bets_per_second = from.bets_per_second;
        self.live_bets_kept = from.live_bets_kept;
        self.history_max = from.history_max;
    }
}

impl Section for Mail {
    fn keep_machine_keys(&mut self, from: &Self) {
        self.smtp_password = from.smtp_password.clone();
        self.smtp_ca_file.clone_from(&from.smtp_ca_file);
        self.smtp_timeout_seconds = from.smtp_timeout_seconds;
        self.keep_file_days = from.keep_file_days;
        self.letters_per_hour = from.letters_per_hour;
    }
}

impl Section for Wagers {
    fn keep_machine_keys(&mut self, from: &Self) {
        self.source_key = from.source_key.clone();
    }
}

impl Section for Hunts {
    fn keep_machine_keys(&mut self, from: &Self) {
        self.external_key = from.external_key.clone();
    }
}

impl Section for Kick {
    fn keep_machine_keys(&mut self, from: &Self) {
        self.client_secret = from.client_secret.clone();
        self.reply_pause_ms = from.reply_pause_ms;
        self.message_age_minutes = from.message_age_minutes;
    }
}

/// A secret of an external service that the panel can set. Never part of a section's JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretName {
    /// Password at the mail server.
    SmtpPassword,
    /// Secret of the app on the streaming platform.
    KickClientSecret,
    /// Key at the service of the bonus hunts.
    HuntsKey,
    /// Key at the casino's service.
    WagersKey,
}

impl SecretName {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::SmtpPassword, Self::KickClientSecret, Self::HuntsKey, Self::WagersKey];

    /// Its key in a settings file.
    pub const fn key(self) -> &'static str {
        match self {
            Self::SmtpPassword => "mail.smtp_password",
            Self::KickClientSecret => "kick.client_secret",
            Self::HuntsKey => "hunts.external_key",
            Self::WagersKey => "wagers.source_key",
        }
    }

    /// Keys of the settings that say where the secret is sent.
    pub const fn destination_keys(self) -> &'static [&'static str] {
        match self {
            Self::SmtpPassword => &["mail.smtp_host", "mail.smtp_port"],
            Self::KickClientSecret => &["kick.id_url"],
            Self::HuntsKey => &["hunts.external", "hunts.external_url"],
            Self::WagersKey => &["wagers.source_url"],
        }
    }

    /// The secret of a name as [`SecretName::key`] writes it.
    pub fn find(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.key() == key)
    }
}

impl Config {
    /// A secret; empty if it is not set.
    pub const fn secret(&self, name: SecretName) -> &Secret {
        match name {
            SecretName::SmtpPassword => &self.mail.smtp_password,
            SecretName::KickClientSecret => &self.kick.client_secret,
            SecretName::HuntsKey => &self.hunts.external_key,
            SecretName::WagersKey => &self.wagers.source_key,
        }
    }

    /// Secrets that services need to be on and that are not set.
    pub fn missing_secrets(&self) -> Vec<&'static str> {
        let needs = |name: &SecretName| match name {
            SecretName::SmtpPassword => self.mail.lacks_password(),
            SecretName::KickClientSecret => self.kick.lacks_secret(),
            SecretName::HuntsKey => self.hunts.lacks_key(),
            // Without a key the site has no source.
            SecretName::WagersKey => false,
        };
        SecretName::ALL.into_iter().filter(needs).map(SecretName::key).collect()
    }

    /// Where a secret is sent. A secret that was entered for one place is never sent to another.
    pub fn destination(&self, name: SecretName) -> String {
        match name {
            SecretName::SmtpPassword => format!("{}:{}", self.mail.smtp_host, self.mail.smtp_port),
            SecretName::KickClientSecret => self.kick.id_url.clone(),
            SecretName::HuntsKey => {
                format!("{} {}", self.hunts.external.name(), self.hunts.external_url)
            }
            SecretName::WagersKey => self.wagers.source_url.clone(),
        }
    }

    /// Replaces a secret.
    pub fn set_secret(&mut self, name: SecretName, secret: Secret) {
        let place = match name {
            SecretName::SmtpPassword => &mut self.mail.smtp_password,
            SecretName::KickClientSecret => &mut self.kick.client_secret,
            SecretName::HuntsKey => &mut self.hunts.external_key,
            SecretName::WagersKey => &mut self.wagers.source_key,
        };
        *place = secret;
    }

    /// The JSON of all sections.
    pub fn section_values(&self) -> SectionValues {
        let value = |name: &&'static str| Some((*name, self.section(name)?));
        SECTIONS.iter().filter_map(value).collect()
    }

    /// What a new site begins with, without any settings of the machine's owner.
    pub fn neutral_values() -> &'static SectionValues {
        static NEUTRAL: LazyLock<SectionValues> = LazyLock::new(|| {
            Config::defaults().map(|config| config.section_values()).unwrap_or_default()
        });
        &NEUTRAL
    }
}

fn read_section<T: Section>(name: &'static str, value: &Value) -> Result<T, ConfigError> {
    // As a map of one section, so that errors name the whole path of a key.
    let read: Result<BTreeMap<String, T>, _> =
        Figment::from(Serialized::default(name, value)).extract();
    let mut read = read.map_err(|error| {
        let problems: Vec<String> = error.into_iter().map(|one| explain::problem(&one)).collect();
        ConfigError::Key(problems.join("; "))
    })?;
    let missing = || ConfigError::Key(format!("{name}: there is no such section"));
    let section = read.remove(name).ok_or_else(missing)?;
    // Keys of the machine and secrets can be read, but are no part of the section.
    let known = serde_json::to_value(&section).unwrap_or_default();
    let mut keys = value.as_object().into_iter().flat_map(serde_json::Map::keys);
    match keys.find(|key| known.get(key.as_str()).is_none()) {
        Some(key) => Err(ConfigError::Key(format!("{name}.{key}: this is no setting of the site"))),
        None => Ok(section),
    }
}

/// The value at a path of keys joined by dots, such as `tables.dice`.
pub fn value_at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').filter(|key| !key.is_empty()).try_fold(value, |value, key| value.get(key))
}

/// Sets the value at such a path. Nothing changes when its parent doesn't exist.
pub fn set_value_at(value: &mut Value, path: &str, new: Value) {
    let place = path
        .split('.')
        .filter(|key| !key.is_empty())
        .try_fold(value, |value, key| value.as_object_mut()?.get_mut(key));
    if let Some(place) = place {
        *place = new;
    }
}
