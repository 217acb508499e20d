//! Why a letter was not written.

use pointhouse_store::{CodecError, RowTooLarge};

/// A letter was not written, or the outbox does not read.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// A setting of `[mail]`.
    #[error("mail: {0}")]
    Settings(String),
    /// The letter does not fit a row.
    #[error(transparent)]
    Row(#[from] RowTooLarge),
    /// A row does not read.
    #[error(transparent)]
    Codec(#[from] CodecError),
    /// Inner trouble; the reason goes to the log.
    #[error("{0}")]
    Inner(String),
}

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
    #[error("{0}")]
    Inner(String),
}

impl From<MailError> for LetterError {
    fn from(error: MailError) -> Self {
        Self::Inner(error.to_string())
    }
}

impl LetterError {
    pub(super) fn inner(error: impl std::fmt::Display) -> Self {
        Self::Inner(error.to_string())
    }
}

impl MailError {
    pub(super) fn inner(error: impl std::fmt::Display) -> Self {
        Self::Inner(error.to_string())
    }
}
