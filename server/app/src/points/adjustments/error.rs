//! Errors of changing a member's points by hand.

use crate::accounts::{AccountError, AuthError};
use crate::allowance::AllowanceError;
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
    /// See [`AllowanceError`].
    #[error(transparent)]
    Allowance(#[from] AllowanceError),
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
