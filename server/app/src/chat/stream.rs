//! The state of the channel's stream, as last reported by the platform.

use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError};

use super::records::{LIVE, LiveRow};
use crate::clock::Millis;
use crate::locks::{Guard, Lock};

/// How long a report that the stream is live is trusted, in milliseconds: the report of its end may
/// be lost.
const TRUSTED_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// A report of the platform about the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StreamReport {
    pub(super) is_live: bool,
    /// When it began or ended.
    pub(super) since: Millis,
    pub(super) said_at: Millis,
}

/// The state of the stream. See the module documentation.
pub(super) struct Stream {
    row: Mutex<Option<LiveRow>>,
    /// Allows one change at a time, including changes of the channel.
    changing: Lock,
}

impl Stream {
    /// Loads the stored state; empty when no channel is connected.
    pub(super) fn load(store: &Store, is_connected: bool) -> Result<Self, StoreError> {
        let row = if is_connected { LIVE.get(store.view())? } else { None };
        Ok(Self { row: Mutex::new(row), changing: Lock::default() })
    }

    /// Waits until no other change is under way, and excludes others until the guard is dropped.
    pub(super) async fn lock(&self) -> Guard {
        self.changing.lock().await
    }

    pub(super) fn last(&self) -> Option<LiveRow> {
        *self.row.lock()
    }

    /// Adds a report to a batch; see [`Stream::keep`]. `None` if a later report is known, because
    /// reports may arrive out of order.
    pub(super) fn note(
        &self,
        report: StreamReport,
        batch: &mut Batch,
    ) -> Result<Option<LiveRow>, StoreError> {
        let before = self.last();
        if before.is_some_and(|before| before.said_at >= report.said_at.0) {
            return Ok(None);
        }
        let began = before.filter(|before| !report.is_live && before.is_live);
        let row = LiveRow {
            is_live: report.is_live,
            since: report.since.0,
            began: began.map(|before| before.since),
            said_at: report.said_at.0,
        };
        LIVE.put(batch, &row)?;
        Ok(Some(row))
    }

    /// Call when that batch is on disk.
    pub(super) fn keep(&self, row: LiveRow) {
        *self.row.lock() = Some(row);
    }

    /// Forgets the state, because the channel was changed or disconnected.
    pub(super) fn forget(&self) {
        *self.row.lock() = None;
    }

    /// Returns whether the stream was live at an instant, even if it has ended since.
    pub(super) fn was_live(&self, at: Millis) -> bool {
        self.last().is_some_and(|row| {
            if row.is_live {
                return row.since <= at.0 && row.is_trusted(at);
            }
            row.began.is_some_and(|began| began <= at.0 && at.0 < row.since)
        })
    }
}

impl LiveRow {
    /// Returns whether the last report is recent enough to be trusted.
    pub(super) fn is_trusted(&self, now: Millis) -> bool {
        !self.is_live || now.0.saturating_sub(self.said_at) < TRUSTED_MILLIS
    }
}
