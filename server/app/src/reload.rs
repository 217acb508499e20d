//! SIGHUP: applies what can change while the site runs, and names what needs a restart.

use std::path::PathBuf;
use std::sync::Arc;

use crate::config::{Config, TlsMode};
use crate::log_levels::LogLevels;
use crate::tls::{CertificateFiles, Reloaded, report_kept};

/// Settings that a reload applies.
const LEVELS: &str = "server.log_levels";
const CERTIFICATE: [&str; 2] = ["server.tls_certificate", "server.tls_key"];

/// What a reload compares and changes.
pub struct Reload {
    /// The settings file, if there is one.
    pub file: Option<PathBuf>,
    /// The settings that the site was started with.
    pub at_start: Config,
    /// The log's levels.
    pub levels: LogLevels,
    /// The certificate, if it comes from files.
    pub certificate: Option<Arc<CertificateFiles>>,
}

impl Reload {
    /// Reads the settings file again. Settings that are not valid change nothing.
    pub fn run(&self) {
        let new = match Config::load(self.file.as_deref()) {
            Ok(new) => new,
            Err(error) => {
                tracing::error!(%error, "SIGHUP: the settings are not valid and change nothing");
                return;
            }
        };
        self.reload_certificate(&new);
        if self.levels.set(&new.server) {
            tracing::info!(levels = new.server.log_levels, "SIGHUP: log levels changed");
        }
        let mut keys = self.at_start.changed_keys(&new);
        keys.retain(|key| !self.is_applied(key, &new));
        if keys.is_empty() {
            tracing::info!("SIGHUP: settings read; none needs a restart");
        } else {
            let keys = keys.join(", ");
            tracing::warn!(keys, "SIGHUP: these changed settings need a restart");
        }
    }

    fn is_applied(&self, key: &str, new: &Config) -> bool {
        let is_certificate = self.certificate.is_some() && new.server.tls == TlsMode::Files;
        key == LEVELS || (is_certificate && CERTIFICATE.contains(&key))
    }

    fn reload_certificate(&self, new: &Config) {
        // Another kind of TLS needs a restart.
        let files = self.certificate.as_ref().filter(|_| new.server.tls == TlsMode::Files);
        let Some(files) = files else { return };
        match files.reload(&new.server) {
            Ok(Reloaded::Changed) => tracing::info!("SIGHUP: using the new TLS certificate"),
            Ok(Reloaded::Same) => tracing::info!("SIGHUP: the TLS certificate is the same"),
            Err(error) => report_kept(&error),
        }
    }
}
