//! What the panel's lists are ordered by, kept in memory by a fold over the commits: a page costs the same on a small and
//! on a large site. It is loaded from the rows at each opening and stores nothing itself.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::{RwLock, RwLockReadGuard};
use pointhouse_store::{Batch, CommitView, Projection, Row, StoreError, View};

use crate::accounts::{account_change, stored_accounts};
use crate::audit::{AuditPlaces, audit_change, audit_places};
use crate::calendar::{RewardId, RewardRow, RewardStatus, reward_change, stored_rewards};
use crate::ids::UserId;
use crate::ranking::Ranking;
use crate::wallet::{stored_wallets, wallet_change};

/// The orders. Cheap to clone; clones share them.
#[derive(Clone, Default)]
pub struct ListOrders {
    inner: Arc<RwLock<Orders>>,
}

#[derive(Default)]
pub(super) struct Orders {
    pub(super) members: MemberOrders,
    pub(super) audit: AuditPlaces,
    pub(super) rewards: RewardOrder,
}

impl ListOrders {
    pub(super) fn read(&self) -> RwLockReadGuard<'_, Orders> {
        self.inner.read()
    }

    /// The fold that keeps them current.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold(self.clone()))
    }
}

/// Highest balance first, then the newest account.
type Balance = (Reverse<u64>, Reverse<UserId>);

/// Accounts by age and by points, and all wallets.
#[derive(Default)]
pub(super) struct MemberOrders {
    pub(super) accounts: Ranking<UserId>,
    /// Balances of those who have an account.
    pub(super) by_points: Ranking<Balance>,
    /// Points that deleted accounts have left.
    left: Ranking<Balance>,
    balances: HashMap<UserId, u64>,
    /// Points of all members, and members with points.
    pub(super) points: u64,
    pub(super) holders: u64,
}

impl MemberOrders {
    pub(super) fn balance(&self, user: UserId) -> u64 {
        self.balances.get(&user).copied().unwrap_or_default()
    }

    fn set_account(&mut self, user: UserId, is_there: bool) {
        let balance = self.balance(user);
        let entry = (Reverse(balance), Reverse(user));
        if is_there {
            self.accounts.insert(user);
            self.left.remove(&entry);
            self.by_points.insert(entry);
        } else {
            self.accounts.remove(&user);
            self.by_points.remove(&entry);
            if balance > 0 {
                self.left.insert(entry);
            }
        }
    }

    fn set_balance(&mut self, user: UserId, balance: u64) {
        let before = self.balances.insert(user, balance).unwrap_or_default();
        let has_account = self.accounts.contains(&user);
        let order = if has_account { &mut self.by_points } else { &mut self.left };
        order.remove(&(Reverse(before), Reverse(user)));
        if has_account || balance > 0 {
            order.insert((Reverse(balance), Reverse(user)));
        }
        self.points = self.points.saturating_sub(before).saturating_add(balance);
        self.holders = self.holders + u64::from(balance > 0) - u64::from(before > 0);
    }

    /// The members with the most points, those of deleted accounts included.
    pub(super) fn largest(&self, count: usize) -> Vec<(u64, UserId)> {
        let mut largest: Vec<Balance> =
            self.by_points.first(count).chain(self.left.first(count)).copied().collect();
        largest.sort_unstable();
        let largest = largest.into_iter().take(count);
        let largest = largest.filter(|(Reverse(balance), _)| *balance > 0);
        largest.map(|(Reverse(balance), Reverse(user))| (balance, user)).collect()
    }
}

/// Cash rewards: those that wait, the longest waiting first, then decided ones, newest first.
#[derive(Default)]
pub(super) struct RewardOrder {
    order: Ranking<(bool, i64, RewardId)>,
    known: HashMap<RewardId, (bool, i64)>,
}

impl RewardOrder {
    fn set(&mut self, key: RewardId, row: Option<&RewardRow>) {
        if let Some((is_done, at)) = self.known.remove(&key) {
            self.order.remove(&(is_done, at, key));
        }
        if let Some(row) = row {
            let is_done = !matches!(row.status, RewardStatus::Pending | RewardStatus::Approved);
            let at = if is_done { -row.earned_at } else { row.earned_at };
            self.known.insert(key, (is_done, at));
            self.order.insert((is_done, at, key));
        }
    }

    /// The first rewards, and whether there are more.
    pub(super) fn first(&self, count: usize) -> (Vec<RewardId>, bool) {
        let first = self.order.first(count).map(|(_, _, key)| *key).collect();
        (first, self.order.len() > count)
    }
}

struct Fold(ListOrders);

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "orders of the panel's lists"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        let mut orders = Orders { audit: audit_places(view)?, ..Orders::default() };
        for account in stored_accounts(view) {
            orders.members.set_account(account?.0, true);
        }
        for wallet in stored_wallets(view) {
            let (user, row) = wallet?;
            orders.members.set_balance(user, row.balance);
        }
        for reward in stored_rewards(view) {
            let row = reward?;
            orders.rewards.set(RewardId { user: UserId(row.user), days: row.days }, Some(&row));
        }
        *self.0.inner.write() = orders;
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        let mut orders = self.0.inner.write();
        for row in commit.rows() {
            if let Err(error) = orders.take(row) {
                tracing::error!(%error, "a row was left out of the panel's lists");
            }
        }
    }

    fn drain(&mut self, _: &mut Batch) {}
}

impl Orders {
    /// Notes a row of a commit. A row that was noted before changes nothing.
    fn take(&mut self, row: &Row) -> Result<(), StoreError> {
        if let Some(change) = wallet_change(row) {
            let (user, row) = change?;
            self.members.set_balance(user, row.map_or(0, |row| row.balance));
        } else if let Some(change) = account_change(row) {
            let (user, row) = change?;
            self.members.set_account(user, row.is_some());
        } else if let Some(change) = audit_change(row) {
            self.audit.add(change?.0);
        } else if let Some(change) = reward_change(row) {
            let (key, row) = change?;
            self.rewards.set(key, row.as_ref());
        }
        Ok(())
    }
}
