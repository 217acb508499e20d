//! Points of accounts that are gone: nobody can spend them, and they would stand in the site's sums for
//! ever. An open round may pay after its member has left, and a purchase may be called off.

use pointhouse_rules::Points;
use pointhouse_store::{StoreError, View};

use super::error::PrivacyError;
use crate::accounts::{Accounts, departed_members};
use crate::ids::UserId;
use crate::wallet::{Amount, Change, Post, PostError, Reason, stored_wallet};

/// Takes the points of every account that is gone. Returns how many had some.
///
/// # Errors
/// The store cannot be read, or a wallet does not take the posting.
pub async fn take_all_left_points(accounts: &Accounts) -> Result<usize, PrivacyError> {
    let view = accounts.store.view().clone();
    let left = accounts.reads.run(move || with_points(&view)).await??;
    for user in &left {
        take_left_points(accounts, *user).await?;
    }
    Ok(left.len())
}

/// Takes the points of an account that is gone.
///
/// # Errors
/// The store cannot be read, or the wallet does not take the posting.
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

/// Members whose accounts were deleted, and whose wallets have points again. Only members with a row of
/// their deletion count: an account that cannot be found for another reason keeps its points.
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
