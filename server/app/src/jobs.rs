//! Every schedule, in one table. A job only knocks; what there is to do is decided by whoever owns it.

use std::time::Duration;

use pointhouse_store::{Batch, Store, Stored, Table, decode};
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::accounts::{Accounts, MailTokenRow};
use crate::clock::{Clock, Millis};
use crate::config::Config;
use crate::games::Games;
use crate::giveaways::Giveaways;
use crate::points::Grants;
use crate::privacy::take_all_left_points;
use crate::rate::Limits;
use crate::tables;
use crate::wallet::ReceiptRow;

/// Receipts are kept so long (decision A8).
const RECEIPT_MILLIS: i64 = 24 * 60 * 60 * 1000;
const PAGE: usize = 512;

/// Starts all jobs.
///
/// # Errors
/// A schedule of the settings does not read.
pub async fn start(
    config: &Config,
    store: &Store,
    limits: actix_web::web::Data<Limits>,
    games: &Games,
    giveaways: &Giveaways,
    accounts: &Accounts,
    clock: &Clock,
) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    scheduler.add(Job::new("0 * * * * *", move |_, _| limits.forget_old())?).await?;
    let overdue = games.clone();
    scheduler
        .add(Job::new_async("30 * * * * *", move |_, _| {
            let games = overdue.clone();
            Box::pin(async move { settle_overdue(&games).await })
        })?)
        .await?;
    let ending = giveaways.clone();
    scheduler
        .add(Job::new_async("15 * * * * *", move |_, _| {
            let giveaways = ending.clone();
            Box::pin(async move { end_overdue(&giveaways).await })
        })?)
        .await?;
    let left = accounts.clone();
    scheduler
        .add(Job::new_async("0 41 * * * *", move |_, _| {
            let accounts = left.clone();
            Box::pin(async move { take_left_points(&accounts).await })
        })?)
        .await?;
    let (receipts, time) = (store.clone(), clock.clone());
    scheduler
        .add(Job::new("0 17 * * * *", move |_, _| {
            let (store, now) = (receipts.clone(), time.now());
            std::thread::spawn(move || {
                match forget_receipts(&store, now) {
                    Ok(count) => tracing::debug!(count, "old receipts were removed"),
                    Err(reason) => tracing::error!(%reason, "old receipts could not be removed"),
                }
                match forget_links(&store, now) {
                    Ok(count) => tracing::debug!(count, "old links were removed"),
                    Err(reason) => tracing::error!(%reason, "old links could not be removed"),
                }
            });
        })?)
        .await?;
    let (nightly, erase) = (store.clone(), Duration::from_secs(config.store.erase_days * 86_400));
    let schedule = config.store.nightly_base.as_str();
    scheduler
        .add(Job::new_tz(schedule, config.site.timezone, move |_, _| {
            let store = nightly.clone();
            std::thread::spawn(move || match store.roll_base(erase) {
                Ok(report) => tracing::info!(?report, "the nightly base is written"),
                Err(error) => tracing::error!(%error, "the nightly base could not be written"),
            });
        })?)
        .await?;
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
