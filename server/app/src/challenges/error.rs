//! Errors of the calls on challenges.

use crate::accounts::AccountError;
use crate::allowance::AllowanceError;
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Why the list of challenges was not changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum ChallengeError {
    /// The list was published by another request since the draft was based on it.
    #[error("Somebody else has changed the challenges meanwhile")]
    #[problem(409, "version_conflict")]
    Changed,
    /// The list is too long.
    #[error("At most {0} challenges")]
    #[problem(400, "bad_list")]
    TooMany(usize),
    /// An id occurs twice.
    #[error("Two challenges have the same id")]
    #[problem(400, "bad_list")]
    Twice,
    /// A field is invalid.
    #[error("{1}")]
    #[problem(field)]
    Field(&'static str, String),
    /// The challenge doesn't exist.
    #[error("There is no such challenge")]
    #[problem(404, "not_found")]
    NoSuchChallenge,
    /// The list is empty.
    #[error("No challenges available for testing")]
    #[problem(409, "no_challenges")]
    NothingToTest,
    /// The challenge is completed already.
    #[error("This challenge is already completed")]
    #[problem(409, "already_completed")]
    Completed,
    /// The challenge has no reward points.
    #[error("This challenge has no reward on the site")]
    #[problem(400, "no_points")]
    NoPoints,
    /// The member doesn't exist.
    #[error("There is no such member")]
    #[problem(404, "not_found")]
    NoSuchMember,
    /// See [`AccountError`].
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// See [`AllowanceError`].
    #[error(transparent)]
    #[problem(through)]
    Allowance(#[from] AllowanceError),
    /// The wallet refused.
    #[error(transparent)]
    #[problem(through)]
    Wallet(#[from] PostError),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(ChallengeError);
