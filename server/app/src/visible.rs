//! Texts from outside, as they can be shown: names in answers of services, and what is typed.

use std::borrow::Cow;

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

/// A text that was typed, without signs that turn the direction of writing or take no place. What joins letters and emoji stays,
/// unless nothing of the text can be seen: then it is empty.
pub fn typed(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_invisible) {
        return text.into();
    }
    if visible(text, 1).is_none() && !text.trim().is_empty() {
        return "".into();
    }
    text.chars().filter(|sign| !is_invisible(*sign) || joins(*sign) || sign.is_control()).collect()
}

/// Joiners, and what chooses between the shapes of a sign.
fn joins(sign: char) -> bool {
    matches!(sign, '\u{200c}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0020}'..='\u{e007f}')
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

    #[test]
    fn what_is_typed_keeps_lines_joiners_and_shapes() {
        for (text, kept) in [
            ("Friday drop", "Friday drop"),
            ("one\n\ttwo", "one\n\ttwo"),
            ("\u{202e}drop\u{2069} now\u{200b}", "drop now"),
            (
                "\u{2764}\u{fe0f} \u{1f469}\u{200d}\u{1f680}",
                "\u{2764}\u{fe0f} \u{1f469}\u{200d}\u{1f680}",
            ),
            ("\u{200d}\u{fe0f} \u{200b}", ""),
            (" \n", " \n"),
            ("", ""),
        ] {
            assert_eq!(typed(text), kept, "{text:?}");
        }
    }
}
