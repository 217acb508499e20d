//! A certificate that the server obtains and renews itself by ACME (RFC 8555), proved by TLS-ALPN-01
//! (RFC 8737): the authority connects to port 443 of the domain.
//!
//! The library's calls to the authority have no time limit, and from outside a call that hangs looks like the wait for
//! the next order. A library state that reports nothing within a limit is therefore replaced by a new one.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use futures_util::StreamExt;
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, RootCertStore};
use rustls_acme::acme::{AcmeError, Problem};
use rustls_acme::caches::DirCache;
use rustls_acme::{
    AcmeConfig, AcmeState, EventError, EventOk, OrderError, ResolvesServerCertAcme,
    is_tls_alpn_challenge,
};
use tokio::time::timeout;

use super::TlsError;
use crate::config::Server;

const CA_FILE: &str = "server.acme_ca_file";
/// Folder in the data folder, for the account's key, the certificate and its key.
const FOLDER: &str = "acme";
/// Only the server's user may read keys.
const FOLDER_MODE: u32 = 0o700;

/// The protocol that the authority asks for when it checks a domain.
pub const CHALLENGE_PROTOCOL: &[u8] = b"acme-tls/1";

/// Time limits of a library state.
#[derive(Clone, Copy)]
struct Limits {
    /// For an order. The library itself waits up to half a minute for the check of each domain, and up to 17 minutes
    /// for an order that the authority processes.
    order: Duration,
    /// For the wait until a renewal, with the renewal.
    renewal: Duration,
}

const LIMITS: Limits =
    Limits { order: Duration::from_secs(20 * 60), renewal: Duration::from_secs(6 * 60 * 60) };

/// The library waits before it repeats a failed order: 1 s, then twice as long after each failure, this often.
const DOUBLINGS_MAX: u32 = 16;
/// Longest text of the authority in the log, in characters.
const TEXT_MAX: usize = 300;
/// Beginning of the library's text about an answer with a status of failure. The status and the whole answer follow.
const FAILURE: &str = "non 2xx http status: ";

/// What a library state does until its next event.
#[derive(Clone, Copy)]
enum Phase {
    /// Orders a certificate. `failures` counts the failed orders in a row.
    Orders { failures: u32 },
    /// Waits until the certificate has to be renewed, and renews it.
    Renews,
}

impl Phase {
    const fn after_failure(self) -> Self {
        match self {
            Self::Orders { failures } => Self::Orders { failures: failures.saturating_add(1) },
            Self::Renews => Self::Orders { failures: 1 },
        }
    }

    fn limit(self, limits: Limits) -> Duration {
        let wait = |doublings: u32| Duration::from_secs(1 << doublings.min(DOUBLINGS_MAX));
        match self {
            Self::Orders { failures } => {
                failures.checked_sub(1).map_or(Duration::ZERO, wait) + limits.order
            }
            Self::Renews => limits.renewal,
        }
    }
}

type Failure = EventError<io::Error, io::Error>;

/// Obtains and renews the certificate.
pub struct Acme {
    settings: Server,
    folder: PathBuf,
    client: Arc<ClientConfig>,
    limits: Limits,
    state: AcmeState<io::Error>,
    resolver: Arc<Resolver>,
}

/// Chooses the certificate of a handshake.
#[derive(Debug)]
struct Resolver {
    /// Answers the authority's checks: the newest library state.
    challenges: ArcSwap<ResolvesServerCertAcme>,
    /// Answers all others: the newest library state with a certificate.
    certificate: ArcSwap<ResolvesServerCertAcme>,
}

impl ResolvesServerCert for Resolver {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_challenge = is_tls_alpn_challenge(&hello);
        let resolver = if is_challenge { &self.challenges } else { &self.certificate };
        resolver.load().resolve(hello)
    }
}

impl Acme {
    /// Prepares the folder and the connection to the authority; sends nothing yet.
    pub(super) fn prepare(settings: &Server, data: &Path) -> Result<Self, TlsError> {
        let folder = data.join(FOLDER);
        let failed = |error: io::Error| TlsError::file("server.tls", &folder, error.to_string());
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(&folder).map_err(failed)?;
        std::fs::set_permissions(&folder, Permissions::from_mode(FOLDER_MODE)).map_err(failed)?;
        Self::with_limits(settings, folder, LIMITS)
    }

    fn with_limits(settings: &Server, folder: PathBuf, limits: Limits) -> Result<Self, TlsError> {
        let (settings, client) = (settings.clone(), client(settings)?);
        let state = new_state(&settings, &folder, &client);
        let (challenges, certificate) = (state.resolver().into(), state.resolver().into());
        let resolver = Arc::new(Resolver { challenges, certificate });
        Ok(Self { settings, folder, client, limits, state, resolver })
    }

    pub(super) fn resolver(&self) -> Arc<dyn ResolvesServerCert> {
        self.resolver.clone()
    }

    /// Uses the stored certificate, orders one when there is none, renews it in time. Failed orders
    /// are repeated after a wait that grows. Without end.
    pub async fn run(mut self) {
        let domains = self.settings.acme_domains.join(", ");
        let (mut phase, mut has_certificate) = (Phase::Orders { failures: 0 }, false);
        // A certificate that could not be stored is in the library's memory only: a new state would order another one,
        // and the authority allows few a week.
        let mut is_stored = true;
        loop {
            let Ok(event) = timeout(phase.limit(self.limits), self.state.next()).await else {
                if matches!(phase, Phase::Renews) && !is_stored {
                    continue;
                }
                if matches!(phase, Phase::Orders { .. }) {
                    tracing::error!(
                        domains,
                        "the TLS certificate's order takes too long; trying again"
                    );
                    phase = Phase::Orders { failures: 0 };
                }
                self.state = new_state(&self.settings, &self.folder, &self.client);
                is_stored = true;
                self.resolver.challenges.store(self.state.resolver());
                continue;
            };
            match event {
                Some(Ok(EventOk::DeployedCachedCert)) => {
                    if !has_certificate {
                        tracing::info!(domains, "using the stored TLS certificate");
                    }
                    self.resolver.certificate.store(self.state.resolver());
                    (phase, has_certificate) = (Phase::Renews, true);
                }
                Some(Ok(EventOk::DeployedNewCert)) => {
                    tracing::info!(domains, "obtained a new TLS certificate");
                    self.resolver.certificate.store(self.state.resolver());
                    (phase, has_certificate) = (Phase::Renews, true);
                }
                Some(Ok(EventOk::CertCacheStore)) => is_stored = true,
                Some(Ok(EventOk::AccountCacheStore)) => {}
                Some(Err(error)) => {
                    if matches!(error, EventError::Order(_)) {
                        phase = phase.after_failure();
                    }
                    if matches!(error, EventError::CertCacheStore(_)) {
                        is_stored = false;
                    }
                    tracing::error!(
                        domains,
                        error = describe(&error),
                        "cannot obtain or store the TLS certificate; the next try follows by itself. Does \
                         port 443 of these domains lead to this server?"
                    );
                }
                None => return,
            }
        }
    }
}

fn new_state(settings: &Server, folder: &Path, client: &Arc<ClientConfig>) -> AcmeState<io::Error> {
    let contact = Some(settings.acme_email.as_str()).filter(|email| !email.is_empty());
    AcmeConfig::new_with_client_config(&settings.acme_domains, client.clone())
        .directory(&settings.acme_directory)
        .contact(contact.map(|email| format!("mailto:{email}")))
        .cache(DirCache::new(folder.to_owned()))
        .state()
}

/// The reason for the log. Of an answer of the authority it has the status, and type and detail of the problem.
fn describe(error: &Failure) -> String {
    match error {
        EventError::Order(OrderError::Acme(AcmeError::HttpRequest(error))) => {
            describe_answer(&error.to_string())
        }
        EventError::Order(OrderError::BadOrder(order)) => {
            format!("the authority refused the order{}", describe_problem(order.error.as_ref()))
        }
        EventError::Order(OrderError::ProcessingTimeout(_)) => {
            "the authority processes the order too long".to_owned()
        }
        EventError::Order(OrderError::BadAuth(check)) => {
            let problem = check.challenges.iter().find_map(|challenge| challenge.error.as_ref());
            format!("the authority's check of a domain failed{}", describe_problem(problem))
        }
        error => error.to_string(),
    }
}

/// The library gives the status and the answer as a text only.
fn describe_answer(text: &str) -> String {
    let Some((status, answer)) = text.strip_prefix(FAILURE).and_then(|rest| rest.split_once(' '))
    else {
        return text.to_owned();
    };
    // Quoted by Rust's rules, which are those of JSON for nearly all texts.
    let answer: Option<String> = serde_json::from_str(answer).ok();
    let problem: Option<Problem> = answer.and_then(|answer| serde_json::from_str(&answer).ok());
    format!("the authority answered with status {status}{}", describe_problem(problem.as_ref()))
}

fn describe_problem(problem: Option<&Problem>) -> String {
    let parts = problem.into_iter().flat_map(|Problem { typ, detail }| [typ, detail]).flatten();
    let text: Vec<&str> = parts.map(String::as_str).collect();
    let text: String = text.join(", ").chars().take(TEXT_MAX).collect();
    if text.is_empty() { text } else { format!(" ({})", text.replace(char::is_control, " ")) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[tokio::test]
    async fn an_authority_that_does_not_answer_is_asked_again() {
        let (folder, silent) = (tempfile::tempdir().unwrap(), "127.0.0.1:0");
        let silent = tokio::net::TcpListener::bind(silent).await.unwrap();
        let mut settings = Config::with("").unwrap().server;
        settings.acme_directory = format!("https://{}/directory", silent.local_addr().unwrap());
        settings.acme_domains = vec!["example.com".to_owned()];
        let limits = Limits { order: Duration::from_millis(50), ..LIMITS };
        let acme = Acme::with_limits(&settings, folder.path().to_owned(), limits).unwrap();
        let asked_twice = async {
            let first = silent.accept().await.unwrap();
            (first, silent.accept().await.unwrap())
        };
        tokio::select! {
            () = acme.run() => panic!("it never ends"),
            _ = asked_twice => {}
        }
    }

    #[test]
    fn an_order_that_is_repeated_may_take_as_long_as_the_wait_before_it() {
        let minutes = |phase: Phase| phase.limit(LIMITS).as_secs() / 60;
        assert_eq!(minutes(Phase::Orders { failures: 0 }), 20);
        assert_eq!(minutes(Phase::Renews.after_failure()), 20);
        assert_eq!(minutes(Phase::Orders { failures: 13 }), 20 + 4096 / 60);
        assert_eq!(Phase::Orders { failures: 900 }.limit(LIMITS).as_secs(), 1200 + 65_536);
    }

    #[test]
    fn the_log_has_status_and_problem_and_not_the_whole_answer() {
        let answer = r#"{"type": "urn:ietf:params:acme:error:rateLimited",
            "detail": "too many \"orders\"", "instance": "secret"}"#;
        assert_eq!(
            describe_answer(&format!("{FAILURE}429 {answer:?}")),
            "the authority answered with status 429 (urn:ietf:params:acme:error:rateLimited, too many \"orders\")"
        );
        for answer in ["<html>secret</html>", "{}", "\u{7f}"] {
            let text = describe_answer(&format!("{FAILURE}502 {answer:?}"));
            assert_eq!(text, "the authority answered with status 502");
        }
        assert_eq!(
            describe_answer("could not determine host from url"),
            "could not determine host from url"
        );
    }
}
