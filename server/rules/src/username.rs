//! The rule for a username (docs/decisions.md, E10).

use std::collections::HashSet;
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

/// Words that stand for the site, its staff and deleted accounts.
const RESERVED: [&str; 4] = ["admin", "moderator", "deleted", "formermember"];

/// Names that no member may take, because others would take the member for the site or its staff.
#[derive(Clone, Debug)]
pub struct ReservedNames(HashSet<String>);

impl ReservedNames {
    /// The words that are always reserved, and the site's own name.
    pub fn new(site: &str) -> Self {
        let skeletons = RESERVED.into_iter().chain([site]).map(skeleton);
        Self(skeletons.filter(|skeleton| !skeleton.is_empty()).collect())
    }

    /// Whether a name is a reserved one, or looks like one.
    pub fn contains(&self, name: &Username) -> bool {
        self.0.contains(&skeleton(&name.0))
    }
}

/// Names with the same skeleton look alike: without case, accents, underscores and spaces, and with one
/// spelling for characters that are easily mistaken for each other.
fn skeleton(name: &str) -> String {
    let plain = name.chars().flat_map(char::to_lowercase).flat_map(without_accent);
    let letter = |character: char| match character {
        '0' => 'o',
        '1' | 'l' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    };
    let letters: String = plain.filter(char::is_ascii_alphanumeric).map(letter).collect();
    letters.replace("rn", "m").replace("vv", "w")
}

/// The ASCII spelling of an accented letter; any other character unchanged.
fn without_accent(letter: char) -> impl Iterator<Item = char> {
    let plain = match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ǐ' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ǒ' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ß' => "ss",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ǔ' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    };
    let unchanged = plain.is_empty().then_some(letter);
    plain.chars().chain(unchanged)
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
    fn reserved_names_and_their_look_alikes_are_known() {
        let reserved = ReservedNames::new("Point House 10");
        let is_reserved = |name: &str| reserved.contains(&Username::new(name).unwrap());
        let look_alikes =
            ["admin", "Adm1n", "ADM_lN", "__admin__", "m0derat0r", "De1eted", "pointhouse_lO"];
        let others = ["adrnin", "rnoderator", "4dmin", "m0d3rator", "d3leted", "p01n7h0u53_10"];
        for name in look_alikes.into_iter().chain(others) {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["administrator", "admins", "the_admin", "mod", "undeleted", "pointhouse"] {
            assert!(!is_reserved(name), "{name}");
        }
        for (site, name) in [
            ("Café Zoé", "cafezoe"),
            ("CAFÉ ZOÉ", "Cafe_Zoe"),
            ("Wault 88", "vvau1tbb"),
            ("Größe", "GROSSE"),
            ("Łódź Corner", "lodz_comer"),
        ] {
            let reserved = ReservedNames::new(site);
            assert!(reserved.contains(&Username::new(name).unwrap()), "{site}");
        }
        // A site's name without a character that a username may have reserves nothing.
        let words = ReservedNames::new("日本").0.len();
        assert_eq!(words, RESERVED.len());
    }

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
