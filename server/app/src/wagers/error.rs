//! Why the leaderboard was not answered.

use crate::clock::SiteMonth;

/// A call on the leaderboard was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WagerError {
    /// No month, or one that is not on the leaderboard.
    #[error("The month must be {} to {}", first.iso(), current.iso())]
    BadMonth {
        /// The leaderboard's first.
        first: SiteMonth,
        /// The one that is now.
        current: SiteMonth,
    },
}
