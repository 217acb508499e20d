//! Why a letter was not written.

use crate::fault::{Fault, inner_faults};

/// A letter was not written, or the outbox does not read.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// A setting of `[mail]`.
    #[error("mail: {0}")]
    Settings(String),
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(MailError);

/// An admin's word on a letter was not carried out.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum LetterError {
    #[error("There is no such letter: it has left, or was removed")]
    NoSuchLetter,
    #[error("The link in this letter has ended; the member can ask for a new one")]
    LinkEnded,
    #[error("This letter is being delivered at this moment. Please look again.")]
    Busy,
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(LetterError);

impl From<MailError> for Fault {
    fn from(error: MailError) -> Self {
        match error {
            MailError::Inner(fault) => fault,
            error @ MailError::Settings(_) => Self::other(error),
        }
    }
}

impl From<MailError> for LetterError {
    fn from(error: MailError) -> Self {
        Self::Inner(error.into())
    }
}
