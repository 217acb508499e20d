//! Errors of the calls on wagers.

use crate::accounts::AccountError;
use crate::backups::NoBackup;
use crate::clock::SiteMonth;
use crate::external::ExternalError;
use crate::fault::{Fault, inner_faults};

/// Why a call on wagers failed. Nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum WagerError {
    /// The text is not a month, or the month is not on the leaderboard.
    #[error("The month must be {} to {}", first.iso(), current.iso())]
    BadMonth {
        /// First month of the leaderboard.
        first: SiteMonth,
        /// Current month.
        current: SiteMonth,
    },
    /// A field is invalid. Holds the field's name and the text to show.
    #[error("{1}")]
    Field(&'static str, String),
    /// See [`AccountError`].
    #[error(transparent)]
    Account(#[from] AccountError),
    /// No service is configured.
    #[error("No source is configured for the leaderboard")]
    NoSource,
    /// The call to the source failed.
    #[error("The source was asked, but {0}")]
    Source(#[from] ExternalError),
    /// The source returned no players for a month that had some.
    #[error("The source was asked, but its answer is empty; the last figures stay")]
    EmptyAnswer,
    /// The month has never been fetched.
    #[error("Nothing is known of this month yet")]
    NoSuchMonth,
    /// The month became final without a last response.
    #[error("The service gave no last answer for this month: there is none to save")]
    NoRaw,
    /// The figures may still change.
    #[error("The month is not final yet")]
    NotFrozen,
    /// The figures can no longer change.
    #[error("A prize of this month has been paid: its figures stay as they are")]
    PaidOut,
    /// There is no player or no prize at this rank.
    #[error("There is no prize at this rank")]
    NoPrize,
    /// Another player has this rank now.
    #[error("Another player has this rank now. Reload to see who.")]
    Changed,
    /// The number of unpaid prizes changed: some were marked as paid, or a month was fetched again.
    #[error("The prizes to pay have changed. Reload to see them.")]
    PrizesChanged,
    /// The store is read-only because the disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// The backup failed, so the reset was not made.
    #[error("The backup could not be written, so nothing was reset")]
    NoBackup(#[from] NoBackup),
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(WagerError);

impl WagerError {
    pub(super) fn field(name: &'static str, text: String) -> Self {
        Self::Field(name, text)
    }
}
