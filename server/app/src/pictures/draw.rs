//! Scales and encodes uploaded pictures.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::records::Purpose;
use crate::picture_file::{Fit, Received, UploadError};

/// Largest stored picture, in bytes.
const KEPT_BYTES_MAX: usize = 400 * 1024;
/// Qualities, tried in order until the picture is small enough.
const QUALITIES: [u8; 4] = [86, 72, 55, 30];
/// Behind transparent parts of a share image: the pages' background.
const BACKGROUND: Rgb<u8> = Rgb([0x11, 0x0e, 0x12]);

/// A picture to store.
pub(super) struct Drawn {
    pub(super) bytes: Vec<u8>,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Decodes a picture, scales it by its purpose and encodes it again. Slow: must not run on a serving thread.
///
/// # Errors
/// It is not a picture, or is too large.
pub(super) fn redraw(picture: Received<'_>, purpose: Purpose) -> Result<Drawn, UploadError> {
    let scaled = picture.scaled(match purpose {
        Purpose::Logo => Fit::Within(480, 160),
        Purpose::Mark => Fit::Filling(192, 192),
        Purpose::Favicon => Fit::Filling(96, 96),
        Purpose::ShareImage => Fit::Filling(1200, 630),
        Purpose::Hero => Fit::Within(1600, 1000),
        Purpose::Item => Fit::Within(800, 800),
        Purpose::Challenge => Fit::Within(960, 960),
    })?;
    let bytes = match purpose {
        Purpose::Logo | Purpose::Mark | Purpose::Favicon => png(&scaled),
        Purpose::ShareImage => QUALITIES.into_iter().find_map(|quality| jpeg(&scaled, quality)),
        Purpose::Hero | Purpose::Item | Purpose::Challenge => {
            QUALITIES.into_iter().find_map(|quality| webp(&scaled, quality))
        }
    };
    let bytes = bytes.ok_or(UploadError::NotAPicture)?;
    Ok(Drawn { bytes, width: scaled.width(), height: scaled.height() })
}

fn png(picture: &RgbaImage) -> Option<Vec<u8>> {
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, ImageFormat::Png).ok()?;
    fitting(out.into_inner())
}

fn jpeg(picture: &RgbaImage, quality: u8) -> Option<Vec<u8>> {
    let flat = RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let Rgba([red, green, blue, alpha]) = *picture.get_pixel(x, y);
        let Rgb([behind_red, behind_green, behind_blue]) = BACKGROUND;
        let over = |front: u8, behind: u8| {
            let (front, behind, alpha) = (u16::from(front), u16::from(behind), u16::from(alpha));
            let both = front * alpha + behind * (255 - alpha);
            u8::try_from((both + 127) / 255).unwrap_or(u8::MAX)
        };
        Rgb([over(red, behind_red), over(green, behind_green), over(blue, behind_blue)])
    });
    let mut out = Vec::new();
    flat.write_with_encoder(JpegEncoder::new_with_quality(&mut out, quality)).ok()?;
    fitting(out)
}

fn webp(picture: &RgbaImage, quality: u8) -> Option<Vec<u8>> {
    let encoder = webp::Encoder::from_rgba(picture, picture.width(), picture.height());
    fitting(encoder.encode(f32::from(quality)).to_vec())
}

fn fitting(bytes: Vec<u8>) -> Option<Vec<u8>> {
    (bytes.len() <= KEPT_BYTES_MAX).then_some(bytes)
}
