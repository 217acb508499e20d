//! Errors of the chat module.

use pointhouse_store::StoreError;

use crate::accounts::{AccountError, AuthError};
use crate::calendar::ClaimError;
use crate::external::ExternalError;
use crate::fault::{Fault, inner_faults};
use crate::giveaways::GiveawayError;
use crate::wallet::PostError;

/// Why a call on the chat failed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum ChatError {
    /// The platform is not set up.
    #[error("Kick is not set up on this site")]
    #[problem(404, "kick_off")]
    Off,
    /// Members cannot sign in with the platform on this site.
    #[error("Signing in with Kick is switched off on this site")]
    #[problem(404, "kick_off")]
    NoSignIn,
    /// The sign-in belongs to another browser, was used before, or has expired.
    #[error("This visit to Kick has expired or was used already. Please go to Kick again.")]
    #[problem(401, "bad_ticket")]
    BadTicket,
    /// No channel is connected.
    #[error("No Kick channel is connected")]
    #[problem(409, "not_connected")]
    NotConnected,
    /// The request doesn't exist, has expired, or is for another member.
    #[error("This request is gone. Please ask for it again in the chat.")]
    #[problem(404, "not_found")]
    NoSuchRequest,
    /// The body of a delivery is too large.
    #[error("The request is too large")]
    #[problem(413, "too_large")]
    TooLarge,
    /// The signature is missing or invalid.
    #[error("The signature does not fit")]
    #[problem(401, "bad_signature")]
    BadSignature,
    /// A limit of concurrent work is reached.
    #[error("The site is busy. Please try again in a moment.")]
    #[problem(503, "busy", after = 5)]
    Busy,
    /// The store is read-only because the disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// See [`AccountError`].
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// A member's wallet could not be read or paid.
    #[error(transparent)]
    #[problem(inner)]
    Wallet(#[from] PostError),
    /// A member's calendar could not be read.
    #[error(transparent)]
    #[problem(inner)]
    Calendar(#[from] ClaimError),
    /// The giveaways could not be read.
    #[error(transparent)]
    #[problem(inner)]
    Giveaway(#[from] GiveawayError),
    /// The platform refused a code or token, or did not respond.
    #[error(transparent)]
    #[problem(inner)]
    Platform(#[from] ExternalError),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(ChatError);

impl From<AuthError> for ChatError {
    fn from(error: AuthError) -> Self {
        Self::Account(error.into())
    }
}

/// Why the chat could not be loaded at the start.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// An address in the settings is invalid.
    #[error("[kick]: {0}")]
    Settings(#[from] ExternalError),
    /// A row could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a call for the channel failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HostError {
    /// No channel is connected.
    #[error("no channel is connected")]
    NotConnected,
    /// The call to the platform failed.
    #[error("{0}")]
    External(#[from] ExternalError),
    /// The platform refuses the channel's tokens.
    #[error("the connection has ended: connect the channel again")]
    Ended,
    /// A renewed token could not be written.
    #[error("cannot store the new token")]
    NotKept,
    /// Events that the platform does not deliver, with reasons.
    #[error("not delivered: {0}")]
    NotDelivered(String),
}

/// Why a reply was not sent.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReplyError {
    /// The queue of replies is full.
    #[error("too many answers wait")]
    QueueFull,
    /// The platform asked for a pause that has not passed.
    #[error("the platform asked for a pause")]
    Paused,
    /// The platform responded that it did not send the reply.
    #[error("the platform did not take it")]
    NotSent,
    /// The call failed.
    #[error(transparent)]
    Host(#[from] HostError),
}
