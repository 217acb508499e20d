//! Why a call around the chat was refused.

use crate::accounts::{AccountError, AuthError};

/// See the module's page.
#[derive(Debug, thiserror::Error)]
pub enum ChatError {
    /// The platform is not set up.
    #[error("Kick is not set up on this site")]
    Off,
    /// Members do not sign in by the platform here.
    #[error("Signing in with Kick is switched off on this site")]
    NoSignIn,
    /// The sign-in was for another browser, was used, or took too long.
    #[error("Signing in with Kick took too long. Please try again.")]
    BadTicket,
    /// No channel is connected.
    #[error("No Kick channel is connected")]
    NotConnected,
    /// No request, or not any more, or another member's.
    #[error("This request is gone. Please ask for it again in the chat.")]
    NoSuchRequest,
    /// The body of a delivery is longer than any.
    #[error("The request is too large")]
    TooLarge,
    /// Nobody signed this.
    #[error("The signature does not fit")]
    BadSignature,
    /// More than there may be at once.
    #[error("The site is busy. Please try again in a moment.")]
    Busy,
    /// The disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// See [`AccountError`].
    #[error(transparent)]
    Account(#[from] AccountError),
    /// Inner trouble; the reason goes to the log.
    #[error("{0}")]
    Inner(String),
}

impl From<pointhouse_store::StoreError> for ChatError {
    fn from(error: pointhouse_store::StoreError) -> Self {
        inner(error)
    }
}

impl From<AuthError> for ChatError {
    fn from(error: AuthError) -> Self {
        Self::Account(error.into())
    }
}

pub(super) fn inner(error: impl std::fmt::Display) -> ChatError {
    ChatError::Inner(error.to_string())
}
