//! Why settings were not changed.

use crate::config::{ConfigError, GivenBy};
use crate::fault::{Fault, inner_faults};

/// Why settings were not changed. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// There is no section of this name.
    #[error("There is no such section")]
    NoSuchSection,
    /// There is no such revision, or it is older than the history reaches.
    #[error("There is no such version of these settings")]
    NoSuchRevision,
    /// There is no secret of this name.
    #[error("There is no such secret")]
    NoSuchSecret,
    /// The settings file or the environment decides this.
    #[error("The server's {by} decides {key}")]
    Locked {
        /// The key.
        key: String,
        /// Which of the two.
        by: GivenBy,
    },
    /// Only the owner changes this.
    #[error("Only the owner changes {0}: it decides how many points the site makes")]
    NotOwner(String),
    /// The owner has to prove first that it's them.
    #[error("Please confirm first that it's you")]
    NotProved,
    /// A value is larger than the panel accepts.
    #[error("must be at most {most}")]
    TooMany {
        /// Its key.
        key: String,
        /// Largest value.
        most: u64,
    },
    /// A value is invalid.
    #[error(transparent)]
    Invalid(#[from] ConfigError),
    /// A setting in the data folder cannot be used by this start.
    #[error(
        "{0}. This setting is stored in the data folder, where the panel changes it. To start, list its section in \
         [locked] of the settings file, so that the file decides it, and change it back in the panel later"
    )]
    Stored(ConfigError),
    /// Another admin has changed the section since it was read.
    #[error("Another admin has changed these settings")]
    Changed,
    /// The change must be confirmed by typing a phrase.
    #[error("{reason}. Type {phrase} to confirm it")]
    Unconfirmed {
        /// What has to be typed.
        phrase: &'static str,
        /// Why.
        reason: String,
    },
    /// A file with settings cannot be read.
    #[error("{0}")]
    File(String),
    /// The store takes no writes at the moment.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(SettingsError);

impl SettingsError {
    /// For `map_err`: a module cannot use a section.
    pub(crate) fn invalid<E: std::fmt::Display>(key: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::Invalid(ConfigError::Value { key, reason: error.to_string() })
    }
}
