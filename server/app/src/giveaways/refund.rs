//! Refunds the points of a giveaway that was deleted before its end, to each member once.
//!
//! The giveaway's stage is the job: while it is "refunding", the job is due. Each payment carries a
//! once-key, so a resumed job pays only what is missing.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use pointhouse_rules::Points;
use pointhouse_store::{Batch, StoreError, View};

use super::Deps;
use super::records::{DUE, ENTRY, GIVEAWAY, GiveawayRow, due};
use crate::accounts::read_account;
use crate::fault::{Fault, inner_faults};
use crate::ids::{GiveawayId, UserId};
use crate::wallet::{Amount, Change, Post, PostError, Reason, Reference};

/// Most payments in flight.
const AT_ONCE: usize = 256;

/// Some points were not refunded. They stay due.
#[derive(Debug, thiserror::Error)]
pub(super) enum RefundError {
    /// Number of failed payments, with the first error.
    #[error("{count} of {members} members: {first}")]
    Members { count: usize, members: usize, first: Box<RefundError> },
    /// The wallet refused a payment.
    #[error("member {user}: {source}")]
    Refused { user: UserId, source: PostError },
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(RefundError);

/// Pays all refunds, then writes `done` as the giveaway's row.
pub(super) async fn refund(
    deps: Arc<Deps>,
    id: GiveawayId,
    done: GiveawayRow,
) -> Result<(), RefundError> {
    let view = deps.store.view().clone();
    let owed = deps.reads.run(move || owed(&view, id)).await??;
    let members = owed.len();
    let paying = owed.into_iter().map(|(user, points)| {
        let deps = deps.clone();
        async move { pay(&deps, id, user, points).await }
    });
    let mut paid = stream::iter(paying).buffer_unordered(AT_ONCE);
    let mut failed = Vec::new();
    while let Some(result) = paid.next().await {
        failed.extend(result.err());
    }
    let count = failed.len();
    if let Some(first) = failed.into_iter().next() {
        return Err(RefundError::Members { count, members, first: Box::new(first) });
    }
    let mut batch = Batch::new();
    GIVEAWAY.put(&mut batch, &id, &done)?;
    DUE.delete(&mut batch, &due(0, id))?;
    deps.store.commit(batch).await?;
    Ok(())
}

/// Points paid by each member.
fn owed(view: &View, id: GiveawayId) -> Result<BTreeMap<UserId, u64>, StoreError> {
    let mut owed: BTreeMap<UserId, u64> = BTreeMap::new();
    for entry in ENTRY.oldest_first(view, id, 1) {
        let (_, row) = entry?;
        *owed.entry(UserId(row.user)).or_default() += row.paid;
    }
    owed.retain(|_, points| *points > 0);
    Ok(owed)
}

async fn pay(deps: &Deps, id: GiveawayId, user: UserId, points: u64) -> Result<(), RefundError> {
    if read_account(deps.store.view(), user)?.is_none() {
        // A deleted account is not refunded (docs/decisions.md, E4).
        return Ok(());
    }
    let amount = Amount::Add(Points::new(points).map_err(Fault::from)?);
    let reference = Some(Reference::Giveaway(id.0));
    let post = Post {
        changes: vec![Change { amount, reason: Reason::Refund, reference }],
        riders: None,
        request: None,
        once: Some(format!("refund/giveaway/{id}/{user}").into_bytes()),
    };
    match deps.wallets.post(user, post).await {
        Ok(_) | Err(PostError::Once) => Ok(()),
        Err(source) => Err(RefundError::Refused { user, source }),
    }
}
