//! Exact returns of mines.

use super::table::{PPM, binomial};
use super::{Bet, TILES, Table};
use crate::expected_return::ExpectedReturn;

impl Table {
    /// The highest exact return of any number of mines, plan and bet. A member learns nothing
    /// on the way that a plan could use, so no way of playing beats the best fixed plan.
    pub fn max_return(&self) -> ExpectedReturn {
        let plans = (1..TILES).flat_map(|mines| (1..=TILES - mines).map(move |gems| (mines, gems)));
        let returns = plans.flat_map(|(mines, gems)| {
            let bets = self.limits().bets_with_highest_return(1);
            bets.map(move |bet| Bet { bet, mines }.plan_return(self, gems))
        });
        returns.max().unwrap_or_else(|| ExpectedReturn::fraction(0, 1))
    }
}

impl Bet {
    /// The exact chance to find `gems` gems in a row, as a number from 0 to 1:
    /// `C(25-m,g) / C(25,g)`, times the chance that no tile turns.
    pub fn chance(&self, table: &Table, gems: u8) -> ExpectedReturn {
        let safe = binomial(TILES - self.mines, gems);
        let all = binomial(TILES, gems.min(TILES));
        let found = ExpectedReturn::fraction(u128::from(safe), u128::from(all));
        (0..gems).fold(found, |chance, found_before| {
            let turn = table.turn_ppm(self.mines, found_before).min(PPM);
            chance * ExpectedReturn::fraction(u128::from(PPM - turn), u128::from(PPM))
        })
    }

    /// The exact expected return of the plan "find `gems` gems, then cash out".
    pub fn plan_return(&self, table: &Table, gems: u8) -> ExpectedReturn {
        let paid = self.bet.times(table.multiplier(self.mines, gems)).get();
        let paid = ExpectedReturn::fraction(u128::from(paid), u128::from(self.bet.get()));
        self.chance(table, gems) * paid
    }
}
