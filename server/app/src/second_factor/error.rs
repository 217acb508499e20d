//! Errors of the calls on second factors.

use crate::fault::{Fault, inner_faults};

/// Why a call on second factors was refused. Nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum SecondFactorError {
    /// The password is right, and a code or a passkey is needed as well.
    #[error("Enter the code of your authenticator app, or use your passkey")]
    Needed,
    /// The code is wrong, was used before or is too old.
    #[error("This code is wrong or was used before")]
    WrongCode,
    /// Too many codes were tried from there, or from unknown browsers together.
    #[error(
        "Too many codes were tried. Use a recovery code or a passkey, or a browser in which you logged in before."
    )]
    TooManyCodes {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// Too many changes of factors.
    #[error("Too many changes. Please try again later.")]
    TooManyChanges {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// Too many passkeys are asked for at the moment.
    #[error("Too many passkeys are asked for at the moment. Please try again in a minute.")]
    PasskeysBusy,
    /// The answer of the passkey doesn't fit, or the passkey is not known here.
    #[error("This passkey was not accepted")]
    BadPasskey,
    /// An account has this passkey already.
    #[error("This passkey belongs to an account already. Make another one.")]
    PasskeyTaken,
    /// The caller's session has ended meanwhile.
    #[error("Please log in")]
    SessionEnded,
    /// The step before was not made, or was made too long ago.
    #[error("This took too long. Please start again.")]
    TooLate,
    /// Passkeys are bound to the site's address.
    #[error("Passkeys need the address of the site, which an admin sets in the settings")]
    NoAddress,
    /// There is one app.
    #[error("An authenticator app is set up already. Remove it first.")]
    HasApp,
    /// There is no app.
    #[error("No authenticator app is set up")]
    NoApp,
    /// There is no passkey with this number.
    #[error("There is no such passkey")]
    NoSuchPasskey,
    /// There are as many passkeys as there may be.
    #[error("You have {0} passkeys. Remove one first.")]
    TooManyPasskeys(usize),
    /// The name of a passkey is not allowed.
    #[error("Enter a name of 1 to 40 characters")]
    BadName,
    /// Recovery codes belong to a factor.
    #[error("Set up an authenticator app or a passkey first")]
    NoFactor,
    /// People of the panel need a second factor, and this is the last one.
    #[error("The panel requires a second factor. Add another one before you remove this one.")]
    Required,
    /// The owner has no second factor and can't require one of others.
    #[error("Set up a second factor of your own first")]
    OwnerFirst,
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(SecondFactorError);
