//! The tones of the overlay around the accent colour. The server computes them, because broadcast
//! software may carry a browser without relative colours. `web/stream.html` has those of the default accent.

use std::fmt::Write;

use super::document::font_rule;
use crate::config::{HeadingFont, parse_colour};

/// A colour in OKLab: lightness, and two axes from green to red and from blue to yellow.
type Oklab = [f64; 3];

/// How each tone differs from the accent in OKLCH: added to its lightness, times its chroma, and added to its hue
/// in degrees.
const TONES: [(&str, f64, f64, f64); 7] = [
    ("pale", 0.119_17, 0.457_74, 6.872),
    ("light", 0.049_88, 0.794_05, 4.971),
    ("gold", -0.009_97, 0.985_26, 1.663),
    ("deep", -0.195_98, 0.901_21, -11.338),
    ("deepest", -0.375_01, 0.669_15, -17.062),
    ("edge", -0.501_66, 0.525_78, -20.7),
    ("ink", -0.602_4, 0.296_42, -14.849),
];

/// The style of an accent and a font, as an element of HTML.
pub(super) fn overlay_theme(accent: &str, font: HeadingFont) -> String {
    format!("<style>:root{{{}}}</style>", overlay_style(accent, font))
}

/// The declarations of an accent, `#rrggbb`, with its tones as the channels of `rgb()`, and of a font.
pub fn overlay_style(accent: &str, font: HeadingFont) -> String {
    let Some(colour) = parse_colour(accent) else { return String::new() };
    let [lightness, a, b] = to_oklab(colour);
    let (chroma, hue) = (a.hypot(b), b.atan2(a));
    let mut style = format!("--accent:{accent}");
    for (name, lighter, times, turned) in TONES {
        let (sin, cos) = (hue + turned.to_radians()).sin_cos();
        let tone = [lightness + lighter, chroma * times * cos, chroma * times * sin];
        let [red, green, blue] = to_channels(tone);
        let _ = write!(style, ";--{name}:{red:.0}, {green:.0}, {blue:.0}");
    }
    style + font_rule(font)
}

/// The sum of products of a row of a matrix.
fn weighted([x, y, z]: [f64; 3], [first, second, third]: [f64; 3]) -> f64 {
    x * first + y * second + z * third
}

fn to_oklab(colour: [u8; 3]) -> Oklab {
    let linear = colour.map(|channel| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let cones = [
        [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
        [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
        [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
    ]
    .map(|row| weighted(row, linear).cbrt());
    [
        [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
        [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
        [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
    ]
    .map(|row| weighted(row, cones))
}

/// The nearest colour of the screen, each channel from 0 to 255.
fn to_channels(colour: Oklab) -> [f64; 3] {
    let cones = [
        [1.0, 0.396_337_777_4, 0.215_803_757_3],
        [1.0, -0.105_561_345_8, -0.063_854_172_8],
        [1.0, -0.089_484_177_5, -1.291_485_548_0],
    ]
    .map(|row| weighted(row, colour).powi(3));
    [
        [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
        [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
        [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
    ]
    .map(|row| {
        let part = weighted(row, cones);
        let light =
            if part <= 0.003_130_8 { 12.92 * part } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        255.0 * light.clamp(0.0, 1.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../../web/stream.html");

    /// Name and channels of each tone.
    fn tones(accent: &str) -> Vec<(String, [i32; 3])> {
        let style = overlay_theme(accent, HeadingFont::Archivo);
        let rules = style.trim_end_matches("}</style>").split(";--").skip(1);
        rules
            .map(|rule| {
                let (name, channels) = rule.split_once(':').unwrap();
                let channels: Vec<i32> =
                    channels.split(", ").map(|channel| channel.parse().unwrap()).collect();
                (name.to_owned(), channels.try_into().unwrap())
            })
            .collect()
    }

    #[test]
    fn the_default_accent_has_the_tones_of_the_page() {
        let tones = tones("#f2c24d");
        assert_eq!(tones.len(), TONES.len());
        for (name, [red, green, blue]) in tones {
            let rule = format!("--{name}: {red}, {green}, {blue};");
            assert!(PAGE.contains(&rule), "{rule}");
        }
    }

    #[test]
    fn every_accent_has_its_tones_from_light_to_dark() {
        for accent in ["#4db8f2", "#ff5a1f", "#8371ff", "#ffffff"] {
            let sums: Vec<i32> =
                tones(accent).iter().map(|(_, channels)| channels.iter().sum()).collect();
            assert!(sums.is_sorted_by(|one, next| one >= next), "{accent}: {sums:?}");
        }
        let blue = tones("#4db8f2");
        assert!(blue.iter().all(|(_, [red, _, blue])| blue >= red), "{blue:?}");
        let grey = tones("#ffffff");
        assert!(
            grey.iter().all(|(_, [red, green, blue])| red == green && green == blue),
            "{grey:?}"
        );
    }
}
