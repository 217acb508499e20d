//! Exact returns of the slot.

use super::{Bet, TOTAL_WEIGHT, Table, Tier, TierDraw};
use crate::expected_return::ExpectedReturn;
use crate::{Hundredths, Stake};

impl Table {
    /// The highest exact return of any bet under the preset in force.
    pub fn max_return(&self) -> ExpectedReturn {
        let returns = self.bets().map(|bet| bet.expected_return(self));
        returns.max().unwrap_or_else(|| ExpectedReturn::fraction(0, 1))
    }

    /// The exact chance of any win, as a number from 0 to 1.
    pub fn win_chance(&self) -> ExpectedReturn {
        let weight: u128 = self.tiers().tiers.iter().map(|tier| u128::from(tier.weight)).sum();
        ExpectedReturn::fraction(weight, u128::from(TOTAL_WEIGHT))
    }
}

impl Bet {
    /// The exact expected return under the preset in force.
    pub fn expected_return(&self, table: &Table) -> ExpectedReturn {
        let tiers = table.tiers();
        let zero = ExpectedReturn::fraction(0, 1);
        tiers
            .tiers
            .iter()
            .map(|tier| tier_return(tier, tiers.draw, self.bet))
            .fold(zero, |a, b| a + b)
    }
}

/// What one tier adds to the return: its chance times the mean of its whole-point payouts.
fn tier_return(tier: &Tier, draw: TierDraw, bet: Stake) -> ExpectedReturn {
    let values = tier.values();
    let paid: u128 = (0..values)
        .map(|index| {
            // Of all pairs, this many have index as their smaller one.
            let ways = match draw {
                TierDraw::Uniform => 1,
                TierDraw::Min2 => 2 * (values - index) - 1,
            };
            let payout = bet.times(Hundredths::from_units(tier.value(index)));
            u128::from(ways) * u128::from(payout.get())
        })
        .sum();
    let values = u128::from(values);
    let ways = match draw {
        TierDraw::Uniform => values,
        TierDraw::Min2 => values * values,
    };
    let weight = ExpectedReturn::fraction(u128::from(tier.weight), u128::from(TOTAL_WEIGHT));
    weight * ExpectedReturn::fraction(paid, ways * u128::from(bet.get()))
}
