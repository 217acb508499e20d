//! Files with a key of 32 bytes: 64 hexadecimal digits, readable for their owner only.

use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use zeroize::Zeroizing;

/// Why a key file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// There is no such file.
    #[error("{} is missing", .0.display())]
    Missing(PathBuf),
    /// Other users can read it.
    #[error("{}: other users may read it: chmod 600", .0.display())]
    Exposed(PathBuf),
    /// It holds something else.
    #[error("{}: must have 64 hexadecimal digits", .0.display())]
    Invalid(PathBuf),
    /// It cannot be read or written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

/// Reads a key.
///
/// # Errors
/// The file is missing, other users can read it, or it holds no key.
pub fn read_key(file: &Path) -> Result<Zeroizing<[u8; 32]>, KeyFileError> {
    let about = fs::metadata(file).map_err(|error| io_error(file, error))?;
    if about.permissions().mode() & 0o077 != 0 {
        return Err(KeyFileError::Exposed(file.to_owned()));
    }
    let text = fs::read_to_string(file).map_err(|error| io_error(file, error))?;
    let text = Zeroizing::new(text);
    let mut key = Zeroizing::new([0; 32]);
    hex::decode_to_slice(text.trim(), &mut *key)
        .map_err(|_| KeyFileError::Invalid(file.to_owned()))?;
    Ok(key)
}

/// Writes a key to a new file, on disk when this returns.
///
/// # Errors
/// The file exists, or its folder cannot be written.
pub fn write_new_key(file: &Path, key: &[u8; 32]) -> Result<(), KeyFileError> {
    let text = Zeroizing::new(format!("{}\n", hex::encode(key)));
    write_new_file(file, text.as_bytes())
}

/// Writes a new file that only its owner can read, on disk when this returns.
///
/// # Errors
/// The file exists, or its folder cannot be written.
pub fn write_new_file(file: &Path, content: &[u8]) -> Result<(), KeyFileError> {
    write_atomically(file, content, |written, file| {
        written.persist_noclobber(file).map(drop).map_err(|error| error.error)
    })
}

/// Replaces a file that only its owner can read, on disk when this returns.
///
/// # Errors
/// The folder cannot be written.
pub fn replace_file(file: &Path, content: &[u8]) -> Result<(), KeyFileError> {
    write_atomically(file, content, |written, file| {
        written.persist(file).map(drop).map_err(|error| error.error)
    })
}

fn write_atomically(
    file: &Path,
    content: &[u8],
    persist: impl FnOnce(NamedTempFile, &Path) -> std::io::Result<()>,
) -> Result<(), KeyFileError> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let write = || {
        fs::create_dir_all(folder)?;
        // Only its owner can read a temporary file.
        let mut written = NamedTempFile::new_in(folder)?;
        written.write_all(content)?;
        written.as_file().sync_all()?;
        persist(written, file)?;
        fs::File::open(folder)?.sync_all()
    };
    write().map_err(|error| io_error(file, error))
}

fn io_error(file: &Path, source: std::io::Error) -> KeyFileError {
    match source.kind() {
        ErrorKind::NotFound => KeyFileError::Missing(file.to_owned()),
        _ => KeyFileError::Io { file: file.to_owned(), source },
    }
}
