//! Why a posting was not made.

use pointhouse_store::StoreError;

use super::messages::Post;
use super::model::Refused;

/// Nothing moved, except under [`PostError::Stopped`], where that is not known.
#[derive(thiserror::Error)]
pub enum PostError {
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The once-key exists.
    #[error("this was paid already")]
    Once,
    /// The same idempotency key with another body.
    #[error("the idempotency key was used for another request")]
    Mismatch,
    /// The disk is nearly full.
    #[error("the site is read-only for the moment")]
    ReadOnly,
    /// The wallet has gone to rest; ask the next one.
    #[error("the wallet has gone to rest")]
    Retired(Box<Post>),
    /// The member has too much in flight.
    #[error("too many requests at once")]
    Busy,
    /// The balance on disk is none that a wallet can have.
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
