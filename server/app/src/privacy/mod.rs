//! Privacy: a member's data download and account deletion (docs/decisions.md, E4).
//!
//! Invariant: one write removes all data that identifies the member; ledger, rounds and tickets
//! stay under a number that no longer belongs to a person.

mod error;
mod export;
mod leftover_points;
pub mod routes;

use crate::module::Module;
pub use error::PrivacyError;
pub use leftover_points::take_all_left_points;

/// What this module has.
pub(crate) const MODULE: Module = Module { calls: &[routes::calls], ..Module::EMPTY };
