//! Errors of the calls on wagers.

use crate::accounts::AccountError;
use crate::backups::NoBackup;
use crate::clock::SiteMonth;
use crate::external::ExternalError;
use crate::fault::{Fault, inner_faults};
use crate::problem::Problem;

/// Why a call on wagers failed. Nothing changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum WagerError {
    /// The text is not a month, or the month is not on the leaderboard.
    #[error("The month must be {} to {}", first.iso(), current.iso())]
    #[problem(field = "month")]
    BadMonth {
        /// First month of the leaderboard.
        first: SiteMonth,
        /// Current month.
        current: SiteMonth,
    },
    /// A field is invalid. Holds the field's name and the text to show.
    #[error("{1}")]
    #[problem(field)]
    Field(&'static str, String),
    /// See [`AccountError`].
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// No service is configured.
    #[error("No source is configured for the leaderboard")]
    #[problem(409, "no_source")]
    NoSource,
    /// The call to the source failed.
    #[error("The source was asked, but {0}")]
    #[problem(503, "source_failed")]
    Source(#[from] ExternalError),
    /// The source returned no players for a month that had some.
    #[error("The source was asked, but its answer is empty; the last figures stay")]
    #[problem(503, "source_failed")]
    EmptyAnswer,
    /// The month has never been fetched.
    #[error("Nothing is known of this month yet")]
    #[problem(404, "not_found")]
    NoSuchMonth,
    /// The month became final without a last response.
    #[error("The service gave no last answer for this month: there is none to save")]
    #[problem(404, "not_found")]
    NoRaw,
    /// The figures may still change.
    #[error("The month is not final yet")]
    #[problem(409, "not_frozen")]
    NotFrozen,
    /// The figures can no longer change.
    #[error("A prize of this month has been paid: its figures stay as they are")]
    #[problem(409, "paid_out")]
    PaidOut,
    /// There is no player or no prize at this rank.
    #[error("There is no prize at this rank")]
    #[problem(404, "not_found")]
    NoPrize,
    /// Another player has this rank now.
    #[error("Another player has this rank now. Reload to see who.")]
    #[problem(409, "changed")]
    Changed,
    /// The number of unpaid prizes changed: some were marked as paid, or a month was fetched again.
    #[error("The prizes to pay have changed. Reload to see them.")]
    #[problem(409, "changed")]
    PrizesChanged,
    /// The store is read-only because the disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// The backup failed, so the reset was not made.
    #[error("The backup could not be written, so nothing was reset")]
    #[problem(with = no_backup)]
    NoBackup(#[from] NoBackup),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(WagerError);

impl WagerError {
    pub(super) fn field(name: &'static str, text: String) -> Self {
        Self::Field(name, text)
    }
}

fn no_backup(reason: &NoBackup) -> Problem {
    tracing::error!(%reason, "a reset failed; no data was removed");
    Problem::new(503, "no_backup", "The backup could not be written, so nothing was reset")
}
