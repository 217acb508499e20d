//! Copies of backups at other places.
//!
//! The newest nightly base or backup of the panel is copied to each target once. A copy that failed is tried again by
//! the next run. A target that fails does not stop the others.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use bincode::{Decode, Encode};
use parking_lot::Mutex;
use pointhouse_store::{Batch, Single, Store, StoreError, StoredRow};
use tokio::runtime::Handle;

use super::sealed::{NAME_START, write_copy};
use super::target::CopyTarget;
use super::{BY_HAND, Backup, Backups};
use crate::clock::{Clock, Millis};
use crate::config;
use crate::job_states::{JobStates, without_paths};
use crate::locks::Lock;
use crate::tables::{self, RowFormat};

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
    copying: Lock,
    rows: Mutex<Vec<CopyRow>>,
}

impl Copies {
    /// Reads the last results.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn load(
        backups: &Backups,
        settings: &config::Backups,
        store: &Store,
        clock: &Clock,
    ) -> Result<Self, StoreError> {
        let CopiesRow(rows) = COPIES.get(store.view())?.unwrap_or_default();
        Ok(Self {
            inner: Arc::new(Inner {
                backups: backups.clone(),
                store: store.clone(),
                clock: clock.clone(),
                settings: settings.clone(),
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

    /// Returns whether copies are encrypted.
    pub fn are_encrypted(&self) -> bool {
        !self.inner.settings.recipient.is_empty()
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
            match self.copy_to(target).await {
                Ok(true) => copied += 1,
                Ok(false) => {}
                Err(reason) => failures.push(format!("{}: {reason}", target.title())),
            }
        }
        if failures.is_empty() { Ok(copied) } else { Err(failures.join("; ")) }
    }

    async fn copy_to(&self, target: CopyTarget) -> Result<bool, String> {
        let (own, runtime) = (self.clone(), Handle::current());
        let has = self.row(target).backup_at;
        let sent = tokio::task::spawn_blocking(move || {
            let newest = own.newest().filter(|backup| backup.created_at > has);
            newest.map(|backup| {
                let sent = own.send(target, &runtime, &backup);
                (backup, sent)
            })
        });
        let Some((backup, sent)) = sent.await.map_err(|error| error.to_string())? else {
            return Ok(false);
        };
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

    /// The newest backup that is copied. Those before resets and upgrades stay here: they undo a mistake.
    fn newest(&self) -> Option<Backup> {
        let is_copied = |backup: &Backup| {
            backup.nightly || backup.name.ends_with(&format!("-{BY_HAND}.{}", super::ENDING))
        };
        self.inner.backups.all().into_iter().find(is_copied)
    }

    fn send(
        &self,
        target: CopyTarget,
        runtime: &Handle,
        backup: &Backup,
    ) -> Result<(String, u64), String> {
        let settings = &self.inner.settings;
        let recipient = settings.recipient()?;
        let time = Millis(backup.created_at).iso().replace(':', "");
        let kind = if backup.nightly { "nightly" } else { BY_HAND };
        let ending = if recipient.is_some() { "base.age" } else { "base" };
        let name = format!("{NAME_START}{time}-{kind}.{ending}");
        let file: PathBuf = self.inner.backups.path(backup);
        let mut pour = |into: &mut dyn std::io::Write| {
            write_copy(&mut File::open(&file)?, recipient.as_ref(), into)
        };
        let bytes = target.send(settings, runtime, &name, &mut pour)?;
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
