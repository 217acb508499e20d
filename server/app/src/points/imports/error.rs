//! Errors of imports.

use crate::accounts::AccountError;
use crate::allowance::AllowanceError;
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Why an import, or a call on one of its lines, failed. Nothing more was paid.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum ImportError {
    /// The file cannot be used. Holds the text to show.
    #[error("{0}")]
    #[problem(400, "bad_file")]
    BadFile(String),
    /// The encoding of the file is unknown. Holds the text to show.
    #[error("{0}")]
    #[problem(400, "unknown_encoding")]
    UnknownEncoding(String),
    /// What the columns have is unclear. Holds the text to show.
    #[error("{0}")]
    #[problem(400, "unclear_columns")]
    UnclearColumns(String),
    /// The body is not a CSV file.
    #[error("The file must be CSV")]
    #[problem(415, "wrong_type")]
    WrongType,
    /// The body is too large.
    #[error("The file is too large: at most 5 MB")]
    #[problem(413, "too_large")]
    TooLarge,
    /// No such line is waiting.
    #[error("There is no such line, or it is no longer waiting")]
    #[problem(404, "not_found")]
    NoSuchLine,
    /// No such import, or it was taken back before.
    #[error("There is no such import, or it was taken back already")]
    #[problem(404, "not_found")]
    NoSuchImport,
    /// The member spent points of such a line before its import was taken back. Holds the import's number.
    #[error(
        "Import {0} paid this member the same points, and some were spent before it was taken back. To pay them again anyway, \
         credit the line once more."
    )]
    #[problem(409, "already_paid")]
    Spent(u64),
    /// The member doesn't exist.
    #[error("There is no such member")]
    #[problem(404, "not_found")]
    NoSuchMember,
    /// The store is read-only because the disk is nearly full.
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    /// See [`AccountError`].
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// See [`AllowanceError`].
    #[error(transparent)]
    #[problem(through)]
    Allowance(#[from] AllowanceError),
    /// The wallet refused.
    #[error(transparent)]
    #[problem(through)]
    Wallet(#[from] PostError),
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(ImportError);

impl ImportError {
    pub(super) fn bad(text: &str) -> Self {
        Self::BadFile(text.to_owned())
    }

    pub(super) const fn columns(text: String) -> Self {
        Self::UnclearColumns(text)
    }
}
