//! Every schedule, in one table. A job only knocks; what there is to do is decided by whoever owns it.

use std::future::{Future, ready};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use pointhouse_store::{Batch, Store, Stored, Table, decode};
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::accounts::{Accounts, MailTokenRow};
use crate::clock::Millis;
use crate::config::Config;
use crate::games::Games;
use crate::giveaways::Giveaways;
use crate::hunts::Hunts;
use crate::points::Grants;
use crate::points::imports::Imports;
use crate::privacy::take_all_left_points;
use crate::startup::Site;
use crate::tables;
use crate::wagers::affiliate::Affiliate;
use crate::wallet::ReceiptRow;

/// Receipts are kept so long (decision A8).
const RECEIPT_MILLIS: i64 = 24 * 60 * 60 * 1000;
const PAGE: usize = 512;

type Outcome = Result<usize, String>;

/// A job before it is scheduled.
struct Planned {
    name: &'static str,
    title: &'static str,
    /// Seconds, minutes, hours, days, months, weekdays; in the site's timezone.
    schedule: String,
    work: Box<dyn Fn() -> BoxFuture<'static, Outcome> + Send + Sync>,
}

fn every<Work>(
    schedule: &str,
    name: &'static str,
    title: &'static str,
    work: impl Fn() -> Work + Send + Sync + 'static,
) -> Planned
where
    Work: Future<Output = Outcome> + Send + 'static,
{
    let work = Box::new(move || work().boxed());
    Planned { name, title, schedule: schedule.to_owned(), work }
}

/// All of them.
fn plan(config: &Config, site: &Site) -> Vec<Planned> {
    let (games, giveaways) = (site.games().clone(), site.giveaways().clone());
    let (accounts, limits) = (site.accounts().clone(), site.limits().clone());
    let (store, clock, imports) =
        (site.store().clone(), site.clock().clone(), site.imports().clone());
    let (affiliate, hunts) = (site.affiliate().clone(), site.hunts().clone());
    let (links, backups) = ((store.clone(), clock.clone()), site.backups().clone());
    let (nightly, erase) = (store.clone(), Duration::from_secs(config.store.erase_days * 86_400));
    vec![
        every("0 * * * * *", "rates", "Forget old rates", move || {
            limits.forget_old();
            ready(Ok(0))
        }),
        every("10 * * * * *", "wagers", "Ask the casino for the wager leaderboard", move || {
            let affiliate = affiliate.clone();
            async move { affiliate.poll_due().await.map(|polled| polled.taken) }
        }),
        every("20 */5 * * * *", "hunts", "Read the bonus hunts of a service", move || {
            let hunts = hunts.clone();
            async move { hunts.refresh().await.map(|refreshed| refreshed.changed) }
        }),
        every("15 * * * * *", "giveaways", "End giveaways and pay refunds", move || {
            let giveaways = giveaways.clone();
            async move { giveaways.settle_overdue().await }
        }),
        every("30 * * * * *", "rounds", "Settle rounds that were left open", move || {
            let games = games.clone();
            async move { games.settle_overdue().await }
        }),
        every("45 * * * * *", "imports", "Pay imported points to who is known by now", move || {
            let imports = imports.clone();
            async move { imports.settle().await.map_err(|error| error.to_string()) }
        }),
        every("0 41 * * * *", "departed", "Take points of deleted accounts", move || {
            let accounts = accounts.clone();
            async move { take_all_left_points(&accounts).await.map_err(|error| error.to_string()) }
        }),
        every("0 17 * * * *", "receipts", "Remove old receipts", move || {
            let (store, now) = (store.clone(), clock.now());
            aside(move || forget_receipts(&store, now))
        }),
        every("0 18 * * * *", "links", "Remove old links of letters", move || {
            let (store, now) = (links.0.clone(), links.1.now());
            aside(move || forget_links(&store, now))
        }),
        every(&config.store.nightly_base, "base", "Write the nightly base", move || {
            let (store, backups) = (nightly.clone(), backups.clone());
            aside(move || {
                let report = store.roll_base(erase).map_err(|error| error.to_string())?;
                tracing::info!(?report, "the nightly base is written");
                let forgotten = backups.forget_older(erase)?;
                Ok(1 + forgotten)
            })
        }),
    ]
}

/// Work that blocks, on a thread of its own.
async fn aside(work: impl FnOnce() -> Outcome + Send + 'static) -> Outcome {
    tokio::task::spawn_blocking(work).await.map_err(|error| error.to_string())?
}

/// Starts all jobs.
///
/// # Errors
/// A schedule of the settings does not read.
pub async fn start(config: &Config, site: &Site) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    for Planned { name, title, schedule, work } in plan(config, site) {
        let (states, work) = (site.job_states().clone(), Arc::new(work));
        states.add(name, title, &schedule);
        let job = Job::new_async_tz(schedule.as_str(), config.site.timezone, move |_, _| {
            let (states, work) = (states.clone(), work.clone());
            Box::pin(async move { states.run(name, work()).await })
        });
        scheduler.add(job?).await?;
    }
    scheduler.start().await?;
    Ok(scheduler)
}

/// Knocks at the sessions whose open round should have settled by now.
pub async fn settle_overdue(games: &Games) {
    match games.settle_overdue().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "rounds that were left open were settled"),
        Err(reason) => tracing::error!(%reason, "rounds left open could not be settled"),
    }
}

/// Knocks at the giveaways that should have ended by now, or whose points are going back.
pub async fn end_overdue(giveaways: &Giveaways) {
    match giveaways.settle_overdue().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "giveaways that were due were looked at"),
        Err(reason) => tracing::error!(%reason, "giveaways that are due could not be read"),
    }
}

/// Carries on what a kill left of points for everybody.
pub async fn resume_grants(grants: &Grants) {
    match grants.resume().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "points for everybody were carried to their end"),
        Err(reason) => tracing::error!(%reason, "points for everybody wait for the next start"),
    }
}

/// Carries on what a kill left of imports of points.
pub async fn resume_imports(imports: &Imports) {
    match imports.resume().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "imports of points were carried to their end"),
        Err(reason) => tracing::error!(%reason, "imports of points wait for the next start"),
    }
}

/// Asks for the wager leaderboard at the start, instead of minutes later.
pub async fn ask_casino(affiliate: &Affiliate) {
    match affiliate.poll_due().await {
        Ok(_) => {}
        Err(reason) => tracing::warn!(%reason, "the wager leaderboard stays as it was"),
    }
}

/// Reads the bonus hunts of a service at the start, instead of minutes later.
pub async fn read_hunts(hunts: &Hunts) {
    if let Err(reason) = hunts.refresh().await {
        tracing::warn!(%reason, "bonus hunts stay as they were");
    }
}

/// Takes the points of accounts that are gone.
pub async fn take_left_points(accounts: &Accounts) {
    match take_all_left_points(accounts).await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "points of deleted accounts were taken"),
        Err(reason) => tracing::error!(%reason, "points of deleted accounts still stand"),
    }
}

/// Removes receipts whose time is over. Returns how many.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_receipts(store: &Store, now: Millis) -> Result<usize, String> {
    let is_old = |row: &ReceiptRow| row.at.saturating_add(RECEIPT_MILLIS) < now.0;
    forget(store, tables::RECEIPT, is_old)
}

/// Removes links of letters whose time is over. Returns how many.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_links(store: &Store, now: Millis) -> Result<usize, String> {
    forget(store, tables::MAIL_TOKEN, |row: &MailTokenRow| row.expires_at <= now.0)
}

fn forget<Row: Stored>(
    store: &Store,
    table: Table,
    is_old: impl Fn(&Row) -> bool,
) -> Result<usize, String> {
    let mut from = Vec::new();
    let mut removed = 0;
    loop {
        let rows = store.view().scan(table, &from, &[], PAGE).map_err(|e| e.to_string())?;
        let Some((last, _)) = rows.last() else { return Ok(removed) };
        from = [last.as_ref(), &[0]].concat();
        let mut batch = Batch::new();
        let before = removed;
        for (key, row) in &rows {
            if is_old(&decode(row).map_err(|e| e.to_string())?) {
                batch.delete(table, key).map_err(|e| e.to_string())?;
                removed += 1;
            }
        }
        if removed > before {
            store.commit(batch).wait().map_err(|e| e.to_string())?;
        }
    }
}
