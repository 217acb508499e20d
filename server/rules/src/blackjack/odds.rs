//! Exact returns of blackjack.
//!
//! Working them out walks through every hand and every deck, which takes seconds; the test
//! `blackjack_returns` does it and holds these figures to the result, fraction for fraction.

use super::{Bet, Table};
use crate::expected_return::ExpectedReturn;

/// How the member plays. Insurance is not taken: see [`insurance_return`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// The best action for the cards in hand and the dealer's up card, every card counted.
    Optimal,
    /// The chart of docs/games.md, section 7.
    Chart,
}

impl Play {
    /// What a bet gets back on average if a natural paid exactly 1 to 1, as a fraction.
    const fn with_even_naturals(self) -> (u128, u128) {
        match self {
            Self::Optimal => OPTIMAL,
            Self::Chart => CHART,
        }
    }
}

const OPTIMAL: (u128, u128) = (183_126_885_895_146_931, 188_127_529_633_197_000);
const CHART: (u128, u128) = (15_468_047_344_162_432_933, 15_896_776_254_005_146_500);
/// The chance that the member alone has a natural: 64 of 1326 hands, less the 45 of 1225 with
/// which the dealer then has one too.
const LONE_NATURAL: (u128, u128) = (64 * (1225 - 45), 1326 * 1225);

impl Bet {
    /// The exact expected return per point of the initial bet. A natural pays `5 * bet // 2`,
    /// so an odd bet loses half a point on each.
    pub fn expected_return(&self, play: Play) -> ExpectedReturn {
        let (numerator, denominator) = play.with_even_naturals();
        let stake = u128::from(self.bet.get());
        let paid = u128::from(self.bet.payout(5, 2).get());
        // Beyond even money: the payout less the two stakes that even money hands back.
        let extra = ExpectedReturn::fraction(paid.saturating_sub(2 * stake), stake);
        let natural = ExpectedReturn::fraction(LONE_NATURAL.0, LONE_NATURAL.1);
        ExpectedReturn::fraction(numerator, denominator) + natural * extra
    }
}

impl Table {
    /// The highest exact return of any bet and way of playing: an even bet played best.
    pub fn max_return(&self) -> ExpectedReturn {
        let limits = self.limits();
        let bets = [limits.min, limits.min.saturating_add(1).min(limits.max)];
        let bets = bets.into_iter().filter_map(|bet| Bet::new(u64::from(bet), self).ok());
        let returns = bets.map(|bet| bet.expected_return(Play::Optimal));
        returns.max().unwrap_or_else(|| ExpectedReturn::fraction(0, 1))
    }
}

/// The exact return of insurance for a member who holds `tens` ten-cards in two cards (0 to 2):
/// of 49 unseen cards `16 - tens` make the dealer's natural, which returns 3 times the cost.
pub fn insurance_return(tens: u8) -> ExpectedReturn {
    ExpectedReturn::fraction(3 * u128::from(16u8.saturating_sub(tens)), 49)
}
