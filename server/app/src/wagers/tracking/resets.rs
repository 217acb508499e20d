//! Resets: a backup first, then one commit, with a row in the audit.

use pointhouse_store::{Batch, Store, TableId};
use serde_json::{Value, json};

use super::records::{DayRow, DaySumRow, HeadRow, PlayerRow, put, read, walk};
use super::{Tracking, WagerError};
use crate::audit::{Actor, Entry};
use crate::cents::Cents;
use crate::clock::SiteDay;
use crate::detached::to_the_end;
use crate::tables;

/// Rows that are swept away in one commit.
const SWEPT: usize = 1024;

/// What is thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// Today's growth.
    Daily,
    /// The history, day by day.
    History,
    /// Both, and the months, and the players.
    Complete,
}

/// What a reset left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The backup's file, in the folder of backups.
    pub backup: String,
    /// Rows that counted before.
    pub cleared: u64,
}

impl Reset {
    const fn name(self) -> &'static str {
        match self {
            Self::Daily => "wager-reset-daily",
            Self::History => "wager-reset-database",
            Self::Complete => "wager-complete-reset",
        }
    }

    const fn action(self) -> &'static str {
        match self {
            Self::Daily => "wagers.reset-daily",
            Self::History => "wagers.reset-database",
            Self::Complete => "wagers.complete-reset",
        }
    }
}

impl Tracking {
    /// Throws it away, once a backup of everything lies on disk.
    ///
    /// # Errors
    /// See [`WagerError`]; nothing changed then.
    pub async fn reset(&self, what: Reset, actor: Actor) -> Result<Done, WagerError> {
        let tracking = self.clone();
        let done = async move { tracking.throw_away(what, actor).await };
        to_the_end(done).await.map_err(WagerError::inner)?
    }

    async fn throw_away(&self, what: Reset, actor: Actor) -> Result<Done, WagerError> {
        let _changing = self.inner.changing.lock().await;
        let ground = &self.inner.ground;
        if !ground.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        let backup = ground.backups.before(what.name()).await?;
        let (view, today) = (ground.store.view().clone(), self.today());
        let cleared = ground.reads.run(move || {
            let head = HeadRow::read(&view)?;
            match what {
                Reset::Daily => without_today(&view, head, today),
                Reset::History | Reset::Complete => without_history(&view, head, what),
            }
        });
        let cleared = cleared.await.map_err(WagerError::inner)?.map_err(WagerError::Inner)?;
        let Cleared { batch, rows, before, mut after } = cleared;
        if let Value::Object(fields) = &mut after {
            fields.insert("backup".to_owned(), json!(backup));
        }
        let entry = Entry {
            actor,
            action: what.action(),
            subject: "wagers".to_owned(),
            before: before.to_string(),
            after: after.to_string(),
        };
        let audit = &ground.audit;
        audit.commit_audited(batch, entry).await.map_err(WagerError::inner)?;
        let tracking = self.clone();
        actix_web::rt::spawn(async move { tracking.sweep().await });
        Ok(Done { backup, cleared: rows })
    }

    /// Removes what lies under older counts: nobody sees it any more.
    pub async fn sweep(&self) {
        let _sweeping = self.inner.sweeping.lock().await;
        match self.sweep_pages().await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "reset wagers were swept away"),
            Err(reason) => tracing::error!(%reason, "reset wagers wait for the next sweep"),
        }
    }

    /// Returns how many rows went. Other reads get their turn after each page.
    async fn sweep_pages(&self) -> Result<u64, String> {
        let ground = &self.inner.ground;
        let head = HeadRow::read(ground.store.view())?;
        let mut swept = 0;
        for (table, count) in [
            (tables::WAGER_DAY, head.histories),
            (tables::WAGER_DAY_SUM, head.histories),
            (tables::WAGER_PLAYER, head.months),
            (tables::WAGER_MONTH, head.months),
        ] {
            // An empty end is the table's own.
            let mut from = (count > 0).then(Vec::new);
            while let Some(begin) = from.take() {
                let store = ground.store.clone();
                let page = move || sweep_page(&store, table, &begin, &count.to_be_bytes());
                let page = ground.reads.run(page).await.map_err(|error| error.to_string())??;
                if let Some(Page { rows, next }) = page {
                    swept += rows;
                    from = Some(next);
                }
            }
        }
        Ok(swept)
    }
}

struct Cleared {
    batch: Batch,
    rows: u64,
    before: Value,
    after: Value,
}

fn without_today(
    view: &pointhouse_store::View,
    mut head: HeadRow,
    today: SiteDay,
) -> Result<Cleared, String> {
    let mut grown: Vec<(Vec<u8>, PlayerRow)> = Vec::new();
    let range = (head.players_from(), head.months_end());
    walk(view, tables::WAGER_PLAYER, (&range.0, &range.1), |key, row: PlayerRow| {
        if row.daily_on(today) > Cents(0) {
            grown.push((key.get(4..).unwrap_or_default().to_vec(), row));
        }
        true
    })?;
    let mut batch = Batch::new();
    let rows = u64::try_from(grown.len()).unwrap_or(u64::MAX);
    let mut sum = Cents(0);
    for (name, mut row) in grown {
        sum = Cents(sum.0.saturating_add(row.daily.0));
        row.revision += 1;
        row.daily = Cents(0);
        put(&mut batch, tables::WAGER_PLAYER, &[&head.players_from()[..], &name].concat(), &row)?;
        let key = [&head.day_from(today)[..], &name].concat();
        if let Some(mut day) = read::<DayRow>(view, tables::WAGER_DAY, &key)? {
            day.revision += 1;
            day.daily = Cents(0);
            put(&mut batch, tables::WAGER_DAY, &key, &day)?;
        }
    }
    let key = head.day_from(today);
    if let Some(mut of_day) = read::<DaySumRow>(view, tables::WAGER_DAY_SUM, &key)? {
        of_day.revision += 1;
        of_day.daily = Cents(0);
        put(&mut batch, tables::WAGER_DAY_SUM, &key, &of_day)?;
    }
    head.revision += 1;
    head.put(&mut batch)?;
    let told = |players: u64, sum: Cents| json!({ "day": today.iso(), "players": players, "dailyWager": sum.dollars() });
    Ok(Cleared { batch, rows, before: told(rows, sum), after: told(0, Cents(0)) })
}

fn without_history(
    view: &pointhouse_store::View,
    mut head: HeadRow,
    what: Reset,
) -> Result<Cleared, String> {
    let (from, to) = (head.day_from(SiteDay(0)), head.day_from(SiteDay(i32::MAX)));
    let (mut days, mut rows) = (0_u64, 0);
    walk(view, tables::WAGER_DAY_SUM, (&from, &to), |_, row: DaySumRow| {
        days += 1;
        rows += row.players;
        true
    })?;
    let before = json!({ "days": days, "rows": rows, "players": head.players });
    head.revision += 1;
    head.histories += 1;
    if what == Reset::Complete {
        head.months += 1;
        head.players = 0;
        head.begun_at = None;
        head.last_at = None;
    }
    let mut batch = Batch::new();
    head.put(&mut batch)?;
    let after = json!({ "days": 0, "rows": 0, "players": head.players });
    Ok(Cleared { batch, rows, before, after })
}

/// Rows that went, and where to go on: what was deleted would be looked through again otherwise.
struct Page {
    rows: u64,
    next: Vec<u8>,
}

/// None: there is nothing left, or nothing may be written.
fn sweep_page(
    store: &Store,
    table: TableId,
    from: &[u8],
    to: &[u8],
) -> Result<Option<Page>, String> {
    let rows = store.view().scan(table, from, to, SWEPT).map_err(|error| error.to_string())?;
    let Some((last, _)) = rows.last().filter(|_| store.writable()) else { return Ok(None) };
    let next = [last.as_ref(), &[0]].concat();
    let mut batch = Batch::new();
    for (key, _) in &rows {
        batch.delete(table, key).map_err(|error| error.to_string())?;
    }
    store.commit(batch).wait().map_err(|error| error.to_string())?;
    Ok(Some(Page { rows: u64::try_from(rows.len()).unwrap_or(u64::MAX), next }))
}
