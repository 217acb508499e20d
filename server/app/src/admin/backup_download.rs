//! The download of a backup for the owner.
//!
//! The call that asks for it writes a backup and answers with an address that works once, for a minute. The browser
//! opens that by itself, so the bytes go to its disk and need no token.

use std::fs::File;
use std::io::Read;

use actix_web::body::SizedStream;
use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpResponse, web};
use bytes::Bytes;
use futures_util::{Stream, stream};
use parking_lot::Mutex;
use pointhouse_store::Batch;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::health::HealthError;
use crate::accounts::{Accounts, Admin};
use crate::audit::{Audit, Entry};
use crate::backups::{Backup, Backups, NoBackup};
use crate::calls::{Call, calls};
use crate::clock::{Clock, Millis};
use crate::detached::to_the_end;
use crate::people::AdminPassword;

/// Bytes that are read at once.
const PIECE: u64 = 256 << 10;
/// How long an address works, in milliseconds.
const OFFERED_MILLIS: i64 = 60 * 1000;
/// A download whose browser has taken no bytes for this long makes way for another one, in milliseconds.
const STALLED_MILLIS: i64 = 60 * 1000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![offer_backup, send_backup,]
}

/// Lets one download run at a time.
#[derive(Default)]
pub struct BackupDownloads {
    offered: Mutex<Option<Offered>>,
    sent: Mutex<Sent>,
}

/// The download that is being sent, or was sent last.
#[derive(Default)]
struct Sent {
    number: u64,
    /// When its last bytes were taken; `None` after its end.
    moved_at: Option<Millis>,
}

/// A backup that can be fetched with a code.
struct Offered {
    code: [u8; 32],
    backup: Backup,
    until: Millis,
}

impl BackupDownloads {
    /// Replaces the backup on offer. Returns the code that fetches it.
    fn offer(&self, backup: Backup, now: Millis) -> String {
        let code = AdminPassword::generate();
        let offered = Offered { code: hash(&code), backup, until: now.plus(OFFERED_MILLIS) };
        *self.offered.lock() = Some(offered);
        code
    }

    /// Returns whether a download is sent to a browser that takes it.
    fn is_sending(&self, now: Millis) -> bool {
        self.sent.lock().is_taken(now)
    }

    /// Begins to send the backup of a code, which works no more then. Returns the number of the download.
    fn begin(&self, code: &str, now: Millis) -> Result<(u64, Backup), HealthError> {
        let mut offered = self.offered.lock();
        // Hashes are compared, so the time of the comparison tells nothing about the code.
        let fits = |offered: &Offered| offered.code == hash(code) && now <= offered.until;
        if !offered.as_ref().is_some_and(fits) {
            return Err(HealthError::OfferOver);
        }
        let mut sent = self.sent.lock();
        if sent.is_taken(now) {
            return Err(HealthError::DownloadRunning);
        }
        *sent = Sent { number: sent.number + 1, moved_at: Some(now) };
        let backup = offered.take().ok_or(HealthError::OfferOver)?.backup;
        Ok((sent.number, backup))
    }

    /// Notes that bytes of a download were taken. Returns false if another one has taken its place.
    fn moves(&self, number: u64, now: Millis) -> bool {
        let mut sent = self.sent.lock();
        let is_current = sent.number == number;
        if is_current {
            sent.moved_at = Some(now);
        }
        is_current
    }

    fn end(&self, number: u64) {
        let mut sent = self.sent.lock();
        if sent.number == number {
            sent.moved_at = None;
        }
    }
}

impl Sent {
    /// Returns whether it is being sent, to a browser that takes it.
    fn is_taken(&self, now: Millis) -> bool {
        // A clock that was set back must not make it last.
        self.moved_at.is_some_and(|at| at <= now && now < at.plus(STALLED_MILLIS))
    }
}

/// A download that is being sent. It ends when this is dropped.
struct Sending {
    downloads: web::Data<BackupDownloads>,
    clock: Clock,
    number: u64,
}

impl Drop for Sending {
    fn drop(&mut self) {
        self.downloads.end(self.number);
    }
}

fn hash(code: &str) -> [u8; 32] {
    Sha256::digest(code).into()
}

/// Where a backup can be fetched.
#[derive(Debug, Serialize, ToSchema)]
pub struct BackupOffer {
    /// Always true.
    success: bool,
    /// Address on this site. It works once, for a minute, without a token.
    path: String,
    bytes: u64,
}

/// Writes a backup of all data for a download.
#[utoipa::path(post, path = "/api/admin/backup/download", tag = "admin",
    responses((status = 200, body = BackupOffer)),
    security(("admin" = [])))]
pub async fn offer_backup(
    admin: Admin,
    backups: web::Data<Backups>,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
    downloads: web::Data<BackupDownloads>,
    clock: web::Data<Clock>,
) -> Result<web::Json<BackupOffer>, HealthError> {
    if !accounts.store.writable() {
        return Err(HealthError::ReadOnly);
    }
    if downloads.is_sending(clock.now()) {
        return Err(HealthError::DownloadRunning);
    }
    let entry = Entry::new(admin.actor(), "backup.download", "site");
    let own = backups.clone();
    let done = async move {
        let backup = own.asked().await?;
        let after = json!({ "file": backup.name, "bytes": backup.bytes }).to_string();
        audit.commit_audited(Batch::new(), Entry { after, ..entry }).await?;
        Ok::<_, HealthError>(backup)
    };
    let backup = to_the_end(done).await??;
    let bytes = backup.bytes;
    let path = format!("/api/admin/backup/file/{}", downloads.offer(backup, clock.now()));
    Ok(web::Json(BackupOffer { success: true, path, bytes }))
}

/// Sends the backup of an offer as a file. One at a time.
#[utoipa::path(get, path = "/api/admin/backup/file/{code}", tag = "admin",
    params(("code" = String, Path, description = "Code of the offer")),
    responses((status = 200, body = String, content_type = "application/octet-stream"),
        (status = 409, description = "Another download is running.")))]
pub async fn send_backup(
    code: web::Path<String>,
    backups: web::Data<Backups>,
    downloads: web::Data<BackupDownloads>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, HealthError> {
    let (number, backup) = downloads.begin(&code, clock.now())?;
    let sending = Sending { downloads: downloads.clone(), clock: clock.as_ref().clone(), number };
    let file = backups.path(&backup);
    let opened = tokio::task::spawn_blocking(move || File::open(file)).await;
    let file = opened.map_err(NoBackup::from)?.map_err(NoBackup::from)?;
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(format!("pointhouse-{}", backup.name))],
    };
    Ok(HttpResponse::Ok()
        .content_type("application/octet-stream")
        .insert_header(disposition)
        .body(SizedStream::new(backup.bytes, pieces((file, backup.bytes), sending))))
}

/// The bytes of a file that has `left`.
fn pieces(
    (file, left): (File, u64),
    sending: Sending,
) -> impl Stream<Item = std::io::Result<Bytes>> {
    stream::try_unfold((file, left, sending), move |(mut file, left, sending)| async move {
        if left > 0 && !sending.downloads.moves(sending.number, sending.clock.now()) {
            return Err(std::io::Error::other("the download stood still, and another one began"));
        }
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::new();
            Read::by_ref(&mut file).take(PIECE.min(left)).read_to_end(&mut piece)?;
            Ok::<_, std::io::Error>((file, piece))
        });
        let (file, piece) = read.await.map_err(std::io::Error::other)??;
        let left = left.saturating_sub(u64::try_from(piece.len()).unwrap_or(0));
        if left == 0 {
            // A browser that has read all of it may begin the next one at once.
            sending.downloads.end(sending.number);
        }
        Ok((!piece.is_empty()).then(|| (Bytes::from(piece), (file, left, sending))))
    })
}
