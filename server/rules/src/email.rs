//! The check of an e-mail address.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Longest address, in characters (RFC 5321: a path of 256 with its brackets).
pub const MAX_LENGTH: usize = 254;
/// Longest part before the `@` (RFC 5321, 4.5.3.1.1).
const MAX_LOCAL_LENGTH: usize = 64;
/// Longest part between two dots of a domain (RFC 1035, 2.3.4).
const MAX_LABEL_LENGTH: usize = 63;

/// An address that looks deliverable: `local@domain.tld` in ASCII, at most 254 characters,
/// trimmed.
///
/// Quoted local parts and address literals are refused: they are typos or attempts to
/// inject mail headers. Names beyond ASCII are written in their `xn--` form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EmailAddress(String);

/// Why an address is refused. The texts are those of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmailRefusal {
    /// Nothing was given.
    #[error("Email is required")]
    Missing,
    /// The text is not an address.
    #[error("Please enter a valid email address")]
    Invalid,
}

impl EmailAddress {
    /// Checks an address.
    pub fn new(text: &str) -> Result<Self, EmailRefusal> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailRefusal::Missing);
        }
        let valid = text.len() <= MAX_LENGTH
            && text
                .split_once('@')
                .is_some_and(|(local, domain)| is_local_part(local) && is_domain(domain));
        if valid { Ok(Self(text.to_owned())) } else { Err(EmailRefusal::Invalid) }
    }

    /// The address as its owner wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form under which addresses are unique: without regard to case.
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

/// Words of ordinary characters with single dots between them (RFC 5322, dot-atom).
fn is_local_part(local: &str) -> bool {
    let ordinary = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b);
    local.len() <= MAX_LOCAL_LENGTH
        && local.split('.').all(|word| !word.is_empty() && word.bytes().all(ordinary))
}

/// At least two labels; the last one is no number, so that an address of a machine is refused.
fn is_domain(domain: &str) -> bool {
    let label = |label: &str| {
        (1..=MAX_LABEL_LENGTH).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let top = domain.rsplit_once('.').map_or("", |(_, top)| top);
    domain.split('.').all(label) && top.len() >= 2 && !top.bytes().all(|b| b.is_ascii_digit())
}

impl TryFrom<String> for EmailAddress {
    type Error = EmailRefusal;

    fn try_from(text: String) -> Result<Self, EmailRefusal> {
        Self::new(&text)
    }
}

impl From<EmailAddress> for String {
    fn from(address: EmailAddress) -> Self {
        address.0
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_addresses_pass() {
        let longest_local = format!("{}@example.com", "a".repeat(64));
        for text in [
            "a@b.co",
            "first.last+tag@sub.example.com",
            "o'neil@example.org",
            "x_y-z@xn--bcher-kva.example",
            "1@2.com",
            &longest_local,
        ] {
            assert!(EmailAddress::new(text).is_ok(), "{text}");
        }
        let address = EmailAddress::new("  Me@Example.COM \n").unwrap();
        assert_eq!((address.as_str(), &*address.folded()), ("Me@Example.COM", "me@example.com"));
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(EmailAddress::new(" "), Err(EmailRefusal::Missing));
        let long_local = format!("{}@example.com", "a".repeat(65));
        let long_label = format!("a@{}.com", "b".repeat(64));
        let long = format!("a@{}com", format!("{}.", "b".repeat(49)).repeat(6));
        for text in [
            "a",
            "a@",
            "@b.co",
            "a@b",
            "a@b.c",
            "a@@b.co",
            "a@b@c.co",
            "a b@c.co",
            ".a@b.co",
            "a.@b.co",
            "a..b@c.co",
            "a@b..co",
            "a@-b.co",
            "a@b-.co",
            "a@b.co.",
            "a@1.2.3.4",
            "\"a\"@b.co",
            "a@b.co\r\nBcc: c@d.co",
            "é@b.co",
            "a@é.co",
            "<a@b.co>",
            "a@[1.2.3.4]",
            &long_local,
            &long_label,
            &long,
        ] {
            assert_eq!(EmailAddress::new(text), Err(EmailRefusal::Invalid), "{text}");
        }
    }
}
