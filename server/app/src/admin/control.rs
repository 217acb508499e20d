//! The local socket that the command line uses to reach a running server.
//!
//! The socket is in the data folder and only the folder's owner may open it, who may read the data
//! anyway. The protocol is one JSON line per request and one per response; a request may ask for lines
//! before the response that say how far the command is.

use std::future::Future;
use std::io::{BufRead, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pointhouse_store::{Batch, Progress, Stage, Store, Unit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};

use super::MemoryUse;
use super::inspection::{Visits, inspect};
use crate::accounts::Auth;
use crate::audit::{Actor, Audit, Entry};
use crate::backups::{Backups, Copies, Sealing, write_file};
use crate::broadcast::Broadcaster;
use crate::clock::Clock;
use crate::cluster::Leading;
use crate::config::Settings;
use crate::draw_key::{DrawNote, KEY, append_note};
use crate::ids::PersonId;
use crate::passphrase::Passphrase;
use crate::people::{AdminPassword, People, PeopleError};
use crate::points::export::write_points;
use crate::points::imports::Imports;
use crate::second_factor::SecondFactorError;

const NAME: &str = "control.sock";
/// Longest line of a request or response, in bytes.
const LINE_MAX: u64 = 64 * 1024;
/// Time after an error until the next command is accepted.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);
/// Time between two lines that say how far a command is.
const COUNTED_EVERY: Duration = Duration::from_millis(500);

/// A command from the command line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum Command {
    /// Writes a backup.
    Backup {
        /// File to write.
        file: PathBuf,
    },
    /// Writes an encrypted backup. A command of its own: an earlier version would ignore a key and write the backup
    /// unencrypted.
    BackupEncrypted {
        /// File to write.
        file: PathBuf,
        /// What encrypts it.
        key: BackupKey,
    },
    /// Imports points from a file, or tries the import.
    ImportPoints {
        /// File to import.
        file: PathBuf,
        /// When true, reports what the import would do and changes nothing.
        dry_run: bool,
    },
    /// Exports all members with their points.
    ExportPoints {
        /// File to write.
        file: PathBuf,
    },
    /// Returns the state of the site for `pointhouse doctor`, with a code for its visit.
    Inspect,
    /// Returns how the visit with that code arrived.
    Visit,
    /// Sets the admin password.
    SetPassword {
        /// The new password.
        password: String,
    },
    /// Removes the second factors of a person of the panel.
    ResetSecondFactor {
        /// The person's name.
        name: String,
    },
    /// Records in public that the key of the seeds is exported.
    NoteKeyExport {
        /// Fingerprint of the exported key; another one than the site's is refused.
        fingerprint: [u8; 8],
    },
    /// Hands the leadership of a site on several machines over.
    HandOver,
}

/// What encrypts a backup.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackupKey {
    /// A public key of age.
    Recipient(String),
    /// A passphrase.
    Passphrase(String),
}

impl std::fmt::Debug for BackupKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BackupKey")
    }
}

impl BackupKey {
    /// Reads it.
    ///
    /// # Errors
    /// It is not a key, or the passphrase is too short, too long or too common.
    pub fn sealing(&self) -> Result<Sealing, String> {
        match self {
            Self::Recipient(text) => text.parse().map(Sealing::Recipient).map_err(|reason| {
                format!("the recipient must be a public key of age (\"age1...\"): {reason}")
            }),
            Self::Passphrase(text) => {
                Passphrase::new(text).map(Sealing::Passphrase).map_err(|e| e.to_string())
            }
        }
    }
}

/// A command as it is sent.
#[derive(Debug, Serialize, Deserialize)]
struct Request<Command> {
    #[serde(flatten)]
    command: Command,
    /// Whether lines of [`Counted`] may come before the response.
    #[serde(default)]
    follows: bool,
}

/// How far a command is.
#[derive(Debug, Serialize, Deserialize)]
struct Counted {
    done: u64,
    total: Option<u64>,
}

/// Response to a command.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    /// True when the command succeeded.
    pub success: bool,
    /// The result, or the reason of the failure.
    pub message: String,
}

/// The services that the commands use.
#[derive(Clone)]
pub struct Control {
    /// For backups.
    pub store: Store,
    /// For imports and exports of points.
    pub imports: Imports,
    /// For changes of the admin password.
    pub password: AdminPassword,
    /// For the people of the panel.
    pub people: People,
    /// To end admin tokens.
    pub auth: Auth,
    /// For exports.
    pub audit: Audit,
    /// To cut the sockets of admins whose tokens end.
    pub broadcaster: Broadcaster,
    /// On a site with several machines.
    pub leading: Option<Leading>,
    /// For inspections.
    pub inspected: Inspected,
}

/// The services that an inspection reads.
#[derive(Clone)]
#[expect(missing_docs, reason = "the names are enough")]
pub struct Inspected {
    pub settings: Settings,
    pub backups: Backups,
    pub copies: Copies,
    pub clock: Clock,
    pub visits: Visits,
    pub memory: MemoryUse,
}

impl Inspected {
    async fn inspect(&self) -> Result<String, String> {
        let state = (&self.backups, &self.copies);
        let mut found = inspect(&self.settings.now(), state, &self.clock).await;
        let memory = self.memory.clone();
        let read = tokio::task::spawn_blocking(move || memory.table()).await;
        found.memory = read.ok().flatten();
        found.visit = self.visits.expect();
        serde_json::to_string(&found).map_err(|error| error.to_string())
    }

    fn visit(&self) -> Result<String, String> {
        let visit = self.visits.seen().ok_or_else(|| "there was no visit".to_owned())?;
        serde_json::to_string(&visit).map_err(|error| error.to_string())
    }
}

impl Control {
    /// Listens until the process ends.
    ///
    /// # Errors
    /// The socket cannot be created.
    pub fn listen(self, data: &Path) -> std::io::Result<()> {
        let path = data.join(NAME);
        // This process holds the lock of the data folder, so an existing socket file was left by a
        // killed process.
        if path.exists() {
            std::fs::remove_file(&path)?;
        }
        let listener = UnixListener::bind(&path)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        actix_web::rt::spawn(async move {
            loop {
                let stream = match listener.accept().await {
                    Ok((stream, _)) => stream,
                    // Too many open files, for example: later there may be fewer.
                    Err(error) => {
                        tracing::warn!(%error, "a control command was not accepted");
                        tokio::time::sleep(ACCEPT_AGAIN).await;
                        continue;
                    }
                };
                let control = self.clone();
                actix_web::rt::spawn(async move {
                    if let Err(error) = control.serve(stream).await {
                        tracing::debug!(%error, "a control command was not answered");
                    }
                });
            }
        });
        Ok(())
    }

    async fn serve(self, stream: UnixStream) -> std::io::Result<()> {
        let (reading, mut writing) = stream.into_split();
        let mut line = String::new();
        BufReader::new(reading.take(LINE_MAX)).read_line(&mut line).await?;
        let request: Result<Request<Command>, _> = serde_json::from_str(&line);
        let answer = match request {
            Ok(Request { command, follows }) => {
                let progress = Progress::default();
                let running = self.run(command, &progress);
                if follows {
                    follow(running, &progress, &mut writing).await?
                } else {
                    running.await
                }
            }
            Err(error) => Err(format!("no such command: {error}")),
        };
        let answer = match answer {
            Ok(message) => Answer { success: true, message },
            Err(message) => Answer { success: false, message },
        };
        let mut text = serde_json::to_vec(&answer)?;
        text.push(b'\n');
        writing.write_all(&text).await
    }

    async fn run(self, command: Command, progress: &Progress) -> Result<String, String> {
        match command {
            Command::Backup { file } => self.back_up(file, None, progress).await,
            Command::BackupEncrypted { file, key } => {
                self.back_up(file, Some(key.sealing()?), progress).await
            }
            Command::ImportPoints { file, dry_run } => {
                self.imports.run_file(file, dry_run, progress).await
            }
            Command::ExportPoints { file } => {
                let detail = json!({ "file": file });
                let recorded = self.audit.record_export(Actor::console(), "points.export", detail);
                recorded.await.map_err(|e| e.to_string())?;
                let (view, progress) = (self.store.view().clone(), progress.clone());
                let write = move || write_points(&view, &file, &progress);
                let done = tokio::task::spawn_blocking(write);
                done.await.map_err(|e| e.to_string())?
            }
            Command::Inspect => self.inspected.inspect().await,
            Command::Visit => self.inspected.visit(),
            Command::SetPassword { password } => {
                self.password
                    .set(password, Actor::console(), &self.auth)
                    .await
                    .map_err(|e| e.to_string())?;
                self.broadcaster.cut_admins();
                Ok(format!(
                    "The owner's password is set, and the owner is logged out.{}",
                    self.others()
                ))
            }
            Command::NoteKeyExport { fingerprint } => {
                let clock = &self.inspected.clock;
                let noted = note_key_export(&self.store, &self.audit, clock, fingerprint).await;
                noted.map(|()| String::new())
            }
            Command::HandOver => hand_over(self.leading).await,
            Command::ResetSecondFactor { name } => reset_second_factor(&self.people, &name).await,
        }
    }
}

impl Control {
    async fn back_up(
        &self,
        file: PathBuf,
        sealing: Option<Sealing>,
        progress: &Progress,
    ) -> Result<String, String> {
        let (store, progress) = (self.store.clone(), progress.clone());
        let data = self.inspected.backups.data().to_owned();
        let write = move || {
            let written = write_file(&store, &data, (&file, sealing.as_ref()), &progress)?;
            Ok(written.describe(&file))
        };
        self.inspected.backups.end_moment().await;
        let written = tokio::task::spawn_blocking(write).await.map_err(|e| e.to_string())?;
        self.inspected.backups.end_moment().await;
        written
    }

    /// Lists the people whose logins stay valid after a new password of the owner.
    fn others(&self) -> String {
        let mut people = self.auth.people();
        people.retain(|(id, _)| *id != PersonId::OWNER);
        people.sort_by_key(|(id, _)| *id);
        if people.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = people.iter().map(|(_, access)| &*access.name).collect();
        let names = names.join(", ");
        format!(
            " Other people of the panel keep their logins: {names}. Remove whom you don't trust under People."
        )
    }
}

/// Records in the audit and in public that the key of the seeds is exported.
///
/// # Errors
/// The key is not the one that seals the site's seeds, or the store cannot be read or has stopped.
pub async fn note_key_export(
    store: &Store,
    audit: &Audit,
    clock: &Clock,
    fingerprint: [u8; 8],
) -> Result<(), String> {
    let sealing = KEY.get(store.view()).map_err(|e| e.to_string())?;
    if sealing.is_some_and(|sealing| sealing.fingerprint != fingerprint) {
        return Err("the key file is not the key that seals this site's seeds".to_owned());
    }
    let mut batch = Batch::new();
    append_note(store.view(), &mut batch, clock.now(), DrawNote::KeyExported)
        .map_err(|e| e.to_string())?;
    let entry = Entry::new(Actor::console(), "key.export", "site");
    audit.commit_audited(batch, entry).await.map_err(|e| e.to_string())
}

/// Removes the second factors of a person who has lost them. Returns a report.
///
/// # Errors
/// No person has this name, or the person has no second factor.
pub async fn reset_second_factor(people: &People, name: &str) -> Result<String, String> {
    let id = people.named(name.trim());
    let id = id.ok_or_else(|| format!("no person of the panel has the name {name:?}"))?;
    let reset = people.reset_second_factor(id, Actor::console()).await;
    reset.map_err(|error| match error {
        PeopleError::SecondFactor(SecondFactorError::NoFactor) => {
            format!("{name} has no second factor")
        }
        error => error.to_string(),
    })?;
    Ok(format!("{name} can log in with the password alone now."))
}

/// Runs a command and writes now and then how far it is.
async fn follow(
    running: impl Future<Output = Result<String, String>>,
    progress: &Progress,
    writing: &mut (impl AsyncWriteExt + Unpin),
) -> std::io::Result<Result<String, String>> {
    let mut running = std::pin::pin!(running);
    let mut ticks = tokio::time::interval(COUNTED_EVERY);
    loop {
        tokio::select! {
            done = &mut running => return Ok(done),
            _ = ticks.tick() => {
                let Some(Stage { done, total, .. }) = progress.stage() else { continue };
                let mut text = serde_json::to_vec(&Counted { done, total })?;
                text.push(b'\n');
                // A client that has gone away doesn't end the command.
                let _ = writing.write_all(&text).await;
            }
        }
    }
}

/// Sends a command to the server that holds a data folder.
///
/// # Errors
/// No server answers.
pub fn ask(data: &Path, command: &Command) -> std::io::Result<Answer> {
    let mut line = String::new();
    send(data, &Request { command, follows: false })?.read_line(&mut line)?;
    Ok(serde_json::from_str(&line)?)
}

/// The same, counting what the server counts.
///
/// # Errors
/// No server answers.
pub fn ask_and_follow(
    data: &Path,
    command: &Command,
    progress: &Progress,
) -> std::io::Result<Answer> {
    let mut lines = send(data, &Request { command, follows: true })?.lines();
    let mut known = Counted { done: 0, total: None };
    loop {
        let line = lines.next().ok_or(std::io::ErrorKind::UnexpectedEof)??;
        let Ok(counted) = serde_json::from_str::<Counted>(&line) else {
            return Ok(serde_json::from_str(&line)?);
        };
        // Another stage has begun.
        if counted.total != known.total || counted.done < known.done {
            progress.begin("", Unit::Things, counted.total);
            known.done = 0;
        }
        progress.add(counted.done.saturating_sub(known.done));
        known = counted;
    }
}

fn send(
    data: &Path,
    request: &Request<&Command>,
) -> std::io::Result<std::io::BufReader<std::os::unix::net::UnixStream>> {
    let mut stream = std::os::unix::net::UnixStream::connect(data.join(NAME))?;
    let mut text = serde_json::to_vec(request)?;
    text.push(b'\n');
    stream.write_all(&text)?;
    Ok(std::io::BufReader::new(stream))
}

async fn hand_over(leading: Option<Leading>) -> Result<String, String> {
    let leading = leading.ok_or("the site runs on this machine only")?;
    let asked = tokio::task::spawn_blocking(move || leading.hand_over());
    let successor = asked.await.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?;
    Ok(format!(
        "This machine closes the site and follows; {successor} is expected to lead in a moment."
    ))
}
