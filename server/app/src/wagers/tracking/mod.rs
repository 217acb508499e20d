//! Wager tracking: each player's wagers by day, computed from cumulative figures of the casino
//! (docs/decisions.md, D2).
//!
//! Invariants: the server's clock determines the day, whatever a caller sends; the figures of one
//! response are written in one commit; the days of a month add up to its highest figure; data is
//! removed only after a backup of it is on disk.
//!
//! This module never makes up players.

mod board;
mod export;
mod folding;
mod model;
mod reading;
mod records;
mod resets;
pub mod routes;
mod view;

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use parking_lot::Mutex;
use pointhouse_store::{Store, StoreError};
use serde_json::json;

pub use folding::Recorded;
pub use model::Figures;
pub(crate) use records::ROWS;
pub use resets::Reset;

use super::WagerError;
use crate::audit::{Actor, Audit, Entry};
use crate::backups::Backups;
use crate::clock::{Clock, FixedZone, Millis, SiteDay, SiteMonth, SiteZone};
use crate::config::Settings;
use crate::locks::Lock;
use crate::reads::Reads;
use board::{Board, Top};
use folding::Answer;
use records::HeadRow;

/// Most players in one response of the source.
pub const PLAYERS_MAX: usize = 10_000;
/// Most players known in total.
const KNOWN_MAX: u64 = 100_000;
/// Longest name, in characters.
pub const NAME_MAX: usize = 64;

/// The services that the tracking needs.
#[expect(missing_docs, reason = "the names say it")]
pub struct TrackingServices {
    pub store: Store,
    pub clock: Clock,
    pub reads: Reads,
    pub audit: Audit,
    pub backups: Backups,
    /// Time zone of the days.
    pub site: SiteZone,
    /// For the time zone of the months.
    pub settings: Settings,
}

impl TrackingServices {
    fn source_zone(&self) -> FixedZone {
        FixedZone(self.settings.now().wagers.timezone)
    }
}

struct Inner {
    services: TrackingServices,
    /// Allows one change at a time.
    changing: Lock,
    /// Allows one sweep at a time.
    sweeping: Lock,
    board: ArcSwapOption<Board>,
    /// One of each period.
    tops: Mutex<Vec<Arc<Top>>>,
    /// One caller makes the board or a top; the others wait for it.
    making_board: Lock,
}

/// The tracking. Cheap to clone.
#[derive(Clone)]
pub struct Tracking {
    inner: Arc<Inner>,
}

/// A response of the source.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The source's month of the figures.
    pub month: SiteMonth,
    /// Players with names of 1 to [`NAME_MAX`] characters. Of duplicates, the highest figure
    /// counts.
    pub players: Vec<Figures>,
}

impl Tracking {
    /// Creates the tracking over a store.
    pub fn new(services: TrackingServices) -> Self {
        let (changing, sweeping) = (Lock::default(), Lock::default());
        let (board, making_board) = (ArcSwapOption::empty(), Lock::default());
        let tops = Mutex::default();
        Self { inner: Arc::new(Inner { services, changing, sweeping, board, tops, making_board }) }
    }

    /// The current site day.
    pub fn today(&self) -> SiteDay {
        self.day(self.inner.services.clock.now())
    }

    /// The site day of an instant.
    fn day(&self, at: Millis) -> SiteDay {
        self.inner.services.site.day(at)
    }

    /// The source's current month.
    pub fn current_month(&self) -> SiteMonth {
        self.inner.services.source_zone().month(self.inner.services.clock.now())
    }

    /// Records a response of the source. `actor` is the admin who imported it; a fetched response
    /// writes no audit row.
    ///
    /// # Errors
    /// See [`WagerError`]. Nothing has changed then.
    pub async fn record(
        &self,
        snapshot: Snapshot,
        actor: Option<Actor>,
    ) -> Result<Recorded, WagerError> {
        let _changing = self.inner.changing.lock().await;
        let services = &self.inner.services;
        if !services.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        if snapshot.players.len() > PLAYERS_MAX {
            return Err(WagerError::field("players", format!("At most {PLAYERS_MAX} players")));
        }
        let (view, now) = (services.store.view().clone(), services.clock.now());
        let answer = Answer {
            at: now,
            day: services.site.day(now),
            month: snapshot.month,
            is_current: snapshot.month == services.source_zone().month(now),
            month_begun_at: services.source_zone().month_start(snapshot.month),
            month_begun_on: services.site.day(services.source_zone().month_start(snapshot.month)),
            players: snapshot.players,
        };
        let (mut batch, recorded) = services.reads.run(move || answer.fold(&view)).await??;
        if recorded.known > KNOWN_MAX {
            let text = format!("At most {KNOWN_MAX} players altogether");
            return Err(WagerError::field("players", text));
        }
        if let Some(actor) = actor {
            let entry = Entry {
                actor,
                action: "wagers.import",
                subject: format!("wagers:{}", recorded.day.iso()),
                before: json!({ "players": recorded.known - recorded.new_players }).to_string(),
                after: json!({
                    "players": recorded.known,
                    "updated": recorded.updated,
                    "fallen": recorded.fallen,
                    "month": recorded.month.iso(),
                })
                .to_string(),
            };
            let audit = &services.audit;
            audit.record(entry, &mut batch)?;
        }
        services.store.commit(batch).await?;
        Ok(recorded)
    }

    fn head(&self) -> Result<HeadRow, StoreError> {
        HeadRow::read(self.inner.services.store.view())
    }
}
