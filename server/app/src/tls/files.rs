//! A certificate from files, which are read again when they change.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::time::{MissedTickBehavior, interval};

use super::TlsError;
use crate::config::Server;

const CERTIFICATE: &str = "server.tls_certificate";
const KEY: &str = "server.tls_key";

/// A certificate chain holds two or three certificates, a key about 3 KiB.
const FILE_BYTES_MAX: u64 = 1 << 20;
/// Permission of other users to read.
const OTHERS_READ: u32 = 0o004;

/// Result of reading the files again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reloaded {
    /// New connections use another certificate.
    Changed,
    /// The files have the certificate that is in use.
    Same,
}

/// Where the certificate is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Paths {
    certificate: PathBuf,
    key: PathBuf,
}

impl Paths {
    fn of(settings: &Server) -> Self {
        let (certificate, key) = (settings.tls_certificate.clone(), settings.tls_key.clone());
        Self { certificate, key }
    }

    /// The stamps of both files. A file that is replaced or written gets another one.
    fn stamps(&self) -> [Option<Stamp>; 2] {
        [Stamp::of(&self.certificate), Stamp::of(&self.key)]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    /// Time of the last change of the file or its permissions, in seconds and nanoseconds: a file that becomes
    /// readable is read.
    changed: (i64, i64),
    inode: u64,
    bytes: u64,
}

impl Stamp {
    fn of(file: &Path) -> Option<Self> {
        let about = file.metadata().ok()?;
        let (modified, inode) = (about.modified().ok(), about.ino());
        let changed = (about.ctime(), about.ctime_nsec());
        Some(Self { modified, changed, inode, bytes: about.len() })
    }
}

/// The files as they were read last, whether or not they could be used.
#[derive(Debug)]
struct LastRead {
    paths: Paths,
    stamps: [Option<Stamp>; 2],
}

/// The certificate in use and the files that it comes from.
#[derive(Debug)]
pub struct CertificateFiles {
    in_use: ArcSwap<CertifiedKey>,
    last: Mutex<LastRead>,
}

impl CertificateFiles {
    /// Reads certificate and key.
    ///
    /// # Errors
    /// A file is missing or broken, or the key belongs to another certificate.
    pub fn read(settings: &Server) -> Result<Self, TlsError> {
        let paths = Paths::of(settings);
        // Before the files are read, so that a change in between is noticed at the next check.
        let stamps = paths.stamps();
        let in_use = ArcSwap::from_pointee(load(&paths)?);
        Ok(Self { in_use, last: Mutex::new(LastRead { paths, stamps }) })
    }

    /// Reads the files of these settings now.
    ///
    /// # Errors
    /// The files cannot be used; the certificate in use stays.
    pub fn reload(&self, settings: &Server) -> Result<Reloaded, TlsError> {
        let mut last = self.last.lock();
        last.paths = Paths::of(settings);
        self.load_again(&mut last)
    }

    /// Reads the files if they have changed since they were read last.
    fn reload_if_changed(&self) -> Result<Reloaded, TlsError> {
        let mut last = self.last.lock();
        if last.paths.stamps() == last.stamps {
            return Ok(Reloaded::Same);
        }
        self.load_again(&mut last)
    }

    fn load_again(&self, last: &mut LastRead) -> Result<Reloaded, TlsError> {
        last.stamps = last.paths.stamps();
        let new = load(&last.paths)?;
        if new.cert == self.in_use.load().cert {
            return Ok(Reloaded::Same);
        }
        self.in_use.store(Arc::new(new));
        Ok(Reloaded::Changed)
    }

    /// Checks the files for changes at this interval, without end.
    pub async fn watch(self: Arc<Self>, every: Duration) {
        let mut ticks = interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let files = Arc::clone(&self);
            // Files may be on a slow disk.
            let done = tokio::task::spawn_blocking(move || files.reload_if_changed()).await;
            match done {
                Ok(Ok(Reloaded::Same)) => {}
                Ok(Ok(Reloaded::Changed)) => tracing::info!("using the new TLS certificate"),
                Ok(Err(error)) => report_kept(&error),
                Err(error) => tracing::error!(%error, "cannot check the TLS certificate's files"),
            }
        }
    }
}

/// Logs that a new certificate cannot be used.
pub fn report_kept(error: &TlsError) {
    tracing::error!(%error, "cannot use the new TLS certificate; the one in use stays");
}

impl ResolvesServerCert for CertificateFiles {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.in_use.load_full())
    }
}

fn load(paths: &Paths) -> Result<CertifiedKey, TlsError> {
    let (certificate, key) = (&paths.certificate, &paths.key);
    let (text, _) = read_file(CERTIFICATE, certificate)?;
    let chain: Result<Vec<_>, pem::Error> = CertificateDer::pem_slice_iter(&text).collect();
    let chain = chain.map_err(|error| not_pem(CERTIFICATE, certificate, &error))?;
    if chain.is_empty() {
        let reason = "has no certificate: it must be a PEM file with the certificate and its chain, \
                      such as fullchain.pem";
        return Err(TlsError::file(CERTIFICATE, certificate, reason));
    }
    let (text, about) = read_file(KEY, key)?;
    let private = PrivateKeyDer::from_pem_slice(&text).map_err(|error| match error {
        pem::Error::NoItemsFound => {
            let reason = "has no private key: it must be a PEM file without a password, such as \
                          privkey.pem";
            TlsError::file(KEY, key, reason)
        }
        error => not_pem(KEY, key, &error),
    })?;
    if about.mode() & OTHERS_READ != 0 {
        tracing::warn!(
            file = %key.display(),
            "all users of this machine can read the private key: remove the permission with chmod o-r"
        );
    }
    let provider = ring::default_provider();
    CertifiedKey::from_der(chain, private, &provider).map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => {
            let file = certificate.display();
            let reason = format!(
                "the key does not belong to the certificate in {file}: use the key that the \
                 certificate was made for"
            );
            TlsError::file(KEY, key, reason)
        }
        rustls::Error::InvalidCertificate(error) => {
            TlsError::file(CERTIFICATE, certificate, format!("is no valid certificate: {error}"))
        }
        error => TlsError::file(KEY, key, format!("the key cannot be used: {error}")),
    })
}

fn read_file(key: &'static str, file: &Path) -> Result<(Vec<u8>, Metadata), TlsError> {
    let failed = |error: io::Error| {
        let advice = match error.kind() {
            io::ErrorKind::NotFound => ": set the path of an existing file",
            io::ErrorKind::PermissionDenied => ": let the user of the server read it",
            _ => "",
        };
        TlsError::file(key, file, format!("{error}{advice}"))
    };
    let about = file.metadata().map_err(failed)?;
    if about.len() > FILE_BYTES_MAX {
        return Err(TlsError::file(key, file, "is larger than 1 MiB: it is no certificate or key"));
    }
    Ok((std::fs::read(file).map_err(failed)?, about))
}

fn not_pem(key: &'static str, file: &Path, error: &pem::Error) -> TlsError {
    TlsError::file(key, file, format!("is no valid PEM file: {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs::{Permissions, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_file_with_other_permissions_has_another_stamp() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key.pem");
        write(&file, "key").unwrap();
        let before = Stamp::of(&file);
        // The clock of file systems moves on every few milliseconds.
        let end = Instant::now() + Duration::from_secs(10);
        while Stamp::of(&file) == before {
            assert!(Instant::now() < end);
            set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        }
    }
}
