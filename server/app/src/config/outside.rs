//! `[outside]`

use std::net::IpAddr;

use reqwest::Url;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ADDRESS_MAX, ConfigError, at_most, refuse, within};

/// `[outside]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Outside {
    pub timeout_ms: u64,
    pub retries: u32,
    pub retry_ms: u64,
    pub answer_bytes_max: u64,
    pub breaker_failures: u32,
    pub breaker_seconds: u32,
}

/// The sign before the cents in a service's amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecimalSign {
    /// `1,234.50`
    Point,
    /// `1.234,50`
    Comma,
}

impl DecimalSign {
    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Comma => "comma",
        }
    }
}

impl Outside {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        within("outside.timeout_ms", self.timeout_ms, 50, 60_000)?;
        within("outside.retries", self.retries, 0, 10)?;
        within("outside.retry_ms", self.retry_ms, 1, 10_000)?;
        within("outside.answer_bytes_max", self.answer_bytes_max, 1 << 10, 64 << 20)?;
        within("outside.breaker_failures", self.breaker_failures, 1, 1000)?;
        within("outside.breaker_seconds", self.breaker_seconds, 1, 600)
    }
}

/// Checks the address of a service that gets secrets: https, or this machine.
pub(super) fn check_service(key: &'static str, address: &str) -> Result<(), ConfigError> {
    let url = Url::parse(address).ok().filter(|_| !address.contains(char::is_whitespace));
    let is_here = |host: &str| {
        let host = host.trim_matches(['[', ']']);
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|host| host.is_loopback())
    };
    let is_safe = url.as_ref().is_some_and(|url| match url.scheme() {
        "https" => true,
        "http" => url.host_str().is_some_and(is_here),
        _ => false,
    });
    // The address is shown and kept in versions; its key has a place of its own.
    let is_plain = url.is_none_or(|url| {
        url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    });
    if !is_plain {
        return refuse(key, "must have no password, query or fragment: keys are entered apart");
    }
    if is_safe {
        return at_most(key, address, ADDRESS_MAX);
    }
    refuse(
        key,
        "must be an https address: its key must not go out readable (http: this machine only)",
    )
}
