//! Failures of the server itself: the caller did nothing wrong and cannot fix them.

use pointhouse_store::StoreError;

use crate::detached::NotEnded;
use crate::reads::ReadsGone;

/// What failed, with its source. It goes to the log, never to a caller.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A row could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A task did not complete.
    #[error(transparent)]
    NotEnded(#[from] NotEnded),
    /// A read could not be made.
    #[error(transparent)]
    Reads(#[from] ReadsGone),
    /// A value could not be serialized.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Stored points are out of range.
    #[error(transparent)]
    Points(#[from] pointhouse_rules::PointsError),
    /// A file could not be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Another failure.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
    /// Stored rows contradict each other.
    #[error("{0}")]
    Contradiction(&'static str),
}

impl Fault {
    /// Wraps any other error.
    pub fn other(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Other(Box::new(error))
    }
}

/// Converts each source of a [`Fault`] into the `Inner` variant of a module's error, for use with
/// `?`.
macro_rules! inner_faults {
    ($error:ty) => {
        $crate::fault::inner_faults!(@from $error:
            $crate::fault::Fault,
            pointhouse_store::StoreError,
            $crate::detached::NotEnded,
            $crate::reads::ReadsGone,
            serde_json::Error,
            pointhouse_rules::PointsError,
            std::io::Error,
        );
    };
    (@from $error:ty: $($source:ty,)*) => {
        $(impl From<$source> for $error {
            fn from(source: $source) -> Self {
                Self::Inner($crate::fault::Fault::from(source))
            }
        })*
    };
}

pub(crate) use inner_faults;
