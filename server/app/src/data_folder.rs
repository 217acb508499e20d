//! Checks of a data folder before a command opens it.

use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, lchown};
use std::path::Path;
use std::time::{Duration, SystemTime};

use rustix::process::geteuid;

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

/// Runs a command on a data folder. When root runs it on somebody else's folder, the files that it made
/// there are given to the folder's owner: the site could not open them otherwise.
///
/// # Errors
/// The command's own, or the files could not be given away.
pub fn keeping_owner<T>(
    data: &Path,
    command: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    // The site's own files say best as whom it runs.
    let about = data.join("journal").metadata().or_else(|_| data.metadata());
    let done = command();
    let owner = about.ok().filter(|about| about.uid() != 0 && geteuid().is_root());
    if let Some(owner) = owner {
        give_away(data, &owner)
            .map_err(|error| format!("giving the files of {} away: {error}", data.display()))?;
    }
    done
}

/// Gives root's files in a folder to an owner. Links are not followed, and files with a second name are
/// left: the owner could have put them there to get hold of somebody else's file.
fn give_away(folder: &Path, owner: &Metadata) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let about = path.symlink_metadata()?;
        if about.is_dir() {
            give_away(&path, owner)?;
        }
        let is_plain = about.is_dir() || about.nlink() == 1;
        if about.uid() == 0 && is_plain {
            lchown(&path, Some(owner.uid()), Some(owner.gid()))?;
        }
    }
    Ok(())
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
