//! Names that look like the staff's or the site's (docs/decisions.md, E10).

use std::collections::HashSet;
use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// No name may begin or end with one of these.
const STAFF: [&str; 3] = ["admin", "moderator", "official"];
/// Reserved alone and with [`AFFIXES`], as are the names of the site and the streamer.
const TITLES: [&str; 8] =
    ["mod", "mods", "staff", "owner", "support", "streamer", "system", "team"];
/// Reserved alone.
const EXACT: [&str; 11] = [
    "root",
    "help",
    "bot",
    "kick",
    "host",
    "everyone",
    "here",
    "null",
    "pointhouse",
    "deleted",
    "formermember",
];
/// Words that make no other name of a title: `the_real_owner` is `owner`.
const AFFIXES: [&str; 21] = [
    "the", "real", "official", "its", "iam", "im", "mr", "tv", "live", "ttv", "stream", "bot",
    "mod", "mods", "admin", "team", "support", "staff", "yt", "hq", "alt",
];
/// Letters whose Unicode name begins with LATIN, in their composed form (Unicode 14).
const LATIN: [RangeInclusive<char>; 27] = [
    'A'..='Z',
    'a'..='z',
    '\u{c0}'..='\u{d6}',
    '\u{d8}'..='\u{f6}',
    '\u{f8}'..='\u{2af}',
    '\u{1d00}'..='\u{1d25}',
    '\u{1d62}'..='\u{1d65}',
    '\u{1d6b}'..='\u{1d77}',
    '\u{1d79}'..='\u{1d9a}',
    '\u{1e00}'..='\u{1eff}',
    '\u{2090}'..='\u{209c}',
    '\u{2184}'..='\u{2184}',
    '\u{2c60}'..='\u{2c7c}',
    '\u{2c7e}'..='\u{2c7f}',
    '\u{a722}'..='\u{a76f}',
    '\u{a771}'..='\u{a787}',
    '\u{a78b}'..='\u{a7ca}',
    '\u{a7d0}'..='\u{a7d1}',
    '\u{a7d3}'..='\u{a7d3}',
    '\u{a7d5}'..='\u{a7d9}',
    '\u{a7f5}'..='\u{a7f7}',
    '\u{a7fa}'..='\u{a7ff}',
    '\u{ab30}'..='\u{ab5a}',
    '\u{ab60}'..='\u{ab64}',
    '\u{ab66}'..='\u{ab68}',
    '\u{fb00}'..='\u{fb06}',
    '\u{1df00}'..='\u{1df1e}',
];

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameRefusal {
    /// A character that is not a Latin letter, a digit, `_`, `-`, `.` or a space.
    #[error("bad_character")]
    BadCharacter,
    /// The name of the site, the streamer or the staff, or one that looks like it.
    #[error("reserved")]
    Reserved,
}

/// Names that no member and no person of the panel may take.
#[derive(Clone, Debug)]
pub struct ReservedNames {
    staff: Vec<String>,
    exact: HashSet<String>,
    affixes: Vec<String>,
    /// Reserved alone and with affixes.
    bases: HashSet<String>,
}

impl ReservedNames {
    /// The words that are always reserved, and the names of the site and the streamer.
    pub fn new<'a>(own: impl IntoIterator<Item = &'a str>) -> Self {
        let bases = TITLES.into_iter().chain(own).map(skeleton);
        Self {
            staff: STAFF.into_iter().map(skeleton).collect(),
            exact: EXACT.into_iter().map(skeleton).collect(),
            affixes: AFFIXES.into_iter().map(skeleton).collect(),
            bases: bases.filter(|base| !base.is_empty()).collect(),
        }
    }

    /// Checks a name: its characters first, then what it looks like.
    pub fn check(&self, name: &str) -> Result<(), NameRefusal> {
        check_characters(name)?;
        if self.contains(name) { Err(NameRefusal::Reserved) } else { Ok(()) }
    }

    /// Whether a name is a reserved one, or looks like one. It is tried whole, and without the digits and underscores at
    /// its ends.
    pub fn contains(&self, name: &str) -> bool {
        let inner = name.trim_matches(|c: char| c.is_ascii_digit() || c == '_');
        [name, inner].into_iter().map(letters).any(|letters| self.is_reserved(&letters))
    }

    fn is_reserved(&self, letters: &str) -> bool {
        let whole = merge_pairs(letters);
        let staff = |word: &String| whole.starts_with(&**word) || whole.ends_with(&**word);
        // An affix is looked for before `rn` and `vv` are merged, too: `mr_nina` is not `mmina`.
        self.exact.contains(&whole)
            || self.staff.iter().any(staff)
            || [letters, &*whole].into_iter().any(|text| self.is_base_with_affixes(text))
    }

    /// Whether the text is one of the bases between any number of affixes.
    fn is_base_with_affixes(&self, text: &str) -> bool {
        let mut starts = vec![0];
        let mut at = 0;
        while let Some(&start) = starts.get(at) {
            let rest = text.get(start..).unwrap_or_default();
            let next = self.affixes.iter().filter(|affix| rest.starts_with(&***affix));
            let next: Vec<_> = next.map(|affix| start + affix.len()).collect();
            starts.extend(next.into_iter().filter(|end| !starts.contains(end)).collect::<Vec<_>>());
            at += 1;
        }
        let mut ends = vec![text.len()];
        let mut at = 0;
        while let Some(&end) = ends.get(at) {
            let rest = text.get(..end).unwrap_or_default();
            let next = self.affixes.iter().filter(|affix| rest.ends_with(&***affix));
            let next: Vec<_> = next.map(|affix| end - affix.len()).collect();
            ends.extend(next.into_iter().filter(|start| !ends.contains(start)).collect::<Vec<_>>());
            at += 1;
        }
        let is_base = |(start, end): (&usize, &usize)| {
            text.get(*start..*end).is_some_and(|base| self.bases.contains(&merge_pairs(base)))
        };
        starts.iter().any(|start| ends.iter().any(|end| is_base((start, end))))
    }
}

/// Refuses a name with a character that is not a Latin letter, a digit, `_`, `-`, `.` or a space. An
/// accent may come with its letter as one character or as two.
pub fn check_characters(name: &str) -> Result<(), NameRefusal> {
    let allowed = |c: char| {
        c.is_ascii_digit() || "_-. ".contains(c) || LATIN.iter().any(|range| range.contains(&c))
    };
    if name.nfc().all(allowed) { Ok(()) } else { Err(NameRefusal::BadCharacter) }
}

/// Names with the same skeleton look alike: without case, accents and marks, and with one spelling for characters that
/// are easily mistaken for each other.
pub fn skeleton(name: &str) -> String {
    merge_pairs(&letters(name))
}

/// Letters and digits of a name, in one spelling each.
fn letters(name: &str) -> String {
    let decomposed = name.nfc().flat_map(char::to_lowercase).nfkd();
    let plain = decomposed.filter(|c| !is_combining_mark(*c)).flat_map(plain_letters);
    plain.filter(|c| c.is_alphanumeric()).map(one_spelling).collect()
}

/// Merges two characters that look like one.
fn merge_pairs(letters: &str) -> String {
    letters.replace("rn", "m").replace("vv", "w")
}

fn one_spelling(character: char) -> char {
    match character {
        '0' => 'o',
        '1' | 'l' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
}

/// The ASCII spelling of Latin characters without a decomposition: with a stroke, two in one, and small capitals. Any
/// other character unchanged.
fn plain_letters(letter: char) -> impl Iterator<Item = char> {
    let plain = match letter {
        'ø' | 'ᴏ' => "o",
        'đ' | 'ᴅ' => "d",
        'ł' | 'ʟ' => "l",
        'ħ' | 'ʜ' => "h",
        'ı' | 'ɪ' => "i",
        'ŧ' | 'ᴛ' => "t",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ᴀ' => "a",
        'ʙ' => "b",
        'ᴄ' => "c",
        'ᴇ' => "e",
        'ꜰ' => "f",
        'ɢ' => "g",
        'ᴊ' => "j",
        'ᴋ' => "k",
        'ᴍ' => "m",
        'ɴ' => "n",
        'ᴘ' => "p",
        'ʀ' => "r",
        'ꜱ' => "s",
        'ᴜ' => "u",
        'ᴠ' => "v",
        'ᴡ' => "w",
        'ʏ' => "y",
        'ᴢ' => "z",
        _ => "",
    };
    let unchanged = plain.is_empty().then_some(letter);
    plain.chars().chain(unchanged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_of_the_own_names_are_reserved() {
        for (own, name) in [
            ("Café Zoé", "cafezoe"),
            ("CAFÉ ZOÉ", "Cafe_Zoe"),
            ("Wault 88", "vvau1tbb"),
            ("Größe", "GROSSE"),
            ("Łódź Corner", "the_lodz_comer_tv"),
            ("Nina", "mr_nina"),
            ("Point House 10", "p01n7h0u53_10"),
            ("Rory", "ᴀdmin"),
        ] {
            assert!(ReservedNames::new([own]).contains(name), "{own}: {name}");
        }
        // A site's name without a letter or digit reserves nothing.
        assert_eq!(ReservedNames::new(["!?"]).bases, ReservedNames::new([]).bases);
    }

    #[test]
    fn names_with_one_skeleton_look_alike() {
        for (one, other) in
            [("Rory Tate", "R0RY-TATE"), ("Zoë", "zoe"), ("Will", "W1ll"), ("modern", "modem")]
        {
            assert_eq!(skeleton(one), skeleton(other), "{one}");
        }
        assert_ne!(skeleton("Rory"), skeleton("Roryy"));
    }

    #[test]
    fn only_latin_letters_digits_and_four_marks_are_in_a_name() {
        for name in ["Jos\u{e9}", "Jose\u{301}", "A-b_c.d 9", "Łódź", "Straße"] {
            assert_eq!(check_characters(name), Ok(()), "{name}");
        }
        for name in
            ["\u{43e}wner", "\u{ff41}dmin", "a\u{200b}b", "a\u{202e}b", "日本", "a/b", "a\nb", "٣"]
        {
            assert_eq!(check_characters(name), Err(NameRefusal::BadCharacter), "{name}");
        }
    }
}
