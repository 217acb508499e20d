//! The list of accounts for admins: searched, sorted and paged on the server (docs/decisions.md,
//! F1).
//!
//! Accounts are found by their names in memory and sorted by what is in memory, so only those of the page are read.

use std::cmp::Reverse;

use pointhouse_store::{StoreError, View};
use serde::Deserialize;
use utoipa::ToSchema;

use super::list_orders::ListOrders;
use crate::accounts::{ALL_NAMES, AccountRow, AccountTexts, read_account, usernames_from};
use crate::ids::UserId;
use crate::kept_texts::Found;
use crate::paging::part;
use crate::wallet::stored_wallet;

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

/// Names that are read from disk to reach a page by name; further pages are cut from the names in memory.
const NAMES_READ_MAX: usize = 1000;
/// Accounts whose balances are looked up at a time.
const LOCKED: usize = 512;

/// A row of the list.
pub(super) struct Listed {
    pub(super) user: UserId,
    pub(super) row: AccountRow,
    pub(super) points: u64,
}

/// A page of the list, and the number of accounts on all pages.
pub(super) struct Roster {
    pub(super) found: Vec<Listed>,
    pub(super) total: usize,
}

/// A page of all accounts, or of those that match a search text in lower case.
pub(super) fn find(
    view: &View,
    (members, orders): (&AccountTexts, &ListOrders),
    text: &str,
    order: Order,
    (skip, limit): (usize, usize),
) -> Result<Roster, StoreError> {
    let is_far = order == Order::Username && skip > NAMES_READ_MAX;
    let (users, total) = if text.is_empty() && !is_far {
        page(view, orders, order, skip, limit)?
    } else {
        search((members, orders), text, order, skip, limit)
    };
    let mut found = Vec::new();
    for user in users {
        // Leaves out an account that was deleted meanwhile.
        if let Some(row) = read_account(view, user)? {
            let points = stored_wallet(view, user)?.unwrap_or_default().balance;
            found.push(Listed { user, row, points });
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

/// A page of the accounts that match a search text (in username, email, account code, chat name or casino name), and the
/// number of all of them. An account with the text as a complete name comes first.
fn search(
    (members, orders): (&AccountTexts, &ListOrders),
    text: &str,
    order: Order,
    skip: usize,
    limit: usize,
) -> (Vec<UserId>, usize) {
    let members = members.read();
    let found = members.find(text, ALL_NAMES, ALL_NAMES);
    let total = found.len();
    let mut keys = Vec::with_capacity(total);
    for found in found.chunks(LOCKED) {
        // Read in steps, so that no commit waits for all of them.
        let orders = orders.read();
        keys.extend(found.iter().map(|Found { record, is_whole }| {
            let (user, newest) = (UserId(record.number), u64::MAX - record.number);
            let place = match order {
                Order::Newest => (0, &[][..], newest),
                Order::Oldest => (0, &[][..], user.0),
                Order::Username => (0, record.first_field(), newest),
                Order::Points => (u64::MAX - orders.members.balance(user), &[][..], newest),
                Order::FewestPoints => (orders.members.balance(user), &[][..], user.0),
            };
            (!is_whole, place, user)
        }));
    }
    let users = part(keys, skip, limit).into_iter().map(|(_, _, user)| user);
    (users.collect(), total)
}
