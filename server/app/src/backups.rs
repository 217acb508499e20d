//! Backups of all data: on request, and before data is removed or upgraded (docs/decisions.md, D2 and F4).
//!
//! They are in `backups/` of the data folder. The newest ones of each kind are kept. `copies` sends backups to other
//! places.

mod command;
mod copies;
mod encryption;
mod file;
mod folder;
mod names;
mod restoring;
mod s3;
mod sealed;
mod stopping;
mod target;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parking_lot::Mutex;
use pointhouse_store::{Progress, Stage, Store};
use std::sync::{Arc, OnceLock};

pub(crate) use copies::ROWS;
pub use copies::{Copied, Copies, CopyState, JOB, has_plain_copies};
pub use encryption::{CopyEncryption, UNENCRYPTED, refuse_unencrypted};
pub use file::{WrittenFile, write_file};
pub use restoring::{TEMPORARY, fill, open_backup, renamed, restore};
pub use sealed::{Opening, SealedPieces, Sealing, is_encrypted, write_copy};
pub use target::CopyTarget;

use crate::clock::Clock;
use crate::draw_key::Anchor;
use crate::locks::Lock;

const FOLDER: &str = "backups";
/// Where the store keeps the nightly bases.
const NIGHTLY: &str = "bases";
const ENDING: &str = "base";
/// Kind of a backup that an admin asked for.
const BY_HAND: &str = "by-hand";
/// Backups kept of each kind, so that backups on request don't displace the one that undoes a
/// reset.
const KEPT: usize = 10;
/// Disk space that a backup leaves free for the running site, in bytes.
const SPARE: u64 = 256 << 20;
/// Name of a backup that is still being written.
const UNFINISHED: &str = "unfinished";
/// Names tried within one second.
const TRIES: usize = 1000;
/// Parts of a name: year, month, day with the time, number, kind.
const NAME_PARTS: usize = 5;

/// Why no backup could be written. The data was not removed.
#[derive(Debug, thiserror::Error)]
pub enum NoBackup {
    /// The folder or its disk.
    #[error("no backup could be written: {0}")]
    Folder(#[from] std::io::Error),
    /// The store.
    #[error("no backup could be written: {0}")]
    Store(#[from] pointhouse_store::OpenError),
    /// It would fill the disk, which would make the site read-only.
    #[error(
        "no backup could be written: {needed} bytes and some to spare are needed, {free} are free"
    )]
    DiskSpace {
        /// Size of index and journal, in bytes.
        needed: u64,
        /// Free on the disk, in bytes.
        free: u64,
    },
    /// All names of this second are taken.
    #[error("no backup could be written: too many backups within a second")]
    TooMany,
    /// The file was removed right after it was written.
    #[error("no backup could be written: {0} is missing")]
    Missing(String),
    /// Another one is being written.
    #[error("A backup is being written. Please try again when it is done.")]
    Busy,
    /// The process is stopping.
    #[error("no backup could be written: {0}")]
    Stopped(#[from] tokio::task::JoinError),
}

/// The backups of a data folder. Cheap to clone.
#[derive(Clone)]
pub struct Backups {
    store: Store,
    clock: Clock,
    data: PathBuf,
    folder: PathBuf,
    /// Held while a backup is written: two at once could fill the disk, and their progress would be one.
    turn: Lock,
    /// The anchor, whose moment a backup ends: what follows is not in it.
    anchor: Arc<OnceLock<Anchor>>,
    /// The backup that is being written.
    written: Arc<Mutex<Option<Progress>>>,
}

/// A backup file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// File name, without its folder.
    pub name: String,
    /// True for a base that the nightly job wrote; the store also uses it for its own repair.
    pub nightly: bool,
    /// Size, in bytes.
    pub bytes: u64,
    /// Time of writing, in milliseconds.
    pub created_at: i64,
}

impl Backups {
    /// Backups in the data folder of a store.
    pub fn new(store: &Store, clock: &Clock, data: &Path) -> Self {
        let (store, clock, folder) = (store.clone(), clock.clone(), data.join(FOLDER));
        let data = data.to_owned();
        let (turn, anchor, written) = (Lock::default(), Arc::default(), Arc::default());
        Self { store, clock, data, folder, turn, anchor, written }
    }

    /// How far the backup is that is being written on request, or before data is removed; `None` while none is.
    pub fn progress(&self) -> Option<Stage> {
        self.written.lock().as_ref().and_then(Progress::stage)
    }

    /// Number of backups that a killed process has left unfinished, or that are being written. Reads a folder: must
    /// not run on a serving thread.
    pub fn unfinished(&self) -> usize {
        files(&self.folder, UNFINISHED).len()
    }

    /// Writes a backup to a new file and verifies it by reading it back. Waits for another one that is being written.
    /// Returns the file name without the folder.
    ///
    /// # Errors
    /// See [`NoBackup`].
    pub async fn before(&self, what: &'static str) -> Result<String, NoBackup> {
        let _turn = self.turn.lock().await;
        self.because(format!("before-{what}")).await
    }

    /// Writes a backup on an admin's request, unless another one is being written.
    ///
    /// # Errors
    /// See [`NoBackup`].
    pub async fn asked(&self) -> Result<Backup, NoBackup> {
        let _turn = self.turn.try_lock().ok_or(NoBackup::Busy)?;
        let name = self.because(BY_HAND.to_owned()).await?;
        about(&self.folder.join(&name), false).ok_or(NoBackup::Missing(name))
    }

    /// The file of a backup.
    pub fn path(&self, backup: &Backup) -> PathBuf {
        let folder = if backup.nightly { self.data.join(NIGHTLY) } else { self.folder.clone() };
        folder.join(&backup.name)
    }

    /// The data folder.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// All backups, newest first. Reads folders: must not run on a serving thread.
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

    /// Removes backups older than `than`, because they contain data of deleted accounts. Returns
    /// their number. A file that cannot be removed doesn't stop the others from being removed.
    /// Blocks (docs/decisions.md, E4).
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn forget_older(&self, than: Duration) -> std::io::Result<usize> {
        let oldest =
            self.clock.now().0.saturating_sub(i64::try_from(than.as_millis()).unwrap_or(i64::MAX));
        let old = self.all().into_iter().filter(|one| !one.nightly && one.created_at < oldest);
        let (mut removed, mut trouble) = (0, None);
        for backup in old {
            match std::fs::remove_file(self.folder.join(&backup.name)) {
                Ok(()) => removed += 1,
                Err(error) => {
                    let text = format!("{}: {error}", backup.name);
                    trouble = Some(std::io::Error::new(error.kind(), text));
                }
            }
        }
        trouble.map_or(Ok(removed), Err)
    }

    async fn because(&self, why: String) -> Result<String, NoBackup> {
        let own = self.clone();
        // The backup has the time of its last moment: a restore says how old it is.
        self.end_moment().await;
        let written = tokio::task::spawn_blocking(move || own.write(&why)).await?;
        self.end_moment().await;
        written
    }

    /// Lets backups end a moment of the folder.
    pub fn note_moments(&self, anchor: Anchor) {
        // Set once, at the start.
        let _: Result<(), _> = self.anchor.set(anchor);
    }

    /// Begins another moment, before a backup, which has its time, and after it, because what follows is not in it.
    pub async fn end_moment(&self) {
        if let Some(anchor) = self.anchor.get()
            && let Err(error) = anchor.end(self.clock.now()).await
        {
            tracing::error!(%error, "cannot write the folder's last moment beside its key");
        }
    }

    fn write(&self, why: &str) -> Result<String, NoBackup> {
        std::fs::create_dir_all(&self.folder)?;
        check_disk_space(&self.data, 1)?;
        let name = self.free_name(why)?;
        let progress = Progress::default();
        *self.written.lock() = Some(progress.clone());
        let file = self.folder.join(&name);
        let report = self.store.backup_watched(&file, &progress, Some(expected_bytes(&self.data)));
        *self.written.lock() = None;
        let report = report?;
        tracing::info!(name, bytes = report.bytes, "wrote a backup");
        if let Err(error) = self.forget_old() {
            tracing::warn!(%error, "cannot remove old backups");
        }
        Ok(name)
    }

    /// The time in the name of a backup that is written now. Such texts sort by time.
    fn time_in_name(&self) -> String {
        self.clock.now().iso().chars().take(19).filter(|c| *c != ':').collect()
    }

    fn free_name(&self, why: &str) -> Result<String, NoBackup> {
        let now = self.time_in_name();
        let free = (1..=TRIES)
            .map(|number| format!("{now}-{number:03}-{why}.{ENDING}"))
            .find(|name| !self.folder.join(name).exists());
        free.ok_or(NoBackup::TooMany)
    }

    fn forget_old(&self) -> std::io::Result<()> {
        let mut kinds: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for file in files(&self.folder, ENDING) {
            let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let kind = name.splitn(NAME_PARTS, '-').last().unwrap_or_default().to_owned();
            kinds.entry(kind).or_default().push(file);
        }
        // After all names of this second, in which a `-` follows the time.
        let now = format!("{}.", self.time_in_name());
        for mut files in kinds.into_values() {
            // A clock that was ahead dated a backup in the future. Later ones are newer, so it is removed first.
            files.sort_by_key(|file| {
                let is_past = file.file_name().is_none_or(|name| *name < *OsStr::new(&now));
                (is_past, file.clone())
            });
            for file in files.iter().take(files.len().saturating_sub(KEPT)) {
                std::fs::remove_file(file)?;
            }
        }
        Ok(())
    }
}

/// Refuses a backup that would fill the disk of a data folder with this number of files, because that would make the
/// site read-only.
fn check_disk_space(data: &Path, files: u64) -> Result<(), NoBackup> {
    let space = rustix::fs::statvfs(data).map_err(std::io::Error::from)?;
    let free = space.f_bavail.saturating_mul(space.f_frsize);
    let needed = expected_bytes(data).saturating_mul(files);
    if free < needed.saturating_add(SPARE) {
        return Err(NoBackup::DiskSpace { needed, free });
    }
    Ok(())
}

/// About how many bytes a backup of a data folder has: as many as index and journal together. Slow: must not run on
/// a serving thread.
pub fn expected_bytes(data: &Path) -> u64 {
    ["index", "journal"].map(|part| sum(&data.join(part), Metadata::len)).iter().sum()
}

/// Removes backups that a killed process has left unfinished in a data folder. The caller holds the folder's lock.
pub fn remove_unfinished(data: &Path) {
    let folders = [FOLDER, NIGHTLY].map(|folder| files(&data.join(folder), UNFINISHED));
    for file in folders.into_iter().flatten() {
        if let Err(error) = std::fs::remove_file(&file) {
            tracing::warn!(%error, "cannot remove an unfinished backup");
        }
    }
}

/// The files of a folder with this extension.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.extension().is_some_and(|of| of == ending)).collect()
}

/// Disk space that a folder and its subfolders take, also what is set aside in their files, in bytes. Unreadable entries
/// count as 0. Slow: must not run on a serving thread.
pub fn folder_bytes(folder: &Path) -> u64 {
    // stat(2): blocks of 512 bytes.
    sum(folder, |file| file.blocks().saturating_mul(512))
}

fn sum(folder: &Path, bytes: fn(&Metadata) -> u64) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => sum(&entry.path(), bytes),
            Ok(about) => bytes(&about),
            Err(_) => 0,
        })
        .fold(0, u64::saturating_add)
}

/// Describes a backup by its file; `None` if it is not a backup.
fn about(file: &Path, nightly: bool) -> Option<Backup> {
    let name = file.file_name()?.to_str()?.to_owned();
    let about = file.metadata().ok().filter(Metadata::is_file)?;
    if file.extension().is_none_or(|ending| ending != ENDING) {
        return None;
    }
    let written = about.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    let created_at = i64::try_from(written.as_millis()).ok()?;
    Some(Backup { name, nightly, bytes: about.len(), created_at })
}
