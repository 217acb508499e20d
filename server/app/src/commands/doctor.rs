//! `pointhouse doctor`: checks the machine, the data folder and how the site is reached. Changes nothing.
//! docs/troubleshooting.md explains every line.

mod machine;
mod network;

use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use super::{complain, print};
use crate::admin::control::{self, Command as ControlCommand};
use crate::admin::inspection::{Inspection, Visit};
use crate::backups::{CopyEncryption, UNENCRYPTED};
use crate::config::Config;
use crate::data_folder::keeping_owner;
use crate::startup;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Ok,
    Warning,
    Problem,
}

/// The result of a check.
#[derive(Debug, Serialize)]
struct Line {
    level: Level,
    check: &'static str,
    /// What was found, and what to do.
    text: String,
}

impl Line {
    fn ok(check: &'static str, text: impl Into<String>) -> Self {
        Self { level: Level::Ok, check, text: text.into() }
    }

    fn warning(check: &'static str, text: impl Into<String>) -> Self {
        Self { level: Level::Warning, check, text: text.into() }
    }

    fn problem(check: &'static str, text: impl Into<String>) -> Self {
        Self { level: Level::Problem, check, text: text.into() }
    }
}

/// Runs all checks and prints a line for each.
pub(super) fn run(config: Option<&Path>, data: &Path, json: bool) -> ExitCode {
    let lines = check(config, data);
    if json {
        print(&serde_json::to_string_pretty(&lines).unwrap_or_default());
    } else {
        for Line { level, check, text } in &lines {
            let level = match level {
                Level::Ok => "ok",
                Level::Warning => "warning",
                Level::Problem => "problem",
            };
            print(&format!("{level:<8} {check:<15} {text}"));
        }
    }
    let problems = lines.iter().filter(|line| line.level == Level::Problem).count();
    if problems == 0 {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{problems} of {} checks found a problem", lines.len()));
    ExitCode::FAILURE
}

fn check(config: Option<&Path>, data: &Path) -> Vec<Line> {
    let config = match Config::load(config) {
        Ok(config) => config,
        Err(error) => return vec![Line::problem("settings", error.to_string())],
    };
    let mut lines = vec![Line::ok("settings", "The settings of the machine are valid")];
    lines.extend(machine::folder(data));
    if lines.iter().any(|line| line.check == machine::DATA_FOLDER && line.level == Level::Problem) {
        return lines;
    }
    lines.push(machine::key(&config, data));
    lines.push(machine::space(data));
    lines.push(machine::clock(data));
    let inspected = ask_site(data).map_or_else(
        || {
            let text = "The site isn't running: its address is only resolved";
            (Line::warning("running", text), inspect_folder(&config, data), false)
        },
        |inspection| (Line::ok("running", "The site is running"), inspection, true),
    );
    let (running, inspection, is_running) = inspected;
    lines.push(running);
    match inspection {
        Ok(inspection) => lines.extend(of_site(&inspection, data, is_running)),
        Err(reason) => lines.push(Line::problem("site", reason)),
    }
    lines
}

fn of_site(inspection: &Inspection, data: &Path, is_running: bool) -> Vec<Line> {
    // Of a site that doesn't run it would be the limit of this shell.
    let files = is_running.then(|| machine::open_files(inspection));
    let mut lines = vec![
        Line::ok("time zone", format!("Days of the site follow {}", inspection.timezone)),
        mail(inspection),
    ];
    lines.extend(files);
    lines.extend(machine::memory(inspection.memory.as_ref()));
    lines.extend(backups(inspection));
    lines.extend(unfinished_backups(inspection.unfinished_backups, is_running));
    lines.extend(network::public_address(inspection, is_running, || ask_visit(data)));
    lines
}

fn mail(inspection: &Inspection) -> Line {
    match &inspection.mail {
        None => Line::warning(
            "mail",
            "No mail server is set: members can't confirm their address or reset a password. Enter one under \
             Settings, Mail",
        ),
        Some(Ok(())) => Line::ok("mail", "The mail server accepts the login; nothing was sent"),
        Some(Err(reason)) => Line::problem(
            "mail",
            format!("The mail server can't be used: {reason}. Correct it under Settings, Mail"),
        ),
    }
}

fn backups(inspection: &Inspection) -> Vec<Line> {
    let on_machine = match (&inspection.backup_at, inspection.backup_overdue) {
        (None, _) => {
            Line::warning("backup", "There is no backup yet. The first nightly one comes by itself")
        }
        (Some(at), true) => Line::problem(
            "backup",
            format!(
                "The newest backup is of {at}. /admin/health shows why the nightly one is missing"
            ),
        ),
        (Some(at), false) => Line::ok("backup", format!("The newest backup is of {at}")),
    };
    let mut lines = vec![on_machine];
    for copy in &inspection.copies {
        lines.push(match copy {
            copy if copy.error.is_some() => {
                let reason = copy.error.as_deref().unwrap_or_default();
                Line::problem(
                    "backup copy",
                    format!("{}: the last copy failed: {reason}", copy.title),
                )
            }
            copy if copy.stale => Line::problem(
                "backup copy",
                format!("{}: the newest copy is older than two nights", copy.title),
            ),
            copy => match &copy.backup_at {
                Some(at) => {
                    Line::ok("backup copy", format!("{}: has the backup of {at}", copy.title))
                }
                None => Line::warning("backup copy", format!("{}: has no copy yet", copy.title)),
            },
        });
    }
    match inspection.copy_encryption {
        Some(CopyEncryption::Unencrypted) => lines.push(Line::problem(
            "backup copy",
            format!("Copies of backups are not encrypted. {UNENCRYPTED}"),
        )),
        Some(CopyEncryption::UnencryptedByChoice) => lines.push(Line::warning(
            "backup copy",
            "Copies of backups are not encrypted, as backups.unencrypted says: anyone who gets one can read the data",
        )),
        Some(CopyEncryption::Encrypted) | None => {}
    }
    if inspection.copies.is_empty() {
        lines.push(Line::warning(
            "backup copy",
            "Backups are on this machine only. Set a target in [backups] of the settings file (docs/backup.md)",
        ));
    }
    lines
}

/// While the site runs it may be writing one.
fn unfinished_backups(count: usize, is_running: bool) -> Option<Line> {
    let found = match count {
        0 => return None,
        1 => "There is 1 unfinished backup".to_owned(),
        count => format!("There are {count} unfinished backups"),
    };
    let meaning = if is_running {
        "either a backup is being written now, or a stopped process left it. The next start removes what is left"
    } else {
        "a process was stopped while it wrote. The next start removes it"
    };
    Some(Line::warning("backup", format!("{found} in backups/: {meaning}")))
}

/// The inspection of the site that runs on the folder; `None` if none runs.
fn ask_site(data: &Path) -> Option<Result<Inspection, String>> {
    let answer = control::ask(data, &ControlCommand::Inspect).ok()?;
    if !answer.success {
        return Some(Err(answer.message));
    }
    Some(serde_json::from_str(&answer.message).map_err(|error| error.to_string()))
}

fn ask_visit(data: &Path) -> Option<Visit> {
    let answer = control::ask(data, &ControlCommand::Visit).ok()?;
    serde_json::from_str(&answer.message).ok()
}

/// The same of a folder without a running site.
fn inspect_folder(config: &Config, data: &Path) -> Result<Inspection, String> {
    keeping_owner(data, || {
        actix_web::rt::System::new().block_on(async {
            startup::inspect(config, data).await.map_err(|error| error.to_string())
        })
    })
}
