//! The public leaderboard of the tracking, serialized once per state: other requests only compare
//! the head row and don't scan the players.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use pointhouse_rules::mask::mask_username;
use pointhouse_store::StoreError;

use super::reading::{Now, RowReader, stats};
use super::view::{Performer, Period, PlayerStats, TrackedBoard, TrackedPlace};
use super::{Tracking, WagerError};
use crate::answer::Answer;
use crate::cents::{Cents, MoneyInput};
use crate::clock::{Millis, SiteMonth};
use crate::etag::Ready;
use crate::fault::Fault;
use crate::wagers::MonthPlayer;

/// Most rows for admins (docs/decisions.md, F1).
const WHOLE_MAX: usize = 1000;
/// Most players with the highest wagers of a period.
pub(super) const PERFORMERS_MAX: usize = 100;
/// Rows shown to the public.
const ROWS: usize = 20;

/// Who views the leaderboard.
pub(super) enum Viewer {
    Admin,
    /// A member, with the approved casino name in lowercase, if there is one.
    Member(String),
    Anyone,
}

/// The leaderboard of one state, on one day of one month.
pub(in crate::wagers) struct Board {
    revision: u64,
    now: Now,
    last_at: Option<i64>,
    /// The first places, with full names.
    places: Vec<(PlayerStats, Cents)>,
    players: usize,
    for_all: Ready,
    for_admins: Ready,
}

impl Board {
    fn of(reader: &RowReader<'_>, now: Now, won: &HashMap<String, u64>) -> Result<Self, Fault> {
        let ranking = reader.ranking(now)?;
        let place = |row| {
            let stats = stats(row, now);
            // The tracking knows the wagers; the source's month knows the winnings.
            let won = won.get(&stats.username.to_lowercase()).copied().unwrap_or_default();
            (stats, Cents(won))
        };
        let places: Vec<_> = ranking.iter().take(WHOLE_MAX).map(place).collect();
        let last_at = reader.head.last_at;
        let ready =
            |viewer: &Viewer| Ready::new(&Answer(to_response(&places, viewer, now, last_at)));
        let (for_all, for_admins) = (ready(&Viewer::Anyone)?, ready(&Viewer::Admin)?);
        let (revision, players) = (reader.head.revision, ranking.len());
        Ok(Self { revision, now, last_at, places, players, for_all, for_admins })
    }

    /// The figures of the first players, whether there are more, and the time of the newest ones.
    pub(super) fn stats(&self) -> (impl Iterator<Item = &PlayerStats>, bool, Option<Millis>) {
        let is_cut = self.players > self.places.len();
        (self.places.iter().map(|(stats, _)| stats), is_cut, self.last_at.map(Millis))
    }

    /// The players with wagers in the current month, highest first, and the time of the newest figures.
    pub(in crate::wagers) fn of_month(&self) -> (Vec<MonthPlayer>, Option<Millis>) {
        let played = self.places.iter().filter_map(|(stats, _)| {
            let wagered = MoneyInput::Number(stats.monthly_wager).cents().ok()?.0;
            let name = stats.username.clone();
            (wagered > 0).then_some(MonthPlayer { name, wagered, won: None })
        });
        let mut players: Vec<MonthPlayer> = played.collect();
        players.sort_by_key(|player| Reverse(player.wagered));
        (players, self.last_at.map(Millis))
    }

    /// The response for a viewer.
    ///
    /// # Errors
    /// It cannot be serialized.
    pub(super) fn ready(&self, viewer: &Viewer) -> Result<Ready, WagerError> {
        match viewer {
            Viewer::Admin => Ok(self.for_admins.clone()),
            Viewer::Anyone => Ok(self.for_all.clone()),
            Viewer::Member(own) => {
                let mut shown = self.places.iter().take(ROWS);
                if !shown.any(|(place, _)| place.username.to_lowercase() == *own) {
                    return Ok(self.for_all.clone());
                }
                let answer = to_response(&self.places, viewer, self.now, self.last_at);
                Ok(Ready::new(&Answer(answer))?)
            }
        }
    }
}

/// The players with the highest wagers in a period, in one state.
pub(super) struct Top {
    period: Period,
    revision: u64,
    now: Now,
    performers: Vec<Performer>,
}

impl Top {
    /// The first places.
    pub(super) fn first(&self, count: usize) -> &[Performer] {
        self.performers.get(..count).unwrap_or(&self.performers)
    }
}

impl Tracking {
    /// The players with the highest wagers in a period. Read by the first caller while others wait.
    pub(super) async fn top(&self, period: Period) -> Result<Arc<Top>, WagerError> {
        if let Some(top) = self.known_top(period)? {
            return Ok(top);
        }
        let _making = self.inner.making_board.lock().await;
        if let Some(top) = self.known_top(period)? {
            return Ok(top);
        }
        let now = self.now();
        let read = move |reader: &RowReader<'_>| {
            let performers = reader.performers(period, PERFORMERS_MAX, now)?;
            Ok(Arc::new(Top { period, revision: reader.head.revision, now, performers }))
        };
        let top = self.read(read).await?;
        let mut tops = self.inner.tops.lock();
        tops.retain(|known| known.period != period);
        tops.push(top.clone());
        Ok(top)
    }

    fn known_top(&self, period: Period) -> Result<Option<Arc<Top>>, WagerError> {
        let (revision, now) = (self.head()?.revision, self.now());
        let is_current =
            |top: &&Arc<Top>| (top.period, top.revision, top.now) == (period, revision, now);
        Ok(self.inner.tops.lock().iter().find(is_current).cloned())
    }

    /// The current leaderboard. Built by the first caller while others wait. `won` contains the
    /// winnings of the month in US cents, by lowercase name.
    pub(in crate::wagers) async fn board(
        &self,
        won: impl FnOnce(SiteMonth) -> HashMap<String, u64>,
    ) -> Result<Arc<Board>, WagerError> {
        if let Some(board) = self.made_board()? {
            return Ok(board);
        }
        let _making = self.inner.making_board.lock().await;
        if let Some(board) = self.made_board()? {
            return Ok(board);
        }
        let now = self.now();
        let won = won(now.month);
        let board = Arc::new(self.read(move |reader| Board::of(reader, now, &won)).await?);
        self.inner.board.store(Some(board.clone()));
        Ok(board)
    }

    fn made_board(&self) -> Result<Option<Arc<Board>>, StoreError> {
        let (revision, now) = (self.head()?.revision, self.now());
        let board = self.inner.board.load_full();
        Ok(board.filter(|board| (board.revision, board.now) == (revision, now)))
    }
}

fn to_response(
    places: &[(PlayerStats, Cents)],
    viewer: &Viewer,
    now: Now,
    last_at: Option<i64>,
) -> TrackedBoard {
    let place = |(rank, (stats, won)): (usize, &(PlayerStats, Cents))| {
        let own = matches!(viewer, Viewer::Member(own) if stats.username.to_lowercase() == *own);
        let mut stats = stats.clone();
        if !own && !matches!(viewer, Viewer::Admin) {
            stats.username = mask_username(&stats.username);
        }
        TrackedPlace { id: format!("{rank}"), rank, stats, total_won: won.dollars(), own }
    };
    let rows = if matches!(viewer, Viewer::Admin) { WHOLE_MAX } else { ROWS };
    TrackedBoard {
        message: "The wager leaderboard",
        month: now.month.iso(),
        leaderboard: (1..).zip(places).take(rows).map(place).collect(),
        last_update: last_at.map(|at| Millis(at).iso()),
    }
}
