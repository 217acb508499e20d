//! The rules for new passwords: those of members (docs/decisions.md, A4) and that of the panel. A
//! login uses neither: a password that was accepted once stays usable when a rule changes.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The characters that count as special.
pub const SPECIAL_CHARACTERS: &str = r#"!@#$%^&*(),.?":{}|<>"#;
/// Shortest password, in characters.
pub const MIN_LENGTH: usize = 8;
/// Longest password, in characters: hashing time must not grow with what a stranger sends.
pub const MAX_LENGTH: usize = 128;
/// Shortest password of the panel, in characters. It opens every account, so it is longer instead of
/// mixed.
pub const PANEL_MIN_LENGTH: usize = 12;

/// The most common passwords, in lowercase, one a line. Where they come from is in the file's header.
const COMMON: &str = include_str!("password/common-passwords.txt");
/// Begins each line of the header. No password of the list has a space.
const HEADER: &str = "# ";

static COMMON_PASSWORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| COMMON.lines().filter(|line| !line.starts_with(HEADER)).collect());

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
    /// No uppercase letter A-Z.
    #[error("Password must contain at least one uppercase letter")]
    NoUppercase,
    /// No lowercase letter a-z.
    #[error("Password must contain at least one lowercase letter")]
    NoLowercase,
    /// No digit of 0-9.
    #[error("Password must contain at least one number")]
    NoNumber,
    /// None of [`SPECIAL_CHARACTERS`].
    #[error("Password must contain at least one special character")]
    NoSpecial,
    /// One of the most common passwords.
    #[error("This password is too common. Please choose another one.")]
    Common,
}

/// Why a password of the panel is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PanelPasswordRefusal {
    /// Fewer than [`PANEL_MIN_LENGTH`] or more than [`MAX_LENGTH`] characters.
    #[error("The password must have {PANEL_MIN_LENGTH} to {MAX_LENGTH} characters")]
    Length,
    /// One of the most common passwords.
    #[error("The password is too common. Please choose another one.")]
    Common,
}

/// Checks a new password of a member; the first rule it breaks is answered.
///
/// # Errors
/// See [`PasswordRefusal`].
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
        () if is_common(password) => Err(PasswordRefusal::Common),
        () => Ok(()),
    }
}

/// Checks a new password of the panel.
///
/// # Errors
/// See [`PanelPasswordRefusal`].
pub fn check_new_panel_password(password: &str) -> Result<(), PanelPasswordRefusal> {
    if !(PANEL_MIN_LENGTH..=MAX_LENGTH).contains(&password.chars().count()) {
        return Err(PanelPasswordRefusal::Length);
    }
    if is_common(password) { Err(PanelPasswordRefusal::Common) } else { Ok(()) }
}

/// Whether a password is one of the most common ones, without regard to case. The list comes from
/// sites that asked for no special character, so a password is also compared without those at its
/// ends: "Password1!" is the "password1" of the list.
fn is_common(password: &str) -> bool {
    let folded = password.to_lowercase();
    let bare = folded.trim_matches(|c| SPECIAL_CHARACTERS.contains(c));
    COMMON_PASSWORDS.contains(folded.as_str()) || COMMON_PASSWORDS.contains(bare)
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
            assert_eq!(check_new_password(&format!("Wallaby1{special}")), Ok(()));
        }
    }

    #[test]
    fn common_passwords_are_refused_whole_and_in_any_case() {
        assert_eq!(COMMON_PASSWORDS.len(), 3000);
        assert!(COMMON_PASSWORDS.iter().all(|one| **one == one.to_lowercase()));
        for common in
            ["P@ssw0rd", "Password1!", "!Qwerty123", "Welcome1?", "Abcdefg1!", "PASSw0rd!!"]
        {
            assert_eq!(check_new_password(common), Err(PasswordRefusal::Common), "{common}");
        }
        // Only a part of it is common.
        for own in ["Password1!wombat", "my-Password1!", "Correct!horse1"] {
            assert_eq!(check_new_password(own), Ok(()), "{own}");
        }
        let text = PasswordRefusal::Common.to_string();
        assert_eq!(text, "This password is too common. Please choose another one.");
    }

    #[test]
    fn the_panels_password_is_long_and_not_common() {
        let length = Err(PanelPasswordRefusal::Length);
        let common = Err(PanelPasswordRefusal::Common);
        assert_eq!(check_new_panel_password("elevenchars"), length);
        assert_eq!(check_new_panel_password("twelve chars"), Ok(()));
        assert_eq!(check_new_panel_password(&"x".repeat(129)), length);
        assert_eq!(check_new_panel_password("1Q2w3e4r5t6y"), common);
        assert_eq!(check_new_panel_password("!qwerty123456!"), common);
    }
}
