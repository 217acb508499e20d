//! Scales and encodes uploaded pictures.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, imageops};

use super::PictureError;
use super::records::Purpose;
use crate::picture_file;

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
pub(super) fn redraw(bytes: Vec<u8>, purpose: Purpose) -> Result<Drawn, PictureError> {
    let picture = picture_file::decode(bytes).map_err(|_| PictureError::NoPicture)?;
    let scaled = match purpose {
        Purpose::Logo => within(picture, 480, 160),
        Purpose::Mark => filling(&picture, 192, 192),
        Purpose::Favicon => filling(&picture, 96, 96),
        Purpose::ShareImage => filling(&picture, 1200, 630),
        Purpose::Hero => within(picture, 1600, 1000),
        Purpose::Item => within(picture, 800, 800),
        Purpose::Challenge => within(picture, 960, 960),
    };
    let bytes = match purpose {
        Purpose::Logo | Purpose::Mark | Purpose::Favicon => png(&scaled),
        Purpose::ShareImage => QUALITIES.into_iter().find_map(|quality| jpeg(&scaled, quality)),
        Purpose::Hero | Purpose::Item | Purpose::Challenge => {
            QUALITIES.into_iter().find_map(|quality| webp(&scaled, quality))
        }
    };
    let bytes = bytes.ok_or(PictureError::NoPicture)?;
    Ok(Drawn { bytes, width: scaled.width(), height: scaled.height() })
}

/// Cuts the largest middle part with the ratio of these sides, and scales it. Cut first: a thin picture scaled to a
/// width would be higher than memory is large.
fn filling(picture: &DynamicImage, width: u32, height: u32) -> DynamicImage {
    let (own_width, own_height) = (u64::from(picture.width()), u64::from(picture.height()));
    let (wide, high) = (u64::from(width), u64::from(height));
    let part_width = own_width.min((own_height * wide / high).max(1));
    let part_height = own_height.min((own_width * high / wide).max(1));
    let side = |length: u64| u32::try_from(length).unwrap_or(u32::MAX);
    let (left, top) = ((own_width - part_width) / 2, (own_height - part_height) / 2);
    let part = picture.crop_imm(side(left), side(top), side(part_width), side(part_height));
    part.resize_exact(width, height, FilterType::CatmullRom)
}

/// Makes a picture smaller where it is larger than these sides.
fn within(picture: DynamicImage, width: u32, height: u32) -> DynamicImage {
    if picture.width() <= width && picture.height() <= height {
        return picture;
    }
    picture.resize(width, height, FilterType::CatmullRom)
}

fn png(picture: &DynamicImage) -> Option<Vec<u8>> {
    let mut out = Cursor::new(Vec::new());
    // In 8 bits per channel, whatever the upload had.
    let picture = DynamicImage::from(picture.to_rgba8());
    picture.write_to(&mut out, ImageFormat::Png).ok()?;
    fitting(out.into_inner())
}

fn jpeg(picture: &DynamicImage, quality: u8) -> Option<Vec<u8>> {
    let mut flat =
        DynamicImage::from(RgbImage::from_pixel(picture.width(), picture.height(), BACKGROUND));
    imageops::overlay(&mut flat, picture, 0, 0);
    let mut out = Vec::new();
    let flat = flat.to_rgb8();
    flat.write_with_encoder(JpegEncoder::new_with_quality(&mut out, quality)).ok()?;
    fitting(out)
}

fn webp(picture: &DynamicImage, quality: u8) -> Option<Vec<u8>> {
    let picture = picture.to_rgba8();
    let encoder = webp::Encoder::from_rgba(&picture, picture.width(), picture.height());
    fitting(encoder.encode(f32::from(quality)).to_vec())
}

fn fitting(bytes: Vec<u8>) -> Option<Vec<u8>> {
    (bytes.len() <= KEPT_BYTES_MAX).then_some(bytes)
}
