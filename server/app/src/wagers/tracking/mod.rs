//! Wager tracking: how much each player wagered on which day, from cumulative figures of the casino.
//!
//! Invariants: the server's clock says which day it is, whatever a caller writes; figures of one answer
//! of the source are on disk together or not at all; the days of a month add up to its highest figure;
//! nothing is thrown away before a backup of it lies on disk (decision D2).
//!
//! Deliberately absent: made-up players.

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
use pointhouse_store::{Store, StoreError};
use serde_json::json;

pub use folding::Recorded;
pub use model::Figures;
pub(crate) use records::ROWS;
pub use resets::Reset;

use super::WagerError;
use crate::audit::{Actor, Audit, Entry};
use crate::backups::Backups;
use crate::clock::{Clock, Millis, SiteDay, SiteMonth, SiteZone};
use crate::locks::Lock;
use crate::reads::Reads;
use board::Board;
use folding::Answer;
use records::HeadRow;

/// Players of one answer of the source.
pub const PLAYERS_MAX: usize = 10_000;
/// Players that are known altogether.
const KNOWN_MAX: u64 = 100_000;
/// Longest name, in characters.
pub const NAME_MAX: usize = 64;

/// What the tracking stands on.
#[expect(missing_docs, reason = "the names say it")]
pub struct Foundation {
    pub store: Store,
    pub clock: Clock,
    pub reads: Reads,
    pub audit: Audit,
    pub backups: Backups,
    /// Days are this zone's.
    pub site: SiteZone,
    /// Months are this one's.
    pub source: SiteZone,
}

struct Inner {
    ground: Foundation,
    /// One change at a time.
    changing: Lock,
    /// One sweep at a time.
    sweeping: Lock,
    board: ArcSwapOption<Board>,
    /// One caller makes the board; the others wait for it.
    making_board: Lock,
}

/// The tracking. Cheap to clone.
#[derive(Clone)]
pub struct Tracking {
    inner: Arc<Inner>,
}

/// What the source answered.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Which of its months the figures are of.
    pub month: SiteMonth,
    /// Names not empty and at most [`NAME_MAX`] characters; of a name that comes twice the highest
    /// figure counts.
    pub players: Vec<Figures>,
}

impl Tracking {
    /// Over a store.
    pub fn new(ground: Foundation) -> Self {
        let (changing, sweeping) = (Lock::default(), Lock::default());
        let (board, making_board) = (ArcSwapOption::empty(), Lock::default());
        Self { inner: Arc::new(Inner { ground, changing, sweeping, board, making_board }) }
    }

    /// The day that is now.
    pub fn today(&self) -> SiteDay {
        self.day(self.inner.ground.clock.now())
    }

    /// The site's day of an instant.
    fn day(&self, at: Millis) -> SiteDay {
        self.inner.ground.site.day(at)
    }

    /// The source's month that is now.
    pub fn current_month(&self) -> SiteMonth {
        self.inner.ground.source.month(self.inner.ground.clock.now())
    }

    /// Takes in what the source answered. `actor` is the admin who brought it; an answer that was
    /// fetched leaves no row in the audit.
    ///
    /// # Errors
    /// See [`WagerError`]; nothing changed then.
    pub async fn record(
        &self,
        snapshot: Snapshot,
        actor: Option<Actor>,
    ) -> Result<Recorded, WagerError> {
        let _changing = self.inner.changing.lock().await;
        let ground = &self.inner.ground;
        if !ground.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        if snapshot.players.len() > PLAYERS_MAX {
            return Err(WagerError::field("players", format!("At most {PLAYERS_MAX} players")));
        }
        let (view, now) = (ground.store.view().clone(), ground.clock.now());
        let answer = Answer {
            at: now,
            day: ground.site.day(now),
            month: snapshot.month,
            is_current: snapshot.month == ground.source.month(now),
            month_begun_at: ground.source.month_start(snapshot.month),
            month_begun_on: ground.site.day(ground.source.month_start(snapshot.month)),
            players: snapshot.players,
        };
        let (mut batch, recorded) = ground.reads.run(move || answer.fold(&view)).await??;
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
            let audit = &ground.audit;
            audit.record(entry, &mut batch)?;
        }
        ground.store.commit(batch).await?;
        Ok(recorded)
    }

    fn head(&self) -> Result<HeadRow, StoreError> {
        HeadRow::read(self.inner.ground.store.view())
    }
}
