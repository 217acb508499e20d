//! Uploaded pictures: they are decoded within limits and encoded again, never served as uploaded
//! (docs/decisions.md, E3).

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

/// Largest upload, in bytes.
pub const FILE_BYTES_MAX: usize = 5 * 1024 * 1024;
/// Longest side of an uploaded picture, in pixels.
const SIDE_MAX: u32 = 4096;
/// Memory that decoding may take, in bytes: a picture of the largest size, twice.
const DECODE_BYTES_MAX: u64 = 2 * 4 * 4096 * 4096;

/// Decodes the first frame of a picture, upright. Slow: must not run on a serving thread.
///
/// # Errors
/// It is no PNG, JPEG, WebP or GIF, or is too large.
pub fn decode(bytes: Vec<u8>) -> image::ImageResult<DynamicImage> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(DECODE_BYTES_MAX);
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    if reader.format() == Some(ImageFormat::Gif) {
        let mut decoder = GifDecoder::new(reader.into_inner())?;
        decoder.set_limits(limits)?;
        return DynamicImage::from_decoder(decoder);
    }
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let upright = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    // Phones store photos unrotated, with an orientation tag.
    picture.apply_orientation(upright);
    Ok(picture)
}
