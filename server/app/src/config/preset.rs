//! The numbers of the specification. They describe its community and are not the defaults of a new
//! site.

use figment::Figment;
use figment::providers::{Format, Toml};

use super::{Config, ConfigError, Counters, DEFAULTS, PrizePeriod, WagerTier};

const SPECIFICATION: &str = include_str!("../../../../data/presets/specification.toml");

/// The settings that the preset has values for, unless the streamer's settings override them.
#[derive(Clone, Debug)]
pub(super) struct Specified {
    counters: Counters,
    wager_tiers: Vec<WagerTier>,
    sample_data: bool,
    prizes: Vec<PrizePeriod>,
}

impl Config {
    /// Applies settings to the neutral defaults and to the preset.
    pub(super) fn layered(over: impl Fn(Figment) -> Figment) -> Result<Self, ConfigError> {
        let defaults = || Figment::from(Toml::string(DEFAULTS));
        let mut config = Self::checked(&over(defaults()))?;
        let preset = Self::checked(&over(defaults().merge(Toml::string(SPECIFICATION))))?;
        config.specified = Some(Box::new(Specified {
            counters: preset.site.counters,
            wager_tiers: preset.site.wager_tiers,
            sample_data: preset.wagers.sample_data,
            prizes: preset.wagers.prizes,
        }));
        Ok(config)
    }

    /// Uses the specification's numbers where the streamer's settings name none.
    #[must_use]
    pub fn with_specification(mut self) -> Self {
        if let Some(specified) = self.specified.take() {
            self.site.counters = specified.counters;
            self.site.wager_tiers = specified.wager_tiers;
            self.wagers.sample_data = specified.sample_data;
            self.wagers.prizes = specified.prizes;
        }
        self
    }
}
