//! What visitors learn of the site: settings that the pages show, with what the modules add to them.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::accounts::Accounts;
use crate::chat::Chat;
use crate::clock::SiteZone;
use crate::config::{Config, LiveCounter, Settings};
use crate::games::Games;
use crate::module::Module;
use crate::points::Flows;
use crate::wagers::Wagers;

/// The sources of the public data. Cheap to clone.
#[derive(Clone)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SiteFacts {
    pub settings: Settings,
    pub(crate) modules: &'static [Module],
    pub zone: SiteZone,
    pub accounts: Accounts,
    pub games: Games,
    pub flows: Flows,
    pub chat: Chat,
    pub wagers: Wagers,
    pub counted: Counted,
}

/// The counters of a minute. They are in every document, which would otherwise be another one after each bet.
#[derive(Clone, Default)]
pub struct Counted {
    latest: Arc<Mutex<Option<OfMinute>>>,
}

/// The minute, and members, points given and rounds played.
type OfMinute = (i64, [u64; 3]);

impl SiteFacts {
    /// The value of a counter, as of this minute.
    pub(super) fn counter(&self, counter: LiveCounter) -> u64 {
        let minute = self.accounts.clock.now().0.div_euclid(60_000);
        let known = self.counted.latest.lock().filter(|(of, _)| *of == minute);
        let (_, [members, points, rounds]) = known.unwrap_or_else(|| {
            let members = u64::try_from(self.accounts.auth.accounts()).unwrap_or(u64::MAX);
            let counted = (minute, [members, self.flows.given(), self.games.rounds_played()]);
            *self.counted.latest.lock() = Some(counted);
            counted
        });
        match counter {
            LiveCounter::Members => members,
            LiveCounter::PointsPaid => points,
            LiveCounter::Rounds => rounds,
        }
    }

    /// The settings in force.
    pub(super) fn config(&self) -> Arc<Config> {
        self.settings.now()
    }
}
