//! Deleting an account (docs/decisions.md, E4): whatever names a person goes at once; the ledger,
//! the rounds and the tickets stay under a number that nobody is behind any more.

use pointhouse_rules::email::EmailAddress;
use pointhouse_store::{Batch, Keys, StoreError, StoredKey, StoredRow, Table, View};

use super::{Directory, Inner};
use crate::accounts::Accounts;
use crate::accounts::error::AccountError;
use crate::accounts::picture;
use crate::accounts::records::{
    ACCOUNT, APPROVAL, Altered, CHAT_LINK, DEPARTED, DEVICE_KINDS, DepartedRow, MAIL_TOKEN, NAME,
    NameKind, PROFILE,
};
use crate::fault::Fault;
use crate::ids::UserId;

/// Removes what a member, and the linked account of the chat platform, got for chatting. The chat gives
/// this function: accounts do not depend on it.
pub type ForgetEarned = fn(UserId, Option<u64>, &mut Batch) -> Result<(), StoreError>;

/// Deletes an account.
pub struct Delete {
    /// Whose.
    pub user: UserId,
    /// See [`super::Alter::judged_by`].
    pub judged_by: u32,
    /// What is removed of the member besides, in the same write; see [`rows_about`].
    pub with: Batch,
    /// Joins that write: which account of the chat platform is linked is known only then.
    pub forget_earned: ForgetEarned,
}

impl Directory {
    /// Deletes an account.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn delete(&self, order: Delete) -> Result<(), AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.delete(order).await }).await
    }
}

impl Inner {
    async fn delete(&self, order: Delete) -> Result<(), AccountError> {
        let Delete { user, judged_by, with: mut batch, forget_earned } = order;
        let _member = self.members.lock(user).await;
        let Altered { row, mut profile } = self.read_judged(user, judged_by)?;
        let email = EmailAddress::new(&row.email).map_err(Fault::other)?.folded();
        let mut names = vec![
            NameKind::Email.key(&email),
            NameKind::Username.key(&row.username.to_lowercase()),
            // The account code stays taken: it stands in lists of tickets, and another member's
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
            // One that was made after the caller looked for rows.
            APPROVAL.delete(&mut batch, &request)?;
        }
        picture::replace(user, &mut profile, None, &mut batch)?;
        PROFILE.delete(&mut batch, &user)?;
        DEVICE_KINDS.delete(&mut batch, &user)?;
        CHAT_LINK.delete(&mut batch, &user)?;
        forget_earned(user, profile.kick.map(|(id, _)| id), &mut batch)?;
        ACCOUNT.delete(&mut batch, &user)?;
        DEPARTED.put(&mut batch, &user, &DepartedRow { at: self.clock.now().0 })?;
        self.commit(batch).await?;
        self.auth.forget_access(user);
        Ok(())
    }
}

/// Rows about the member in tables that hold those of all members. The caller collects them before and
/// after the deletion: this walk is long, and the member's lock is not held meanwhile.
///
/// # Errors
/// The store cannot be read.
pub async fn rows_about(
    accounts: &Accounts,
    user: UserId,
    mut batch: Batch,
) -> Result<Batch, AccountError> {
    let (view, mailer) = (accounts.store.view().clone(), accounts.mailer.clone());
    let found = accounts.reads.run(move || {
        drop_rows(&view, &APPROVAL, &mut batch, |row| row.user == user.0)?;
        drop_rows(&view, &MAIL_TOKEN, &mut batch, |row| row.user == user.0)?;
        mailer.forget(&view, user, &mut batch)?;
        Ok::<_, AccountError>(batch)
    });
    found.await?
}

/// Removes what was written about the member while the account was being deleted, and the files of
/// letters.
///
/// # Errors
/// The store cannot be read or written.
pub async fn remove_remains(accounts: &Accounts, user: UserId) -> Result<(), AccountError> {
    let batch = rows_about(accounts, user, Batch::new()).await?;
    if !batch.is_empty() {
        accounts.store.commit(batch).await?;
    }
    let mailer = accounts.mailer.clone();
    Ok(accounts.reads.run(move || mailer.forget_files(user)).await?)
}

/// Removes the member's rows of a table that holds those of all members. Walks over the whole table: not
/// for a thread that serves.
fn drop_rows<Key: StoredKey, Row: StoredRow>(
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
