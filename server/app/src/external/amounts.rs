//! Amounts of money in answers of services. An amount that could be read in two ways, or not at all, is never a figure: the
//! whole answer is refused, and what was read last stays, because a missing row would move ranks and prizes.

use serde_json::Value;

use crate::cents::{BadMoney, Cents, MoneyInput};

/// Longest amount that an error quotes, in characters.
const QUOTED_MAX: usize = 24;

/// An amount of a service that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{field} is \"{value}\", which is not an amount with a decimal point")]
pub struct UnreadableAmount {
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

/// The amount in the first of these fields that has one: a number of dollars, or text such as `$ 1,234.50`. Negative amounts
/// count as 0.
///
/// # Errors
/// A number or a text in the field is not an amount in this notation.
pub fn amount(row: &Value, fields: &[&str]) -> Result<Option<Cents>, UnreadableAmount> {
    for field in fields {
        let read = match row.get(*field) {
            Some(Value::Number(number)) => of_number(number.as_f64().unwrap_or(f64::NAN)),
            Some(Value::String(text)) if !is_blank(text) => of_text(text.trim()),
            _ => continue,
        };
        return read.map(Some).map_err(|_| UnreadableAmount {
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

fn of_text(text: &str) -> Result<Cents, BadMoney> {
    match text.strip_prefix(['-', '−']) {
        Some(rest) => Cents::from_service(rest).map(|_| Cents(0)),
        None => Cents::from_service(text),
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
        assert_eq!(amount(&row, &["a", "b", "dash", "c", "d", "e"]), Ok(Some(Cents(1250))));
        assert_eq!(amount(&row, &["a", "b", "missing"]), Ok(None));
        for (negative, cents) in [(json!(-4), 0), (json!("-4.5"), 0), (json!("−4"), 0)] {
            assert_eq!(amount(&json!({ "a": negative }), &["a"]), Ok(Some(Cents(cents))));
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_zero_and_is_named() {
        for text in ["1234,56", "1.234,56", "0,40", "€ 1.500,00", "x", "-x", "1e3", "0,400"] {
            let refused = amount(&json!({ "payout": text }), &["payout", "other"]).unwrap_err();
            assert_eq!(
                refused.to_string(),
                format!("payout is \"{text}\", which is not an amount with a decimal point")
            );
        }
        let long = amount(&json!({ "a": "9".repeat(200) }), &["a"]).unwrap_err();
        assert_eq!(long.value.len(), QUOTED_MAX);
        assert!(amount(&json!({ "a": 1e300 }), &["a"]).is_err());
    }
}
