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

impl MailError {
    pub(super) fn inner(error: impl std::fmt::Display) -> Self {
        Self::Inner(error.to_string())
    }
}
