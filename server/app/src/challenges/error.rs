//! Why the list of challenges was not changed.

use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum ChallengeError {
    /// Somebody else has published since.
    #[error("Somebody else has changed the challenges meanwhile")]
    Changed,
    /// More than a list may have.
    #[error("At most {0} challenges")]
    TooMany(usize),
    /// The same id twice.
    #[error("Two challenges have the same id")]
    Twice,
    /// A field does not fit.
    #[error("{1}")]
    Field(&'static str, String),
    /// No such challenge.
    #[error("There is no such challenge")]
    NoSuchChallenge,
    /// The list is empty.
    #[error("No challenges available for testing")]
    NothingToTest,
    /// It is done already.
    #[error("This challenge is already completed")]
    Completed,
    /// It has no points to pay.
    #[error("This challenge carries no points")]
    NoPoints,
    /// No such member.
    #[error("There is no such member")]
    NoSuchMember,
    /// The wallet refused.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(ChallengeError);
