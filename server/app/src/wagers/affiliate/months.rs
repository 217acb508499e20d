//! The months of the leaderboard and their payouts: the in-memory copy of the rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::RwLock;
use pointhouse_store::{Keys, View};

use super::records::{BoardMonthRow, BoardPlayerRow, MONTH, PAYOUT, PLAYER, PayoutRow};
use crate::clock::{Millis, SiteMonth};
use crate::fault::Fault;
use crate::wagers::MonthPlayer;

/// A month of the leaderboard.
#[derive(Clone, Debug)]
pub struct Month {
    pub(super) row: BoardMonthRow,
    pub(super) players: Vec<MonthPlayer>,
}

impl Month {
    /// When the source responded.
    pub fn fetched_at(&self) -> Millis {
        Millis(self.row.fetched_at)
    }

    /// When the source computed the figures, if it reports a valid time; never later than its
    /// response.
    pub fn made_at(&self) -> Option<Millis> {
        let made = self.row.made_at.as_deref().and_then(moment)?;
        Some(made.min(self.fetched_at()))
    }

    /// Since when the figures are final.
    pub fn frozen_at(&self) -> Option<Millis> {
        self.row.frozen_at.map(Millis)
    }

    /// Players, highest wager first.
    pub(crate) fn players(&self) -> &[MonthPlayer] {
        &self.players
    }

    /// Returns whether no player wagered anything.
    pub fn is_empty(&self) -> bool {
        self.players.iter().all(|player| player.wagered == 0)
    }
}

/// Parses a time as the source writes it: RFC 3339.
pub(super) fn moment(text: &str) -> Option<Millis> {
    chrono::DateTime::parse_from_rfc3339(text).ok().map(|at| Millis(at.timestamp_millis()))
}

/// A paid prize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    /// When it was marked as paid.
    pub at: Millis,
    /// The paid player.
    pub name: String,
}

/// All months. Changes are applied here after they are on disk.
pub(super) struct MonthStore {
    months: RwLock<BTreeMap<SiteMonth, Arc<Month>>>,
    /// By month and rank (from 1).
    payouts: RwLock<BTreeMap<(SiteMonth, u32), PayoutRow>>,
}

impl MonthStore {
    /// Loads all rows.
    ///
    /// # Errors
    /// A row cannot be decoded, or a player's month has no row.
    pub(super) fn load(view: &View) -> Result<Self, Fault> {
        let mut months = BTreeMap::new();
        for month in MONTH.rows(view, Keys::all()) {
            let (month, row) = month?;
            months.insert(month, Month { row, players: Vec::new() });
        }
        for player in PLAYER.rows(view, Keys::all()) {
            let ((month, _), BoardPlayerRow { name, wagered, won, .. }) = player?;
            let month = months.get_mut(&month);
            let month = month.ok_or(Fault::Contradiction("a place without a month"))?;
            month.players.push(MonthPlayer { name, wagered: wagered.0, won: won.map(|won| won.0) });
        }
        let payouts = PAYOUT.rows(view, Keys::all()).collect::<Result<_, _>>()?;
        let months = months.into_iter().map(|(month, all)| (month, Arc::new(all))).collect();
        Ok(Self { months: RwLock::new(months), payouts: RwLock::new(payouts) })
    }

    pub(super) fn month(&self, month: SiteMonth) -> Option<Arc<Month>> {
        self.months.read().get(&month).cloned()
    }

    /// All months, oldest first.
    pub(super) fn months(&self) -> Vec<(SiteMonth, Arc<Month>)> {
        self.months.read().iter().map(|(month, all)| (*month, all.clone())).collect()
    }

    pub(super) fn set_month(&self, month: SiteMonth, all: Month) {
        self.months.write().insert(month, Arc::new(all));
    }

    pub(super) fn payout(&self, month: SiteMonth, rank: usize) -> Option<PayoutRow> {
        let place = u32::try_from(rank).ok()?;
        self.payouts.read().get(&(month, place)).cloned()
    }

    pub(super) fn set_payout(&self, month: SiteMonth, rank: u32, row: PayoutRow) {
        self.payouts.write().insert((month, rank), row);
    }

    pub(super) fn paid(&self, month: SiteMonth, rank: usize) -> Option<Paid> {
        let PayoutRow { paid_at, name, .. } = self.payout(month, rank)?;
        paid_at.map(|at| Paid { at: Millis(at), name })
    }

    /// Number of paid prizes of a month.
    pub(super) fn paid_count(&self, month: SiteMonth) -> usize {
        let payouts = self.payouts.read();
        let of_month = payouts.range((month, 0)..=(month, u32::MAX));
        of_month.filter(|(_, row)| row.paid_at.is_some()).count()
    }
}
