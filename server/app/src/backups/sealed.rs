//! Writes a backup to its copy, encrypted for a recipient or with a passphrase, and reads such copies.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::iter;
use std::path::Path;
use std::sync::Arc;

use age::stream::StreamWriter;
use age::x25519::Recipient;
use age::{Decryptor, Encryptor, IdentityFile};
use parking_lot::Mutex;

use crate::config;
use crate::passphrase::Passphrase;

/// First bytes of an encrypted file.
const MARK: &[u8] = b"age-encryption.org/v1";

/// Plain bytes that age encrypts at once, and the bytes that this adds. <https://age-encryption.org/v1>
const CHUNK: u64 = 64 << 10;
const TAG: u64 = 16;

/// How a file is encrypted.
#[derive(Clone)]
pub enum Sealing {
    /// For a public key.
    Recipient(Recipient),
    /// With a passphrase.
    Passphrase(Passphrase),
}

impl Sealing {
    /// What the settings say; `None` if copies are not encrypted.
    ///
    /// # Errors
    /// A setting is not valid.
    pub fn configured(settings: &config::Backups) -> Result<Option<Self>, String> {
        let recipient = settings.recipient()?.map(Self::Recipient);
        Ok(recipient.or(settings.passphrase()?.map(Self::Passphrase)))
    }

    fn encryptor(&self) -> io::Result<Encryptor> {
        match self {
            Self::Recipient(recipient) => {
                Encryptor::with_recipients(iter::once::<&dyn age::Recipient>(recipient))
            }
            Self::Passphrase(passphrase) => passphrase.encryptor(),
        }
        .map_err(io::Error::other)
    }
}

/// How an encrypted file is decrypted.
pub enum Opening<R> {
    /// With the private keys in the format of an identity file of age.
    Identity(R),
    /// With a passphrase.
    Passphrase(Passphrase),
}

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

/// Writes all of `from`, encrypted if it is said how. Returns the number of bytes written.
///
/// # Errors
/// One of the two cannot be read or written.
pub fn write_copy(
    from: &mut impl Read,
    sealing: Option<&Sealing>,
    into: &mut dyn Write,
) -> io::Result<u64> {
    let mut into = Counted { into, bytes: 0 };
    match sealing {
        None => {
            io::copy(from, &mut into)?;
        }
        Some(sealing) => {
            let mut sealed = sealing.encryptor()?.wrap_output(&mut into)?;
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

/// Encrypted bytes that have not been taken yet.
#[derive(Clone, Default)]
struct Pending(Arc<Mutex<Vec<u8>>>);

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Encrypts a file piece by piece.
pub struct SealedPieces {
    writer: StreamWriter<Pending>,
    pending: Pending,
}

impl SealedPieces {
    /// Begins a file. Blocks while the key is derived.
    ///
    /// # Errors
    /// The library failed.
    pub fn begin(sealing: &Sealing) -> io::Result<Self> {
        let pending = Pending::default();
        Ok(Self { writer: sealing.encryptor()?.wrap_output(pending.clone())?, pending })
    }

    /// Size of the encrypted file of `plain` bytes. Call it before the first piece.
    pub fn file_bytes(&self, plain: u64) -> u64 {
        let head = u64::try_from(self.pending.0.lock().len()).unwrap_or(u64::MAX);
        head.saturating_add(plain).saturating_add(plain.div_ceil(CHUNK).max(1).saturating_mul(TAG))
    }

    /// Encrypts a piece. Returns the encrypted bytes that are ready.
    ///
    /// # Errors
    /// The library failed.
    pub fn push(&mut self, piece: &[u8]) -> io::Result<Vec<u8>> {
        self.writer.write_all(piece)?;
        Ok(std::mem::take(&mut *self.pending.0.lock()))
    }

    /// Ends the file. Returns its last bytes.
    ///
    /// # Errors
    /// The library failed.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        let Pending(rest) = self.writer.finish()?;
        let rest = std::mem::take(&mut *rest.lock());
        Ok(rest)
    }
}

/// Decrypts a file.
///
/// # Errors
/// The key or passphrase is another one, a file cannot be read or written, or the encrypted file was changed.
pub(super) fn decrypt(
    file: &Path,
    opening: Opening<impl BufRead>,
    into: &mut impl Write,
) -> Result<(), String> {
    let failed = |reason: &dyn std::fmt::Display| format!("{}: {reason}", file.display());
    let sealed = BufReader::new(File::open(file).map_err(|error| failed(&error))?);
    let mut open = match opening {
        Opening::Passphrase(passphrase) => {
            passphrase.decrypt(sealed).map_err(|error| failed(&error))?
        }
        Opening::Identity(identity) => {
            let keys = IdentityFile::from_buffer(identity)
                .map_err(|error| format!("the private key: {error}"))?
                .into_identities()
                .map_err(|error| format!("the private key: {error}"))?;
            let decryptor = Decryptor::new_buffered(sealed).map_err(|error| failed(&error))?;
            if decryptor.is_scrypt() {
                return Err(failed(&"it is encrypted with a passphrase, not for a private key"));
            }
            let keys = keys.iter().map(|key| -> &dyn age::Identity { &**key });
            decryptor.decrypt(keys).map_err(|error| failed(&error))?
        }
    };
    io::copy(&mut open, into).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => failed(&"the file is damaged, or was changed"),
        _ => failed(&error),
    })?;
    into.flush().map_err(|error| error.to_string())
}
