//! Points of accounts that are gone: nobody can spend them, and they would stand in the site's sums for
//! ever. An open round may pay after its member has left, and a purchase may be called off.

use pointhouse_rules::Points;
use pointhouse_store::{View, decode};

use super::error::PrivacyError;
use crate::accounts::Accounts;
use crate::ids::UserId;
use crate::tables;
use crate::wallet::{Amount, Change, Post, PostError, Reason, WalletRow};

const PAGE: usize = 512;

/// Takes the points of every account that is gone. Returns how many had some.
///
/// # Errors
/// The store cannot be read, or a wallet does not take the posting.
pub async fn take_all_left_points(accounts: &Accounts) -> Result<usize, PrivacyError> {
    let view = accounts.store.view().clone();
    let left = accounts.reads.run(move || with_points(&view)).await;
    let left = left.map_err(PrivacyError::inner)??;
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

/// Members who have left, and whose wallets have points again. Only who is known to have left is looked
/// at: an account that cannot be found for another reason keeps its points.
fn with_points(view: &View) -> Result<Vec<UserId>, PrivacyError> {
    let mut from = Vec::new();
    let mut left = Vec::new();
    loop {
        let rows = view.scan(tables::DEPARTED, &from, &[], PAGE).map_err(PrivacyError::inner)?;
        let Some((last, _)) = rows.last() else { return Ok(left) };
        from = [last.as_ref(), &[0]].concat();
        for (key, _) in &rows {
            let user = <[u8; 8]>::try_from(key.as_ref()).map_err(PrivacyError::inner)?;
            let wallet = view.get(tables::WALLET, &user).map_err(PrivacyError::inner)?;
            let wallet = wallet.map(|row| decode::<WalletRow>(&row)).transpose();
            if wallet.map_err(PrivacyError::inner)?.is_some_and(|wallet| wallet.balance > 0) {
                left.push(UserId(u64::from_be_bytes(user)));
            }
        }
    }
}
