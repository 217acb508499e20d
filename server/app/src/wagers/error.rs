//! Why a call on wagers was refused.

use crate::backups::NoBackup;
use crate::clock::SiteMonth;
use crate::fault::{Fault, inner_faults};
use crate::outside::OutsideError;

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
    /// Nobody to ask.
    #[error("No source is configured for the leaderboard")]
    NoSource,
    /// The source did not answer well.
    #[error("The source was asked, but {0}")]
    Source(#[from] OutsideError),
    /// The source has nobody any more where it had players.
    #[error("The source was asked, but its answer is empty; the last figures stay")]
    EmptyAnswer,
    /// Nothing is known of the month.
    #[error("Nothing is known of this month yet")]
    NoSuchMonth,
    /// It became final without a last answer.
    #[error("The service gave no last answer for this month: there is none to save")]
    NoRaw,
    /// Its figures may still change.
    #[error("The month is not final yet")]
    NotFrozen,
    /// Its figures stay.
    #[error("A prize of this month has been paid: its figures stay as they are")]
    PaidOut,
    /// No player, or no prize.
    #[error("There is no prize at this rank")]
    NoPrize,
    /// Somebody else stands there now.
    #[error("Another player has this rank now. Reload to see who.")]
    Changed,
    /// Somebody else has ticked some, or a month was fetched again.
    #[error("The prizes to pay have changed. Reload to see them.")]
    PrizesChanged,
    /// The disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// There would be no way back.
    #[error("The backup could not be written, so nothing was reset")]
    NoBackup(#[from] NoBackup),
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(WagerError);

impl WagerError {
    pub(super) fn field(name: &'static str, text: String) -> Self {
        Self::Field(name, text)
    }
}
