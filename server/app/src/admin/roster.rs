//! The list of accounts for admins: searched, sorted and cut into pages on the server (decision F1).
//!
//! Every call walks over all accounts beside their wallets, away from the threads that serve: one scan
//! of each table, in the same order, so that a hundred thousand members take a moment and no memory
//! beyond what a row of the list needs.

use std::cmp::Ordering;

use pointhouse_store::{View, decode};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::{AccountError, AccountRow, ProfileRow};
use crate::ids::UserId;
use crate::tables;
use crate::wallet::WalletRow;

const PAGE: usize = 1024;

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
) -> Result<Roster, AccountError> {
    let text = text.trim().to_lowercase();
    let mut keys = Vec::new();
    let mut from = Vec::new();
    let mut wallets = Wallets::new(view);
    loop {
        let rows = view.scan(tables::ACCOUNT, &from, &[], PAGE).map_err(inner)?;
        let Some((last, _)) = rows.last() else { break };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            let id = <[u8; 8]>::try_from(key.as_ref()).map_err(inner)?;
            let row: AccountRow = decode(row).map_err(inner)?;
            let points = wallets.balance(id)?;
            if let Some(is_exact) = find_text(view, &id, &row, &text)? {
                let user = UserId(u64::from_be_bytes(id));
                let name = match order {
                    Order::Username => row.username.to_lowercase(),
                    _ => String::new(),
                };
                keys.push(Key { is_exact, user, points, name });
            }
        }
    }
    let total = keys.len();
    keys.sort_unstable_by(|one, other| {
        other.is_exact.cmp(&one.is_exact).then_with(|| compare(order, one, other))
    });
    let found = keys.into_iter().skip(skip).take(limit).map(|Key { user, points, .. }| {
        let row = view.get(tables::ACCOUNT, &user.0.to_be_bytes()).map_err(inner)?;
        // Gone since the scan: the next look at the list knows.
        let row = row.map(|row| decode(&row).map_err(inner)).transpose()?;
        Ok(row.map(|row| Found { user, row, points }))
    });
    let found: Result<Vec<_>, AccountError> = found.filter_map(Result::transpose).collect();
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
    id: &[u8],
    row: &AccountRow,
    text: &str,
) -> Result<Option<bool>, AccountError> {
    if text.is_empty() {
        return Ok(Some(false));
    }
    let profile = view.get(tables::PROFILE, id).map_err(inner)?;
    let profile: Option<ProfileRow> = profile.map(|row| decode(&row).map_err(inner)).transpose()?;
    let kick = profile.as_ref().and_then(|row| row.kick.as_ref()).map(|(_, name)| name);
    let casino = profile.as_ref().and_then(|row| row.casino.as_ref());
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

/// Wallets in the order of their members, read beside the accounts.
struct Wallets<'a> {
    view: &'a View,
    page: std::vec::IntoIter<([u8; 8], u64)>,
    next: Option<([u8; 8], u64)>,
    from: Option<Vec<u8>>,
}

impl<'a> Wallets<'a> {
    fn new(view: &'a View) -> Self {
        Self { view, page: Vec::new().into_iter(), next: None, from: Some(Vec::new()) }
    }

    /// The balance of a member that comes behind those asked for before; 0 without a wallet.
    fn balance(&mut self, id: [u8; 8]) -> Result<u64, AccountError> {
        loop {
            if self.next.is_none() {
                self.next = self.read()?;
            }
            match self.next {
                Some((wallet, balance)) if wallet == id => {
                    self.next = None;
                    return Ok(balance);
                }
                // Of an account that is gone.
                Some((wallet, _)) if wallet < id => self.next = None,
                _ => return Ok(0),
            }
        }
    }

    fn read(&mut self) -> Result<Option<([u8; 8], u64)>, AccountError> {
        if let Some(next) = self.page.next() {
            return Ok(Some(next));
        }
        let Some(from) = self.from.take() else { return Ok(None) };
        let rows = self.view.scan(tables::WALLET, &from, &[], PAGE).map_err(inner)?;
        let Some((last, _)) = rows.last() else { return Ok(None) };
        self.from = Some([last.as_ref(), &[0]].concat());
        let mut page = Vec::with_capacity(rows.len());
        for (key, row) in &rows {
            let row: WalletRow = decode(row).map_err(inner)?;
            page.push((<[u8; 8]>::try_from(key.as_ref()).map_err(inner)?, row.balance));
        }
        self.page = page.into_iter();
        Ok(self.page.next())
    }
}

fn inner(error: impl std::fmt::Display) -> AccountError {
    AccountError::Inner(error.to_string())
}
