//! Errors of postings.

use pointhouse_store::StoreError;

use super::messages::Post;
use super::model::Refused;

/// Why a posting failed. No points moved, except that under [`PostError::Stopped`] the outcome is
/// unknown.
#[derive(thiserror::Error)]
pub enum PostError {
    /// The rules refuse the posting.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The once-key was used before.
    #[error("this was paid already")]
    Once,
    /// The idempotency key was used with another body.
    #[error("the idempotency key was used for another request")]
    Mismatch,
    /// The store is read-only because the disk is nearly full.
    #[error("the site is read-only for the moment")]
    ReadOnly,
    /// The actor has been passivated; send the posting to a new one.
    #[error("the wallet actor has been passivated")]
    Retired(Box<Post>),
    /// The member has too many requests in flight.
    #[error("too many requests at once")]
    Busy,
    /// The stored balance is out of range.
    #[error("the wallet could not be read")]
    Broken,
    /// A row could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store has stopped; the process is ending.
    #[error("the server is stopping")]
    Stopped,
}

impl std::fmt::Debug for PostError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
