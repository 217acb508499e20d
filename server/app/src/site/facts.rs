//! What visitors learn of the site: settings that the pages show, with what the modules add to them.

use std::sync::Arc;

use crate::accounts::Accounts;
use crate::chat::Chat;
use crate::clock::SiteZone;
use crate::config::{Config, LiveCounter, Settings};
use crate::games::Games;
use crate::points::Flows;
use crate::wagers::Wagers;

/// The sources of the public data. Cheap to clone.
#[derive(Clone)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SiteFacts {
    pub settings: Settings,
    pub zone: SiteZone,
    pub accounts: Accounts,
    pub games: Games,
    pub flows: Flows,
    pub chat: Chat,
    pub wagers: Wagers,
}

impl SiteFacts {
    /// The current value of a counter.
    pub(super) fn counter(&self, counter: LiveCounter) -> u64 {
        match counter {
            LiveCounter::Members => {
                u64::try_from(self.accounts.auth.accounts()).unwrap_or(u64::MAX)
            }
            LiveCounter::PointsPaid => self.flows.given(),
            LiveCounter::Rounds => self.games.rounds_played(),
        }
    }

    /// The settings in force.
    pub(super) fn config(&self) -> Arc<Config> {
        self.settings.now()
    }
}
