//! Encryption with a passphrase, in the format of age (<https://age-encryption.org/v1>).
//!
//! Deriving a key takes 16 MB of memory (scrypt with N = 2^14 and r = 8), because a site runs in 64 MB. One key is
//! derived at a time. A file that asks for more is refused before the memory is taken.

use std::io::{self, BufRead, Read, Write};
use std::iter;

use age::scrypt::{Identity, Recipient};
use age::secrecy::SecretString;
use age::stream::StreamReader;
use age::{DecryptError, Decryptor, EncryptError, Encryptor};
use parking_lot::Mutex;
use pointhouse_rules::password::{
    MAX_LENGTH, PANEL_MIN_LENGTH, PanelPasswordRefusal, check_new_panel_password,
};

/// Binary logarithm of scrypt's N. 128 * 8 * 2^14 bytes are 16 MB.
const WORK: u8 = 14;
/// Longest passphrase of a file that is read, in bytes. Other programs allow longer ones than the site.
const READ_MAX: usize = 1024;

/// Held while a key is derived.
static DERIVING: Mutex<()> = Mutex::new(());

/// Why a passphrase is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PassphraseRefusal {
    /// Too short or too long.
    #[error("The passphrase must have {PANEL_MIN_LENGTH} to {MAX_LENGTH} characters")]
    Length,
    /// One of the most common passwords.
    #[error("The passphrase is too common. Please choose another one.")]
    Common,
}

/// Why a file could not be decrypted with a passphrase.
#[derive(Debug, thiserror::Error)]
pub enum CannotDecrypt {
    /// The file was encrypted by another program with more memory.
    #[error(
        "its passphrase takes {} MB of memory to check, and the site uses at most 16 MB. Decrypt it on another machine \
         first: age --decrypt --output backup.base FILE", megabytes(*.0)
    )]
    TooMuchMemory(u8),
    /// Another passphrase, or the file was changed.
    #[error("the passphrase is wrong, or the file was changed")]
    Wrong,
    /// Encrypted for a key.
    #[error("it is encrypted for a private key, not with a passphrase")]
    ForKey,
    /// Not a file of age.
    #[error("it is not a file of age: {0}")]
    BadFile(DecryptError),
    /// The file cannot be read, was cut off or was changed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Memory that scrypt takes for a work factor, in MB.
fn megabytes(work: u8) -> u64 {
    1_u64.checked_shl(u32::from(work).saturating_sub(10)).unwrap_or(u64::MAX)
}

/// A passphrase. It is never printed, and its memory is overwritten after use.
#[derive(Clone, Debug)]
pub struct Passphrase(SecretString);

impl Passphrase {
    /// A passphrase for new files: long enough, and not a common password.
    ///
    /// # Errors
    /// See [`PassphraseRefusal`].
    pub fn new(text: &str) -> Result<Self, PassphraseRefusal> {
        check_new_panel_password(text).map_err(|refusal| match refusal {
            PanelPasswordRefusal::Length => PassphraseRefusal::Length,
            PanelPasswordRefusal::Common => PassphraseRefusal::Common,
        })?;
        Ok(Self(text.to_owned().into()))
    }

    /// The passphrase of an existing file; `None` if it is empty or longer than any.
    pub fn existing(text: &str) -> Option<Self> {
        (1..=READ_MAX).contains(&text.len()).then(|| Self(text.to_owned().into()))
    }

    /// Begins a file that is encrypted with the passphrase. Blocks, and takes 16 MB meanwhile.
    ///
    /// # Errors
    /// The library failed.
    pub fn encryptor(&self) -> Result<Encryptor, EncryptError> {
        let _deriving = DERIVING.lock();
        let mut recipient = Recipient::new(self.0.clone());
        recipient.set_work_factor(WORK);
        Encryptor::with_recipients(iter::once::<&dyn age::Recipient>(&recipient))
    }

    /// Returns a reader of the decrypted bytes. It fails where the file was changed or cut off. Blocks, and takes 16 MB
    /// meanwhile.
    ///
    /// # Errors
    /// See [`CannotDecrypt`].
    pub fn decrypt<R: BufRead>(&self, sealed: R) -> Result<StreamReader<R>, CannotDecrypt> {
        let decryptor = Decryptor::new_buffered(sealed).map_err(to_refusal)?;
        if !decryptor.is_scrypt() {
            return Err(CannotDecrypt::ForKey);
        }
        let _deriving = DERIVING.lock();
        let mut identity = Identity::new(self.0.clone());
        identity.set_max_work_factor(WORK);
        decryptor.decrypt(iter::once::<&dyn age::Identity>(&identity)).map_err(to_refusal)
    }
}

fn to_refusal(error: DecryptError) -> CannotDecrypt {
    match error {
        DecryptError::ExcessiveWork { required, .. } => CannotDecrypt::TooMuchMemory(required),
        DecryptError::DecryptionFailed
        | DecryptError::KeyDecryptionFailed
        | DecryptError::InvalidMac => CannotDecrypt::Wrong,
        DecryptError::Io(error) => error.into(),
        error => CannotDecrypt::BadFile(error),
    }
}

/// Encrypts bytes with a passphrase. Returns a binary file of age. Blocks, and takes 16 MB meanwhile.
///
/// # Errors
/// The library failed.
pub fn encrypt_with_passphrase(bytes: &[u8], passphrase: &Passphrase) -> io::Result<Vec<u8>> {
    let encryptor = passphrase.encryptor().map_err(io::Error::other)?;
    let mut sealed = Vec::new();
    let mut writer = encryptor.wrap_output(&mut sealed)?;
    writer.write_all(bytes)?;
    writer.finish()?;
    Ok(sealed)
}

/// Decrypts a binary file of age of at most `max` decrypted bytes. Blocks, and takes 16 MB meanwhile.
///
/// # Errors
/// See [`CannotDecrypt`].
pub fn decrypt_with_passphrase(
    sealed: &[u8],
    passphrase: &Passphrase,
    max: usize,
) -> Result<Vec<u8>, CannotDecrypt> {
    let reader = passphrase.decrypt(sealed)?;
    let mut bytes = Vec::new();
    let limit = u64::try_from(max).unwrap_or(u64::MAX).saturating_add(1);
    reader.take(limit).read_to_end(&mut bytes)?;
    if bytes.len() > max {
        return Err(io::Error::other(format!("it has more than {max} bytes")).into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passphrase(text: &str) -> Passphrase {
        Passphrase::new(text).unwrap()
    }

    #[test]
    fn bytes_are_decrypted_with_their_passphrase_only() {
        let own = passphrase("twelve chars of é");
        let sealed = encrypt_with_passphrase(b"a key", &own).unwrap();
        assert!(!sealed.windows(5).any(|bytes| bytes == b"a key"));
        assert_eq!(decrypt_with_passphrase(&sealed, &own, 5).unwrap(), b"a key");
        assert!(decrypt_with_passphrase(&sealed, &own, 4).is_err());
        let other = decrypt_with_passphrase(&sealed, &passphrase("twelve chars of e"), 5);
        assert!(matches!(other, Err(CannotDecrypt::Wrong)), "{other:?}");
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert!(decrypt_with_passphrase(&changed, &own, 5).is_err());
        let cut = decrypt_with_passphrase(&sealed[..sealed.len() - 1], &own, 5);
        assert!(cut.is_err());
        let none = decrypt_with_passphrase(b"plain", &own, 5);
        assert!(matches!(none, Err(CannotDecrypt::BadFile(_) | CannotDecrypt::Io(_))), "{none:?}");
    }

    #[test]
    fn a_new_file_takes_16_mb_and_a_file_that_takes_more_is_refused() {
        let own = passphrase("twelve chars of é");
        let sealed = encrypt_with_passphrase(b"a key", &own).unwrap();
        let header = String::from_utf8_lossy(&sealed[..100]).into_owned();
        let line = header.lines().nth(1).unwrap().to_owned();
        assert!(line.starts_with("-> scrypt ") && line.ends_with(" 14"), "{line}");
        // Refused by the number alone: the header's checksum is never computed.
        let at = sealed.windows(4).position(|bytes| bytes == b" 14\n").unwrap();
        for (number, memory) in [("15", "32 MB"), ("18", "256 MB"), ("63", "MB")] {
            let mut more = sealed.clone();
            more[at + 1..at + 3].copy_from_slice(number.as_bytes());
            let refused = decrypt_with_passphrase(&more, &own, 5).unwrap_err();
            assert!(matches!(refused, CannotDecrypt::TooMuchMemory(_)), "{refused:?}");
            let text = refused.to_string();
            assert!(text.contains(memory) && text.contains("age --decrypt"), "{text}");
        }
    }

    #[test]
    fn a_new_passphrase_is_long_and_not_common() {
        for short in ["", "elevenchars"] {
            assert_eq!(Passphrase::new(short).err(), Some(PassphraseRefusal::Length), "{short}");
        }
        let common = Passphrase::new("1Q2w3e4r5t6y").err();
        assert_eq!(common, Some(PassphraseRefusal::Common));
        // A file that another program wrote may have a shorter one.
        assert!(Passphrase::existing("short").is_some() && Passphrase::existing("").is_none());
    }
}
