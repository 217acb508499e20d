//! Copies leave the machine encrypted, unless the owner chose otherwise.

use serde::{Deserialize, Serialize};

use super::target::CopyTarget;
use crate::config;

/// What an unencrypted copy gives away, and what to do.
pub const UNENCRYPTED: &str = "Anyone who gets a copy can read every email address and password hash, and the secret \
                               that signs logins. Set backups.recipient or backups.passphrase in the settings file, \
                               restart the site, and remove the old copies. If the places of your copies are safe, set \
                               backups.unencrypted = true instead.";

/// Whether copies are encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CopyEncryption {
    /// For a recipient or with a passphrase.
    Encrypted,
    /// Not, as the settings say.
    UnencryptedByChoice,
    /// Not, because an earlier version made such copies and the settings don't say it.
    Unencrypted,
}

impl CopyEncryption {
    /// By the settings; `None` if no target is set.
    pub(super) fn of(settings: &config::Backups) -> Option<Self> {
        if CopyTarget::configured(settings).is_empty() {
            return None;
        }
        Some(match (settings.encrypts(), settings.unencrypted) {
            (true, _) => Self::Encrypted,
            (false, true) => Self::UnencryptedByChoice,
            (false, false) => Self::Unencrypted,
        })
    }
}

/// Refuses settings that send copies unencrypted without saying so. A site that has made such copies before goes on,
/// under a notice of the panel.
///
/// # Errors
/// The refusal, with what to set.
pub fn refuse_unencrypted(
    settings: &config::Backups,
    has_plain_copies: bool,
) -> Result<(), String> {
    if has_plain_copies || CopyEncryption::of(settings) != Some(CopyEncryption::Unencrypted) {
        return Ok(());
    }
    Err("the settings of [backups] send copies of backups away from this machine, but nothing encrypts them: set \
         backups.recipient (a public key of age) or backups.passphrase. To send them unencrypted, set \
         backups.unencrypted = true: anyone who gets a copy can then read every email address and password hash, and \
         the secret that signs logins (docs/backup.md)"
        .to_owned())
}
