//! Errors of the calls on one's own sign-in.

use crate::accounts::{AccountError, AuthError};
use crate::fault::{Fault, inner_faults};
use crate::people::PeopleError;
use crate::problem::{Problem, ToProblem};
use crate::second_factor::SecondFactorError;

/// Why a call on one's own sign-in was refused. Nothing was written.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum SignInError {
    /// The caller has not proved recently to be the account's owner, or is not logged in.
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    /// See [`SecondFactorError`].
    #[error(transparent)]
    #[problem(through)]
    Factor(#[from] SecondFactorError),
    /// See [`AccountError`].
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// See [`PeopleError`].
    #[error(transparent)]
    #[problem(with = of_people)]
    People(#[from] PeopleError),
    /// A proof is one of three.
    #[error("Send a password, a code or the answer of a passkey")]
    #[problem(400, "validation")]
    NoProof,
    /// There is no session with this id.
    #[error("There is no such session")]
    #[problem(404, "not_found")]
    NoSuchSession,
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(SignInError);

fn of_people(error: &PeopleError) -> Problem {
    match error {
        PeopleError::WrongPassword => Problem::field("password", "This is not your password"),
        error => error.problem(),
    }
}
