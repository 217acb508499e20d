//! One name for each mailbox, so that two spellings of an address count as one (docs/decisions.md, E10).

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::HexDigest;

/// Domains of one provider whose mailboxes are the same: the other name, and the one that counts.
const ALIASES: [(&str, &str); 11] = [
    ("googlemail.com", "gmail.com"),
    ("protonmail.com", "proton.me"),
    ("protonmail.ch", "proton.me"),
    ("pm.me", "proton.me"),
    ("me.com", "icloud.com"),
    ("mac.com", "icloud.com"),
    ("ya.ru", "yandex.ru"),
    ("yandex.com", "yandex.ru"),
    ("yandex.by", "yandex.ru"),
    ("yandex.kz", "yandex.ru"),
    ("yandex.ua", "yandex.ru"),
];
/// Providers that deliver `anything@user.domain` to `user@domain`.
const USER_BY_SUBDOMAIN: [&str; 2] = ["fastmail.com", "fastmail.fm"];
/// Providers that ignore these characters of the part before the `@`.
const IGNORED: [(&str, &[char]); 2] = [("gmail.com", &['.']), ("proton.me", &['.', '_', '-'])];

/// The mailbox that an address delivers to, in one spelling.
///
/// The address is ASCII that was checked ([`EmailAddress`](crate::email::EmailAddress)). A text without an `@` is only
/// put into lower case. A rule that would leave nothing before the `@` is not applied.
pub fn canonical(address: &str) -> String {
    let address = address.to_ascii_lowercase();
    let Some((local, domain)) = address.split_once('@') else { return address };
    let domain =
        ALIASES.iter().find(|(alias, _)| *alias == domain).map_or(domain, |(_, main)| *main);
    let (local, domain) = by_subdomain(domain).unwrap_or((local, domain));
    let mut local = cut_at(local, '+');
    if domain.starts_with("yahoo.") || ["ymail.com", "rocketmail.com"].contains(&domain) {
        local = cut_at(local, '-');
    }
    let ignored = IGNORED.iter().find(|(provider, _)| *provider == domain);
    let plain = local.replace(ignored.map_or(&[][..], |(_, characters)| *characters), "");
    let local = if plain.is_empty() { local } else { &*plain };
    format!("{local}@{domain}")
}

/// The key under which a mailbox is remembered: HMAC-SHA256 of `mailbox:` and [`canonical`], with the key of the site.
/// Addresses can be tried against it only with that key.
pub fn key(site_key: &[u8; 32], address: &str) -> HexDigest {
    keyed(site_key, "mailbox:", &canonical(address))
}

/// HMAC-SHA256 of `prefix` and `text` with the key of the site.
pub fn keyed(site_key: &[u8; 32], prefix: &str, text: &str) -> HexDigest {
    // A key is padded with zeros to a block (RFC 2104, 2).
    let mut block = [0; 64];
    block.iter_mut().zip(site_key).for_each(|(padded, byte)| *padded = *byte);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    mac.update(prefix.as_bytes());
    mac.update(text.as_bytes());
    HexDigest::from_bytes(mac.finalize().into_bytes().into())
}

/// `user` and `provider` of a domain `anything.user.provider`.
fn by_subdomain(domain: &str) -> Option<(&str, &str)> {
    USER_BY_SUBDOMAIN.into_iter().find_map(|provider| {
        let users = domain.strip_suffix(provider)?.strip_suffix('.')?;
        Some((users.rsplit('.').next().unwrap_or(users), provider))
    })
}

/// The text before the first `mark`, unless that would be nothing.
fn cut_at(local: &str, mark: char) -> &str {
    match local.split_once(mark) {
        Some((before, _)) if !before.is_empty() => before,
        _ => local,
    }
}
