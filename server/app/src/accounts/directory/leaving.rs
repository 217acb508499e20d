//! Deleting an account (decision E4): whatever names a person goes at once; the ledger, the rounds and
//! the tickets stay under a number that nobody is behind any more.

use actix::{ActorFutureExt, AtomicResponse, Context, Handler, Message, WrapFuture};
use pointhouse_rules::email::EmailAddress;
use pointhouse_store::{Batch, StoredRow, TableId, View, decode, encode};

use super::changes::Altered;
use super::{Deps, Directory, inner};
use crate::accounts::Accounts;
use crate::accounts::error::AccountError;
use crate::accounts::picture;
use crate::accounts::records::{ApprovalRow, DepartedRow, MailTokenRow, NameKind};
use crate::clock::Millis;
use crate::ids::UserId;
use crate::tables;

const PAGE: usize = 512;

/// Deletes an account.
#[derive(Message)]
#[rtype(result = "Result<(), AccountError>")]
pub struct Delete {
    /// Whose.
    pub user: UserId,
    /// See [`super::Alter::judged_by`].
    pub judged_by: u32,
    /// What is removed of the member besides, in the same write; see [`rows_about`].
    pub with: Batch,
}

impl Handler<Delete> for Directory {
    type Result = AtomicResponse<Self, Result<(), AccountError>>;

    fn handle(&mut self, order: Delete, _: &mut Context<Self>) -> Self::Result {
        let deps = self.deps();
        let change = async move { deps.delete(order).await };
        AtomicResponse::new(Box::pin(change.into_actor(self).map(|result, _, _| result)))
    }
}

impl Deps {
    async fn delete(self, order: Delete) -> Result<(), AccountError> {
        let Delete { user, judged_by, with: mut batch } = order;
        let Altered { row, mut profile } = self.read_judged(user, judged_by)?;
        let id = user.0.to_be_bytes();
        let email = EmailAddress::new(&row.email).map_err(inner)?.folded();
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
            batch.delete(tables::CHAT_EARNED_BY, &id.to_be_bytes()).map_err(inner)?;
        }
        for name in &names {
            batch.delete(tables::NAME, name).map_err(inner)?;
        }
        if let Some(request) = profile.casino_request {
            // One that was made after the caller looked for rows.
            batch.delete(tables::APPROVAL, &request.to_be_bytes()).map_err(inner)?;
        }
        picture::replace(user, &mut profile, None, &mut batch).map_err(inner)?;
        batch.delete(tables::PROFILE, &id).map_err(inner)?;
        batch.delete(tables::DEVICE_KINDS, &id).map_err(inner)?;
        batch.delete(tables::CHAT_LINK, &id).map_err(inner)?;
        batch.delete(tables::CHAT_EARNED, &id).map_err(inner)?;
        batch.delete(tables::ACCOUNT, &id).map_err(inner)?;
        let departed = encode(&DepartedRow { at: self.clock.now().0 }).map_err(inner)?;
        batch.put(tables::DEPARTED, &id, &departed).map_err(inner)?;
        self.commit(batch).await?;
        self.auth.forget_access(user);
        Ok(())
    }
}

/// Gives every member whose account was deleted to `take`, with the time of that. Not for a thread that
/// serves.
///
/// # Errors
/// A row does not read, or `take` failed.
pub fn each_departed(
    view: &View,
    mut take: impl FnMut(UserId, Millis) -> Result<(), String>,
) -> Result<(), String> {
    tables::each_row(view, tables::DEPARTED, |key, row| {
        let user = key.try_into().map_err(|_| "a key of a deleted account does not read")?;
        let row: DepartedRow = decode(row).map_err(|error| error.to_string())?;
        take(UserId(u64::from_be_bytes(user)), Millis(row.at))
    })
}

/// When a member's account was deleted.
///
/// # Errors
/// The row does not read.
pub fn departed_at(view: &View, user: UserId) -> Result<Option<Millis>, AccountError> {
    let row = view.get(tables::DEPARTED, &user.0.to_be_bytes()).map_err(inner)?;
    let row = row.map(|row| decode::<DepartedRow>(&row).map_err(inner)).transpose()?;
    Ok(row.map(|row| Millis(row.at)))
}

/// Rows about the member in tables that hold those of all members. Deleting the account does not look
/// for them: the directory answers nobody else meanwhile. The caller does, before and after.
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
        drop_rows(&view, tables::APPROVAL, &mut batch, |row: &ApprovalRow| row.user == user.0)?;
        let is_theirs = |row: &MailTokenRow| row.user == user.0;
        drop_rows(&view, tables::MAIL_TOKEN, &mut batch, is_theirs)?;
        mailer.forget(&view, user, &mut batch).map_err(inner)?;
        Ok::<_, AccountError>(batch)
    });
    found.await.map_err(inner)?
}

/// Removes what was written about the member while the account was being deleted, and the files of
/// letters.
///
/// # Errors
/// The store cannot be read or written.
pub async fn remove_remains(accounts: &Accounts, user: UserId) -> Result<(), AccountError> {
    let batch = rows_about(accounts, user, Batch::new()).await?;
    if !batch.is_empty() {
        accounts.store.commit(batch).await.map_err(inner)?;
    }
    let mailer = accounts.mailer.clone();
    accounts.reads.run(move || mailer.forget_files(user)).await.map_err(inner)
}

/// Removes the member's rows of a table that holds those of all members. Walks over the whole table: not
/// for a thread that serves.
fn drop_rows<Row: StoredRow>(
    view: &View,
    table: TableId,
    batch: &mut Batch,
    is_theirs: impl Fn(&Row) -> bool,
) -> Result<(), AccountError> {
    let mut from = Vec::new();
    loop {
        let rows = view.scan(table, &from, &[], PAGE).map_err(inner)?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            if is_theirs(&decode(row).map_err(inner)?) {
                batch.delete(table, key).map_err(inner)?;
            }
        }
    }
}
