//! `pointhouse cluster`.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Subcommand;
use pointhouse_store::{OpenError, Progress, Store};

use super::{Place, print, report_answer};
use crate::admin::control::{self, Command as ControlCommand};
use crate::clock::Clock;
use crate::cluster::{self, Leaving};
use crate::config::Config;
use crate::data_folder::{RESTORED_BY_HAND, check_holds_data, keeping_owner, mark};
use crate::formats;
use crate::{progress, startup};

/// How long the index may take rows before the end.
const CLOSE_WITHIN: Duration = Duration::from_secs(60);

#[derive(Subcommand)]
pub(super) enum ClusterCommand {
    /// Makes a site on one machine the first of several. The site must not run.
    Init {
        #[command(flatten)]
        place: Place,
    },
    /// Fills the empty data folder of another machine from the one that leads.
    Join {
        #[command(flatten)]
        place: Place,
    },
    /// Shows who leads and how far the others are.
    Status {
        #[command(flatten)]
        place: Place,
    },
    /// Lets another machine lead. Sent to the site that runs here.
    HandOver {
        #[command(flatten)]
        place: Place,
    },
    /// Takes this machine out while the others go on. The server must not run.
    Leave {
        /// Ends the others as well: this folder becomes a site of its own, with everything that is in the log.
        #[arg(long, conflicts_with = "without_etcd")]
        last: bool,
        /// Makes this folder a site of its own without asking etcd, because that is lost. It may lack what another
        /// machine has.
        #[arg(long)]
        without_etcd: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Stops keeping the log for a machine that is lost with its data folder. On any machine, also while the site runs.
    Forget {
        /// Its name (cluster.machine).
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Begins a new log from this machine, after etcd was lost or restored. The server must not run.
    Adopt {
        /// Name of this machine (cluster.machine), whose commits count from now on.
        #[arg(long)]
        from: String,
        #[command(flatten)]
        place: Place,
    },
}

pub(super) fn run(command: ClusterCommand) -> Result<(), String> {
    match command {
        ClusterCommand::Init { place } => keeping_owner(&place.data, || with_store(&place, init)),
        ClusterCommand::Join { place } => keeping_owner(&place.data, || join(&place)),
        ClusterCommand::Status { place } => {
            let config = load(&place)?;
            let status = cluster::status(&config.cluster, &place.data);
            print(&status.map_err(|e| e.to_string())?);
            Ok(())
        }
        ClusterCommand::HandOver { place } => {
            let asked = control::ask(&place.data, &ControlCommand::HandOver);
            report_answer(&asked.map_err(|_| "this machine does not lead".to_owned())?)
        }
        ClusterCommand::Leave { last, without_etcd, place } => {
            let leaving = match (last, without_etcd) {
                (true, _) => Leaving::Last,
                (_, true) => Leaving::WithoutEtcd,
                (false, false) => Leaving::OneOfSeveral,
            };
            keeping_owner(&place.data, || leave(&place, leaving))
        }
        ClusterCommand::Forget { name, place } => {
            let config = load(&place)?;
            let forgotten = cluster::forget(&config.cluster, &place.data, &name);
            print(&forgotten.map_err(|e| e.to_string())?);
            Ok(())
        }
        ClusterCommand::Adopt { from, place } => keeping_owner(&place.data, || {
            with_store(&place, |config, data, store| {
                cluster::adopt(&config.cluster, data, &from, store).map_err(|e| e.to_string())
            })
        }),
    }
}

fn load(place: &Place) -> Result<Config, String> {
    Config::load(place.config.as_deref()).map_err(|e| e.to_string())
}

fn join(place: &Place) -> Result<(), String> {
    let config = load(place)?;
    let progress = Progress::default();
    let shown = progress::show("join", &progress);
    let joined = cluster::join(&config.cluster, &place.data, (&formats::current(), &progress));
    drop(shown);
    print(&joined.map_err(|e| e.to_string())?);
    Ok(())
}

/// The seeds of a folder that was restored or copied are renewed by its first start, which the log of several machines
/// would take for a machine that goes on.
fn init(config: &Config, data: &Path, store: &Store) -> Result<String, String> {
    let now = Clock::system().now();
    startup::check_continues(config, data, store, now).map_err(|error| error.to_string())?;
    cluster::init(&config.cluster, data, store).map_err(|error| error.to_string())
}

/// Runs a command on a folder that no server uses, and closes it.
fn with_store(
    place: &Place,
    command: impl FnOnce(&Config, &Path, &Store) -> Result<String, String>,
) -> Result<(), String> {
    let config = load(place)?;
    let store = open(&config, place, false)?;
    let done = command(&config, &place.data, &store);
    store.close(Instant::now() + CLOSE_WITHIN);
    print(&done?);
    Ok(())
}

fn leave(place: &Place, leaving: Leaving) -> Result<(), String> {
    let config = load(place)?;
    let opened = |follows| open(&config, place, follows);
    let left = cluster::leave(&config.cluster, &place.data, leaving, opened);
    let left = left.map_err(|e| e.to_string())?;
    match leaving {
        Leaving::OneOfSeveral => {}
        // The log said that the folder has everything: it goes on alone.
        Leaving::Last => {
            let store = open(&config, place, false)?;
            let anchored = startup::anchor_here(&config, &place.data, &store);
            store.close(Instant::now() + CLOSE_WITHIN);
            anchored.map_err(|e| e.to_string())?;
        }
        // It may lack what another machine has.
        Leaving::WithoutEtcd => mark(&place.data, RESTORED_BY_HAND)
            .map_err(|error| format!("{}: {error}", place.data.display()))?,
    }
    print(&left);
    Ok(())
}

fn open(config: &Config, place: &Place, follows: bool) -> Result<Store, String> {
    check_holds_data(&place.data)?;
    startup::open_as_machine(config, &place.data, follows).map_err(|error| match error {
        OpenError::Locked { .. } => {
            format!("{} is in use: stop the server on it first", place.data.display())
        }
        error => error.to_string(),
    })
}
