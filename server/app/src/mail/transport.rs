//! Delivers emails: through a mail server, or as files for the streamer (docs/decisions.md, D4).

use std::error::Error;
use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters, TlsParametersBuilder};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

use super::error::MailError;
use super::records::EmailRow;
use crate::config::{self, Config, MailTransport, SmtpSecurity};
use crate::ids::UserId;

enum Backend {
    Files,
    Smtp(Box<MailServer>),
}

struct MailServer {
    server: AsyncSmtpTransport<Tokio1Executor>,
    /// Time limit of a whole delivery. The library's own limit covers only the connection.
    timeout: Duration,
    /// The password in every form in which a server might repeat it in an error.
    secrets: Vec<String>,
    /// Whether it has a login without a password.
    lacks_password: bool,
}

/// Why nothing is sent without the password.
const NO_PASSWORD: &str = "the password of the mail server is missing on this machine: enter it in the settings or in the environment";

pub(super) struct Transport {
    from: Mailbox,
    backend: Backend,
    /// Folder of emails in files, including those from before a mail server was set up.
    folder: PathBuf,
}

/// Why a delivery failed.
pub(super) struct Undelivered {
    /// Reason for the log and the admin, without any part of the email.
    pub(super) reason: String,
    /// True when a retry would fail the same way.
    pub(super) is_final: bool,
    /// True when the mail server cannot deliver any email at the moment.
    pub(super) is_shut: bool,
}

impl Undelivered {
    /// A permanent failure of this email.
    pub(super) fn dead(reason: String) -> Self {
        Self { reason, is_final: true, is_shut: false }
    }

    /// A temporary failure of this email.
    pub(super) fn later(reason: String) -> Self {
        Self { reason, is_final: false, is_shut: false }
    }

    /// A temporary failure of the mail server.
    fn shut(reason: String) -> Self {
        Self { reason, is_final: false, is_shut: true }
    }
}

impl Transport {
    pub(super) fn new(config: &Config, folder: &Path) -> Result<Self, MailError> {
        let mail = &config.mail;
        let settings = |error: &dyn std::fmt::Display| MailError::Settings(error.to_string());
        let from: Address = mail.from.parse().map_err(|error| settings(&error))?;
        let from = Mailbox::new(Some(config.brand.name.clone()), from);
        let backend = match mail.transport {
            MailTransport::File => Backend::Files,
            MailTransport::Smtp => Backend::Smtp(Box::new(MailServer::new(mail)?)),
        };
        Ok(Self { from, backend, folder: folder.to_owned() })
    }

    /// The same folder with other settings.
    pub(super) fn with_settings(&self, config: &Config) -> Result<Self, MailError> {
        Self::new(config, &self.folder)
    }

    pub(super) async fn deliver(&self, number: u64, row: &EmailRow) -> Result<(), Undelivered> {
        let message = self
            .message(number, row)
            .map_err(|error| Undelivered::dead(format!("cannot build the email: {error}")))?;
        match &self.backend {
            Backend::Smtp(server) => server.send(message, row).await,
            Backend::Files => {
                let file = self.folder.join(format!("{number}-{}.eml", row.user));
                let bytes = message.formatted();
                let written =
                    tokio::task::spawn_blocking(move || put(&file, &bytes).map(|()| file));
                match written.await {
                    Ok(Ok(file)) => {
                        let file = file.display();
                        tracing::info!(%file, "mail is not set up: wrote an email to a file");
                        Ok(())
                    }
                    Ok(Err(error)) => Err(Undelivered::shut(error.to_string())),
                    Err(error) => Err(Undelivered::later(error.to_string())),
                }
            }
        }
    }

    /// The message id is the same at every try, so that a server recognises an email whose
    /// acknowledgement was lost.
    fn message(&self, number: u64, row: &EmailRow) -> Result<Message, String> {
        let to: Address = row.to.parse().map_err(|_| "the address is invalid".to_owned())?;
        let body = MultiPart::alternative_plain_html(row.text.clone(), row.html.clone());
        let id = format!("<{number}.{}@{}>", row.user, self.from.email.domain());
        Message::builder()
            .message_id(Some(id))
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
                tracing::warn!(%error, "cannot remove the file of an email");
            }
        }
    }
}

/// Connects to the mail server of the settings and logs in, without sending an email. `None` without a mail server.
pub async fn check_server(config: &Config) -> Option<Result<(), String>> {
    if config.mail.transport == MailTransport::File {
        return None;
    }
    let server = match MailServer::new(&config.mail) {
        Ok(server) => server,
        Err(error) => return Some(Err(error.to_string())),
    };
    Some(match tokio::time::timeout(server.timeout, server.server.test_connection()).await {
        Ok(Ok(true)) => Ok(()),
        Ok(Ok(false)) => Err("it did not accept the connection".to_owned()),
        Ok(Err(error)) => Err(server.plain_reason(&error)),
        Err(_) => Err(format!("it did not answer within {} s", server.timeout.as_secs())),
    })
}

impl MailServer {
    fn new(mail: &config::Mail) -> Result<Self, MailError> {
        let settings =
            |error: lettre::transport::smtp::Error| MailError::Settings(error.to_string());
        let timeout = Duration::from_secs(mail.smtp_timeout_seconds);
        let tls = match mail.smtp_security {
            SmtpSecurity::None => Tls::None,
            SmtpSecurity::Starttls => Tls::Required(trust(mail)?.build().map_err(settings)?),
            SmtpSecurity::Tls => Tls::Wrapper(trust(mail)?.build().map_err(settings)?),
        };
        let host = mail.smtp_host.as_str();
        let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .tls(tls)
            .port(mail.smtp_port)
            .timeout(Some(timeout));
        let (user, password) = (mail.smtp_user.as_str(), mail.smtp_password.reveal());
        let builder = if user.is_empty() {
            builder
        } else {
            builder.credentials(Credentials::new(user.to_owned(), password.to_owned()))
        };
        let mut secrets = Vec::new();
        if !password.is_empty() {
            let plain = STANDARD.encode(format!("\0{user}\0{password}"));
            secrets.extend([plain, STANDARD.encode(password), password.to_owned()]);
        }
        Ok(Self {
            server: builder.build(),
            timeout,
            secrets,
            lacks_password: mail.lacks_password(),
        })
    }

    async fn send(&self, message: Message, row: &EmailRow) -> Result<(), Undelivered> {
        if self.lacks_password {
            return Err(Undelivered::shut(NO_PASSWORD.to_owned()));
        }
        match tokio::time::timeout(self.timeout, self.server.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(self.refused(&error, row)),
            Err(_) => {
                let seconds = self.timeout.as_secs();
                let reason = format!("the mail server did not answer within {seconds} s");
                Err(Undelivered::shut(reason))
            }
        }
    }

    /// The reason without secrets: servers often repeat what they were sent.
    fn plain_reason(&self, error: &lettre::transport::smtp::Error) -> String {
        let reason = error.to_string().replace(char::is_control, " ");
        self.secrets.iter().fold(reason, |reason, secret| without(&reason, secret, "(secret)"))
    }

    /// Why a server refused an email. Only an invalid recipient is permanent: a wrong login or an
    /// exceeded quota may be fixed later.
    fn refused(&self, error: &lettre::transport::smtp::Error, row: &EmailRow) -> Undelivered {
        let code = error.status().map(|code| code.to_string()).unwrap_or_default();
        let said = error.source().map(ToString::to_string).unwrap_or_default();
        let is_final = matches!(code.as_str(), "550" | "551" | "553") && is_of_recipient(&said);
        let mut reason = self.plain_reason(error);
        for token in tokens(&row.text) {
            reason = without(&reason, token, "(secret)");
        }
        reason = without(&reason, &row.to, "(the address)");
        match error.status() {
            Some(_) if is_final => Undelivered::dead(reason),
            // The server's reply may concern only this email.
            Some(_) => Undelivered::later(reason),
            None => Undelivered::shut(reason),
        }
    }
}

/// The trusted certificates: those that browsers trust, and the streamer's own.
fn trust(mail: &config::Mail) -> Result<TlsParametersBuilder, MailError> {
    let settings = |error: &dyn std::fmt::Display| MailError::Settings(error.to_string());
    let mut trust = TlsParameters::builder(mail.smtp_host.clone());
    for one in mail.own_authorities().map_err(|error| settings(&error))? {
        let one = Certificate::from_der(one.to_vec()).map_err(|error| settings(&error))?;
        trust = trust.add_root_certificate(one);
    }
    Ok(trust)
}

/// Returns whether a status code (RFC 3463) means that the recipient doesn't exist: 5.1.x, except
/// for the two about the sender.
fn is_of_recipient(said: &str) -> bool {
    said.strip_prefix("5.1.").is_some_and(|rest| {
        let detail: String = rest.chars().take_while(char::is_ascii_digit).collect();
        !matches!(detail.as_str(), "" | "7" | "8")
    })
}

/// The tokens of the links in a text.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let ends = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-' && letter != '_';
    text.split("token=").skip(1).filter_map(move |rest| rest.split(ends).next())
}

/// Removes all occurrences of a part from a text, ignoring case.
fn without(text: &str, part: &str, instead: &str) -> String {
    if part.is_empty() {
        return text.to_owned();
    }
    let (low, part) = (text.to_ascii_lowercase(), part.to_ascii_lowercase());
    let (mut rest, mut out) = (0, String::with_capacity(text.len()));
    for (at, found) in low.match_indices(&part) {
        out.push_str(text.get(rest..at).unwrap_or_default());
        out.push_str(instead);
        rest = at + found.len();
    }
    out.push_str(text.get(rest..).unwrap_or_default());
    out
}

/// Writes the whole file or nothing, readable by its owner only.
fn put(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let begun = file.with_extension("part");
    let mut open = fs::OpenOptions::new();
    let mut out = open.write(true).create(true).truncate(true).mode(0o600).open(&begun)?;
    out.write_all(bytes)?;
    // The email's row is removed after this returns, so the file must be on disk.
    out.sync_all()?;
    fs::rename(&begun, file)?;
    match file.parent() {
        Some(folder) => fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}
