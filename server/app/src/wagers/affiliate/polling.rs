//! Polling rounds: the current month, months that are not final, and past months that were never
//! fetched.

use std::sync::Arc;
use std::time::Duration;

use pointhouse_store::{Batch, Piece, StoreError};
use rand::RngExt;
use serde_json::json;

use super::months::{Month, moment};
use super::records::{BoardMonthRow, BoardPlayerRow, MONTH, PIECE_BYTES, PLAYER, RAW};
use super::source::{Fetched, Source};
use super::{Affiliate, Inner, Missed};
use crate::audit::{Actor, Entry};
use crate::cents::Cents;
use crate::clock::{Millis, SiteMonth};
use crate::detached::to_the_end;
use crate::external::ExternalError;
use crate::fault::Fault;
use crate::wagers::tracking::{Figures, PLAYERS_MAX, Snapshot};
use crate::wagers::{MonthPlayer, WagerError};

const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
/// Most past months per round. A new site has a few years of them.
const PAST_MAX: usize = 12;
/// How long after its end a month becomes final without a last response, in milliseconds: with the
/// known figures, because its prizes have to be paid.
const PATIENCE: i64 = 14 * 24 * HOUR;
/// Pause between requests for past months, which are not urgent.
const PAST_PAUSE: Duration = Duration::from_millis(250);

/// Result of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polled {
    /// Number of months fetched.
    pub taken: usize,
    /// Number of months that became final.
    pub frozen: usize,
}

impl Affiliate {
    /// Polls if it is due. A job calls this every minute.
    ///
    /// # Errors
    /// The call to the service failed, or the disk is full. The known figures are kept.
    pub async fn poll_due(&self) -> Result<Polled, WagerError> {
        let now = self.inner.services.clock.now();
        let is_due = {
            let round = self.inner.round.lock();
            // A due time further ahead than one interval was set before the clock was set back.
            let latest =
                now.plus(2 * i64::from(self.inner.settings.now().wagers.poll_minutes) * MINUTE);
            round.next_at.is_none_or(|next| next <= now || next > latest)
        };
        if is_due { self.poll().await } else { Ok(Polled::default()) }
    }

    /// Polls now.
    ///
    /// # Errors
    /// See [`Affiliate::poll_due`].
    pub async fn poll(&self) -> Result<Polled, WagerError> {
        let inner = self.inner.clone();
        let Some(source) = self.inner.source.load_full() else { return Ok(Polled::default()) };
        let Some(_polling) = self.inner.polling.try_lock() else { return Ok(Polled::default()) };
        let before = self.inner.round.lock().missed.clone();
        let (polled, missed, failure) = inner.ask(&source, &before).await;
        let settled = inner.finalize_unanswered_months().await;
        let mut round = self.inner.round.lock();
        // A source that was replaced meanwhile says nothing about the next one.
        let current = self.inner.source.load_full();
        if !current.is_some_and(|current| Arc::ptr_eq(&current, &source)) {
            return Ok(polled);
        }
        round.missed = missed;
        // Spreads the calls of different sites.
        let interval = i64::from(self.inner.settings.now().wagers.poll_minutes) * MINUTE;
        let wait = interval + rand::rng().random_range(0..=interval / 10);
        round.next_at = Some(self.inner.services.clock.now().plus(wait));
        failure.or(settled.err()).map_or(Ok(polled), Err)
    }

    /// Fetches a month again on an admin's request, even if it is final.
    ///
    /// # Errors
    /// See [`WagerError`]. Nothing has changed then.
    pub async fn fetch_again(&self, month: SiteMonth, actor: Actor) -> Result<(), WagerError> {
        let affiliate = self.clone();
        let done = async move {
            let source = affiliate.inner.source.load_full().ok_or(WagerError::NoSource)?;
            affiliate.inner.check_unpaid(month)?;
            let reads = &affiliate.inner.services.reads;
            let fetched = source.fetch(reads, affiliate.inner.zone(), month).await?;
            let before = affiliate.month(month);
            let before = before.map(|month| json!({ "players": month.players.len() }));
            let entry = Entry {
                actor,
                action: "wagers.fetch-month",
                subject: format!("wagers:{}", month.iso()),
                before: before.map(|before| before.to_string()).unwrap_or_default(),
                after: json!({ "players": fetched.read.players.len() }).to_string(),
            };
            affiliate.inner.take(month, fetched, Some(entry)).await?;
            affiliate.inner.round.lock().missed.months.remove(&month);
            Ok(())
        };
        to_the_end(done).await?
    }
}

impl Affiliate {
    /// Asks the service for the current month without storing it. Returns the result in words.
    ///
    /// # Errors
    /// No service is configured, or the call failed.
    pub async fn test(&self) -> Result<String, WagerError> {
        let source = self.inner.source.load_full().ok_or(WagerError::NoSource)?;
        let month = self.current_month();
        let reads = &self.inner.services.reads;
        let fetched = source.fetch(reads, self.inner.zone(), month).await?;
        let players = match fetched.read.players.len() {
            0 => "no player yet".to_owned(),
            1 => "1 player".to_owned(),
            many => format!("{many} players"),
        };
        Ok(format!("The service works. For {} it lists {players}.", month.iso()))
    }
}

impl Inner {
    /// Fetches all months that are not final. A month that fails doesn't affect the others; a
    /// service that is down ends the round.
    async fn ask(&self, source: &Source, before: &Missed) -> (Polled, Missed, Option<WagerError>) {
        let (mut polled, mut missed, mut failure) = (Polled::default(), Missed::default(), None);
        for (month, is_new) in self.months_to_fetch(before) {
            if is_new {
                tokio::time::sleep(PAST_PAUSE).await;
            }
            let taken = match source.fetch(&self.services.reads, self.zone(), month).await {
                Ok(fetched) => self.take(month, fetched, None).await,
                Err(error) => Err(error),
            };
            let error = match taken {
                Ok(is_final) => {
                    polled.taken += 1;
                    polled.frozen += usize::from(is_final);
                    continue;
                }
                Err(error) => error,
            };
            let is_unavailable = is_unavailable(&error);
            tracing::warn!(month = month.iso(), %error, "a month of the wager source is missing");
            // Past months that were never fetched come after the visible ones.
            if !is_new || is_unavailable {
                failure.get_or_insert(error);
            }
            if is_unavailable {
                missed.ended_at = Some(month);
                break;
            }
            missed.months.insert(month);
        }
        (polled, missed, failure)
    }

    /// The months to fetch, in order: the current one, then those that are not final, newest first,
    /// then those never fetched, then those that failed before.
    fn months_to_fetch(&self, before: &Missed) -> Vec<(SiteMonth, bool)> {
        let current = self.zone().month(self.services.clock.now());
        let (mut known, mut new) = (Vec::new(), Vec::new());
        let first = self.settings.now().wagers.first_month().min(current);
        for month in (first.0..=current.0).rev().map(SiteMonth) {
            match self.months.month(month) {
                Some(known) if known.row.frozen_at.is_some() => {}
                None if month < current => new.push((month, true)),
                _ => known.push((month, false)),
            }
        }
        new.sort_by_key(|(month, _)| before.months.contains(month));
        new.truncate(PAST_MAX);
        known.extend(new);
        known
    }

    /// Makes months final whose service has not responded for too long.
    async fn finalize_unanswered_months(&self) -> Result<(), WagerError> {
        let _changing = self.changing.lock().await;
        let now = self.services.clock.now();
        for (month, known) in self.months.months() {
            if known.frozen_at().is_some() || now < self.over_at(month).plus(PATIENCE) {
                continue;
            }
            if !self.services.store.writable() {
                return Err(WagerError::ReadOnly);
            }
            let mut settled = Month::clone(&known);
            settled.row.revision += 1;
            settled.row.frozen_at = Some(now.0);
            let mut batch = Batch::new();
            MONTH.put(&mut batch, &month, &settled.row)?;
            self.services.store.commit(batch).await?;
            tracing::warn!(month = month.iso(), "a month became final without a last response");
            self.months.set_month(month, settled);
        }
        Ok(())
    }

    /// When a month is over and can become final.
    fn over_at(&self, month: SiteMonth) -> Millis {
        self.end(month).plus(i64::from(self.settings.now().wagers.freeze_hours) * HOUR)
    }

    fn end(&self, month: SiteMonth) -> Millis {
        self.zone().month_start(SiteMonth(month.0 + 1))
    }

    /// Returns whether the figures of a month are final. Figures that the source computed before
    /// the month's end are not, even if it returns them later.
    fn is_final(&self, month: SiteMonth, made_at: Option<Millis>, now: Millis) -> bool {
        let is_early = made_at.is_some_and(|made| made < self.end(month));
        now >= self.over_at(month) && (!is_early || now >= self.over_at(month).plus(PATIENCE))
    }

    pub(super) fn check_unpaid(&self, month: SiteMonth) -> Result<(), WagerError> {
        if self.months.paid_count(month) > 0 { Err(WagerError::PaidOut) } else { Ok(()) }
    }

    /// Writes the figures of a month and records them in the tracking. Returns whether the month
    /// became final.
    async fn take(
        &self,
        month: SiteMonth,
        fetched: Fetched,
        entry: Option<Entry>,
    ) -> Result<bool, WagerError> {
        let _changing = self.changing.lock().await;
        if !self.services.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        self.check_unpaid(month)?;
        let before = self.months.month(month);
        let Fetched { read, raw } = fetched;
        let is_empty = read.players.iter().all(|player| player.wagered == 0);
        if is_empty && before.as_ref().is_some_and(|known| !known.is_empty()) {
            // Figures never fall to zero: the service has lost them.
            return Err(WagerError::EmptyAnswer);
        }
        let now = self.services.clock.now();
        let is_final = self.is_final(month, read.made_at.as_deref().and_then(moment), now);
        let pieces = if is_final { raw.chunks(PIECE_BYTES).len() } else { 0 };
        let row = BoardMonthRow {
            revision: before.as_ref().map_or(0, |known| known.row.revision) + 1,
            fetched_at: now.0,
            made_at: read.made_at,
            players: u32::try_from(read.players.len()).map_err(Fault::other)?,
            frozen_at: is_final.then_some(now.0),
            pieces: u32::try_from(pieces).map_err(Fault::other)?,
        };
        let taken = Month { row, players: read.players };
        let mut batch = Batch::new();
        write(&mut batch, month, before.as_deref(), &taken)?;
        if is_final {
            for (number, piece) in (0..).zip(raw.chunks(PIECE_BYTES)) {
                RAW.put(&mut batch, &(month, number), &Piece(piece.to_vec()))?;
            }
        }
        if let Some(entry) = entry {
            let audit = &self.services.audit;
            audit.record(entry, &mut batch)?;
        }
        self.services.store.commit(batch).await?;
        let snapshot = snapshot(month, &taken.players);
        self.months.set_month(month, taken);
        if !snapshot.players.is_empty()
            && let Err(error) = self.services.tracking.record(snapshot, None).await
        {
            // The leaderboard is on disk. The tracking catches up with the next response.
            tracing::error!(%error, month = month.iso(), "cannot record figures in the wager tracking");
        }
        Ok(is_final)
    }
}

/// Returns whether further requests are useless: the service is down, it refuses our key, or
/// nothing can be stored.
fn is_unavailable(error: &WagerError) -> bool {
    match error {
        WagerError::ReadOnly | WagerError::Inner(_) => true,
        WagerError::Source(error) => matches!(
            error,
            ExternalError::CircuitOpen
                | ExternalError::Unreachable
                | ExternalError::TooSlow
                | ExternalError::Status(401 | 403 | 429)
        ),
        _ => false,
    }
}

/// The rows of a month that have changed.
fn write(
    batch: &mut Batch,
    month: SiteMonth,
    before: Option<&Month>,
    taken: &Month,
) -> Result<(), StoreError> {
    MONTH.put(batch, &month, &taken.row)?;
    let known = before.map_or(&[][..], |month| &month.players);
    for (place, player) in (0_u32..).zip(&taken.players) {
        let same = usize::try_from(place).ok().and_then(|place| known.get(place));
        if same == Some(player) {
            continue;
        }
        let MonthPlayer { name, wagered, won } = player.clone();
        let (revision, wagered, won) = (taken.row.revision, Cents(wagered), won.map(Cents));
        let row = BoardPlayerRow { revision, name, wagered, won };
        PLAYER.put(batch, &(month, place), &row)?;
    }
    for place in taken.row.players..before.map_or(0, |month| month.row.players) {
        PLAYER.delete(batch, &(month, place))?;
    }
    for piece in taken.row.pieces..before.map_or(0, |month| month.row.pieces) {
        RAW.delete(batch, &(month, piece))?;
    }
    Ok(())
}

fn snapshot(month: SiteMonth, players: &[MonthPlayer]) -> Snapshot {
    let figures = players.iter().take(PLAYERS_MAX).map(|player| Figures {
        name: player.name.clone(),
        monthly: Cents(player.wagered),
        lifetime: None,
    });
    Snapshot { month, players: figures.collect() }
}
