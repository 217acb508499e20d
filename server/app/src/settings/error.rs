//! Why settings were not changed.

use super::editor::Head;
use crate::config::ConfigError;
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
    /// The settings file decides this.
    #[error("The server's settings file decides {0}")]
    Locked(String),
    /// A value is invalid.
    #[error(transparent)]
    Invalid(#[from] ConfigError),
    /// Somebody else has changed the section since it was read.
    #[error("Somebody else has changed these settings")]
    Changed {
        /// The section.
        section: &'static str,
        /// Its present state.
        head: Box<Head>,
    },
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
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(SettingsError);
