//! The public form of a username.

/// Masks a name for everyone but its owner and admins: 1 or 2 characters keep the first, 3 or
/// 4 the first and the last, longer names two at each end. Every other character becomes an
/// asterisk. Characters are counted, not bytes: chat and casino names are not always ASCII.
pub fn mask_username(name: &str) -> String {
    let length = name.chars().count();
    let (front, back) = match length {
        0..=2 => (1, 0),
        3..=4 => (1, 1),
        _ => (2, 2),
    };
    let kept = |at: usize| at < front || at + back >= length;
    name.chars().enumerate().map(|(at, c)| if kept(at) { c } else { '*' }).collect()
}

#[cfg(test)]
mod tests {
    use super::mask_username;

    #[test]
    fn every_length_keeps_what_the_rule_says() {
        let cases = [
            ("", ""),
            ("a", "a"),
            ("ab", "a*"),
            ("abc", "a*c"),
            ("abcd", "a**d"),
            ("abcde", "ab*de"),
            ("abcdefgh", "ab****gh"),
            ("żółw", "ż**w"),
            ("日本語の名前", "日本**名前"),
        ];
        for (name, masked) in cases {
            assert_eq!(mask_username(name), masked, "{name}");
        }
    }
}
