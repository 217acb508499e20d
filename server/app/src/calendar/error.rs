//! Errors of calendar claims.

use pointhouse_rules::calendar::ClaimRefusal;

use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Why a day was not claimed. No points moved.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The rules refuse the claim.
    #[error(transparent)]
    Refused(#[from] ClaimRefusal),
    /// The wallet refused.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// The previous day's claim is still being written.
    #[error("Too many requests at once. Please wait a moment.")]
    Busy,
    /// The server's clock was changed while the site runs, so the current day is uncertain.
    #[error("Claims are paused while the server's clock is checked. Please try again later.")]
    ClockJumped,
    /// The member doesn't exist.
    #[error("There is no such member")]
    NoSuchMember,
    /// A failure of the server itself. The reason goes to the log.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(ClaimError);
