//! Opens the data folder of a site.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pointhouse_store::{OpenError, Options, Progress, Store};

use super::error::StartError;
use super::purpose::{Purpose, find_purpose};
use super::time_zone::TimeZones;
use crate::accounts::{AccountTexts, KeptApprovals, kept_approvals};
use crate::admin::ListOrders;
use crate::admin::restore::{ACCEPTED, Tried, remove_left};
use crate::backups::{self, Opening};
use crate::clock::{Clock, SiteZone};
use crate::cluster::{ClusterError, check_alone};
use crate::config::Config;
use crate::data_folder::{RESTORED, check_holds_data, mark};
use crate::fault::Fault;
use crate::formats;
use crate::games::Budget;
use crate::memory;
use crate::people::has_owner;
use crate::points::{Flows, PointsBoards};
use crate::restart::restart;
use crate::settings::Loaded;
use crate::shop::{KeptPurchases, kept_purchases};

/// How long the check of a backup waits for the index.
const CLOSE_WITHIN: Duration = Duration::from_secs(60);

/// The projections that are folded from commits.
pub(super) struct Folds {
    pub(super) zone: SiteZone,
    pub(super) budget: Budget,
    pub(super) boards: PointsBoards,
    pub(super) flows: Flows,
    pub(super) orders: ListOrders,
    pub(super) texts: AccountTexts,
    pub(super) approvals: KeptApprovals,
    pub(super) purchases: KeptPurchases,
}

impl Folds {
    pub(super) fn new(config: &Config) -> Self {
        // Until the row with the time zones is read. A folder without it has nothing that is counted by days.
        let zone = SiteZone::new(config.place.timezone);
        let flows = Flows::new(zone.clone());
        let of_budget = flows.clone();
        let circulating = Arc::new(move |day| of_budget.circulating_before(day));
        Self {
            budget: Budget::new(zone.clone(), circulating, config.games.live_bets_kept),
            boards: PointsBoards::new(zone.clone()),
            flows,
            orders: ListOrders::default(),
            texts: AccountTexts::default(),
            approvals: kept_approvals(),
            purchases: kept_purchases(),
            zone,
        }
    }
}

/// The projections are part of the options: a store opened without them would move commits into the
/// index that no projection has seen, and the sums would be wrong for ever.
fn options(config: &Config, folds: &Folds) -> Options {
    let Folds { zone, budget, boards, flows, orders, texts, approvals, purchases } = folds;
    let generation = config.store.generation_megabytes << 20;
    let defaults = Options::default();
    Options {
        segment_bytes: memory::at_most_an_eighth(defaults.segment_bytes),
        generation_bytes: usize::try_from(memory::at_most_an_eighth(generation))
            .unwrap_or(usize::MAX),
        cache_bytes: memory::at_most_an_eighth(config.store.cache_megabytes << 20),
        kept_bases: config.store.kept_bases,
        // The others count by days of the time zone, so it comes first.
        projections: vec![
            TimeZones::projection(zone),
            budget.projection(),
            boards.projection(),
            flows.projection(),
            orders.projection(),
            texts.projection(),
            approvals.projection(),
            purchases.projection(),
        ],
        ..defaults
    }
}

/// Opens the store of a site that no server uses, after upgrading a folder of an older format. Blocks while the journal
/// is read.
///
/// # Errors
/// See [`StartError`].
pub(super) async fn open_store(
    config: &Config,
    data: &Path,
    clock: &Clock,
    folds: &Folds,
) -> Result<Store, StartError> {
    open_as(false, config, (data, clock), folds).await
}

/// Opens the store of a site that is served: with several machines it follows first, and a failure starts the program again
/// as one that follows.
///
/// # Errors
/// See [`StartError`].
pub(super) async fn open_store_to_serve(
    config: &Config,
    data: &Path,
    clock: &Clock,
    folds: &Folds,
) -> Result<Store, StartError> {
    let follows = config.cluster.is_on();
    if follows && check_holds_data(data).is_err() {
        // Before anything is made in a folder that has to be empty to join.
        return Err(ClusterError::NotShared.into());
    }
    open_as(follows, config, (data, clock), folds).await
}

async fn open_as(
    is_following: bool,
    config: &Config,
    (data, clock): (&Path, &Clock),
    folds: &Folds,
) -> Result<Store, StartError> {
    put_in_place(data)?;
    // An upgrade opens the store separately, with its own projections.
    let upgrading = || options(config, &Folds::new(config));
    let mut own = Options { is_following, ..options(config, folds) };
    if is_following {
        own.on_fatal = Box::new(|reason| restart(reason));
    }
    let opened = formats::open(data, clock, upgrading, own).await;
    let (store, report) = opened.map_err(|error| match error {
        formats::UpgradeError::Open(error) => StartError::Store(error),
        error => StartError::Inner(Fault::other(error)),
    })?;
    if !report.closed_in_order {
        let (replayed, last_sequence) = (report.replayed, report.last_sequence);
        tracing::warn!(replayed, last_sequence, "the last run did not end in order");
    }
    for warning in &report.warnings {
        tracing::warn!(warning, "opened the store with a warning");
    }
    // This process holds the folder's lock, so no other one writes these files.
    backups::remove_unfinished(data);
    remove_left(data).map_err(StartError::unusable(data.display().to_string()))?;
    Ok(store)
}

/// Puts a backup that the setup has accepted in the place of the new site's data. An interrupted start repeats it.
fn put_in_place(data: &Path) -> Result<(), StartError> {
    let file = data.join(ACCEPTED);
    if file.exists() {
        let report = Store::replace(&file, data, &formats::current(), formats::OLDEST)?;
        // Before the file is removed: without the mark a lost key would refuse the start.
        mark(data, RESTORED).map_err(StartError::unusable(data.display().to_string()))?;
        std::fs::remove_file(&file).map_err(StartError::unusable(file.display().to_string()))?;
        tracing::info!(last = report.last_sequence, "restored the backup that the setup received");
    }
    Ok(())
}

/// Restores a backup into an empty folder, and checks that it is a site of this purpose with an owner, whose settings
/// this machine can use.
pub(super) fn try_restore(
    config: &Config,
    wanted: Purpose,
    (file, folder): (&Path, &Path),
    progress: &Progress,
) -> Tried {
    let own = formats::current();
    backups::restore(file, None::<Opening<&[u8]>>, (folder, &own), progress)?;
    let store = open_to_read(config, folder).map_err(|error| error.to_string())?;
    let found = find_purpose(&store).and_then(|found| Ok((found, has_owner(store.view())?)));
    let is_shared = check_alone(store.view()).is_err();
    let settings = Loaded::read(&store, config.clone(), wanted.preset());
    store.close(Instant::now() + CLOSE_WITHIN);
    if is_shared {
        return Err(
            "it is of a site on several machines: restore it on the command line (docs/cluster.md)"
                .to_owned(),
        );
    }
    match found.map_err(|error| error.to_string())? {
        (found, _) if found != wanted => {
            Err("it is of a demo or a rehearsal, so nothing in it is real".to_owned())
        }
        (_, false) => Err("it has no owner".to_owned()),
        (_, true) => {
            let unusable = |error| format!("its settings cannot be used on this machine: {error}");
            Ok(settings.map_err(unusable)?.settings().now().missing_secrets())
        }
    }
}

/// Opens a data folder in its own format, for commands that only read it.
///
/// # Errors
/// The folder is in use, damaged, or written by a newer program.
pub fn open_to_read(config: &Config, data: &Path) -> Result<Store, OpenError> {
    open_watched(config, data, &Progress::default())
}

/// [`open_to_read`] that shows how far it is.
///
/// # Errors
/// See [`open_to_read`].
pub fn open_watched(config: &Config, data: &Path, progress: &Progress) -> Result<Store, OpenError> {
    let options = options(config, &Folds::new(config));
    formats::open_unchanged(data, Options { progress: progress.clone(), ..options })
}

/// Opens the data folder of a site on several machines for a command that takes it out: as one that follows, or on its own.
///
/// # Errors
/// The folder is in use, damaged, or has another format.
pub fn open_as_machine(config: &Config, data: &Path, follows: bool) -> Result<Store, OpenError> {
    let options = options(config, &Folds::new(config));
    formats::open_unchanged(data, Options { is_following: follows, ..options })
}
