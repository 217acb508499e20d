//! What the directory of accounts writes.

use bincode::{Decode, Encode};
use pointhouse_store::Stored;

/// An account. Overwritten whole by the directory, which alone writes it.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct AccountRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// As the member wrote it.
    pub username: String,
    /// As the member wrote it.
    pub email: String,
    /// The link in the mail was followed.
    pub email_verified: bool,
    /// Argon2id, PHC string.
    pub password: String,
    /// Tokens carry it; raising it ends all of them (decision A4).
    pub token_version: u32,
    /// Inactive accounts may only read (decision A10).
    pub active: bool,
    /// Short public code for chat (decision A5).
    pub account_id: String,
    /// Milliseconds.
    pub created_at: i64,
}

impl Stored for AccountRow {
    const VERSION: u8 = 1;
}

/// What a unique name is for. The number is part of the key on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// E-mail addresses.
    Email,
    /// Usernames.
    Username,
    /// Account codes.
    AccountId,
}

impl NameKind {
    /// Key of a name, folded so that case does not make another name.
    pub fn key(self, folded: &str) -> Vec<u8> {
        let kind = match self {
            Self::Email => 1,
            Self::Username => 2,
            Self::AccountId => 3,
        };
        [&[kind], folded.as_bytes()].concat()
    }
}
