//! Copies the rows of an index into a new file, when the old one has become much larger than they are.
//!
//! sled reuses the space of rows that were removed, but keeps its file and its pages: after ten million rounds had been
//! merged into blocks of 54 MB, the file had 1.3 GB, and its 100,000 nearly empty pages took 80 MB of memory.
//!
//! The new folder takes the place of the old one in one step of the file system. Until then the old one is in use; what
//! an interrupted copy leaves is removed by the next opening.

use std::io;
use std::path::Path;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use crate::digest;
use crate::index::{Index, IndexError, LOGS, SledIndex};
use crate::index_mark::FOLDER;
use crate::progress::{Progress, Unit};

/// Folder of the copy, beside that of the index. After the exchange it has the old one.
const COPY: &str = "index-copy";
/// The file of the index is to be at least this many times as large as its rows.
const FACTOR: u64 = 8;
/// Rows of a batch, which sled keeps in memory several times. Most rows have at most 16 KB.
const BATCH_ROWS: usize = 64;

/// Removes what an interrupted copy left.
pub(crate) fn tidy(data: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(data.join(COPY)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the index in a smaller file, if its own is larger than `above` and than [`FACTOR`] times its rows of `bytes`.
/// Without disk space, or if the file system cannot exchange two folders, it stays as it is.
///
/// # Errors
/// The index cannot be opened again.
pub(crate) fn rewrite(
    data: &Path,
    index: SledIndex,
    (cache, above): (u64, u64),
    bytes: u64,
    progress: &Progress,
) -> Result<SledIndex, IndexError> {
    let folder = data.join(FOLDER);
    let size = std::fs::metadata(folder.join("db"))?.len();
    if size <= above.max(bytes.saturating_mul(FACTOR)) {
        return Ok(index);
    }
    if let Err(error) = copy(&index, &data.join(COPY), cache, progress) {
        tracing::warn!(%error, size, "the file of the index could not be rewritten and keeps its size");
        tidy(data)?;
        return Ok(index);
    }
    // sled writes files by their paths, so nothing has the folder open when it changes its place.
    drop(index);
    drop(SledIndex::open(&folder, cache)?);
    match exchange(data) {
        Ok(()) => tracing::info!(size, bytes, "the index was rewritten into a smaller file"),
        Err(error) => tracing::warn!(%error, "the index could not change its place"),
    }
    tidy(data)?;
    SledIndex::open(&folder, cache)
}

/// Makes a new index with the same rows and notes in `folder`, durable and verified.
fn copy(
    from: &SledIndex,
    folder: &Path,
    cache: u64,
    progress: &Progress,
) -> Result<(), IndexError> {
    progress.begin("rewriting the index", Unit::Things, None);
    check_exchange(folder)?;
    let to = SledIndex::open(folder, cache)?;
    let mut at = Vec::new();
    loop {
        let rows = from.range(&at, &[LOGS + 1], BATCH_ROWS, false)?;
        let Some((last, _)) = rows.last() else { break };
        at = [last.as_slice(), &[0]].concat();
        if !to.has_room(rows.iter().map(|(key, value)| key.len() + value.len()).sum()) {
            return Err(IndexError::Io(io::ErrorKind::StorageFull.into()));
        }
        progress.add(u64::try_from(rows.len()).unwrap_or_default());
        to.apply(rows.into_iter().map(|(key, value)| (key, Some(value))).collect())?;
        to.trim();
        from.trim();
    }
    to.sync()?;
    drop(to);
    digest::verify(&SledIndex::open(folder, cache)?)?;
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}

/// Exchanges two empty folders inside the one that will be exchanged: not every file system can.
fn check_exchange(folder: &Path) -> io::Result<()> {
    let [one, other] = ["one", "other"].map(|name| folder.join(name));
    std::fs::create_dir_all(&one)?;
    std::fs::create_dir_all(&other)?;
    renameat_with(CWD, &one, CWD, &other, RenameFlags::EXCHANGE)?;
    std::fs::remove_dir(one)?;
    std::fs::remove_dir(other)
}

fn exchange(data: &Path) -> io::Result<()> {
    let (folder, copy) = (data.join(FOLDER), data.join(COPY));
    renameat_with(CWD, &folder, CWD, &copy, RenameFlags::EXCHANGE)?;
    std::fs::File::open(data)?.sync_all()
}
