//! Changes of existing accounts. Changes of one account run one at a time, so each reads the row
//! that the previous one wrote.

use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::username::Username;
use pointhouse_store::{Batch, StoreError};
use serde_json::json;

use super::take_over::Removed;
use super::{Directory, Inner, access_of, mailbox_lock};
use crate::accounts::error::{AccountError, AuthError};
use crate::accounts::identity::MAILBOX_PROOF;
use crate::accounts::links::{self, FoundLink};
use crate::accounts::picture;
use crate::accounts::records::{
    ACCOUNT, AccountRow, AccountRows, LinkPurpose, MAIL_TOKEN, NAME, NameKind, PROFILE, ProfileRow,
    read_account, read_profile,
};
use crate::audit::{Actor, Entry};
use crate::fault::Fault;
use crate::ids::UserId;
use crate::tables::NumberRow;

/// Changes a member's own account.
pub struct ChangeAccount {
    /// The member.
    pub user: UserId,
    /// The token version that the caller's token was checked against. If the tokens have ended
    /// since, the change is refused.
    pub token_version: u32,
    /// The change.
    pub change: AccountChange,
}

/// A change of an account.
pub enum AccountChange {
    /// Ends all sessions, and sign-in with the linked chat account, unless it is the only way in.
    EndTokens,
    /// Changes the username and the email.
    Profile {
        /// The new username, validated.
        username: Username,
        /// A new email, validated; a verified email cannot be changed (docs/decisions.md, E10).
        /// `None` keeps the current one.
        email: Option<EmailAddress>,
    },
    /// Sets the hash of a new password, as a PHC string. Ends all sessions, and sign-in with the linked chat account, unless
    /// the member had no password.
    Password(String),
    /// Sets the picture, as WebP, or removes it.
    Picture(Option<Vec<u8>>),
}

/// Uses a link of an email.
pub(in crate::accounts) struct FollowLink {
    /// The token of the link, as received.
    pub token: String,
    /// The action of the link.
    pub link: LinkAction,
}

/// A link that was followed.
pub(in crate::accounts) struct Followed {
    /// The member.
    pub user: UserId,
    /// The account as stored.
    pub account: AccountRows,
    /// What a new password has removed.
    pub removed: Removed,
}

/// The action of a link.
pub(in crate::accounts) enum LinkAction {
    /// Marks the email as verified.
    Verify,
    /// Sets the hash of a new password, as a PHC string. Ends all sessions.
    Reset(String),
}

/// Activates or deactivates an account. An inactive member may read, and write only what protects
/// or ends the account (docs/decisions.md, A10).
pub struct SetActive {
    /// The member.
    pub user: UserId,
    /// True to activate, false to deactivate.
    pub active: bool,
    /// The admin, for the audit row.
    pub actor: Actor,
}

impl Directory {
    /// Changes a member's own account. Returns it as stored.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn change_account(
        &self,
        command: ChangeAccount,
    ) -> Result<AccountRows, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.change_account(command).await }).await
    }

    /// Uses a link of an email. Returns the member and the account as stored.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub(in crate::accounts) async fn follow_link(
        &self,
        command: FollowLink,
    ) -> Result<Followed, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.follow_link(&command.token, command.link).await }).await
    }

    /// Activates or deactivates an account.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn set_active(&self, command: SetActive) -> Result<AccountRow, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.set_active(command).await }).await
    }
}

impl Inner {
    async fn change_account(&self, command: ChangeAccount) -> Result<AccountRows, AccountError> {
        let ChangeAccount { user, token_version, change } = command;
        let _member = self.members.lock(user).await;
        let names = match &change {
            AccountChange::Profile { username, email } => {
                let mailbox =
                    |email: &EmailAddress| mailbox_lock(&self.mailboxes.key(email.as_str()));
                let address = |email: &EmailAddress| NameKind::Email.key(&email.folded());
                let emails = email.iter().flat_map(|email| [address(email), mailbox(email)]);
                emails.chain([NameKind::Username.key(&username.folded())]).collect()
            }
            AccountChange::EndTokens | AccountChange::Password(_) | AccountChange::Picture(_) => {
                Vec::new()
            }
        };
        let _names = self.names.lock_all(names).await;
        let mut account = match change {
            AccountChange::EndTokens => self.read_authorized(user, token_version)?,
            AccountChange::Profile { .. }
            | AccountChange::Password(_)
            | AccountChange::Picture(_) => self.read_active(user, token_version)?,
        };
        let mut batch = Batch::new();
        let AccountRows { row, profile } = &mut account;
        let email_before = row.email.clone();
        match change {
            // A member who has no other way in would be locked out.
            AccountChange::EndTokens if !self.login_ways(user, row)?.lets_in_without_kick() => {
                end_tokens(row);
            }
            AccountChange::EndTokens => self.end_sessions(user, row, &mut batch)?,
            AccountChange::Password(hash) => {
                // A first password is no reason to end the way in that the member has used until now.
                let is_first = !row.has_password();
                row.password = hash;
                if is_first {
                    end_tokens(row);
                } else {
                    self.end_sessions(user, row, &mut batch)?;
                }
            }
            AccountChange::Profile { username, email } => {
                self.change_username(user, row, &username, &mut batch)?;
                if let Some(email) = email {
                    self.change_email(user, row, &email, &mut batch)?;
                }
            }
            AccountChange::Picture(bytes) => {
                picture::replace(user, profile, bytes.as_deref(), &mut batch)?;
                self.put_profile(user, profile, &mut batch)?;
            }
        }
        let account = self.put(user, account, batch).await?;
        if account.row.email != email_before {
            self.mailboxes.remove(user, &email_before);
            self.mailboxes.add(user, &account.row.email);
        }
        Ok(account)
    }

    async fn set_active(&self, command: SetActive) -> Result<AccountRow, AccountError> {
        let SetActive { user, active, actor } = command;
        let _member = self.members.lock(user).await;
        let mut account = self.read(user)?;
        let state = |active: bool| json!({ "isActive": active }).to_string();
        let entry = Entry {
            actor,
            action: "account.active",
            subject: format!("user:{user}"),
            before: state(account.row.active),
            after: state(active),
        };
        account.row.active = active;
        let mut batch = Batch::new();
        self.audit.record(entry, &mut batch)?;
        Ok(self.put(user, account, batch).await?.row)
    }

    async fn follow_link(&self, token: &str, link: LinkAction) -> Result<Followed, AccountError> {
        let view = self.store.view();
        let purpose = match &link {
            LinkAction::Verify => LinkPurpose::Verify,
            LinkAction::Reset(_) => LinkPurpose::Reset,
        };
        let find = || links::find(view, token, purpose, self.clock.now());
        // The member of a link never changes: the first read gives the lock to take, the second
        // one reads the account under it.
        let FoundLink { user, .. } = find()?;
        let _member = self.members.lock(user).await;
        let FoundLink { mut account, sent_by, .. } = find()?;
        let mut batch = Batch::new();
        let row = &mut account.row;
        if !row.active {
            return Err(AuthError::Inactive.into());
        }
        match link {
            // The link works until it expires, so that opening it twice succeeds twice.
            LinkAction::Verify if row.email_verified => {
                Ok(Followed { user, account, removed: Removed::default() })
            }
            LinkAction::Verify => {
                self.note_verified(user, row, sent_by, &mut batch)?;
                row.email_verified = true;
                let account = self.put(user, account, batch).await?;
                self.mailboxes.forget_confirmation(user);
                Ok(Followed { user, account, removed: Removed::default() })
            }
            LinkAction::Reset(hash) => {
                row.password = hash;
                self.end_sessions(user, row, &mut batch)?;
                MAIL_TOKEN.delete(&mut batch, &links::key_of(token))?;
                let (removed, account) = self.take_over(user, account, sent_by, batch).await?;
                Ok(Followed { user, account, removed })
            }
        }
    }

    /// Ends all sessions of a member, and sign-in with the linked chat account.
    pub(super) fn end_sessions(
        &self,
        user: UserId,
        row: &mut AccountRow,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        end_tokens(row);
        self.end_kick_sign_in(user, batch)
    }

    pub(super) fn change_username(
        &self,
        user: UserId,
        row: &mut AccountRow,
        username: &Username,
        batch: &mut Batch,
    ) -> Result<(), AccountError> {
        let (old, new) = (row.username.to_lowercase(), username.folded());
        if old != new {
            self.check_reserved(username)?;
            if !self.take_name(user, NameKind::Username, &old, &new, batch)? {
                return Err(AccountError::UsernameTaken);
            }
        }
        username.as_str().clone_into(&mut row.username);
        Ok(())
    }

    fn change_email(
        &self,
        user: UserId,
        row: &mut AccountRow,
        email: &EmailAddress,
        batch: &mut Batch,
    ) -> Result<(), AccountError> {
        let old = EmailAddress::new(&row.email).map_err(Fault::other)?.folded();
        let new = email.folded();
        if old == new {
            return Ok(());
        }
        if row.email_verified {
            return Err(AccountError::EmailFixed);
        }
        let is_taken = self.mailboxes.is_taken(email.as_str(), Some(user));
        if is_taken || !self.take_name(user, NameKind::Email, &old, &new, batch)? {
            return Err(AccountError::EmailTaken);
        }
        // The reader of another mailbox has proved nothing yet.
        MAILBOX_PROOF.delete(batch, &user)?;
        email.as_str().clone_into(&mut row.email);
        Ok(())
    }

    /// Releases a name and takes another one, whose lock the caller holds. Returns `false` when the
    /// new name is taken; nothing has changed then.
    fn take_name(
        &self,
        user: UserId,
        kind: NameKind,
        old: &str,
        new: &str,
        batch: &mut Batch,
    ) -> Result<bool, StoreError> {
        let key = kind.key(new);
        if NAME.contains(self.store.view(), &key)? {
            return Ok(false);
        }
        NAME.delete(batch, &kind.key(old))?;
        NAME.put(batch, &key, &NumberRow(user.0))?;
        Ok(true)
    }

    /// Reads an account.
    pub(super) fn read(&self, user: UserId) -> Result<AccountRows, AccountError> {
        let view = self.store.view();
        let row = read_account(view, user)?.ok_or(AccountError::NoSuchMember)?;
        Ok(AccountRows { row, profile: read_profile(view, user)? })
    }

    /// Reads an account, if the token version `by` is still current.
    pub(super) fn read_authorized(
        &self,
        user: UserId,
        by: u32,
    ) -> Result<AccountRows, AccountError> {
        let account = self.read(user)?;
        if account.row.token_version == by {
            return Ok(account);
        }
        Err(AuthError::Unauthorized.into())
    }

    /// Like [`Self::read_authorized`], for changes that inactive members may not make.
    pub(super) fn read_active(&self, user: UserId, by: u32) -> Result<AccountRows, AccountError> {
        let account = self.read_authorized(user, by)?;
        if account.row.active { Ok(account) } else { Err(AuthError::Inactive.into()) }
    }

    /// Adds a profile to a batch under its next revision.
    pub(super) fn put_profile(
        &self,
        user: UserId,
        profile: &mut ProfileRow,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        profile.revision += 1;
        PROFILE.put(batch, &user, profile)
    }

    /// Commits an account with the rows of a batch, and updates [`crate::accounts::Auth`].
    pub(super) async fn put(
        &self,
        user: UserId,
        mut account: AccountRows,
        mut batch: Batch,
    ) -> Result<AccountRows, AccountError> {
        if !self.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        account.row.revision += 1;
        ACCOUNT.put(&mut batch, &user, &account.row)?;
        self.store.commit(batch).await?;
        self.auth.set_access(user, access_of(&account.row));
        Ok(account)
    }
}

fn end_tokens(row: &mut AccountRow) {
    row.token_version = row.token_version.wrapping_add(1);
}
