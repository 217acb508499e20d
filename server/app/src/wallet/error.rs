//! Errors of postings.

use pointhouse_store::StoreError;

use super::messages::Post;
use super::model::Refused;

/// Why a posting failed. No points moved, except that under [`PostError::Stopped`] the outcome is
/// unknown.
#[derive(thiserror::Error, pointhouse_macros::Problem)]
pub enum PostError {
    /// The rules refuse the posting.
    #[error(transparent)]
    #[problem(through)]
    Refused(#[from] Refused),
    /// The once-key was used before.
    #[error("this was paid already")]
    #[problem(409, "already_paid")]
    Once,
    /// The idempotency key was used with another body.
    #[error("the idempotency key was used for another request")]
    #[problem(409, "idempotency_mismatch")]
    Mismatch,
    /// The store is read-only because the disk is nearly full.
    #[error("the site is read-only for the moment")]
    #[problem(
        503,
        "read_only",
        text = "The site is read-only for the moment. Please try again later."
    )]
    ReadOnly,
    /// The actor has been passivated; send the posting to a new one.
    #[error("the wallet actor has been passivated")]
    #[problem(
        429,
        "too_many_requests",
        text = "Too many requests at once. Please wait a moment.",
        after = 1
    )]
    Retired(Box<Post>),
    /// The member has too many requests in flight.
    #[error("too many requests at once")]
    #[problem(
        429,
        "too_many_requests",
        text = "Too many requests at once. Please wait a moment.",
        after = 1
    )]
    Busy,
    /// The stored balance is out of range.
    #[error("the wallet could not be read")]
    #[problem(inner)]
    Broken,
    /// A row could not be read or written.
    #[error(transparent)]
    #[problem(inner)]
    Store(#[from] StoreError),
    /// The store has stopped; the process is ending.
    #[error("the server is stopping")]
    #[problem(503, "stopping", text = "The server is stopping. Please try again.", after = 5)]
    Stopped,
}

impl std::fmt::Debug for PostError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
