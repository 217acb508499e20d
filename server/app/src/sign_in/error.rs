//! Errors of the calls on one's own sign-in.

use crate::accounts::{AccountError, AuthError};
use crate::fault::{Fault, inner_faults};
use crate::people::PeopleError;
use crate::second_factor::SecondFactorError;

/// Why a call on one's own sign-in was refused. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The caller has not proved recently to be the account's owner, or is not logged in.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// See [`SecondFactorError`].
    #[error(transparent)]
    Factor(#[from] SecondFactorError),
    /// See [`AccountError`].
    #[error(transparent)]
    Account(#[from] AccountError),
    /// See [`PeopleError`].
    #[error(transparent)]
    People(#[from] PeopleError),
    /// A proof is one of three.
    #[error("Send a password, a code or the answer of a passkey")]
    NoProof,
    /// There is no session with this id.
    #[error("There is no such session")]
    NoSuchSession,
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(SignInError);
