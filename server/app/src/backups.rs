//! Backups that are taken before something is thrown away (decisions D2 and F4).
//!
//! They lie in `backups/` of the data folder. The newest few are kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pointhouse_store::Store;

use crate::clock::Clock;

const FOLDER: &str = "backups";
/// Where the store keeps those of its nights.
const NIGHTLY: &str = "bases";
const ENDING: &str = "base";
/// So many are kept of each kind: backups by hand must not push out the way back from a reset.
const KEPT: usize = 10;
/// Room that a backup leaves on the disk for what the site goes on writing, bytes.
const SPARE: u64 = 256 << 20;
/// What a backup is called before it is whole.
const UNFINISHED: &str = "unfinished";
/// Names that are tried within one second.
const TRIES: usize = 1000;
/// Parts of a name: year, month, day with the time, number, kind.
const NAME_PARTS: usize = 5;

/// Nothing was thrown away, because what there is could not be kept first.
#[derive(Debug, thiserror::Error)]
#[error("no backup could be written: {0}")]
pub struct NoBackup(String);

/// Where backups go. Cheap to clone.
#[derive(Clone)]
pub struct Backups {
    store: Store,
    clock: Clock,
    data: PathBuf,
    folder: PathBuf,
}

/// A whole copy of what there is, or was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The file, without its folder.
    pub name: String,
    /// Written by the clock, and kept by the store for its own repair.
    pub nightly: bool,
    /// Size.
    pub bytes: u64,
    /// When it was written, milliseconds.
    pub created_at: i64,
}

impl Backups {
    /// Into the data folder of a store.
    pub fn new(store: &Store, clock: &Clock, data: &Path) -> Self {
        let (store, clock, folder) = (store.clone(), clock.clone(), data.join(FOLDER));
        // Of a process that was killed over it.
        for file in files(&folder, UNFINISHED) {
            if let Err(error) = std::fs::remove_file(&file) {
                tracing::warn!(%error, "an unfinished backup could not be removed");
            }
        }
        Self { store, clock, data: data.to_owned(), folder }
    }

    /// Writes everything into a new file and returns its name, without the folder. Reads it back
    /// first: what follows may rely on it.
    ///
    /// # Errors
    /// See [`NoBackup`].
    pub async fn before(&self, what: &'static str) -> Result<String, NoBackup> {
        self.because(format!("before-{what}")).await
    }

    /// The same at an admin's wish.
    ///
    /// # Errors
    /// See [`NoBackup`].
    pub async fn asked(&self) -> Result<Backup, NoBackup> {
        let name = self.because("by-hand".to_owned()).await?;
        about(&self.folder.join(&name), false)
            .ok_or_else(|| NoBackup(format!("{name} is not there")))
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// All there are, newest first. Reads folders: not for threads that serve.
    pub fn all(&self) -> Vec<Backup> {
        let files = |folder: &Path, nightly| -> Vec<Backup> {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.filter_map(|entry| about(&entry.path(), nightly)).collect()
        };
        let mut all = files(&self.folder, false);
        all.extend(files(&self.data.join(NIGHTLY), true));
        all.sort_by_key(|backup| std::cmp::Reverse(backup.created_at));
        all
    }

    /// Removes those that have aged out: what a member's leaving took from the site must not stand in
    /// a copy for ever (decision E4). Returns how many. One that cannot be removed holds back no other.
    /// Blocks.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn forget_older(&self, than: Duration) -> Result<usize, String> {
        let oldest =
            self.clock.now().0.saturating_sub(i64::try_from(than.as_millis()).unwrap_or(i64::MAX));
        let old = self.all().into_iter().filter(|one| !one.nightly && one.created_at < oldest);
        let (mut removed, mut trouble) = (0, None);
        for backup in old {
            match std::fs::remove_file(self.folder.join(&backup.name)) {
                Ok(()) => removed += 1,
                Err(error) => trouble = Some(format!("{}: {error}", backup.name)),
            }
        }
        trouble.map_or(Ok(removed), Err)
    }

    async fn because(&self, why: String) -> Result<String, NoBackup> {
        let own = self.clone();
        let written = tokio::task::spawn_blocking(move || own.write(&why)).await;
        written.map_err(|error| NoBackup(error.to_string()))?.map_err(NoBackup)
    }

    fn write(&self, why: &str) -> Result<String, String> {
        std::fs::create_dir_all(&self.folder).map_err(|error| error.to_string())?;
        self.check_room()?;
        let name = self.free_name(why)?;
        let report = self.store.backup(&self.folder.join(&name));
        let report = report.map_err(|error| error.to_string())?;
        tracing::info!(name, bytes = report.bytes, "a backup was written");
        if let Err(error) = self.forget_old() {
            tracing::warn!(%error, "old backups could not be removed");
        }
        Ok(name)
    }

    /// Names stand in the order of time.
    fn free_name(&self, why: &str) -> Result<String, String> {
        let now: String = self.clock.now().iso().chars().take(19).filter(|c| *c != ':').collect();
        let free = (1..=TRIES)
            .map(|number| format!("{now}-{number:03}-{why}.{ENDING}"))
            .find(|name| !self.folder.join(name).exists());
        free.ok_or_else(|| "too many backups within a second".to_owned())
    }

    /// A backup that fills the disk would close the site: it holds about what the index and the
    /// journal do.
    fn check_room(&self) -> Result<(), String> {
        let space = rustix::fs::statvfs(&self.folder).map_err(|error| error.to_string())?;
        let free = space.f_bavail.saturating_mul(space.f_frsize);
        let needed =
            folder_bytes(&self.data.join("index")) + folder_bytes(&self.data.join("journal"));
        if free < needed.saturating_add(SPARE) {
            return Err(format!("{needed} bytes and some to spare are needed, {free} are free"));
        }
        Ok(())
    }

    fn forget_old(&self) -> std::io::Result<()> {
        let mut kinds: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for file in files(&self.folder, ENDING) {
            let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let kind = name.splitn(NAME_PARTS, '-').last().unwrap_or_default().to_owned();
            kinds.entry(kind).or_default().push(file);
        }
        for mut files in kinds.into_values() {
            files.sort();
            for file in files.iter().take(files.len().saturating_sub(KEPT)) {
                std::fs::remove_file(file)?;
            }
        }
        Ok(())
    }
}

/// The files of a folder with an ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|of| of == ending)).collect()
}

/// What the files of a folder hold, those below it included; what cannot be read counts nothing.
/// Walks over them: not for threads that serve.
pub fn folder_bytes(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => folder_bytes(&entry.path()),
            Ok(about) => about.len(),
            Err(_) => 0,
        })
        .fold(0, u64::saturating_add)
}

/// What a file says of itself; none for what is no backup.
fn about(file: &Path, nightly: bool) -> Option<Backup> {
    let name = file.file_name()?.to_str()?.to_owned();
    let about = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
    if file.extension().is_none_or(|ending| ending != ENDING) {
        return None;
    }
    let written = about.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    let created_at = i64::try_from(written.as_millis()).ok()?;
    Some(Backup { name, nightly, bytes: about.len(), created_at })
}
