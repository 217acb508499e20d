//! The schedule of prizes: the pool and the prize of each rank, by starting month.

use super::view::{Prize, PrizeKind, PrizePeriod};
use crate::clock::SiteMonth;
use crate::config;

/// All periods, oldest first.
#[derive(Clone, Debug)]
pub struct Schedule {
    periods: Vec<Period>,
}

#[derive(Clone, Debug)]
struct Period {
    /// First month of the period; `None` for the first period.
    from: Option<SiteMonth>,
    /// Pool in whole USD.
    pool: u64,
    /// Prizes in whole USD by rank, from 1.
    prizes: Vec<u64>,
    /// First and last rank whose prize is a bonus buy.
    bonus_buys: Option<(usize, usize)>,
}

impl Schedule {
    pub(super) fn new(settings: &[config::PrizePeriod]) -> Self {
        let periods = settings.iter().map(|period| Period {
            from: period.from.parse().ok(),
            pool: period.pool,
            prizes: period.prizes.clone(),
            bonus_buys: match *period.bonus_buys.as_slice() {
                [first, last] => Some((first, last)),
                _ => None,
            },
        });
        Self { periods: periods.collect() }
    }

    fn period(&self, month: SiteMonth) -> Option<&Period> {
        self.periods.iter().rev().find(|period| period.from.is_none_or(|from| from <= month))
    }

    /// The pool of a month, in whole USD.
    pub fn pool(&self, month: SiteMonth) -> u64 {
        self.period(month).map_or(0, |period| period.pool)
    }

    /// The prize of a rank (from 1) in a month.
    pub fn prize(&self, month: SiteMonth, rank: usize) -> Option<Prize> {
        self.period(month)?.prize(rank)
    }

    /// The pool as short text for the badge next to the leaderboard's name; empty without one
    /// (docs/decisions.md, B4).
    pub fn badge(&self, month: SiteMonth) -> String {
        let pool = self.pool(month);
        let (thousands, hundreds) = (pool / 1000, pool % 1000 / 100);
        match (thousands, hundreds) {
            (0, _) if pool == 0 => String::new(),
            (0, _) => format!("${pool}"),
            (_, 0) => format!("${thousands}K"),
            _ => format!("${thousands}.{hundreds}K"),
        }
    }

    /// All periods in wire shape, oldest first.
    pub fn shown(&self) -> Vec<PrizePeriod> {
        let shown = |period: &Period| PrizePeriod {
            from: period.from.map(SiteMonth::iso),
            pool: period.pool,
            prizes: (1..=period.prizes.len()).filter_map(|rank| period.prize(rank)).collect(),
        };
        self.periods.iter().map(shown).collect()
    }

    /// Periods whose prizes don't add up to their pool: first month, pool, sum.
    pub fn uneven(&self) -> Vec<(String, u64, u64)> {
        let mismatch = |period: &Period| {
            let sum: u64 = period.prizes.iter().sum();
            let from = period.from.map_or_else(|| "the beginning".to_owned(), SiteMonth::iso);
            (sum != period.pool).then_some((from, period.pool, sum))
        };
        self.periods.iter().filter_map(mismatch).collect()
    }
}

impl Period {
    fn prize(&self, rank: usize) -> Option<Prize> {
        let amount = *self.prizes.get(rank.checked_sub(1)?)?;
        let is_bonus = self.bonus_buys.is_some_and(|(first, last)| first <= rank && rank <= last);
        let kind = if is_bonus { PrizeKind::BonusBuy } else { PrizeKind::Cash };
        (amount > 0).then_some(Prize { rank, amount, kind })
    }
}
