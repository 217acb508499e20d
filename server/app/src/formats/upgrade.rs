//! The upgrade of a data folder from an older format, on one machine or on several.

use std::path::Path;
use std::time::{Duration, Instant};

use pointhouse_store::{
    Batch, Format, OpenError, OpenReport, Options, Progress, ReadError, Single, Store, Unit,
};

use super::{
    FORMAT, PAGE, PROGRAM, READABLE, RowError, check_first_rows, current, is_log, read, walk,
};
use crate::backups::{Backups, NoBackup};
use crate::clock::Clock;
use crate::cluster::check_alone;
use crate::progress;
use crate::tables::{self, Kind, NumberRow, RowFormat};

/// How long an upgrade waits for the index; the rest is read from the journal.
const APPLY_WITHIN: Duration = Duration::from_secs(600);
/// A machine that follows checks an older folder once within this time, in milliseconds.
const CHECKED_FOR: i64 = 24 * 60 * 60 * 1000;
/// What backups before an upgrade are named after.
const UPGRADE: &str = "upgrade";
/// Interval between two checks for free disk space.
const SPACE_AGAIN: Duration = Duration::from_millis(200);

/// The row formats, for checks and upgrades.
pub(super) const ROWS: &[RowFormat] = &[REWRITTEN.format()];
/// The format that all rows of a site on several machines have.
const REWRITTEN: Single<NumberRow> = Single::new(tables::SETTING, "rewritten");

/// Why the data folder was not upgraded, or not to the end. Nothing in it is lost; the next start goes on.
#[derive(Debug, thiserror::Error)]
pub enum UpgradeError {
    /// The store cannot be opened, or its files cannot be written.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A row cannot be read.
    #[error(transparent)]
    Row(#[from] RowError),
    /// The backup before the upgrade failed.
    #[error(transparent)]
    Backup(#[from] NoBackup),
    /// The folder belongs to a site on several machines, where no machine upgrades on its own.
    #[error(
        "this data folder has an older format and belongs to a site on several machines, which are upgraded together: start it \
         with pointhouse serve and its [cluster] settings"
    )]
    Shared,
    /// The store has stopped.
    #[error(transparent)]
    Commit(#[from] pointhouse_store::StoreError),
    /// The index cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A row is too large.
    #[error(transparent)]
    Write(#[from] pointhouse_store::RowTooLarge),
}

/// Opens a data folder in this program's format, after upgrading an older one. One that follows is opened as it is: what
/// it has is upgraded when the machine that leads is, see [`finish_upgrade`].
///
/// # Errors
/// The folder is in use, damaged, written by a newer program, or has a row that cannot be read.
pub async fn open(
    data: &Path,
    clock: &Clock,
    upgrading: impl Fn() -> Options,
    options: Options,
) -> Result<(Store, OpenReport), UpgradeError> {
    let format = match options.is_following {
        true => check_before_following(data, clock, &upgrading).await?,
        false => {
            upgrade(data, clock, &upgrading).await?;
            current()
        }
    };
    let merge_packs = format.number == FORMAT;
    let is_raised = merge_packs && format.upgrading_from.is_some();
    let (store, report) = Store::open(data, Options { format, merge_packs, ..options })?;
    check_first_rows(store.view())?;
    if is_raised && is_rewritten(&store)? {
        Store::set_format(data, &current())?;
    }
    Ok((store, report))
}

/// Upgrades an older data folder to [`FORMAT`]: writes a backup, then rewrites every row of an
/// older version. After a kill, the next start resumes.
async fn upgrade(
    data: &Path,
    clock: &Clock,
    options: &impl Fn() -> Options,
) -> Result<(), UpgradeError> {
    let Some(found) = Store::format_of(data)? else { return Ok(()) };
    found.check_readable(READABLE)?;
    let from = found.upgrading_from.unwrap_or(found.number);
    if from >= FORMAT {
        return Ok(());
    }
    let progress = Progress::default();
    let _shown = progress::show("upgrade", &progress);
    let watched = || Options { progress: progress.clone(), ..options() };
    let is_resumed = found.upgrading_from.is_some();
    let format = Format { program: PROGRAM.to_owned(), ..found };
    let (store, _) = Store::open(data, Options { format, ..watched() })?;
    let prepared = match check_alone(store.view()) {
        Err(_) => Err(UpgradeError::Shared),
        Ok(()) if is_resumed => Ok(None),
        Ok(()) => check_and_back_up((data, &store), clock, from, &progress).await.map(Some),
    };
    close(store).await;
    let rows = prepared?;
    if is_resumed {
        tracing::warn!(from, to = FORMAT, "resuming the upgrade of the data folder");
    }
    Store::set_format(data, &Format { upgrading_from: Some(from), ..current() })?;
    // From here on segments and bases have the new number, so that older programs refuse them.
    let format = Format { upgrading_from: Some(from), ..current() };
    let (store, _) = Store::open(data, Options { format, ..watched() })?;
    progress.begin("rewriting rows", Unit::Things, rows);
    let rewritten = rewrite_rows(&store, &progress).await;
    close(store).await;
    let rows = rewritten?;
    Store::set_format(data, &current())?;
    tracing::info!(from, to = FORMAT, rows, "data folder upgraded");
    Ok(())
}

async fn close(store: Store) {
    let closed = tokio::task::spawn_blocking(move || store.close(Instant::now() + APPLY_WITHIN));
    if closed.await.is_err() {
        tracing::error!("the store did not close cleanly during the upgrade");
    }
}

/// Checks that this program can upgrade a folder of a site on several machines, and writes a backup, before it may lead.
/// Returns the format in which the folder is to be opened.
async fn check_before_following(
    data: &Path,
    clock: &Clock,
    options: &impl Fn() -> Options,
) -> Result<Format, UpgradeError> {
    let Some(found) = Store::format_of(data)? else { return Ok(current()) };
    found.check_readable(READABLE)?;
    let own = Format { program: PROGRAM.to_owned(), ..found };
    if own.number == FORMAT {
        return Ok(own);
    }
    let progress = Progress::default();
    let _shown = progress::show("upgrade", &progress);
    let unchanged = Options { format: own.clone(), progress: progress.clone(), ..options() };
    let (store, _) = Store::open(data, unchanged)?;
    let backups = Backups::new(&store, clock, data);
    let since = clock.now().0.saturating_sub(CHECKED_FOR);
    let is_checked = backups.all().iter().any(|backup| {
        backup.name.contains(&format!("before-{UPGRADE}")) && backup.created_at > since
    });
    // A folder without a mark is refused later.
    let checked = match is_checked || check_alone(store.view()).is_ok() {
        true => Ok(0),
        false => check_and_back_up((data, &store), clock, own.number, &progress).await,
    };
    close(store).await;
    checked?;
    Ok(own)
}

/// Ends the upgrade of a site on several machines, on the one that leads: rewrites every row of an older version, for all of
/// them. After a kill, the next machine that leads does it.
///
/// # Errors
/// A row cannot be read, or the store has stopped.
pub async fn finish_upgrade(data: &Path, store: &Store) -> Result<(), UpgradeError> {
    let found = Store::format_of(data)?.unwrap_or_else(current);
    let Some(from) = found.upgrading_from else { return Ok(()) };
    if !is_rewritten(store)? {
        let progress = Progress::default();
        let _shown = progress::show("upgrade", &progress);
        progress.begin("rewriting rows", Unit::Things, None);
        let rows = rewrite_rows(store, &progress).await?;
        let mut batch = Batch::new();
        REWRITTEN.put(&mut batch, &NumberRow(u64::from(FORMAT)))?;
        store.commit(batch).await?;
        tracing::info!(from, to = FORMAT, rows, "the site's data was upgraded");
    }
    Ok(Store::set_format(data, &current())?)
}

/// Returns whether a machine that led has rewritten all rows.
fn is_rewritten(store: &Store) -> Result<bool, UpgradeError> {
    Ok(REWRITTEN.get(store.view())?.is_some_and(|NumberRow(format)| format == u64::from(FORMAT)))
}

/// Checks that every row can be read, and writes a backup. Returns the number of rows that are no entries of logs.
async fn check_and_back_up(
    (data, store): (&Path, &Store),
    clock: &Clock,
    from: u32,
    progress: &Progress,
) -> Result<u64, UpgradeError> {
    let mut rows = 0;
    progress.begin("reading all rows", Unit::Things, None);
    walk(store.view(), |met| {
        progress.add(1);
        rows += u64::from(met?.format.kind != Kind::Log);
        Ok::<_, UpgradeError>(())
    })?;
    progress.begin("writing a backup", Unit::Things, None);
    let backup = Backups::new(store, clock, data).before(UPGRADE).await?;
    let backup = data.join("backups").join(backup);
    tracing::warn!(from, to = FORMAT, backup = %backup.display(),
        "upgrading the data folder; restore the backup to go back");
    Ok(rows)
}

/// Rewrites every row of an older version. Returns their number. With a log that machines share it waits while that has no
/// space.
async fn rewrite_rows(store: &Store, progress: &Progress) -> Result<usize, UpgradeError> {
    let mut rewritten = 0;
    for &(table, name) in tables::ALL {
        if is_log(table) {
            continue;
        }
        let mut from = Vec::new();
        loop {
            let rows = store.view().scan(table, &from, &[], PAGE).map_err(RowError::from)?;
            let Some((last, _)) = rows.last() else { break };
            from = [last.as_ref(), &[0]].concat();
            progress.add(u64::try_from(rows.len()).unwrap_or_default());
            let mut batch = Batch::new();
            for (key, row) in &rows {
                let (format, read) = read(table, name, key, row)?;
                if format.kind == Kind::Rows && read.newest != row[..] {
                    batch.put(table, key, &read.newest)?;
                    rewritten += 1;
                }
            }
            if !batch.is_empty() {
                while store.has_space() && !store.writable() {
                    tokio::time::sleep(SPACE_AGAIN).await;
                }
                store.commit(batch).await?;
            }
        }
    }
    Ok(rewritten)
}
