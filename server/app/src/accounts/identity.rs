//! The rows about who a member is: what proved the mailbox, and what is kept under its key.

use bincode::{Decode, Encode};
use pointhouse_store::{StoredRow, Table};

use crate::ids::UserId;
use crate::tables;

/// When the mailboxes of emails were proved.
pub(super) const MAILBOX_PROOF: Table<UserId, MailboxProofRow> = Table::new(tables::MAILBOX_PROOF);

/// When the mailbox of an account's email was proved. Accounts whose email was verified by an earlier version have none
/// until a new password is set by the link of an email.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct MailboxProofRow {
    /// When the email was first verified, in milliseconds.
    pub verified_at: Option<i64>,
    /// When the reader of the mailbox took the account over, in milliseconds: what was added before is removed or known
    /// to be the reader's.
    pub taken_over_at: Option<i64>,
}

impl StoredRow for MailboxProofRow {
    const VERSION: u8 = 1;
}

/// Hash of a mailbox or of an account of the chat platform, with the key of the site.
pub type IdentityKey = [u8; 32];

/// What was paid, by key and name.
pub(super) const KEPT: Table<(IdentityKey, String), KeptRow> = Table::new(tables::KEPT_PAYMENT);

/// Something that was paid once ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct KeptRow {
    /// When the row is removed, in milliseconds.
    pub until: i64,
}

impl StoredRow for KeptRow {
    const VERSION: u8 = 1;
}
