//! Points as a whole: what admins grant or bring from elsewhere, and who earned most in a month.
//!
//! Invariant: month sums and flows per day are folds over the ledger, never written by a call.
//! Members who have left have no place on the leaderboard.
//!
//! Deliberately absent: balances. They are the wallet's.

pub mod export;
mod flows;
mod folding;
pub mod global;
mod granted;
mod grants;
pub mod imports;
mod months;
mod ranking;
pub mod routes;
mod sums;

pub use flows::{Flow, Flows, Source};
pub use grants::{GrantOrder, GrantRow, Grants, JobError};
pub use months::{Board, Months, Standing};

use crate::tables::RowFormat;

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    grants::GRANT.format(),
    folding::MONTH.projection_format(),
    folding::GRANTED.projection_format(),
    flows::FLOW.projection_format(),
];
