//! Errors of calendar claims.

use pointhouse_rules::calendar::ClaimRefusal;

use crate::fault::{Fault, inner_faults};
use crate::problem::Problem;
use crate::wallet::PostError;

/// Why a day was not claimed. No points moved.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum ClaimError {
    /// The rules refuse the claim.
    #[error(transparent)]
    #[problem(with = refusal)]
    Refused(#[from] ClaimRefusal),
    /// The wallet refused.
    #[error(transparent)]
    #[problem(through)]
    Wallet(#[from] PostError),
    /// The previous day's claim is still being written.
    #[error("Too many requests at once. Please wait a moment.")]
    #[problem(429, "too_many_requests", after = 1)]
    Busy,
    /// The server's clock was changed while the site runs, so the current day is uncertain.
    #[error("Claims are paused while the server's clock is checked. Please try again later.")]
    #[problem(503, "clock_jumped", after = 600)]
    ClockJumped,
    /// The member doesn't exist.
    #[error("There is no such member")]
    #[problem(404, "not_found")]
    NoSuchMember,
    /// A failure of the server itself. The reason goes to the log.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(ClaimError);

fn refusal(refusal: &ClaimRefusal) -> Problem {
    Problem::new(409, refusal.code(), refusal)
}
