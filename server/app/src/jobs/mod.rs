//! All scheduled jobs, in one table. A job only triggers work; the module that owns the work
//! decides what there is to do.
//!
//! Invariant: a rare run counts as done when it succeeded. One that failed, was skipped or was due
//! while the site was closed runs at the next start.

mod bases;
mod forgetting;
mod turns;

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use pointhouse_store::{Store, StoreError};
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::accounts::{Accounts, Auth};
use crate::backups;
use crate::broadcast::Broadcaster;
use crate::chat::Chat;
use crate::clock::{Clock, Millis};
use crate::config::Config;
use crate::games::Games;
use crate::giveaways::Giveaways;
use crate::hunts::Hunts;
use crate::ids::Principal;
use crate::job_states::{Beat, Ended, JobRow, JobStates};
use crate::module::Running;
use crate::planned::{Outcome, Planned, every, run_blocking};
use crate::points::{Grants, imports::Imports};
use crate::privacy::take_all_left_points;
use crate::startup::Site;
use crate::wagers::affiliate::Affiliate;
use crate::wallet;
use bases::nightly_base;
pub use bases::write_due_base;
use forgetting::forgetting_jobs;
use turns::Turns;

/// How long receipts are kept, in milliseconds (docs/decisions.md, A8).
const RECEIPT_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// Removes expired sessions and cuts their sockets. Returns their number.
///
/// # Errors
/// The store has stopped.
pub async fn sweep_sessions(auth: &Auth, broadcaster: &Broadcaster) -> Outcome {
    let ended = auth.sweep_sessions().await.map_err(|error| error.to_string())?;
    for (owner, session) in &ended {
        match owner {
            Principal::Person(_) => broadcaster.cut_admin_session(*session),
            Principal::Member(user) => broadcaster.cut_session(*user, *session),
        }
    }
    Ok(ended.len())
}

/// How often the scheduler checks whether a rare job is due.
const RARE_JOB_CHECK: &str = "0 * * * * *";

/// Keeps the anchor beside the key up to date.
fn note_moments(site: &Site) -> Planned {
    let (anchor, clock) = (site.anchor().cloned(), site.clock().clone());
    every("55 * * * * *", "anchor", "Note the newest moment beside the key", move || {
        let (anchor, clock) = (anchor.clone(), clock.clone());
        async move {
            match &anchor {
                Some(anchor) => anchor.advance(clock.now()).await.map(|()| 0),
                None => Ok(0),
            }
        }
    })
}

/// The list of all jobs.
fn plan(config: &Config, site: &Site) -> Vec<Planned> {
    let (accounts, limits, time) =
        (site.accounts().clone(), site.limits().clone(), site.clock().clone());
    let (auth, broadcaster) = (accounts.auth.clone(), accounts.broadcaster.clone());
    vec![
        every("0 * * * * *", "rates", "Remove old rate limits", move || {
            limits.forget_old();
            time.report_jump();
            ready(Ok::<_, String>(0))
        }),
        note_moments(site),
        every("5 * * * * *", "sessions", "Remove sessions that are over", move || {
            let (auth, broadcaster) = (auth.clone(), broadcaster.clone());
            async move { sweep_sessions(&auth, &broadcaster).await }
        }),
        every("*/10 * * * * *", "memory", "Give freed memory back to the system", || {
            ready(crate::memory::give_back().map(|()| 0).map_err(|error| error.to_string()))
        }),
        every("0 41 * * * *", "departed", "Empty the wallets of deleted accounts", move || {
            let accounts = accounts.clone();
            async move { take_all_left_points(&accounts).await }
        })
        .rare(),
    ]
    .into_iter()
    .chain(site.running().into_iter().flat_map(Running::jobs))
    .chain(forgetting_jobs(site))
    .chain(backup_jobs(config, site))
    .collect()
}

/// Backups, and their copies at other places.
fn backup_jobs(config: &Config, site: &Site) -> Vec<Planned> {
    let (store, backups) = (site.store().clone(), site.backups().clone());
    let (copies, copied, job_states) =
        (site.copies().clone(), site.copies().clone(), site.job_states().clone());
    let (nightly, erase) = (store, Duration::from_secs(config.store.erase_days * 86_400));
    vec![
        every(&config.store.nightly_base, "base", "Write the nightly base", move || {
            let (store, backups) = (nightly.clone(), backups.clone());
            let (copies, job_states) = (copies.clone(), job_states.clone());
            async move {
                let ended = backups.clone();
                ended.end_moment().await;
                let done = run_blocking(move || nightly_base(&store, &backups, erase)).await;
                ended.end_moment().await;
                copies.start(&job_states);
                done
            }
        })
        .rare(),
        // After a failure, and for a target that is new.
        every("50 */15 * * * *", backups::JOB, "Copy the newest backup elsewhere", move || {
            let copies = copied.clone();
            async move { copies.copy_newest().await }
        }),
    ]
}

/// Starts all jobs, and runs those that were due while the site was closed.
///
/// # Errors
/// A schedule in the settings is invalid.
pub async fn start(config: &Config, site: &Site) -> Result<JobScheduler, JobSchedulerError> {
    let (scheduler, zone) = (JobScheduler::new().await?, site.zone().clone());
    for Planned { name, title, schedule, work, is_rare } in plan(config, site) {
        site.job_states().add(name, title, Beat::Schedule(schedule.clone()));
        let runs = Runs {
            name,
            work,
            states: site.job_states().clone(),
            store: site.store().clone(),
            clock: site.clock().clone(),
        };
        let job = if is_rare {
            let since = runs.recall().await;
            let turns = Turns::after(&schedule, &zone, since);
            let rare = Arc::new((runs, turns.map_err(|_| JobSchedulerError::ParseSchedule)?));
            let of_start = rare.clone();
            actix_web::rt::spawn(async move { of_start.0.run_if_due(&of_start.1).await });
            Job::new_async(RARE_JOB_CHECK, move |_, _| {
                let rare = rare.clone();
                Box::pin(async move { rare.0.run_if_due(&rare.1).await })
            })
        } else {
            // These don't depend on the time zone: clocks change by whole or half hours.
            let runs = Arc::new(runs);
            Job::new_async(schedule.as_str(), move |_, _| {
                let runs = runs.clone();
                Box::pin(async move {
                    runs.run().await;
                })
            })
        };
        scheduler.add(job?).await?;
    }
    scheduler.start().await?;
    Ok(scheduler)
}

/// A scheduled job.
struct Runs {
    name: &'static str,
    work: Box<dyn Fn() -> BoxFuture<'static, Outcome> + Send + Sync>,
    states: JobStates,
    store: Store,
    clock: Clock,
}

impl Runs {
    async fn run(&self) -> Ended {
        self.states.run(self.name, (self.work)()).await
    }

    /// Runs the job if it is due. The run is recorded on disk only after it succeeded; until then
    /// the next start makes up for it.
    async fn run_if_due(&self, turns: &Turns) {
        let began = self.clock.now();
        if turns.is_due(began) && self.run().await == Ended::Well {
            self.remember(began, Some(self.clock.now())).await;
        }
    }

    async fn remember(&self, since: Millis, ended: Option<Millis>) {
        let before = JobRow::read(self.store.view(), self.name).ok().flatten();
        let row = JobRow {
            revision: before.map_or(0, |row| row.revision) + 1,
            since: since.0,
            ended_at: ended.map(|ended| ended.0),
        };
        if let Err(reason) = row.write(&self.store, self.name).await {
            tracing::warn!(name = self.name, %reason, "cannot store the time of a job's run");
        }
    }

    /// Start of the period whose missed runs are made up for: the last successful run.
    async fn recall(&self) -> Millis {
        let now = self.clock.now();
        match JobRow::read(self.store.view(), self.name) {
            Ok(Some(row)) => {
                self.states.recall(self.name, row.ended_at);
                return Millis(row.since);
            }
            // A new site has missed no run.
            Ok(None) => self.remember(now, None).await,
            Err(reason) => tracing::error!(name = self.name, %reason, "cannot read a job's row"),
        }
        now
    }
}

/// Wakes the sessions with overdue open rounds, so that they settle them.
pub async fn settle_overdue(games: &Games) {
    match games.settle_overdue().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "settled overdue rounds"),
        Err(reason) => tracing::error!(%reason, "cannot settle overdue rounds"),
    }
}

/// Wakes the giveaways that are due to end or have refunds to pay.
pub async fn end_overdue(giveaways: &Giveaways) {
    match giveaways.end_overdue().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "checked overdue giveaways"),
        Err(reason) => tracing::error!(%reason, "cannot read overdue giveaways"),
    }
}

/// Resumes grants of points for all members that a stop interrupted.
pub async fn resume_grants(grants: &Grants) {
    match grants.resume().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "completed interrupted grants for all members"),
        Err(reason) => {
            tracing::error!(%reason, "cannot resume grants for all members; retrying at the next start")
        }
    }
}

/// Resumes imports of points that a stop interrupted.
pub async fn resume_imports(imports: &Imports) {
    match imports.resume().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "completed interrupted imports of points"),
        Err(reason) => {
            tracing::error!(%reason, "cannot resume imports of points; retrying at the next start")
        }
    }
}

/// Requests the wager leaderboard at the start instead of minutes later.
pub async fn ask_casino(affiliate: &Affiliate) {
    match affiliate.poll_due().await {
        Ok(_) => {}
        Err(reason) => tracing::warn!(%reason, "cannot update the wager leaderboard"),
    }
}

/// Reads the bonus hunts of an external service at the start instead of minutes later.
pub async fn read_hunts(hunts: &Hunts) {
    if let Err(reason) = hunts.refresh().await {
        tracing::warn!(%reason, "cannot update the bonus hunts");
    }
}

/// Removes expired chat data at once, and checks whether the platform delivers the chat.
pub async fn check_chat(chat: &Chat) {
    if let Err(reason) = chat.sweep().await {
        tracing::error!(%reason, "cannot remove expired chat data");
    }
    if let Err(reason) = chat.check().await {
        tracing::warn!(%reason, "cannot check the chat subscriptions");
    }
}

/// Takes the points of deleted accounts.
pub async fn take_left_points(accounts: &Accounts) {
    match take_all_left_points(accounts).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "took the points of deleted accounts"),
        Err(reason) => tracing::error!(%reason, "cannot take the points of deleted accounts"),
    }
}

/// Removes expired receipts. Returns their number.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_receipts(store: &Store, now: Millis) -> Result<usize, StoreError> {
    wallet::forget_receipts(store, Millis(now.0.saturating_sub(RECEIPT_MILLIS)))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Instant;

    use futures_util::FutureExt;
    use pointhouse_store::Options;
    use tempfile::TempDir;
    use tokio::sync::Notify;

    use super::*;

    const HOUR: i64 = 60 * 60 * 1000;

    /// An empty store in a temporary folder.
    struct Place {
        store: Store,
        _folder: TempDir,
    }

    impl Place {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let (store, _) = Store::open(folder.path(), Options::default()).unwrap();
            Self { store, _folder: folder }
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            self.store.close(Instant::now() + Duration::from_secs(60));
        }
    }

    fn since(store: &Store) -> Option<i64> {
        JobRow::read(store.view(), "sweep").unwrap().map(|row| row.since)
    }

    fn runs(
        store: &Store,
        clock: &Clock,
        work: impl Fn() -> BoxFuture<'static, Outcome> + Send + Sync + 'static,
    ) -> (Runs, Turns) {
        let states = JobStates::new(clock);
        states.add("sweep", "Sweep", Beat::Schedule("0 0 * * * *".to_owned()));
        let turns =
            Turns::after("0 0 * * * *", &crate::clock::SiteZone::new(chrono_tz::UTC), clock.now())
                .unwrap();
        let (store, clock, work) = (store.clone(), clock.clone(), Box::new(work));
        (Runs { name: "sweep", work, states, store, clock }, turns)
    }

    #[tokio::test]
    async fn a_run_that_failed_is_no_run_and_waits_for_its_next_turn() {
        let place = Place::new();
        let store = &place.store;
        let clock = Clock::fixed_at(Millis(0));
        let count = Arc::new(AtomicUsize::new(0));
        let counted = count.clone();
        // The first and the second run fail.
        let (runs, turns) = runs(store, &clock, move || {
            let before = counted.fetch_add(1, Ordering::SeqCst);
            ready(if before < 2 { Err("no room".to_owned()) } else { Ok(1) }).boxed()
        });
        assert_eq!(runs.recall().await, Millis(0));
        for (now, ran, done) in [
            (HOUR - 1, 0, 0),
            (HOUR, 1, 0),
            (HOUR + 60_000, 1, 0),
            (2 * HOUR, 2, 0),
            (3 * HOUR, 3, 3 * HOUR),
            (3 * HOUR + 60_000, 3, 3 * HOUR),
        ] {
            clock.move_to(Millis(now));
            runs.run_if_due(&turns).await;
            assert_eq!((count.load(Ordering::SeqCst), since(store)), (ran, Some(done)), "{now}");
        }
    }

    #[tokio::test]
    async fn a_run_that_was_left_out_is_no_run() {
        let place = Place::new();
        let store = &place.store;
        let clock = Clock::fixed_at(Millis(0));
        let go = Arc::new(Notify::new());
        let gone = go.clone();
        let (runs, turns) = runs(store, &clock, move || {
            let gone = gone.clone();
            async move {
                gone.notified().await;
                Ok(1)
            }
            .boxed()
        });
        runs.recall().await;
        clock.move_to(Millis(HOUR));
        let mut first = Box::pin(runs.run_if_due(&turns));
        assert!((&mut first).now_or_never().is_none());
        clock.move_to(Millis(2 * HOUR));
        runs.run_if_due(&turns).await;
        assert_eq!(since(store), Some(0));
        go.notify_one();
        first.await;
        // The successful run began an hour ago; the run after it is still to be made up for.
        assert_eq!(since(store), Some(HOUR));
    }
}
