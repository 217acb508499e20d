//! Copies in a folder, such as one on another disk.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::sealed::{NAME_START, Pour};

/// Ending of a copy that is being written.
const UNFINISHED: &str = "unfinished";

/// A folder for copies.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// Copies to keep.
    pub(super) kept: usize,
}

impl Folder {
    /// Writes a copy under a temporary name, renames it when it is on disk and removes the oldest ones. The folder
    /// is not created: a disk that is not mounted must be an error, not a copy on the site's own disk.
    pub(super) fn send(&self, name: &str, pour: Pour<'_>) -> Result<u64, String> {
        let bytes = self.write(name, pour).map_err(|error| error.to_string())?;
        if let Err(error) = self.remove_old() {
            tracing::warn!(%error, "cannot remove old copies of backups");
        }
        Ok(bytes)
    }

    fn write(&self, name: &str, pour: Pour<'_>) -> io::Result<u64> {
        let unfinished = self.path.join(format!("{name}.{UNFINISHED}"));
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

    /// Removes the oldest copies, and what a killed process left. Other files stay.
    fn remove_old(&self) -> io::Result<()> {
        let (mut copies, mut unfinished) = (Vec::new(), Vec::new());
        for entry in std::fs::read_dir(&self.path)? {
            let path = entry?.path();
            match kind(&path) {
                Kind::Copy => copies.push(path),
                Kind::Unfinished => unfinished.push(path),
                Kind::Other => {}
            }
        }
        // Names sort by time.
        copies.sort();
        let surplus = copies.len().saturating_sub(self.kept);
        for path in unfinished.iter().chain(copies.iter().take(surplus)) {
            std::fs::remove_file(path)?;
        }
        Ok(())
    }
}

enum Kind {
    Copy,
    Unfinished,
    Other,
}

fn kind(path: &Path) -> Kind {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if !name.starts_with(NAME_START) {
        Kind::Other
    } else if name.ends_with(".base") || name.ends_with(".base.age") {
        Kind::Copy
    } else if name.ends_with(&format!(".base.{UNFINISHED}"))
        || name.ends_with(&format!(".base.age.{UNFINISHED}"))
    {
        Kind::Unfinished
    } else {
        Kind::Other
    }
}
