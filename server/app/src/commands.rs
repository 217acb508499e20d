//! The command line.

mod backups;
mod cluster;
mod doctor;
mod file_layout;
mod key;
mod verifying;
mod welcome;

use std::io::{BufRead, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use pointhouse_store::{OpenError, Progress};
use rustix::fs::Mode;

use crate::admin::control::{self, Command as ControlCommand};
use crate::backups::refuse_unencrypted;
use crate::clock::Clock;
use crate::config::{self, Config};
use crate::data_folder::{check_clock, check_holds_data, keeping_owner};
use crate::healthcheck;
use crate::log_levels::LogLevels;
use crate::points::export::write_points;
use crate::points::imports::Layout;
use crate::progress;
use crate::reload::Reload;
use crate::restart::{end_instead, pause, start_again, start_again_to_follow};
use crate::router::description;
use crate::startup::{self, ShutdownSignals, StartError};

/// Data folder by default.
const LIVE_DATA: &str = "data/live";
/// Data folder of a demo by default.
const DEMO_DATA: &str = "data/demo-site";

/// A self-hosted community site for streamers.
#[derive(Parser)]
#[command(name = "pointhouse", version)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Args, Clone)]
struct Place {
    /// The settings; the commented defaults are in config.toml.
    #[arg(long)]
    config: Option<PathBuf>,
    /// The data folder.
    #[arg(long, default_value = LIVE_DATA)]
    data: PathBuf,
}

#[derive(Subcommand)]
enum Command {
    /// Runs the site.
    Serve {
        /// The settings; the commented defaults are in config.toml.
        #[arg(long)]
        config: Option<PathBuf>,
        /// The data folder [default: data/live, with --demo data/demo-site].
        #[arg(long)]
        data: Option<PathBuf>,
        /// Address and port to listen on, instead of those of the settings.
        #[arg(long)]
        listen: Option<SocketAddr>,
        /// Runs a site with demo content, in a separate data folder.
        #[arg(long)]
        demo: bool,
        /// Starts even though the system clock is more than a day behind the newest data.
        #[arg(long)]
        accept_clock: bool,
    },
    /// Exits with 0 if the site that runs on this machine answers, otherwise with 1.
    Healthcheck {
        /// The settings of the site; the commented defaults are in config.toml.
        #[arg(long)]
        config: Option<PathBuf>,
        /// Address and port of the site, instead of those of the settings.
        #[arg(long)]
        listen: Option<SocketAddr>,
    },
    /// Checks the machine, the data folder and how the site is reached; also while the site runs. Exits with 1 if
    /// there is a problem.
    Doctor {
        #[command(flatten)]
        place: Place,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Commands for the owner of the machine.
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// Checks all data; changes nothing.
    Verify {
        #[command(flatten)]
        place: Place,
        /// Rebuilds the index from the newest base and the journal before the check.
        #[arg(long)]
        rebuild: bool,
    },
    /// Writes a backup of all data to a file, also while the site runs.
    Backup {
        /// File to write; it must not exist.
        file: PathBuf,
        /// Moves the site to another machine: the folder made from this backup goes on without the checks after a restore,
        /// and this folder does not start any more. The site must not run.
        #[arg(long = "move")]
        moves: bool,
        #[command(flatten)]
        key: backups::WritingKey,
        #[command(flatten)]
        place: Place,
    },
    /// The key that seals seeds until they are revealed.
    Key {
        #[command(subcommand)]
        command: key::KeyCommand,
    },
    /// Says that a data folder was restored, also when nothing shows it: from a snapshot of the machine, or with a lost key.
    Restored {
        #[command(flatten)]
        place: Place,
    },
    /// Fills an empty data folder from a backup.
    Restore {
        /// File to read.
        file: PathBuf,
        #[command(flatten)]
        key: backups::ReadingKey,
        #[command(flatten)]
        place: Place,
    },
    /// Gives members points from a CSV file, also while the site runs; lines whose member is not
    /// known yet wait.
    ImportPoints {
        /// File to read: a header line with the columns points and email, username, kick_id or
        /// rainbet.
        file: PathBuf,
        /// Only reports what the import would do.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        layout: file_layout::FileLayout,
        #[command(flatten)]
        place: Place,
    },
    /// Exports all members with their points to a CSV file, also while the site runs.
    ExportPoints {
        /// File to write; it must not exist.
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// A site on several machines (docs/cluster.md).
    Cluster {
        #[command(subcommand)]
        command: cluster::ClusterCommand,
    },
    /// Recomputes rounds: JSON lines in, JSON lines out. Uses no data folder.
    Replay,
    /// Prints the description of the calls and events.
    Openapi,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Sets the admin password, read from the first line of standard input.
    SetPassword {
        #[command(flatten)]
        place: Place,
    },
    /// Removes the authenticator app, passkeys and recovery codes of a person who has lost them.
    ResetSecondFactor {
        /// The person's name in the panel; `owner` for the owner.
        name: String,
        #[command(flatten)]
        place: Place,
    },
}

/// Runs a command.
pub fn run(line: CommandLine) -> ExitCode {
    // Journal, index and backups contain the token secret and password hashes, so only the owner
    // may read files that this process creates.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    let done = match line.command {
        Command::Serve { config, data, listen, demo, accept_clock } => {
            let default = if demo { DEMO_DATA } else { LIVE_DATA };
            let data = data.unwrap_or_else(|| PathBuf::from(default));
            serve(&Place { config, data }, listen, demo, accept_clock)
        }
        Command::Healthcheck { config, listen } => check_health(config.as_deref(), listen),
        Command::Admin { command: AdminCommand::SetPassword { place } } => {
            keeping_owner(&place.data, || set_password(&place))
        }
        Command::Admin { command: AdminCommand::ResetSecondFactor { name, place } } => {
            keeping_owner(&place.data, || reset_second_factor(&name, &place))
        }
        Command::Doctor { place, json } => {
            return doctor::run(place.config.as_deref(), &place.data, json);
        }
        Command::Verify { place, rebuild } => return verifying::verify(&place, rebuild),
        Command::Backup { file, moves, key, place } => keeping_owner(&place.data, || match moves {
            true => backups::move_away(&file, key, &place),
            false => backups::backup(&file, key, &place),
        }),
        Command::Key { command } => key::run(command),
        Command::Restored { place } => key::restored(&place),
        Command::Restore { file, key, place } => {
            keeping_owner(&place.data, || backups::restore(&file, key, &place))
        }
        Command::ImportPoints { file, dry_run, layout, place } => {
            let trial = (dry_run, layout.into());
            keeping_owner(&place.data, || import_points(&file, trial, &place))
        }
        Command::ExportPoints { file, place } => {
            keeping_owner(&place.data, || export_points(&file, &place))
        }
        Command::Cluster { command } => cluster::run(command),
        Command::Replay => replay(),
        Command::Openapi => describe(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            complain(&reason);
            ExitCode::FAILURE
        }
    }
}

fn print(text: &str) {
    // The reader may have closed the pipe.
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "pointhouse: {text}");
}

fn serve(
    place: &Place,
    listen: Option<SocketAddr>,
    demo: bool,
    accept_clock: bool,
) -> Result<(), String> {
    let mut config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    if let Some(listen) = listen {
        config.server.listen = listen;
    }
    let levels = LogLevels::start_log(&config.server);
    pause();
    for name in config::ignored_variables() {
        tracing::warn!(
            name,
            "this variable is no setting (POINTHOUSE_SECTION__KEY) and is ignored"
        );
    }
    stop_on_panic_of_actors();
    let data = place.data.clone();
    // No folder is made for settings that it cannot begin with.
    if check_holds_data(&data).is_err() {
        config.check().map_err(|e| e.to_string())?;
        refuse_unencrypted(&config.backups, false)?;
    }
    if !accept_clock {
        check_clock(&data)?;
    }
    let (file, at_start) = (place.config.clone(), config.clone());
    actix_web::rt::System::new().block_on(async move {
        let mut ending = ShutdownSignals::listen().map_err(|e| e.to_string())?;
        let running = if demo {
            startup::start_demo(config, data.clone(), Clock::system()).await
        } else {
            startup::start(config, data.clone(), Clock::system()).await
        };
        let running = match running {
            Err(StartError::Ended) => return Ok(()),
            other => other.map_err(|error| start_failed(&data, &error))?,
        };
        welcome::print(&running, &data, demo);
        let certificate = running.certificate.clone();
        let reload = Reload { file, at_start, levels, certificate };
        let restores = running.site.restores().clone();
        let ended = tokio::select! {
            () = ending.wait(move || reload.run()) => Ended::ForGood,
            () = restores.wait() => Ended::Restored,
            epoch = running.until_handed_over() => Ended::HandedOver(epoch),
        };
        if matches!(ended, Ended::ForGood) {
            end_instead();
        }
        running.stop().await;
        match ended {
            Ended::ForGood => return Ok(()),
            Ended::Restored => restores.keep_only_if_new(),
            Ended::HandedOver(epoch) => {
                return Err(cannot_restart(&start_again_to_follow(epoch)));
            }
        }
        Err(cannot_restart(&start_again()))
    })
}

/// Why a site was closed.
enum Ended {
    ForGood,
    /// A backup takes the place of its data.
    Restored,
    /// Another machine takes the place of this epoch's leader.
    HandedOver(u64),
}

fn cannot_restart(error: &std::io::Error) -> String {
    format!("cannot start again by itself, start it by hand: {error}")
}

fn check_health(config: Option<&Path>, listen: Option<SocketAddr>) -> Result<(), String> {
    let config = Config::load(config).map_err(|e| e.to_string())?;
    healthcheck::check(listen.unwrap_or(config.server.listen), config.server.uses_tls())
}

fn start_failed(data: &Path, error: &StartError) -> String {
    match error {
        StartError::Store(OpenError::Locked { .. }) => {
            format!("{} is in use: a server runs on it already", data.display())
        }
        error => error.to_string(),
    }
}

/// Aborts the process when an actor panics: it may have decided something that it never wrote.
fn stop_on_panic_of_actors() {
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        default_hook(panic);
        let thread = std::thread::current();
        let name = thread.name().unwrap_or_default();
        if name == "main" || name.starts_with("actix") || name.starts_with("arbiter") {
            std::process::abort();
        }
    }));
}

fn set_password(place: &Place) -> Result<(), String> {
    let mut password = String::new();
    complain("type the new admin password and press Enter");
    std::io::stdin().lock().read_line(&mut password).map_err(|e| e.to_string())?;
    let password = password.trim_end_matches(['\r', '\n']).to_owned();
    if let Ok(answer) =
        control::ask(&place.data, &ControlCommand::SetPassword { password: password.clone() })
    {
        return report_answer(&answer);
    }
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(&place.data)?;
    let place = place.clone();
    actix_web::rt::System::new().block_on(async move {
        startup::set_admin_password(&config, &place.data, password).await.map_err(|e| e.to_string())
    })?;
    print("The admin password is set.");
    Ok(())
}

fn reset_second_factor(name: &str, place: &Place) -> Result<(), String> {
    let command = ControlCommand::ResetSecondFactor { name: name.to_owned() };
    if let Ok(answer) = control::ask(&place.data, &command) {
        return report_answer(&answer);
    }
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(&place.data)?;
    let resetting = startup::reset_second_factor(&config, &place.data, name);
    print(&actix_web::rt::System::new().block_on(resetting)?);
    Ok(())
}

fn report_answer(answer: &control::Answer) -> Result<(), String> {
    if answer.success {
        print(&answer.message);
        Ok(())
    } else {
        Err(answer.message.clone())
    }
}

/// Asks the running site, and shows what it counts.
fn ask(
    label: &'static str,
    command: &ControlCommand,
    place: &Place,
) -> std::io::Result<control::Answer> {
    let progress = Progress::default();
    let _shown = progress::show(label, &progress);
    control::ask_and_follow(&place.data, command, &progress)
}

fn import_points(
    file: &Path,
    (dry_run, layout): (bool, Layout),
    place: &Place,
) -> Result<(), String> {
    let file = std::path::absolute(file).map_err(|e| e.to_string())?;
    let command =
        ControlCommand::ImportPoints { file: file.clone(), dry_run, layout: layout.clone() };
    if let Ok(answer) = ask("import", &command, place) {
        return report_answer(&answer);
    }
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(&place.data)?;
    let (place, progress) = (place.clone(), Progress::default());
    let shown = progress::show("import", &progress);
    let report = actix_web::rt::System::new().block_on(async move {
        let trial = (dry_run, layout);
        let done = startup::import_points(&config, &place.data, file, trial, &progress).await;
        done.map_err(|error| start_failed(&place.data, &error))
    });
    drop(shown);
    print(&report?);
    Ok(())
}

fn export_points(file: &Path, place: &Place) -> Result<(), String> {
    let file = std::path::absolute(file).map_err(|e| e.to_string())?;
    let command = ControlCommand::ExportPoints { file: file.clone() };
    if let Ok(answer) = ask("export", &command, place) {
        return report_answer(&answer);
    }
    let config = Config::load(place.config.as_deref()).map_err(|e| e.to_string())?;
    check_holds_data(&place.data)?;
    let store = startup::open_to_read(&config, &place.data).map_err(|e| e.to_string())?;
    let progress = Progress::default();
    let shown = progress::show("export", &progress);
    let written = write_points(store.view(), &file, &progress);
    drop(shown);
    store.close(std::time::Instant::now() + std::time::Duration::from_secs(60));
    print(&written?);
    Ok(())
}

fn replay() -> Result<(), String> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        if !line.trim().is_empty() {
            let answer = pointhouse_rules::replay::replay_line(&line);
            writeln!(out, "{answer}").map_err(|e| e.to_string())?;
        }
    }
    out.flush().map_err(|e| e.to_string())
}

fn describe() -> Result<(), String> {
    print(&description().to_pretty_json().map_err(|e| e.to_string())?);
    Ok(())
}
