//! TLS by the server itself: its certificate, and the settings of the handshake.
//!
//! The module only provides a [`ServerConfig`]; `connections` does the handshakes, within the limits
//! of all connections.

mod acme;
mod files;

use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::server::ResolvesServerCert;

pub use acme::{Acme, CHALLENGE_PROTOCOL};
pub use files::{CertificateFiles, Reloaded, report_kept};

use crate::config::{Server, TlsMode};

/// HTTP/2 is not offered: the limits of `connections` are for HTTP/1.1.
const HTTP_1_1: &[u8] = b"http/1.1";

/// Why a certificate cannot be used. The texts contain what to do.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file is missing, not readable or not as expected.
    #[error("{key}: {file}: {reason}")]
    File {
        /// The setting that names the file.
        key: &'static str,
        /// The file.
        file: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// The TLS library refuses the settings.
    #[error("server.tls: {0}")]
    Library(#[from] rustls::Error),
}

impl TlsError {
    fn file(key: &'static str, file: &Path, reason: impl Into<String>) -> Self {
        Self::File { key, file: file.display().to_string(), reason: reason.into() }
    }
}

/// TLS of a server.
pub struct Tls {
    /// Settings of the handshake.
    pub config: Arc<ServerConfig>,
    /// Where the certificate comes from.
    pub source: CertificateSource,
}

/// Where a certificate comes from.
pub enum CertificateSource {
    /// Files that the operator provides.
    Files(Arc<CertificateFiles>),
    /// An ACME authority.
    Acme(Box<Acme>),
}

impl Tls {
    /// Reads the certificate, or prepares to obtain one; `None` when TLS is off.
    ///
    /// # Errors
    /// The certificate or its key cannot be used, or the data folder cannot store one.
    pub fn prepare(settings: &Server, data: &Path) -> Result<Option<Self>, TlsError> {
        let (resolver, source) = match settings.tls {
            TlsMode::Off => return Ok(None),
            TlsMode::Files => {
                let files = Arc::new(CertificateFiles::read(settings)?);
                let resolver: Arc<dyn ResolvesServerCert> = files.clone();
                (resolver, CertificateSource::Files(files))
            }
            TlsMode::Acme => {
                let acme = Acme::prepare(settings, data)?;
                (acme.resolver(), CertificateSource::Acme(Box::new(acme)))
            }
        };
        let mut config = server_config(resolver)?;
        if settings.tls == TlsMode::Acme {
            config.alpn_protocols.push(CHALLENGE_PROTOCOL.to_vec());
        }
        Ok(Some(Self { config: Arc::new(config), source }))
    }
}

fn server_config(resolver: Arc<dyn ResolvesServerCert>) -> Result<ServerConfig, TlsError> {
    let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let mut config = builder
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(resolver);
    config.alpn_protocols = vec![HTTP_1_1.to_vec()];
    Ok(config)
}
