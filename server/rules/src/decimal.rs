//! Decimals with a fixed number of places, held as whole units of the last place.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A non-negative decimal with exactly `PLACES` decimals: `Decimal::<2>` of 198 is `1.98`.
///
/// It is written as text (`"1.98"`), because a JSON number would pass through a float at the
/// reader. It is read from text or from a number and refused when it has more decimals than
/// it can hold, so that nothing is ever rounded on the way in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal<const PLACES: u32>(u64);

/// Multipliers, limbo results and dice rolls, in hundredths.
pub type Hundredths = Decimal<2>;

impl<const PLACES: u32> Decimal<PLACES> {
    const UNITS: u64 = 10u64.pow(PLACES);

    /// The decimal of `units` of the last place.
    pub const fn from_units(units: u64) -> Self {
        Self(units)
    }

    /// The number of units of the last place.
    pub const fn units(self) -> u64 {
        self.0
    }

    /// Reads digits with an optional fraction of at most `PLACES` significant decimals.
    /// `None` for a sign, an exponent, a finer fraction or anything beyond 64 bits.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(fraction) {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let missing = PLACES.checked_sub(u32::try_from(fraction.len()).ok()?)?;
        let fraction = if fraction.is_empty() { 0 } else { fraction.parse::<u64>().ok()? };
        let units = fraction.checked_mul(10u64.checked_pow(missing)?)?;
        whole.parse::<u64>().ok()?.checked_mul(Self::UNITS)?.checked_add(units).map(Self)
    }
}

impl<const PLACES: u32> fmt::Display for Decimal<PLACES> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / Self::UNITS, self.0 % Self::UNITS);
        match usize::try_from(PLACES) {
            Ok(width) if width > 0 => write!(out, "{whole}.{part:0width$}"),
            _ => write!(out, "{whole}"),
        }
    }
}

impl<const PLACES: u32> Serialize for Decimal<PLACES> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

struct DecimalVisitor<const PLACES: u32>;

impl<const PLACES: u32> Visitor<'_> for DecimalVisitor<PLACES> {
    type Value = Decimal<PLACES>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a number of at least 0 with at most {PLACES} decimals")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Decimal::parse(text)
            .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }

    fn visit_u64<E: Error>(self, whole: u64) -> Result<Self::Value, E> {
        self.visit_str(&whole.to_string())
    }

    fn visit_i64<E: Error>(self, whole: i64) -> Result<Self::Value, E> {
        self.visit_str(&whole.to_string())
    }

    /// The shortest text that reads back as this float is what stood in the file.
    fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
        self.visit_str(&number.to_string())
    }
}

impl<'de, const PLACES: u32> Deserialize<'de> for Decimal<PLACES> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(DecimalVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_keeps_every_place() {
        assert_eq!(Hundredths::from_units(198).to_string(), "1.98");
        assert_eq!(Hundredths::from_units(7).to_string(), "0.07");
        assert_eq!(Decimal::<4>::from_units(10101).to_string(), "1.0101");
        assert_eq!(Decimal::<0>::from_units(12).to_string(), "12");
    }

    #[test]
    fn every_hundredth_survives_a_float() {
        for units in (0..=150_000).chain([15_000_001, 999_999_999]) {
            let text = Hundredths::from_units(units).to_string();
            let number: Hundredths = serde_json::from_str(&text).unwrap();
            assert_eq!(number.units(), units, "{text}");
            assert_eq!(Hundredths::parse(&text), Some(number));
        }
    }

    #[test]
    fn finer_or_malformed_numbers_are_refused() {
        for refused in
            ["1.005", "-1", "-0.5", "1e3x", "true", "\"1,5\"", "\"\"", "\".5\"", "\"1.\""]
        {
            assert!(serde_json::from_str::<Hundredths>(refused).is_err(), "{refused}");
        }
        assert_eq!(serde_json::from_str::<Hundredths>("1.5000").unwrap().units(), 150);
        assert_eq!(Hundredths::parse("184467440737095516.15").map(|d| d.units()), Some(u64::MAX));
        assert_eq!(Hundredths::parse("184467440737095516.16"), None);
    }
}
