//! Why a call around the chat was refused.

use pointhouse_store::StoreError;

use crate::accounts::{AccountError, AuthError};
use crate::calendar::ClaimError;
use crate::fault::{Fault, inner_faults};
use crate::giveaways::GiveawayError;
use crate::outside::OutsideError;
use crate::wallet::PostError;

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
    /// A member's wallet could not be read or paid.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// A member's calendar could not be read.
    #[error(transparent)]
    Calendar(#[from] ClaimError),
    /// The giveaways could not be read.
    #[error(transparent)]
    Giveaway(#[from] GiveawayError),
    /// The platform refused a code or token, or did not answer.
    #[error(transparent)]
    Platform(#[from] OutsideError),
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(ChatError);

impl From<AuthError> for ChatError {
    fn from(error: AuthError) -> Self {
        Self::Account(error.into())
    }
}

/// The chat could not be set up at the start.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// An address in the settings cannot be used.
    #[error("[kick]: {0}")]
    Settings(#[from] OutsideError),
    /// A row was not read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A call for the channel did not succeed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HostError {
    /// No channel is connected.
    #[error("no channel is connected")]
    NotConnected,
    /// The platform did not answer well.
    #[error("{0}")]
    Outside(#[from] OutsideError),
    /// The platform refuses the channel's tokens.
    #[error("the connection ended: connect the channel anew")]
    Ended,
    /// A renewed token was not written.
    #[error("the new token could not be kept")]
    NotKept,
    /// Events that the platform does not deliver, with reasons.
    #[error("not delivered: {0}")]
    NotDelivered(String),
}

/// An answer was not written into the chat.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReplyError {
    /// More answers wait than are kept.
    #[error("too many answers wait")]
    QueueFull,
    /// The platform asked for a pause, which is not over.
    #[error("the platform asked for a pause")]
    Paused,
    /// The platform answered that it did not send it.
    #[error("the platform did not take it")]
    NotSent,
    /// The call failed.
    #[error(transparent)]
    Host(#[from] HostError),
}
