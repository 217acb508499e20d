//! The public leaderboard of the tracking, serialized once per state: other requests only compare
//! the head row and don't scan the players.

use std::collections::HashMap;
use std::sync::Arc;

use pointhouse_rules::mask::mask_username;
use pointhouse_store::StoreError;

use super::reading::{Now, RowReader, stats};
use super::view::{PlayerStats, TrackedBoard, TrackedPlace};
use super::{Tracking, WagerError};
use crate::cents::Cents;
use crate::clock::{Millis, SiteMonth};
use crate::etag::Ready;
use crate::fault::Fault;

/// Most rows for admins (docs/decisions.md, F1).
const WHOLE_MAX: usize = 1000;
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
pub(super) struct Board {
    revision: u64,
    now: Now,
    last_at: Option<i64>,
    /// The first places, with full names.
    places: Vec<(PlayerStats, Cents)>,
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
        let ready = |viewer: &Viewer| Ready::new(&to_response(&places, viewer, now, last_at));
        let (for_all, for_admins) = (ready(&Viewer::Anyone)?, ready(&Viewer::Admin)?);
        Ok(Self { revision: reader.head.revision, now, last_at, places, for_all, for_admins })
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
                Ok(Ready::new(&answer)?)
            }
        }
    }
}

impl Tracking {
    /// The current leaderboard. Built by the first caller while others wait. `won` contains the
    /// winnings of the month in US cents, by lowercase name.
    pub(super) async fn board(
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
        success: true,
        month: now.month.iso(),
        leaderboard: (1..).zip(places).take(rows).map(place).collect(),
        last_update: last_at.map(|at| Millis(at).iso()),
    }
}
