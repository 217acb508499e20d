//! Errors of the outbox.

use crate::fault::{Fault, inner_faults};

/// Why an email was not written, or the outbox could not be read.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// A setting of `[mail]` is invalid.
    #[error("mail: {0}")]
    Settings(String),
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(MailError);

/// Why an admin's retry or removal of an email failed.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum OutboxError {
    #[error("There is no such email: it was delivered or removed")]
    NoSuchEmail,
    #[error("The link in this email has expired; the member can ask for a new one")]
    LinkEnded,
    #[error("This email is being delivered right now. Please try again in a moment.")]
    Busy,
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(OutboxError);

impl From<MailError> for Fault {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Inner(fault) => fault,
            error @ MailError::Settings(_) => Self::other(error),
        }
    }
}

impl From<MailError> for OutboxError {
    fn from(error: MailError) -> Self {
        Self::Inner(error.into())
    }
}
