//! Checks of a data folder before a command opens it.

use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use rustix::process::{Gid, Uid, geteuid};
use rustix::thread::{set_thread_gid, set_thread_groups, set_thread_uid};

/// How far the system's clock may be behind the newest data.
const CLOCK_BEHIND_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// Refuses a folder without data: a mistyped path must not become a new site.
///
/// # Errors
/// There is no data, or no permission to look.
pub fn check_holds_data(data: &Path) -> Result<(), String> {
    let journal = data.join("journal");
    match journal.try_exists() {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("{} holds no data", data.display())),
        Err(error) => Err(format!("{}: {error}", journal.display())),
    }
}

/// Lets a command that root runs on somebody else's folder go on as the folder's owner, so that it
/// leaves no files which the site cannot open. Call it before any other thread runs.
///
/// # Errors
/// The folder cannot be looked at, or the system refuses the change.
pub fn become_owner(data: &Path) -> Result<(), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", data.display());
    let owner = match data.metadata() {
        Ok(owner) => owner,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(&error)),
    };
    if !geteuid().is_root() || owner.uid() == 0 {
        return Ok(());
    }
    let (uid, gid) = (Uid::from_raw(owner.uid()), Gid::from_raw(owner.gid()));
    set_thread_groups(&[])
        .and_then(|()| set_thread_gid(gid))
        .and_then(|()| set_thread_uid(uid))
        .map_err(|errno| failed(&format!("going on as its owner: {errno}")))
}

/// Refuses a start whose clock is more than a day behind the newest data: claims, limits and
/// leaderboards would fall on days that are long over.
///
/// # Errors
/// The clock is behind, or the folder cannot be read.
pub fn check_clock(data: &Path) -> Result<(), String> {
    let journal = data.join("journal");
    let failed = |error: std::io::Error| format!("{}: {error}", journal.display());
    let entries = match std::fs::read_dir(&journal) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    let written = |about: Metadata| about.modified();
    let mut newest = SystemTime::UNIX_EPOCH;
    for entry in entries {
        let entry = entry.map_err(failed)?;
        newest = newest.max(entry.metadata().and_then(written).map_err(failed)?);
    }
    let behind = newest.duration_since(SystemTime::now()).unwrap_or_default();
    if behind <= CLOCK_BEHIND_MAX {
        return Ok(());
    }
    Err(format!(
        "the system's clock is {} hours behind the newest data in {}: set the clock, or start with \
         --accept-clock if it is right",
        behind.as_secs() / 3600,
        data.display()
    ))
}
