//! Health of the site: store, backups, jobs, push, and each external service.

use std::path::Path;

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::{Batch, Store};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::work_progress::WorkProgress;
use super::{MemoryTable, MemoryUse, Notice, Notices, PanelLogins, RefusedLogins};
use crate::accounts::{Accounts, Admin};
use crate::answer::Answer;
use crate::audit::{Audit, Entry};
use crate::backups::{Backup, Backups, Copies, CopyState, CopyTarget, NoBackup, folder_bytes};
use crate::broadcast::Broadcaster;
use crate::calls::{Call, calls};
use crate::clock::{Clock, Millis};
use crate::external::{Condition, ExternalServices, ServiceStatus};
use crate::fault::{Fault, inner_faults};
use crate::job_states::{Beat, JobState, JobStates};
use crate::mail::{MailError, MailStatus, Mailer};
use crate::passphrase::PassphraseRefusal;
use crate::problem::Problem;
use crate::rate::Limits;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; health, backup_progress, backup]
}

/// Health of the store.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreHealth {
    state: Condition,
    /// Why the state is not good; null when it is good.
    #[schema(required)]
    note: Option<String>,
    /// True when the store accepts changes.
    writable: bool,
    /// Number of the newest commit on disk.
    last_commit: u64,
    /// Number of the newest commit in the index.
    applied_commit: u64,
    /// Bytes that are not in the index yet.
    memtable_bytes: u64,
    journal_bytes: u64,
    index_bytes: u64,
    /// Free disk space, in bytes; null when the system doesn't report it.
    #[schema(required)]
    free_bytes: Option<u64>,
}

/// A backup.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupFile {
    /// File name in the folder of its kind, inside the data folder.
    name: String,
    /// `nightly` backups are written by a job, the others on request.
    kind: BackupKind,
    bytes: u64,
    created_at: String,
}

/// Origin of a backup.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BackupKind {
    /// Written by the nightly job.
    Nightly,
    /// Written on an admin's request, or before data was removed.
    Asked,
}

/// A target of copies of backups, with its last copy.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupCopy {
    target: CopyTarget,
    title: &'static str,
    /// `good` before the first copy, too; `warning` when the copied backup is older than two nights.
    state: Condition,
    /// True when copies are encrypted.
    encrypted: bool,
    /// Name of the last copy; null before the first one.
    #[schema(required)]
    name: Option<String>,
    #[schema(required)]
    bytes: Option<u64>,
    /// When the copied backup was written.
    #[schema(required)]
    backup_at: Option<String>,
    #[schema(required)]
    copied_at: Option<String>,
    /// Time of the last failure since the last copy.
    #[schema(required)]
    last_failed_at: Option<String>,
    #[schema(required)]
    last_error: Option<String>,
}

/// A background job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobHealth {
    name: &'static str,
    title: &'static str,
    /// Schedule as a cron expression (seconds, minutes, hours, days, months, weekdays) in the
    /// site's time zone. Null for a job that runs on demand.
    #[schema(required)]
    schedule: Option<String>,
    /// Longest time between two runs of an on-demand job, in seconds; null when it only runs on
    /// demand.
    #[schema(required)]
    at_least_every: Option<u64>,
    state: Condition,
    running: bool,
    runs: u64,
    failures: u64,
    #[schema(required)]
    last_started_at: Option<String>,
    #[schema(required)]
    last_ended_at: Option<String>,
    #[schema(required)]
    last_failed_at: Option<String>,
    /// Text of the most recent failure, however old.
    #[schema(required)]
    last_error: Option<String>,
}

/// An external service.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceHealth {
    name: &'static str,
    title: &'static str,
    state: Condition,
    /// Summary for the admins.
    note: String,
    /// Time of the last successful call.
    #[schema(required)]
    last_good_at: Option<String>,
    #[schema(required)]
    last_failed_at: Option<String>,
    #[schema(required)]
    last_error: Option<String>,
}

/// Sockets of the live push.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushHealth {
    sockets: usize,
    /// Members with at least one socket.
    members: usize,
}

/// Refused logins to the admin panel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PanelLoginHealth {
    /// Since the server started.
    refused: u64,
    /// In the last 24 whole hours.
    refused_last_day: u64,
    #[schema(required)]
    last_at: Option<String>,
    /// Address of the last refused login.
    #[schema(required)]
    last_address: Option<String>,
}

/// Health of the site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HealthAnswer {
    version: &'static str,
    started_at: String,
    now: String,
    store: StoreHealth,
    /// Null when the system doesn't report the memory of processes.
    #[schema(required)]
    memory: Option<MemoryTable>,
    /// Newest first.
    backups: Vec<BackupFile>,
    /// Targets of copies; empty when none is set.
    backup_copies: Vec<BackupCopy>,
    /// True when the settings file names what encrypts copies, and downloads of backups.
    backup_key: bool,
    jobs: Vec<JobHealth>,
    push: PushHealth,
    panel_logins: PanelLoginHealth,
    services: Vec<ServiceHealth>,
    /// A client that sends proxy headers but is not in `server.trusted_proxies`; null when there
    /// was none since the start.
    #[schema(required)]
    untrusted_proxy: Option<UntrustedProxyHealth>,
    /// What an admin has to fix, the most urgent first.
    notices: Vec<Notice>,
}

/// A client that sends proxy headers. If it is a proxy, all of its visitors share the limits of one
/// address.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UntrustedProxy)]
pub struct UntrustedProxyHealth {
    /// Address of the client.
    address: String,
    /// The header that names another client.
    header: &'static str,
}

/// A backup that was written.
#[derive(Debug, Serialize, ToSchema)]
pub struct BackupWritten {
    /// Message for the user.
    message: String,
    backup: BackupFile,
}

/// Why a call on the health page failed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum HealthError {
    #[error("The site is read-only for the moment. Please try again later.")]
    #[problem(503, "read_only")]
    ReadOnly,
    #[error("A backup is being downloaded. Please try again when that has ended.")]
    #[problem(409, "busy")]
    DownloadRunning,
    #[error("This download is over. Please start it again.")]
    #[problem(404, "not_found")]
    OfferOver,
    #[error(transparent)]
    #[problem(with = passphrase)]
    Passphrase(#[from] PassphraseRefusal),
    #[error("The settings file has neither backups.recipient nor backups.passphrase")]
    #[problem(field = "encryption")]
    NoKey,
    #[error(transparent)]
    #[problem(with = no_backup)]
    Backup(#[from] NoBackup),
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(HealthError);

impl From<MailError> for HealthError {
    fn from(error: MailError) -> Self {
        Self::Inner(error.into())
    }
}

/// Returns the health of the site.
#[call(get, "/api/admin/health", admin(Records))]
#[expect(clippy::too_many_arguments, reason = "each is a part whose state is shown")]
pub async fn health(
    accounts: web::Data<Accounts>,
    backups: web::Data<Backups>,
    copies: web::Data<Copies>,
    jobs: web::Data<JobStates>,
    clock: web::Data<Clock>,
    external: web::Data<ExternalServices>,
    logins: web::Data<PanelLogins>,
    limits: web::Data<Limits>,
    notices: web::Data<Notices>,
    memory: web::Data<MemoryUse>,
) -> Result<Answer<HealthAnswer>, HealthError> {
    let (store, own) = (accounts.store.clone(), backups.clone());
    let look = move || (store_health(&store, own.data()), own.all(), memory.table());
    let (store, all, memory) = accounts.reads.run(look).await?;
    let mail = accounts.mailer.status().await?;
    let notices = notices.all(&all, clock.now())?;
    Ok(Answer(HealthAnswer {
        version: env!("CARGO_PKG_VERSION"),
        started_at: jobs.since().iso(),
        now: clock.now().iso(),
        store,
        memory,
        backups: all.into_iter().map(file).collect(),
        backup_copies: backup_copies(&copies, clock.now()),
        backup_key: copies.has_key(),
        jobs: jobs.all().into_iter().map(|(name, state)| job(name, state)).collect(),
        push: push(&accounts.broadcaster),
        panel_logins: panel_logins(&logins.counts()),
        services: std::iter::once(mail_health(&accounts.mailer, mail))
            .chain(external.statuses().into_iter().map(service))
            .collect(),
        untrusted_proxy: limits.untrusted_proxy().map(|proxy| UntrustedProxyHealth {
            address: proxy.address.to_string(),
            header: proxy.header,
        }),
        notices,
    }))
}

/// How far the backup is that is being written on request.
#[call(get, "/api/admin/backup/progress", admin(Backups))]
pub async fn backup_progress(_admin: Admin, backups: web::Data<Backups>) -> Answer<WorkProgress> {
    Answer(WorkProgress::of(backups.progress()))
}

/// Writes a backup of all data into the data folder.
#[call(post, "/api/admin/backup", admin(Backups))]
pub async fn backup(
    admin: Admin,
    backups: web::Data<Backups>,
    copies: web::Data<Copies>,
    jobs: web::Data<JobStates>,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
) -> Result<Answer<BackupWritten>, HealthError> {
    if !accounts.store.writable() {
        return Err(HealthError::ReadOnly);
    }
    let entry = Entry::new(admin.actor(), "backup.write", "site");
    let backup = backups.asked().await?;
    let after = json!({ "file": backup.name, "bytes": backup.bytes }).to_string();
    audit.commit_audited(Batch::new(), Entry { after, ..entry }).await?;
    copies.start(&jobs);
    let message = format!("Everything is in {}", backup.name);
    Ok(Answer(BackupWritten { message, backup: file(backup) }))
}

fn store_health(store: &Store, data: &Path) -> StoreHealth {
    let stats = store.stats();
    let space = rustix::fs::statvfs(data).ok();
    let note = match (store.has_space(), stats.writable) {
        (true, true) => None,
        (false, _) => Some("The disk is nearly full: nothing new is taken until there is room"),
        (true, false) => Some("etcd takes no commits: nothing new is taken until it does"),
    };
    let note = note.map(str::to_owned);
    StoreHealth {
        state: if stats.writable { Condition::Good } else { Condition::Failing },
        note,
        writable: stats.writable,
        last_commit: stats.last_sequence,
        applied_commit: stats.applied_sequence,
        memtable_bytes: u64::try_from(stats.memtable_bytes).unwrap_or(u64::MAX),
        journal_bytes: folder_bytes(&data.join("journal")),
        index_bytes: folder_bytes(&data.join("index")),
        free_bytes: space.map(|space| space.f_bavail.saturating_mul(space.f_frsize)),
    }
}

fn file(backup: Backup) -> BackupFile {
    BackupFile {
        kind: if backup.nightly { BackupKind::Nightly } else { BackupKind::Asked },
        name: backup.name,
        bytes: backup.bytes,
        created_at: Millis(backup.created_at).iso(),
    }
}

fn backup_copies(copies: &Copies, now: Millis) -> Vec<BackupCopy> {
    let encrypted = copies.has_key();
    let copy = |state: CopyState| {
        let condition = match (&state.failed, state.is_stale(now)) {
            (Some(_), _) => Condition::Failing,
            (None, true) => Condition::Warning,
            (None, false) => Condition::Good,
        };
        let (failed_at, last_error) = state.failed.unzip();
        let copied = state.copied.as_ref();
        BackupCopy {
            target: state.target,
            title: state.target.title(),
            state: condition,
            encrypted,
            name: copied.map(|copied| copied.name.clone()),
            bytes: copied.map(|copied| copied.bytes),
            backup_at: copied.map(|copied| copied.backup_at.iso()),
            copied_at: copied.map(|copied| copied.copied_at.iso()),
            last_failed_at: failed_at.map(Millis::iso),
            last_error,
        }
    };
    copies.states().into_iter().map(copy).collect()
}

fn job(name: &'static str, state: JobState) -> JobHealth {
    let (schedule, at_least_every) = match state.beat {
        Beat::Schedule(schedule) => (Some(schedule), None),
        Beat::OnDemand(every) => (None, every.map(|every| every.as_secs())),
    };
    let is_failing = state.failures_in_a_row > 0;
    JobHealth {
        name,
        title: state.title,
        schedule,
        at_least_every,
        state: if is_failing { Condition::Failing } else { Condition::Good },
        running: state.running,
        runs: state.runs,
        failures: state.failures,
        last_started_at: state.started_at.map(Millis::iso),
        last_ended_at: state.ended_at.map(Millis::iso),
        last_failed_at: state.failed_at.map(Millis::iso),
        last_error: state.last_error,
    }
}

fn push(broadcaster: &Broadcaster) -> PushHealth {
    let counts = broadcaster.counts();
    PushHealth { sockets: counts.sockets, members: counts.members }
}

fn panel_logins(refused: &RefusedLogins) -> PanelLoginHealth {
    PanelLoginHealth {
        refused: refused.total,
        refused_last_day: refused.last_day,
        last_at: refused.last.map(|(at, _)| at.iso()),
        last_address: refused.last.map(|(_, address)| address.to_string()),
    }
}

fn mail_health(mailer: &Mailer, mail: MailStatus) -> ServiceHealth {
    let MailStatus { waiting, dead, delivered_at, failed_at, last_error } = mail;
    let is_failing = failed_at > delivered_at;
    let state = match (mailer.sends(), is_failing) {
        (false, false) => Condition::Off,
        (_, true) => Condition::Failing,
        (true, false) if dead > 0 => Condition::Warning,
        (true, false) => Condition::Good,
    };
    let way = if mailer.sends() { "Mail server" } else { "Emails are written into files" };
    ServiceHealth {
        name: "mail",
        title: "Mail",
        state,
        note: format!("{way}: {waiting} waiting, {dead} failed"),
        last_good_at: delivered_at.map(Millis::iso),
        last_failed_at: failed_at.map(Millis::iso),
        last_error,
    }
}

fn service(status: ServiceStatus) -> ServiceHealth {
    let ServiceStatus { name, title, state, answered, failed, took, .. } = status;
    let counted = || match (state, took) {
        (Condition::Off, _) => "Not set up".to_owned(),
        (_, None) if failed == 0 => "Not asked yet".to_owned(),
        (_, None) => format!("No answer yet, {failed} failed"),
        (_, Some(took)) => {
            let answers = if answered == 1 { "answer" } else { "answers" };
            format!("{answered} {answers}, {failed} failed; the last took {took} ms")
        }
    };
    let note = status.note.clone().unwrap_or_else(counted);
    ServiceHealth {
        name,
        title,
        state,
        note,
        last_good_at: status.last_good_at.map(Millis::iso),
        last_failed_at: status.last_failed_at.map(Millis::iso),
        last_error: status.last_error,
    }
}

fn no_backup(error: &NoBackup) -> Problem {
    if matches!(error, NoBackup::Busy) {
        return Problem::new(409, "busy", error);
    }
    tracing::error!(%error, "cannot write the requested backup");
    Problem::new(503, "no_backup", "The backup could not be written")
}

fn passphrase(refusal: &PassphraseRefusal) -> Problem {
    Problem::field("passphrase", &refusal.to_string())
}
