//! The rule for a new password (specification 1, point 5; decisions A4).

/// The characters that count as special.
pub const SPECIAL_CHARACTERS: &str = r#"!@#$%^&*(),.?":{}|<>"#;
/// Shortest password, in characters.
pub const MIN_LENGTH: usize = 8;
/// Longest password, in characters: hashing time must not grow with what a stranger sends.
pub const MAX_LENGTH: usize = 128;

/// Why a password is refused. The texts are those of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    /// Nothing was given.
    #[error("Password is required")]
    Missing,
    /// Fewer than [`MIN_LENGTH`] characters.
    #[error("Password must be at least {MIN_LENGTH} characters long")]
    TooShort,
    /// More than [`MAX_LENGTH`] characters.
    #[error("Password must be at most {MAX_LENGTH} characters long")]
    TooLong,
    /// No letter of A-Z.
    #[error("Password must contain at least one uppercase letter")]
    NoUppercase,
    /// No letter of a-z.
    #[error("Password must contain at least one lowercase letter")]
    NoLowercase,
    /// No digit of 0-9.
    #[error("Password must contain at least one number")]
    NoNumber,
    /// None of [`SPECIAL_CHARACTERS`].
    #[error("Password must contain at least one special character")]
    NoSpecial,
}

/// Checks a new password; the first rule it breaks is answered. A login does not use this: a
/// password that was accepted once stays usable when the rule changes.
pub fn check_new_password(password: &str) -> Result<(), PasswordRefusal> {
    let length = password.chars().count();
    let has = |wanted: fn(char) -> bool| password.chars().any(wanted);
    match () {
        () if length == 0 => Err(PasswordRefusal::Missing),
        () if length < MIN_LENGTH => Err(PasswordRefusal::TooShort),
        () if length > MAX_LENGTH => Err(PasswordRefusal::TooLong),
        () if !has(|c| c.is_ascii_uppercase()) => Err(PasswordRefusal::NoUppercase),
        () if !has(|c| c.is_ascii_lowercase()) => Err(PasswordRefusal::NoLowercase),
        () if !has(|c| c.is_ascii_digit()) => Err(PasswordRefusal::NoNumber),
        () if !has(|c| SPECIAL_CHARACTERS.contains(c)) => Err(PasswordRefusal::NoSpecial),
        () => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_broken_rule_is_answered_in_the_texts_of_the_site() {
        let cases = [
            ("", "Password is required"),
            ("Ab1!", "Password must be at least 8 characters long"),
            ("abcdefg1!", "Password must contain at least one uppercase letter"),
            ("ABCDEFG1!", "Password must contain at least one lowercase letter"),
            ("Abcdefgh!", "Password must contain at least one number"),
            ("Abcdefg12", "Password must contain at least one special character"),
            ("Abcdefg1-", "Password must contain at least one special character"),
        ];
        for (password, text) in cases {
            assert_eq!(check_new_password(password).unwrap_err().to_string(), text, "{password}");
        }
        let longest = format!("Ab1!{}", "é".repeat(124));
        assert_eq!(check_new_password(&longest), Ok(()));
        assert_eq!(check_new_password(&format!("{longest}x")), Err(PasswordRefusal::TooLong));
        for special in SPECIAL_CHARACTERS.chars() {
            assert_eq!(check_new_password(&format!("Abcdefg1{special}")), Ok(()));
        }
    }
}
