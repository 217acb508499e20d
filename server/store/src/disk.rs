//! The file layer below the journal, small enough to be simulated.
//!
//! A [`Disk`] is one flat folder. Bytes written by `write_at` may be lost until `sync` returned;
//! changes of names by `create`, `rename` and `remove` may be lost until `sync_names` returned.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// One folder of files.
pub trait Disk: Send + Sync {
    /// A new empty file. Fails if the name exists.
    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>>;
    /// An existing file, for reading and writing.
    fn open(&self, name: &str) -> io::Result<Box<dyn DiskFile>>;
    /// All names, unordered.
    fn names(&self) -> io::Result<Vec<String>>;
    /// Replaces `to` if it exists.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Removes a name.
    fn remove(&self, name: &str) -> io::Result<()>;
    /// Time since the file was last written.
    fn age(&self, name: &str) -> io::Result<std::time::Duration>;
    /// Makes the current names durable.
    fn sync_names(&self) -> io::Result<()>;
}

/// One file.
pub trait DiskFile: Send + Sync {
    /// Length in bytes.
    fn len(&self) -> io::Result<u64>;
    /// Returns whether the length is 0.
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }
    /// Reads the whole file.
    fn read_all(&self) -> io::Result<Vec<u8>>;
    /// Reads the first bytes, at most `bytes`.
    fn read_head(&self, bytes: usize) -> io::Result<Vec<u8>>;
    /// Writes all bytes at an offset, growing the file.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()>;
    /// Everything written so far is durable when this returns (`fdatasync`).
    fn sync(&self) -> io::Result<()>;
    /// Reserves space without changing the length, so that writes within it cannot fail for lack of
    /// space.
    fn reserve(&self, bytes: u64) -> io::Result<()>;
    /// Cuts the file to a length and releases the space reserved after it.
    fn truncate(&self, bytes: u64) -> io::Result<()>;
}

/// A folder of the operating system.
#[derive(Clone, Debug)]
pub struct RealDisk {
    folder: PathBuf,
}

impl RealDisk {
    /// Opens the folder, and creates it if necessary.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn new(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder).map_err(at(folder))?;
        Ok(Self { folder: folder.to_owned() })
    }
}

impl Disk for RealDisk {
    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        let path = self.folder.join(name);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
        Ok(Box::new(RealFile(file.map_err(at(&path))?)))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        let path = self.folder.join(name);
        let file = OpenOptions::new().read(true).write(true).open(&path);
        Ok(Box::new(RealFile(file.map_err(at(&path))?)))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&self.folder).map_err(at(&self.folder))? {
            if let Ok(name) = entry.map_err(at(&self.folder))?.file_name().into_string() {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (self.folder.join(from), self.folder.join(to));
        std::fs::rename(&from, &to).map_err(at(&from))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let path = self.folder.join(name);
        std::fs::remove_file(&path).map_err(at(&path))
    }

    fn age(&self, name: &str) -> io::Result<std::time::Duration> {
        let path = self.folder.join(name);
        let written =
            std::fs::metadata(&path).and_then(|about| about.modified()).map_err(at(&path))?;
        // When the clock was set back, a file counts as new.
        Ok(written.elapsed().unwrap_or_default())
    }

    fn sync_names(&self) -> io::Result<()> {
        File::open(&self.folder).and_then(|folder| folder.sync_all()).map_err(at(&self.folder))
    }
}

/// Names the path in an error.
pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> io::Error + '_ {
    |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

struct RealFile(File);

impl DiskFile for RealFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn read_all(&self) -> io::Result<Vec<u8>> {
        self.read_head(usize::MAX)
    }

    fn read_head(&self, bytes: usize) -> io::Result<Vec<u8>> {
        let len = usize::try_from(self.len()?).map_err(io::Error::other)?;
        let mut bytes = vec![0; len.min(bytes)];
        self.0.read_exact_at(&mut bytes, 0)?;
        Ok(bytes)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all_at(bytes, offset)
    }

    fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn reserve(&self, bytes: u64) -> io::Result<()> {
        use rustix::fs::{FallocateFlags, fallocate};
        use rustix::io::Errno;
        match fallocate(&self.0, FallocateFlags::KEEP_SIZE, 0, bytes) {
            // File systems that cannot reserve space still work; only the early detection of a full
            // disk is lost.
            Ok(()) | Err(Errno::OPNOTSUPP) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }

    fn truncate(&self, bytes: u64) -> io::Result<()> {
        self.0.set_len(bytes)
    }
}
