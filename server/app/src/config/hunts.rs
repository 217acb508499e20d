//! `[hunts]`

use serde::Deserialize;

use super::outside::check_service;
use super::{ConfigError, Secret, refuse};

/// `[hunts]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Hunts {
    pub source: HuntOrigin,
    pub external: HuntService,
    pub external_url: String,
    pub external_key: Secret,
}

/// Source of the bonus hunts.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "config.toml explains every value")]
pub enum HuntOrigin {
    Local,
    External,
}

/// External services for bonus hunts.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "config.toml explains every value")]
pub enum HuntService {
    Bht,
    Bonushunt,
}

impl Hunts {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        if self.source == HuntOrigin::External && self.external_key.reveal().is_empty() {
            return refuse("hunts.external_key", "must be set when the hunts are a service's");
        }
        if !self.external_key.reveal().is_empty() && !self.external_url.is_empty() {
            check_service("hunts.external_url", &self.external_url)?;
        }
        Ok(())
    }
}
