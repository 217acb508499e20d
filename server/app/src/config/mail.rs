//! `[mail]`

use rustls::pki_types::CertificateDer;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::{ConfigError, at_most, read_authorities, refuse, within};

/// Longest host name, in characters (RFC 1035).
const HOST_MAX: usize = 253;
/// Longest login name, in characters: as long as the longest address.
const USER_MAX: usize = 320;

/// `[mail]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// How emails are delivered.
    pub transport: MailTransport,
    /// Sender of emails.
    pub from: String,
    /// Host name of the mail server.
    pub smtp_host: String,
    /// Port of the mail server.
    pub smtp_port: u16,
    /// How the connection to it is encrypted.
    pub smtp_security: SmtpSecurity,
    /// Login name at the mail server; empty: no login.
    pub smtp_user: String,
    /// Password at the mail server.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub smtp_password: Secret,
    /// PEM file of the operator's own certificate authority; empty: none.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub smtp_ca_file: String,
    /// Time limit of a delivery, in seconds.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub smtp_timeout_seconds: u64,
    /// When free giveaways require a verified email.
    pub require_verified_email: MailSwitch,
    /// Emails in files are removed after this time, in days.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub keep_file_days: u64,
    /// Emails with links per member and per client address in an hour; 0 = no limit.
    #[serde(skip_serializing, default)]
    #[schema(ignore)]
    pub letters_per_hour: u32,
    /// When members get an email about a login from a new kind of device.
    pub new_device: MailSwitch,
    /// When winners of giveaways get an email.
    pub giveaway_won: MailSwitch,
}

/// How emails are delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailTransport {
    /// Written to the folder `outbox` of the data folder.
    File,
    /// Sent through a mail server.
    Smtp,
}

/// How the connection to the mail server is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SmtpSecurity {
    /// Encrypted after a greeting, usually on port 587.
    Starttls,
    /// Encrypted from the first byte, usually on port 465.
    Tls,
    /// Not encrypted; for a server on this machine.
    None,
}

/// When a feature that depends on mail is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailSwitch {
    /// While emails are sent through a mail server.
    WithSmtp,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A setting that must not appear in logs or errors.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The secret text.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SecretText)
    }
}

/// Accepts text only. For other values the error doesn't include the value, as the library's own
/// would, because it may be a password that was not quoted.
struct SecretText;

impl SecretText {
    fn no_text<E: serde::de::Error>() -> Result<Secret, E> {
        Err(E::custom("must be text, in quotes"))
    }
}

impl<'de> Visitor<'de> for SecretText {
    type Value = Secret;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("text, in quotes")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Secret, E> {
        Ok(Secret(text.to_owned()))
    }

    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<Secret, E> {
        Self::no_text()
    }

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<Secret, E> {
        Self::no_text()
    }

    fn visit_i128<E: serde::de::Error>(self, _: i128) -> Result<Secret, E> {
        Self::no_text()
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<Secret, E> {
        Self::no_text()
    }

    fn visit_u128<E: serde::de::Error>(self, _: u128) -> Result<Secret, E> {
        Self::no_text()
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<Secret, E> {
        Self::no_text()
    }

    fn visit_bytes<E: serde::de::Error>(self, _: &[u8]) -> Result<Secret, E> {
        Self::no_text()
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_empty() { "(none)" } else { "(secret)" })
    }
}

impl Mail {
    /// The certificates in `smtp_ca_file`; none without such a file.
    ///
    /// # Errors
    /// The file cannot be read or contains no certificate.
    pub fn own_authorities(&self) -> Result<Vec<CertificateDer<'static>>, String> {
        read_authorities(&self.smtp_ca_file)
    }

    /// Whether the mail server needs a password that is missing, which may have been in the environment of another
    /// machine. Emails wait until it is entered.
    pub fn lacks_password(&self) -> bool {
        self.transport == MailTransport::Smtp
            && !self.smtp_user.is_empty()
            && self.smtp_password.reveal().is_empty()
    }

    pub(super) fn check(&self, site_url: &str) -> Result<(), ConfigError> {
        within("mail.keep_file_days", self.keep_file_days, 1, 365)?;
        within("mail.smtp_timeout_seconds", self.smtp_timeout_seconds, 1, 300)?;
        if self.from.parse::<lettre::Address>().is_err() {
            return refuse("mail.from", "must be an address such as no-reply@example.com");
        }
        at_most("mail.smtp_host", &self.smtp_host, HOST_MAX)?;
        at_most("mail.smtp_user", &self.smtp_user, USER_MAX)?;
        if self.transport == MailTransport::File {
            return Ok(());
        }
        if self.smtp_host.is_empty() {
            return refuse("mail.smtp_host", "must name the mail server");
        }
        if self.smtp_security == SmtpSecurity::None && !self.smtp_user.is_empty() {
            return refuse(
                "mail.smtp_security",
                "must be starttls or tls: the password would be read on its way",
            );
        }
        if self.smtp_security == SmtpSecurity::None && !self.smtp_ca_file.is_empty() {
            return refuse(
                "mail.smtp_ca_file",
                "needs starttls or tls: without them no certificate is shown",
            );
        }
        if let Err(reason) = self.own_authorities() {
            return refuse("mail.smtp_ca_file", &reason);
        }
        // Emails contain links, which would lead to an address of this machine without it.
        if site_url.is_empty() {
            return refuse("place.url", "must be set when mail is sent, for the links of emails");
        }
        Ok(())
    }
}
