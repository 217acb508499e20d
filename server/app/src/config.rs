//! Settings: defaults (config.toml for the machine, data/presets for the site), overridden by the operator's
//! file, overridden by the environment. The settings of the site come from there only at the first start of a
//! data folder; after that they come from the store (module `settings`). All business numbers are settings; the
//! code contains none.

mod access;
mod addresses;
mod authorities;
mod backups;
mod calendar;
mod cluster;
mod colour;
mod defaults;
mod environment;
mod explain;
mod forms;
mod games;
mod grants;
mod home;
mod hunts;
mod kick;
mod layers;
mod live;
mod mail;
mod outside;
mod overlay;
mod owner_keys;
mod points;
mod sections;
mod site;
mod wagers;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use figment::Figment;
use serde::Deserialize;

pub use addresses::AddressRange;
pub use authorities::read_authorities;
pub use backups::Backups;
pub use calendar::{Calendar, CashMilestone};
pub use cluster::{Cluster, WhenAlone};
pub(crate) use colour::parse as parse_colour;
pub use environment::ignored_variables;
pub use explain::{length, own_text, plain_type};
pub use forms::{ChallengeDifficulty, Forms, GiveawayEntry};
pub use games::Games;
pub use grants::GrantLimits;
pub use home::{Home, HomeBlock, LiveCounter};
pub use hunts::{HuntOrigin, HuntService, Hunts};
pub use kick::{CommandReplies, CommandWords, Kick};
use layers::Layers;
pub use layers::{GivenBy, Locked, Preset};
pub use live::Settings;
pub use mail::{Mail, MailSwitch, MailTransport, Secret, SmtpSecurity};
pub use outside::{DecimalSign, Outside};
pub use overlay::{
    AlertItem, BannerScene, GoalCount, OverlaySource, OverlaySources, PodiumBoard, RoundGame,
    SourceOptions, TickerItem,
};
pub use owner_keys::{OWNER_KEYS, OwnerKey};
pub use points::{Cycle, Points};
pub use sections::{SECTIONS, SecretName, SectionValues, set_value_at, value_at};
pub use site::{
    Brand, DollarFormat, HeadingFont, LinkKind, Links, Modules, Partner, Place, SiteLink, Texts,
    WagerTier,
};
pub use wagers::{PrizePeriod, Wagers};

/// config.toml, with every setting of the machine and its default.
pub const DEFAULTS: &str = include_str!("../../../config.toml");

/// Prefix of environment variables. Sections and keys are joined by two underscores.
pub const ENV_PREFIX: &str = "POINTHOUSE_";

/// Shortest token that reads the metrics: it must not be guessed.
const METRICS_TOKEN_MIN: usize = 16;

/// All settings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Config {
    pub server: Server,
    pub store: StoreSettings,
    pub backups: Backups,
    pub cluster: Cluster,
    pub site: Site,
    pub auth: Auth,
    pub mail: Mail,
    pub members: Members,
    pub games: Games,
    pub calendar: Calendar,
    pub outside: Outside,
    pub hunts: Hunts,
    pub wagers: Wagers,
    pub kick: Kick,
    pub push: Push,
    pub brand: Brand,
    pub links: Links,
    pub partner: Partner,
    pub home: Home,
    pub points: Points,
    pub grants: GrantLimits,
    pub forms: Forms,
    pub place: Place,
    pub texts: Texts,
    pub modules: Modules,
    pub overlay: OverlaySources,
    pub locked: Locked,
    #[serde(skip)]
    layers: Layers,
}

/// `[server]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Server {
    pub listen: SocketAddr,
    pub workers: usize,
    pub tls: TlsMode,
    pub tls_certificate: PathBuf,
    pub tls_key: PathBuf,
    pub tls_check_seconds: u64,
    pub acme_domains: Vec<String>,
    pub acme_email: String,
    pub acme_directory: String,
    pub acme_ca_file: PathBuf,
    pub redirect_listen: String,
    pub trusted_proxies: Vec<AddressRange>,
    pub shutdown_seconds: u64,
    pub metrics_listen: String,
    pub metrics_token: Secret,
    pub log_format: LogFormat,
    pub log_levels: String,
    pub request_bytes_max: usize,
    pub head_seconds: u64,
    pub body_seconds: u64,
    pub connections_per_address: usize,
    pub requests_per_second: u32,
    pub requests_burst: u32,
    pub deliveries_per_second: u32,
}

/// How the server encrypts its connections.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub enum TlsMode {
    Off,
    Files,
    Acme,
}

/// Format of log lines.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub enum LogFormat {
    Text,
    Json,
}

/// `[store]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct StoreSettings {
    pub cache_megabytes: u64,
    pub generation_megabytes: u64,
    pub erase_days: u64,
    pub nightly_base: String,
    pub kept_bases: usize,
    pub key_file: PathBuf,
}

/// `[site]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Site {
    pub rehearsal: bool,
}

/// `[auth]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Auth {
    pub remember_days: u32,
    pub session_hours: u32,
    pub admin_hours: u32,
    pub admin_idle_minutes: u32,
    pub bypass_hours: u32,
    pub hash_threads: usize,
    pub hash_queue: usize,
    pub hash_memory_kib: u32,
    pub hash_passes: u32,
    pub wrong_passwords: u32,
    pub wrong_password_delay_max: u32,
    pub logins_per_minute: u32,
    pub panel_logins_per_minute: u32,
    pub verifications_per_minute: u32,
    pub resets_per_minute: u32,
    pub signups_per_hour: u32,
    pub network_signups_per_hour: u32,
    pub email_checks_per_minute: u32,
}

/// `[members]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Members {
    pub idle_seconds: u64,
    pub ledger_page_max: usize,
    pub uploads_per_hour: u32,
    pub exports_per_hour: u32,
}

/// `[push]`
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Push {
    pub ping_interval_ms: u64,
    pub ping_timeout_ms: u64,
    pub connect_timeout_ms: u64,
    pub sockets_max: usize,
    pub sockets_per_member: usize,
    pub sockets_per_address: usize,
}

/// Why the settings are invalid. Always names the key.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{file}: {reason}")]
    File {
        /// Name of the file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// A key that doesn't exist or has a value of another type.
    #[error("{0}")]
    Key(String),
    /// A value out of range or of the wrong form.
    #[error("{key}: {reason}")]
    Value {
        /// The key, sections joined by dots.
        key: &'static str,
        /// What the value has to be.
        reason: String,
    },
}

/// Whether a part of the site is on.
pub type IsOn = fn(&Config) -> bool;

impl Config {
    /// Whether the site has a partner whose wagers count.
    pub fn has_casino(&self) -> bool {
        self.partner.has_casino()
    }

    /// Whether it shows the leaderboard of wagers.
    pub fn shows_wager_leaderboard(&self) -> bool {
        self.modules.wager_leaderboard && self.has_casino()
    }

    /// Whether it shows the rewards for wagers.
    pub fn shows_wager_rewards(&self) -> bool {
        self.modules.wager_rewards && self.has_casino()
    }

    /// Names of the site and of the streamer's channels. No member may have one, or a name that looks like one.
    pub fn own_names(&self) -> Vec<String> {
        let channels = self.links.channels().map(str::to_owned);
        [self.brand.name.clone()].into_iter().chain(channels).collect()
    }

    /// Loads defaults, file and environment. Settings of the site are not checked: the data folder may decide them.
    ///
    /// # Errors
    /// Names the invalid key and the reason.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let read = |file: &Path| {
            std::fs::read_to_string(file).map_err(|error| ConfigError::File {
                file: file.display().to_string(),
                reason: error.to_string(),
            })
        };
        let text = file.map(read).transpose()?.unwrap_or_default();
        if let Some((name, meant)) = environment::misspelled() {
            return Err(ConfigError::Key(format!("{name}: this setting is written {meant}")));
        }
        Self::layered(&text, true)
    }

    /// The defaults alone.
    ///
    /// # Errors
    /// Never in a build whose tests passed.
    pub fn defaults() -> Result<Self, ConfigError> {
        Self::with("")
    }

    /// The defaults with TOML on top, for tests.
    ///
    /// # Errors
    /// Names the invalid key and the reason.
    pub fn with(toml: &str) -> Result<Self, ConfigError> {
        let mut config = Self::layered(toml, false)?;
        config.check()?;
        config.layers.is_checked = true;
        Ok(config)
    }

    /// Reads the settings without checking their values.
    fn extracted(figment: &Figment) -> Result<Self, ConfigError> {
        let read = figment.extract().map_err(|error| {
            let problems: Vec<String> =
                error.into_iter().map(|one| explain::problem(&one)).collect();
            ConfigError::Key(problems.join("; "))
        });
        read.map(|mut config: Self| {
            config.wagers.begin_now_by_default();
            config
        })
    }

    /// Address of the site for links in emails and elsewhere, without a trailing slash.
    pub fn site_url(&self) -> String {
        match self.place.url.trim_end_matches('/') {
            "" => self.server.url_at(self.server.listen),
            url => url.to_owned(),
        }
    }

    /// Returns whether browsers reach the site by https: the server itself or a proxy encrypts.
    pub fn is_https(&self) -> bool {
        self.server.uses_tls() || self.place.url.starts_with("https://")
    }

    /// Checks all values, also against each other.
    ///
    /// # Errors
    /// Names the invalid key and the reason.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.check_machine()?;
        self.check_site()
    }

    /// Checks the settings of the machine, which no data folder decides.
    fn check_machine(&self) -> Result<(), ConfigError> {
        self.server.check()?;
        within("store.cache_megabytes", self.store.cache_megabytes, 1, 65_536)?;
        within("store.generation_megabytes", self.store.generation_megabytes, 1, 1024)?;
        within("store.erase_days", self.store.erase_days, 1, 3650)?;
        let token = self.server.metrics_token.reveal();
        if !token.is_empty() && token.len() < METRICS_TOKEN_MIN {
            return refuse("server.metrics_token", "must have at least 16 characters");
        }
        within("store.kept_bases", self.store.kept_bases, 2, 30)?;
        check_schedule("store.nightly_base", &self.store.nightly_base)?;
        self.backups.check()?;
        self.cluster.check()?;
        self.auth.check()?;
        within("members.idle_seconds", self.members.idle_seconds, 1, 86_400)?;
        within("members.ledger_page_max", self.members.ledger_page_max, 1, 200)?;
        within("push.ping_interval_ms", self.push.ping_interval_ms, 100, 600_000)?;
        within("push.ping_timeout_ms", self.push.ping_timeout_ms, 100, 600_000)?;
        within("push.connect_timeout_ms", self.push.connect_timeout_ms, 100, 600_000)?;
        within("push.sockets_max", self.push.sockets_max, 1, 1_000_000)?;
        within("push.sockets_per_member", self.push.sockets_per_member, 1, 10_000)?;
        self.outside.check()
    }

    fn check_site(&self) -> Result<(), ConfigError> {
        let url = &self.place.url;
        self.place.check()?;
        self.points.check()?;
        self.grants.check()?;
        self.forms.check()?;
        self.brand.check()?;
        self.links.check()?;
        self.partner.check()?;
        self.home.check()?;
        self.overlay.check()?;
        self.texts.check()?;
        self.mail.check(url)?;
        self.hunts.check()?;
        self.kick.check(url)?;
        self.wagers.check()?;
        self.calendar.check()?;
        self.games.check()
    }
}

fn check_schedule(key: &'static str, schedule: &str) -> Result<(), ConfigError> {
    match tokio_cron_scheduler::Job::new(schedule, |_, _| {}) {
        Ok(_) => Ok(()),
        Err(error) => {
            refuse(key, &format!("must be \"second minute hour day month weekday\": {error}"))
        }
    }
}

/// Longest address, in characters.
const ADDRESS_MAX: usize = 2048;

fn check_link(key: &'static str, url: &str) -> Result<(), ConfigError> {
    at_most(key, url, ADDRESS_MAX)?;
    if url.starts_with("https://") && !url.contains(char::is_whitespace) {
        return Ok(());
    }
    refuse(key, "must be an https address")
}

fn at_most(key: &'static str, text: &str, characters: usize) -> Result<(), ConfigError> {
    if text.chars().count() <= characters {
        return Ok(());
    }
    refuse(key, &format!("must have at most {characters} characters"))
}

fn within<T: PartialOrd + Copy + std::fmt::Display>(
    key: &'static str,
    value: T,
    low: T,
    high: T,
) -> Result<(), ConfigError> {
    if value >= low && value <= high {
        return Ok(());
    }
    Err(ConfigError::Value { key, reason: format!("must be {low} to {high}, not {value}") })
}

fn distinct<T: PartialEq>(key: &'static str, entries: &[T]) -> Result<(), ConfigError> {
    let is_repeated = |(at, entry)| entries.iter().take(at).any(|other| other == entry);
    if entries.iter().enumerate().any(is_repeated) {
        return refuse(key, "must have each entry once");
    }
    Ok(())
}

fn refuse(key: &'static str, reason: &str) -> Result<(), ConfigError> {
    Err(ConfigError::Value { key, reason: reason.to_owned() })
}
