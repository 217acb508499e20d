//! Why points were not made.

use crate::accounts::AuthError;
use crate::counts::grouped;

/// Why a staff member may not make points. `lead` says what would have made them, as a sentence with a space after
/// it; it is empty where the request says so itself.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum AllowanceError {
    /// Many points need a fresh proof.
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    /// The role makes no points at all.
    #[error("{lead}Your role doesn't give points on this site")]
    #[problem(403, "grant_limit")]
    NoGrants {
        /// See [`AllowanceError`].
        lead: String,
    },
    /// More points than the role makes at once.
    #[error("{lead}Your role gives at most {} at once", grouped(*most))]
    #[problem(403, "grant_limit", params(most))]
    OverOnce {
        /// See [`AllowanceError`].
        lead: String,
        /// Most points at once.
        most: u64,
    },
    /// More points than the person has left today.
    #[error(
        "{lead}You can give {} more today; your role gives at most {} a day",
        grouped(*left),
        grouped(*most)
    )]
    #[problem(403, "grant_limit", params(left, most))]
    OverDay {
        /// See [`AllowanceError`].
        lead: String,
        /// Points left today.
        left: u64,
        /// Most points in a day.
        most: u64,
    },
}
