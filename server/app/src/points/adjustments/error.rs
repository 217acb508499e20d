//! Errors of changing a member's points by hand.

use crate::accounts::{AccountError, AuthError};
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Why points were not changed.
#[derive(Debug, thiserror::Error)]
pub enum AdjustmentError {
    /// See [`AuthError`].
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// See [`AccountError`].
    #[error(transparent)]
    Account(#[from] AccountError),
    /// See [`PostError`].
    #[error(transparent)]
    Post(#[from] PostError),
    /// The role gives no points at all.
    #[error("Your role doesn't give points on this site")]
    NoGrants,
    /// More points than the role gives at once.
    #[error("Your role gives at most {most} at once")]
    OverOnce {
        /// Most points at once.
        most: u64,
    },
    /// More points than the person has left today.
    #[error("You can give {left} more today; your role gives at most {most} a day")]
    OverDay {
        /// Points left today.
        left: u64,
        /// Most points in a day.
        most: u64,
    },
    /// This browser has logged in as the member.
    #[error("This browser has logged in as this member. Ask the owner to change these points.")]
    OwnAccount,
    /// The grant doesn't exist, or another person of the panel gave it.
    #[error("There is no such grant")]
    NoSuchGrant,
    /// The grant was taken back before.
    #[error("These points were taken back already")]
    Undone,
    /// The balance is lower than the grant.
    #[error("The member has spent these points. Nothing was changed.")]
    Spent,
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(AdjustmentError);
