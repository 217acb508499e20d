//! The one task that empties the outbox.

use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use futures_util::StreamExt;
use futures_util::stream;
use pointhouse_store::{Batch, encode};

use super::Mailer;
use super::error::MailError;
use super::records::{LetterRow, key_of, read_all};
use crate::ids::UserId;
use crate::tables;

/// Deliveries at once.
const AT_ONCE: usize = 4;
/// Letters of one look.
const DUE_MAX: usize = 40;
/// How long to wait after each failure; after the last one a letter is set aside.
const WAITS: [Duration; 7] = [
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(20 * 60),
    Duration::from_secs(60 * 60),
    Duration::from_secs(3 * 60 * 60),
    Duration::from_secs(8 * 60 * 60),
    Duration::from_secs(12 * 60 * 60),
];
/// The outbox is looked through at least this often.
const LOOK: Duration = Duration::from_secs(60);
/// Letters set aside are kept this long for the admin to see.
const DEAD_MILLIS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Longest reason that is kept.
const REASON_MAX: usize = 300;

impl Mailer {
    /// Delivers what there is and waits for more, for as long as the process runs.
    pub async fn run(self) {
        loop {
            if let Err(reason) = self.deliver_due().await {
                tracing::error!(%reason, "the outbox could not be emptied");
            }
            // Whichever comes first. A knock during the delivery is not lost.
            let _ = tokio::time::timeout(LOOK, self.inner.waiting.notified()).await;
        }
    }

    /// Delivers every letter whose time has come. Returns how many left.
    ///
    /// # Errors
    /// The outbox cannot be read or written.
    pub async fn deliver_due(&self) -> Result<usize, MailError> {
        let _turn = self.inner.delivering.lock().await;
        let view = self.inner.store.view().clone();
        let read = self.inner.reads.run(move || read_all(&view)).await;
        let now = self.inner.clock.now().0;
        let (dead, mut alive): (Vec<_>, Vec<_>) =
            read.map_err(MailError::inner)??.into_iter().partition(|(_, row)| row.dead);
        self.inner.count.store(alive.len(), Ordering::SeqCst);
        self.clear(&dead, now).await?;
        alive.retain(|(_, row)| row.next_at <= now);
        // The newest first, and not all at once: behind a server that hangs somebody is waiting.
        let due = alive.into_iter().rev().take(DUE_MAX);
        let mut outcomes = stream::iter(due)
            .map(|(number, row)| async move { self.deliver(number, row).await })
            .buffer_unordered(AT_ONCE);
        let mut left = 0;
        while let Some(outcome) = outcomes.next().await {
            left += usize::from(outcome?);
        }
        Ok(left)
    }

    async fn deliver(&self, number: u64, row: LetterRow) -> Result<bool, MailError> {
        let key = key_of(number);
        let user = UserId(row.user);
        // Nobody is there any more: also what was put off while they left.
        if self.is_gone(user)? {
            self.remove(&key).await?;
            return Ok(false);
        }
        if row.until <= self.inner.clock.now().0 {
            let reason = "its link ended before it could be delivered".to_owned();
            let mut batch = Batch::new();
            batch.put(tables::OUTBOX, &key, &encode(&self.put_off(row, reason, true))?)?;
            self.inner.store.commit(batch).await.map_err(MailError::inner)?;
            return Ok(false);
        }
        let outcome = self.inner.transport.deliver(number, &row).await;
        self.note(outcome.as_ref().err().map(|failed| failed.reason.as_str()));
        if self.is_gone(user)? {
            let mailer = self.clone();
            let files = self.inner.reads.run(move || mailer.forget_files(user)).await;
            files.map_err(MailError::inner)?;
            self.remove(&key).await?;
            return Ok(false);
        }
        let mut batch = Batch::new();
        let left = outcome.is_ok();
        match outcome {
            Ok(()) => batch.delete(tables::OUTBOX, &key)?,
            Err(failed) => {
                let row = self.put_off(row, failed.reason, failed.is_final);
                batch.put(tables::OUTBOX, &key, &encode(&row)?)?;
            }
        }
        self.inner.store.commit(batch).await.map_err(MailError::inner)?;
        Ok(left)
    }

    fn note(&self, failure: Option<&str>) {
        let now = Some(self.inner.clock.now());
        let mut fared = self.inner.fared.lock();
        match failure {
            None => fared.delivered_at = now,
            Some(reason) => {
                fared.failed_at = now;
                fared.reason = Some(reason.chars().take(REASON_MAX).collect());
            }
        }
    }

    fn is_gone(&self, user: UserId) -> Result<bool, MailError> {
        let account = self.inner.store.view().get(tables::ACCOUNT, &user.0.to_be_bytes());
        Ok(account.map_err(MailError::inner)?.is_none())
    }

    async fn remove(&self, key: &[u8]) -> Result<(), MailError> {
        let mut batch = Batch::new();
        batch.delete(tables::OUTBOX, key)?;
        self.inner.store.commit(batch).await.map_err(MailError::inner)?;
        Ok(())
    }

    fn put_off(&self, mut row: LetterRow, mut reason: String, is_final: bool) -> LetterRow {
        if let Some(end) = (0..=REASON_MAX).rev().find(|at| reason.is_char_boundary(*at)) {
            reason.truncate(end);
        }
        let wait = usize::try_from(row.tries).ok().and_then(|tries| WAITS.get(tries));
        row.tries += 1;
        match wait {
            Some(wait) if !is_final => {
                let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
                row.next_at = self.inner.clock.now().0.saturating_add(wait);
                tracing::warn!(%reason, tries = row.tries, "a letter was not delivered yet");
            }
            _ => {
                row.dead = true;
                tracing::error!(%reason, tries = row.tries, "a letter was given up");
            }
        }
        row.last_error = reason;
        row
    }

    /// Removes what nobody needs any more: letters set aside long ago, files of old letters.
    async fn clear(&self, dead: &[(u64, LetterRow)], now: i64) -> Result<(), MailError> {
        let old = dead.iter().filter(|(_, row)| row.written_at.saturating_add(DEAD_MILLIS) < now);
        let mut batch = Batch::new();
        let mut count = 0;
        for (number, _) in old {
            batch.delete(tables::OUTBOX, &key_of(*number))?;
            count += 1;
        }
        if count > 0 {
            self.inner.store.commit(batch).await.map_err(MailError::inner)?;
        }
        let kept = Duration::from_secs(self.inner.settings.keep_file_days * 86_400);
        if let Some(before) = SystemTime::now().checked_sub(kept) {
            let mailer = self.clone();
            let cleared =
                self.inner.reads.run(move || mailer.inner.transport.clear_files(before)).await;
            cleared.map_err(MailError::inner)?;
        }
        Ok(())
    }
}
