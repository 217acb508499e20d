//! Where the key and the anchor of a data folder are, and whether they fit it.

use std::path::{Path, PathBuf};

use pointhouse_store::{StoreError, View};

use super::{DrawKey, KEY, KeyRow};
use crate::data_folder::beside;
use crate::fault::Fault;
use crate::key_file::{KeyFileError, read_key, write_new_key};

/// Where the key and the anchor of a data folder are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPlace {
    /// The file of the key.
    pub key: PathBuf,
    /// The file of the anchor, beside it.
    pub anchor: PathBuf,
}

/// Why the key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NoKey {
    /// It would be in every copy of the folder.
    #[error(
        "store.key_file: {} is inside the data folder. The key must not be in a copy of the folder: choose another place",
        .0.display()
    )]
    Inside(PathBuf),
    /// The folder's seeds are sealed with a key that is not there.
    #[error(
        "{}: the key that seals this site's seeds is not there{}. Put it back: copy the file, or use pointhouse key import with an \
         export of it. If it is lost: pointhouse restored --data {}. Seeds that were not revealed yet are then closed as lost \
         (docs/backup.md, \"The key\")",
        key.display(), if *is_other { ", but another one" } else { "" }, data.display()
    )]
    NotThere {
        /// The file of the key.
        key: PathBuf,
        /// The data folder.
        data: PathBuf,
        /// There is another key.
        is_other: bool,
    },
    /// The file.
    #[error(transparent)]
    File(#[from] KeyFileError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another failure.
    #[error(transparent)]
    Inner(#[from] Fault),
}

/// How the key fits a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// It is the folder's key.
    Fits,
    /// The folder has no sealed seeds yet: it is new, or of an older format.
    First,
    /// The folder's seeds are sealed with another key, which is lost.
    Lost,
}

impl KeyPlace {
    /// The place that the settings name; by default beside the data folder: `live` has `live.key` and `live.anchor`.
    ///
    /// # Errors
    /// The key would be inside the data folder.
    pub fn of(key_file: &Path, data: &Path) -> Result<Self, NoKey> {
        let beside = |ending| beside(data, ending);
        let key = match key_file.as_os_str().is_empty() {
            true => beside(".key"),
            false => key_file.to_owned(),
        };
        let anchor = match key_file.as_os_str().is_empty() {
            true => beside(".anchor"),
            false => key.with_extension("anchor"),
        };
        if absolute(&key).starts_with(absolute(data)) {
            return Err(NoKey::Inside(key));
        }
        Ok(Self { key, anchor })
    }

    /// Reads the key; `None` if there is no file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&self) -> Result<Option<DrawKey>, NoKey> {
        match read_key(&self.key) {
            Ok(key) => Ok(Some(DrawKey::new(key))),
            Err(KeyFileError::Missing(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes a key to its file, which must not exist.
    ///
    /// # Errors
    /// The file exists, or its folder cannot be written.
    pub fn write(&self, key: &DrawKey) -> Result<(), NoKey> {
        let bytes = key.bytes().ok_or(Fault::Contradiction("there is no key to write"))?;
        Ok(write_new_key(&self.key, bytes)?)
    }

    /// The key for a folder that is opened for writing. Makes one for a folder without sealed seeds, and, if the folder's
    /// own may be lost, in its place.
    ///
    /// # Errors
    /// The key is not there, or a file cannot be read or written.
    pub fn open(
        &self,
        view: &View,
        data: &Path,
        may_be_lost: bool,
    ) -> Result<(DrawKey, KeyState), NoKey> {
        if !may_be_lost {
            self.check_fits(view, data)?;
        }
        let (stored, found) = (KEY.get(view)?, self.read()?);
        let wanted = match stored {
            None => KeyState::First,
            Some(stored) if is_key(found.as_ref(), &stored) => KeyState::Fits,
            Some(_) => KeyState::Lost,
        };
        let key = match found {
            Some(key) => key,
            None => {
                let key = DrawKey::random()?;
                self.write(&key)?;
                tracing::info!(file = %self.key.display(), "made the key that seals seeds; keep a copy of it apart from backups");
                key
            }
        };
        Ok((key, wanted))
    }

    /// Refuses a folder whose seeds are sealed with a key that is not there.
    ///
    /// # Errors
    /// The key is not there, or a file cannot be read.
    pub fn check_fits(&self, view: &View, data: &Path) -> Result<(), NoKey> {
        let (stored, found) = (KEY.get(view)?, self.read()?);
        if stored.is_none_or(|stored| is_key(found.as_ref(), &stored)) {
            return Ok(());
        }
        let (key, data) = (self.key.clone(), data.to_owned());
        Err(NoKey::NotThere { key, data, is_other: found.is_some() })
    }

    /// Renames the key to a name that is free, which it returns.
    ///
    /// # Errors
    /// There is no free name, or the file cannot be renamed.
    pub fn set_aside(&self) -> std::io::Result<PathBuf> {
        let mut free = (1..1000).map(|number| self.key.with_extension(format!("key.{number}")));
        let aside = free.find(|file| !file.exists()).ok_or(std::io::ErrorKind::AlreadyExists)?;
        std::fs::rename(&self.key, &aside)?;
        Ok(aside)
    }

    /// The key for a command that only reads a folder: without a file that fits, none.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open_to_read(&self, view: &View) -> Result<DrawKey, NoKey> {
        let (stored, found) = (KEY.get(view)?, self.read()?);
        let fits = stored.is_some_and(|stored| is_key(found.as_ref(), &stored));
        Ok(found.filter(|_| fits).unwrap_or_default())
    }
}

fn is_key(found: Option<&DrawKey>, stored: &KeyRow) -> bool {
    found.and_then(DrawKey::fingerprint) == Some(stored.fingerprint)
}

/// The path without links as far as it exists.
fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (mut known, mut rest) = (path.as_path(), Vec::new());
    loop {
        if let Ok(real) = known.canonicalize() {
            return rest.iter().rev().fold(real, |path, name| path.join(name));
        }
        match (known.parent(), known.file_name()) {
            (Some(parent), Some(name)) => {
                rest.push(name);
                known = parent;
            }
            _ => return path.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_beside_the_data_folder_and_never_in_it() {
        let folder = tempfile::TempDir::new().unwrap();
        let data = folder.path().join("live");
        let place = KeyPlace::of(Path::new(""), &data).unwrap();
        assert_eq!(place.key, folder.path().join("live.key"));
        assert_eq!(place.anchor, folder.path().join("live.anchor"));
        let own = KeyPlace::of(Path::new("/etc/pointhouse/seeds.key"), &data).unwrap();
        assert_eq!(own.anchor, Path::new("/etc/pointhouse/seeds.anchor"));
        let link = folder.path().join("link");
        std::fs::create_dir(&data).unwrap();
        std::os::unix::fs::symlink(&data, &link).unwrap();
        for inside in [data.join("a.key"), data.join("x/y.key"), link.join("a.key")] {
            assert!(matches!(KeyPlace::of(&inside, &data), Err(NoKey::Inside(_))), "{inside:?}");
        }
        let key = DrawKey::random().unwrap();
        assert!(place.read().unwrap().is_none());
        place.write(&key).unwrap();
        assert_eq!(place.read().unwrap().unwrap().fingerprint(), key.fingerprint());
        assert!(place.write(&key).is_err(), "a key is never replaced");
    }
}
