//! The local socket through which the command line reaches a running server.
//!
//! It lies in the data folder with access for its owner alone: whoever may open it may read the data
//! anyway. One JSON line in, one JSON line out.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use pointhouse_store::Store;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};

use super::AdminPassword;
use crate::accounts::Auth;
use crate::audit::Actor;
use crate::broadcast::Broadcaster;
use crate::points::export::write_points;
use crate::points::imports::Imports;

const NAME: &str = "control.sock";
/// Longest line either way.
const LINE_MAX: u64 = 64 * 1024;

/// What the command line asks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum Command {
    /// Writes a backup.
    Backup {
        /// Into this file.
        file: PathBuf,
    },
    /// Takes a file with points in, or tries it out.
    ImportPoints {
        /// The file.
        file: PathBuf,
        /// Says what it would do, and changes nothing.
        dry_run: bool,
    },
    /// Writes all members with their points.
    ExportPoints {
        /// Into this file.
        file: PathBuf,
    },
    /// Sets the admin's password.
    SetPassword {
        /// The new one.
        password: String,
    },
}

/// What the server says.
#[derive(Debug, Serialize, Deserialize)]
pub struct Answer {
    /// It was done.
    pub success: bool,
    /// What was done, or why not.
    pub message: String,
}

/// What commands need.
#[derive(Clone)]
pub struct Control {
    /// For backups.
    pub store: Store,
    /// For points from elsewhere.
    pub imports: Imports,
    /// For the password.
    pub password: AdminPassword,
    /// Whose tokens end.
    pub auth: Auth,
    /// Whose sockets end with them.
    pub broadcaster: Broadcaster,
}

impl Control {
    /// Listens until the process ends.
    ///
    /// # Errors
    /// The socket cannot be made.
    pub fn listen(self, data: &Path) -> std::io::Result<()> {
        let path = data.join(NAME);
        // The data folder's lock is held, so whatever lies here is left from a killed process.
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
                        tracing::warn!(%error, "a control command was not answered");
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
            Command::SetPassword { password } => {
                self.password
                    .set(password, Actor::console(), &self.auth)
                    .await
                    .map_err(|e| e.to_string())?;
                self.broadcaster.cut_admins();
                Ok("The admin password is set; all admins are logged out.".to_owned())
            }
        }
    }
}

/// Asks the server that holds a data folder.
///
/// # Errors
/// No server answers there.
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
