//! The local socket that the command line uses to reach a running server.
//!
//! The socket is in the data folder and only the folder's owner may open it, who may read the data
//! anyway. The protocol is one JSON line per request and one per response.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use pointhouse_store::Store;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};

use super::inspection::{Visits, inspect};
use crate::accounts::Auth;
use crate::audit::Actor;
use crate::backups::{Backups, Copies};
use crate::broadcast::Broadcaster;
use crate::clock::Clock;
use crate::config::Settings;
use crate::ids::PersonId;
use crate::people::{AdminPassword, People, PeopleError};
use crate::points::export::write_points;
use crate::points::imports::Imports;
use crate::second_factor::SecondFactorError;

const NAME: &str = "control.sock";
/// Longest line of a request or response, in bytes.
const LINE_MAX: u64 = 64 * 1024;

/// A command from the command line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum Command {
    /// Writes a backup.
    Backup {
        /// File to write.
        file: PathBuf,
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
    /// Returns the state of the site for `pointhouse doctor`, and expects its visit.
    Inspect,
    /// Returns how the expected visit arrived.
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
}

/// Response to a command.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    /// True when the command succeeded.
    pub success: bool,
    /// What was done, or why the command failed.
    pub message: String,
}

/// What the commands need.
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
    /// To cut the sockets of admins whose tokens end.
    pub broadcaster: Broadcaster,
    /// For inspections.
    pub inspected: Inspected,
}

/// What an inspection looks at.
#[derive(Clone)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Inspected {
    pub settings: Settings,
    pub backups: Backups,
    pub copies: Copies,
    pub clock: Clock,
    pub visits: Visits,
}

impl Inspected {
    async fn inspect(&self) -> Result<String, String> {
        let state = (&self.backups, &self.copies);
        let mut found = inspect(&self.settings.now(), state, &self.clock).await;
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
            while let Ok((stream, _)) = listener.accept().await {
                let control = self.clone();
                actix_web::rt::spawn(async move {
                    if let Err(error) = control.serve(stream).await {
                        tracing::warn!(%error, "a control command failed");
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
        let answer = match serde_json::from_str(&line) {
            Ok(command) => self.run(command).await,
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

    async fn run(self, command: Command) -> Result<String, String> {
        match command {
            Command::Backup { file } => {
                let store = self.store.clone();
                let done = tokio::task::spawn_blocking(move || {
                    store.backup(&file).map(|report| (file, report))
                });
                let (file, report) =
                    done.await.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?;
                let (last, bytes) = (report.last_sequence, report.bytes);
                Ok(format!("{}: everything up to commit {last}, {bytes} bytes", file.display()))
            }
            Command::ImportPoints { file, dry_run } => self.imports.run_file(file, dry_run).await,
            Command::ExportPoints { file } => {
                let view = self.store.view().clone();
                let done = tokio::task::spawn_blocking(move || write_points(&view, &file));
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
            Command::ResetSecondFactor { name } => reset_second_factor(&self.people, &name).await,
        }
    }
}

impl Control {
    /// Names the people whose logins a new password of the owner does not end.
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

/// Sends a command to the server that holds a data folder.
///
/// # Errors
/// No server answers.
pub fn ask(data: &Path, command: &Command) -> std::io::Result<Answer> {
    use std::io::{BufRead, Write};
    let mut stream = std::os::unix::net::UnixStream::connect(data.join(NAME))?;
    let mut text = serde_json::to_vec(command)?;
    text.push(b'\n');
    stream.write_all(&text)?;
    let mut line = String::new();
    std::io::BufReader::new(stream).read_line(&mut line)?;
    Ok(serde_json::from_str(&line)?)
}
