//! Expected returns as exact fractions: payout divided by points staked.

use std::fmt;

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

    /// True when the player gains in the long run (games.md, positive-return guard).
    pub fn is_above_one(&self) -> bool {
        self.0 > BigRational::from_integer(1.into())
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
