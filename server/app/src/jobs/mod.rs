//! Every schedule, in one table. A job only knocks; what there is to do is decided by whoever owns it.

use std::future::{Future, ready};
use std::sync::Arc;
use std::time::Duration;

use chrono::DateTime;
use chrono_tz::Tz;
use croner::parser::{CronParser, Seconds};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use pointhouse_store::{Batch, Store, Stored, Table, decode};
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};

use crate::accounts::{Accounts, MailTokenRow};
use crate::chat::Chat;
use crate::clock::{Clock, Millis};
use crate::config::Config;
use crate::games::Games;
use crate::giveaways::Giveaways;
use crate::hunts::Hunts;
use crate::job_states::{JobRow, JobStates};
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
    /// It runs so rarely that a run which was due while the site was closed is made up for at the
    /// start.
    is_rare: bool,
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
    Planned { name, title, schedule: schedule.to_owned(), work, is_rare: false }
}

fn rarely<Work>(
    schedule: &str,
    name: &'static str,
    title: &'static str,
    work: impl Fn() -> Work + Send + Sync + 'static,
) -> Planned
where
    Work: Future<Output = Outcome> + Send + 'static,
{
    Planned { is_rare: true, ..every(schedule, name, title, work) }
}

/// All of them.
fn plan(config: &Config, site: &Site) -> Vec<Planned> {
    let (games, giveaways) = (site.games().clone(), site.giveaways().clone());
    let (accounts, limits) = (site.accounts().clone(), site.limits().clone());
    let (store, clock, imports) =
        (site.store().clone(), site.clock().clone(), site.imports().clone());
    let (affiliate, hunts) = (site.affiliate().clone(), site.hunts().clone());
    let (chat, swept) = (site.chat().clone(), site.chat().clone());
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
        rarely("0 41 * * * *", "departed", "Take points of deleted accounts", move || {
            let accounts = accounts.clone();
            async move { take_all_left_points(&accounts).await.map_err(|error| error.to_string()) }
        }),
        rarely("0 17 * * * *", "receipts", "Remove old receipts", move || {
            let (store, now) = (store.clone(), clock.now());
            aside(move || forget_receipts(&store, now))
        }),
        every("20 */5 * * * *", "chat", "See that Kick delivers the chat", move || {
            let chat = chat.clone();
            async move { chat.check().await }
        }),
        every("40 */5 * * * *", "chat_sweep", "Forget what is over around the chat", move || {
            let chat = swept.clone();
            async move { chat.sweep().await }
        }),
        rarely("0 18 * * * *", "links", "Remove old links of letters", move || {
            let (store, now) = (links.0.clone(), links.1.now());
            aside(move || forget_links(&store, now))
        }),
        rarely(&config.store.nightly_base, "base", "Write the nightly base", move || {
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

/// Starts all jobs, and makes up for runs that were due while the site was closed.
///
/// # Errors
/// A schedule of the settings does not read.
pub async fn start(config: &Config, site: &Site) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    for Planned { name, title, schedule, work, is_rare } in plan(config, site) {
        let runs = Arc::new(Runs {
            name,
            work,
            is_rare,
            states: site.job_states().clone(),
            store: site.store().clone(),
            clock: site.clock().clone(),
        });
        runs.states.add(name, title, &schedule);
        let (of_start, zone) = (runs.clone(), config.site.timezone);
        let pattern = schedule.clone();
        actix_web::rt::spawn(async move { of_start.make_up(&pattern, zone).await });
        let job = Job::new_async_tz(schedule.as_str(), zone, move |_, _| {
            let runs = runs.clone();
            Box::pin(async move { runs.run().await })
        });
        scheduler.add(job?).await?;
    }
    scheduler.start().await?;
    Ok(scheduler)
}

/// A job that is scheduled.
struct Runs {
    name: &'static str,
    work: Box<dyn Fn() -> BoxFuture<'static, Outcome> + Send + Sync>,
    is_rare: bool,
    states: JobStates,
    store: Store,
    clock: Clock,
}

impl Runs {
    async fn run(&self) {
        let began = self.clock.now();
        self.states.run(self.name, (self.work)()).await;
        if self.is_rare {
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
            tracing::warn!(name = self.name, %reason, "when a job ran is not on disk");
        }
    }

    /// Runs now, if a run was missed.
    async fn make_up(&self, schedule: &str, zone: Tz) {
        if !self.is_rare {
            return;
        }
        match JobRow::read(self.store.view(), self.name) {
            Ok(Some(row)) => {
                self.states.recall(self.name, row.ended_at);
                if was_missed(schedule, zone, Millis(row.since), self.clock.now()) {
                    tracing::info!(name = self.name, "a job makes up for a run that was missed");
                    self.run().await;
                }
            }
            // A new site has missed nothing.
            Ok(None) => self.remember(self.clock.now(), None).await,
            Err(reason) => tracing::error!(name = self.name, %reason, "a job's row does not read"),
        }
    }
}

/// Whether a schedule had a turn after one instant and not after another.
fn was_missed(schedule: &str, zone: Tz, since: Millis, now: Millis) -> bool {
    let pattern = CronParser::builder().seconds(Seconds::Required).build().parse(schedule);
    let since = DateTime::from_timestamp_millis(since.0).unwrap_or_default().with_timezone(&zone);
    let next = pattern.ok().and_then(|it| it.find_next_occurrence(&since, false).ok());
    next.is_some_and(|next| next.timestamp_millis() <= now.0)
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

/// Looks at once what is over around the chat, and whether the platform delivers it.
pub async fn check_chat(chat: &Chat) {
    if let Err(reason) = chat.sweep().await {
        tracing::error!(%reason, "what is over around the chat could not be forgotten");
    }
    if let Err(reason) = chat.check().await {
        tracing::warn!(%reason, "the chat's subscriptions could not be looked at");
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        Millis(DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis())
    }

    #[test]
    fn a_turn_that_nobody_was_there_for_is_missed() {
        let (nightly, zone) = ("0 30 3 * * *", chrono_tz::Australia::Sydney);
        // 03:30 in Sydney is 16:30 UTC of the day before, in summer.
        let since = at("2026-03-10T16:30:00Z");
        for (now, missed) in [
            ("2026-03-10T16:30:01Z", false),
            ("2026-03-11T16:29:59Z", false),
            ("2026-03-11T16:30:00Z", true),
            ("2026-05-01T00:00:00Z", true),
            // A clock that went back.
            ("2026-03-09T00:00:00Z", false),
        ] {
            assert_eq!(was_missed(nightly, zone, since, at(now)), missed, "{now}");
        }
        // The hour that a clock change skips is made up for behind it.
        let spring = ("0 30 2 * * *", at("2026-10-03T00:00:00Z"), at("2026-10-03T17:00:00Z"));
        assert!(was_missed(spring.0, zone, spring.1, spring.2));
        assert!(!was_missed("no schedule", zone, since, at("2027-01-01T00:00:00Z")));
    }
}
