//! Errors of the calls on second factors.

use crate::fault::{Fault, inner_faults};

/// Why a call on second factors was refused. Nothing was written.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum SecondFactorError {
    /// The password is right, and a code or a passkey is needed as well.
    #[error("Enter the code of your authenticator app, or use your passkey")]
    #[problem(401, "second_factor")]
    Needed,
    /// The code is wrong, was used before or is too old.
    #[error("This code is wrong or was used before")]
    #[problem(400, "wrong_code")]
    WrongCode,
    /// Too many codes were tried from there, or from unknown browsers together.
    #[error(
        "Too many codes were tried. Use a recovery code or a passkey, or a browser in which you logged in before."
    )]
    #[problem(429, "too_many_requests", after = *retry_after)]
    TooManyCodes {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// Too many changes of factors.
    #[error("Too many changes. Please try again later.")]
    #[problem(429, "too_many_requests", after = *retry_after)]
    TooManyChanges {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// Too many passkeys are asked for at the moment.
    #[error("Too many passkeys are asked for at the moment. Please try again in a minute.")]
    #[problem(429, "too_many_requests", after = 60)]
    PasskeysBusy,
    /// The answer of the passkey doesn't fit, or the passkey is not known here.
    #[error("This passkey was not accepted")]
    #[problem(400, "bad_passkey")]
    BadPasskey,
    /// An account has this passkey already.
    #[error("This passkey belongs to an account already. Make another one.")]
    #[problem(409, "passkey_taken")]
    PasskeyTaken,
    /// The caller's session has ended meanwhile.
    #[error("Please log in")]
    #[problem(401, "unauthorized")]
    SessionEnded,
    /// The step before was not made, or was made too long ago.
    #[error("This took too long. Please start again.")]
    #[problem(409, "too_late")]
    TooLate,
    /// Passkeys are bound to the site's address.
    #[error("Passkeys need the address of the site, which an admin sets in the settings")]
    #[problem(409, "no_address")]
    NoAddress,
    /// There is one app.
    #[error("An authenticator app is set up already. Remove it first.")]
    #[problem(409, "has_app")]
    HasApp,
    /// There is no app.
    #[error("No authenticator app is set up")]
    #[problem(404, "not_found")]
    NoApp,
    /// There is no passkey with this number.
    #[error("There is no such passkey")]
    #[problem(404, "not_found")]
    NoSuchPasskey,
    /// There are as many passkeys as there may be.
    #[error("You have {0} passkeys. Remove one first.")]
    #[problem(409, "too_many")]
    TooManyPasskeys(usize),
    /// The name of a passkey is not allowed.
    #[error("Enter a name of 1 to 40 characters")]
    #[problem(field = "name")]
    BadName,
    /// Recovery codes belong to a factor.
    #[error("Set up an authenticator app or a passkey first")]
    #[problem(409, "no_factor")]
    NoFactor,
    /// People of the panel need a second factor, and this is the last one.
    #[error("The panel requires a second factor. Add another one before you remove this one.")]
    #[problem(409, "required")]
    Required,
    /// The owner has no second factor and can't require one of others.
    #[error("Set up a second factor of your own first")]
    #[problem(409, "owner_first")]
    OwnerFirst,
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(SecondFactorError);
