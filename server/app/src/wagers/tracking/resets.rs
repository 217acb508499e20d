//! Resets: a backup first, then one commit with its audit row.

use pointhouse_store::{Batch, Keys, Store, StoreError, StoredKey, StoredValue, Table, View};
use serde_json::{Value, json};

use super::records::{DAY, DAY_SUM, HEAD, HeadRow, MONTH, PLAYER, PlayerRow};
use super::{Tracking, WagerError};
use crate::audit::{Actor, Entry};
use crate::cents::Cents;
use crate::clock::SiteDay;
use crate::detached::to_the_end;
use crate::fault::Fault;

/// Most rows that a sweep removes in one commit.
const SWEPT: usize = 1024;

/// What to reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// Today's wagers.
    Daily,
    /// The history by day.
    History,
    /// History, months and players.
    Complete,
}

/// Result of a reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// File name of the backup, in the folder of backups.
    pub backup: String,
    /// Number of rows that were valid before.
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
    /// Makes a reset, after a backup of everything is on disk.
    ///
    /// # Errors
    /// See [`WagerError`]. Nothing has changed then.
    pub async fn reset(&self, what: Reset, actor: Actor) -> Result<Done, WagerError> {
        let tracking = self.clone();
        let done = async move { tracking.throw_away(what, actor).await };
        to_the_end(done).await?
    }

    async fn throw_away(&self, what: Reset, actor: Actor) -> Result<Done, WagerError> {
        let _changing = self.inner.changing.lock().await;
        let services = &self.inner.services;
        if !services.store.writable() {
            return Err(WagerError::ReadOnly);
        }
        let backup = services.backups.before(what.name()).await?;
        let (view, today) = (services.store.view().clone(), self.today());
        let cleared = services.reads.run(move || {
            let head = HeadRow::read(&view)?;
            match what {
                Reset::Daily => without_today(&view, head, today),
                Reset::History | Reset::Complete => without_history(&view, head, what),
            }
        });
        let Cleared { batch, rows, before, mut after } = cleared.await??;
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
        let audit = &services.audit;
        audit.commit_audited(batch, entry).await?;
        let tracking = self.clone();
        actix_web::rt::spawn(async move { tracking.sweep().await });
        Ok(Done { backup, cleared: rows })
    }

    /// Removes rows of earlier resets, which are no longer read.
    pub async fn sweep(&self) {
        let _sweeping = self.inner.sweeping.lock().await;
        match self.sweep_tables().await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "removed rows of reset wagers"),
            Err(reason) => {
                tracing::error!(%reason, "cannot remove rows of reset wagers; retrying with the next sweep")
            }
        }
    }

    /// Removes the rows from all tables. Returns their number.
    async fn sweep_tables(&self) -> Result<u64, Fault> {
        let head = HeadRow::read(self.inner.services.store.view())?;
        let days = self.sweep_table(&DAY, head.histories).await?;
        let sums = self.sweep_table(&DAY_SUM, head.histories).await?;
        let players = self.sweep_table(&PLAYER, head.months).await?;
        let months = self.sweep_table(&MONTH, head.months).await?;
        Ok(days + sums + players + months)
    }

    /// Removes the rows of a table whose keys begin with a number below `count`, while the store is
    /// writable. Returns their number. Yields to other reads after each page.
    async fn sweep_table<K, V>(&self, table: &'static Table<K, V>, count: u32) -> Result<u64, Fault>
    where
        K: StoredKey + 'static,
        V: StoredValue + 'static,
    {
        let services = &self.inner.services;
        let mut removed = 0;
        let mut left = Some(Keys::all().before(&count));
        while let Some(keys) = left.take() {
            let store = services.store.clone();
            let page = services.reads.run(move || sweep_page(&store, table, &keys)).await??;
            removed += page.rows;
            left = page.left;
        }
        Ok(removed)
    }
}

struct Cleared {
    batch: Batch,
    rows: u64,
    before: Value,
    after: Value,
}

fn without_today(view: &View, mut head: HeadRow, today: SiteDay) -> Result<Cleared, StoreError> {
    let mut grown: Vec<(String, PlayerRow)> = Vec::new();
    for player in PLAYER.rows(view, Keys::under(&head.months)) {
        let ((_, name), row) = player?;
        if row.daily_on(today) > Cents(0) {
            grown.push((name, row));
        }
    }
    let mut batch = Batch::new();
    let rows = u64::try_from(grown.len()).unwrap_or(u64::MAX);
    let mut sum = Cents(0);
    for (name, mut row) in grown {
        sum = Cents(sum.0.saturating_add(row.daily.0));
        row.revision += 1;
        row.daily = Cents(0);
        PLAYER.put(&mut batch, &(head.months, name.clone()), &row)?;
        let key = (head.histories, today, name);
        if let Some(mut day) = DAY.get(view, &key)? {
            day.revision += 1;
            day.daily = Cents(0);
            DAY.put(&mut batch, &key, &day)?;
        }
    }
    let key = (head.histories, today);
    if let Some(mut of_day) = DAY_SUM.get(view, &key)? {
        of_day.revision += 1;
        of_day.daily = Cents(0);
        DAY_SUM.put(&mut batch, &key, &of_day)?;
    }
    head.revision += 1;
    HEAD.put(&mut batch, &head)?;
    let audit_json = |players: u64, sum: Cents| json!({ "day": today.iso(), "players": players, "dailyWager": sum.dollars() });
    Ok(Cleared { batch, rows, before: audit_json(rows, sum), after: audit_json(0, Cents(0)) })
}

fn without_history(view: &View, mut head: HeadRow, what: Reset) -> Result<Cleared, StoreError> {
    let (mut days, mut rows) = (0_u64, 0);
    for sum in DAY_SUM.rows(view, Keys::under(&head.histories)) {
        let (_, row) = sum?;
        days += 1;
        rows += row.players;
    }
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
    HEAD.put(&mut batch, &head)?;
    let after = json!({ "days": 0, "rows": 0, "players": head.players });
    Ok(Cleared { batch, rows, before, after })
}

/// Result of one commit of a sweep.
struct Page {
    /// Number of removed rows.
    rows: u64,
    /// The remaining keys; `None` at the end, or when the store is not writable.
    left: Option<Keys>,
}

fn sweep_page<K: StoredKey, V: StoredValue>(
    store: &Store,
    table: &Table<K, V>,
    keys: &Keys,
) -> Result<Page, StoreError> {
    let rows = table.keys(store.view(), keys, SWEPT)?;
    let Some(last) = rows.last().filter(|_| store.writable()) else {
        return Ok(Page { rows: 0, left: None });
    };
    // Starting from the first key again would scan the rows deleted by this page.
    let left = Some(keys.clone().after(last));
    let mut batch = Batch::new();
    for key in &rows {
        table.delete(&mut batch, key)?;
    }
    store.commit(batch).wait()?;
    Ok(Page { rows: u64::try_from(rows.len()).unwrap_or(u64::MAX), left })
}
