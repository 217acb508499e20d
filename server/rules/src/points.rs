//! Whole points: the only money of the site (docs/decisions.md, A6).

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

/// An amount of points, 0..=9_007_199_254_740_991.
///
/// The upper end is the largest integer that every JSON reader holds exactly, so a balance
/// reaches the browser as the number it is. Arithmetic is checked; there are no fractions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Points(u64);

/// Why a number is not an amount of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointsError {
    /// The amount is above [`Points::MAX`].
    #[error("an amount of points is at most {}", Points::MAX)]
    TooMany,
}

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);
    /// The largest amount, 2^53 - 1.
    pub const MAX: Self = Self(9_007_199_254_740_991);

    /// An amount of points, refused above [`Points::MAX`].
    pub const fn new(amount: u64) -> Result<Self, PointsError> {
        if amount > Self::MAX.0 { Err(PointsError::TooMany) } else { Ok(Self(amount)) }
    }

    /// The amount as a plain integer.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// True for no points at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum, or `None` above [`Points::MAX`].
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).and_then(|sum| Self::new(sum).ok())
    }

    /// The difference, or `None` when `other` is larger: a balance never goes negative.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// `count` times this amount, or `None` above [`Points::MAX`].
    pub fn checked_mul(self, count: u64) -> Option<Self> {
        self.0.checked_mul(count).and_then(|product| Self::new(product).ok())
    }

    /// The sum of many amounts, or `None` above [`Points::MAX`].
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }
}

impl TryFrom<u64> for Points {
    type Error = PointsError;

    fn try_from(amount: u64) -> Result<Self, PointsError> {
        Self::new(amount)
    }
}

impl From<u32> for Points {
    fn from(amount: u32) -> Self {
        Self(u64::from(amount))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Self::new(u64::deserialize(input)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stops_at_both_ends() {
        let one = Points::from(1);
        assert_eq!(Points::MAX.checked_add(one), None);
        assert_eq!(Points::ZERO.checked_sub(one), None);
        assert_eq!(Points::MAX.checked_mul(2), None);
        assert_eq!(
            Points::MAX.checked_sub(one).and_then(|p| p.checked_add(one)),
            Some(Points::MAX)
        );
        assert_eq!(Points::checked_sum([Points::MAX, one]), None);
        assert_eq!(Points::new(9_007_199_254_740_992), Err(PointsError::TooMany));
    }

    #[test]
    fn json_is_a_whole_number_and_nothing_else() {
        assert_eq!(serde_json::to_string(&Points::MAX).unwrap(), "9007199254740991");
        assert_eq!(serde_json::from_str::<Points>("12").unwrap(), Points::from(12));
        for refused in ["-1", "1.5", "1.0", "\"1\"", "9007199254740992", "null", "true"] {
            assert!(serde_json::from_str::<Points>(refused).is_err(), "{refused}");
        }
    }
}
