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
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum OutboxError {
    #[error("There is no such email: it was delivered or removed")]
    #[problem(404, "not_found")]
    NoSuchEmail,
    #[error("The link in this email has expired; the member can ask for a new one")]
    #[problem(409, "link_ended")]
    LinkEnded,
    #[error("This email is being delivered right now. Please try again in a moment.")]
    #[problem(409, "letter_busy")]
    Busy,
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    #[error(transparent)]
    #[problem(inner)]
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
