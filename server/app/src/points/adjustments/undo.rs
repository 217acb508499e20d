//! Takes points back that were given by mistake.

use pointhouse_rules::Points;
use serde_json::json;

use super::change::balance_json;
use super::{AdjustmentError, Adjustments, Inner, UNDO};
use crate::accounts::{AccountError, Admin};
use crate::allowance::{ADD, member_of, points_of};
use crate::audit::{Actor, AuditRow, Entry, audit_row};
use crate::detached::to_the_end;
use crate::ids::UserId;
use crate::people::People;
use crate::rights::Role;
use crate::wallet::{Amount, Change, Post, PostError, Posted, Reason, Reference, Refused};

/// Points that were taken back.
pub(super) struct Undone {
    pub(super) user: UserId,
    pub(super) points: Points,
    pub(super) posted: Posted,
}

impl Adjustments {
    /// Takes the points of a grant back: the person's own, and for the owner and admins anyone's.
    ///
    /// # Errors
    /// See [`AdjustmentError`]. Nothing has changed then.
    pub(super) async fn undo(
        &self,
        grant: u64,
        (admin, people): (Admin, People),
    ) -> Result<Undone, AdjustmentError> {
        let this = self.clone();
        let work = to_the_end(async move { this.run_undo(grant, (admin, people)).await });
        work.await.map_err(AccountError::from)?
    }

    async fn run_undo(
        &self,
        grant: u64,
        (admin, people): (Admin, People),
    ) -> Result<Undone, AdjustmentError> {
        let Inner { accounts, .. } = &*self.inner;
        let row = audit_row(accounts.store.view(), grant)?;
        let row = row.filter(|row| row.action == ADD && may_undo(&admin, row));
        let row = row.ok_or(AdjustmentError::NoSuchGrant)?;
        let user = member_of(&row).ok_or(AdjustmentError::NoSuchGrant)?;
        if accounts.auth.access(user).is_none() {
            return Err(AccountError::NoSuchMember.into());
        }
        let actor = people.decide_on(&admin, user)?;
        let points = given(&row).ok_or(AdjustmentError::NoSuchGrant)?;
        let posted = accounts.wallets.post(user, self.undo_post(grant, user, points, actor)).await;
        let posted = posted.map_err(|error| match error {
            PostError::Once => AdjustmentError::Undone,
            PostError::Refused(Refused::Insufficient) => AdjustmentError::Spent,
            error => error.into(),
        })?;
        Ok(Undone { user, points, posted })
    }

    fn undo_post(&self, grant: u64, user: UserId, points: Points, actor: Actor) -> Post {
        let audit = self.inner.audit.clone();
        let id = audit.next_id();
        let (reason, reference) = (Reason::AdminRemove, Some(Reference::Audit(id)));
        Post {
            changes: vec![Change { amount: Amount::Take(points), reason, reference }],
            riders: Some(Box::new(move |before, after, batch| {
                let entry = Entry {
                    actor,
                    action: UNDO,
                    subject: format!("user:{user}"),
                    before: balance_json(before, Vec::new()),
                    after: balance_json(after, vec![("grant", json!(grant.to_string()))]),
                };
                audit.write(id, entry, batch)
            })),
            request: None,
            once: Some(format!("undo/{grant}").into_bytes()),
        }
    }
}

fn may_undo(admin: &Admin, row: &AuditRow) -> bool {
    admin.role != Role::Moderator || row.person == Some(admin.id.0)
}

/// Points that an audit row gave.
pub(super) fn given(row: &AuditRow) -> Option<Points> {
    points_of(&row.after)?.checked_sub(points_of(&row.before)?)
}
