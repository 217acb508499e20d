//! How letters leave: through a mail server, or as files for the streamer to look at (decision D4).

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use super::error::MailError;
use super::records::LetterRow;
use crate::config::{self, MailTransport, SmtpSecurity};
use crate::ids::UserId;

/// A mail server that does not answer is given up after this time.
const SMTP_TIMEOUT: Duration = Duration::from_secs(20);

enum Way {
    Files,
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
}

pub(super) struct Transport {
    from: Mailbox,
    way: Way,
    /// Where letters in files are, also those of a time before there was a mail server.
    folder: PathBuf,
}

/// A letter did not leave.
pub(super) struct Undelivered {
    /// For the log and the admin; nothing of the letter is in it.
    pub(super) reason: String,
    /// Trying again would fail the same way.
    pub(super) is_final: bool,
}

impl Transport {
    pub(super) fn new(mail: &config::Mail, site: &str, folder: &Path) -> Result<Self, MailError> {
        let told = |error: &dyn std::fmt::Display| MailError::Settings(error.to_string());
        let from: Address = mail.from.parse().map_err(|error| told(&error))?;
        let from = Mailbox::new(Some(site.to_owned()), from);
        let way = match mail.transport {
            MailTransport::File => Way::Files,
            MailTransport::Smtp => Way::Smtp(smtp(mail).map_err(|error| told(&error))?),
        };
        Ok(Self { from, way, folder: folder.to_owned() })
    }

    pub(super) async fn deliver(&self, number: u64, row: &LetterRow) -> Result<(), Undelivered> {
        let message = self.message(row).map_err(|error| Undelivered {
            reason: format!("the letter cannot be written: {error}"),
            is_final: true,
        })?;
        match &self.way {
            Way::Smtp(server) => match server.send(message).await {
                Ok(_) => Ok(()),
                Err(error) => Err(refused(&error, row)),
            },
            Way::Files => {
                let file = self.folder.join(format!("{number}-{}.eml", row.user));
                let bytes = message.formatted();
                let written =
                    tokio::task::spawn_blocking(move || put(&file, &bytes).map(|()| file));
                match written.await {
                    Ok(Ok(file)) => {
                        let file = file.display();
                        tracing::info!(%file, "mail is not set up: a letter was written to a file");
                        Ok(())
                    }
                    Ok(Err(error)) => {
                        Err(Undelivered { reason: error.to_string(), is_final: false })
                    }
                    Err(error) => Err(Undelivered { reason: error.to_string(), is_final: false }),
                }
            }
        }
    }

    fn message(&self, row: &LetterRow) -> Result<Message, String> {
        let to: Address = row.to.parse().map_err(|_| "the address does not read".to_owned())?;
        let body = MultiPart::alternative_plain_html(row.text.clone(), row.html.clone());
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(row.subject.clone())
            .multipart(body)
            .map_err(|error| error.to_string())
    }

    /// Removes files older than an instant.
    pub(super) fn clear_files(&self, before: std::time::SystemTime) {
        self.remove_files(|file| {
            let changed = fs::metadata(file).and_then(|about| about.modified());
            changed.is_ok_and(|changed| changed < before)
        });
    }

    pub(super) fn forget_files(&self, user: UserId) {
        let end = format!("-{}", user.0);
        self.remove_files(|file| {
            file.file_stem().is_some_and(|name| name.to_string_lossy().ends_with(&end))
        });
    }

    fn remove_files(&self, chosen: impl Fn(&Path) -> bool) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for file in entries.flatten().map(|entry| entry.path()) {
            if file.extension().is_some_and(|kind| kind == "eml" || kind == "part")
                && chosen(&file)
                && let Err(error) = fs::remove_file(&file)
            {
                tracing::warn!(%error, "a letter's file could not be removed");
            }
        }
    }
}

fn smtp(
    mail: &config::Mail,
) -> Result<AsyncSmtpTransport<Tokio1Executor>, lettre::transport::smtp::Error> {
    let host = mail.smtp_host.as_str();
    let builder = match mail.smtp_security {
        SmtpSecurity::Starttls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(host)?,
        SmtpSecurity::Tls => AsyncSmtpTransport::<Tokio1Executor>::relay(host)?,
        SmtpSecurity::None => AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host),
    };
    let builder = builder.port(mail.smtp_port).timeout(Some(SMTP_TIMEOUT));
    let builder = if mail.smtp_user.is_empty() {
        builder
    } else {
        let password = mail.smtp_password.reveal().to_owned();
        builder.credentials(Credentials::new(mail.smtp_user.clone(), password))
    };
    Ok(builder.build())
}

/// Why a server did not take a letter. Only its word that there is no such address is final: a login
/// that is wrong or a limit that is reached today may be mended tomorrow.
fn refused(error: &lettre::transport::smtp::Error, row: &LetterRow) -> Undelivered {
    let code = error.status().map(|code| code.to_string()).unwrap_or_default();
    // Servers like to repeat the address.
    let reason = error.to_string().replace(&row.to, "(the address)");
    let is_final = matches!(code.as_str(), "550" | "551" | "553") && reason.contains("5.1.");
    Undelivered { reason, is_final }
}

/// The whole file or none, for its owner's eyes.
fn put(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let begun = file.with_extension("part");
    let mut open = fs::OpenOptions::new();
    let mut out = open.write(true).create(true).truncate(true).mode(0o600).open(&begun)?;
    out.write_all(bytes)?;
    // The letter's row goes when this has returned: it has to be on disk by then.
    out.sync_all()?;
    fs::rename(&begun, file)?;
    match file.parent() {
        Some(folder) => fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}
