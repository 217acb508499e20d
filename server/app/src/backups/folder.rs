//! Copies in a folder, such as one on another disk. Other sites may copy into it, too.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use super::names::CopyNames;
use super::sealed::Pour;
use crate::clock::Millis;

/// Ending of a copy that is being written.
const UNFINISHED: &str = ".unfinished";

/// A folder for copies.
pub(super) struct Folder<'a> {
    pub(super) path: PathBuf,
    /// Copies to keep.
    pub(super) kept: usize,
    pub(super) names: &'a CopyNames,
    pub(super) now: Millis,
}

impl Folder<'_> {
    /// Writes a copy under a temporary name, renames it when it is on disk and removes the oldest ones. The folder
    /// is not created: a disk that is not mounted must be an error, not a copy on the site's own disk.
    pub(super) fn send(&self, name: &str, pour: Pour<'_>) -> Result<u64, String> {
        let bytes = self.write(name, pour).map_err(|error| error.to_string())?;
        if let Err(error) = self.remove_old(name) {
            tracing::warn!(%error, "cannot remove old copies of backups");
        }
        Ok(bytes)
    }

    fn write(&self, name: &str, pour: Pour<'_>) -> io::Result<u64> {
        let unfinished = self.path.join(format!("{name}{UNFINISHED}"));
        let mut options = File::options();
        // A backup has password hashes: only its owner may read it.
        let mut file =
            options.create(true).write(true).truncate(true).mode(0o600).open(&unfinished)?;
        let written = pour(&mut file).and_then(|bytes| {
            file.flush()?;
            file.sync_all()?;
            std::fs::rename(&unfinished, self.path.join(name))?;
            File::open(&self.path)?.sync_all()?;
            Ok(bytes)
        });
        if written.is_err() {
            // Best effort: the error of the copy is the one to report.
            let _ = std::fs::remove_file(&unfinished);
        }
        written
    }

    /// Removes the site's oldest copies, and what a killed process left. The copy `new` and all other files stay.
    fn remove_old(&self, new: &str) -> io::Result<()> {
        let now = self.now.iso().replace(':', "");
        let (mut copies, mut removed) = (Vec::new(), Vec::new());
        for entry in std::fs::read_dir(&self.path)? {
            let entry = entry?;
            let file = entry.file_name();
            let Some(file) = file.to_str().filter(|file| *file != new) else { continue };
            match self.names.read(file, UNFINISHED) {
                Some(own) if own.is_unfinished => removed.push(entry.path()),
                // A clock that was ahead dated a copy in the future. Later copies are newer, so it is removed first.
                Some(own) => {
                    let is_past = *own.from_time <= *now;
                    copies.push((is_past, own.from_time.to_owned(), entry.path()));
                }
                None => {}
            }
        }
        copies.sort();
        let surplus = (copies.len() + 1).saturating_sub(self.kept);
        removed.extend(copies.into_iter().take(surplus).map(|(_, _, path)| path));
        removed.into_iter().try_for_each(std::fs::remove_file)
    }
}
