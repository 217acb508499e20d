//! Rounds of questions: the month that runs, those that are not final yet, and those of the past that
//! nobody has asked for.

use std::time::Duration;

use pointhouse_store::Batch;
use rand::RngExt;
use serde_json::json;

use super::records::{BoardMonthRow, BoardPlayerRow, PIECE_BYTES, month_key, place_key, put};
use super::shelf::Month;
use super::source::{Fetched, Source};
use super::{Affiliate, Inner};
use crate::audit::Entry;
use crate::cents::Cents;
use crate::clock::{Millis, SiteMonth};
use crate::detached::to_the_end;
use crate::tables;
use crate::wagers::tracking::{Figures, PLAYERS_MAX, Snapshot};
use crate::wagers::{Standing, WagerError};

const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
/// Months of the past that one round asks for. A new site has a few years of them.
const PAST_MAX: usize = 12;
/// Between questions about the past: nobody waits for them.
const PAST_PAUSE: Duration = Duration::from_millis(250);

/// What came of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polled {
    /// Months that were taken in.
    pub taken: usize,
    /// Months that became final.
    pub frozen: usize,
}

impl Affiliate {
    /// Asks, if it is time to. Knocked at each minute.
    ///
    /// # Errors
    /// The service did not answer well, or the disk is full; everything known stays.
    pub async fn poll_due(&self) -> Result<Polled, String> {
        let now = self.inner.ground.clock.now();
        let is_due = {
            let round = self.inner.round.lock();
            // A time further away than a round can be is one of before the clock went back.
            let latest = now.plus(2 * i64::from(self.inner.poll_minutes) * MINUTE);
            round.next_at.is_none_or(|next| next <= now || next > latest)
        };
        if is_due { self.poll().await } else { Ok(Polled::default()) }
    }

    /// Asks now.
    ///
    /// # Errors
    /// As [`Affiliate::poll_due`].
    pub async fn poll(&self) -> Result<Polled, String> {
        let inner = self.inner.clone();
        let Some(source) = &self.inner.source else { return Ok(Polled::default()) };
        let Ok(_polling) = self.inner.polling.try_lock() else { return Ok(Polled::default()) };
        let asked = inner.ask(source).await;
        let mut round = self.inner.round.lock();
        round.failed = asked.is_err();
        // Not all sites of the world at the same second.
        let jitter = rand::rng().random_range(0..=i64::from(self.inner.poll_minutes) * MINUTE / 10);
        let wait = i64::from(self.inner.poll_minutes) * MINUTE + jitter;
        round.next_at = Some(self.inner.ground.clock.now().plus(wait));
        asked.map_err(|error| error.to_string())
    }

    /// Asks for a month again because an admin wants it, also if it is frozen.
    ///
    /// # Errors
    /// See [`WagerError`]; nothing changed then.
    pub async fn fetch_again(&self, month: SiteMonth, actor: String) -> Result<(), WagerError> {
        let affiliate = self.clone();
        let done = async move {
            let Some(source) = &affiliate.inner.source else { return Err(WagerError::NoSource) };
            affiliate.inner.check_unpaid(month)?;
            let fetched = source.fetch(affiliate.inner.zone, month).await?;
            let before = affiliate.month(month);
            let before = before.map(|month| json!({ "players": month.players.len() }));
            let entry = Entry {
                actor,
                action: "wagers.fetch-month",
                subject: format!("wagers:{}", month.iso()),
                before: before.map(|before| before.to_string()).unwrap_or_default(),
                after: json!({ "players": fetched.read.players.len() }).to_string(),
            };
            affiliate.inner.take(month, fetched, Some(entry)).await.map(|_| ())
        };
        to_the_end(done).await.map_err(WagerError::inner)?
    }
}

impl Inner {
    async fn ask(&self, source: &Source) -> Result<Polled, WagerError> {
        let mut polled = Polled::default();
        let current = self.zone.month(self.ground.clock.now());
        // The one that everybody looks at first; then what is not final yet, newest first.
        for month in (self.first_month.0..=current.0).rev().map(SiteMonth) {
            let is_new = match self.shelf.month(month) {
                Some(known) if known.row.frozen_at.is_some() => continue,
                Some(_) => false,
                None => month < current,
            };
            if is_new && polled.taken >= PAST_MAX {
                break;
            }
            if is_new {
                tokio::time::sleep(PAST_PAUSE).await;
            }
            let fetched = match source.fetch(self.zone, month).await {
                Ok(fetched) => fetched,
                // Told on the health page. The months that people look at came before it.
                Err(_) if is_new => break,
                Err(error) => return Err(error.into()),
            };
            polled.taken += 1;
            polled.frozen += usize::from(self.take(month, fetched, None).await?);
        }
        Ok(polled)
    }

    /// A month is final so long after its end.
    fn is_over(&self, month: SiteMonth, now: Millis) -> bool {
        let end = self.zone.month_start(SiteMonth(month.0 + 1));
        now >= end.plus(i64::from(self.freeze_hours) * HOUR)
    }

    pub(super) fn check_unpaid(&self, month: SiteMonth) -> Result<(), WagerError> {
        if self.shelf.paid_count(month) > 0 { Err(WagerError::PaidOut) } else { Ok(()) }
    }

    /// Writes what the source said of a month, and tells the tracking. Returns whether it became
    /// final.
    async fn take(
        &self,
        month: SiteMonth,
        fetched: Fetched,
        entry: Option<Entry>,
    ) -> Result<bool, WagerError> {
        let _changing = self.changing.lock().await;
        if !self.ground.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        self.check_unpaid(month)?;
        let before = self.shelf.month(month);
        let Fetched { read, raw } = fetched;
        if read.players.is_empty() && before.as_ref().is_some_and(|known| !known.is_empty()) {
            // Figures of a month never fall to nothing: the service has lost them.
            return Err(WagerError::EmptyAnswer);
        }
        let now = self.ground.clock.now();
        let is_final = self.is_over(month, now);
        let pieces = if is_final { raw.chunks(PIECE_BYTES).len() } else { 0 };
        let row = BoardMonthRow {
            revision: before.as_ref().map_or(0, |known| known.row.revision) + 1,
            fetched_at: now.0,
            made_at: read.made_at,
            players: u32::try_from(read.players.len()).map_err(WagerError::inner)?,
            frozen_at: is_final.then_some(now.0),
            pieces: u32::try_from(pieces).map_err(WagerError::inner)?,
        };
        let taken = Month { row, players: read.players };
        let mut batch = Batch::new();
        write(&mut batch, month, before.as_deref(), &taken)?;
        if is_final {
            for (piece, place) in raw.chunks(PIECE_BYTES).zip(0..) {
                let put = batch.put(tables::BOARD_RAW, &place_key(month, place), piece);
                put.map_err(WagerError::inner)?;
            }
        }
        if let Some(entry) = entry {
            let audit = &self.ground.audit;
            audit.write(audit.next_id(), entry, &mut batch).map_err(WagerError::inner)?;
        }
        self.ground.store.commit(batch).await.map_err(WagerError::inner)?;
        let snapshot = snapshot(month, &taken.players);
        self.shelf.set_month(month, taken);
        if !snapshot.players.is_empty() {
            self.ground.tracking.record(snapshot, None).await?;
        }
        Ok(is_final)
    }
}

/// The rows that a month changes: only places that are others now.
fn write(
    batch: &mut Batch,
    month: SiteMonth,
    before: Option<&Month>,
    taken: &Month,
) -> Result<(), WagerError> {
    put(batch, tables::BOARD_MONTH, &month_key(month), &taken.row)?;
    let known = before.map_or(&[][..], |month| &month.players);
    for (place, player) in (0_u32..).zip(&taken.players) {
        let same = usize::try_from(place).ok().and_then(|place| known.get(place));
        if same == Some(player) {
            continue;
        }
        let Standing { name, wagered } = player.clone();
        let row = BoardPlayerRow { revision: taken.row.revision, name, wagered: Cents(wagered) };
        put(batch, tables::BOARD_PLAYER, &place_key(month, place), &row)?;
    }
    for place in taken.row.players..before.map_or(0, |month| month.row.players) {
        let gone = batch.delete(tables::BOARD_PLAYER, &place_key(month, place));
        gone.map_err(WagerError::inner)?;
    }
    for piece in taken.row.pieces..before.map_or(0, |month| month.row.pieces) {
        let gone = batch.delete(tables::BOARD_RAW, &place_key(month, piece));
        gone.map_err(WagerError::inner)?;
    }
    Ok(())
}

fn snapshot(month: SiteMonth, players: &[Standing]) -> Snapshot {
    let figures = players.iter().take(PLAYERS_MAX).map(|player| Figures {
        name: player.name.clone(),
        monthly: Cents(player.wagered),
        lifetime: None,
    });
    Snapshot { month, players: figures.collect() }
}
