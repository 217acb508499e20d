//! Checks of `[server]` and `[auth]`.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;

use rustls::pki_types::DnsName;
use tracing_subscriber::filter::Targets;

use super::{Auth, ConfigError, Server, TlsMode, check_link, distinct, refuse, within};

/// Most names in one certificate: each is checked by the authority.
const ACME_DOMAINS_MAX: usize = 20;

impl Server {
    /// Returns whether the server encrypts its connections itself.
    pub fn uses_tls(&self) -> bool {
        self.tls != TlsMode::Off
    }

    /// Address of the site when it has no public one: the certificate's first name, or where the site
    /// listens.
    pub fn url_at(&self, listen: SocketAddr) -> String {
        match (self.tls, self.acme_domains.first()) {
            (TlsMode::Off, _) => format!("http://{listen}"),
            (TlsMode::Acme, Some(domain)) => format!("https://{domain}"),
            (TlsMode::Files | TlsMode::Acme, _) => format!("https://{listen}"),
        }
    }

    /// Scheme and address of the listener.
    pub fn listens_on(&self, listen: SocketAddr) -> String {
        let scheme = if self.uses_tls() { "https" } else { "http" };
        format!("{scheme}://{listen}")
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        within("server.workers", self.workers, 1, 64)?;
        within("server.shutdown_seconds", self.shutdown_seconds, 1, 8)?;
        within("server.request_bytes_max", self.request_bytes_max, 1024, 1 << 24)?;
        within("server.head_seconds", self.head_seconds, 1, 600)?;
        within("server.body_seconds", self.body_seconds, 1, 600)?;
        within("server.connections_per_address", self.connections_per_address, 0, 1_000_000)?;
        if !self.metrics_listen.is_empty() && self.metrics_listen.parse::<SocketAddr>().is_err() {
            return refuse("server.metrics_listen", "must be empty or an ADDRESS:PORT");
        }
        self.check_tls()?;
        if let Err(error) = self.log_levels.parse::<Targets>() {
            let reason = format!("must be levels by module, such as \"info,sled=warn\": {error}");
            return refuse("server.log_levels", &reason);
        }
        within("server.requests_burst", self.requests_burst, 1, 1_000_000)?;
        within("server.deliveries_per_second", self.deliveries_per_second, 0, 1_000_000)?;
        Ok(())
    }
}

impl Server {
    fn check_tls(&self) -> Result<(), ConfigError> {
        within("server.tls_check_seconds", self.tls_check_seconds, 1, 86_400)?;
        let is_missing = |file: &Path| file.as_os_str().is_empty();
        match self.tls {
            TlsMode::Off if !self.redirect_listen.is_empty() => {
                refuse("server.redirect_listen", "must be empty while server.tls is \"off\"")
            }
            TlsMode::Files if is_missing(&self.tls_certificate) => refuse(
                "server.tls_certificate",
                "must be the PEM file of the certificate and its chain, because server.tls is \"files\"",
            ),
            TlsMode::Files if is_missing(&self.tls_key) => refuse(
                "server.tls_key",
                "must be the PEM file of the private key, because server.tls is \"files\"",
            ),
            TlsMode::Acme => self.check_acme(),
            TlsMode::Off | TlsMode::Files => Ok(()),
        }?;
        if !self.redirect_listen.is_empty() && self.redirect_listen.parse::<SocketAddr>().is_err() {
            return refuse("server.redirect_listen", "must be empty or an ADDRESS:PORT");
        }
        Ok(())
    }

    fn check_acme(&self) -> Result<(), ConfigError> {
        let is_name = |domain: &String| {
            domain.contains('.')
                && domain.parse::<IpAddr>().is_err()
                && DnsName::try_from(domain.as_str()).is_ok()
        };
        if self.acme_domains.is_empty() || !self.acme_domains.iter().all(is_name) {
            return refuse(
                "server.acme_domains",
                "must be names such as [\"community.example\"], because server.tls is \"acme\"",
            );
        }
        within("server.acme_domains", self.acme_domains.len(), 1, ACME_DOMAINS_MAX)?;
        distinct("server.acme_domains", &self.acme_domains)?;
        let email = &self.acme_email;
        if !email.is_empty() && (!email.contains('@') || email.contains(char::is_whitespace)) {
            return refuse("server.acme_email", "must be empty or an email address");
        }
        check_link("server.acme_directory", &self.acme_directory)?;
        Ok(())
    }
}

impl Auth {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        within("auth.remember_days", self.remember_days, 1, 365)?;
        within("auth.session_hours", self.session_hours, 1, 24 * 365)?;
        within("auth.admin_hours", self.admin_hours, 1, 24 * 7)?;
        within("auth.admin_idle_minutes", self.admin_idle_minutes, 5, 24 * 60)?;
        within("auth.bypass_hours", self.bypass_hours, 1, 24 * 7)?;
        within("auth.hash_threads", self.hash_threads, 1, 16)?;
        within("auth.hash_queue", self.hash_queue, 1, 10_000)?;
        within("auth.hash_memory_kib", self.hash_memory_kib, 64, 1 << 20)?;
        within("auth.hash_passes", self.hash_passes, 1, 100)?;
        within("auth.wrong_passwords", self.wrong_passwords, 0, 1000)?;
        within("auth.wrong_password_delay_max", self.wrong_password_delay_max, 1, 30)?;
        Ok(())
    }
}
