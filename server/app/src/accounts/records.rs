//! What the directory of accounts writes.

use super::sessions::SESSION;
use crate::clock::Millis;
use crate::ids::UserId;
use crate::tables::{self, NumberRow, RowFormat};
use bincode::{Decode, Encode};
use pointhouse_store::{
    Keys, Piece, Row, RowProblem, Single, Store, StoreError, StoredRow, Table, View,
};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[
    ACCOUNT.format(),
    NAME.format(),
    PROFILE.format(),
    PICTURE.format(),
    MAIL_TOKEN.format(),
    APPROVAL.format(),
    DEPARTED.format(),
    CHAT_LINK.format(),
    DEVICE_KINDS.format(),
    SESSION.format(),
    NEXT_USER.format(),
    NEXT_APPROVAL.format(),
];

/// Accounts.
pub(super) const ACCOUNT: Table<UserId, AccountRow> = Table::new(tables::ACCOUNT);
/// Whose each unique name is, by [`NameKind::key`].
pub(super) const NAME: Table<Vec<u8>, NumberRow> = Table::new(tables::NAME);
/// What an account has beside itself.
pub(super) const PROFILE: Table<UserId, ProfileRow> = Table::new(tables::PROFILE);
/// Links that were sent by email, by the hash of their token.
pub(super) const MAIL_TOKEN: Table<[u8; 32], MailTokenRow> = Table::new(tables::MAIL_TOKEN);
/// Pictures by member and number of the piece, from 0.
pub(super) const PICTURE: Table<(UserId, u32), Piece> = Table::new(tables::PICTURE);
/// Requests for names at the casino, by their numbers.
pub(super) const APPROVAL: Table<u64, ApprovalRow> = Table::new(tables::APPROVAL);
/// How members' accounts of the chat platform were linked.
pub(super) const CHAT_LINK: Table<UserId, KickLinkRow> = Table::new(tables::CHAT_LINK);
/// Kinds of devices that logged in.
pub(super) const DEVICE_KINDS: Table<UserId, DeviceRow> = Table::new(tables::DEVICE_KINDS);
/// The next member's number.
pub(super) const NEXT_USER: Single<NumberRow> = Single::new(tables::SETTING, "next_user");
/// The next approval's number.
pub(super) const NEXT_APPROVAL: Single<NumberRow> = Single::new(tables::SETTING, "next_approval");
/// Members whose accounts were deleted.
pub(super) const DEPARTED: Table<UserId, DepartedRow> = Table::new(tables::DEPARTED);

/// All accounts, by rising numbers of their members. Not for a thread that serves.
pub fn stored_accounts(
    view: &View,
) -> impl Iterator<Item = Result<(UserId, AccountRow), StoreError>> {
    ACCOUNT.rows(view, Keys::all())
}

/// At most `limit` members who have accounts, by rising numbers, from behind one up to another.
///
/// # Errors
/// A row does not read.
pub fn members_between(
    view: &View,
    after: UserId,
    last: UserId,
    limit: usize,
) -> Result<Vec<UserId>, StoreError> {
    let keys = Keys::all().after(&after).before(&UserId(last.0.saturating_add(1)));
    Ok(ACCOUNT.scan(view, &keys, limit)?.into_iter().map(|(user, _)| user).collect())
}

/// Removes links of emails whose time is over. Returns how many. Not for a thread that serves.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_links(store: &Store, now: Millis) -> Result<usize, StoreError> {
    MAIL_TOKEN.sweep(store, Keys::all(), |_, row| row.expires_at <= now.0)
}

/// Whether a member has an account.
///
/// # Errors
/// The store cannot be read.
pub fn has_account(view: &View, user: UserId) -> Result<bool, StoreError> {
    ACCOUNT.contains(view, &user)
}

/// A row of a commit, if an account was deleted with it: whose.
pub fn departure(row: &Row) -> Option<Result<UserId, StoreError>> {
    DEPARTED.row(row).map(|departed| departed.map(|(user, _)| user))
}

/// All members whose accounts were deleted. Not for a thread that serves.
pub fn departed_members(view: &View) -> impl Iterator<Item = Result<UserId, StoreError>> {
    departures(view).map(|departed| departed.map(|(user, _)| user))
}

/// All members whose accounts were deleted, with the time of that. Not for a thread that serves.
pub fn departures(view: &View) -> impl Iterator<Item = Result<(UserId, Millis), StoreError>> {
    DEPARTED
        .rows(view, Keys::all())
        .map(|departed| departed.map(|(user, row)| (user, Millis(row.at))))
}

/// When a member's account was deleted.
///
/// # Errors
/// The row does not read.
pub fn departed_at(view: &View, user: UserId) -> Result<Option<Millis>, StoreError> {
    Ok(DEPARTED.get(view, &user)?.map(|row| Millis(row.at)))
}

/// An account on disk.
///
/// # Errors
/// The row does not read.
pub fn read_account(view: &View, user: UserId) -> Result<Option<AccountRow>, StoreError> {
    ACCOUNT.get(view, &user)
}

/// What an account has beside itself.
///
/// # Errors
/// The row does not read.
pub fn read_profile(view: &View, user: UserId) -> Result<ProfileRow, StoreError> {
    Ok(PROFILE.get(view, &user)?.unwrap_or_default())
}

/// The member who has a name.
///
/// # Errors
/// The row does not read.
pub fn find_name(view: &View, kind: NameKind, folded: &str) -> Result<Option<UserId>, StoreError> {
    Ok(NAME.get(view, &kind.key(folded))?.map(|NumberRow(owner)| UserId(owner)))
}

/// A request for a name at the casino.
///
/// # Errors
/// The row does not read.
pub fn read_approval(view: &View, number: u64) -> Result<Option<ApprovalRow>, StoreError> {
    APPROVAL.get(view, &number)
}

/// All requests for names at the casino, by rising numbers. Not for a thread that serves.
pub fn stored_approvals(
    view: &View,
) -> impl Iterator<Item = Result<(u64, ApprovalRow), StoreError>> {
    APPROVAL.rows(view, Keys::all())
}

/// How a member's account of the platform was linked.
///
/// # Errors
/// The row does not read.
pub fn read_kick_link(view: &View, user: UserId) -> Result<Option<KickLinkRow>, StoreError> {
    CHAT_LINK.get(view, &user)
}

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

impl StoredRow for AccountRow {
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
    /// Names at the casino, approved.
    Casino,
    /// The chat platform's ids of linked accounts.
    Kick,
}

impl NameKind {
    /// Key of a name, folded so that case does not make another name.
    pub fn key(self, folded: &str) -> Vec<u8> {
        let kind = match self {
            Self::Email => 1,
            Self::Username => 2,
            Self::AccountId => 3,
            Self::Casino => 4,
            Self::Kick => 5,
        };
        [&[kind], folded.as_bytes()].concat()
    }
}

/// An account after a change.
#[derive(Clone, Debug)]
pub struct Altered {
    /// Its row.
    pub row: AccountRow,
    /// What it has beside.
    pub profile: ProfileRow,
}

/// The kinds of devices that logged in to an account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct DeviceRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Such as "Firefox on Linux", oldest first; at most `KINDS_MAX` of the directory.
    pub kinds: Vec<String>,
    /// When the last emails about a new kind were written, milliseconds.
    pub mailed_at: Vec<i64>,
}

impl StoredRow for DeviceRow {
    const VERSION: u8 = 1;
}

/// The kinds of devices of an account; none before its first login.
pub(super) fn read_devices(view: &View, user: UserId) -> Result<Option<DeviceRow>, StoreError> {
    DEVICE_KINDS.get(view, &user)
}

/// What an account has beside itself. Overwritten whole by the directory; members without any of it
/// have no row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct ProfileRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Which picture, from 1; 0 is none. It is part of the picture's address.
    pub picture: u32,
    /// Pieces of the picture.
    pub picture_pieces: u32,
    /// The platform's id and name of the linked chat account.
    pub kick: Option<(u64, String)>,
    /// Approved name at the casino.
    pub casino: Option<String>,
    /// The newest request for a name there.
    pub casino_request: Option<u64>,
}

impl StoredRow for ProfileRow {
    const VERSION: u8 = 1;
}

/// What proves whose an account of the chat platform is. The order is on disk for ever: add at the end
/// only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum LinkedBy {
    /// A sign-in at the platform. The member can sign in with it.
    Platform,
    /// A message in the chat that the member confirmed. Earlier versions wrote it also for a sign-in at
    /// the platform once all sessions were ended.
    Chat,
    /// A sign-in at the platform, before all of the member's sessions were ended. It is still proved, but
    /// the member cannot sign in with it.
    PlatformBefore,
}

/// How a member's account of the chat platform was linked; which one it is stands in the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct KickLinkRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// What proves it.
    pub by: LinkedBy,
    /// Since when, milliseconds.
    pub linked_at: i64,
}

impl KickLinkRow {
    /// Whether the platform confirmed whose the account is.
    pub const fn is_proved(&self) -> bool {
        matches!(self.by, LinkedBy::Platform | LinkedBy::PlatformBefore)
    }

    /// Whether the member can sign in with it.
    pub const fn signs_in(&self) -> bool {
        matches!(self.by, LinkedBy::Platform)
    }
}

impl StoredRow for KickLinkRow {
    const VERSION: u8 = 1;
}

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum ApprovalStatus {
    /// An admin has to look at it.
    Pending,
    /// The name is the member's.
    Approved,
    /// It is not.
    Rejected,
}

/// A name at the casino that a member asked an admin to approve.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ApprovalRow {
    /// Steps by one with each change.
    pub revision: u64,
    /// Whose, as a number.
    pub user: u64,
    /// The name there.
    pub name: String,
    /// What became of it.
    pub status: ApprovalStatus,
    /// The admin's word to the member.
    pub note: String,
    /// When it was asked, milliseconds.
    pub asked_at: i64,
    /// When an admin decided, milliseconds.
    pub decided_at: Option<i64>,
}

impl StoredRow for ApprovalRow {
    const VERSION: u8 = 1;
}

/// What a link in a letter is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum LinkPurpose {
    /// To confirm an address.
    Verify,
    /// To set a password.
    Reset,
}

/// A link that was sent. The token itself is in the letter and nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct MailTokenRow {
    /// Whose, as a number.
    pub user: u64,
    /// What for.
    pub purpose: LinkPurpose,
    /// Hash of what it was made for: it is void when that has changed.
    pub made_for: [u8; 16],
    /// When it ends, milliseconds.
    pub expires_at: i64,
}

impl StoredRow for MailTokenRow {
    const VERSION: u8 = 1;
}

/// A member who has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct DepartedRow {
    /// When, milliseconds.
    pub at: i64,
}

impl StoredRow for DepartedRow {
    const VERSION: u8 = 1;

    /// Format 1 wrote the time alone, big endian; an encoded row never has eight bytes.
    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let at = <[u8; 8]>::try_from(row).ok()?;
        Some(Ok(Self { at: i64::from_be_bytes(at) }))
    }
}
