//! Links in emails. Each serves one purpose, expires, and is stored as a hash (docs/decisions.md,
//! A4).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pointhouse_rules::email::EmailAddress;
use pointhouse_store::{Batch, Keys, Store, StoreError, View};
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

use super::Accounts;
use super::error::AccountError;
use super::records::{
    AccountRow, AccountRows, LinkPurpose, MAIL_TOKEN, MailTokenRow, read_account, read_profile,
};
use crate::audit::{Actor, Audit, Entry};
use crate::clock::Millis;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::mail::{Email, Kind, Mailer};

const TOKEN_BYTES: usize = 32;

impl LinkPurpose {
    const fn page(self) -> &'static str {
        match self {
            Self::Verify => "/verify-email",
            Self::Reset => "/reset-password",
        }
    }

    const fn email_kind(self) -> Kind {
        match self {
            Self::Verify => Kind::Verify,
            Self::Reset => Kind::Reset,
        }
    }
}

/// Voids all links in emails of a folder that no server uses. Blocks.
///
/// # Errors
/// The store cannot be read or has stopped.
pub fn forget_all_links(store: &Store) -> Result<usize, StoreError> {
    MAIL_TOKEN.sweep(store, Keys::all(), |_, _| true)
}

/// Storage key of a token.
pub(super) fn key_of(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// How a link reaches its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SentBy {
    /// In an email, so its reader has the mailbox.
    Email,
    /// By an admin.
    Hand,
}

/// Hash of what a link was made for. A link that confirms an email is void once the email changes;
/// a link that sets a password also once the tokens were ended, as every new password does.
fn made_for(
    purpose: LinkPurpose,
    sent_by: SentBy,
    row: &AccountRow,
) -> Result<[u8; 16], AccountError> {
    let email = EmailAddress::new(&row.email).map_err(Fault::other)?.folded();
    let version = match purpose {
        LinkPurpose::Verify => 0,
        LinkPurpose::Reset => row.token_version,
    };
    let mut hash = Sha256::new();
    hash.update(version.to_be_bytes());
    hash.update(email);
    if sent_by == SentBy::Hand {
        hash.update(" by hand");
    }
    let hash: [u8; 32] = hash.finalize().into();
    let (half, _) = hash.split_at(16);
    Ok(half.try_into().map_err(Fault::other)?)
}

/// Creates a link that works for a time in milliseconds, and adds its row to the batch. Returns the address of the link.
fn make(
    mailer: &Mailer,
    (user, row): (UserId, &AccountRow),
    (purpose, sent_by): (LinkPurpose, SentBy),
    (now, millis): (Millis, i64),
    batch: &mut Batch,
) -> Result<(String, MailTokenRow), AccountError> {
    let mut bytes = [0; TOKEN_BYTES];
    SysRng.try_fill_bytes(&mut bytes).map_err(Fault::other)?;
    let token = URL_SAFE_NO_PAD.encode(bytes);
    let stored = MailTokenRow {
        user: user.0,
        purpose,
        made_for: made_for(purpose, sent_by, row)?,
        expires_at: now.plus(millis).0,
    };
    MAIL_TOKEN.put(batch, &key_of(&token), &stored)?;
    Ok((mailer.link(&format!("{}?token={token}", purpose.page())), stored))
}

/// Whether a link confirms the address that the account has now, and was sent there.
pub(super) fn confirms_by_email(
    link: &MailTokenRow,
    row: &AccountRow,
) -> Result<bool, AccountError> {
    let purpose = LinkPurpose::Verify;
    let made_for = made_for(purpose, SentBy::Email, row)?;
    Ok(link.purpose == purpose && link.made_for == made_for)
}

/// When an email with a link that confirms an address was sent.
pub(super) fn confirmation_sent_at(link: &MailTokenRow) -> Millis {
    Millis(link.expires_at - LinkPurpose::Verify.email_kind().millis())
}

/// Creates a link for an admin to hand over, with an audit row. Returns its address and when it
/// expires (docs/decisions.md, D4). `rows` writes what belongs to it. `counted` is the email that points were counted for.
///
/// # Errors
/// The member doesn't exist, their email is verified already or was just changed, or the link could not be stored.
pub async fn one_time_link(
    (accounts, audit): (&Accounts, &Audit),
    user: UserId,
    (purpose, counted): (LinkPurpose, Option<&str>),
    (actor, rows): (Actor, impl FnOnce(&mut Batch) -> Result<(), StoreError>),
) -> Result<(String, Millis), AccountError> {
    let row = read_account(accounts.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
    if purpose == LinkPurpose::Verify && row.email_verified {
        return Err(AccountError::AlreadyVerified);
    }
    if counted.is_some_and(|counted| counted != row.email) {
        // It was changed a moment ago: a second try counts the new one.
        return Err(AccountError::Busy);
    }
    if !accounts.store.writable() {
        return Err(AccountError::ReadOnly);
    }
    let now = accounts.clock.now();
    let mut batch = Batch::new();
    let times = (now, purpose.email_kind().millis());
    let what = (purpose, SentBy::Hand);
    let (link, _) = make(&accounts.mailer, (user, &row), what, times, &mut batch)?;
    let action = match purpose {
        LinkPurpose::Verify => "account.verify-link",
        LinkPurpose::Reset => "account.reset-link",
    };
    let entry = Entry::new(actor, action, format!("user:{user}"));
    rows(&mut batch)?;
    audit.commit_audited(batch, entry).await?;
    Ok((link, now.plus(purpose.email_kind().millis())))
}

/// How long "This wasn't me" of an email works, in milliseconds.
const NOT_ME_MILLIS: i64 = 7 * 24 * 60 * 60 * 1000;

/// Creates a link and the email that carries it. An email that verifies an address has a second link, by which a reader
/// who did not sign up takes the account over. An account that began without a password has none: a mistyped address
/// must not give the account away. Returns the row of the link, too.
pub(super) fn write(
    mailer: &Mailer,
    user: UserId,
    row: &AccountRow,
    purpose: LinkPurpose,
    now: Millis,
) -> Result<(Batch, MailTokenRow), AccountError> {
    let mut batch = Batch::new();
    let (of, kind) = ((user, row), purpose.email_kind());
    let what = (purpose, SentBy::Email);
    let (link, row_of_link) = make(mailer, of, what, (now, kind.millis()), &mut batch)?;
    let (to, name) = (row.email.clone(), row.username.clone());
    let not_me = if purpose == LinkPurpose::Verify && row.has_password() {
        let what = (LinkPurpose::Reset, SentBy::Email);
        let (link, _) = make(mailer, of, what, (now, NOT_ME_MILLIS), &mut batch)?;
        Some(format!("{link}&not-me=1"))
    } else {
        None
    };
    let email = Email { to, name, kind, link, not_me };
    mailer.write(user, &email, &mut batch)?;
    Ok((batch, row_of_link))
}

/// A link that still works.
pub(super) struct FoundLink {
    pub(super) user: UserId,
    pub(super) account: AccountRows,
    pub(super) sent_by: SentBy,
}

/// Finds a link that still works.
pub(super) fn find(
    view: &View,
    token: &str,
    purpose: LinkPurpose,
    now: Millis,
) -> Result<FoundLink, AccountError> {
    let link = MAIL_TOKEN.get(view, &key_of(token))?.ok_or(AccountError::BadLink)?;
    let user = UserId(link.user);
    let row = read_account(view, user)?.ok_or(AccountError::BadLink)?;
    let by = |sent_by| Ok::<_, AccountError>(link.made_for == made_for(purpose, sent_by, &row)?);
    let sent_by = match (by(SentBy::Email)?, by(SentBy::Hand)?) {
        (true, _) => SentBy::Email,
        (_, true) => SentBy::Hand,
        _ => return Err(AccountError::BadLink),
    };
    if link.purpose != purpose || link.expires_at <= now.0 {
        return Err(AccountError::BadLink);
    }
    let account = AccountRows { row, profile: read_profile(view, user)? };
    Ok(FoundLink { user, account, sent_by })
}
