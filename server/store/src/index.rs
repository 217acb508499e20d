//! The index behind the memtable: an ordered map from bytes to bytes.
//!
//! Key space (first byte): 0 the store's own notes, 1 `Put` rows (`table`, key), 2 packed logs
//! (`table`, owner, first sequence, both big endian).

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sled::IVec;

use crate::disk;
use crate::index_mark::{Mark, Synced};
use crate::pack::LOG_BYTES;
use crate::trimming::Trimming;

/// Why the index failed.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// An error of sled.
    #[error("{0}")]
    Sled(#[from] sled::Error),
    /// An error of the operating system.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// sled panicked.
    #[error("it panicked: {0}")]
    Panicked(String),
    /// A note of the store or a packed row cannot be decoded.
    #[error("a row that the store wrote does not read")]
    Note,
    /// Rows are missing, stale or changed.
    #[error("its rows are not those that were written")]
    Rows,
    /// The journal begins after the end of the index.
    #[error("it ends with sequence {applied} and the journal begins later")]
    Behind {
        /// Last sequence of the index.
        applied: u64,
    },
    /// The index lost rows that it had synced.
    #[error("it ends with sequence {applied} although it had synced {synced}")]
    Lost {
        /// Last sequence of the index.
        applied: u64,
        /// Last sequence that was synced.
        synced: u64,
    },
}

impl IndexError {
    /// Adds the folder's path to an error of the operating system.
    fn within(self, folder: &Path) -> Self {
        match self {
            IndexError::Sled(sled::Error::Io(error)) | IndexError::Io(error) => {
                IndexError::Io(disk::at(folder)(error))
            }
            other => other,
        }
    }

    /// Returns whether the system refused (a full disk, no permission, another holder of the file),
    /// which doesn't mean that the data is damaged.
    pub(crate) fn is_refusal(&self) -> bool {
        match self {
            IndexError::Sled(sled::Error::Io(error)) | IndexError::Io(error) => {
                match error.kind() {
                    io::ErrorKind::StorageFull
                    | io::ErrorKind::QuotaExceeded
                    | io::ErrorKind::ReadOnlyFilesystem
                    | io::ErrorKind::PermissionDenied
                    | io::ErrorKind::OutOfMemory => true,
                    _ => self.is_locked(),
                }
            }
            _ => false,
        }
    }

    /// Returns whether another process holds the file; sled has no error kind for this.
    fn is_locked(&self) -> bool {
        matches!(self, IndexError::Sled(sled::Error::Io(error)) | IndexError::Io(error)
            if error.kind() == io::ErrorKind::Other
                && error.to_string().contains("could not acquire lock"))
    }
}

/// A key and its value.
pub type IndexRow = (Vec<u8>, Vec<u8>);
/// A key and its new value, or none to remove it.
pub type IndexWrite = (Vec<u8>, Option<Vec<u8>>);

/// An ordered map on disk. Batches become durable in order: after a crash a prefix of them exists,
/// at least up to the last `sync` that returned.
pub trait Index: Send + Sync {
    /// The value of a key.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, IndexError>;
    /// At most `limit` rows with `from <= key < to`, ascending, or from the end.
    fn range(
        &self,
        from: &[u8],
        to: &[u8],
        limit: usize,
        from_end: bool,
    ) -> Result<Vec<IndexRow>, IndexError>;
    /// Writes a batch, whole or not at all.
    fn apply(&self, batch: Vec<IndexWrite>) -> Result<(), IndexError>;
    /// Everything applied is durable when this returns.
    fn sync(&self) -> Result<(), IndexError>;
    /// Returns whether there is disk space to apply rows of this many bytes.
    fn has_room(&self, _bytes: usize) -> bool {
        true
    }
    /// Keeps cached pages near their limit. Takes some milliseconds when much was read since the last call; call it
    /// repeatedly while much is read.
    fn trim(&self) {}
    /// Marks the index as invalid, so that the next start rebuilds it instead of failing again.
    fn condemn(&self, _reason: &str) {}
}

/// Key of the note with the applied sequence.
pub(crate) const APPLIED: &[u8] = b"\0applied";
/// First byte of `Put` rows.
pub(crate) const PUTS: u8 = 1;
/// First byte of packed logs.
pub(crate) const LOGS: u8 = 2;

pub(crate) fn applied(index: &dyn Index) -> Result<u64, IndexError> {
    match index.get(APPLIED)? {
        None => Ok(0),
        Some(value) => {
            let bytes: [u8; 8] = value.try_into().map_err(|_| IndexError::Note)?;
            Ok(u64::from_be_bytes(bytes))
        }
    }
}

pub(crate) fn applied_note(sequence: u64) -> IndexWrite {
    (APPLIED.to_vec(), Some(sequence.to_be_bytes().to_vec()))
}

/// sled, with its silent failures made visible: it reports "flushed" without an `fdatasync`, so the
/// file is synced through a separate descriptor; panics inside it become errors.
pub(crate) struct SledIndex {
    rows: sled::Tree,
    db: sled::Db,
    file: File,
    trimming: Trimming,
    /// Files next to the index that record its state; `None` for a copy.
    serving: Option<Serving>,
}

struct Serving {
    mark: Mark,
    synced: Synced,
    /// Held as long as anything can access the files.
    _lock: Arc<File>,
}

/// How long to wait for another holder of the file.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);
/// sled writes rows several times before it reuses old space.
const ROOM_FACTOR: u64 = 5;
/// Bytes that must stay free in addition.
const ROOM_SPARE: u64 = 32 * 1024 * 1024;

impl SledIndex {
    pub(crate) fn open(folder: &Path, cache_bytes: u64) -> Result<Self, IndexError> {
        // sled's own threads may hold the file for a moment after the last handle is dropped. Only
        // this process can be the holder, because the data folder's lock keeps others out.
        let patience = Instant::now() + LOCK_PATIENCE;
        loop {
            match Self::try_open(folder, cache_bytes) {
                Err(error) if error.is_locked() && Instant::now() < patience => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                opened => return opened.map_err(|error| error.within(folder)),
            }
        }
    }

    fn try_open(folder: &Path, cache_bytes: u64) -> Result<Self, IndexError> {
        guarded(|| {
            let db = sled::Config::new()
                .path(folder)
                .cache_capacity(cache_bytes)
                .flush_every_ms(None)
                .open()?;
            let rows = db.open_tree("rows")?;
            let file = File::open(folder.join("db"))?;
            let trimming = Trimming::new(cache_bytes);
            Ok(Self { rows, db, file, trimming, serving: None })
        })
    }

    /// The index of a data folder: it keeps the folder's lock, marks itself invalid on an error,
    /// and records the synced sequence next to it.
    pub(crate) fn serve(self, data: &Path, lock: &Arc<File>) -> Result<Self, IndexError> {
        let (mark, synced) = (Mark::of(data), Synced::open(data)?);
        Ok(Self { serving: Some(Serving { mark, synced, _lock: lock.clone() }), ..self })
    }

    fn marking<T>(&self, work: impl FnOnce() -> Result<T, IndexError>) -> Result<T, IndexError> {
        guarded(work).inspect_err(|error| {
            if !error.is_refusal() {
                self.condemn(&error.to_string());
            }
        })
    }
}

fn guarded<T>(work: impl FnOnce() -> Result<T, IndexError>) -> Result<T, IndexError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(IndexError::Panicked(text.unwrap_or_else(|| "without a word".to_owned())))
    })
}

impl Index for SledIndex {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, IndexError> {
        let value = self.marking(|| Ok(self.rows.get(key)?.map(|value| value.to_vec())))?;
        self.trimming.note(0, value.as_ref().map_or(0, Vec::len));
        Ok(value)
    }

    fn range(
        &self,
        from: &[u8],
        to: &[u8],
        limit: usize,
        from_end: bool,
    ) -> Result<Vec<IndexRow>, IndexError> {
        let own = |row: Result<(IVec, IVec), sled::Error>| {
            row.map(|(key, value)| (key.to_vec(), value.to_vec())).map_err(IndexError::from)
        };
        let rows: Vec<IndexRow> = self.marking(|| {
            let range = self.rows.range(from..to);
            if from_end {
                range.rev().take(limit).map(own).collect()
            } else {
                range.take(limit).map(own).collect()
            }
        })?;
        let bytes = |(key, value): &IndexRow| key.len() + value.len();
        self.trimming.note(rows.iter().map(bytes).sum(), rows.last().map_or(0, bytes));
        Ok(rows)
    }

    fn apply(&self, batch: Vec<IndexWrite>) -> Result<(), IndexError> {
        self.marking(|| {
            let mut writes = sled::Batch::default();
            let mut log_before = Vec::new();
            for (key, value) in batch {
                let bytes = key.len() + value.as_ref().map_or(0, Vec::len);
                // Packs of one log are next to each other in their pages.
                let log = key.get(..LOG_BYTES).filter(|_| key.starts_with(&[LOGS]));
                let is_next = log.is_some_and(|log| log == log_before.as_slice());
                self.trimming.note(bytes, if is_next { 0 } else { bytes });
                if let Some(log) = log.filter(|_| !is_next) {
                    log_before = log.to_vec();
                }
                match value {
                    Some(value) => writes.insert(key, value),
                    None => writes.remove(key),
                }
            }
            Ok(self.rows.apply_batch(writes)?)
        })?;
        if self.trimming.is_missing() && self.has_room(0) {
            self.marking(|| Ok(self.trimming.make(&self.db)?))?;
        }
        Ok(())
    }

    fn sync(&self) -> Result<(), IndexError> {
        self.marking(|| {
            self.db.flush()?;
            Ok(self.file.sync_data()?)
        })?;
        if let Some(serving) = &self.serving {
            serving.synced.note(applied(self)?)?;
        }
        Ok(())
    }

    fn has_room(&self, bytes: usize) -> bool {
        let needed = u64::try_from(bytes).unwrap_or(u64::MAX).saturating_mul(ROOM_FACTOR);
        match rustix::fs::fstatvfs(&self.file) {
            Ok(disk) => {
                disk.f_bavail.saturating_mul(disk.f_frsize) >= needed.saturating_add(ROOM_SPARE)
            }
            // If the free space is unknown, don't block; sled reports an error if the disk is full.
            Err(_) => true,
        }
    }

    fn trim(&self) {
        // Memory alone: a failure shows where the index is read.
        if let Err(error) = guarded(|| Ok(self.trimming.trim(&self.db)?)) {
            tracing::warn!(%error, "the cache of the index could not be trimmed");
        }
    }

    fn condemn(&self, reason: &str) {
        let Some(serving) = &self.serving else { return };
        tracing::error!(reason, "the index is invalid; the next start rebuilds it");
        if let Err(error) = serving.mark.set(reason) {
            tracing::error!(%error, "cannot mark the index for rebuilding");
        }
    }
}
