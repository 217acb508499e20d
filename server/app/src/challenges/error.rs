//! Errors of the calls on challenges.

use crate::accounts::AccountError;
use crate::allowance::AllowanceError;
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Why the list of challenges was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChallengeError {
    /// The list was published by another request since the draft was based on it.
    #[error("Somebody else has changed the challenges meanwhile")]
    Changed,
    /// The list is too long.
    #[error("At most {0} challenges")]
    TooMany(usize),
    /// An id occurs twice.
    #[error("Two challenges have the same id")]
    Twice,
    /// A field is invalid.
    #[error("{1}")]
    Field(&'static str, String),
    /// The challenge doesn't exist.
    #[error("There is no such challenge")]
    NoSuchChallenge,
    /// The list is empty.
    #[error("No challenges available for testing")]
    NothingToTest,
    /// The challenge is completed already.
    #[error("This challenge is already completed")]
    Completed,
    /// The challenge has no reward points.
    #[error("This challenge has no reward on the site")]
    NoPoints,
    /// The member doesn't exist.
    #[error("There is no such member")]
    NoSuchMember,
    /// See [`AccountError`].
    #[error(transparent)]
    Account(#[from] AccountError),
    /// See [`AllowanceError`].
    #[error(transparent)]
    Allowance(#[from] AllowanceError),
    /// The wallet refused.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(ChallengeError);
