//! Restores a backup into a new site, in place of its setup.
//!
//! A received file is first restored into a folder beside the data, which checks all of it. Then the site stops and
//! the program runs again in the same process, and the opening of the data folder puts the backup in the place of the new site's
//! data, with which the code of the setup ends. A kill in between leaves the file, and the next start goes on.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use actix_web::http::header::{CONTENT_LENGTH, HeaderName};
use actix_web::{HttpRequest, web};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use parking_lot::Mutex;
use pointhouse_macros::call;
use pointhouse_store::{Progress, Unit};
use tempfile::NamedTempFile;
use tokio::sync::Notify;

use super::setup::{Setup, SetupError, refuse_wrong_code};
use super::work_progress::WorkProgress;
use crate::accounts::{Accounts, Done};
use crate::answer::Answer;
use crate::backups::{Opening, TEMPORARY, is_encrypted, open_backup, renamed};
use crate::calls::{Call, calls};
use crate::cluster::check_alone;
use crate::locks::Lock;
use crate::passphrase::Passphrase;
use crate::rate::Limits;
use crate::temporary;

/// Name of an accepted backup in the data folder. The next start puts it in the place of the data.
pub const ACCEPTED: &str = "restore.accepted";
/// Folder of the check.
const CHECKED: &str = "restore.checked";
/// Headers of the call.
const CODE: &str = "x-setup-code";
const IDENTITY: &str = "x-identity";
const PASSPHRASE: &str = "x-passphrase";
/// Bytes that are written at once.
const PIECE: usize = 1 << 20;
/// Free space that a restore needs: the file, the checked folder or the data made from it, and some to spare.
const SPACE_FACTOR: u64 = 4;
const SPACE_SPARE: u64 = 64 << 20;

/// The calls of this file.
pub(crate) fn calls() -> Vec<Call> {
    calls!["site"; restore, restore_progress]
}

/// Restores a backup into an empty folder, and says whether that can become the site's. Returns the secrets of services
/// that this machine does not have.
pub type TryRestore = Box<dyn Fn(&Path, &Path, &Progress) -> Tried + Send + Sync>;
/// The missing secrets, or why the backup can't be restored.
pub type Tried = Result<Vec<&'static str>, String>;

struct Inner {
    accounts: Accounts,
    setup: Setup,
    data: PathBuf,
    check: TryRestore,
    /// One restore at a time.
    turn: Lock,
    /// How far it is.
    progress: Mutex<Progress>,
    accepted: Notify,
}

/// Restores of a new site. Cheap to clone.
#[derive(Clone)]
pub struct Restores {
    inner: Arc<Inner>,
}

impl Restores {
    /// Into this data folder.
    pub fn new(accounts: &Accounts, setup: &Setup, data: &Path, check: TryRestore) -> Self {
        let (accounts, setup, data) = (accounts.clone(), setup.clone(), data.to_owned());
        let (turn, progress, accepted) = (Lock::default(), Mutex::default(), Notify::new());
        Self { inner: Arc::new(Inner { accounts, setup, data, check, turn, progress, accepted }) }
    }

    /// Waits until a backup was accepted, which a new start puts in the place of the data.
    pub async fn wait(&self) {
        self.inner.accepted.notified().await;
    }

    /// Removes an accepted backup if the site got an owner or a member before it stopped. Call it after the stop.
    pub fn keep_only_if_new(&self) {
        if self.check_new().is_err() {
            tracing::error!(
                "the site was set up or got a member meanwhile: the backup was not restored"
            );
            let file = self.inner.data.join(ACCEPTED);
            if let Err(reason) = std::fs::remove_file(&file) {
                tracing::error!(%reason, file = %file.display(), "cannot remove it");
            }
        }
    }

    fn check_new(&self) -> Result<(), SetupError> {
        if !self.inner.setup.is_open()? {
            return Err(SetupError::Closed);
        }
        if self.inner.accounts.auth.accounts() > 0 {
            return Err(SetupError::HasMembers);
        }
        check_alone(self.inner.accounts.store.view()).map_err(|_| SetupError::SeveralMachines)
    }

    fn check_space(&self, length: u64) -> Result<(), SetupError> {
        let space = rustix::fs::statvfs(&self.inner.data).map_err(std::io::Error::from)?;
        let free = space.f_bavail.saturating_mul(space.f_frsize);
        let needed = length.saturating_mul(SPACE_FACTOR).saturating_add(SPACE_SPARE);
        if free < needed { Err(SetupError::DiskSpace { needed, free }) } else { Ok(()) }
    }

    /// Checks a received file and keeps it for the next start. Blocks.
    fn accept(
        &self,
        file: &Path,
        opening: Option<Opening<&[u8]>>,
        progress: &Progress,
    ) -> Result<Vec<&'static str>, SetupError> {
        let Inner { data, check, .. } = &*self.inner;
        let checked = data.join(CHECKED);
        if opening.is_none() && is_encrypted(file)? {
            let text = "This backup is encrypted. Enter its passphrase or private key.";
            return Err(SetupError::BadBackup(text.to_owned()));
        }
        // The owner knows the file by another name, which this program does not.
        let named = |file: &Path, text: String| {
            let about = format!("{}: ", file.display());
            let text = renamed(text.strip_prefix(&about).unwrap_or(&text), file, "the file");
            SetupError::BadBackup(format!("This backup can't be restored: {text}"))
        };
        progress.begin("reading the backup", Unit::Things, None);
        let opened = open_backup(file, opening, data).map_err(|text| named(file, text))?;
        let plain = opened.as_ref().map_or(file, NamedTempFile::path);
        remove_folder(&checked)?;
        let tried = check(plain, &checked, progress);
        remove_folder(&checked)?;
        let missing = tried.map_err(|text| named(plain, text))?;
        File::open(plain)?.sync_all()?;
        std::fs::rename(plain, data.join(ACCEPTED))?;
        File::open(data)?.sync_all()?;
        Ok(missing)
    }
}

/// Removes the temporary files that a killed server has left. Call it while this process holds the data folder.
///
/// # Errors
/// The folder of a check cannot be removed.
pub fn remove_left(data: &Path) -> std::io::Result<()> {
    temporary::remove_left(data, TEMPORARY);
    remove_folder(&data.join(CHECKED))
}

fn remove_folder(folder: &Path) -> std::io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Restores a backup into a site without an owner and members, with the code that the server printed. The body is the
/// file. The site starts again with the backup's data; its owner logs in as before.
#[call(post, "/api/setup/restore", public, name = "restore_backup",
    takes(Vec<u8> as "application/octet-stream"),
    refused(
        400 = "The file is no backup, or not one that can be restored here.",
        401 = "The code is wrong or of an earlier start.",
        404 = "The site has an owner.",
        409 = "The site has members, or another restore is running.",
    ),
    headers(
        ("X-Setup-Code" = String, Header, description = "The code from the link."),
        ("X-Identity" = Option<String>, Header, description = "The private key of an encrypted backup: `AGE-SECRET-KEY-...`."),
        ("X-Passphrase" = Option<String>, Header, description = "The passphrase of an encrypted backup, as UTF-8 in Base64."),
    ))]
pub async fn restore(
    req: HttpRequest,
    setup: web::Data<Setup>,
    restores: web::Data<Restores>,
    limits: web::Data<Limits>,
    body: web::Payload,
) -> Result<Answer<Done>, SetupError> {
    let code = header(&req, CODE).unwrap_or_default();
    refuse_wrong_code(&setup, &limits, &req, &code)?;
    restores.check_new()?;
    let turn = restores.inner.turn.try_lock().ok_or(SetupError::RestoreRunning)?;
    let length =
        req.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let length: u64 = length.ok_or(SetupError::UnknownLength)?;
    restores.check_space(length)?;
    let (identity, passphrase) = (header(&req, IDENTITY), passphrase(&req)?);
    // A new one for each restore: one that was given up must not seem to go on.
    let progress = Progress::default();
    *restores.inner.progress.lock() = progress.clone();
    progress.begin("receiving the file", Unit::Bytes, Some(length));
    let file = receive(body, &restores.inner.data, length, &progress).await?;
    let checking = restores.as_ref().clone();
    let check = move || {
        let _turn = turn;
        let identity = identity.as_deref().filter(|key| !key.is_empty());
        let identity = identity.map(|key| Opening::Identity(key.as_bytes()));
        let opening = identity.or(passphrase.map(Opening::Passphrase));
        checking.accept(file.path(), opening, &progress)
    };
    let missing = restores.inner.accounts.reads.run(check).await??.join(", ");
    restores.inner.accepted.notify_one();
    let mut message = "The backup is restored. The site starts again.".to_owned();
    if !missing.is_empty() {
        let off = " Services stay off until their secrets are entered on this machine: ";
        message.extend([off, missing.as_str(), "."]);
    }
    Ok(Answer(Done { message }))
}

/// How far the restore is, with the code that it was begun with. `stage` is null while none was begun.
#[call(get, "/api/setup/restore/progress", public, name = "restore_progress",
    refused(401 = "The code is wrong or of an earlier start.", 404 = "The site has an owner."),
    headers(("X-Setup-Code" = String, Header, description = "The code from the link.")))]
pub async fn restore_progress(
    req: HttpRequest,
    setup: web::Data<Setup>,
    restores: web::Data<Restores>,
    limits: web::Data<Limits>,
) -> Result<Answer<WorkProgress>, SetupError> {
    let code = header(&req, CODE).unwrap_or_default();
    refuse_wrong_code(&setup, &limits, &req, &code)?;
    let stage = restores.inner.progress.lock().stage();
    Ok(Answer(WorkProgress::of(stage)))
}

fn header(req: &HttpRequest, name: &'static str) -> Option<String> {
    let value = req.headers().get(HeaderName::from_static(name))?;
    value.to_str().ok().map(|value| value.trim().to_owned())
}

/// The passphrase of the request, if it has one.
fn passphrase(req: &HttpRequest) -> Result<Option<Passphrase>, SetupError> {
    let Some(text) = header(req, PASSPHRASE).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let bytes = BASE64_STANDARD.decode(text).ok();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let refused = || SetupError::BadBackup("The passphrase is too long or not text".to_owned());
    text.and_then(|text| Passphrase::existing(&text)).map(Some).ok_or_else(refused)
}

/// Writes the body into a temporary file beside the data.
async fn receive(
    mut body: web::Payload,
    data: &Path,
    length: u64,
    progress: &Progress,
) -> Result<NamedTempFile, SetupError> {
    let folder = data.to_owned();
    let made = web::block(move || temporary::create_file(&folder, TEMPORARY)).await;
    let mut file = made.map_err(|_| SetupError::Interrupted)??;
    let (mut left, mut piece) = (length, BytesMut::new());
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|_| SetupError::Interrupted)?;
        left = u64::try_from(chunk.len())
            .ok()
            .and_then(|bytes| left.checked_sub(bytes))
            .ok_or(SetupError::Interrupted)?;
        progress.add(u64::try_from(chunk.len()).unwrap_or(0));
        piece.extend_from_slice(&chunk);
        if piece.len() >= PIECE {
            file = write(file, piece.split().freeze()).await?;
        }
    }
    if left > 0 {
        return Err(SetupError::Interrupted);
    }
    write(file, piece.freeze()).await
}

async fn write(mut file: NamedTempFile, piece: Bytes) -> Result<NamedTempFile, SetupError> {
    let written = web::block(move || file.write_all(&piece).map(|()| file)).await;
    Ok(written.map_err(|_| SetupError::Interrupted)??)
}
