//! Why a day was not claimed.

use pointhouse_rules::calendar::ClaimRefusal;

use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Nothing was claimed and no points moved.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The rules refuse it.
    #[error(transparent)]
    Refused(#[from] ClaimRefusal),
    /// The wallet refused.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// The day before is being claimed this very moment.
    #[error("Too many requests at once. Please wait a moment.")]
    Busy,
    /// The server's clock was set while the site runs: which day it is has to be checked first.
    #[error("Claims are paused while the server's clock is checked. Please try again later.")]
    ClockJumped,
    /// No such member.
    #[error("There is no such member")]
    NoSuchMember,
    /// Inner trouble; the reason goes to the log.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(ClaimError);
