//! Privacy: a member takes along everything that is held on them, or leaves (decision E4).
//!
//! Invariant: whoever leaves is gone from the live data in one write; ledger, rounds and tickets stay
//! under a number that nobody is behind any more.

mod error;
mod export;
mod leaving;
pub mod routes;

pub use error::PrivacyError;
pub use leaving::take_all_left_points;
