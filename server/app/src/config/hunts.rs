//! `[hunts]`

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::outside::{DecimalSign, check_service};
use super::{ConfigError, Secret};

/// `[hunts]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Hunts {
    /// Where bonus hunts come from.
    pub source: HuntOrigin,
    /// The external service.
    pub external: HuntService,
    /// Its address; empty: its default address.
    pub external_url: String,
    /// The decimal sign of its amounts.
    pub external_decimal_sign: DecimalSign,
    /// Its token or key.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub external_key: Secret,
}

/// Source of the bonus hunts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HuntOrigin {
    /// Stored here.
    Local,
    /// Those of an external service, read-only.
    External,
}

/// External services for bonus hunts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HuntService {
    /// bht.bet
    Bht,
    /// bonushunt.gg
    Bonushunt,
}

impl HuntService {
    /// Its name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bht => "bht",
            Self::Bonushunt => "bonushunt",
        }
    }
}

impl Hunts {
    /// Whether the hunts of a service are shown without its key, which may have been in the environment of another
    /// machine. The service is off then, and its last hunts stay.
    pub fn lacks_key(&self) -> bool {
        self.source == HuntOrigin::External && self.external_key.reveal().is_empty()
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        if !self.external_url.is_empty() {
            check_service("hunts.external_url", &self.external_url)?;
        }
        Ok(())
    }
}
