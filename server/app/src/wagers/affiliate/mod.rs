//! The source of the leaderboard: the casino's service, its last response for each month, and which
//! prizes have been paid (docs/decisions.md, D1).
//!
//! Invariants: the last good response is kept until a better one arrives; the figures of a month
//! don't change after it is final, and never after its first prize is marked as paid; a response in
//! which no player wagered anything never replaces one with players; a month that cannot be read
//! doesn't affect the others.
//!
//! This module never makes up players.

mod months;
mod parsing;
mod payouts;
mod polling;
mod records;
pub mod routes;
mod source;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use arc_swap::ArcSwapOption;
use parking_lot::Mutex;
use pointhouse_store::{Batch, Store};

pub use months::{Month, Paid};
pub use polling::Polled;
pub(crate) use records::ROWS;

use super::tracking::Tracking;
use super::{Schedule, WagerError};
use crate::audit::Audit;
use crate::clock::{Clock, FixedZone, Millis, SiteMonth};
use crate::config::{self, Config, Settings};
use crate::external::ServiceSlot;
use crate::locks::Lock;
use crate::module::Running;
use crate::planned::{Planned, every};
use crate::reads::Reads;
use crate::settings::{Apply, Follower, SettingsError};
use months::MonthStore;
use source::Source;

/// The services that the source needs.
#[expect(missing_docs, reason = "the names say it")]
pub struct AffiliateServices {
    pub store: Store,
    pub clock: Clock,
    pub reads: Reads,
    pub audit: Audit,
    pub tracking: Tracking,
    /// The service in use, for the health page.
    pub slot: ServiceSlot,
}

struct Inner {
    services: AffiliateServices,
    /// Empty without a key: nothing is fetched.
    source: ArcSwapOption<Source>,
    settings: Settings,
    months: MonthStore,
    /// Allows one change at a time.
    changing: Lock,
    /// Allows one polling round at a time.
    polling: Lock,
    round: Mutex<Round>,
}

/// State of the last polling round.
#[derive(Clone, Debug, Default)]
struct Round {
    /// When the next round is due; `None` means now.
    next_at: Option<Millis>,
    missed: Missed,
}

/// What a round could not fetch.
#[derive(Clone, Debug, Default)]
struct Missed {
    /// Months that failed.
    months: BTreeSet<SiteMonth>,
    /// The month at which the round stopped: it and all earlier ones were not requested.
    ended_at: Option<SiteMonth>,
}

impl Inner {
    /// The time zone of the source's months.
    fn zone(&self) -> FixedZone {
        FixedZone(self.settings.now().wagers.timezone)
    }
}

impl Missed {
    fn has(&self, month: SiteMonth) -> bool {
        self.months.contains(&month) || self.ended_at.is_some_and(|end| month <= end)
    }

    fn is_something(&self) -> bool {
        !self.months.is_empty() || self.ended_at.is_some()
    }
}

/// The source of the leaderboard. Cheap to clone.
#[derive(Clone)]
pub struct Affiliate {
    inner: Arc<Inner>,
}

impl Affiliate {
    /// Loads the state from disk.
    ///
    /// # Errors
    /// The store cannot be read, or the address of the service is invalid.
    pub fn load(services: AffiliateServices, settings: &Settings) -> Result<Self, WagerError> {
        let source = Source::new(&services.slot, &settings.now(), &services.clock)?;
        services.slot.set(source.as_ref().map(|source| source.service.clone()));
        let months = MonthStore::load(services.store.view())?;
        Ok(Self {
            inner: Arc::new(Inner {
                services,
                source: ArcSwapOption::from_pointee(source),
                settings: settings.clone(),
                months,
                changing: Lock::default(),
                polling: Lock::default(),
                round: Mutex::default(),
            }),
        })
    }

    /// Returns whether a service is configured.
    pub fn is_set_up(&self) -> bool {
        self.inner.source.load().is_some()
    }

    /// Returns whether the last round failed for at least one month.
    pub fn is_failing(&self) -> bool {
        self.inner.round.lock().missed.is_something()
    }

    /// Returns whether the last round failed for this month.
    pub fn is_missing(&self, month: SiteMonth) -> bool {
        self.inner.round.lock().missed.has(month)
    }

    /// Winnings of the players of a month in US cents, by lowercase name; only players whose
    /// winnings the source reports.
    pub fn won(&self, month: SiteMonth) -> HashMap<String, u64> {
        let known = self.month(month);
        let players = known.iter().flat_map(|known| known.players());
        players.filter_map(|one| Some((one.name.to_lowercase(), one.won?))).collect()
    }

    /// When the service is polled next.
    pub fn next_at(&self) -> Option<Millis> {
        self.inner.round.lock().next_at
    }

    /// The stored figures of a month.
    pub fn month(&self, month: SiteMonth) -> Option<Arc<Month>> {
        self.inner.months.month(month)
    }

    /// The payment of the prize of a rank (from 1), if it was paid.
    pub fn paid(&self, month: SiteMonth, rank: usize) -> Option<Paid> {
        self.inner.months.paid(month, rank)
    }

    /// The prizes of all months.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(&self.inner.settings.now().wagers.prizes)
    }

    /// The first month of the leaderboard, at the latest the current one.
    pub(super) fn first_month(&self) -> SiteMonth {
        self.inner.settings.now().wagers.first_month().min(self.current_month())
    }

    /// The current month, in the source's time zone.
    pub fn current_month(&self) -> SiteMonth {
        self.inner.zone().month(self.inner.services.clock.now())
    }

    /// Parses a month of the leaderboard, `YYYY-MM`.
    ///
    /// # Errors
    /// [`WagerError::BadMonth`] for invalid text and for months outside the leaderboard's range.
    pub(super) fn parse_month(&self, text: &str) -> Result<SiteMonth, WagerError> {
        let (first, current) = (self.first_month(), self.current_month());
        match text.parse::<SiteMonth>() {
            Ok(month) if (first..=current).contains(&month) => Ok(month),
            _ => Err(WagerError::BadMonth { first, current }),
        }
    }
}

/// Asks another service, or the same one with another key, from the next minute on.
impl Follower for Affiliate {
    fn prepare(
        &self,
        before: &Config,
        after: &Arc<Config>,
        _: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        let (old, new) = (&before.wagers, &after.wagers);
        let of_source = |wagers: &config::Wagers| {
            (wagers.source_url.clone(), wagers.source_key.clone(), wagers.decimal_sign)
        };
        if of_source(old) == of_source(new) {
            return Ok(Box::new(|| ()));
        }
        let services = &self.inner.services;
        let source = Source::new(&services.slot, after, &services.clock)
            .map_err(SettingsError::invalid("wagers.source_url"))?;
        let affiliate = self.clone();
        Ok(Box::new(move || {
            let inner = &affiliate.inner;
            inner.services.slot.set(source.as_ref().map(|source| source.service.clone()));
            inner.source.store(source.map(Arc::new));
            *inner.round.lock() = Round::default();
        }))
    }
}

impl Running for Affiliate {
    fn jobs(&self) -> Vec<Planned> {
        let this = self.clone();
        vec![every(
            "10 * * * * *",
            "wagers",
            "Ask the casino for the wager leaderboard",
            move || {
                let this = this.clone();
                async move { this.poll_due().await.map(|polled| polled.taken) }
            },
        )]
    }
}
