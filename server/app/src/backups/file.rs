//! A backup that is written to a file of the caller's choice.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use pointhouse_store::{BaseReport, Progress, Store};

use super::restoring::TEMPORARY;
use super::sealed::{Sealing, write_copy};
use super::{check_disk_space, expected_bytes};
use crate::temporary::TemporaryFolder;

/// A file that was written.
pub struct WrittenFile {
    /// What it contains.
    pub report: BaseReport,
    /// Size of the file, in bytes.
    pub bytes: u64,
    is_encrypted: bool,
}

impl WrittenFile {
    /// What the command prints.
    pub fn describe(&self, file: &Path) -> String {
        let (last, format) = (self.report.last_sequence, self.report.format);
        let bytes = self.bytes;
        let encryption = if self.is_encrypted {
            "encrypted"
        } else {
            "NOT encrypted: anyone who gets this file can read every email address and password hash, and the secret \
             that signs logins. Use --recipient or --passphrase for a file that leaves this machine"
        };
        let file = file.display();
        format!(
            "{file}: everything up to commit {last}, format {format}, {bytes} bytes, {encryption}"
        )
    }
}

/// Writes a backup to a new file, encrypted if it is said how. The unencrypted bytes of an encrypted file never leave the
/// data folder: what was removed from a disk can often be read again. Blocks.
///
/// # Errors
/// The file exists or cannot be written, or the store has stopped.
pub fn write_file(
    store: &Store,
    data: &Path,
    (file, sealing): (&Path, Option<&Sealing>),
    progress: &Progress,
) -> Result<WrittenFile, String> {
    let expected = Some(expected_bytes(data));
    let Some(sealing) = sealing else {
        let report = store.backup_watched(file, progress, expected).map_err(|e| e.to_string())?;
        return Ok(WrittenFile { bytes: report.bytes, report, is_encrypted: false });
    };
    let failed = |error: io::Error| format!("{}: {error}", file.display());
    check_disk_space(data, 2).map_err(|error| error.to_string())?;
    // Before the work: it must not exist.
    let mut sealed = File::create_new(file).map_err(failed)?;
    let written = (|| {
        let folder = TemporaryFolder::create(data, TEMPORARY).map_err(|e| e.to_string())?;
        let plain = folder.path().join("plain.base");
        let report = store.backup_watched(&plain, progress, expected).map_err(|e| e.to_string())?;
        let mut from = File::open(&plain).map_err(|e| e.to_string())?;
        let bytes = write_copy(&mut from, Some(sealing), &mut sealed).map_err(failed)?;
        sealed.flush().and_then(|()| sealed.sync_all()).map_err(failed)?;
        if let Some(parent) = file.parent() {
            File::open(parent).and_then(|parent| parent.sync_all()).map_err(failed)?;
        }
        folder.close().map_err(|e| e.to_string())?;
        Ok(WrittenFile { report, bytes, is_encrypted: true })
    })();
    if written.is_err() {
        // Best effort: the first error is the one to report.
        let _ = std::fs::remove_file(file);
    }
    written
}
