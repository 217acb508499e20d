//! Points of a giveaway that was deleted before its end go back, to each member once.
//!
//! The stage of the giveaway is the job: as long as it says "refunding" the job is due. Each payment
//! carries a once-key, so a job that is taken up again pays only what is missing.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use pointhouse_rules::Points;
use pointhouse_store::{Batch, View};

use super::Deps;
use super::keeper::put;
use super::records::{GiveawayRow, due_key, told, walk};
use crate::accounts::read_account;
use crate::ids::{GiveawayId, UserId};
use crate::tables;
use crate::wallet::{Amount, Change, Post, PostError, Reason, Reference};

/// Payments under way at once.
const AT_ONCE: usize = 256;
/// Tries of one payment; a member whose mailbox stays full waits for the next run.
const TRIES: usize = 100;

/// Pays everybody and stores that it is done. `done` is the row then.
pub(super) async fn give_back(
    deps: Arc<Deps>,
    id: GiveawayId,
    done: GiveawayRow,
) -> Result<(), String> {
    let view = deps.store.view().clone();
    let owed = deps.reads.run(move || owed(&view, id)).await.map_err(told)??;
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
    if let Some(first) = failed.first() {
        return Err(format!("{} of {members} members: {first}", failed.len()));
    }
    let mut batch = Batch::new();
    put(&mut batch, id, &done).map_err(told)?;
    batch.delete(tables::GIVEAWAY_DUE, &due_key(0, id)).map_err(told)?;
    deps.store.commit(batch).await.map_err(told)?;
    Ok(())
}

/// What each member paid.
fn owed(view: &View, id: GiveawayId) -> Result<BTreeMap<UserId, u64>, String> {
    let mut owed: BTreeMap<UserId, u64> = BTreeMap::new();
    walk(view, id, 1, |_, row| {
        *owed.entry(UserId(row.user)).or_default() += row.paid;
        Ok(true)
    })?;
    owed.retain(|_, points| *points > 0);
    Ok(owed)
}

async fn pay(deps: &Deps, id: GiveawayId, user: UserId, points: u64) -> Result<(), String> {
    if read_account(deps.store.view(), user).map_err(told)?.is_none() {
        // A deleted account has no wallet to give to (decision E4).
        return Ok(());
    }
    let amount = Amount::Add(Points::new(points).map_err(told)?);
    let reference = Some(Reference::Giveaway(id.0));
    for _ in 0..TRIES {
        let post = Post {
            changes: vec![Change { amount, reason: Reason::Refund, reference }],
            riders: None,
            request: None,
            once: Some(format!("refund/giveaway/{id}/{user}").into_bytes()),
        };
        match deps.wallets.post(user, post).await {
            Ok(_) | Err(PostError::Once) => return Ok(()),
            Err(PostError::Busy) => tokio::task::yield_now().await,
            Err(error) => return Err(format!("member {user}: {error}")),
        }
    }
    Err(format!("member {user} is busy"))
}
