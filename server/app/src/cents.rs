//! Amounts of US money: whole cents internally, numbers and text at the interfaces.

use std::fmt;
use std::str::FromStr;

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::counts::grouped;

/// An amount of money, in US cents. Never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub struct Cents(pub u64);

impl Cents {
    /// Largest accepted amount: a trillion dollars, more than any player wagers at a casino.
    pub const MAX: Self = Self(100_000_000_000_000);

    /// Dollars, for JSON and averages. Exact to the cent below 2^53 cents.
    #[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "at most 2^53 cents")]
    pub fn dollars(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// The ratio of this amount to `part` in hundredths, rounded half up; 0 when both are 0.
    pub fn hundredths_of(self, part: Self) -> u64 {
        if part.0 == 0 {
            return 0;
        }
        let (whole, part) = (u128::from(self.0), u128::from(part.0));
        u64::try_from((whole * 100 + part / 2) / part).unwrap_or(u64::MAX)
    }
}

impl std::iter::Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        Self(all.fold(0, |sum, one| sum.saturating_add(one.0)))
    }
}

impl fmt::Display for Cents {
    /// Formats as `$1,234.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}.{:02}", grouped(self.0 / 100), self.0 % 100)
    }
}

/// Serializes as text, for example in the audit log.
impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Signs of currencies that services write beside amounts.
const CURRENCY_SIGNS: [char; 13] =
    ['$', '€', '£', '¥', '₹', '₽', '₺', '₩', '₫', '₴', '₦', '₱', '₿'];
/// Codes of currencies that services write before or after amounts.
const CURRENCY_CODES: [&str; 12] =
    ["USDT", "USDC", "USD", "EUR", "GBP", "CAD", "AUD", "NZD", "BRL", "JPY", "INR", "R$"];

/// Why a text is not an amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMoney {
    /// Not a number, or negative.
    #[error("must be an amount such as 12.50")]
    NoNumber,
    /// Ambiguous: the separator may precede decimals or separate thousands.
    #[error(
        "could mean {as_decimal} or {as_thousands}: write it without separators, or with two decimals"
    )]
    Ambiguous {
        /// The amount if the separator precedes decimals.
        as_decimal: Cents,
        /// The amount if the separator separates thousands.
        as_thousands: Cents,
    },
    /// Above [`Cents::MAX`].
    #[error("must be at most {}", Cents::MAX)]
    TooMuch,
}

impl FromStr for Cents {
    type Err = BadMoney;

    /// Parses what people type, as long as it means the same in English and in European notation:
    /// `12`, `12.5`, `12,50`, `$ 1,234.50`, `1.234,50`, `1,234`. Fractions of a cent are rounded
    /// half up.
    fn from_str(text: &str) -> Result<Self, BadMoney> {
        let is_filler = |sign: char| sign.is_whitespace() || matches!(sign, '$' | '\'' | '’');
        let plain: String = text.chars().filter(|sign| !is_filler(*sign)).collect();
        let Some((whole, part)) = plain.rsplit_once(['.', ',']) else {
            return Self::from_decimal(&plain);
        };
        let last = if plain.as_bytes().get(whole.len()) == Some(&b',') { ',' } else { '.' };
        let other = if last == ',' { '.' } else { ',' };
        if whole.contains(other) {
            // With both separators, the last one precedes the decimals.
            return Self::from_decimal(&format!("{}.{part}", without_groups(whole, other)?));
        }
        if whole.contains(last) {
            return Self::from_decimal(&without_groups(&plain, last)?);
        }
        let may_group =
            part.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0');
        match (last, may_group) {
            // People don't type amounts with three decimals after a comma.
            (',', true) => Self::from_decimal(&format!("{whole}{part}")),
            (',', false) if part.len() > 2 => Err(BadMoney::NoNumber),
            (_, true) => Err(BadMoney::Ambiguous {
                as_decimal: Self::from_decimal(&plain)?,
                as_thousands: Self::from_decimal(&format!("{whole}{part}"))?,
            }),
            (_, false) => Self::from_decimal(&format!("{whole}.{part}")),
        }
    }
}

/// Removes the separators of `1,234,567`; `None` if the groups don't have three digits.
fn without_groups(text: &str, separator: char) -> Result<String, BadMoney> {
    let mut groups = text.split(separator);
    let first = groups.next().unwrap_or_default();
    let fits = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    if fits { Ok(text.replace(separator, "")) } else { Err(BadMoney::NoNumber) }
}

impl Cents {
    /// Parses an amount in machine notation: digits and at most one point. Fractions of a cent are
    /// rounded half up.
    ///
    /// # Errors
    /// It is not such a number, or too large.
    pub fn from_decimal(plain: &str) -> Result<Self, BadMoney> {
        let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && part.is_empty()) || !is_number(whole) || !is_number(part) {
            return Err(BadMoney::NoNumber);
        }
        let mut mills =
            part.bytes().map(|digit| u64::from(digit - b'0')).chain(std::iter::repeat(0));
        let mut mill = || mills.next().unwrap_or(0);
        let thousandths = mill() * 100 + mill() * 10 + mill();
        let cents = (thousandths + 5) / 10;
        let whole: u64 =
            if whole.is_empty() { 0 } else { whole.parse().map_err(|_| BadMoney::TooMuch)? };
        let sum = whole.checked_mul(100).and_then(|whole| whole.checked_add(cents));
        let amount = Self(sum.ok_or(BadMoney::TooMuch)?);
        if amount > Self::MAX { Err(BadMoney::TooMuch) } else { Ok(amount) }
    }

    /// Parses an amount from another service, which writes decimals with a point: `1234.5`, `$1,234.50`, `€ 0.20`,
    /// `12 USD`. A comma only stands between groups of three digits: `1234,56` could mean two amounts.
    ///
    /// # Errors
    /// See [`Cents::from_decimal`].
    pub fn from_service(text: &str) -> Result<Self, BadMoney> {
        let text = text.trim();
        let code = |code: &&str| text.strip_prefix(*code).or_else(|| text.strip_suffix(*code));
        let text = CURRENCY_CODES.iter().find_map(code).unwrap_or(text);
        let is_filler = |sign: char| sign.is_whitespace() || CURRENCY_SIGNS.contains(&sign);
        let plain: String = text.chars().filter(|sign| !is_filler(*sign)).collect();
        let Some((whole, part)) = plain.split_once('.') else {
            return Self::from_decimal(&without_service_groups(&plain)?);
        };
        Self::from_decimal(&format!("{}.{part}", without_service_groups(whole)?))
    }
}

/// Removes the commas of `1,234,567`. No amount with groups begins with a zero: `0,400` are decimals.
fn without_service_groups(text: &str) -> Result<String, BadMoney> {
    match text.contains(',') {
        false => Ok(text.to_owned()),
        true if text.starts_with('0') => Err(BadMoney::NoNumber),
        true => without_groups(text, ','),
    }
}

/// Money in a request: a number of dollars, or text such as `$1,234.50`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, expecting = "must be an amount such as 12.50")]
pub enum MoneyInput {
    /// Dollars.
    Number(f64),
    /// Dollars as text, with or without sign and commas.
    Text(String),
}

impl MoneyInput {
    /// The amount.
    ///
    /// # Errors
    /// See [`BadMoney`].
    pub fn cents(&self) -> Result<Cents, BadMoney> {
        match self {
            Self::Text(text) => text.parse(),
            Self::Number(number) if *number > Cents::MAX.dollars() => Err(BadMoney::TooMuch),
            // The shortest text that parses to this number is what the sender meant.
            Self::Number(number) => Cents::from_decimal(&number.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_read_as_people_write_it() {
        for (text, cents) in [
            ("0", 0),
            ("12", 1200),
            ("12.5", 1250),
            ("$ 1,234.50", 123_450),
            (".5", 50),
            ("3.", 300),
            ("0.005", 1),
            ("0.0049", 0),
            ("12,5", 1250),
            ("310,50", 31_050),
            ("20,00", 2000),
            ("1,234", 123_400),
            ("1.234,56", 123_456),
            ("1 234,56", 123_456),
            ("1'234.56", 123_456),
            ("1.234.567", 123_456_700),
            ("1,234,567.891", 123_456_789),
            ("1000000000000", 100_000_000_000_000),
        ] {
            assert_eq!(text.parse(), Ok(Cents(cents)), "{text}");
        }
        for text in [
            "",
            ".",
            "$",
            "-1",
            "1e3",
            "NaN",
            "1.2.3",
            "twelve",
            "+4",
            "1,2345",
            "1,23,456",
            "1.23.456",
            "1,234.567.8",
            "12,,5",
        ] {
            assert_eq!(text.parse::<Cents>(), Err(BadMoney::NoNumber), "{text}");
        }
        assert_eq!(
            "1.999".parse::<Cents>(),
            Err(BadMoney::Ambiguous { as_decimal: Cents(200), as_thousands: Cents(199_900) })
        );
        assert_eq!(
            "20.500".parse::<Cents>().unwrap_err().to_string(),
            "could mean $20.50 or $20,500.00: write it without separators, or with two decimals"
        );
        for text in ["1000000000000.01", "99999999999999999999"] {
            assert_eq!(text.parse::<Cents>(), Err(BadMoney::TooMuch), "{text}");
        }
    }

    #[test]
    fn numbers_read_as_their_text_does() {
        for (number, cents) in [(0.1 + 0.2, 30), (1234.5, 123_450), (1e-9, 0), (20.125, 2013)] {
            assert_eq!(MoneyInput::Number(number).cents(), Ok(Cents(cents)), "{number}");
        }
        assert_eq!(MoneyInput::Number(-0.01).cents(), Err(BadMoney::NoNumber));
        assert_eq!(MoneyInput::Number(f64::NAN).cents(), Err(BadMoney::NoNumber));
        assert_eq!(MoneyInput::Number(f64::INFINITY).cents(), Err(BadMoney::TooMuch));
    }

    #[test]
    fn services_write_decimals() {
        for (text, cents) in [
            ("1234.567", 123_457),
            ("$1,234.5", 123_450),
            ("20.500", 2050),
            ("€ 0.20", 20),
            ("1,234,567", 123_456_700),
            ("12 USD", 1200),
            ("R$ 1 234.50", 123_450),
        ] {
            assert_eq!(Cents::from_service(text), Ok(Cents(cents)), "{text}");
        }
        // Decimals after a comma, or groups of other lengths than three.
        for text in
            ["1234,56", "1.234,56", "0,40", "0,400", "1,23", "1,2345", ",5", "5k", "$", "1.2.3"]
        {
            assert_eq!(Cents::from_service(text), Err(BadMoney::NoNumber), "{text}");
        }
    }

    #[test]
    fn money_is_written_with_commas() {
        for (cents, text) in [(0, "$0.00"), (123_450, "$1,234.50"), (99_999_999, "$999,999.99")] {
            assert_eq!(Cents(cents).to_string(), text);
        }
    }

    #[test]
    fn quotients_are_rounded_half_up() {
        assert_eq!(Cents(1250).hundredths_of(Cents(100)), 1250);
        assert_eq!(Cents(1).hundredths_of(Cents(3)), 33);
        assert_eq!(Cents(2).hundredths_of(Cents(3)), 67);
        assert_eq!(Cents(5).hundredths_of(Cents(0)), 0);
    }
}
