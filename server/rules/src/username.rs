//! The rule for a username (docs/decisions.md, E10).

use std::fmt;

use serde::{Deserialize, Serialize};

/// Shortest name, in characters.
pub const MIN_LENGTH: usize = 3;
/// Longest name, in characters.
pub const MAX_LENGTH: usize = 24;

/// A name of 3..=24 letters, digits and underscores (ASCII), spelled as its owner wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Username(String);

/// Why a name is refused. The texts are those of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsernameRefusal {
    /// Nothing was given.
    #[error("Username is required")]
    Missing,
    /// Fewer than [`MIN_LENGTH`] characters.
    #[error("Username must be at least {MIN_LENGTH} characters long")]
    TooShort,
    /// More than [`MAX_LENGTH`] characters.
    #[error("Username must be at most {MAX_LENGTH} characters long")]
    TooLong,
    /// A character other than A-Z, a-z, 0-9 and underscore.
    #[error("Username can only contain letters, numbers, and underscores")]
    BadCharacter,
}

impl Username {
    /// Checks a name; the first rule it breaks is answered.
    pub fn new(name: impl Into<String>) -> Result<Self, UsernameRefusal> {
        let name = name.into();
        match name.chars().count() {
            0 => Err(UsernameRefusal::Missing),
            1..MIN_LENGTH => Err(UsernameRefusal::TooShort),
            length if length > MAX_LENGTH => Err(UsernameRefusal::TooLong),
            _ if name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => Ok(Self(name)),
            _ => Err(UsernameRefusal::BadCharacter),
        }
    }

    /// The name as its owner wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form under which names are unique: without regard to case.
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl TryFrom<String> for Username {
    type Error = UsernameRefusal;

    fn try_from(name: String) -> Result<Self, UsernameRefusal> {
        Self::new(name)
    }
}

impl From<Username> for String {
    fn from(name: Username) -> Self {
        name.0
    }
}

impl fmt::Display for Username {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked_in_the_texts_of_the_site() {
        let cases = [
            ("", "Username is required"),
            ("ab", "Username must be at least 3 characters long"),
            ("abcdefghijklmnopqrstuvwxy", "Username must be at most 24 characters long"),
            ("a b", "Username can only contain letters, numbers, and underscores"),
            ("zoë", "Username can only contain letters, numbers, and underscores"),
        ];
        for (name, text) in cases {
            assert_eq!(Username::new(name).unwrap_err().to_string(), text, "{name}");
        }
        let name = Username::new("The_Dingo_of_Old_Sydney1").unwrap();
        assert_eq!(name.folded(), "the_dingo_of_old_sydney1");
    }
}
