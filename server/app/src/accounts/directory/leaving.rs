//! Deleting an account (decision E4): whatever names a person goes at once; the ledger, the rounds and
//! the tickets stay under a number that nobody is behind any more.

use actix::{ActorFutureExt, AtomicResponse, Context, Handler, Message, WrapFuture};
use pointhouse_rules::email::EmailAddress;
use pointhouse_store::{Batch, decode};

use super::changes::Altered;
use super::{Deps, Directory, inner};
use crate::accounts::error::AccountError;
use crate::accounts::picture;
use crate::accounts::records::{ApprovalRow, NameKind};
use crate::ids::UserId;
use crate::tables;

const PAGE: usize = 512;

/// Deletes an account.
#[derive(Message)]
#[rtype(result = "Result<(), AccountError>")]
pub struct Delete {
    /// Whose.
    pub user: UserId,
    /// What other rooms remove of the member, in the same write.
    pub with: Batch,
}

impl Handler<Delete> for Directory {
    type Result = AtomicResponse<Self, Result<(), AccountError>>;

    fn handle(&mut self, order: Delete, _: &mut Context<Self>) -> Self::Result {
        let deps = self.deps();
        let change = async move { deps.delete(order.user, order.with).await };
        AtomicResponse::new(Box::pin(change.into_actor(self).map(|result, _, _| result)))
    }
}

impl Deps {
    async fn delete(self, user: UserId, mut batch: Batch) -> Result<(), AccountError> {
        let Altered { row, mut profile } = self.read(user)?;
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
        self.drop_approvals(user, &mut batch)?;
        self.mailer.forget(self.store.view(), user, &mut batch).map_err(inner)?;
        self.commit(batch).await?;
        self.auth.forget_access(user);
        self.mailer.forget_files(user);
        Ok(())
    }

    fn drop_approvals(&self, user: UserId, batch: &mut Batch) -> Result<(), AccountError> {
        let mut from = Vec::new();
        loop {
            let view = self.store.view();
            let rows = view.scan(tables::APPROVAL, &from, &[], PAGE).map_err(inner)?;
            let Some((last, _)) = rows.last() else { return Ok(()) };
            from = [last.as_ref(), &[0]].concat();
            for (key, row) in &rows {
                let row: ApprovalRow = decode(row).map_err(inner)?;
                if row.user == user.0 {
                    batch.delete(tables::APPROVAL, key).map_err(inner)?;
                }
            }
        }
    }
}
