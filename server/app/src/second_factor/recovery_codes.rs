//! Recovery codes: each replaces a second factor once.

use rand::RngExt;
use sha2::{Digest, Sha256};

/// Codes of a set.
pub(super) const COUNT: usize = 10;
/// Letters and digits without look-alikes: 5 bits each.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz123456789";
/// Characters of a code, 60 random bits.
const LENGTH: usize = 12;
/// Characters between dashes.
const GROUP: usize = 4;

/// A new set of codes, such as `k3pz-8amw-qq2d`, with their hashes.
pub(super) fn generate() -> (Vec<String>, Vec<[u8; 32]>) {
    let codes: Vec<String> = (0..COUNT).map(|_| one()).collect();
    let hashes = codes.iter().map(|code| hash(code)).collect();
    (codes, hashes)
}

fn one() -> String {
    let mut rng = rand::rng();
    let mut code = String::new();
    for place in 0..LENGTH {
        if place > 0 && place % GROUP == 0 {
            code.push('-');
        }
        let index = rng.random_range(0..ALPHABET.len());
        code.extend(ALPHABET.get(index).map(|letter| char::from(*letter)));
    }
    code
}

/// SHA-256 of a code without regard to case, dashes and spaces. Codes are random, so a slow hash would add nothing.
pub(super) fn hash(code: &str) -> [u8; 32] {
    let letters = code.chars().filter(char::is_ascii_alphanumeric);
    Sha256::digest(letters.collect::<String>().to_ascii_lowercase()).into()
}

/// Whether a text can be a recovery code, rather than one of an authenticator app.
pub(super) fn is_one(code: &str) -> bool {
    code.chars().filter(char::is_ascii_alphanumeric).count() == LENGTH
}
