//! Welcome points of a new member.

use pointhouse_rules::Points;

use super::Accounts;
use super::error::AccountError;
use super::links;
use super::records::LinkPurpose;
use crate::fault::Fault;
use crate::wallet::{Amount, Change, Post, PostError, Reason};

/// First part of the once-keys.
const ONCE_PREFIX: &str = "welcome/";

/// Pays the welcome points to the member of a link that verifies an email, and returns how many. Call it before the
/// link is followed: should the process end in between, the link still works and pays nothing twice.
///
/// # Errors
/// The link is not valid, or the points cannot be stored.
pub(super) async fn pay_welcome(accounts: &Accounts, token: &str) -> Result<u64, AccountError> {
    let view = accounts.store.view();
    let (user, account) = links::find(view, token, LinkPurpose::Verify, accounts.clock.now())?;
    let points = accounts.site.now().points.welcome;
    if points == 0 || account.row.email_verified || !account.row.active {
        return Ok(0);
    }
    let change = Change {
        amount: Amount::Add(Points::new(points).map_err(Fault::other)?),
        reason: Reason::Welcome,
        reference: None,
    };
    let once = Some(format!("{ONCE_PREFIX}{user}").into_bytes());
    let post = Post { changes: vec![change], riders: None, request: None, once };
    match accounts.wallets.post(user, post).await {
        Ok(_) => Ok(points),
        // Paid before, or the balance would exceed the maximum.
        Err(PostError::Once | PostError::Refused(_)) => Ok(0),
        Err(PostError::ReadOnly) => Err(AccountError::ReadOnly),
        Err(PostError::Busy | PostError::Retired(_)) => Err(AccountError::Busy),
        Err(PostError::Store(error)) => Err(error.into()),
        Err(PostError::Mismatch | PostError::Broken | PostError::Stopped) => {
            Err(Fault::Contradiction("the welcome points could not be paid").into())
        }
    }
}
