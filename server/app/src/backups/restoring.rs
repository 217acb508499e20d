//! Fills a data folder from a backup that may be encrypted.

use std::io::BufRead;
use std::path::Path;

use pointhouse_store::{BaseReport, Format, Progress, Store, Unit};
use tempfile::NamedTempFile;

use super::sealed::{Opening, decrypt, is_encrypted};
use crate::data_folder::{RESTORED, mark};
use crate::tables::OLDEST;
use crate::temporary;

/// Beginning of the names of temporary files with a backup.
pub const TEMPORARY: &str = "pointhouse-restore-";

/// Restores a backup into an empty data folder and marks the folder as restored. Blocks.
///
/// # Errors
/// See [`fill`].
pub fn restore(
    file: &Path,
    opening: Option<Opening<impl BufRead>>,
    (data, own): (&Path, &Format),
    progress: &Progress,
) -> Result<BaseReport, String> {
    let report = fill(file, opening, (data, own), progress)?;
    mark(data, RESTORED).map_err(|error| format!("{}: {error}", data.display()))?;
    Ok(report)
}

/// Fills an empty data folder from a backup of the program's own format or an older one. An encrypted one is first
/// decrypted beside the data folder, because it is read more than once. Removes what killed restores have left there.
/// Blocks.
///
/// # Errors
/// The file is no backup, is damaged or encrypted otherwise, or the folder has data.
pub fn fill(
    file: &Path,
    opening: Option<Opening<impl BufRead>>,
    (data, own): (&Path, &Format),
    progress: &Progress,
) -> Result<BaseReport, String> {
    let data = std::path::absolute(data).map_err(|error| error.to_string())?;
    let folder = data.parent().unwrap_or(&data);
    temporary::remove_left(folder, TEMPORARY);
    progress.begin("reading the backup", Unit::Things, None);
    let opened = open_backup(file, opening, folder)?;
    let plain = opened.as_ref().map_or(file, NamedTempFile::path);
    let report = Store::restore_watched(plain, &data, own, OLDEST, progress);
    report.map_err(|error| match opened {
        // The decrypted file has a name that the caller doesn't know.
        Some(_) => renamed(&error.to_string(), plain, &format!("{} (decrypted)", file.display())),
        None => error.to_string(),
    })
}

/// The text of an error about a file, with another name of the file.
pub fn renamed(text: &str, file: &Path, name: &str) -> String {
    text.replace(&*file.to_string_lossy(), name)
}

/// Decrypts an encrypted backup into a temporary file; `None` for one that is not encrypted. Blocks.
///
/// # Errors
/// The key or passphrase is missing or another one, or a file cannot be read or written.
pub fn open_backup(
    file: &Path,
    opening: Option<Opening<impl BufRead>>,
    folder: &Path,
) -> Result<Option<NamedTempFile>, String> {
    if !is_encrypted(file).map_err(|error| format!("{}: {error}", file.display()))? {
        return Ok(None);
    }
    let Some(opening) = opening else {
        return Err(format!(
            "{} is encrypted: name the file with the private key with --identity, or use --passphrase",
            file.display()
        ));
    };
    let made =
        std::fs::create_dir_all(folder).and_then(|()| temporary::create_file(folder, TEMPORARY));
    let mut opened = made.map_err(|error| format!("{}: {error}", folder.display()))?;
    decrypt(file, opening, &mut opened)?;
    Ok(Some(opened))
}
