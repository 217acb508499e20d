//! The list of accounts for admins: searched, sorted and paged on the server (docs/decisions.md,
//! F1).
//!
//! A page of all accounts is read by their order in memory or by their names on disk. A search scans
//! the tables of accounts and wallets side by side in the same order, off the serving threads, so
//! that a hundred thousand members take little time and only the memory of the rows of one page.

use std::cmp::{Ordering, Reverse};
use std::iter::Peekable;

use pointhouse_store::{StoreError, View};
use serde::Deserialize;
use utoipa::ToSchema;

use super::list_orders::ListOrders;
use crate::accounts::{AccountRow, read_account, read_profile, stored_accounts, usernames_from};
use crate::ids::UserId;
use crate::wallet::{WalletRow, stored_wallet, stored_wallets};

/// Sort order of the list of accounts.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = AccountOrder)]
pub(super) enum Order {
    /// Newest account first.
    #[default]
    Newest,
    /// Oldest account first.
    Oldest,
    /// By username, ignoring case.
    Username,
    /// Highest balance first.
    Points,
    /// Lowest balance first: the reverse of the highest first.
    FewestPoints,
}

/// A row of the list.
pub(super) struct Found {
    pub(super) user: UserId,
    pub(super) row: AccountRow,
    pub(super) points: u64,
}

/// A page of the list, and the number of accounts on all pages.
pub(super) struct Roster {
    pub(super) found: Vec<Found>,
    pub(super) total: usize,
}

/// What is kept of an account while the list is sorted.
struct Key {
    /// True when the search text is a complete name of the account.
    is_exact: bool,
    user: UserId,
    points: u64,
    name: String,
}

/// A page of all accounts, or of those that match a search text.
pub(super) fn find(
    view: &View,
    orders: &ListOrders,
    text: &str,
    order: Order,
    (skip, limit): (usize, usize),
) -> Result<Roster, StoreError> {
    if !text.is_empty() {
        return search(view, text, order, skip, limit);
    }
    let (users, total) = page(view, orders, order, skip, limit)?;
    let mut found = Vec::new();
    for user in users {
        // Leaves out an account that was deleted meanwhile.
        if let Some(row) = read_account(view, user)? {
            let points = stored_wallet(view, user)?.unwrap_or_default().balance;
            found.push(Found { user, row, points });
        }
    }
    Ok(Roster { found, total })
}

fn page(
    view: &View,
    orders: &ListOrders,
    order: Order,
    skip: usize,
    limit: usize,
) -> Result<(Vec<UserId>, usize), StoreError> {
    let total = orders.read().members.accounts.len();
    let by_age =
        |is_oldest_first| orders.read().members.accounts.page(is_oldest_first, skip, limit);
    let by_points = |is_most_first| {
        let users = orders.read().members.by_points.page(is_most_first, skip, limit);
        users.into_iter().map(|(_, Reverse(user))| user).collect()
    };
    let users = match order {
        Order::Newest => by_age(false),
        Order::Oldest => by_age(true),
        Order::Points => by_points(true),
        Order::FewestPoints => by_points(false),
        Order::Username => {
            let names = usernames_from(view, "").skip(skip).take(limit);
            names.map(|name| name.map(|(_, user)| user)).collect::<Result<_, _>>()?
        }
    };
    Ok((users, total))
}

/// The accounts that match a search text (in username, email, account code, chat name or casino
/// name), in sort order, from an offset on. An account with the text as a complete name comes
/// first.
fn search(
    view: &View,
    text: &str,
    order: Order,
    skip: usize,
    limit: usize,
) -> Result<Roster, StoreError> {
    let mut keys = Vec::new();
    let mut wallets = stored_wallets(view).peekable();
    for account in stored_accounts(view) {
        let (user, row) = account?;
        let points = balance(&mut wallets, user)?;
        if let Some(is_exact) = find_text(view, user, &row, text)? {
            let name = match order {
                Order::Username => row.username.to_lowercase(),
                _ => String::new(),
            };
            keys.push(Key { is_exact, user, points, name });
        }
    }
    let total = keys.len();
    keys.sort_unstable_by(|one, other| {
        other.is_exact.cmp(&one.is_exact).then_with(|| compare(order, one, other))
    });
    let found = keys.into_iter().skip(skip).take(limit).map(|Key { user, points, .. }| {
        // Leaves out an account that was deleted since the search.
        Ok(read_account(view, user)?.map(|row| Found { user, row, points }))
    });
    let found: Result<Vec<_>, StoreError> = found.filter_map(Result::transpose).collect();
    Ok(Roster { found: found?, total })
}

fn compare(order: Order, one: &Key, other: &Key) -> Ordering {
    let newest = other.user.0.cmp(&one.user.0);
    match order {
        Order::Newest => newest,
        Order::Oldest => newest.reverse(),
        Order::Username => one.name.cmp(&other.name),
        Order::Points => other.points.cmp(&one.points).then(newest),
        Order::FewestPoints => one.points.cmp(&other.points).then(newest.reverse()),
    }
}

/// Returns whether the text is one of the account's names as a whole (true) or a part of one
/// (false); `None` if it matches none.
fn find_text(
    view: &View,
    user: UserId,
    row: &AccountRow,
    text: &str,
) -> Result<Option<bool>, StoreError> {
    let profile = read_profile(view, user)?;
    let kick = profile.kick.as_ref().map(|(_, name)| name);
    let casino = profile.casino.as_ref();
    let mut found = None;
    for field in [&row.username, &row.email, &row.account_id].into_iter().chain(kick).chain(casino)
    {
        let field = field.to_lowercase();
        if field == text {
            return Ok(Some(true));
        }
        if field.contains(text) {
            found = Some(false);
        }
    }
    Ok(found)
}

/// The balance of a member. Members must be passed in rising order; 0 without a wallet.
fn balance(
    wallets: &mut Peekable<impl Iterator<Item = Result<(UserId, WalletRow), StoreError>>>,
    user: UserId,
) -> Result<u64, StoreError> {
    // Skips the wallets of deleted accounts.
    let has_passed = |wallet: &Result<(UserId, WalletRow), _>| {
        wallet.as_ref().map_or(true, |(owner, _)| *owner <= user)
    };
    while let Some(wallet) = wallets.next_if(has_passed) {
        let (owner, row) = wallet?;
        if owner == user {
            return Ok(row.balance);
        }
    }
    Ok(0)
}
