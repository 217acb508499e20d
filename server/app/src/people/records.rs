//! Rows of people and invitations.

use bincode::{Decode, Encode};
use pointhouse_store::{Single, StoredRow, Table};

use super::password::{ADMIN, LAST};
use super::team::OWN_ACCOUNT;
use crate::ids::PersonId;
use crate::rights::Role;
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    ADMIN.secret_format(),
    LAST.format(),
    PERSON.secret_format(),
    INVITATION.secret_format(),
    RESTORED.format(),
    OWN_ACCOUNT.format(),
];

/// People of the panel. The owner has a row once there is a name.
pub(super) const PERSON: Table<PersonId, PersonRow> = Table::new(tables::PERSON);
/// Invitations that are not accepted yet, by the number that the person gets.
pub(super) const INVITATION: Table<PersonId, InvitationRow> = Table::new(tables::INVITATION);

/// A person of the panel.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct PersonRow {
    /// Shown in the panel and in the audit.
    pub name: String,
    /// What the person may do.
    pub role: Role,
    /// Argon2id hash, as a PHC string. Empty for the owner, whose password is a setting of its own.
    pub password: String,
    /// Incremented by each change of the password or role; tokens contain it.
    pub version: u32,
    /// When the person accepted the invitation, in milliseconds.
    pub joined_at: i64,
}

impl StoredRow for PersonRow {
    const VERSION: u8 = 1;
}

/// An invitation.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct InvitationRow {
    /// Name that the person gets.
    pub name: String,
    /// What the person may do.
    pub role: Role,
    /// SHA-256 of the code in the link.
    pub code: [u8; 32],
    /// When it was made, in milliseconds.
    pub made_at: i64,
    /// When it ends, in milliseconds.
    pub ends_at: i64,
}

impl StoredRow for InvitationRow {
    const VERSION: u8 = 1;
}

/// There while the owner has not ended the check after a restore.
pub(super) const RESTORED: Single<RestoredRow> = Single::new(tables::SETTING, "restored");

/// The check after a restore.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct RestoredRow {
    /// First start after the restore, milliseconds.
    pub at: i64,
    /// Last time that the backup is known to contain, milliseconds.
    pub backup_of: Option<i64>,
    /// People who cannot log in until the owner confirms them.
    pub waiting: Vec<u32>,
}

impl StoredRow for RestoredRow {
    const VERSION: u8 = 1;
}
