//! The leaderboard's source: the casino's service, what it answered of each month, and which prizes
//! have been paid.
//!
//! Invariants: the last good answer stays until a better one comes; figures of a month stop changing
//! when it is frozen, and for good when the first prize of it is ticked as paid; an answer in which
//! nobody wagered anything never takes the place of one with players; a month that does not read holds up
//! no other (decision D1).
//!
//! Deliberately absent: made-up players.

mod months;
mod parsing;
mod payouts;
mod polling;
mod records;
pub mod routes;
mod source;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_store::Store;

pub use months::{Month, Paid};
pub use polling::Polled;
pub(crate) use records::ROWS;

use super::tracking::Tracking;
use super::{Schedule, WagerError};
use crate::audit::Audit;
use crate::clock::{Clock, Millis, SiteMonth, SiteZone};
use crate::config;
use crate::fault::Fault;
use crate::locks::Lock;
use crate::outside::Service;
use crate::reads::Reads;
use months::MonthStore;
use source::Source;

/// What it stands on.
#[expect(missing_docs, reason = "the names say it")]
pub struct Foundation {
    pub store: Store,
    pub clock: Clock,
    pub reads: Reads,
    pub audit: Audit,
    pub tracking: Tracking,
    /// None: nothing is fetched.
    pub service: Option<Service>,
}

struct Inner {
    ground: Foundation,
    source: Option<Source>,
    zone: SiteZone,
    first_month: SiteMonth,
    schedule: Schedule,
    poll_minutes: u32,
    freeze_hours: u32,
    months: MonthStore,
    /// One change at a time.
    changing: Lock,
    /// One round of questions at a time.
    polling: Lock,
    round: Mutex<Round>,
}

/// How the last round of questions went.
#[derive(Clone, Debug, Default)]
struct Round {
    /// When the next is due; none: now.
    next_at: Option<Millis>,
    missed: Missed,
}

/// What a round of questions did not get.
#[derive(Clone, Debug, Default)]
struct Missed {
    /// Months that were asked for in vain.
    months: BTreeSet<SiteMonth>,
    /// The round ended at this month: nobody was asked for it and those before it.
    ended_at: Option<SiteMonth>,
}

impl Missed {
    fn has(&self, month: SiteMonth) -> bool {
        self.months.contains(&month) || self.ended_at.is_some_and(|end| month <= end)
    }

    fn is_something(&self) -> bool {
        !self.months.is_empty() || self.ended_at.is_some()
    }
}

/// The source. Cheap to clone.
#[derive(Clone)]
pub struct Affiliate {
    inner: Arc<Inner>,
}

impl Affiliate {
    /// Over what is on disk.
    ///
    /// # Errors
    /// The store does not read.
    pub fn load(
        ground: Foundation,
        settings: &config::Wagers,
        schedule: Schedule,
    ) -> Result<Self, Fault> {
        let source = ground
            .service
            .clone()
            .map(|service| Source { service, key: settings.source_key.clone() });
        let months = MonthStore::load(ground.store.view())?;
        Ok(Self {
            inner: Arc::new(Inner {
                ground,
                source,
                zone: SiteZone(settings.timezone),
                first_month: settings.first_month(),
                schedule,
                poll_minutes: settings.poll_minutes,
                freeze_hours: settings.freeze_hours,
                months,
                changing: Lock::default(),
                polling: Lock::default(),
                round: Mutex::default(),
            }),
        })
    }

    /// There is a service to ask.
    pub fn is_set_up(&self) -> bool {
        self.inner.source.is_some()
    }

    /// The last round of questions did not get what it asked for.
    pub fn is_failing(&self) -> bool {
        self.inner.round.lock().missed.is_something()
    }

    /// The last round of questions did not get this month.
    pub fn is_missing(&self, month: SiteMonth) -> bool {
        self.inner.round.lock().missed.has(month)
    }

    /// What each player of a month has won, in US cents, by the name in small letters; only of those of
    /// whom the source says it.
    pub fn won(&self, month: SiteMonth) -> HashMap<String, u64> {
        let known = self.month(month);
        let players = known.iter().flat_map(|known| known.players());
        players.filter_map(|one| Some((one.name.to_lowercase(), one.won?))).collect()
    }

    /// When the service is asked next.
    pub fn next_at(&self) -> Option<Millis> {
        self.inner.round.lock().next_at
    }

    /// What is known of a month.
    pub fn month(&self, month: SiteMonth) -> Option<Arc<Month>> {
        self.inner.months.month(month)
    }

    /// Whether the prize of a rank, from 1, has been paid, and when.
    pub fn paid(&self, month: SiteMonth, rank: usize) -> Option<Paid> {
        self.inner.months.paid(month, rank)
    }

    /// What is paid in which month.
    pub fn schedule(&self) -> &Schedule {
        &self.inner.schedule
    }

    /// The first month of the leaderboard.
    pub(super) fn first_month(&self) -> SiteMonth {
        self.inner.first_month
    }

    /// The current month, in the source's timezone.
    pub fn current_month(&self) -> SiteMonth {
        self.inner.zone.month(self.inner.ground.clock.now())
    }

    /// A month of the leaderboard, written `YYYY-MM`.
    ///
    /// # Errors
    /// [`WagerError::BadMonth`] for any other text, and for months outside the leaderboard's.
    pub(super) fn parse_month(&self, text: &str) -> Result<SiteMonth, WagerError> {
        let (first, current) = (self.first_month(), self.current_month());
        match text.parse::<SiteMonth>() {
            Ok(month) if (first..=current).contains(&month) => Ok(month),
            _ => Err(WagerError::BadMonth { first, current }),
        }
    }
}
