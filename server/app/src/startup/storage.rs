//! Opens the data folder of a site.

use std::path::Path;
use std::sync::Arc;

use pointhouse_store::{OpenError, Options, Store};

use super::error::StartError;
use super::time_zone::TimeZones;
use crate::clock::{Clock, SiteZone};
use crate::config::Config;
use crate::fault::Fault;
use crate::formats;
use crate::games::Budget;
use crate::points::{Flows, PointsBoards};

/// The projections that are folded from commits.
pub(super) struct Folds {
    pub(super) zone: SiteZone,
    pub(super) budget: Budget,
    pub(super) boards: PointsBoards,
    pub(super) flows: Flows,
}

impl Folds {
    pub(super) fn new(config: &Config) -> Self {
        // Until the row with the time zones is read. A folder without it has either nothing that is counted by
        // days, or was made by an earlier version.
        let zone = SiteZone::new(config.earlier_timezone());
        let flows = Flows::new(zone.clone());
        let of_budget = flows.clone();
        let circulating = Arc::new(move |day| of_budget.circulating_before(day));
        Self {
            budget: Budget::new(zone.clone(), circulating, config.games.live_bets_kept),
            boards: PointsBoards::new(zone.clone()),
            flows,
            zone,
        }
    }
}

/// The projections are part of the options: a store opened without them would move commits into the
/// index that no projection has seen, and the sums would be wrong for ever.
fn options(config: &Config, folds: &Folds) -> Options {
    let Folds { zone, budget, boards, flows } = folds;
    Options {
        generation_bytes: config.store.generation_megabytes << 20,
        cache_bytes: config.store.cache_megabytes << 20,
        kept_bases: config.store.kept_bases,
        // The others count by days of the time zone, so it comes first.
        projections: vec![
            TimeZones::projection(zone),
            budget.projection(),
            boards.projection(),
            flows.projection(),
        ],
        ..Options::default()
    }
}

/// Opens the store of a site, after upgrading a folder of an older format. Blocks while the journal
/// is read.
pub(super) async fn open_store(
    config: &Config,
    data: &Path,
    clock: &Clock,
    folds: &Folds,
) -> Result<Store, StartError> {
    // An upgrade opens the store separately, with its own projections.
    let upgrading = || options(config, &Folds::new(config));
    let opened = formats::open(data, clock, upgrading, options(config, folds)).await;
    let (store, report) = opened.map_err(|error| match error {
        formats::UpgradeError::Open(error) => StartError::Store(error),
        error => StartError::Inner(Fault::other(error)),
    })?;
    if !report.closed_in_order {
        tracing::warn!(?report, "the last run did not shut down cleanly");
    }
    for warning in &report.warnings {
        tracing::warn!(warning, "opened the store with a warning");
    }
    Ok(store)
}

/// Opens a data folder in its own format, for commands that only read it.
///
/// # Errors
/// The folder is in use, damaged, or written by a newer program.
pub fn open_to_read(config: &Config, data: &Path) -> Result<Store, OpenError> {
    formats::open_unchanged(data, options(config, &Folds::new(config)))
}
