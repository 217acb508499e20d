//! The download of a backup for the owner.
//!
//! The call that asks for it writes a backup and answers with an address that works once, for a minute. The browser
//! opens that by itself, so the bytes go to its disk and need no token.

use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

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
use crate::locks::{Guard, Lock};
use crate::people::AdminPassword;

/// Bytes that are read at once.
const PIECE: u64 = 256 << 10;
/// How long an address works, in milliseconds.
const OFFERED_MILLIS: i64 = 60 * 1000;
/// Longest download. A stalled one must not hold up others for ever.
const LIMIT: Duration = Duration::from_secs(3600);

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![offer_backup, send_backup,]
}

/// Lets one download run at a time.
#[derive(Default)]
pub struct BackupDownloads {
    turn: Lock,
    offered: Mutex<Option<Offered>>,
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

    /// Takes the backup of a code, which works no more then.
    fn take(&self, code: &str, now: Millis) -> Option<Backup> {
        let mut offered = self.offered.lock();
        // Hashes are compared, so the time of the comparison tells nothing about the code.
        let fits = |offered: &mut Offered| offered.code == hash(code) && now <= offered.until;
        offered.take_if(fits).map(|offered| offered.backup)
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
    let turn = downloads.turn.try_lock().ok_or(HealthError::DownloadRunning)?;
    let entry = Entry::new(admin.actor(), "backup.download", "site");
    let own = backups.clone();
    let done = async move {
        let backup = own.asked().await?;
        let after = json!({ "file": backup.name, "bytes": backup.bytes }).to_string();
        audit.commit_audited(Batch::new(), Entry { after, ..entry }).await?;
        drop(turn);
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
    responses((status = 200, body = String, content_type = "application/octet-stream")))]
pub async fn send_backup(
    code: web::Path<String>,
    backups: web::Data<Backups>,
    downloads: web::Data<BackupDownloads>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, HealthError> {
    let turn = downloads.turn.try_lock().ok_or(HealthError::DownloadRunning)?;
    let backup = downloads.take(&code, clock.now()).ok_or(HealthError::OfferOver)?;
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
        .body(SizedStream::new(backup.bytes, pieces(file, turn))))
}

/// The bytes of a file. The turn ends with the stream.
fn pieces(file: File, turn: Guard) -> impl Stream<Item = std::io::Result<Bytes>> {
    let ends_at = Instant::now() + LIMIT;
    stream::try_unfold((file, turn), move |(mut file, turn)| async move {
        if Instant::now() > ends_at {
            return Err(std::io::Error::other("the download took too long"));
        }
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::new();
            Read::by_ref(&mut file).take(PIECE).read_to_end(&mut piece)?;
            Ok::<_, std::io::Error>((file, piece))
        });
        let (file, piece) = read.await.map_err(std::io::Error::other)??;
        Ok((!piece.is_empty()).then(|| (Bytes::from(piece), (file, turn))))
    })
}
