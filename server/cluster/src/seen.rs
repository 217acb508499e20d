//! etcd as a machine has seen it last, kept beside its data: one that was restored from an older snapshot has the same id,
//! and would let a machine lead that has less than was acknowledged.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The id of an etcd cluster and the highest revision that it had.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// Its id.
    pub cluster: u64,
    /// Its highest known revision.
    pub revision: i64,
}

impl Seen {
    /// Reads the file; `None` if it does not exist.
    ///
    /// # Errors
    /// It cannot be read, or its content is damaged.
    pub fn read(file: &Path) -> io::Result<Option<Self>> {
        match fs::read(file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(io::Error::other),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Replaces the file. It is durable when this returns.
    ///
    /// # Errors
    /// It cannot be written; the earlier content stays.
    pub fn write(self, file: &Path) -> io::Result<()> {
        let next = file.with_extension("next");
        let mut written = File::create(&next)?;
        written.write_all(&serde_json::to_vec(&self)?)?;
        written.sync_all()?;
        fs::rename(&next, file)?;
        match file.parent() {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_damage_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("etcd");
        assert_eq!(Seen::read(&file).unwrap(), None);
        for revision in [7, 9] {
            let seen = Seen { cluster: u64::MAX, revision };
            seen.write(&file).unwrap();
            assert_eq!(Seen::read(&file).unwrap(), Some(seen));
        }
        fs::write(&file, b"{").unwrap();
        assert!(Seen::read(&file).is_err());
    }
}
