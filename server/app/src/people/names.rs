//! Names of people.

use std::net::IpAddr;

use pointhouse_rules::names::{NameRefusal, ReservedNames, skeleton};

use super::PeopleError;

/// Longest name, in characters.
const NAME_MAX: usize = 40;
/// First words of the other actors in the audit: a person's name must not look like one.
const OTHER_ACTORS: [&str; 8] =
    ["admin", "console", "demo", "environment", "first", "member", "owner", "visitor"];

/// For comparisons.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Whether two names are the same without regard to case.
pub(super) fn same(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

/// Whether two names look alike.
pub(super) fn alike(one: &str, other: &str) -> bool {
    same(one, other) || skeleton(one) == skeleton(other)
}

/// A name without spaces around it. `own` are the names of the site and the streamer; none for the owner.
///
/// # Errors
/// It is empty, longer than 40 characters, has other signs than Latin letters, digits, single spaces, `-`, `.` and `_`,
/// contains an address, or looks like the staff, the site or another actor of the audit.
pub(super) fn checked(name: &str, own: &[String]) -> Result<String, PeopleError> {
    let name = name.trim();
    let has_letter = name.chars().any(char::is_alphanumeric);
    let is_doubtful =
        name.contains("  ") || name.split(' ').any(|word| word.parse::<IpAddr>().is_ok());
    if !has_letter || is_doubtful || name.chars().count() > NAME_MAX {
        return Err(PeopleError::BadName);
    }
    let reserved = ReservedNames::new(own.iter().map(String::as_str));
    reserved.check(name).map_err(|refusal| match refusal {
        NameRefusal::BadCharacter => PeopleError::BadCharacter,
        NameRefusal::Reserved => PeopleError::Reserved,
    })?;
    let first = folded(name.split(' ').next().unwrap_or_default());
    if OTHER_ACTORS.contains(&first.as_str()) {
        return Err(PeopleError::Reserved);
    }
    Ok(name.to_owned())
}
