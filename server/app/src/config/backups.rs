//! `[backups]`

use std::path::Path;

use serde::Deserialize;

use super::outside::check_service;
use super::{ConfigError, Secret, at_most, read_authorities, refuse, within};
use crate::passphrase::Passphrase;

/// Longest command, in arguments.
const ARGUMENTS_MAX: usize = 100;
/// Longest text of a key, in characters.
const TEXT_MAX: usize = 1024;

/// `[backups]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "config.toml explains every key")]
pub struct Backups {
    pub recipient: String,
    pub passphrase: Secret,
    pub unencrypted: bool,
    pub copy_minutes: u64,
    pub folder: String,
    pub folder_kept: usize,
    pub command: Vec<String>,
    pub s3_endpoint: String,
    pub s3_region: String,
    pub s3_bucket: String,
    pub s3_prefix: String,
    pub s3_access_key: Secret,
    pub s3_secret_key: Secret,
    pub s3_ca_file: String,
}

impl Backups {
    /// Whether copies are encrypted.
    pub fn encrypts(&self) -> bool {
        !self.recipient.is_empty() || !self.passphrase.reveal().is_empty()
    }

    /// The passphrase that copies are encrypted with; `None` if there is none.
    ///
    /// # Errors
    /// It is too short, too long or too common.
    pub fn passphrase(&self) -> Result<Option<Passphrase>, String> {
        let text = self.passphrase.reveal();
        let given = (!text.is_empty()).then(|| Passphrase::new(text));
        given.transpose().map_err(|refusal| refusal.to_string())
    }

    /// The key that copies are encrypted for; `None` if there is none.
    ///
    /// # Errors
    /// The setting is no public key.
    pub fn recipient(&self) -> Result<Option<age::x25519::Recipient>, String> {
        if self.recipient.is_empty() {
            return Ok(None);
        }
        let read = self.recipient.parse::<age::x25519::Recipient>();
        read.map(Some).map_err(|reason| {
            format!("must be a public key of age, such as \"age1...\" of age-keygen: {reason}")
        })
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        if let Err(reason) = self.recipient() {
            return refuse("backups.recipient", &reason);
        }
        if let Err(reason) = self.passphrase() {
            return refuse("backups.passphrase", &reason);
        }
        if !self.recipient.is_empty() && !self.passphrase.reveal().is_empty() {
            return refuse("backups.passphrase", "must be empty beside backups.recipient");
        }
        if self.unencrypted && self.encrypts() {
            let reason = "must be false beside backups.recipient or backups.passphrase";
            return refuse("backups.unencrypted", reason);
        }
        within("backups.copy_minutes", self.copy_minutes, 1, 1440)?;
        within("backups.folder_kept", self.folder_kept, 1, 1000)?;
        if !self.folder.is_empty() && !Path::new(&self.folder).is_absolute() {
            return refuse("backups.folder", "must be an absolute path");
        }
        within("backups.command", self.command.len(), 0, ARGUMENTS_MAX)?;
        if self.command.first().is_some_and(String::is_empty) {
            return refuse("backups.command", "must begin with the name of a program");
        }
        if self.s3_endpoint.is_empty() { Ok(()) } else { self.check_s3() }
    }

    fn check_s3(&self) -> Result<(), ConfigError> {
        check_service("backups.s3_endpoint", &self.s3_endpoint)?;
        for (key, text) in [
            ("backups.s3_region", self.s3_region.as_str()),
            ("backups.s3_bucket", &self.s3_bucket),
            ("backups.s3_access_key", self.s3_access_key.reveal()),
            ("backups.s3_secret_key", self.s3_secret_key.reveal()),
        ] {
            if text.is_empty() {
                return refuse(key, "must be set for the storage of backups.s3_endpoint");
            }
            at_most(key, text, TEXT_MAX)?;
        }
        at_most("backups.s3_prefix", &self.s3_prefix, TEXT_MAX)?;
        match read_authorities(&self.s3_ca_file) {
            Ok(_) => Ok(()),
            Err(reason) => refuse("backups.s3_ca_file", &reason),
        }
    }
}
