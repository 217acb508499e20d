//! The settings in force, which change while the site runs.

use std::sync::Arc;

use arc_swap::ArcSwap;

use super::Config;

/// The settings in force. Cheap to clone; clones share the changes.
#[derive(Clone, Debug)]
pub struct Settings {
    current: Arc<ArcSwap<Config>>,
}

impl Settings {
    /// Settings that are in force until they are replaced.
    pub fn new(config: Config) -> Self {
        Self { current: Arc::new(ArcSwap::from_pointee(config)) }
    }

    /// The settings now. What is decided by several of them is decided by one snapshot.
    pub fn now(&self) -> Arc<Config> {
        self.current.load_full()
    }

    /// Puts other settings in force.
    pub fn replace(&self, config: Arc<Config>) {
        self.current.store(config);
    }
}
