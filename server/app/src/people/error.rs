//! Errors of the calls on people.

use super::NewPasswordError;
use crate::accounts::AccountError;
use crate::fault::{Fault, inner_faults};
use crate::problem::{Problem, ToProblem};
use crate::second_factor::SecondFactorError;

/// Why a call on people was refused. Nothing was written.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum PeopleError {
    /// The name is not allowed.
    #[error("Enter 1 to 40 letters and digits, with single spaces or - . _ between them")]
    #[problem(field = "name")]
    BadName,
    /// The name has a character that is not allowed.
    #[error("Use Latin letters, digits, single spaces and - . _")]
    #[problem(field = "name", code = "bad_character")]
    BadCharacter,
    /// The name is one of the site or its staff, or resembles one.
    #[error("This name is reserved. Please choose another one.")]
    #[problem(field = "name", code = "reserved")]
    Reserved,
    /// Another person or invitation has the name, or one that looks like it.
    #[error("This name is already taken")]
    #[problem(409, "name_taken")]
    Taken,
    /// There is one owner.
    #[error("A site has one owner. Choose another role.")]
    #[problem(field = "role")]
    OneOwner,
    /// The owner cannot be removed, and has no other role.
    #[error("The owner can't be changed here")]
    #[problem(409, "is_owner")]
    IsOwner,
    /// There are as many people as there may be.
    #[error("The panel has {0} people and invitations. Remove one first.")]
    #[problem(409, "too_many")]
    TooMany(usize),
    /// There is no person with this number.
    #[error("There is no such person")]
    #[problem(404, "not_found")]
    NoSuchPerson,
    /// The check after a restore is not done.
    #[error("Confirm or remove each person first")]
    #[problem(409, "still_waiting")]
    StillWaiting,
    /// The person has said before which member account is the own one.
    #[error("You have answered this before. Only the owner can change it.")]
    #[problem(409, "already_named")]
    AccountNamed,
    /// No member has this username.
    #[error("No member has this username")]
    #[problem(field = "username")]
    NoSuchAccount,
    /// There is no invitation with this number.
    #[error("There is no such invitation")]
    #[problem(404, "not_found")]
    NoSuchInvitation,
    /// The code is wrong, or its invitation is over.
    #[error("This invitation doesn't work any more. Ask for a new one.")]
    #[problem(404, "bad_code")]
    BadCode,
    /// The current password is wrong.
    #[error("The current password is wrong")]
    #[problem(field = "currentPassword")]
    WrongPassword,
    /// Too many tries from this address.
    #[error("Too many tries. Please try again later.")]
    #[problem(429, "too_many_requests", after = *retry_after)]
    TooManyTries {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// A new password is refused.
    #[error(transparent)]
    #[problem(with = password)]
    Password(#[from] NewPasswordError),
    /// A failure of sessions or hashes.
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// See [`SecondFactorError`].
    #[error(transparent)]
    #[problem(through)]
    SecondFactor(#[from] SecondFactorError),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(PeopleError);

fn password(error: &NewPasswordError) -> Problem {
    match error {
        NewPasswordError::Refused(refusal) => Problem::field("newPassword", &refusal.to_string()),
        NewPasswordError::Hash(error) => error.problem(),
        NewPasswordError::Inner(reason) => Problem::inner(reason),
    }
}
