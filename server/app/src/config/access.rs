//! Checks of `[server]` and `[auth]`.

use std::net::SocketAddr;

use super::{Auth, ConfigError, Server, refuse, within};

impl Server {
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
        within("server.requests_burst", self.requests_burst, 1, 1_000_000)?;
        within("server.deliveries_per_second", self.deliveries_per_second, 0, 1_000_000)?;
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
