//! Points as a whole: grants, imports and exports by admins, and the leaderboard
//! (docs/decisions.md, E1).
//!
//! Invariant: sums of periods and flows per day are folds over the ledger, never written by a call.
//! Deleted accounts have no place on the leaderboard.
//!
//! Not part of this module: balances. The wallet holds them.

pub mod adjustments;
pub mod export;
mod flows;
mod folding;
pub mod global;
mod grants;
pub mod imports;
mod leaderboard;
mod periods;
pub mod routes;
mod statement;
mod sums;

pub use adjustments::Adjustments;
pub use flows::{Flow, Flows, Source};
pub use grants::{GrantOrder, GrantRow, Grants, JobError};
pub use leaderboard::{Board, FollowCycle, LeaderboardRow, PointsBoards};
pub use periods::PeriodDays;
pub use statement::Statement;

use crate::config::IsOn;
use crate::module::Module;
use crate::tables::RowFormat;

/// Whether the site has it.
pub(crate) const IS_ON: IsOn = |config| config.modules.points_leaderboard;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[
        routes::calls,
        adjustments::routes::calls,
        global::calls,
        imports::routes::calls,
        imports::line_routes::calls,
    ],
    rows: &[ROWS, imports::ROWS],
    pages: &[("/leaderboard/points", IS_ON)],
    ..Module::EMPTY
};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    grants::GRANT.format(),
    periods::CYCLES.format(),
    sums::MONTH.projection_format(),
    sums::GRANTED.projection_format(),
    flows::FLOW.projection_format(),
];
