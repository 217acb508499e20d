//! Temporary files and folders that contain a site's data.
//!
//! A killed process leaves them. Each is locked as long as its process lives, so a later process removes those that are
//! left, and no others.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::geteuid;
use tempfile::{Builder, NamedTempFile, TempDir};

/// File in a temporary folder that its process has locked.
const LOCK: &str = "LOCK";

/// A temporary folder. It is removed when it is dropped.
pub struct TemporaryFolder {
    folder: TempDir,
    _lock: File,
}

impl TemporaryFolder {
    /// Creates a folder that only its owner can read, with an unpredictable name.
    ///
    /// # Errors
    /// It cannot be created.
    pub fn create(parent: &Path, prefix: &str) -> io::Result<Self> {
        loop {
            let folder = Builder::new().prefix(prefix).tempdir_in(parent)?;
            let path = folder.path().join(LOCK);
            let lock = File::create_new(&path)?;
            if is_kept(&lock, &path) {
                return Ok(Self { folder, _lock: lock });
            }
        }
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Removes the folder.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn close(self) -> io::Result<()> {
        self.folder.close()
    }
}

/// Creates a file that only its owner can read, with an unpredictable name. It is removed when it is dropped.
///
/// # Errors
/// It cannot be created.
pub fn create_file(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    loop {
        let file = Builder::new().prefix(prefix).tempfile_in(folder)?;
        if is_kept(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// Locks a new file. Returns false if another process has removed it before it was locked.
fn is_kept(file: &File, path: &Path) -> bool {
    // Without locks, which some network file systems lack, nothing is removed either.
    let _ = file.lock();
    path.exists()
}

/// Removes the files and folders with this prefix whose process has ended. Those that cannot be removed are logged.
/// Blocks.
pub fn remove_left(folder: &Path, prefix: &str) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let has_prefix = entry.file_name().to_str().is_some_and(|name| name.starts_with(prefix));
        let path = entry.path();
        // Others may write into a folder such as /tmp; links are not followed.
        let own = path.symlink_metadata().ok().filter(|about| about.uid() == geteuid().as_raw());
        if let Some(about) = own.filter(|_| has_prefix)
            && let Err(error) = remove_unlocked(&path, &about)
        {
            tracing::warn!(%error, path = %path.display(), "cannot remove a temporary file");
        }
    }
}

fn remove_unlocked(path: &Path, about: &Metadata) -> io::Result<()> {
    let locked: PathBuf = match (about.is_file(), about.is_dir()) {
        (true, _) => path.to_owned(),
        (false, true) => path.join(LOCK),
        (false, false) => return Ok(()),
    };
    let Ok(file) = File::open(locked) else { return Ok(()) };
    if file.try_lock().is_err() {
        return Ok(());
    }
    if about.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) }
}
