//! Checks of a data folder before a command opens it.

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, lchown};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::process::geteuid;

/// How far the system clock may be behind the newest data.
const CLOCK_BEHIND_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// Refuses a folder without data, so that a mistyped path doesn't become a new site.
///
/// # Errors
/// The folder has no data, or cannot be accessed.
pub fn check_holds_data(data: &Path) -> Result<(), String> {
    let journal = data.join("journal");
    match journal.try_exists() {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("{} holds no data", data.display())),
        Err(error) => Err(format!("{}: {error}", journal.display())),
    }
}

/// Runs a command on a data folder. When root runs it on another user's folder, the files that it
/// created are given to the folder's owner: otherwise the site could not open them.
///
/// # Errors
/// Those of the command, or the owner cannot be changed.
pub fn keeping_owner<T>(
    data: &Path,
    command: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    // The owner of the journal is the user that the site runs as.
    let about = data.join("journal").metadata().or_else(|_| data.metadata());
    let done = command();
    let owner = about.ok().filter(|about| about.uid() != 0 && geteuid().is_root());
    if let Some(owner) = owner {
        give_away(data, &owner)
            .map_err(|error| format!("giving the files of {} away: {error}", data.display()))?;
    }
    done
}

/// Gives files beside a data folder, which root has made for its owner, to that owner.
///
/// # Errors
/// The owner cannot be changed.
pub fn give_to_owner(data: &Path, files: &[&Path]) -> Result<(), String> {
    let about = data.join("journal").metadata().or_else(|_| data.metadata());
    let Some(owner) = about.ok().filter(|about| about.uid() != 0 && geteuid().is_root()) else {
        return Ok(());
    };
    for file in files {
        lchown(file, Some(owner.uid()), Some(owner.gid()))
            .map_err(|error| format!("giving {} away: {error}", file.display()))?;
    }
    Ok(())
}

/// Changes the owner of root's files in a folder. Symbolic links are not followed and files with
/// several hard links are skipped: the owner could have created them to gain access to another
/// file.
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

/// Marks a folder whose data was restored from a backup: its seeds may be sealed with a lost key.
pub const RESTORED: &str = "restored";
/// Marks a folder that the owner of the machine says was restored, also when nothing shows it.
pub const RESTORED_BY_HAND: &str = "restored-by-hand";
/// Marks a folder whose site was moved to another machine.
pub const MOVED: &str = "moved";

/// Whether a restore has written the data of this folder.
pub fn is_restored_here(data: &Path) -> bool {
    data.join(RESTORED).exists()
}

/// The file beside a data folder that has its name with another ending: `live` has `live.key`.
pub fn beside(data: &Path, ending: &str) -> PathBuf {
    // `.` has no name of its own.
    let folder = std::path::absolute(data).unwrap_or_else(|_| data.to_owned());
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    folder.with_file_name(name)
}

/// Whether the owner of the machine says that this folder was restored.
pub fn is_restored_by_hand(data: &Path) -> bool {
    data.join(RESTORED_BY_HAND).exists()
}

/// Whether the site of this folder was moved to another machine.
pub fn is_moved(data: &Path) -> bool {
    data.join(MOVED).exists()
}

/// Writes a mark, on disk when this returns.
///
/// # Errors
/// The folder cannot be written.
pub fn mark(data: &Path, mark: &str) -> std::io::Result<()> {
    File::create(data.join(mark))?.sync_all()?;
    File::open(data)?.sync_all()
}

/// Removes the marks of a restore.
///
/// # Errors
/// A mark cannot be removed.
pub fn remove_restore_marks(data: &Path) -> std::io::Result<()> {
    [RESTORED, RESTORED_BY_HAND].into_iter().try_for_each(|mark| remove_mark(data, mark))
}

/// Removes a mark.
///
/// # Errors
/// It cannot be removed.
pub fn remove_mark(data: &Path, mark: &str) -> std::io::Result<()> {
    match std::fs::remove_file(data.join(mark)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Refuses a start when the clock is more than a day behind the newest data: claims, limits and
/// leaderboards would be booked on days that are long over.
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
