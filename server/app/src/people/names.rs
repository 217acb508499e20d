//! Names of people.

use std::net::IpAddr;

use super::PeopleError;

/// Longest name, in characters.
const NAME_MAX: usize = 40;
/// First words of the other actors in the audit: a person's name must not look like one.
const OTHER_ACTORS: [&str; 8] =
    ["admin", "console", "demo", "environment", "first", "member", "owner", "visitor"];
/// Characters that are drawn as nothing.
const BLANK_LETTERS: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];

/// For comparisons.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Whether two names are the same without regard to case.
pub(super) fn same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

/// A name without spaces around it.
///
/// # Errors
/// It is empty, longer than 40 characters, has other signs than letters, digits, single spaces, `-`, `'`, `.` and `_`,
/// contains an address, or looks like another actor of the audit.
pub(super) fn checked(name: &str) -> Result<String, PeopleError> {
    let name = name.trim();
    let is_allowed = |sign: char| sign.is_alphanumeric() || " -'’._".contains(sign);
    let has_letter = name.chars().any(char::is_alphanumeric);
    let is_doubtful = name.contains("  ")
        || name.contains(BLANK_LETTERS)
        || name.split(' ').any(|word| word.parse::<IpAddr>().is_ok());
    if !has_letter
        || is_doubtful
        || name.chars().count() > NAME_MAX
        || !name.chars().all(is_allowed)
    {
        return Err(PeopleError::BadName);
    }
    let first = folded(name.split(' ').next().unwrap_or_default());
    if OTHER_ACTORS.contains(&first.as_str()) {
        return Err(PeopleError::Taken);
    }
    Ok(name.to_owned())
}
