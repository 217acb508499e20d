//! Deletes an account (docs/decisions.md, E4). All rows that identify a person are removed in one
//! commit; ledger, rounds and tickets stay under an id that no longer identifies anyone.

use pointhouse_rules::email::EmailAddress;
use pointhouse_store::{Batch, Keys, StoreError, StoredKey, StoredRow, Table, View};

use super::{Directory, Inner};
use crate::accounts::Accounts;
use crate::accounts::error::AccountError;
use crate::accounts::identity::{IdentityKey, MAILBOX_PROOF};
use crate::accounts::kept::{PaidOnce, keep};
use crate::accounts::on_air::NAMED_ON_AIR;
use crate::accounts::picture;
use crate::accounts::records::{
    ACCOUNT, APPROVAL, AccountRows, CHAT_LINK, DEPARTED, DEVICE_KINDS, DepartedRow, MAIL_TOKEN,
    NAME, NameKind, PROFILE,
};
use crate::accounts::welcome::got_welcome;
use crate::fault::Fault;
use crate::ids::{Principal, UserId};
use crate::second_factor::SecondFactors;

/// Whose account is being deleted.
pub struct Departing {
    /// The member.
    pub user: UserId,
    /// Id of the linked account of the chat platform.
    pub kick: Option<u64>,
    /// The keys of the mailbox and of that account.
    pub keys: Vec<IdentityKey>,
}

/// Adds what other modules remove and keep to the commit of a deletion. The caller passes it, because accounts may not
/// depend on those modules.
pub type ForgetRows = Box<dyn FnOnce(&Departing, &mut Batch) -> Result<(), StoreError>>;

/// Deletes an account.
pub struct DeleteAccount {
    /// The member.
    pub user: UserId,
    /// The token version that the caller's token was checked against.
    pub token_version: u32,
    /// Further deletions of the same commit; see [`delete_rows_about`].
    pub with: Batch,
    /// Adds to that commit. It is called under the member's lock, where the linked account is known.
    pub forget: ForgetRows,
}

impl Directory {
    /// Deletes an account with everything that identifies its member.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn delete(&self, command: DeleteAccount) -> Result<(), AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.delete(command).await }).await
    }
}

impl Inner {
    async fn delete(&self, command: DeleteAccount) -> Result<(), AccountError> {
        let DeleteAccount { user, token_version, with: mut batch, forget } = command;
        let _member = self.members.lock(user).await;
        let AccountRows { row, mut profile } = self.read_authorized(user, token_version)?;
        let email = EmailAddress::new(&row.email).map_err(Fault::other)?.folded();
        let mut names = vec![
            NameKind::Email.key(&email),
            NameKind::Username.key(&row.username.to_lowercase()),
            // The account code stays taken, because lists of tickets contain it: another member's
            // tickets must not be mistaken for these.
        ];
        if let Some(casino) = &profile.casino {
            names.push(NameKind::Casino.key(&casino.to_lowercase()));
        }
        if let Some((id, _)) = &profile.kick {
            names.push(NameKind::Kick.key(&id.to_string()));
        }
        for name in &names {
            NAME.delete(&mut batch, name)?;
        }
        if let Some(request) = profile.casino_request {
            // It may be newer than the deletions in `with`.
            APPROVAL.delete(&mut batch, &request)?;
        }
        picture::replace(user, &mut profile, None, &mut batch)?;
        PROFILE.delete(&mut batch, &user)?;
        DEVICE_KINDS.delete(&mut batch, &user)?;
        SecondFactors::forget(Principal::Member(user), &mut batch)?;
        CHAT_LINK.delete(&mut batch, &user)?;
        NAMED_ON_AIR.delete(&mut batch, &user)?;
        MAILBOX_PROOF.delete(&mut batch, &user)?;
        let kick = profile.kick.map(|(id, _)| id);
        let of_kick = kick.map(|id| self.mailboxes.kick_key(id));
        let keys = [self.mailboxes.key(&row.email)].into_iter().chain(of_kick).collect();
        let departing = Departing { user, kick, keys };
        if got_welcome(self.store.view(), user)? {
            keep(&departing.keys, PaidOnce::Welcome, self.clock.now(), &mut batch)?;
        }
        forget(&departing, &mut batch)?;
        ACCOUNT.delete(&mut batch, &user)?;
        DEPARTED.put(&mut batch, &user, &DepartedRow { at: self.clock.now().0 })?;
        self.commit(batch).await?;
        self.mailboxes.remove(user, &row.email);
        self.auth.forget_access(user);
        Ok(())
    }
}

/// Adds to a batch the deletion of the member's rows in tables that are not sorted by member.
/// Called before and after the deletion of the account, because the scan is too long for the
/// member's lock.
///
/// # Errors
/// The store cannot be read.
pub async fn delete_rows_about(
    accounts: &Accounts,
    user: UserId,
    mut batch: Batch,
) -> Result<Batch, AccountError> {
    let (view, mailer) = (accounts.store.view().clone(), accounts.mailer.clone());
    let found = accounts.reads.run(move || {
        delete_rows(&view, &APPROVAL, &mut batch, |row| row.user == user.0)?;
        delete_rows(&view, &MAIL_TOKEN, &mut batch, |row| row.user == user.0)?;
        mailer.forget(&view, user, &mut batch)?;
        Ok::<_, AccountError>(batch)
    });
    found.await?
}

/// Removes rows about the member, second factors included, that were written while the account was being deleted, and the
/// files of the member's emails.
///
/// # Errors
/// The store cannot be read or written.
pub async fn remove_leftovers(accounts: &Accounts, user: UserId) -> Result<(), AccountError> {
    let mut batch = delete_rows_about(accounts, user, Batch::new()).await?;
    SecondFactors::forget_left(accounts.store.view(), Principal::Member(user), &mut batch)?;
    if !batch.is_empty() {
        accounts.store.commit(batch).await?;
    }
    let mailer = accounts.mailer.clone();
    Ok(accounts.reads.run(move || mailer.forget_files(user)).await?)
}

/// Adds the deletion of the member's rows to a batch. Scans the whole table, so it must not run on
/// a serving thread.
fn delete_rows<Key: StoredKey, Row: StoredRow>(
    view: &View,
    table: &Table<Key, Row>,
    batch: &mut Batch,
    is_theirs: impl Fn(&Row) -> bool,
) -> Result<(), StoreError> {
    for row in table.rows(view, Keys::all()) {
        let (key, row) = row?;
        if is_theirs(&row) {
            table.delete(batch, &key)?;
        }
    }
    Ok(())
}
