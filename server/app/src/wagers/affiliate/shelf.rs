//! Months as they are on disk, in memory for whoever asks.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::RwLock;
use pointhouse_store::View;

use super::records::{BoardMonthRow, BoardPlayerRow, PayoutRow, month_of, place_of, walk};
use crate::clock::{Millis, SiteMonth};
use crate::tables;
use crate::wagers::{Standing, WagerError};

/// A month of the leaderboard.
#[derive(Clone, Debug)]
pub struct Month {
    pub(super) row: BoardMonthRow,
    pub(super) players: Vec<Standing>,
}

impl Month {
    /// When the source answered.
    pub fn fetched_at(&self) -> Millis {
        Millis(self.row.fetched_at)
    }

    /// When the source made the figures, if it says so in a way that reads, and at the latest when it
    /// answered.
    pub fn made_at(&self) -> Option<Millis> {
        let made = self.row.made_at.as_deref().and_then(moment)?;
        Some(made.min(self.fetched_at()))
    }

    /// Since when its figures are final.
    pub fn frozen_at(&self) -> Option<Millis> {
        self.row.frozen_at.map(Millis)
    }

    /// Highest first.
    pub(crate) fn players(&self) -> &[Standing] {
        &self.players
    }

    /// Nobody wagered anything.
    pub fn is_empty(&self) -> bool {
        self.players.iter().all(|player| player.wagered == 0)
    }
}

/// A moment as a source writes it: RFC 3339.
pub(super) fn moment(text: &str) -> Option<Millis> {
    chrono::DateTime::parse_from_rfc3339(text).ok().map(|at| Millis(at.timestamp_millis()))
}

/// A prize that was paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    /// When somebody said so.
    pub at: Millis,
    /// Who was paid.
    pub name: String,
}

#[derive(Default)]
pub(super) struct Shelf {
    months: RwLock<BTreeMap<i32, Arc<Month>>>,
    payouts: RwLock<BTreeMap<(i32, u32), PayoutRow>>,
}

impl Shelf {
    pub(super) fn load(view: &View) -> Result<Self, WagerError> {
        let mut months = BTreeMap::new();
        for (key, row) in walk::<BoardMonthRow>(view, tables::BOARD_MONTH, Vec::new(), &[])? {
            let month = month_of(&key).ok_or_else(|| WagerError::inner("a month's key"))?;
            months.insert(month.0, Month { row, players: Vec::new() });
        }
        for (key, row) in walk::<BoardPlayerRow>(view, tables::BOARD_PLAYER, Vec::new(), &[])? {
            let month = month_of(&key).and_then(|month| months.get_mut(&month.0));
            let month = month.ok_or_else(|| WagerError::inner("a place without a month"))?;
            let BoardPlayerRow { name, wagered, won, .. } = row;
            month.players.push(Standing { name, wagered: wagered.0, won: won.map(|won| won.0) });
        }
        let mut payouts = BTreeMap::new();
        for (key, row) in walk::<PayoutRow>(view, tables::BOARD_PAYOUT, Vec::new(), &[])? {
            let place = month_of(&key).zip(place_of(&key));
            let (month, place) = place.ok_or_else(|| WagerError::inner("a payout's key"))?;
            payouts.insert((month.0, place), row);
        }
        let months = months.into_iter().map(|(month, all)| (month, Arc::new(all))).collect();
        Ok(Self { months: RwLock::new(months), payouts: RwLock::new(payouts) })
    }

    pub(super) fn month(&self, month: SiteMonth) -> Option<Arc<Month>> {
        self.months.read().get(&month.0).cloned()
    }

    /// Oldest first.
    pub(super) fn months(&self) -> Vec<(SiteMonth, Arc<Month>)> {
        self.months.read().iter().map(|(month, all)| (SiteMonth(*month), all.clone())).collect()
    }

    pub(super) fn set_month(&self, month: SiteMonth, all: Month) {
        self.months.write().insert(month.0, Arc::new(all));
    }

    pub(super) fn payout(&self, month: SiteMonth, rank: usize) -> Option<PayoutRow> {
        let place = u32::try_from(rank).ok()?;
        self.payouts.read().get(&(month.0, place)).cloned()
    }

    pub(super) fn set_payout(&self, month: SiteMonth, rank: u32, row: PayoutRow) {
        self.payouts.write().insert((month.0, rank), row);
    }

    pub(super) fn paid(&self, month: SiteMonth, rank: usize) -> Option<Paid> {
        let PayoutRow { paid_at, name, .. } = self.payout(month, rank)?;
        paid_at.map(|at| Paid { at: Millis(at), name })
    }

    /// Prizes of a month that have been paid.
    pub(super) fn paid_count(&self, month: SiteMonth) -> usize {
        let payouts = self.payouts.read();
        let of_month = payouts.range((month.0, 0)..=(month.0, u32::MAX));
        of_month.filter(|(_, row)| row.paid_at.is_some()).count()
    }
}
