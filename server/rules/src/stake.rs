//! What a member stakes, and the payout arithmetic that all games share.

use serde::Serialize;
use serde_json::Value;

use crate::tables::TableError;
use crate::{Hundredths, Points, Refusal};

/// The highest `max_bet` that a table may have, in points. With it every payout of every
/// table stays far inside [`Points::MAX`].
pub const MAX_BET_LIMIT: u32 = 1_000_000;

/// A checked bet in points: within the limits of the table it was checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Stake(u32);

/// The lowest and highest bet of a table, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetLimits {
    /// Lowest accepted bet, at least 1.
    pub min: u32,
    /// Highest accepted bet, at most [`MAX_BET_LIMIT`].
    pub max: u32,
}

impl Stake {
    /// The stake as points.
    pub fn points(self) -> Points {
        Points::from(self.0)
    }

    /// The stake as a plain integer.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// `stake * numerator // denominator`: the fraction is dropped, never carried
    /// (docs/games.md, section 1).
    ///
    /// # Panics
    /// When the product leaves the range of [`Points`], which the limits of every validated
    /// table rule out.
    #[expect(clippy::expect_used, reason = "a payout out of range is a broken table: stop loudly")]
    pub(crate) fn payout(self, numerator: u64, denominator: u64) -> Points {
        let product = u128::from(self.0) * u128::from(numerator) / u128::from(denominator);
        let amount = u64::try_from(product).expect("a payout fits 64 bits");
        Points::new(amount).expect("a payout is an amount of points")
    }

    /// The payout of a multiplier: `stake * hundredths // 100`.
    pub(crate) fn times(self, multiplier: Hundredths) -> Points {
        self.payout(multiplier.units(), 100)
    }
}

impl BetLimits {
    /// Checks a bet against the limits.
    pub fn check(self, bet: u64) -> Result<Stake, Refusal> {
        match u32::try_from(bet) {
            Ok(bet) if (self.min..=self.max).contains(&bet) => Ok(Stake(bet)),
            _ => Err(Refusal::BadBet { min: self.min, max: self.max }),
        }
    }

    /// Checks the bet of a request: fractions, text and a missing value are refused
    /// like a number out of range.
    pub fn check_json(self, bet: Option<&Value>) -> Result<Stake, Refusal> {
        // Zero is never within the limits, so it means "no whole number".
        self.check(bet.and_then(Value::as_u64).unwrap_or(0))
    }

    /// The highest accepted bet.
    pub(crate) const fn highest(self) -> Stake {
        Stake(self.max)
    }

    /// Bets among which is one that no other multiple of `step` in the range beats in expected return.
    ///
    /// Dropping the fraction of `bet * hundredths / 100` only ever costs the player, and a
    /// multiple of 100 loses nothing. So one of them is enough, and a range
    /// without one has at most 100 bets: short enough to try every one. The lowest bet is a multiple of `step`.
    pub(crate) fn bets_with_highest_return(self, step: u32) -> impl Iterator<Item = Stake> {
        let bets =
            move || (self.min..=self.max).step_by(usize::try_from(step).unwrap_or(1)).take(100);
        let round = bets().find(|bet| bet.is_multiple_of(100));
        let all = bets().take(if round.is_some() { 0 } else { 100 });
        round.into_iter().chain(all).map(Stake)
    }

    /// Checks the limits themselves; the error names the key below `game`.
    pub(crate) fn validate(self, game: &str) -> Result<(), TableError> {
        if !(1..=MAX_BET_LIMIT).contains(&self.min) {
            return Err(TableError::range(game, "min_bet", 1, MAX_BET_LIMIT));
        }
        if !(self.min..=MAX_BET_LIMIT).contains(&self.max) {
            return Err(TableError::new(
                game,
                "max_bet",
                format!("must be from min_bet ({}) to {MAX_BET_LIMIT}", self.min),
            ));
        }
        Ok(())
    }
}
