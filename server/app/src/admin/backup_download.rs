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
use pointhouse_macros::call;
use pointhouse_store::Batch;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::health::HealthError;
use crate::accounts::{Accounts, Admin};
use crate::answer::Answer;
use crate::audit::{Audit, Entry};
use crate::backups::{Backup, Backups, Copies, NoBackup, SealedPieces, Sealing};
use crate::calls::{Call, calls};
use crate::clock::{Clock, Millis};
use crate::input::Body;
use crate::passphrase::Passphrase;
use crate::people::AdminPassword;

/// Bytes that are read at once.
const PIECE: u64 = 256 << 10;
/// How long an address works, in milliseconds.
const OFFERED_MILLIS: i64 = 60 * 1000;
/// A download whose browser has taken no bytes for this long makes way for another one, in milliseconds.
const STALLED_MILLIS: i64 = 60 * 1000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; offer_backup, send_backup]
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
    download: Download,
    until: Millis,
}

/// A backup and what encrypts it.
struct Download {
    backup: Backup,
    sealed: Option<SealedPieces>,
    /// Size of the file that is sent.
    bytes: u64,
}

impl BackupDownloads {
    /// Replaces the backup on offer. Returns the code that fetches it.
    fn offer(&self, download: Download, now: Millis) -> String {
        let code = AdminPassword::generate();
        let offered = Offered { code: hash(&code), download, until: now.plus(OFFERED_MILLIS) };
        *self.offered.lock() = Some(offered);
        code
    }

    /// Returns whether a download is sent to a browser that takes it.
    fn is_sending(&self, now: Millis) -> bool {
        self.sent.lock().is_taken(now)
    }

    /// Begins to send the backup of a code, which works no more then. Returns the number of the download.
    fn begin(&self, code: &str, now: Millis) -> Result<(u64, Download), HealthError> {
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
        let download = offered.take().ok_or(HealthError::OfferOver)?.download;
        Ok((sent.number, download))
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

/// What encrypts a download.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DownloadEncryption {
    /// The recipient or the passphrase of the settings file.
    Settings,
    /// The passphrase of this call.
    Passphrase,
    /// Nothing: anyone who gets the file can read all of it.
    None,
}

/// How a backup is downloaded.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupOrder {
    encryption: DownloadEncryption,
    /// 12 to 128 characters, with `encryption` = `passphrase` only.
    #[serde(default)]
    passphrase: Option<String>,
}

impl BackupOrder {
    fn sealing(&self, copies: &Copies) -> Result<Option<Sealing>, HealthError> {
        let passphrase = self.passphrase.as_deref().unwrap_or_default();
        match self.encryption {
            DownloadEncryption::None => Ok(None),
            DownloadEncryption::Passphrase => {
                Ok(Some(Sealing::Passphrase(Passphrase::new(passphrase)?)))
            }
            DownloadEncryption::Settings => {
                copies.sealing().ok().flatten().map(Some).ok_or(HealthError::NoKey)
            }
        }
    }
}

/// Where a backup can be fetched.
#[derive(Debug, Serialize, ToSchema)]
pub struct BackupOffer {
    /// Address on this site. It works once, for a minute, without a token.
    path: String,
    bytes: u64,
}

/// Writes a backup of all data for a download, encrypted unless the order says otherwise.
#[call(post, "/api/admin/backup/download", admin(Backups, proof))]
#[expect(clippy::too_many_arguments, reason = "each is a part that the download needs")]
pub async fn offer_backup(
    admin: Admin,
    backups: web::Data<Backups>,
    copies: web::Data<Copies>,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
    downloads: web::Data<BackupDownloads>,
    clock: web::Data<Clock>,
    order: Body<BackupOrder>,
) -> Result<Answer<BackupOffer>, HealthError> {
    let order = order.into_inner();
    let sealing = order.sealing(&copies)?;
    if !accounts.store.writable() {
        return Err(HealthError::ReadOnly);
    }
    if downloads.is_sending(clock.now()) {
        return Err(HealthError::DownloadRunning);
    }
    let entry = Entry::new(admin.actor(), "backup.download", "site");
    let backup = backups.asked().await?;
    let (bytes, encryption) = (backup.bytes, order.encryption);
    let after = json!({ "file": backup.name, "bytes": bytes, "encryption": encryption });
    let after = after.to_string();
    audit.commit_audited(Batch::new(), Entry { after, ..entry }).await?;
    // The passphrase itself is not kept until the file is fetched.
    let begin = move || sealing.as_ref().map(SealedPieces::begin).transpose();
    let sealed = tokio::task::spawn_blocking(begin).await.map_err(NoBackup::from)?;
    let sealed = sealed.map_err(NoBackup::from)?;
    let bytes = sealed.as_ref().map_or(backup.bytes, |sealed| sealed.file_bytes(backup.bytes));
    let download = Download { backup, sealed, bytes };
    let path = format!("/api/admin/backup/file/{}", downloads.offer(download, clock.now()));
    Ok(Answer(BackupOffer { path, bytes }))
}

/// Sends the backup of an offer as a file. One at a time.
#[call(get, "/api/admin/backup/file/{code}", public,
    answers(200 = String as "application/octet-stream"),
    refused(409 = "Another download is running."), segments(code = "Code of the offer"))]
pub async fn send_backup(
    code: web::Path<String>,
    backups: web::Data<Backups>,
    downloads: web::Data<BackupDownloads>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, HealthError> {
    let (number, Download { backup, sealed, bytes }) = downloads.begin(&code, clock.now())?;
    let sending = Sending { downloads: downloads.clone(), clock: clock.as_ref().clone(), number };
    let file = backups.path(&backup);
    let opened = tokio::task::spawn_blocking(move || File::open(file)).await;
    let file = opened.map_err(NoBackup::from)?.map_err(NoBackup::from)?;
    let ending = if sealed.is_some() { ".age" } else { "" };
    let name = format!("pointhouse-{}{ending}", backup.name);
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(name)],
    };
    Ok(HttpResponse::Ok()
        .content_type("application/octet-stream")
        .insert_header(disposition)
        .body(SizedStream::new(bytes, pieces((file, backup.bytes), sealed, sending))))
}

/// The bytes of a file that has `left`, encrypted if it is said how.
fn pieces(
    (file, left): (File, u64),
    sealed: Option<SealedPieces>,
    sending: Sending,
) -> impl Stream<Item = std::io::Result<Bytes>> {
    let start = (file, left, sealed, sending);
    stream::try_unfold(start, move |(mut file, left, sealed, sending)| async move {
        if left > 0 && !sending.downloads.moves(sending.number, sending.clock.now()) {
            return Err(std::io::Error::other("the download stood still, and another one began"));
        }
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::new();
            Read::by_ref(&mut file).take(PIECE.min(left)).read_to_end(&mut piece)?;
            let left = left.saturating_sub(u64::try_from(piece.len()).unwrap_or(0));
            let (piece, sealed) = match sealed {
                // A file that became shorter has no right end.
                Some(_) if piece.is_empty() => (piece, None),
                Some(sealed) => seal(sealed, &piece, left == 0)?,
                None => (piece, None),
            };
            Ok::<_, std::io::Error>((file, left, sealed, piece))
        });
        let (file, left, sealed, piece) = read.await.map_err(std::io::Error::other)??;
        if left == 0 {
            // A browser that has read all of it may begin the next one at once.
            sending.downloads.end(sending.number);
        }
        Ok((!piece.is_empty()).then(|| (Bytes::from(piece), (file, left, sealed, sending))))
    })
}

/// Encrypts a piece, and ends the file with the last one.
fn seal(
    mut sealed: SealedPieces,
    piece: &[u8],
    is_last: bool,
) -> std::io::Result<(Vec<u8>, Option<SealedPieces>)> {
    let mut bytes = sealed.push(piece)?;
    if !is_last {
        return Ok((bytes, Some(sealed)));
    }
    bytes.extend(sealed.finish()?);
    Ok((bytes, None))
}
