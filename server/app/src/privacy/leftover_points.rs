//! Points of deleted accounts. They can't be spent and would stay in the site's totals for ever.
//! They appear after the deletion when an open round pays or a purchase is cancelled.

use pointhouse_rules::Points;
use pointhouse_store::{StoreError, View};

use super::error::PrivacyError;
use crate::accounts::{Accounts, departed_members};
use crate::ids::UserId;
use crate::wallet::{Amount, Change, Post, PostError, Reason, stored_wallet};

/// Takes the points of all deleted accounts. Returns how many accounts had points.
///
/// # Errors
/// The store cannot be read, or a wallet refuses the posting.
pub async fn take_all_left_points(accounts: &Accounts) -> Result<usize, PrivacyError> {
    let view = accounts.store.view().clone();
    let left = accounts.reads.run(move || with_points(&view)).await??;
    for user in &left {
        take_left_points(accounts, *user).await?;
    }
    Ok(left.len())
}

/// Takes the points of a deleted account.
///
/// # Errors
/// The store cannot be read, or the wallet refuses the posting.
pub(super) async fn take_left_points(
    accounts: &Accounts,
    user: UserId,
) -> Result<(), PrivacyError> {
    let wallet = accounts.wallets.balance(user)?;
    if wallet.balance == 0 {
        return Ok(());
    }
    let change = Change {
        amount: Amount::Set(Points::ZERO),
        reason: Reason::AccountDeleted,
        reference: None,
    };
    let once = format!("deleted/{user}/{}", wallet.ledger_seq);
    let post =
        Post { changes: vec![change], riders: None, request: None, once: Some(once.into_bytes()) };
    match accounts.wallets.post(user, post).await {
        Ok(_) | Err(PostError::Once) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Deleted accounts whose wallets have points. Only members with a row of their deletion count: an
/// account that is missing for another reason keeps its points.
fn with_points(view: &View) -> Result<Vec<UserId>, StoreError> {
    let mut left = Vec::new();
    for user in departed_members(view) {
        let user = user?;
        if stored_wallet(view, user)?.is_some_and(|wallet| wallet.balance > 0) {
            left.push(user);
        }
    }
    Ok(left)
}
