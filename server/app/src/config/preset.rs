//! The specification's numbers. They are what its community has, not what a new site starts with.

use figment::Figment;
use figment::providers::{Format, Toml};

use super::{Config, ConfigError, Counters, DEFAULTS, PrizePeriod, WagerTier};

const SPECIFICATION: &str = include_str!("../../../../data/presets/specification.toml");

/// The settings that the preset has values for, as the streamer's own settings leave them.
#[derive(Clone, Debug)]
pub(super) struct Specified {
    counters: Counters,
    wager_tiers: Vec<WagerTier>,
    sample_data: bool,
    prizes: Vec<PrizePeriod>,
}

impl Config {
    /// Settings over the neutral defaults, with those over the preset beside them.
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

    /// The specification's numbers where the streamer's own settings name none.
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
