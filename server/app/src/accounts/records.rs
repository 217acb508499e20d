//! The rows of accounts on disk.

use super::identity::{KEPT, MAILBOX_PROOF};
use super::on_air::NAMED_ON_AIR;
use super::sessions::SESSION;
use crate::clock::Millis;
use crate::ids::UserId;
use crate::kept_rows::{Keeping, KeptRows, RowTag};
use crate::tables::{self, NumberRow, RowFormat};
use bincode::{Decode, Encode};
use pointhouse_store::{Keys, Piece, Row, Single, Store, StoreError, StoredRow, Table, View};

/// The row formats, for checks and upgrades.
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
    NAMED_ON_AIR.format(),
    MAILBOX_PROOF.format(),
    KEPT.format(),
    NEXT_USER.format(),
    NEXT_APPROVAL.format(),
];

/// Accounts.
pub(super) const ACCOUNT: Table<UserId, AccountRow> = Table::new(tables::ACCOUNT);
/// The owner of each unique name, by [`NameKind::key`].
pub(super) const NAME: Table<Vec<u8>, NumberRow> = Table::new(tables::NAME);
/// Additional data of accounts.
pub(super) const PROFILE: Table<UserId, ProfileRow> = Table::new(tables::PROFILE);
/// Links that were sent by email, by the hash of their token.
pub(super) const MAIL_TOKEN: Table<[u8; 32], MailTokenRow> = Table::new(tables::MAIL_TOKEN);
/// Pictures, by member and number of the piece, from 0.
pub(super) const PICTURE: Table<(UserId, u32), Piece> = Table::new(tables::PICTURE);
/// Requests for casino names, by number.
pub(super) const APPROVAL: Table<u64, ApprovalRow> = Table::new(tables::APPROVAL);
/// How members' accounts of the chat platform were linked.
pub(super) const CHAT_LINK: Table<UserId, KickLinkRow> = Table::new(tables::CHAT_LINK);
/// Kinds of devices that logged in.
pub(super) const DEVICE_KINDS: Table<UserId, DeviceRow> = Table::new(tables::DEVICE_KINDS);
/// Number of the next member.
pub(super) const NEXT_USER: Single<NumberRow> = Single::new(tables::SETTING, "next_user");
/// Number of the next request for a casino name.
pub(super) const NEXT_APPROVAL: Single<NumberRow> = Single::new(tables::SETTING, "next_approval");
/// Members whose accounts were deleted.
pub(super) const DEPARTED: Table<UserId, DepartedRow> = Table::new(tables::DEPARTED);

/// All accounts, ordered by member id. Slow: must not run on a serving thread.
pub fn stored_accounts(
    view: &View,
) -> impl Iterator<Item = Result<(UserId, AccountRow), StoreError>> {
    ACCOUNT.rows(view, Keys::all())
}

/// About how many accounts there are: those that were deleted count, too.
///
/// # Errors
/// The row cannot be decoded.
pub fn count_members(view: &View) -> Result<u64, StoreError> {
    Ok(NEXT_USER.get(view)?.map_or(0, |NumberRow(next)| next.saturating_sub(1)))
}

/// At most `limit` members with accounts, ordered by id, in a range whose lower bound is exclusive
/// and whose upper bound is inclusive.
///
/// # Errors
/// A row cannot be decoded.
pub fn members_between(
    view: &View,
    after: UserId,
    last: UserId,
    limit: usize,
) -> Result<Vec<UserId>, StoreError> {
    let keys = Keys::all().after(&after).before(&UserId(last.0.saturating_add(1)));
    Ok(ACCOUNT.scan(view, &keys, limit)?.into_iter().map(|(user, _)| user).collect())
}

/// Removes expired email links. Returns their number. Slow: must not run on a serving thread.
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

/// The member whose account was deleted by the commit with this row, if it is such a row.
pub fn departure(row: &Row) -> Option<Result<UserId, StoreError>> {
    DEPARTED.row(row).map(|departed| departed.map(|(user, _)| user))
}

/// Decodes a row of a commit if it is an account: its member and content, `None` if it was removed.
pub fn account_change(row: &Row) -> Option<Result<(UserId, Option<AccountRow>), StoreError>> {
    ACCOUNT.row(row)
}

/// What lists of requests for casino names are read by: the casino name and the note, and the time of the decision.
pub type KeptApprovals = KeptRows<ApprovalRow, ApprovalStatus>;

/// Empty until the store is open.
pub fn kept_approvals() -> KeptApprovals {
    const KEEPING: Keeping<ApprovalRow, ApprovalStatus> = Keeping {
        tag: |row| RowTag {
            user: UserId(row.user),
            status: row.status,
            value: row.decided_at.and_then(|at| u64::try_from(at).ok()).unwrap_or_default(),
        },
        texts: |_, row| vec![row.name.clone(), row.note.clone()],
    };
    KeptRows::new(&APPROVAL, &KEEPING)
}

/// Members whose usernames are this text or follow it in the alphabet, with their folded usernames. Slow when many are
/// read: must not run on a serving thread.
pub fn usernames_from(
    view: &View,
    folded: &str,
) -> impl Iterator<Item = Result<(String, UserId), StoreError>> {
    let first = NameKind::Username.key(folded);
    let keys = Keys::under(&NameKind::Username.key("")).from(&first);
    NAME.rows(view, keys).map(|name| {
        let (key, NumberRow(owner)) = name?;
        let name = key.get(1..).unwrap_or_default();
        Ok((String::from_utf8_lossy(name).into_owned(), UserId(owner)))
    })
}

/// All members whose accounts were deleted. Slow: must not run on a serving thread.
pub fn departed_members(view: &View) -> impl Iterator<Item = Result<UserId, StoreError>> {
    departures(view).map(|departed| departed.map(|(user, _)| user))
}

/// All members whose accounts were deleted, with the time of deletion. Slow: must not run on a
/// serving thread.
pub fn departures(view: &View) -> impl Iterator<Item = Result<(UserId, Millis), StoreError>> {
    DEPARTED
        .rows(view, Keys::all())
        .map(|departed| departed.map(|(user, row)| (user, Millis(row.at))))
}

/// When a member's account was deleted.
///
/// # Errors
/// The row cannot be decoded.
pub fn departed_at(view: &View, user: UserId) -> Result<Option<Millis>, StoreError> {
    Ok(DEPARTED.get(view, &user)?.map(|row| Millis(row.at)))
}

/// Reads an account.
///
/// # Errors
/// The row cannot be decoded.
pub fn read_account(view: &View, user: UserId) -> Result<Option<AccountRow>, StoreError> {
    ACCOUNT.get(view, &user)
}

/// Reads the additional data of an account.
///
/// # Errors
/// The row cannot be decoded.
pub fn read_profile(view: &View, user: UserId) -> Result<ProfileRow, StoreError> {
    Ok(PROFILE.get(view, &user)?.unwrap_or_default())
}

/// The member who owns a name.
///
/// # Errors
/// The row cannot be decoded.
pub fn find_name(view: &View, kind: NameKind, folded: &str) -> Result<Option<UserId>, StoreError> {
    Ok(NAME.get(view, &kind.key(folded))?.map(|NumberRow(owner)| UserId(owner)))
}

/// Reads a request for a casino name.
///
/// # Errors
/// The row cannot be decoded.
pub fn read_approval(view: &View, number: u64) -> Result<Option<ApprovalRow>, StoreError> {
    APPROVAL.get(view, &number)
}

/// How a member's account of the chat platform was linked.
///
/// # Errors
/// The row cannot be decoded.
pub fn read_kick_link(view: &View, user: UserId) -> Result<Option<KickLinkRow>, StoreError> {
    CHAT_LINK.get(view, &user)
}

/// An account. Only the directory writes it, and always the whole row.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct AccountRow {
    /// Incremented by each change.
    pub revision: u64,
    /// As the member entered it.
    pub username: String,
    /// As the member entered it.
    pub email: String,
    /// True after the member has followed the link in the email.
    pub email_verified: bool,
    /// Argon2id hash, as a PHC string; empty while a member who signed up with the chat platform has set none.
    pub password: String,
    /// Tokens contain this version; raising it ends all of them (docs/decisions.md, A4).
    pub token_version: u32,
    /// False for an inactive account, which may only read (docs/decisions.md, A10).
    pub active: bool,
    /// Short public code for chat (docs/decisions.md, A5).
    pub account_id: String,
    /// In milliseconds.
    pub created_at: i64,
}

impl StoredRow for AccountRow {
    const VERSION: u8 = 1;
}

impl AccountRow {
    /// Whether the member has a password.
    pub const fn has_password(&self) -> bool {
        !self.password.is_empty()
    }

    /// The hash that a password is checked against. Without one no password is right.
    pub fn password_hash(&self) -> Option<String> {
        self.has_password().then(|| self.password.clone())
    }
}

/// The kinds of unique names. The discriminant is part of the key on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Emails.
    Email,
    /// Usernames.
    Username,
    /// Account codes.
    AccountId,
    /// Approved casino names.
    Casino,
    /// Ids of linked accounts on the chat platform.
    Kick,
}

impl NameKind {
    /// Storage key of a name. `folded` is the name in its case-insensitive form.
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

/// The rows of an account.
#[derive(Clone, Debug)]
pub struct AccountRows {
    /// The account itself.
    pub row: AccountRow,
    /// Picture, linked chat account and casino name.
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

/// Additional data of an account. Only the directory writes it, and always the whole row; members
/// without any of it have no row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct ProfileRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Number of the current picture, from 1; 0 means none. It is part of the picture's address.
    pub picture: u32,
    /// Number of pieces of the picture.
    pub picture_pieces: u32,
    /// Id and name of the linked account on the chat platform.
    pub kick: Option<(u64, String)>,
    /// Approved casino name.
    pub casino: Option<String>,
    /// Number of the newest request for a casino name.
    pub casino_request: Option<u64>,
}

impl StoredRow for ProfileRow {
    const VERSION: u8 = 1;
}

/// How the owner of a chat account was proved. The order is stored: add variants at the end only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum LinkedBy {
    /// A sign-in on the platform. The member can sign in with it.
    Platform,
    /// A message in the chat that the member confirmed.
    Chat,
    /// A sign-in on the platform, before all of the member's sessions were ended. It still proves
    /// the owner, but the member cannot sign in with it.
    PlatformBefore,
}

/// How a member's account of the chat platform was linked. Which account it is, is in the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct KickLinkRow {
    /// Incremented by each change.
    pub revision: u64,
    /// How the owner was proved.
    pub by: LinkedBy,
    /// Time of the link, in milliseconds.
    pub linked_at: i64,
}

impl KickLinkRow {
    /// Returns whether the platform confirmed the owner of the account.
    pub const fn is_proved(&self) -> bool {
        matches!(self.by, LinkedBy::Platform | LinkedBy::PlatformBefore)
    }

    /// Returns whether the member can sign in with it.
    pub const fn signs_in(&self) -> bool {
        matches!(self.by, LinkedBy::Platform)
    }
}

impl StoredRow for KickLinkRow {
    const VERSION: u8 = 1;
}

/// Status of a request for a casino name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum ApprovalStatus {
    /// Waits for an admin.
    Pending,
    /// The name belongs to the member.
    Approved,
    /// An admin refused it.
    Rejected,
}

/// A request of a member to approve their casino name.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ApprovalRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Member id.
    pub user: u64,
    /// The casino name.
    pub name: String,
    /// Status of the request.
    pub status: ApprovalStatus,
    /// The admin's note to the member.
    pub note: String,
    /// Time of the request, in milliseconds.
    pub asked_at: i64,
    /// Time of the decision, in milliseconds.
    pub decided_at: Option<i64>,
    /// The name that an approval replaced, for taking the approval back.
    pub replaced: Option<String>,
}

impl StoredRow for ApprovalRow {
    const VERSION: u8 = 2;
}

/// The purpose of a link in an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum LinkPurpose {
    /// Confirms an email address.
    Verify,
    /// Sets a new password.
    Reset,
}

/// A link that was sent. The token itself is only in the email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct MailTokenRow {
    /// Member id.
    pub user: u64,
    /// Purpose of the link.
    pub purpose: LinkPurpose,
    /// Hash of what the link was made for; the link is void when that has changed.
    pub made_for: [u8; 16],
    /// Time of expiry, in milliseconds.
    pub expires_at: i64,
}

impl StoredRow for MailTokenRow {
    const VERSION: u8 = 1;
}

/// A deleted account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct DepartedRow {
    /// Time of deletion, in milliseconds.
    pub at: i64,
}

impl StoredRow for DepartedRow {
    const VERSION: u8 = 1;
}
