//! Deleting an account (decision E4): whatever names a person goes at once; the ledger, the rounds and
//! the tickets stay under a number that nobody is behind any more.

use actix::{ActorFutureExt, AtomicResponse, Context, Handler, Message, WrapFuture};
use pointhouse_rules::email::EmailAddress;
use pointhouse_store::{Batch, Stored, Table, decode};

use super::changes::Altered;
use super::{Deps, Directory, inner};
use crate::accounts::error::AccountError;
use crate::accounts::picture;
use crate::accounts::records::{ApprovalRow, MailTokenRow, NameKind};
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
    /// What other rooms remove of the member, in the same write.
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
        for name in &names {
            batch.delete(tables::NAME, name).map_err(inner)?;
        }
        picture::replace(user, &mut profile, None, &mut batch).map_err(inner)?;
        batch.delete(tables::PROFILE, &id).map_err(inner)?;
        batch.delete(tables::ACCOUNT, &id).map_err(inner)?;
        let now = self.clock.now().0.to_be_bytes();
        batch.put(tables::DEPARTED, &id, &now).map_err(inner)?;
        self.drop_rows(tables::APPROVAL, &mut batch, |row: &ApprovalRow| row.user == user.0)?;
        self.drop_rows(tables::MAIL_TOKEN, &mut batch, |row: &MailTokenRow| row.user == user.0)?;
        self.mailer.forget(self.store.view(), user, &mut batch).map_err(inner)?;
        self.commit(batch).await?;
        self.auth.forget_access(user);
        self.mailer.forget_files(user);
        Ok(())
    }

    /// Removes the member's rows of a table that holds those of all members.
    fn drop_rows<Row: Stored>(
        &self,
        table: Table,
        batch: &mut Batch,
        is_theirs: impl Fn(&Row) -> bool,
    ) -> Result<(), AccountError> {
        let mut from = Vec::new();
        loop {
            let view = self.store.view();
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
}
