//! Backups that are taken before something is thrown away (decisions D2 and F4).
//!
//! They lie in `backups/` of the data folder. The newest few are kept.

use std::path::{Path, PathBuf};

use pointhouse_store::Store;

use crate::clock::Clock;

const FOLDER: &str = "backups";
const ENDING: &str = "base";
/// So many are kept.
const KEPT: usize = 10;
/// Names that are tried within one second.
const TRIES: usize = 1000;

/// Nothing was thrown away, because what there is could not be kept first.
#[derive(Debug, thiserror::Error)]
#[error("no backup could be written: {0}")]
pub struct NoBackup(String);

/// Where backups go. Cheap to clone.
#[derive(Clone)]
pub struct Backups {
    store: Store,
    clock: Clock,
    folder: PathBuf,
}

impl Backups {
    /// Into the data folder of a store.
    pub fn new(store: &Store, clock: &Clock, data: &Path) -> Self {
        Self { store: store.clone(), clock: clock.clone(), folder: data.join(FOLDER) }
    }

    /// Writes everything into a new file and returns its name, without the folder. Reads it back
    /// first: what follows may rely on it.
    ///
    /// # Errors
    /// See [`NoBackup`].
    pub async fn before(&self, what: &'static str) -> Result<String, NoBackup> {
        let own = self.clone();
        let written = tokio::task::spawn_blocking(move || own.write(what)).await;
        written.map_err(|error| NoBackup(error.to_string()))?.map_err(NoBackup)
    }

    fn write(&self, what: &str) -> Result<String, String> {
        std::fs::create_dir_all(&self.folder).map_err(|error| error.to_string())?;
        let name = self.free_name(what)?;
        let report = self.store.backup(&self.folder.join(&name));
        let report = report.map_err(|error| error.to_string())?;
        tracing::info!(name, bytes = report.bytes, "a backup was written before a reset");
        if let Err(error) = self.forget_old() {
            tracing::warn!(%error, "old backups could not be removed");
        }
        Ok(name)
    }

    /// Names stand in the order of time.
    fn free_name(&self, what: &str) -> Result<String, String> {
        let now: String = self.clock.now().iso().chars().take(19).filter(|c| *c != ':').collect();
        let free = (1..=TRIES)
            .map(|number| format!("{now}-{number:03}-before-{what}.{ENDING}"))
            .find(|name| !self.folder.join(name).exists());
        free.ok_or_else(|| "too many backups within a second".to_owned())
    }

    fn forget_old(&self) -> std::io::Result<()> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(&self.folder)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
            .collect();
        files.sort();
        for file in files.iter().take(files.len().saturating_sub(KEPT)) {
            std::fs::remove_file(file)?;
        }
        Ok(())
    }
}
