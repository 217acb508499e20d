//! The accent colour: whether it can be read on the site's dark pages, and the nearest colour that can
//! (WCAG 2.2, contrast ratio).

use super::{ConfigError, refuse};

/// The lightest surface behind texts in the accent colour: `--color-ink-800` of the pages.
const PAGE: [u8; 3] = [0x1f, 0x1d, 0x23];
/// The lowest contrast of a text with the page.
const CONTRAST_MIN: f64 = 4.5;

/// Reads `#rrggbb`.
pub(crate) fn parse(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

/// Relative luminance, 0 to 1.
fn luminance(colour: [u8; 3]) -> f64 {
    let linear = |channel: u8| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The colour, mixed with as little white as makes it readable.
fn nearest(colour: [u8; 3]) -> [u8; 3] {
    let mixed = |white: u16| {
        colour.map(|channel| {
            let mixed = (u16::from(channel) * (100 - white) + 255 * white) / 100;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        })
    };
    (0..=100).map(mixed).find(|mixed| contrast(*mixed, PAGE) >= CONTRAST_MIN).unwrap_or([255; 3])
}

/// Checks that a colour is `#rrggbb` and readable; the error names the nearest one that is.
pub(super) fn check_accent(key: &'static str, text: &str) -> Result<(), ConfigError> {
    let Some(colour) = parse(text) else {
        return refuse(key, "must be a colour such as #f2c24d");
    };
    let ratio = contrast(colour, PAGE);
    if ratio >= CONTRAST_MIN {
        return Ok(());
    }
    let [red, green, blue] = nearest(colour);
    let text = format!(
        "is too dark to read on the pages (contrast {ratio:.1}, needs {CONTRAST_MIN}); \
         #{red:02x}{green:02x}{blue:02x} is the nearest that can be read"
    );
    refuse(key, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_accepted_when_it_can_be_read_on_the_pages() {
        for (text, expected) in [
            ("#f2c24d", None),
            ("#ffffff", None),
            ("#ff5a1f", None),
            ("#000000", Some("#878787")),
            ("#3b1fff", Some("#8371ff")),
            ("gold", Some("must be a colour")),
            ("#12345", Some("must be a colour")),
            ("#12345g", Some("must be a colour")),
            ("#+23456", Some("must be a colour")),
        ] {
            let refused = check_accent("brand.accent", text).err().map(|error| error.to_string());
            match (expected, &refused) {
                (None, None) => {}
                (Some(part), Some(reason)) => assert!(reason.contains(part), "{text}: {reason}"),
                _ => panic!("{text}: {refused:?}"),
            }
        }
    }

    #[test]
    fn the_nearest_colour_is_accepted() {
        for colour in [[0, 0, 0], [10, 200, 0], [60, 31, 255], [128, 0, 0]] {
            let [red, green, blue] = nearest(colour);
            let text = format!("#{red:02x}{green:02x}{blue:02x}");
            assert!(check_accent("brand.accent", &text).is_ok(), "{text}");
        }
    }
}
