//! Errors of the calls on people.

use super::NewPasswordError;
use crate::accounts::AccountError;
use crate::fault::{Fault, inner_faults};
use crate::second_factor::SecondFactorError;

/// Why a call on people was refused. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    /// The name is not allowed.
    #[error("Enter 1 to 40 letters and digits, with single spaces or - . _ between them")]
    BadName,
    /// The name has a character that is not allowed.
    #[error("Use Latin letters, digits, single spaces and - . _")]
    BadCharacter,
    /// The name is one of the site or its staff, or resembles one.
    #[error("This name is reserved. Please choose another one.")]
    Reserved,
    /// Another person or invitation has the name, or one that looks like it.
    #[error("This name is already taken")]
    Taken,
    /// There is one owner.
    #[error("A site has one owner. Choose another role.")]
    OneOwner,
    /// The owner cannot be removed, and has no other role.
    #[error("The owner can't be changed here")]
    IsOwner,
    /// There are as many people as there may be.
    #[error("The panel has {0} people and invitations. Remove one first.")]
    TooMany(usize),
    /// There is no person with this number.
    #[error("There is no such person")]
    NoSuchPerson,
    /// The check after a restore is not done.
    #[error("Confirm or remove each person first")]
    StillWaiting,
    /// The person has said before which member account is the own one.
    #[error("You have answered this before. Only the owner can change it.")]
    AccountNamed,
    /// No member has this username.
    #[error("No member has this username")]
    NoSuchAccount,
    /// There is no invitation with this number.
    #[error("There is no such invitation")]
    NoSuchInvitation,
    /// The code is wrong, or its invitation is over.
    #[error("This invitation doesn't work any more. Ask for a new one.")]
    BadCode,
    /// The current password is wrong.
    #[error("The current password is wrong")]
    WrongPassword,
    /// Too many tries from this address.
    #[error("Too many tries. Please try again later.")]
    TooManyTries {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// A new password is refused.
    #[error(transparent)]
    Password(#[from] NewPasswordError),
    /// A failure of sessions or hashes.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// See [`SecondFactorError`].
    #[error(transparent)]
    SecondFactor(#[from] SecondFactorError),
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(PeopleError);
