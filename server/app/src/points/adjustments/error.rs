//! Errors of changing a member's points by hand.

use crate::accounts::{AccountError, AuthError};
use crate::allowance::AllowanceError;
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Why points were not changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum AdjustmentError {
    /// See [`AuthError`].
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    /// See [`AccountError`].
    #[error(transparent)]
    #[problem(through)]
    Account(#[from] AccountError),
    /// See [`PostError`].
    #[error(transparent)]
    #[problem(through)]
    Post(#[from] PostError),
    /// See [`AllowanceError`].
    #[error(transparent)]
    #[problem(through)]
    Allowance(#[from] AllowanceError),
    /// This browser has logged in as the member.
    #[error("This browser has logged in as this member. Ask the owner to change these points.")]
    #[problem(403, "own_account")]
    OwnAccount,
    /// The grant doesn't exist, or another person of the panel gave it.
    #[error("There is no such grant")]
    #[problem(404, "not_found")]
    NoSuchGrant,
    /// The grant was taken back before.
    #[error("These points were taken back already")]
    #[problem(409, "already_undone")]
    Undone,
    /// The balance is lower than the grant.
    #[error("The member has spent these points. Nothing was changed.")]
    #[problem(409, "points_spent")]
    Spent,
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(AdjustmentError);
