//! The task that delivers the emails of the outbox.

use std::future::ready;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use futures_util::StreamExt;
use futures_util::stream;
use parking_lot::Mutex;
use pointhouse_store::{Batch, Keys, StoreError, View};
use tokio::time::Instant;

use super::Mailer;
use super::error::MailError;
use super::records::{EmailRow, Head, OUTBOX, read_heads};
use super::transport::Undelivered;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::job_states::{Beat, JobStates};

/// Name of the job.
const JOB: &str = "outbox";
/// Most deliveries at once.
const AT_ONCE: usize = 4;
/// Longest run, after which the outbox is read again. Reading it for each few emails takes time that grows with the square
/// of their number.
const RUN_MAX: Duration = Duration::from_secs(60);
/// Most emails that are added to a run at once.
const NEW_MAX: usize = 100;
/// Most numbers that emails of commits under way have before the newest one.
const UNDER_WAY_MAX: u64 = 64;
/// Waits after each failure; the last one repeats until the email's `until`. The first ones are
/// short, for a server that is restarting or a short network failure.
const WAITS: [Duration; 8] = [
    Duration::from_secs(10),
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(20 * 60),
    Duration::from_secs(60 * 60),
    Duration::from_secs(3 * 60 * 60),
    Duration::from_secs(8 * 60 * 60),
    Duration::from_secs(12 * 60 * 60),
];
/// Longest time between two runs.
const LOOK: Duration = Duration::from_secs(60);
/// Time until the next run after one that failed.
const AFTER_TROUBLE: Duration = Duration::from_secs(10);
/// How long permanently failed emails are kept for the admin, in milliseconds.
const DEAD_MILLIS: i64 = 30 * 24 * 60 * 60 * 1000;
/// Longest stored reason, in characters.
const REASON_MAX: usize = 300;

/// What the last reading of the whole outbox found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looked {
    /// Number of the newest email.
    newest: u64,
    /// When it has to be read again.
    until: Instant,
}

/// Result of a run.
struct DeliveryRun {
    /// Number of delivered emails.
    left: usize,
    /// Latest time of the next run.
    again: Duration,
}

/// Result of the deliveries of a run.
struct Delivered {
    /// Number of delivered emails.
    left: usize,
    /// Whether one failed.
    is_failing: bool,
    /// Those that were not tried.
    rest: Due,
}

/// The emails of a run.
struct Due {
    /// Numbers of the ones to be tried, the newest last.
    due: Vec<u64>,
    /// Number of the newest email that the run knows.
    newest: u64,
}

impl Due {
    /// The newest email that was not tried. One that was written since the run began, such as for a new password, does not
    /// wait for the others.
    fn next(&mut self, view: &View) -> Result<Option<u64>, StoreError> {
        let new = OUTBOX.scan(view, &Keys::all().after(&self.newest), NEW_MAX)?;
        self.newest = new.last().map_or(self.newest, |(number, _)| *number);
        let untried = new.iter().filter(|(_, row)| row.tries == 0 && !row.dead);
        self.due.extend(untried.map(|(number, _)| *number));
        Ok(self.due.pop())
    }
}

/// Result of one email.
enum Outcome {
    Left,
    /// The delivery failed. When the mail server is unreachable, further emails would fail as well.
    Failed {
        is_shut: bool,
    },
    /// Another task is handling the email.
    Passed,
}

impl Mailer {
    /// Delivers emails until the process ends.
    pub async fn run(self, jobs: JobStates) {
        jobs.add(JOB, "Send emails", Beat::OnDemand(Some(LOOK)));
        let mut is_woken = false;
        loop {
            let (mailer, mut again) = (self.clone(), AFTER_TROUBLE);
            let looking = async {
                // Runs in a separate task, so that a panic doesn't end the loop.
                let looked = tokio::spawn(async move { mailer.run_delivery(is_woken).await }).await;
                let DeliveryRun { left, again: wanted } =
                    looked.map_err(Fault::other)?.map_err(Fault::other)?;
                again = wanted;
                Ok::<_, Fault>(left)
            };
            jobs.run(JOB, looking).await;
            // Waits for the notification or the timeout. A notification during the run is not lost.
            is_woken = tokio::time::timeout(again, self.inner.waiting.notified()).await.is_ok();
        }
    }

    /// Delivers emails that are due, the newest first, for a minute at most. Returns the number of delivered ones.
    ///
    /// # Errors
    /// The outbox cannot be read or written.
    pub async fn deliver_due(&self) -> Result<usize, MailError> {
        Ok(self.run_delivery(false).await?.left)
    }

    async fn run_delivery(&self, is_woken: bool) -> Result<DeliveryRun, MailError> {
        let _turn = self.inner.delivering.lock().await;
        let tries_all = self.inner.tries_all.swap(false, Ordering::SeqCst);
        let looked = self
            .inner
            .looked
            .lock()
            .filter(|looked| is_woken && !tries_all && Instant::now() < looked.until);
        let (due, until) = match looked {
            // A new email, or one that an admin sends again, while thousands may be waiting.
            Some(Looked { newest, until }) => {
                let due = std::mem::take(&mut *self.inner.asked.lock());
                (Due { due, newest: newest.saturating_sub(UNDER_WAY_MAX) }, until)
            }
            None => self.all_due(tries_all).await?,
        };
        let Delivered { left, is_failing, rest } = self.deliver_all(due).await?;
        let has_more = !rest.due.is_empty();
        *self.inner.looked.lock() = (!has_more).then_some(Looked { newest: rest.newest, until });
        let mut again = until.saturating_duration_since(Instant::now());
        if is_failing {
            // Don't retry at once with the remaining emails while the mail server fails.
            let [first, ..] = WAITS;
            again = again.min(first);
        } else if has_more {
            again = Duration::ZERO;
            self.inner.tries_all.fetch_or(tries_all, Ordering::SeqCst);
        }
        Ok(DeliveryRun { left, again })
    }

    /// Reads the outbox: what is due, and when to read it again.
    async fn all_due(&self, tries_all: bool) -> Result<(Due, Instant), MailError> {
        let now = self.inner.clock.now().0;
        self.clear(now).await?;
        self.inner.asked.lock().clear();
        let view = self.inner.store.view().clone();
        let heads = self.inner.reads.run(move || read_heads(&view)).await??;
        let newest = heads.last().map_or(0, |head| head.number);
        let (dead, alive): (Vec<Head>, Vec<Head>) = heads.into_iter().partition(|head| head.dead);
        self.inner.waiting_count.store(alive.len(), Ordering::SeqCst);
        self.inner.dead_count.store(dead.len(), Ordering::SeqCst);
        let (due, later): (Vec<_>, Vec<_>) =
            alive.into_iter().partition(|head| tries_all || is_due(head, now));
        let soonest = later.iter().map(|head| head.next_at.saturating_sub(now)).min();
        let soonest = soonest.and_then(|wait| u64::try_from(wait).ok());
        let wait = soonest.map_or(LOOK, Duration::from_millis).min(LOOK);
        let due = due.into_iter().map(|head| head.number).collect();
        Ok((Due { due, newest }, Instant::now() + wait))
    }

    /// Delivers these emails and new ones, newest first and a few at a time. Starts no further one after the
    /// mail server was unreachable: each would wait for the timeout and lose a try.
    async fn deliver_all(&self, due: Due) -> Result<Delivered, MailError> {
        let (shut, due, end) = (AtomicBool::new(false), Mutex::new(due), Instant::now() + RUN_MAX);
        let numbers = stream::unfold((), |()| {
            let next = match shut.load(Ordering::SeqCst) || Instant::now() >= end {
                true => Ok(None),
                false => due.lock().next(self.inner.store.view()),
            };
            ready(next.transpose().map(|number| (number, ())))
        });
        let mut outcomes = numbers
            .map(|number| async move { self.deliver(number?).await })
            .buffer_unordered(AT_ONCE);
        let (mut left, mut is_failing, mut trouble) = (0, false, None);
        // Completes all started deliveries even if one has an error, because their results must be
        // stored.
        while let Some(outcome) = outcomes.next().await {
            match outcome {
                Ok(Outcome::Left) => left += 1,
                Ok(Outcome::Failed { is_shut }) => {
                    is_failing = true;
                    shut.fetch_or(is_shut, Ordering::SeqCst);
                }
                Ok(Outcome::Passed) => {}
                Err(error) => {
                    shut.store(true, Ordering::SeqCst);
                    trouble = Some(error);
                }
            }
        }
        drop(outcomes);
        trouble.map_or(Ok(Delivered { left, is_failing, rest: due.into_inner() }), Err)
    }

    async fn deliver(&self, number: u64) -> Result<Outcome, MailError> {
        // Held by an admin's call, which notifies this task when it is done.
        let Some(_held) = self.hold(number) else { return Ok(Outcome::Passed) };
        let row = OUTBOX.get(self.inner.store.view(), &number)?.filter(|row| !row.dead);
        let Some(row) = row else { return Ok(Outcome::Passed) };
        let user = UserId(row.user);
        // The account was deleted, maybe during an earlier try.
        if self.is_gone(user)? {
            self.remove(number).await?;
            return Ok(Outcome::Passed);
        }
        if row.until <= self.inner.clock.now().0 {
            let mut reason = "it could not be delivered in time".to_owned();
            if !row.last_error.is_empty() {
                reason = format!("{reason}: {}", row.last_error);
            }
            self.defer(number, row, Undelivered::dead(reason)).await?;
            return Ok(Outcome::Passed);
        }
        // Runs in a separate task, so that a panic affects this email only.
        let (mailer, sent) = (self.clone(), row.clone());
        let sending = tokio::spawn(async move {
            let transport = mailer.inner.transport.load_full();
            transport.deliver(number, &sent).await
        });
        let outcome = sending
            .await
            .unwrap_or_else(|_| Err(Undelivered::later("the delivery broke down".to_owned())));
        self.note(outcome.as_ref().err());
        if self.is_gone(user)? {
            let mailer = self.clone();
            self.inner.reads.run(move || mailer.forget_files(user)).await?;
            self.remove(number).await?;
            return Ok(Outcome::Passed);
        }
        match outcome {
            Ok(()) => {
                self.remove(number).await?;
                Ok(Outcome::Left)
            }
            Err(failed) => {
                let is_shut = failed.is_shut;
                self.defer(number, row, failed).await?;
                Ok(Outcome::Failed { is_shut })
            }
        }
    }

    /// Records a failure of the mail server. A recipient that doesn't exist is not one: that email
    /// fails permanently and the admin sees it in the list.
    pub(super) fn note(&self, failure: Option<&Undelivered>) {
        let now = Some(self.inner.clock.now());
        let mut stats = self.inner.stats.lock();
        match failure {
            None => {
                stats.delivered_at = now;
                stats.delivered += 1;
            }
            Some(Undelivered { is_final, reason, .. }) => {
                stats.failed += 1;
                if !is_final {
                    stats.failed_at = now;
                    stats.reason = Some(reason.chars().take(REASON_MAX).collect());
                }
            }
        }
    }

    /// Emails about no member have the id 0.
    fn is_gone(&self, user: UserId) -> Result<bool, MailError> {
        Ok(user != UserId(0) && !(self.inner.has_account)(self.inner.store.view(), user)?)
    }

    async fn remove(&self, number: u64) -> Result<(), MailError> {
        let mut batch = Batch::new();
        OUTBOX.delete(&mut batch, &number)?;
        self.inner.store.commit(batch).await?;
        Self::count(&self.inner.waiting_count, false);
        Ok(())
    }

    /// Schedules the next try after a failure, or marks the email as permanently failed.
    async fn defer(
        &self,
        number: u64,
        mut row: EmailRow,
        failed: Undelivered,
    ) -> Result<(), MailError> {
        let Undelivered { mut reason, is_final, .. } = failed;
        if let Some(end) = (0..=REASON_MAX).rev().find(|at| reason.is_char_boundary(*at)) {
            reason.truncate(end);
        }
        let wait = wait_after(row.tries);
        row.tries += 1;
        if is_final {
            row.dead = true;
            tracing::error!(%reason, tries = row.tries, "an email failed permanently");
        } else {
            row.next_at = self.inner.clock.now().0.saturating_add(wait);
            tracing::warn!(%reason, tries = row.tries, "an email was not delivered; retrying later");
        }
        row.last_error = reason;
        let mut batch = Batch::new();
        OUTBOX.put(&mut batch, &number, &row)?;
        self.inner.store.commit(batch).await?;
        if row.dead {
            Self::count(&self.inner.waiting_count, false);
            Self::count(&self.inner.dead_count, true);
        }
        Ok(())
    }

    /// Removes old permanently failed emails and the files of old emails.
    async fn clear(&self, now: i64) -> Result<(), MailError> {
        let kept = Duration::from_secs(self.inner.settings.now().mail.keep_file_days * 86_400);
        let before = SystemTime::now().checked_sub(kept);
        let mailer = self.clone();
        let cleared = self.inner.reads.run(move || {
            if let Some(before) = before {
                mailer.inner.transport.load().clear_files(before);
            }
            OUTBOX.sweep(&mailer.inner.store, Keys::all(), |_, row| {
                row.dead && row.written_at.saturating_add(DEAD_MILLIS) < now
            })
        });
        cleared.await??;
        Ok(())
    }
}

/// The wait after a failure, in milliseconds, when `tries` had failed before it.
fn wait_after(tries: u32) -> i64 {
    let wait = usize::try_from(tries).ok().and_then(|tries| WAITS.get(tries));
    wait.or(WAITS.last()).and_then(|wait| i64::try_from(wait.as_millis()).ok()).unwrap_or(0)
}

/// Returns whether an email is due. The clock may have been set back since it was written or
/// delayed: an email without any try is always due, and no other one waits longer than the wait
/// after its last failure.
fn is_due(email: &Head, now: i64) -> bool {
    let Some(before) = email.tries.checked_sub(1) else { return true };
    let longest = wait_after(before);
    let wait = email.next_at.saturating_sub(now);
    email.until <= now || !(1..=longest).contains(&wait)
}
