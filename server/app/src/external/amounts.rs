//! Amounts of money in answers of services. An amount that could be read in two ways, or not at all, is never a figure: the
//! whole answer is refused, and what was read last stays, because a missing row would move ranks and prizes.

use std::borrow::Cow;

use serde_json::Value;

use crate::cents::{BadMoney, Cents, MoneyInput};
use crate::config::DecimalSign;

/// Longest amount that an error quotes, in characters.
const QUOTED_MAX: usize = 24;

/// An amount of a service that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{field} is \"{value}\", which is not an amount with a decimal {}", sign.name())]
pub struct UnreadableAmount {
    sign: DecimalSign,
    place: String,
    field: String,
    value: String,
}

impl UnreadableAmount {
    /// Names the row of a list, from 1.
    pub fn in_row(self, row: usize) -> Self {
        Self { place: format!("row {row}: "), ..self }
    }
}

/// The amount in the first of these fields that has one: a number of dollars, or text such as `$ 1,234.50` with this decimal
/// sign. Negative amounts count as 0.
///
/// # Errors
/// A number or a text in the field is not an amount in this notation.
pub fn amount(
    row: &Value,
    fields: &[&str],
    sign: DecimalSign,
) -> Result<Option<Cents>, UnreadableAmount> {
    for field in fields {
        let read = match row.get(*field) {
            Some(Value::Number(number)) => of_number(number.as_f64().unwrap_or(f64::NAN)),
            Some(Value::String(text)) if !is_blank(text) => of_text(text.trim(), sign),
            _ => continue,
        };
        return read.map(Some).map_err(|_| UnreadableAmount {
            sign,
            place: String::new(),
            field: (*field).to_owned(),
            value: quoted(row.get(*field)),
        });
    }
    Ok(None)
}

/// Whether a text stands for no value.
fn is_blank(text: &str) -> bool {
    text.chars().all(|sign| sign.is_whitespace() || matches!(sign, '-' | '–' | '—'))
}

fn of_number(number: f64) -> Result<Cents, BadMoney> {
    if number < 0.0 { Ok(Cents(0)) } else { MoneyInput::Number(number).cents() }
}

fn of_text(text: &str, sign: DecimalSign) -> Result<Cents, BadMoney> {
    let text: Cow<'_, str> = match sign {
        DecimalSign::Point => text.into(),
        DecimalSign::Comma => text.chars().map(exchanged).collect(),
    };
    match text.strip_prefix(['-', '−']) {
        Some(rest) => Cents::from_service(rest).map(|_| Cents(0)),
        None => Cents::from_service(&text),
    }
}

/// The sign that has this one's place where points are decimal signs.
fn exchanged(sign: char) -> char {
    match sign {
        ',' => '.',
        '.' => ',',
        other => other,
    }
}

fn quoted(value: Option<&Value>) -> String {
    let text = match value {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    text.chars().filter(|sign| !sign.is_control()).take(QUOTED_MAX).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_field_with_a_value_counts() {
        let row =
            json!({ "a": null, "b": " ", "dash": " - ", "c": { "x": 1 }, "d": "12.5", "e": 3 });
        assert_eq!(
            amount(&row, &["a", "b", "dash", "c", "d", "e"], DecimalSign::Point),
            Ok(Some(Cents(1250)))
        );
        assert_eq!(amount(&row, &["a", "b", "missing"], DecimalSign::Point), Ok(None));
        for (negative, cents) in [(json!(-4), 0), (json!("-4.5"), 0), (json!("−4"), 0)] {
            assert_eq!(
                amount(&json!({ "a": negative }), &["a"], DecimalSign::Point),
                Ok(Some(Cents(cents)))
            );
        }
    }

    #[test]
    fn the_decimal_sign_is_the_services() {
        for (text, cents) in
            [("1234,56", 123_456), ("€ 1.500,00", 150_000), ("0,40", 40), ("-1,5", 0)]
        {
            let row = json!({ "a": text });
            assert_eq!(amount(&row, &["a"], DecimalSign::Comma), Ok(Some(Cents(cents))), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_zero_and_is_named() {
        for text in ["1234,56", "1.234,56", "0,40", "€ 1.500,00", "x", "-x", "1e3", "0,400"] {
            let refused =
                amount(&json!({ "payout": text }), &["payout", "other"], DecimalSign::Point)
                    .unwrap_err();
            assert_eq!(
                refused.to_string(),
                format!("payout is \"{text}\", which is not an amount with a decimal point")
            );
        }
        for text in ["1,234.56", "0.40"] {
            let row = json!({ "payout": text });
            let refused = amount(&row, &["payout"], DecimalSign::Comma).unwrap_err().to_string();
            assert!(refused.ends_with("is not an amount with a decimal comma"), "{refused}");
        }
        let long =
            amount(&json!({ "a": "9".repeat(200) }), &["a"], DecimalSign::Point).unwrap_err();
        assert_eq!(long.value.len(), QUOTED_MAX);
        assert!(amount(&json!({ "a": 1e300 }), &["a"], DecimalSign::Point).is_err());
    }
}
