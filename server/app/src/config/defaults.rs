//! The values that hold where the operator's settings name none.

use figment::Figment;
use figment::providers::{Format, Toml};

use super::DEFAULTS;

/// The settings of a new site.
const NEUTRAL: &str = include_str!("../../../../data/presets/neutral.toml");

/// The defaults of the machine and of a new site.
pub(super) fn defaults() -> Figment {
    Figment::from(Toml::string(DEFAULTS)).merge(Toml::string(NEUTRAL))
}
