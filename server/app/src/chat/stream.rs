//! Whether the channel's stream is live, as the platform last said.

use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError};

use super::records::{AnyVersion, LIVE, LIVE_OF_ANY_VERSION, LiveRow};
use crate::clock::Millis;
use crate::locks::{Guard, Lock};

/// So long the platform's word that the stream is live holds, milliseconds: its word that it ended may
/// never have arrived.
const HOLDS: i64 = 24 * 60 * 60 * 1000;

/// What the platform says of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) is_live: bool,
    /// When it began or ended.
    pub(super) since: Millis,
    pub(super) said_at: Millis,
}

/// See the module's page.
pub(super) struct Stream {
    row: Mutex<Option<LiveRow>>,
    /// One change at a time, also of the channel that it is about.
    changing: Lock,
}

impl Stream {
    /// The stored state of the stream; none when no channel is connected.
    pub(super) fn load(store: &Store, is_connected: bool) -> Result<Self, StoreError> {
        // A row of an older version is not read: the next stream replaces it.
        let row = match is_connected {
            true => LIVE_OF_ANY_VERSION.get(store.view())?.and_then(AnyVersion::own),
            false => None,
        };
        Ok(Self { row: Mutex::new(row), changing: Lock::default() })
    }

    /// Waits until no other change is under way, and excludes others until the guard is dropped.
    pub(super) async fn lock(&self) -> Guard {
        self.changing.lock().await
    }

    pub(super) fn last(&self) -> Option<LiveRow> {
        *self.row.lock()
    }

    /// Puts what was said into a batch; see [`Stream::keep`]. `None` if something later is known: what
    /// was said earlier may come later.
    pub(super) fn note(
        &self,
        said: Said,
        batch: &mut Batch,
    ) -> Result<Option<LiveRow>, StoreError> {
        let before = self.last();
        if before.is_some_and(|before| before.said_at >= said.said_at.0) {
            return Ok(None);
        }
        let began = before.filter(|before| !said.is_live && before.is_live);
        let row = LiveRow {
            is_live: said.is_live,
            since: said.since.0,
            began: began.map(|before| before.since),
            said_at: said.said_at.0,
        };
        LIVE.put(batch, &row)?;
        Ok(Some(row))
    }

    /// That batch is on disk.
    pub(super) fn keep(&self, row: LiveRow) {
        *self.row.lock() = Some(row);
    }

    /// Nothing is known: another channel, or none.
    pub(super) fn forget(&self) {
        *self.row.lock() = None;
    }

    /// Whether it was live at an instant, also when it has ended since.
    pub(super) fn was_live(&self, at: Millis) -> bool {
        self.last().is_some_and(|row| {
            if row.is_live {
                return row.since <= at.0 && row.holds(at);
            }
            row.began.is_some_and(|began| began <= at.0 && at.0 < row.since)
        })
    }
}

impl LiveRow {
    /// The platform's word is not too old to go by.
    pub(super) fn holds(&self, now: Millis) -> bool {
        !self.is_live || now.0.saturating_sub(self.said_at) < HOLDS
    }
}
