//! Expected returns as exact fractions: payout divided by points staked.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul};

use num_rational::BigRational;
use num_rational::Ratio;

/// The expected payout of a bet divided by its stake, exactly: 0.99 is the fraction 99/100.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExpectedReturn(BigRational);

impl ExpectedReturn {
    /// The fraction `numerator / denominator`; the denominator must not be 0.
    pub(crate) fn fraction(numerator: u128, denominator: u128) -> Self {
        Self(Ratio::new(numerator.into(), denominator.into()))
    }

    /// True when the player gains in the long run (docs/games.md, section 1).
    pub fn is_above_one(&self) -> bool {
        self.0 > BigRational::from_integer(1.into())
    }

    /// True when more than this share of what is staked is paid back, in percent.
    pub fn is_above_percent(&self, percent: u32) -> bool {
        self.0 > BigRational::new(percent.into(), 100.into())
    }

    /// Numerator and denominator in lowest terms, in decimal.
    pub fn as_fraction(&self) -> (String, String) {
        (self.0.numer().to_string(), self.0.denom().to_string())
    }

    /// The value with `places` decimals, half rounded up: `0.990000`.
    pub fn to_decimal(&self, places: u32) -> String {
        let scale = BigRational::from_integer(10.into()).pow(i32::try_from(places).unwrap_or(0));
        let half = BigRational::new(1.into(), 2.into());
        let units = (&self.0 * scale + half).floor().to_integer().to_string();
        let places = usize::try_from(places).unwrap_or(0);
        let padded = format!("{units:0>width$}", width = places + 1);
        match padded.split_at_checked(padded.len() - places) {
            Some((whole, part)) if !part.is_empty() => format!("{whole}.{part}"),
            _ => padded,
        }
    }
}

/// A fraction of 128-bit integers, for loops over many bets: building an [`ExpectedReturn`]
/// reduces it to lowest terms, which is worth it for the last one only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    pub(crate) const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// `numerator / denominator`; the denominator must not be 0.
    pub(crate) const fn new(numerator: u128, denominator: u128) -> Self {
        Self { numerator, denominator }
    }

    /// The product with `numerator / denominator`, not reduced.
    pub(crate) fn times(self, numerator: u128, denominator: u128) -> Self {
        Self::new(self.numerator * numerator, self.denominator * denominator)
    }
}

impl From<Fraction> for ExpectedReturn {
    fn from(fraction: Fraction) -> Self {
        Self::fraction(fraction.numerator, fraction.denominator)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = self.numerator.checked_mul(other.denominator);
        let right = other.numerator.checked_mul(self.denominator);
        match left.zip(right) {
            Some((left, right)) => left.cmp(&right),
            None => ExpectedReturn::from(*self).cmp(&ExpectedReturn::from(*other)),
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl Add for ExpectedReturn {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul for ExpectedReturn {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl fmt::Display for ExpectedReturn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.to_decimal(6))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_round_half_up() {
        let of = ExpectedReturn::fraction;
        assert_eq!(of(99, 100).to_string(), "0.990000");
        assert_eq!(of(2, 3).to_decimal(4), "0.6667");
        assert_eq!(of(1, 8).to_decimal(2), "0.13");
        assert_eq!(of(43, 10).to_decimal(0), "4");
        assert_eq!(of(43, 10).to_decimal(1), "4.3");
        assert!(of(101, 100).is_above_one() && !of(100, 100).is_above_one());
        assert_eq!(of(50, 100).as_fraction(), ("1".into(), "2".into()));
    }
}
