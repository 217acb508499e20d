//! Why a call on wagers was refused.

use crate::backups::NoBackup;
use crate::clock::SiteMonth;

/// Nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum WagerError {
    /// No month, or one that is not on the leaderboard.
    #[error("The month must be {} to {}", first.iso(), current.iso())]
    BadMonth {
        /// The leaderboard's first.
        first: SiteMonth,
        /// The one that is now.
        current: SiteMonth,
    },
    /// A field does not fit; name and text.
    #[error("{1}")]
    Field(&'static str, String),
    /// The disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// There would be no way back.
    #[error("The backup could not be written, so nothing was reset")]
    NoBackup(#[from] NoBackup),
    /// Inner trouble; the reason goes to the log.
    #[error("{0}")]
    Inner(String),
}

impl WagerError {
    pub(super) fn field(name: &'static str, text: String) -> Self {
        Self::Field(name, text)
    }

    pub(super) fn inner(error: impl std::fmt::Display) -> Self {
        Self::Inner(error.to_string())
    }
}
