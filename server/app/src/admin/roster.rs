//! The list of accounts for admins: searched, sorted and cut into pages on the server (decision F1).
//!
//! Every call walks over all accounts beside their wallets, away from the threads that serve: one scan
//! of each table, in the same order, so that a hundred thousand members take a moment and no memory
//! beyond what a row of the list needs.

use std::cmp::Ordering;
use std::iter::Peekable;

use pointhouse_store::{StoreError, View};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::{AccountRow, read_account, read_profile, stored_accounts};
use crate::ids::UserId;
use crate::wallet::{WalletRow, stored_wallets};

/// What the list is sorted by.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = AccountOrder)]
pub(super) enum Order {
    /// Who came last comes first.
    #[default]
    Newest,
    /// Who came first comes first.
    Oldest,
    /// By name, without regard to case.
    Username,
    /// The most points first.
    Points,
    /// The fewest points first.
    FewestPoints,
}

/// A row of the list before it is shown.
pub(super) struct Found {
    pub(super) user: UserId,
    pub(super) row: AccountRow,
    pub(super) points: u64,
}

/// A page of the list, and how many there are on all pages.
pub(super) struct Roster {
    pub(super) found: Vec<Found>,
    pub(super) total: usize,
}

/// What is kept of an account while the list is sorted.
struct Key {
    /// The text is a whole name of the account.
    is_exact: bool,
    user: UserId,
    points: u64,
    name: String,
}

/// The accounts that a text is found in (name, address, account code, chat and casino name), in their
/// order, from one place on. An account with the text as a whole name comes first.
pub(super) fn find(
    view: &View,
    text: &str,
    order: Order,
    skip: usize,
    limit: usize,
) -> Result<Roster, StoreError> {
    let text = text.trim().to_lowercase();
    let mut keys = Vec::new();
    let mut wallets = stored_wallets(view).peekable();
    for account in stored_accounts(view) {
        let (user, row) = account?;
        let points = balance(&mut wallets, user)?;
        if let Some(is_exact) = find_text(view, user, &row, &text)? {
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
        // An account that was deleted since the search is left out.
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
        Order::FewestPoints => one.points.cmp(&other.points).then(newest),
    }
}

/// Whether the text is the whole of one of an account's names, or only a part of one; `None` if it is
/// in none of them.
fn find_text(
    view: &View,
    user: UserId,
    row: &AccountRow,
    text: &str,
) -> Result<Option<bool>, StoreError> {
    if text.is_empty() {
        return Ok(Some(false));
    }
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

/// The balance of a member with a higher number than those asked for before; 0 without a wallet.
fn balance(
    wallets: &mut Peekable<impl Iterator<Item = Result<(UserId, WalletRow), StoreError>>>,
    user: UserId,
) -> Result<u64, StoreError> {
    // Lower ones are of deleted accounts.
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
