//! The format of a data folder: every kind of row, and the upgrade from older formats.
//!
//! `pointhouse_store` knows tables and bytes; this is the list of their contents. The number is
//! raised when any row, key or file changes in a way that the previous program cannot read. Rows of
//! all versions stay readable, so an upgrade only rewrites old rows in the new version: it can stop
//! anywhere and resume. Log entries are never rewritten; their decoders stay.

use std::path::Path;
use std::time::{Duration, Instant};

use pointhouse_store::{
    Batch, CodecError, Format, OpenError, OpenReport, Options, Progress, ReadError, RowBytes,
    RowProblem, Store, TableId, Unit, View,
};

use crate::backups::{Backups, NoBackup};
use crate::clock::Clock;
use crate::cluster::check_alone;
pub use crate::tables::FORMAT;
use crate::tables::{self, Kind, ReadRow, RowFormat};
use crate::{
    accounts, admin, audit, backups, calendar, challenges, chat, cluster, first_steps, games,
    giveaways, hunts, job_states, mail, maintenance, overlay, people, pictures, points, progress,
    second_factor, settings, shop, startup, wagers, wallet,
};

const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// Rows read per step of a walk and written per commit of an upgrade.
const PAGE: usize = 256;
/// How long an upgrade waits for the index; the rest is read from the journal.
const APPLY_WITHIN: Duration = Duration::from_secs(600);

/// Why the data folder was not upgraded. Its data is unchanged.
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

/// Why a row cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// The index cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The row cannot be decoded.
    #[error("{name}: {source}")]
    Codec {
        /// Name of the table.
        name: &'static str,
        /// The table's number, the key and the versions.
        source: CodecError,
    },
    /// The table or the key is unknown to this program.
    #[error("{name}: key {key} is not one that this program writes")]
    Unknown {
        /// Name of the table.
        name: &'static str,
        /// The key in hex.
        key: String,
    },
}

/// The format of this program.
pub fn current() -> Format {
    Format::new(FORMAT, PROGRAM)
}

/// Options to open a store of this program's format next to a site.
pub fn options() -> Options {
    Options { format: current(), ..Options::default() }
}

/// Every kind of row.
fn all() -> impl Iterator<Item = &'static RowFormat> {
    [
        wallet::ROWS,
        games::ROWS,
        accounts::ROWS,
        audit::ROWS,
        settings::ROWS,
        pictures::ROWS,
        first_steps::ROWS,
        backups::ROWS,
        cluster::ROWS,
        second_factor::ROWS,
        people::ROWS,
        admin::setup::ROWS,
        maintenance::ROWS,
        overlay::ROWS,
        calendar::ROWS,
        challenges::ROWS,
        shop::ROWS,
        giveaways::ROWS,
        mail::ROWS,
        points::ROWS,
        points::imports::ROWS,
        wagers::tracking::ROWS,
        wagers::affiliate::ROWS,
        hunts::ROWS,
        hunts::external::ROWS,
        job_states::ROWS,
        chat::ROWS,
        startup::ROWS,
        startup::PURPOSE_ROWS,
        startup::TIME_ZONE_ROWS,
    ]
    .into_iter()
    .flatten()
}

/// The format of the row with this table and key.
pub fn format_of(table: TableId, key: &[u8]) -> Option<&'static RowFormat> {
    all().find(|format| format.table == table && format.key.is_none_or(|own| own == key))
}

fn is_log(table: TableId) -> bool {
    format_of(table, &[]).is_some_and(|format| format.kind == Kind::Log)
}

/// Decodes a row; `None` for an old one that is dropped.
fn read(
    table: TableId,
    name: &'static str,
    key: &[u8],
    row: &RowBytes,
) -> Result<Option<(&'static RowFormat, ReadRow)>, RowError> {
    let hex = || key.iter().map(|byte| format!("{byte:02x}")).collect();
    let format = format_of(table, key).ok_or_else(|| RowError::Unknown { name, key: hex() })?;
    match format.read(row) {
        Ok(read) => Ok(Some((format, read))),
        Err(CodecError::Unreadable { problem: RowProblem::Version { found, newest }, .. })
            if format.drops_older && found < newest =>
        {
            Ok(None)
        }
        Err(source) => Err(RowError::Codec { name, source }),
    }
}

/// Reads the first row of every table, so that a program that cannot read the folder finds out here
/// and not in a member's call.
///
/// # Errors
/// The first row that cannot be read, with its table, key and versions.
pub fn check_first_rows(view: &View) -> Result<(), RowError> {
    for &(table, name) in tables::ALL {
        if is_log(table) {
            for owner in view.log_owners(table, 0, 1)? {
                for entry in view.log_from(table, owner, 0, 1)? {
                    read(table, name, &[], &entry.value)?;
                }
            }
        } else {
            for (key, row) in view.scan(table, &[], &[], 1)? {
                read(table, name, &key, &row)?;
            }
        }
    }
    Ok(())
}

/// A row met by [`walk`].
#[derive(Debug)]
pub struct Met<'a> {
    /// Name of the table.
    pub table: &'static str,
    /// The key, or `owner/sequence` of a log entry, as text.
    pub key: String,
    /// How the row is decoded.
    pub format: &'static RowFormat,
    /// The stored bytes.
    pub stored: &'a RowBytes,
    /// The decoded row.
    pub row: ReadRow,
}

/// Passes every row of every table to `take`, in order. A row that cannot be decoded is passed as
/// an error and doesn't end the walk.
///
/// # Errors
/// The index cannot be read, or `take` failed.
pub fn walk<E: From<ReadError>>(
    view: &View,
    mut take: impl FnMut(Result<Met<'_>, RowError>) -> Result<(), E>,
) -> Result<(), E> {
    for &(table, name) in tables::ALL {
        if is_log(table) {
            walk_log(view, table, name, &mut take)?;
        } else {
            walk_rows(view, table, name, &mut take)?;
        }
    }
    Ok(())
}

fn walk_rows<E: From<ReadError>>(
    view: &View,
    table: TableId,
    name: &'static str,
    take: &mut impl FnMut(Result<Met<'_>, RowError>) -> Result<(), E>,
) -> Result<(), E> {
    let mut from = Vec::new();
    loop {
        let rows = view.scan(table, &from, &[], PAGE)?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        from = [last.as_ref(), &[0]].concat();
        for (key, stored) in &rows {
            let text: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            let met = |(format, row)| Met { table: name, key: text, format, stored, row };
            if let Some(read) = read(table, name, key, stored).transpose() {
                take(read.map(met))?;
            }
        }
    }
}

fn walk_log<E: From<ReadError>>(
    view: &View,
    table: TableId,
    name: &'static str,
    take: &mut impl FnMut(Result<Met<'_>, RowError>) -> Result<(), E>,
) -> Result<(), E> {
    let mut next = Some(0);
    while let Some(from) = next {
        let owners = view.log_owners(table, from, PAGE)?;
        next = owners.last().and_then(|last| last.checked_add(1));
        for owner in owners {
            let mut seq = 0;
            loop {
                let entries = view.log_from(table, owner, seq, PAGE)?;
                let Some(last) = entries.last() else { break };
                seq = last.seq.saturating_add(1);
                for entry in &entries {
                    let (key, stored) = (format!("{owner}/{}", entry.seq), &entry.value);
                    let met = |(format, row)| Met { table: name, key, format, stored, row };
                    if let Some(read) = read(table, name, &[], stored).transpose() {
                        take(read.map(met))?;
                    }
                }
            }
        }
    }
    Ok(())
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
    let (store, report) = Store::open(data, Options { format, merge_packs, ..options })?;
    check_first_rows(store.view())?;
    Ok((store, report))
}

/// Opens a data folder in its own format, for commands that only read.
///
/// # Errors
/// The folder is in use, damaged, or written by a newer program.
pub fn open_unchanged(data: &Path, options: Options) -> Result<Store, OpenError> {
    let found = Store::format_of(data)?.unwrap_or_else(current);
    found.check_readable(FORMAT)?;
    Ok(Store::open(
        data,
        Options { format: Format { program: PROGRAM.to_owned(), ..found }, ..options },
    )?
    .0)
}

/// Upgrades an older data folder to [`FORMAT`]: writes a backup, then rewrites every row of an
/// older version. After a kill, the next start resumes.
async fn upgrade(
    data: &Path,
    clock: &Clock,
    options: &impl Fn() -> Options,
) -> Result<(), UpgradeError> {
    let Some(found) = Store::format_of(data)? else { return Ok(()) };
    found.check_readable(FORMAT)?;
    let from = found.upgrading_from.unwrap_or(found.number);
    if from >= FORMAT {
        return Ok(());
    }
    let progress = Progress::default();
    let _shown = progress::show("upgrade", &progress);
    let watched = || Options { progress: progress.clone(), ..options() };
    let mut rows = None;
    if found.upgrading_from.is_none() {
        let format = Format::new(from, PROGRAM);
        let (store, _) = Store::open(data, Options { format, ..watched() })?;
        let prepared = match check_alone(store.view()) {
            Ok(()) => check_and_back_up((data, &store), clock, from, &progress).await,
            Err(_) => Err(UpgradeError::Shared),
        };
        close(store).await;
        rows = Some(prepared?);
        Store::set_format(data, &Format { upgrading_from: Some(from), ..current() })?;
    } else {
        tracing::warn!(from, to = FORMAT, "resuming the upgrade of the data folder");
    }
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
    found.check_readable(FORMAT)?;
    let own = Format { program: PROGRAM.to_owned(), ..found };
    if own.number == FORMAT {
        return Ok(own);
    }
    let progress = Progress::default();
    let _shown = progress::show("upgrade", &progress);
    let unchanged = Options { format: own.clone(), progress: progress.clone(), ..options() };
    let (store, _) = Store::open(data, unchanged)?;
    let checked = check_and_back_up((data, &store), clock, own.number, &progress).await;
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
    let progress = Progress::default();
    let _shown = progress::show("upgrade", &progress);
    progress.begin("rewriting rows", Unit::Things, None);
    let rows = rewrite_rows(store, &progress).await?;
    Store::set_format(data, &current())?;
    tracing::info!(from, to = FORMAT, rows, "the site's data was upgraded");
    Ok(())
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
    let backup = Backups::new(store, clock, data).before("upgrade").await?;
    let backup = data.join("backups").join(backup);
    tracing::warn!(from, to = FORMAT, backup = %backup.display(),
        "upgrading the data folder; restore the backup to go back");
    Ok(rows)
}

/// Rewrites every row of an older version. Returns their number.
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
                let Some((format, read)) = read(table, name, key, row)? else {
                    batch.delete(table, key)?;
                    rewritten += 1;
                    continue;
                };
                if format.kind == Kind::Rows && read.newest != row[..] {
                    batch.put(table, key, &read.newest)?;
                    rewritten += 1;
                }
            }
            if !batch.is_empty() {
                store.commit(batch).await?;
            }
        }
    }
    Ok(rewritten)
}
