//! Parses whole points as people and spreadsheets write them.

use pointhouse_rules::Points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The sign between groups of three digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Thousands {
    /// `1,000`; a point begins the decimals.
    Comma,
    /// `1.000`; a comma begins the decimals.
    Point,
    /// `1 000`, also with a non-breaking space.
    Space,
    /// `1'000`.
    Apostrophe,
}

impl std::str::FromStr for Thousands {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "comma" => Self::Comma,
            "point" => Self::Point,
            "space" => Self::Space,
            "apostrophe" => Self::Apostrophe,
            _ => return Err("use comma, point, space or apostrophe".to_owned()),
        })
    }
}

const NOT_WHOLE: &str = "The points must be a whole number of at least 0";

/// Parses points. Without a sign for thousands, `1000`, `1,000`, `1 000` and `1_000` are read, each also with `.0` or
/// `.00`. What can be read in two ways is refused, because a misread separator would pay a thousand times too much.
pub(super) fn whole(text: &str, thousands: Option<Thousands>) -> Result<Points, String> {
    // Spreadsheets use non-breaking spaces as separators.
    let plain = text.replace(['\u{a0}', '\u{202f}'], " ").replace('\u{2019}', "'");
    let decimal = if thousands == Some(Thousands::Point) { ',' } else { '.' };
    let (whole, part) = match plain.split_once(decimal) {
        Some((whole, part)) => (whole, Some(part)),
        None => (&*plain, None),
    };
    if let Some(part) = part.filter(|part| !matches!(*part, "0" | "00")) {
        return Err(match thousands {
            None => of_decimals(text, whole, part),
            Some(_) => NOT_WHOLE.to_owned(),
        });
    }
    let digits = ungrouped(whole, thousands)?;
    if !is_digits(&digits) {
        return Err(NOT_WHOLE.to_owned());
    }
    let points = digits.parse().ok().and_then(|points| Points::new(points).ok());
    points.ok_or_else(|| "The points are more than a balance can hold".to_owned())
}

/// Why a number with something behind its first point is refused, when the file does not say what the point is.
fn of_decimals(text: &str, whole: &str, part: &str) -> String {
    let is_group = |text: &str| text.len() == 3 && is_digits(text);
    let begins_group = (1..=3).contains(&whole.len()) && is_digits(whole);
    if begins_group && is_group(part) {
        return format!(
            "{text} can be read in two ways: choose what the dot is, or write {whole} or {whole}{part}"
        );
    }
    if begins_group && part.split('.').all(is_group) {
        let plain = text.replace('.', "");
        return format!(
            "{text} has dots between groups of three digits: choose the dot as the thousands separator, \
             or write {plain}"
        );
    }
    NOT_WHOLE.to_owned()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number without its separators of three-digit groups.
fn ungrouped(text: &str, thousands: Option<Thousands>) -> Result<String, String> {
    let separators: &[char] = match thousands {
        None => &[',', ' ', '_'],
        Some(Thousands::Comma) => &[','],
        Some(Thousands::Point) => &['.'],
        Some(Thousands::Space) => &[' '],
        Some(Thousands::Apostrophe) => &['\''],
    };
    let Some(separator) = text.chars().find(|sign| separators.contains(sign)) else {
        return Ok(text.to_owned());
    };
    let mut groups = text.split(separator);
    let first = groups.next().unwrap_or_default();
    let is_first = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let is_group = |group: &str| group.len() == 3 && is_digits(group);
    if !is_first || !groups.all(is_group) {
        return Err(format!(
            "The points may be divided into groups of three digits only, as in 1{separator}000"
        ));
    }
    Ok(text.replace(separator, ""))
}
