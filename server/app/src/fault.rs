//! Trouble of the server itself: whoever called did nothing wrong and can do nothing about it.

use pointhouse_store::StoreError;

use crate::detached::NotEnded;
use crate::reads::ReadsGone;

/// What went wrong, with its source. It goes to the log, never to a caller.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A row was not read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A task ended before its work was done.
    #[error(transparent)]
    NotEnded(#[from] NotEnded),
    /// A read was not made.
    #[error(transparent)]
    Reads(#[from] ReadsGone),
    /// A value has no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Stored points are more than there can be.
    #[error(transparent)]
    Points(#[from] pointhouse_rules::PointsError),
    /// A file was not read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Something else failed in a module of its own.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
    /// Stored rows contradict each other.
    #[error("{0}")]
    Contradiction(&'static str),
}

impl Fault {
    /// A failure that has a type of its own.
    pub fn other(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Other(Box::new(error))
    }
}

/// Makes each source of a [`Fault`] the `Inner` of a module's error, so that `?` takes it.
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
