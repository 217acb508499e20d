//! A certificate that the server obtains and renews itself by ACME (RFC 8555), proved by TLS-ALPN-01
//! (RFC 8737): the authority connects to port 443 of the domain.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::StreamExt;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::server::ResolvesServerCert;
use rustls::{ClientConfig, RootCertStore};
use rustls_acme::caches::DirCache;
use rustls_acme::{AcmeConfig, AcmeState, EventOk};

use super::TlsError;
use crate::config::Server;

const CA_FILE: &str = "server.acme_ca_file";
/// Folder in the data folder, for the account's key, the certificate and its key.
const FOLDER: &str = "acme";
/// Only the server's user may read keys.
const FOLDER_MODE: u32 = 0o700;

/// The protocol that the authority asks for when it checks a domain.
pub const CHALLENGE_PROTOCOL: &[u8] = b"acme-tls/1";

/// Obtains and renews the certificate.
pub struct Acme {
    state: AcmeState<io::Error>,
    domains: Vec<String>,
}

impl Acme {
    /// Prepares the folder and the connection to the authority; sends nothing yet.
    pub(super) fn prepare(settings: &Server, data: &Path) -> Result<Self, TlsError> {
        let folder = data.join(FOLDER);
        let failed = |error: io::Error| TlsError::file("server.tls", &folder, error.to_string());
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(&folder).map_err(failed)?;
        std::fs::set_permissions(&folder, Permissions::from_mode(FOLDER_MODE)).map_err(failed)?;
        let contact = Some(settings.acme_email.as_str()).filter(|email| !email.is_empty());
        let state = AcmeConfig::new_with_client_config(&settings.acme_domains, client(settings)?)
            .directory(&settings.acme_directory)
            .contact(contact.map(|email| format!("mailto:{email}")))
            .cache(DirCache::<PathBuf>::new(folder))
            .state();
        Ok(Self { state, domains: settings.acme_domains.clone() })
    }

    pub(super) fn resolver(&self) -> Arc<dyn ResolvesServerCert> {
        self.state.resolver()
    }

    /// Uses the stored certificate, orders one when there is none, renews it in time. Failed orders
    /// are repeated after a wait that grows. Without end.
    pub async fn run(mut self) {
        let domains = self.domains.join(", ");
        while let Some(event) = self.state.next().await {
            match event {
                Ok(EventOk::DeployedCachedCert) => {
                    tracing::info!(domains, "using the stored TLS certificate");
                }
                Ok(EventOk::DeployedNewCert) => {
                    tracing::info!(domains, "obtained a new TLS certificate");
                }
                Ok(EventOk::CertCacheStore | EventOk::AccountCacheStore) => {}
                Err(error) => tracing::error!(
                    domains,
                    %error,
                    "cannot obtain or store the TLS certificate; the next try follows by itself. Does \
                     port 443 of these domains lead to this server?"
                ),
            }
        }
    }
}

/// The client of the authority's calls.
fn client(settings: &Server) -> Result<Arc<ClientConfig>, TlsError> {
    let mut roots = RootCertStore::empty();
    let file = settings.acme_ca_file.as_path();
    if file.as_os_str().is_empty() {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    } else {
        let wrong = |reason: String| TlsError::file(CA_FILE, file, reason);
        let certificates = CertificateDer::pem_file_iter(file);
        for certificate in certificates.map_err(|error| wrong(error.to_string()))? {
            let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
            roots.add(certificate).map_err(|error| wrong(error.to_string()))?;
        }
        if roots.is_empty() {
            return Err(wrong("has no certificate".to_owned()));
        }
    }
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions()?;
    Ok(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}
