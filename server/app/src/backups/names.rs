//! Names of copies: `pointhouse-SITE-TIME-KIND.base`, with `.age` at the end if the copy is encrypted.
//!
//! Sites may copy into the same folder. SITE tells their copies apart; it follows from a secret that a backup
//! contains, so a restored site keeps it.

use sha2::{Digest, Sha256};

use super::{BY_HAND, Backup};
use crate::clock::Millis;
use crate::tables::SecretRow;

const START: &str = "pointhouse-";
const PLAIN: &str = ".base";
const ENCRYPTED: &str = ".base.age";
const ENDINGS: [&str; 2] = [PLAIN, ENCRYPTED];
/// Length of SITE.
const SITE_LETTERS: usize = 8;

/// The part SITE of a site's names. Its letters don't reveal the secret.
pub(super) fn site_name(secret: &SecretRow) -> String {
    let hash = Sha256::new().chain_update(b"name of copies of backups").chain_update(secret.0);
    hash.finalize().iter().take(SITE_LETTERS).map(|byte| char::from(b'a' + byte % 26)).collect()
}

/// TIME and KIND of a backup's copies.
fn time_and_kind(backup: &Backup) -> String {
    let time = Millis(backup.created_at).iso().replace(':', "");
    let kind = if backup.nightly { "nightly" } else { BY_HAND };
    format!("{time}-{kind}")
}

/// Returns whether a name is that of a copy of this backup.
pub(super) fn is_copy_of(name: &str, backup: &Backup) -> bool {
    name.starts_with(START) && name.contains(&format!("-{}.", time_and_kind(backup)))
}

/// Returns whether a name is that of a copy that is not encrypted.
pub(super) fn is_plain_copy(name: &str) -> bool {
    name.starts_with(START) && name.ends_with(PLAIN)
}

/// A copy that a site has made.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OwnCopy<'a> {
    /// TIME and what follows it: such texts sort by time.
    pub(super) from_time: &'a str,
    /// True for what a killed process has left.
    pub(super) is_unfinished: bool,
}

/// The names of a site's copies.
pub(super) struct CopyNames {
    start: String,
}

impl CopyNames {
    /// The names of a site.
    pub(super) fn new(site: &str) -> Self {
        Self { start: format!("{START}{site}-") }
    }

    /// The name of a new copy.
    pub(super) fn of(&self, backup: &Backup, is_encrypted: bool) -> String {
        let ending = if is_encrypted { ENCRYPTED } else { PLAIN };
        format!("{}{}{ending}", self.start, time_and_kind(backup))
    }

    /// Reads the name of a file; `None` if the site has not written it. `unfinished` is the ending of a file that is
    /// being written.
    pub(super) fn read<'a>(&self, file: &'a str, unfinished: &str) -> Option<OwnCopy<'a>> {
        let (name, is_unfinished) =
            file.strip_suffix(unfinished).map_or((file, false), |name| (name, true));
        if !ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            return None;
        }
        let from_time = name.strip_prefix(&self.start)?;
        Some(OwnCopy { from_time, is_unfinished })
    }
}
