//! The directory: writes accounts and keeps names unique.
//!
//! Changes of one account run one at a time, and so do changes that take the same name; others
//! don't wait for each other. A change is one commit, and the map of [`Auth`] is updated before the
//! change returns. It continues when its caller disconnects.

mod casino;
mod changes;
mod deletion;
mod devices;
mod kick;
mod moderation;
mod on_air;
mod take_over;
mod ways;

use std::future::Future;
use std::sync::Arc;

use dashmap::DashMap;
use parking_lot::Mutex;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::names::ReservedNames;
use pointhouse_rules::username::Username;
use pointhouse_store::{Batch, Store, StoreError, View};
use rand::RngExt;

pub use casino::{DecideCasinoName, Decision, DecisionRows, RequestCasinoName, status_text};
pub use changes::{AccountChange, ChangeAccount, SetActive};
pub(super) use changes::{FollowLink, Followed, LinkAction};
pub use deletion::{DeleteAccount, Departing, ForgetRows, delete_rows_about, remove_leftovers};
pub(super) use devices::RecordDevice;
pub use kick::{
    LinkKick, ProvedKick, RemoveChatLink, UnlinkKick, UpdateKickName, can_sign_in_with_kick,
    find_proved_kick, is_proved_kick, proved_kick_names,
};
pub use moderation::{ModerateAccount, ModerationAction};
pub(super) use on_air::ChooseOnAir;

use super::auth::{Access, Auth};
use super::error::AccountError;
use super::identity::IdentityKey;
use super::logins::DeviceKind;
use super::mailboxes::Mailboxes;
use super::on_air::{NAMED_ON_AIR, OnAirChoice, OnAirRow};
use super::records::{ACCOUNT, AccountRow, DeviceRow, NAME, NEXT_USER, NameKind, stored_accounts};
use crate::audit::Audit;
use crate::clock::Clock;
use crate::config::Settings;
use crate::detached::to_the_end;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::locks::{Guard, Lock, Locks};
use crate::mail::Mailer;
use crate::tables::NumberRow;

/// Characters of account codes: no look-alikes (docs/decisions.md, A5).
const CODE_ALPHABET: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const CODE_LENGTH: usize = 8;

/// Creates an account.
pub struct CreateAccount {
    /// The username, validated.
    pub username: Username,
    /// The email, validated.
    pub email: EmailAddress,
    /// Hash of the password, as a PHC string; `None` for a member who logs in with the chat platform.
    pub password: Option<String>,
    /// The account of the chat platform to log in with, as the platform proved it.
    pub kick: Option<ProvedKick>,
    /// Kind of device of the sign-up; `None` without a browser.
    pub device: Option<DeviceKind>,
    /// Whether the member agreed to be named in the broadcast.
    pub named_on_air: bool,
    /// Further rows of the same commit.
    pub with: Batch,
}

impl CreateAccount {
    /// An account with a password.
    pub fn with_password(username: Username, email: EmailAddress, hash: String) -> Self {
        let (kick, device, with) = (None, None, Batch::new());
        Self { username, email, password: Some(hash), kick, device, named_on_air: false, with }
    }
}

/// Writes accounts. Cheap to clone.
#[derive(Clone)]
pub struct Directory {
    inner: Arc<Inner>,
}

/// Locks are taken in the order of the fields, and several of one field in ascending order, so that
/// no two changes wait for each other.
struct Inner {
    store: Store,
    clock: Clock,
    auth: Auth,
    audit: Audit,
    mailer: Mailer,
    settings: Settings,
    mailboxes: Mailboxes,
    /// Allows one change of an account at a time.
    members: Locks<UserId>,
    /// Held from the check that a name is free until it is on disk. Releasing a name needs only its
    /// owner's lock.
    names: Locks<Vec<u8>>,
    /// Held until the number of a request for a casino name is on disk.
    numbering: Lock,
    /// The next member's id. Locked while the commit with it is queued, so that the id on disk only
    /// rises, and never over an await.
    next_user: Mutex<u64>,
}

/// Reads the data of all accounts that every call needs. Called at start.
///
/// # Errors
/// A row cannot be decoded.
pub fn load_access(view: &View) -> Result<DashMap<UserId, Access>, StoreError> {
    let account = |account| {
        let (user, row): (UserId, AccountRow) = account?;
        Ok((user, access_of(&row)))
    };
    stored_accounts(view).map(account).collect()
}

fn access_of(row: &AccountRow) -> Access {
    Access {
        token_version: row.token_version,
        active: row.active,
        username: row.username.as_str().into(),
    }
}

impl Directory {
    /// Opens the directory of a store.
    ///
    /// # Errors
    /// The row with the next member's id cannot be decoded.
    pub fn load(
        store: Store,
        clock: Clock,
        auth: Auth,
        audit: Audit,
        mailer: Mailer,
        (settings, mailboxes): (Settings, Mailboxes),
    ) -> Result<Self, StoreError> {
        let next_user = NEXT_USER.get(store.view())?.map_or(1, |NumberRow(next)| next);
        let inner = Inner {
            store,
            clock,
            auth,
            audit,
            mailer,
            settings,
            mailboxes,
            members: Locks::default(),
            names: Locks::default(),
            numbering: Lock::default(),
            next_user: Mutex::new(next_user),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Creates an account. Returns its id and row.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn create(
        &self,
        create: CreateAccount,
    ) -> Result<(UserId, AccountRow), AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.create(create).await }).await
    }

    /// Whether a new account could have this name now.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn is_free(&self, name: &Username) -> Result<bool, StoreError> {
        self.inner.is_free(name)
    }

    /// Runs a change in a task of its own, because [`Auth`] must be updated after the commit also
    /// when the client has disconnected.
    async fn run<T: 'static>(
        &self,
        change: impl Future<Output = Result<T, AccountError>> + 'static,
    ) -> Result<T, AccountError> {
        to_the_end(change).await?
    }
}

impl Inner {
    async fn create(&self, create: CreateAccount) -> Result<(UserId, AccountRow), AccountError> {
        if !self.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        self.check_reserved(&create.username)?;
        let email_key = NameKind::Email.key(&create.email.folded());
        let username_key = NameKind::Username.key(&create.username.folded());
        let kick_key = create.kick.as_ref().map(ProvedKick::key);
        let mailbox = mailbox_lock(&self.mailboxes.key(create.email.as_str()));
        let names = [&email_key, &username_key, &mailbox].into_iter().chain(&kick_key);
        let _names = self.names.lock_all(names.cloned()).await;
        let email = create.email.as_str();
        if self.is_taken(&email_key)? || self.mailboxes.is_taken(email, None) {
            return Err(AccountError::EmailTaken);
        }
        if self.is_taken(&username_key)? {
            return Err(AccountError::UsernameTaken);
        }
        if let Some(key) = &kick_key
            && self.is_taken(key)?
        {
            return Err(AccountError::KickTaken);
        }
        let (account_id, code_key, _code) = self.unused_code().await?;
        let row = AccountRow {
            revision: 1,
            username: create.username.as_str().to_owned(),
            email: create.email.as_str().to_owned(),
            email_verified: false,
            password: create.password.unwrap_or_default(),
            token_version: 1,
            active: true,
            account_id,
            created_at: self.clock.now().0,
        };
        let choice = create.named_on_air.then_some(OnAirChoice::Always);
        let (user, committed) = {
            let mut next = self.next_user.lock();
            let user = UserId(*next);
            let mut batch = create.with;
            ACCOUNT.put(&mut batch, &user, &row)?;
            for name in [&email_key, &username_key, &code_key] {
                NAME.put(&mut batch, name, &NumberRow(user.0))?;
            }
            if let Some(kick) = create.kick {
                kick.put(user, self.clock.now(), &mut batch)?;
            }
            if let Some(device) = create.device {
                devices::put_kind(user, DeviceRow::default(), device.to_string(), &mut batch)?;
            }
            if let Some(choice) = choice {
                let chosen = OnAirRow { chosen_at: row.created_at, choice };
                NAMED_ON_AIR.put(&mut batch, &user, &chosen)?;
            }
            NEXT_USER.put(&mut batch, &NumberRow(user.0 + 1))?;
            *next = user.0 + 1;
            (user, self.store.commit(batch))
        };
        committed.await?;
        self.mailboxes.add(user, &row.email);
        self.auth.choose_on_air(user, choice);
        self.auth.add_access(user, access_of(&row));
        Ok((user, row))
    }

    /// Whether a new account could have this name.
    fn is_free(&self, name: &Username) -> Result<bool, StoreError> {
        let is_reserved = self.check_reserved(name).is_err();
        Ok(!is_reserved && !self.is_taken(&NameKind::Username.key(&name.folded()))?)
    }

    fn is_taken(&self, key: &Vec<u8>) -> Result<bool, StoreError> {
        NAME.contains(self.store.view(), key)
    }

    /// Returns an unused account code with its key and lock. Codes are locked after other names,
    /// and only by sign-ups.
    async fn unused_code(&self) -> Result<(String, Vec<u8>, Guard<Vec<u8>>), AccountError> {
        for _ in 0..100 {
            let code = random_code();
            let key = NameKind::AccountId.key(&code);
            let guard = self.names.lock(key.clone()).await;
            if !self.is_taken(&key)? {
                return Ok((code, key, guard));
            }
        }
        Err(Fault::Contradiction("no free account code in a hundred tries").into())
    }

    /// Refuses reserved names: those of the site and its staff.
    fn check_reserved(&self, name: &Username) -> Result<(), AccountError> {
        let own = self.settings.now().own_names();
        let reserved = ReservedNames::new(own.iter().map(String::as_str));
        if reserved.contains(name.as_str()) { Err(AccountError::UsernameReserved) } else { Ok(()) }
    }
}

/// What is locked while a mailbox gets an owner. No key of a [`NameKind`] begins like it.
fn mailbox_lock(key: &IdentityKey) -> Vec<u8> {
    [&[0][..], key].concat()
}

fn random_code() -> String {
    let mut rng = rand::rng();
    (0..CODE_LENGTH)
        .filter_map(|_| CODE_ALPHABET.get(rng.random_range(0..CODE_ALPHABET.len())))
        .map(|letter| char::from(*letter))
        .collect()
}
