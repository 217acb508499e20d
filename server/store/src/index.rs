//! What lies behind the memtable: an ordered map from bytes to bytes.
//!
//! Key space (first byte): 0 the store's own notes, 1 `Put` rows (`table`, key), 2 packed logs
//! (`table`, owner, first sequence, both big endian).

use std::fs::File;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sled::IVec;

/// The index erred.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// sled said no.
    #[error("{0}")]
    Sled(#[from] sled::Error),
    /// The operating system said no.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It panicked.
    #[error("it panicked: {0}")]
    Panicked(String),
    /// A note of the store's own or a packed row does not read.
    #[error("a row that the store wrote does not read")]
    Note,
    /// Rows are missing, stale or changed.
    #[error("its rows are not those that were written")]
    Rows,
    /// The journal does not go on where it ends.
    #[error("it ends with sequence {applied} and the journal begins later")]
    Behind {
        /// Its last sequence.
        applied: u64,
    },
}

impl IndexError {
    /// The system refuses (a full disk, no permission, another holder of the file), which says
    /// nothing against what is written there.
    pub(crate) fn is_refusal(&self) -> bool {
        match self {
            IndexError::Sled(sled::Error::Io(error)) | IndexError::Io(error) => {
                match error.kind() {
                    io::ErrorKind::StorageFull
                    | io::ErrorKind::QuotaExceeded
                    | io::ErrorKind::ReadOnlyFilesystem
                    | io::ErrorKind::PermissionDenied
                    | io::ErrorKind::OutOfMemory => true,
                    // sled has no kind of its own for this.
                    io::ErrorKind::Other => error.to_string().contains("could not acquire lock"),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// A key and its value.
pub type IndexRow = (Vec<u8>, Vec<u8>);
/// A key and its new value, or none to remove it.
pub type IndexWrite = (Vec<u8>, Option<Vec<u8>>);

/// An ordered map on disk. Batches become durable in order: after a crash a prefix of them stands,
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
    /// Remembers that what is read here is not what was written, so that the next start rebuilds
    /// it instead of failing again.
    fn condemn(&self, _reason: &str) {}
}

/// Key of the note that says up to which sequence everything is applied.
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

/// sled, with its silent places made loud: it says "flushed" without an `fdatasync`, so the file is
/// synced through a descriptor of our own; what panics inside it comes out as an error.
pub(crate) struct SledIndex {
    rows: sled::Tree,
    db: sled::Db,
    file: File,
    /// Where to leave a mark if it errs; nowhere for a copy.
    mark: Option<PathBuf>,
    /// Held as long as anything can reach the files.
    _lock: Option<Arc<File>>,
}

pub(crate) const FOLDER: &str = "index";
const BAD_INDEX: &str = "index.failed";

impl SledIndex {
    pub(crate) fn open(folder: &Path, cache_bytes: u64) -> Result<Self, IndexError> {
        guarded(|| {
            let db = sled::Config::new()
                .path(folder)
                .cache_capacity(cache_bytes)
                .flush_every_ms(None)
                .open()?;
            let rows = db.open_tree("rows")?;
            let file = File::open(folder.join("db"))?;
            Ok(Self { rows, db, file, mark: None, _lock: None })
        })
    }

    /// The index of a data folder: it keeps the folder's lock, and an error of it leaves a mark.
    pub(crate) fn serve(self, data: &Path, lock: &Arc<File>) -> Self {
        Self { mark: Some(data.join(BAD_INDEX)), _lock: Some(lock.clone()), ..self }
    }

    fn marking<T>(&self, work: impl FnOnce() -> Result<T, IndexError>) -> Result<T, IndexError> {
        guarded(work).inspect_err(|error| {
            if !error.is_refusal() {
                self.condemn(&error.to_string());
            }
        })
    }
}

/// Why the index of this folder was condemned, if it was.
pub(crate) fn mark(data: &Path) -> io::Result<Option<String>> {
    match std::fs::read(data.join(BAD_INDEX)) {
        Ok(reason) => Ok(Some(String::from_utf8_lossy(&reason).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Condemns the index of this folder: until the mark is gone, no start uses what lies there.
pub(crate) fn set_mark(data: &Path, reason: &str) -> io::Result<()> {
    let mut file = File::create(data.join(BAD_INDEX))?;
    file.write_all(reason.as_bytes())?;
    file.sync_all()?;
    File::open(data)?.sync_all()
}

/// The index was filled anew and is durable.
pub(crate) fn clear_mark(data: &Path) -> io::Result<()> {
    std::fs::remove_file(data.join(BAD_INDEX))?;
    File::open(data)?.sync_all()
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
        self.marking(|| Ok(self.rows.get(key)?.map(|value| value.to_vec())))
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
        self.marking(|| {
            let range = self.rows.range(from..to);
            if from_end {
                range.rev().take(limit).map(own).collect()
            } else {
                range.take(limit).map(own).collect()
            }
        })
    }

    fn apply(&self, batch: Vec<IndexWrite>) -> Result<(), IndexError> {
        self.marking(|| {
            let mut writes = sled::Batch::default();
            for (key, value) in batch {
                match value {
                    Some(value) => writes.insert(key, value),
                    None => writes.remove(key),
                }
            }
            Ok(self.rows.apply_batch(writes)?)
        })
    }

    fn sync(&self) -> Result<(), IndexError> {
        self.marking(|| {
            self.db.flush()?;
            Ok(self.file.sync_data()?)
        })
    }

    fn condemn(&self, reason: &str) {
        let Some(mark) = &self.mark else { return };
        tracing::error!(reason, "the index is not to be trusted; the next start rebuilds it");
        if let Err(error) = std::fs::write(mark, reason) {
            tracing::error!(%error, "the index could not be marked for rebuilding");
        }
    }
}

/// Moves an index that cannot be used out of the way. Returns where it lies.
pub(crate) fn set_aside(data: &Path) -> io::Result<PathBuf> {
    let folder = data.join(FOLDER);
    for turn in 1u32..=1000 {
        let aside = data.join(format!("{FOLDER}-aside-{turn}"));
        if !aside.exists() {
            std::fs::rename(&folder, &aside)?;
            return Ok(aside);
        }
    }
    Err(io::Error::other("a thousand indexes were set aside already"))
}

/// Copies an index, so that looking at it changes nothing.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    if !from.exists() {
        return Ok(());
    }
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
