//! Files next to the index that record whether it can be trusted.
//!
//! Neither file determines what the index contains: its own note does. A mark records that it
//! failed; the last synced sequence reveals that it lost rows since. Both only ever lead to a
//! rebuild.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// Folder of the index in the data folder.
pub(crate) const FOLDER: &str = "index";

/// The file that marks an index as invalid: while it exists, no start uses the index.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    data: PathBuf,
    file: PathBuf,
}

impl Mark {
    pub(crate) fn of(data: &Path) -> Self {
        Self { data: data.to_owned(), file: data.join("index.failed") }
    }

    /// Why the index was marked as invalid, if it was.
    pub(crate) fn read(&self) -> io::Result<Option<String>> {
        match std::fs::read(&self.file) {
            Ok(reason) => Ok(Some(String::from_utf8_lossy(&reason).into_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn set(&self, reason: &str) -> io::Result<()> {
        let mut file = File::create(&self.file)?;
        file.write_all(reason.as_bytes())?;
        file.sync_all()?;
        File::open(&self.data)?.sync_all()
    }

    /// Called when the index was rebuilt and is durable.
    pub(crate) fn clear(&self) -> io::Result<()> {
        std::fs::remove_file(&self.file)?;
        File::open(&self.data)?.sync_all()
    }
}

/// The last synced sequence of the index. Written after each sync but not synced itself, so that it
/// is never too high.
pub(crate) struct Synced(File);

const SYNCED: &str = "index.synced";

impl Synced {
    pub(crate) fn open(data: &Path) -> io::Result<Self> {
        let mut options = File::options();
        options.create(true).truncate(false).write(true);
        Ok(Self(options.open(data.join(SYNCED))?))
    }

    pub(crate) fn note(&self, sequence: u64) -> io::Result<()> {
        let sequence = sequence.to_le_bytes();
        let checksum = crc32c::crc32c(&sequence).to_le_bytes();
        self.0.write_all_at(&[sequence.as_slice(), &checksum].concat(), 0)
    }

    /// Reads the file; 0 if its content is invalid.
    pub(crate) fn read(data: &Path) -> io::Result<u64> {
        let bytes = match std::fs::read(data.join(SYNCED)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(error),
        };
        let Some((sequence, checksum)) = bytes.split_first_chunk::<8>() else { return Ok(0) };
        let reads = checksum == crc32c::crc32c(sequence).to_le_bytes();
        Ok(if reads { u64::from_le_bytes(*sequence) } else { 0 })
    }

    /// Called when the index is rebuilt.
    pub(crate) fn forget(data: &Path) -> io::Result<()> {
        remove(&data.join(SYNCED))
    }
}

/// Removes both files: there is no index any more.
pub(crate) fn forget(data: &Path) -> io::Result<()> {
    Synced::forget(data)?;
    remove(&Mark::of(data).file)
}

fn remove(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Moves an index that cannot be used out of the way. Returns its new path.
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

/// Copies an index, so that examining it changes nothing.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    std::fs::create_dir_all(to)?;
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
