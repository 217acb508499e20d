//! Writes a backup to its copy, encrypted if a recipient is set, and reads such copies.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::iter;
use std::path::Path;

use age::x25519::Recipient;
use age::{Decryptor, Encryptor, IdentityFile};

/// First bytes of an encrypted file.
const MARK: &[u8] = b"age-encryption.org/v1";

/// Writes the copy and returns its size, in bytes. Called once.
pub(super) type Pour<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<u64>;

/// Counts the bytes that are written.
struct Counted<W> {
    into: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.into.write(bytes)?;
        self.bytes += u64::try_from(written).unwrap_or(u64::MAX);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.into.flush()
    }
}

/// Writes all of `from`, encrypted for a recipient if there is one. Returns the number of bytes written.
///
/// # Errors
/// One of the two cannot be read or written.
pub fn write_copy(
    from: &mut impl Read,
    recipient: Option<&Recipient>,
    into: &mut dyn Write,
) -> io::Result<u64> {
    let mut into = Counted { into, bytes: 0 };
    match recipient {
        None => {
            io::copy(from, &mut into)?;
        }
        Some(recipient) => {
            let encryptor =
                Encryptor::with_recipients(iter::once::<&dyn age::Recipient>(recipient))
                    .map_err(io::Error::other)?;
            let mut sealed = encryptor.wrap_output(&mut into)?;
            io::copy(from, &mut sealed)?;
            sealed.finish()?;
        }
    }
    into.flush()?;
    Ok(into.bytes)
}

/// Returns whether a file is encrypted.
///
/// # Errors
/// It cannot be read.
pub fn is_encrypted(file: &Path) -> io::Result<bool> {
    let mut start = Vec::with_capacity(MARK.len());
    let most = u64::try_from(MARK.len()).unwrap_or(u64::MAX);
    File::open(file)?.take(most).read_to_end(&mut start)?;
    Ok(start == MARK)
}

/// Decrypts a file with the private keys in the format of an identity file of age.
///
/// # Errors
/// No key matches, a file cannot be read or written, or the encrypted file was changed.
pub(super) fn decrypt(
    file: &Path,
    identity: impl BufRead,
    into: &mut impl Write,
) -> Result<(), String> {
    let with_path =
        |path: &Path, reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
    let keys = IdentityFile::from_buffer(identity)
        .map_err(|error| format!("the private key: {error}"))?
        .into_identities()
        .map_err(|error| format!("the private key: {error}"))?;
    let sealed = File::open(file).map_err(|error| with_path(file, &error))?;
    let decryptor = Decryptor::new_buffered(BufReader::new(sealed));
    let decryptor = decryptor.map_err(|error| with_path(file, &error))?;
    let mut open = decryptor
        .decrypt(keys.iter().map(|key| -> &dyn age::Identity { &**key }))
        .map_err(|error| with_path(file, &error))?;
    io::copy(&mut open, into).map_err(|error| with_path(file, &error))?;
    into.flush().map_err(|error| error.to_string())
}
