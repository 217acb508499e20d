//! Names in answers of services, as they can be shown.

/// The visible part of a text, at most `most` characters; `None` if nothing of it can be seen. Signs without a shape and signs
/// that turn the direction of writing would let two names look alike, or turn the text around them.
pub fn visible(text: &str, most: usize) -> Option<String> {
    let clean: String = text.chars().filter(|sign| !is_invisible(*sign)).collect();
    let clean = clean.trim();
    (!clean.is_empty()).then(|| clean.chars().take(most).collect())
}

/// Control characters, Unicode's format characters, and signs that are drawn as nothing.
fn is_invisible(sign: char) -> bool {
    sign.is_control()
        || matches!(
            sign,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_seen_is_kept() {
        for (text, seen) in [
            (" Emu ", Some("Emu")),
            ("E\u{200b}m\u{202e}u\n", Some("Emu")),
            ("Jürgen 猫", Some("Jürgen 猫")),
            ("\u{200b}\u{2060}\u{3164}", None),
            ("\u{200f} \u{feff}", None),
            ("", None),
        ] {
            assert_eq!(visible(text, 10).as_deref(), seen, "{text:?}");
        }
        assert_eq!(visible("abcdef", 3).as_deref(), Some("abc"));
    }
}
