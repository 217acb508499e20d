//! What lies behind the memtable: an ordered map from bytes to bytes.
//!
//! Key space (first byte): 0 the store's own notes, 1 `Put` rows (`table`, key), 2 packed logs
//! (`table`, owner, first sequence, both big endian).

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

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
    /// A note of the store's own does not read.
    #[error("its note of what is applied does not read")]
    Note,
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
}

pub(crate) const FOLDER: &str = "index";

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
            Ok(Self { rows, db, file })
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
        guarded(|| Ok(self.rows.get(key)?.map(|value| value.to_vec())))
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
        guarded(|| {
            let range = self.rows.range(from..to);
            if from_end {
                range.rev().take(limit).map(own).collect()
            } else {
                range.take(limit).map(own).collect()
            }
        })
    }

    fn apply(&self, batch: Vec<IndexWrite>) -> Result<(), IndexError> {
        guarded(|| {
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
        guarded(|| {
            self.db.flush()?;
            Ok(self.file.sync_data()?)
        })
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
