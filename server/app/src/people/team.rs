//! The own member accounts of staff, on which they don't decide (docs/people.md, Own member accounts).
//!
//! A person names the account once; later only the owner changes it. Accounts with the same verified mailbox and those
//! that the same account of the chat platform was or is linked to are own accounts as well.

use bincode::{Decode, Encode};
use pointhouse_rules::mailbox;
use pointhouse_store::{Batch, StoreError, StoredRow, Table, View};
use serde_json::json;

use super::{People, PeopleError, subject};
use crate::accounts::{
    AccountError, AccountRow, Admin, AuthError, NameKind, find_name, read_account, read_profile,
};
use crate::audit::{Actor, Entry};
use crate::ids::{PersonId, UserId};
use crate::rights::Role;
use crate::tables;

/// What staff said about their member account.
pub(super) const OWN_ACCOUNT: Table<PersonId, OwnAccountRow> = Table::new(tables::OWN_ACCOUNT);

/// What a staff member said about the own member account.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct OwnAccountRow {
    /// The member; `None` for a person who has no account.
    pub user: Option<u64>,
    /// Id of the chat account that was linked to it when it was named.
    pub kick: Option<u64>,
    /// When it was said, in milliseconds.
    pub said_at: i64,
}

impl StoredRow for OwnAccountRow {
    const VERSION: u8 = 1;
}

impl OwnAccountRow {
    /// The member; `None` for a person who has no account.
    pub fn user(&self) -> Option<UserId> {
        self.user.map(UserId)
    }
}

impl People {
    /// What a person said about the own member account; `None` before the answer.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn own_account(&self, id: PersonId) -> Result<Option<OwnAccountRow>, StoreError> {
        OWN_ACCOUNT.get(self.inner.store.view(), &id)
    }

    /// Whether a person has to say which member account is the own one. Who runs the site alone does not have to.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn must_name_account(&self, id: PersonId) -> Result<bool, StoreError> {
        Ok(!self.is_alone() && self.own_account(id)?.is_none())
    }

    fn is_alone(&self) -> bool {
        self.inner.auth.people().len() <= 1
    }

    /// Checks that a person may decide on a member's account, and returns the person as the audit has it.
    ///
    /// # Errors
    /// It is an own account and the panel has other people, or the person has not said yet which account is the own one.
    pub fn decide_on(&self, admin: &Admin, user: UserId) -> Result<Actor, AccountError> {
        let Some(row) = self.own_account(admin.id)? else {
            return if self.is_alone() {
                Ok(admin.actor())
            } else {
                Err(AuthError::AccountNotNamed.into())
            };
        };
        if !is_own(self.inner.store.view(), &row, user)? {
            return Ok(admin.actor());
        }
        if admin.role == Role::Owner && self.is_alone() {
            return Ok(admin.actor().on_own_account());
        }
        Err(AuthError::Team.into())
    }

    /// As [`People::decide_on`] for the member who has a casino name, if there is one.
    ///
    /// # Errors
    /// See [`People::decide_on`].
    pub fn decide_on_player(&self, admin: &Admin, casino: &str) -> Result<Actor, AccountError> {
        let view = self.inner.store.view();
        match find_name(view, NameKind::Casino, &casino.to_lowercase())? {
            Some(user) => self.decide_on(admin, user),
            None => Ok(admin.actor()),
        }
    }

    /// Stores the caller's own answer, which is given once. An empty name says that there is no account.
    ///
    /// # Errors
    /// The person has answered before, or no member has this username.
    pub async fn name_account(&self, admin: &Admin, username: &str) -> Result<(), PeopleError> {
        let _changing = self.inner.changing.lock().await;
        if self.own_account(admin.id)?.is_some() {
            return Err(PeopleError::AccountNamed);
        }
        self.keep_account(admin.id, username, admin.actor()).await
    }

    /// Changes the answer of a person, for the owner.
    ///
    /// # Errors
    /// There is no such person, or no member has this username.
    pub async fn set_account(
        &self,
        id: PersonId,
        username: &str,
        actor: Actor,
    ) -> Result<(), PeopleError> {
        let _changing = self.inner.changing.lock().await;
        self.inner.auth.person(id).ok_or(PeopleError::NoSuchPerson)?;
        self.keep_account(id, username, actor).await
    }

    async fn keep_account(
        &self,
        id: PersonId,
        username: &str,
        actor: Actor,
    ) -> Result<(), PeopleError> {
        let (view, name) = (self.inner.store.view(), username.trim().to_lowercase());
        let user = match name.as_str() {
            "" => None,
            name => {
                let found = find_name(view, NameKind::Username, name)?;
                Some(found.ok_or(PeopleError::NoSuchAccount)?)
            }
        };
        let kick = user.map(|user| read_profile(view, user)).transpose()?;
        let kick = kick.and_then(|profile| profile.kick).map(|(kick, _)| kick);
        let said_at = self.inner.clock.now().0;
        let row = OwnAccountRow { user: user.map(|user| user.0), kick, said_at };
        let before = self.own_account(id)?;
        let shown = |row: &OwnAccountRow| json!({ "user": row.user }).to_string();
        let entry = Entry {
            before: before.as_ref().map(shown).unwrap_or_default(),
            after: shown(&row),
            ..Entry::new(actor, "person.account", subject(id))
        };
        let mut batch = Batch::new();
        OWN_ACCOUNT.put(&mut batch, &id, &row)?;
        Ok(self.inner.audit.commit_audited(batch, entry).await?)
    }
}

/// Whether a member's account is the one that a row names, or has its verified mailbox or its chat account.
fn is_own(view: &View, row: &OwnAccountRow, user: UserId) -> Result<bool, StoreError> {
    let Some(named) = row.user() else { return Ok(false) };
    if named == user {
        return Ok(true);
    }
    let kick = |user| -> Result<Option<u64>, StoreError> {
        Ok(read_profile(view, user)?.kick.map(|(kick, _)| kick))
    };
    let linked = kick(user)?;
    if linked.is_some() && (linked == row.kick || linked == kick(named)?) {
        return Ok(true);
    }
    let (one, other) = (read_account(view, user)?, read_account(view, named)?);
    let (one, other) = (mailbox_of(one.as_ref()), mailbox_of(other.as_ref()));
    Ok(one.is_some() && one == other)
}

/// The verified mailbox of an account.
fn mailbox_of(row: Option<&AccountRow>) -> Option<String> {
    row.filter(|row| row.email_verified).map(|row| mailbox::canonical(&row.email))
}
