//! Copies of backups at other places.
//!
//! The newest nightly base or backup of the panel is copied to each target once. A copy that failed, or that was
//! cancelled because the site stopped, is tried again by the next run. A target that fails does not stop the others.

use std::fs::File;
use std::sync::Arc;

use bincode::{Decode, Encode};
use parking_lot::Mutex;
use pointhouse_store::{Batch, Single, Store, StoreError, StoredRow, View};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::encryption::CopyEncryption;
use super::names::{CopyNames, is_copy_of, is_plain_copy, site_name};
use super::sealed::{Sealing, write_copy};
use super::stopping::Stopping;
use super::target::{CopyTarget, NewCopy};
use super::{BY_HAND, Backup, Backups};
use crate::clock::{Clock, Millis};
use crate::config;
use crate::job_states::{JobStates, without_paths};
use crate::locks::Lock;
use crate::tables::{self, RowFormat, SecretRow};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[COPIES.format()];

const COPIES: Single<CopiesRow> = Single::new(tables::SETTING, "backup_copies");

/// Name of the job that copies.
pub const JOB: &str = "copies";

/// Age of a copied backup from which on it is a problem, in milliseconds: two nights, and two hours to write and
/// copy one.
const STALE_MILLIS: i64 = 50 * 60 * 60 * 1000;
/// Longest error that is kept, in characters.
const ERROR_MAX: usize = 1000;

/// Last results of a target.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct CopyRow {
    target: CopyTarget,
    /// When the copied backup was written, in milliseconds; 0: none was copied.
    backup_at: i64,
    /// Name of the copy.
    name: String,
    bytes: u64,
    copied_at: i64,
    /// Time of the last failure; 0: none since the last copy.
    failed_at: i64,
    error: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
struct CopiesRow(Vec<CopyRow>);

impl StoredRow for CopiesRow {
    const VERSION: u8 = 1;
}

/// The state of a target.
#[derive(Clone, Debug)]
pub struct CopyState {
    /// The target.
    pub target: CopyTarget,
    /// The last copy.
    pub copied: Option<Copied>,
    /// Time and reason of the last failure since the last copy.
    pub failed: Option<(Millis, String)>,
}

/// A copy that was made.
#[derive(Clone, Debug)]
pub struct Copied {
    /// Name of the copy.
    pub name: String,
    /// Size of the copy, in bytes.
    pub bytes: u64,
    /// When the copied backup was written.
    pub backup_at: Millis,
    /// When the copy was completed.
    pub copied_at: Millis,
}

impl CopyState {
    /// Returns whether the last copy is of a backup that is older than two nights.
    pub fn is_stale(&self, now: Millis) -> bool {
        let age = |copied: &Copied| now.0.saturating_sub(copied.backup_at.0);
        self.copied.as_ref().is_some_and(|copied| age(copied) > STALE_MILLIS)
    }
}

/// Whether the last copy at some target is not encrypted.
///
/// # Errors
/// The row cannot be decoded.
pub fn has_plain_copies(view: &View) -> Result<bool, StoreError> {
    let CopiesRow(rows) = COPIES.get(view)?.unwrap_or_default();
    Ok(rows.iter().any(|row| row.backup_at > 0 && is_plain_copy(&row.name)))
}

/// Name and size of a copy that was sent.
type Sent = (String, u64);

/// The newest backup that is copied. Those before resets and upgrades stay here: they undo a mistake. One that a clock
/// dated in the future is older than those with a time that has passed.
fn newest(backups: &[Backup], now: Millis) -> Option<&Backup> {
    let is_copied = |backup: &&Backup| {
        backup.nightly || backup.name.ends_with(&format!("-{BY_HAND}.{}", super::ENDING))
    };
    let copied = backups.iter().filter(is_copied);
    copied.max_by_key(|backup| (backup.created_at <= now.0, backup.created_at))
}

/// The copies of a site's backups. Cheap to clone.
#[derive(Clone)]
pub struct Copies {
    inner: Arc<Inner>,
}

struct Inner {
    backups: Backups,
    store: Store,
    clock: Clock,
    settings: config::Backups,
    /// The site's part of the names of copies.
    site: String,
    stopping: Stopping,
    copying: Lock,
    rows: Mutex<Vec<CopyRow>>,
}

impl Copies {
    /// Reads the last results. The site's names for copies follow from its secret.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn load(
        backups: &Backups,
        settings: &config::Backups,
        (store, secret): (&Store, &SecretRow),
        clock: &Clock,
    ) -> Result<Self, StoreError> {
        let CopiesRow(rows) = COPIES.get(store.view())?.unwrap_or_default();
        Ok(Self {
            inner: Arc::new(Inner {
                backups: backups.clone(),
                store: store.clone(),
                clock: clock.clone(),
                settings: settings.clone(),
                site: site_name(secret),
                stopping: Stopping::default(),
                copying: Lock::default(),
                rows: Mutex::new(rows),
            }),
        })
    }

    /// The targets of the settings with their states.
    pub fn states(&self) -> Vec<CopyState> {
        let rows = self.inner.rows.lock();
        let state = |target| {
            let row = rows.iter().find(|row| row.target == target);
            CopyState {
                target,
                copied: row.filter(|row| row.backup_at > 0).map(|row| Copied {
                    name: row.name.clone(),
                    bytes: row.bytes,
                    backup_at: Millis(row.backup_at),
                    copied_at: Millis(row.copied_at),
                }),
                failed: row
                    .filter(|row| row.failed_at > 0)
                    .map(|row| (Millis(row.failed_at), row.error.clone())),
            }
        };
        CopyTarget::configured(&self.inner.settings).into_iter().map(state).collect()
    }

    /// How copies are encrypted; `None` if no target is set.
    pub fn encryption(&self) -> Option<CopyEncryption> {
        CopyEncryption::of(&self.inner.settings)
    }

    /// Whether something encrypts copies, also where no target is set.
    pub fn has_key(&self) -> bool {
        self.inner.settings.encrypts()
    }

    /// What encrypts copies, and downloads unless the owner chooses otherwise; `None` if nothing is set.
    ///
    /// # Errors
    /// A setting is not valid.
    pub fn sealing(&self) -> Result<Option<Sealing>, String> {
        Sealing::configured(&self.inner.settings)
    }

    /// Runs the job now, in the background. A run in progress goes on instead; the next one then takes the newest
    /// backup.
    pub fn start(&self, jobs: &JobStates) {
        if CopyTarget::configured(&self.inner.settings).is_empty() {
            return;
        }
        let (copies, jobs) = (self.clone(), jobs.clone());
        actix_web::rt::spawn(async move { jobs.run(JOB, copies.copy_newest()).await });
    }

    /// Copies the newest backup to each target that doesn't have it. Returns the number of copies.
    ///
    /// # Errors
    /// The errors of all targets that failed.
    pub async fn copy_newest(&self) -> Result<usize, String> {
        let _copying = self.inner.copying.lock().await;
        let (mut copied, mut failures) = (0, Vec::new());
        for target in CopyTarget::configured(&self.inner.settings) {
            if self.inner.stopping.has_begun() {
                break;
            }
            match self.copy_to(target).await {
                Ok(true) => copied += 1,
                Ok(false) => {}
                Err(reason) => failures.push(format!("{}: {reason}", target.title())),
            }
        }
        if failures.is_empty() { Ok(copied) } else { Err(failures.join("; ")) }
    }

    /// Cancels the copy that is being made and waits for its end. No copy begins afterwards.
    pub async fn stop(&self) {
        self.inner.stopping.begin();
        drop(self.inner.copying.lock().await);
    }

    async fn copy_to(&self, target: CopyTarget) -> Result<bool, String> {
        let (own, runtime) = (self.clone(), Handle::current());
        let (answer, sent) = oneshot::channel();
        // A thread of its own: the end of the process would wait for a blocking task, such as one that writes to a
        // network disk that doesn't answer.
        let copying = std::thread::Builder::new().name("backup-copy".to_owned());
        let began = copying.spawn(move || drop(answer.send(own.send_newest(target, &runtime))));
        began.map_err(|error| error.to_string())?;
        let sent = sent.await.map_err(|_| "the copy broke off".to_owned())?;
        let Some((backup, sent)) = sent else { return Ok(false) };
        if sent.is_err() && self.inner.stopping.has_begun() {
            tracing::info!(target = target.name(), "cancelled the copy of a backup");
            return Ok(false);
        }
        let now = self.inner.clock.now().0;
        let row = match &sent {
            Ok((name, bytes)) => CopyRow {
                target,
                backup_at: backup.created_at,
                name: name.clone(),
                bytes: *bytes,
                copied_at: now,
                failed_at: 0,
                error: String::new(),
            },
            Err(reason) => CopyRow {
                failed_at: now,
                error: without_paths(reason).chars().take(ERROR_MAX).collect(),
                ..self.row(target)
            },
        };
        self.note(row).await.map_err(|error| error.to_string())?;
        let (name, bytes) = sent?;
        tracing::info!(target = target.name(), name, bytes, "copied a backup");
        Ok(true)
    }

    /// Sends the newest backup to a target that doesn't have it. Blocks.
    fn send_newest(
        &self,
        target: CopyTarget,
        runtime: &Handle,
    ) -> Option<(Backup, Result<Sent, String>)> {
        let (backups, row) = (self.inner.backups.all(), self.row(target));
        let newest = newest(&backups, self.inner.clock.now())?;
        if !self.is_due(newest, &row) {
            return None;
        }
        let names = CopyNames::new(&self.inner.site);
        Some((newest.clone(), self.send(target, runtime, (newest, &names))))
    }

    /// Returns whether a target gets this backup. Times alone don't decide: a clock that was ahead has dated a backup in
    /// the future, and later ones are newer.
    fn is_due(&self, newest: &Backup, row: &CopyRow) -> bool {
        let is_newer =
            newest.created_at > row.backup_at || row.backup_at > self.inner.clock.now().0;
        is_newer && !is_copy_of(&row.name, newest)
    }

    fn send(
        &self,
        target: CopyTarget,
        runtime: &Handle,
        (backup, names): (&Backup, &CopyNames),
    ) -> Result<Sent, String> {
        let Inner { settings, stopping, clock, .. } = &*self.inner;
        let sealing = self.sealing()?;
        let name = names.of(backup, sealing.is_some());
        let file = self.inner.backups.path(backup);
        let mut pour = |into: &mut dyn std::io::Write| {
            write_copy(&mut stopping.guard(File::open(&file)?), sealing.as_ref(), into)
        };
        let copy = NewCopy { settings, runtime, stopping, name: &name, names, now: clock.now() };
        let bytes = target.send(&copy, &mut pour)?;
        Ok((name, bytes))
    }

    fn row(&self, target: CopyTarget) -> CopyRow {
        let found = self.inner.rows.lock().iter().find(|row| row.target == target).cloned();
        found.unwrap_or_else(|| CopyRow {
            target,
            backup_at: 0,
            name: String::new(),
            bytes: 0,
            copied_at: 0,
            failed_at: 0,
            error: String::new(),
        })
    }

    async fn note(&self, row: CopyRow) -> Result<(), StoreError> {
        let mut rows = self.inner.rows.lock().clone();
        rows.retain(|other| other.target != row.target);
        rows.push(row);
        // In memory first: a store that takes no changes must not hide a failure.
        self.inner.rows.lock().clone_from(&rows);
        let mut batch = Batch::new();
        COPIES.put(&mut batch, &CopiesRow(rows))?;
        self.inner.store.commit(batch).await.map(drop)
    }
}
