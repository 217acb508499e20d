//! Welcome points of a new member: once for each mailbox and each account of the chat platform.

use pointhouse_rules::Points;
use pointhouse_store::{StoreError, View};

use super::Accounts;
use super::error::AccountError;
use super::identity::IdentityKey;
use super::kept::{PaidOnce, is_kept, keep};
use super::links::{self, FoundLink};
use super::records::LinkPurpose;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::wallet::{Amount, Change, Post, PostError, Reason, State, is_paid};

/// First part of the once-keys.
const ONCE_PREFIX: &str = "welcome/";

/// What became of the welcome points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Welcome {
    /// This number of points.
    Paid(u64),
    /// The site pays none, or this member has had them.
    None,
    /// Another account of the same mailbox or chat account has had them.
    PaidBefore,
}

fn once_key(user: UserId) -> String {
    format!("{ONCE_PREFIX}{user}")
}

/// Whether a member got welcome points.
pub(super) fn got_welcome(view: &View, user: UserId) -> Result<bool, StoreError> {
    is_paid(view, once_key(user).as_bytes())
}

/// Pays the welcome points to the member of a link that verifies an email, and returns how many. Call it before the
/// link is followed: should the process end in between, the link still works and pays nothing twice.
///
/// # Errors
/// The link is not valid, or the points cannot be stored.
pub(super) async fn pay_welcome(accounts: &Accounts, token: &str) -> Result<Welcome, AccountError> {
    let _paying = accounts.mailboxes.paying().lock().await;
    let (view, now) = (accounts.store.view(), accounts.clock.now());
    let FoundLink { user, account, .. } = links::find(view, token, LinkPurpose::Verify, now)?;
    let points = accounts.site.now().points.welcome;
    if points == 0 || account.row.email_verified || !account.row.active {
        return Ok(Welcome::None);
    }
    let keys = accounts.mailboxes.keys_of(view, user)?;
    if is_paid_to_another(accounts, user, &keys)? {
        return Ok(Welcome::PaidBefore);
    }
    let change = Change {
        amount: Amount::Add(Points::new(points).map_err(Fault::other)?),
        reason: Reason::Welcome,
        reference: None,
    };
    let riders = move |_: &State, _: &State, batch: &mut pointhouse_store::Batch| {
        keep(&keys, PaidOnce::Welcome, now, batch)
    };
    let post = Post {
        changes: vec![change],
        riders: Some(Box::new(riders)),
        request: None,
        once: Some(once_key(user).into_bytes()),
    };
    match accounts.wallets.post(user, post).await {
        Ok(_) => Ok(Welcome::Paid(points)),
        // Paid before, or the balance would exceed the maximum.
        Err(PostError::Once | PostError::Refused(_)) => Ok(Welcome::None),
        Err(PostError::ReadOnly) => Err(AccountError::ReadOnly),
        Err(PostError::Store(error)) => Err(error.into()),
        Err(
            PostError::Mismatch
            | PostError::Broken
            | PostError::Busy
            | PostError::Retired(_)
            | PostError::Stopped,
        ) => Err(Fault::Contradiction("the welcome points could not be paid").into()),
    }
}

/// Whether another account of the same mailbox or chat account got the points. Accounts of earlier versions that share a
/// mailbox have no kept row.
fn is_paid_to_another(
    accounts: &Accounts,
    user: UserId,
    keys: &[IdentityKey],
) -> Result<bool, StoreError> {
    let (view, now) = (accounts.store.view(), accounts.clock.now());
    if got_welcome(view, user)? {
        return Ok(false);
    }
    if is_kept(view, keys, PaidOnce::Welcome, now)? {
        return Ok(true);
    }
    for owner in keys.iter().flat_map(|key| accounts.mailboxes.owners(key)) {
        if got_welcome(view, owner)? {
            return Ok(true);
        }
    }
    Ok(false)
}
