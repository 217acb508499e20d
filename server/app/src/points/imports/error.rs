//! Why a file with points, or a line of one, was not taken.

use crate::accounts::AccountError;
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Nothing was paid that has not been paid before.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is no file that can be used; in words.
    #[error("{0}")]
    BadFile(String),
    /// The body is no table.
    #[error("The file must be CSV")]
    WrongType,
    /// The body is too large.
    #[error("The file is too large: at most 5 MB")]
    TooLarge,
    /// No such line waits.
    #[error("There is no such line, or it waits no more")]
    NoSuchLine,
    /// No such member.
    #[error("There is no such member")]
    NoSuchMember,
    /// The disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    ReadOnly,
    /// The wallet refused.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(ImportError);

impl From<AccountError> for ImportError {
    fn from(error: AccountError) -> Self {
        Self::Inner(Fault::other(error))
    }
}

impl ImportError {
    pub(super) fn bad(text: &str) -> Self {
        Self::BadFile(text.to_owned())
    }
}
