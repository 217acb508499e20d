//! Changes of accounts that exist. Changes of one account run one at a time: each reads the row that the
//! last one wrote.

use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::username::Username;
use pointhouse_store::{Batch, StoreError};
use serde_json::json;

use super::{Directory, Inner, access_of};
use crate::accounts::error::{AccountError, AuthError};
use crate::accounts::links;
use crate::accounts::picture;
use crate::accounts::records::{
    ACCOUNT, AccountRow, Altered, LinkPurpose, MAIL_TOKEN, NAME, NameKind, PROFILE, ProfileRow,
    read_account, read_profile,
};
use crate::audit::{Actor, Entry};
use crate::fault::Fault;
use crate::ids::UserId;
use crate::tables::NumberRow;

/// Changes an account.
pub struct Alter {
    /// Whose.
    pub user: UserId,
    /// The token version of the row that the caller was judged by: a change that was allowed before
    /// the tokens ended is refused after it.
    pub judged_by: u32,
    /// How.
    pub change: Change,
}

/// A change of an account.
pub enum Change {
    /// Ends all its tokens.
    EndTokens,
    /// Another name or address.
    Profile {
        /// Checked.
        username: Username,
        /// Checked; another one than before only while that is not verified
        /// (docs/decisions.md, E10).
        email: EmailAddress,
    },
    /// Another password, as a PHC string; ends all tokens.
    Password(String),
    /// Another picture, ready to be served, or none.
    Picture(Option<Vec<u8>>),
}

/// Follows a link of a letter.
pub(in crate::accounts) struct Follow {
    /// As it came.
    pub token: String,
    /// What the page is for, with what it brings.
    pub link: Followed,
}

/// What a link does.
pub(in crate::accounts) enum Followed {
    /// The address is the member's.
    Verify,
    /// Another password, as a PHC string; ends all tokens.
    Reset(String),
}

/// An admin's word on whether an account may do more than read (docs/decisions.md, A10).
pub struct SetActive {
    /// Whose.
    pub user: UserId,
    /// It may.
    pub active: bool,
    /// For the audit.
    pub actor: Actor,
}

impl Directory {
    /// Changes an account.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn alter(&self, order: Alter) -> Result<Altered, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.alter(order).await }).await
    }

    /// Follows a link of a letter.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub(in crate::accounts) async fn follow(
        &self,
        order: Follow,
    ) -> Result<(UserId, Altered), AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.follow(&order.token, order.link).await }).await
    }

    /// Activates or deactivates an account.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn set_active(&self, order: SetActive) -> Result<AccountRow, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.set_active(order).await }).await
    }
}

impl Inner {
    async fn alter(&self, order: Alter) -> Result<Altered, AccountError> {
        let Alter { user, judged_by, change } = order;
        let _member = self.members.lock(user).await;
        let names = match &change {
            Change::Profile { username, email } => {
                vec![
                    NameKind::Username.key(&username.folded()),
                    NameKind::Email.key(&email.folded()),
                ]
            }
            Change::EndTokens | Change::Password(_) | Change::Picture(_) => Vec::new(),
        };
        let _names = self.names.lock_all(names).await;
        let mut altered = match change {
            Change::EndTokens => self.read_judged(user, judged_by)?,
            Change::Profile { .. } | Change::Password(_) | Change::Picture(_) => {
                self.read_active(user, judged_by)?
            }
        };
        let mut batch = Batch::new();
        let Altered { row, profile } = &mut altered;
        match change {
            Change::EndTokens => self.end_sessions(user, row, &mut batch)?,
            Change::Password(hash) => {
                row.password = hash;
                self.end_sessions(user, row, &mut batch)?;
            }
            Change::Profile { username, email } => {
                self.rename(user, row, &username, &mut batch)?;
                self.readdress(user, row, &email, &mut batch)?;
            }
            Change::Picture(bytes) => {
                picture::replace(user, profile, bytes.as_deref(), &mut batch)?;
                self.put_profile(user, profile, &mut batch)?;
            }
        }
        self.put(user, altered, batch).await
    }

    async fn set_active(&self, order: SetActive) -> Result<AccountRow, AccountError> {
        let SetActive { user, active, actor } = order;
        let _member = self.members.lock(user).await;
        let mut altered = self.read(user)?;
        let state = |active: bool| json!({ "isActive": active }).to_string();
        let entry = Entry {
            actor,
            action: "account.active",
            subject: format!("user:{user}"),
            before: state(altered.row.active),
            after: state(active),
        };
        altered.row.active = active;
        let mut batch = Batch::new();
        self.audit.record(entry, &mut batch)?;
        Ok(self.put(user, altered, batch).await?.row)
    }

    async fn follow(&self, token: &str, link: Followed) -> Result<(UserId, Altered), AccountError> {
        let view = self.store.view();
        let purpose = match &link {
            Followed::Verify => LinkPurpose::Verify,
            Followed::Reset(_) => LinkPurpose::Reset,
        };
        let find = || links::find(view, token, purpose, self.clock.now());
        // A link stays its member's, so the first read finds the lock and the second one the account.
        let (user, _) = find()?;
        let _member = self.members.lock(user).await;
        let (_, mut altered) = find()?;
        let mut batch = Batch::new();
        let row = &mut altered.row;
        if !row.active {
            return Err(AuthError::Inactive.into());
        }
        match link {
            // The link stands until its time is over: a page that is opened twice says the same.
            Followed::Verify if row.email_verified => return Ok((user, altered)),
            Followed::Verify => row.email_verified = true,
            Followed::Reset(hash) => {
                row.password = hash;
                self.end_sessions(user, row, &mut batch)?;
                MAIL_TOKEN.delete(&mut batch, &links::key_of(token))?;
            }
        }
        Ok((user, self.put(user, altered, batch).await?))
    }

    /// Ends every session of a member, for whatever reason.
    pub(super) fn end_sessions(
        &self,
        user: UserId,
        row: &mut AccountRow,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        row.token_version = row.token_version.wrapping_add(1);
        self.end_kick_sign_in(user, batch)
    }

    pub(super) fn rename(
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

    fn readdress(
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
        if !self.take_name(user, NameKind::Email, &old, &new, batch)? {
            return Err(AccountError::EmailTaken);
        }
        email.as_str().clone_into(&mut row.email);
        Ok(())
    }

    /// Gives one name back and takes another, whose lock the caller holds. False: it is taken, nothing
    /// changed.
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

    pub(super) fn read(&self, user: UserId) -> Result<Altered, AccountError> {
        let view = self.store.view();
        let row = read_account(view, user)?.ok_or(AccountError::NoSuchMember)?;
        Ok(Altered { row, profile: read_profile(view, user)? })
    }

    /// The account, if its tokens have not ended since the caller was judged.
    pub(super) fn read_judged(&self, user: UserId, by: u32) -> Result<Altered, AccountError> {
        let altered = self.read(user)?;
        if altered.row.token_version == by {
            return Ok(altered);
        }
        Err(AuthError::Unauthorized.into())
    }

    /// The same, if the account is active: an inactive one writes nothing.
    pub(super) fn read_active(&self, user: UserId, by: u32) -> Result<Altered, AccountError> {
        let altered = self.read_judged(user, by)?;
        if altered.row.active { Ok(altered) } else { Err(AuthError::Inactive.into()) }
    }

    pub(super) fn put_profile(
        &self,
        user: UserId,
        profile: &mut ProfileRow,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        profile.revision += 1;
        PROFILE.put(batch, &user, profile)
    }

    pub(super) async fn put(
        &self,
        user: UserId,
        mut altered: Altered,
        mut batch: Batch,
    ) -> Result<Altered, AccountError> {
        if !self.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        altered.row.revision += 1;
        ACCOUNT.put(&mut batch, &user, &altered.row)?;
        self.store.commit(batch).await?;
        self.auth.set_access(user, access_of(&altered.row));
        Ok(altered)
    }
}
