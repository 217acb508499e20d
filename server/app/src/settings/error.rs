//! Why settings were not changed.

use crate::config::{ConfigError, GivenBy};
use crate::fault::{Fault, inner_faults};
use crate::problem::Problem;

/// Why settings were not changed. Nothing was written.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum SettingsError {
    /// There is no section of this name.
    #[error("There is no such section")]
    #[problem(404, "not_found")]
    NoSuchSection,
    /// There is no such revision, or it is older than the history reaches.
    #[error("There is no such version of these settings")]
    #[problem(404, "not_found")]
    NoSuchRevision,
    /// There is no secret of this name.
    #[error("There is no such secret")]
    #[problem(404, "not_found")]
    NoSuchSecret,
    /// The settings file or the environment decides this.
    #[error("The server's {by} decides {key}")]
    #[problem(409, "locked")]
    Locked {
        /// The key.
        key: String,
        /// Which of the two.
        by: GivenBy,
    },
    /// Only the owner changes this.
    #[error("Only the owner changes {0}: it decides how many points the site makes")]
    #[problem(403, "role")]
    NotOwner(String),
    /// The owner has to prove first that it's them.
    #[error("Please confirm first that it's you")]
    #[problem(403, "proof")]
    NotProved,
    /// A value is larger than the panel accepts.
    #[error("must be at most {most}")]
    #[problem(with = too_many)]
    TooMany {
        /// Its key.
        key: String,
        /// Largest value.
        most: u64,
    },
    /// A value is invalid.
    #[error(transparent)]
    #[problem(with = invalid)]
    Invalid(#[from] ConfigError),
    /// A setting in the data folder cannot be used by this start.
    #[error(
        "{0}. This setting is stored in the data folder, where the panel changes it. To start, list its section in \
         [locked] of the settings file, so that the file decides it, and change it back in the panel later"
    )]
    #[problem(400, "bad_settings")]
    Stored(ConfigError),
    /// Another admin has changed the section since it was read.
    #[error("Another admin has changed these settings")]
    #[problem(409, "changed")]
    Changed,
    /// The change must be confirmed by typing a phrase.
    #[error("{reason}. Type {phrase} to confirm it")]
    #[problem(409, "unconfirmed", params(phrase))]
    Unconfirmed {
        /// What has to be typed.
        phrase: &'static str,
        /// Why.
        reason: String,
    },
    /// A file with settings cannot be read.
    #[error("{0}")]
    #[problem(400, "bad_settings")]
    File(String),
    /// The store takes no writes at the moment.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(SettingsError);

impl SettingsError {
    /// For `map_err`: a module cannot use a section.
    pub(crate) fn invalid<E: std::fmt::Display>(key: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::Invalid(ConfigError::Value { key, reason: error.to_string() })
    }
}

fn too_many(key: &str, most: &u64) -> Problem {
    let text = format!("must be at most {most}");
    Problem::new(400, "validation", &format!("{key} {text}")).with_field(key.to_owned(), text)
}

fn invalid(error: &ConfigError) -> Problem {
    match error {
        ConfigError::Value { key, reason } => {
            Problem::field(key, &beside(reason)).saying(about(key, reason))
        }
        ConfigError::Key(text) => {
            let problem = Problem::new(400, "bad_settings", error);
            match text.split_once(": ").filter(|(key, _)| is_key(key)) {
                Some((key, reason)) => problem.with_field(key.to_owned(), beside(reason)),
                None => problem,
            }
        }
        error => Problem::new(400, "bad_settings", error),
    }
}

/// Whether the beginning of a text is a key, as in `place.timezone: ...`.
fn is_key(text: &str) -> bool {
    text.contains('.') && !text.contains(char::is_whitespace)
}

/// Whether a reason goes on with a sentence whose subject is the setting.
fn is_predicate(reason: &str) -> bool {
    ["must ", "is ", "has ", "needs ", "may ", "cannot "]
        .iter()
        .any(|verb| reason.starts_with(verb))
}

/// A sentence about a setting whose value is refused.
fn about(key: &str, reason: &str) -> String {
    if is_predicate(reason) { format!("`{key}` {reason}") } else { format!("`{key}`: {reason}") }
}

/// A reason as a sentence of its own, for the place beside the setting.
fn beside(reason: &str) -> String {
    match reason.strip_prefix("must ") {
        Some(rest) => format!("Must {rest}"),
        None if is_predicate(reason) => format!("This {reason}"),
        None => reason.to_owned(),
    }
}
