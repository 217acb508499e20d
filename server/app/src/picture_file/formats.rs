//! Decodes the formats of pictures. The header of each says what decoding takes before anything is decoded.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, Limits, RgbaImage};
use jpeg_decoder::{CodingProcess, ImageInfo, PixelFormat};
use png::{ColorType as PngColour, Transformations};

use super::scaling::{Fit, Pixel, Plan, Scaler};
use super::{SIDE_MAX, UploadError};

/// Memory for the chunks beside the pixels of a PNG, in bytes.
const PNG_CHUNKS_BYTES_MAX: usize = 1 << 20;
/// Most passes over a JPEG. Each may touch every pixel, whatever its size in the file; programs write about ten.
const JPEG_SCANS_MAX: usize = 100;

fn broken<E>(_: E) -> UploadError {
    UploadError::NotAPicture
}

/// Decodes a picture, upright and scaled. `budget` is what decoding may allocate, in bytes.
///
/// # Errors
/// It is not a picture, or would take more than the budget.
pub(super) fn draw(bytes: &[u8], fit: Fit, budget: u64) -> Result<RgbaImage, UploadError> {
    match image::guess_format(bytes).map_err(broken)? {
        ImageFormat::Png => png(bytes, fit, budget),
        ImageFormat::Jpeg => jpeg(bytes, fit, budget),
        ImageFormat::WebP => webp(bytes, fit, budget),
        ImageFormat::Gif => {
            whole(GifDecoder::new(Cursor::new(bytes)).map_err(broken)?, fit, (4, budget))
        }
        _ => Err(UploadError::NotAPicture),
    }
}

/// The size of a picture, in pixels.
fn size((width, height): (u32, u32)) -> Result<(u32, u32), UploadError> {
    let is_fine = |side| (1..=SIDE_MAX).contains(&side);
    if is_fine(width) && is_fine(height) {
        Ok((width, height))
    } else {
        Err(UploadError::NotAPicture)
    }
}

fn check(bytes: u64, budget: u64) -> Result<(), UploadError> {
    if bytes <= budget { Ok(()) } else { Err(UploadError::OverBudget) }
}

/// Phones store photos unrotated, with an orientation tag.
fn orientation(exif: Option<&[u8]>) -> Orientation {
    exif.and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms)
}

/// How the unrotated picture is scaled.
fn unrotated(fit: Fit, upright: Orientation) -> Fit {
    match upright {
        Orientation::Rotate90
        | Orientation::Rotate270
        | Orientation::Rotate90FlipH
        | Orientation::Rotate270FlipH => fit.turned(),
        Orientation::NoTransforms
        | Orientation::Rotate180
        | Orientation::FlipHorizontal
        | Orientation::FlipVertical => fit,
    }
}

fn finish(scaler: Scaler, upright: Orientation) -> Result<RgbaImage, UploadError> {
    let scaled = scaler.finish().ok_or(UploadError::NotAPicture)?;
    let mut picture = DynamicImage::ImageRgba8(scaled);
    picture.apply_orientation(upright);
    Ok(picture.into_rgba8())
}

/// How the pixels of a row are stored.
#[derive(Clone, Copy)]
enum Channels {
    Grey,
    GreyAlpha,
    Rgb,
    Rgba,
    Cmyk,
}

impl Channels {
    const fn count(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::GreyAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }

    fn pixel(self, bytes: &[u8]) -> Pixel {
        match (self, bytes) {
            (_, &[grey]) => [grey, grey, grey, u8::MAX],
            (_, &[grey, alpha]) => [grey, grey, grey, alpha],
            (_, &[red, green, blue]) => [red, green, blue, u8::MAX],
            (Self::Cmyk, &[cyan, magenta, yellow, black]) => {
                let part = |ink: u8| {
                    let light = u16::from(u8::MAX - ink) * u16::from(u8::MAX - black);
                    u8::try_from(light / u16::from(u8::MAX)).unwrap_or(u8::MAX)
                };
                [part(cyan), part(magenta), part(yellow), u8::MAX]
            }
            (_, &[red, green, blue, alpha]) => [red, green, blue, alpha],
            _ => [0; 4],
        }
    }

    fn add(self, scaler: &mut Scaler, row: &[u8]) {
        scaler.add(row.chunks_exact(self.count()).map(|bytes| self.pixel(bytes)));
    }

    /// Adds the rows of a picture that is decoded whole.
    fn add_all(self, scaler: &mut Scaler, pixels: &[u8], width: u32) {
        let width = usize::try_from(width).unwrap_or_default().max(1);
        pixels.chunks_exact(width * self.count()).for_each(|row| self.add(scaler, row));
    }
}

/// Row by row in 8 bits per channel. Only an interlaced picture is in memory whole.
fn png(bytes: &[u8], fit: Fit, budget: u64) -> Result<RgbaImage, UploadError> {
    let limits = png::Limits { bytes: PNG_CHUNKS_BYTES_MAX };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(broken)?;
    let (width, height) = size(header.size())?;
    let mut reader = decoder.read_info().map_err(broken)?;
    let channels = match reader.output_color_type().0 {
        PngColour::Grayscale => Channels::Grey,
        PngColour::GrayscaleAlpha => Channels::GreyAlpha,
        PngColour::Rgb => Channels::Rgb,
        PngColour::Rgba => Channels::Rgba,
        PngColour::Indexed => return Err(UploadError::NotAPicture),
    };
    let upright = orientation(reader.info().exif_metadata.as_deref());
    let mut scaler = Scaler::new(unrotated(fit, upright).plan(width, height));
    if reader.info().interlaced {
        let whole = reader.output_buffer_size().ok_or(UploadError::OverBudget)?;
        check(u64::try_from(whole).unwrap_or(u64::MAX), budget)?;
        let mut pixels = vec![0; whole];
        reader.next_frame(&mut pixels).map_err(broken)?;
        channels.add_all(&mut scaler, &pixels, width);
    } else {
        while let Some(row) = reader.next_row().map_err(broken)? {
            channels.add(&mut scaler, row.data());
        }
    }
    finish(scaler, upright)
}

/// At the smallest of 1/8, 1/4, 1/2 and 1 that is large enough, or the largest that the budget allows.
fn jpeg(bytes: &[u8], fit: Fit, budget: u64) -> Result<RgbaImage, UploadError> {
    // Within a scan a byte of 0xff is followed by 0 or the number of a restart.
    let scans = bytes.windows(2).filter(|pair| pair == &[0xff, 0xda]).count();
    if scans > JPEG_SCANS_MAX {
        return Err(UploadError::NotAPicture);
    }
    let mut decoder = jpeg_decoder::Decoder::new(Cursor::new(bytes));
    decoder.read_info().map_err(broken)?;
    let info = decoder.info().ok_or(UploadError::NotAPicture)?;
    size((info.width.into(), info.height.into()))?;
    let channels = match info.pixel_format {
        PixelFormat::L8 => Channels::Grey,
        PixelFormat::RGB24 => Channels::Rgb,
        PixelFormat::CMYK32 => Channels::Cmyk,
        PixelFormat::L16 => return Err(UploadError::NotAPicture),
    };
    // Only pictures of medicine are stored without loss.
    if info.coding_process == CodingProcess::Lossless {
        return Err(UploadError::NotAPicture);
    }
    let upright = orientation(decoder.exif_data());
    let fit = unrotated(fit, upright);
    let eighths = eighths(&info, fit, budget)?;
    // The library takes the smallest scale whose width or height is at least this.
    let width = u16::try_from(scaled(info.width, eighths)).map_err(broken)?;
    let (width, height) = decoder.scale(width, u16::MAX).map_err(broken)?;
    decoder.set_max_decoding_buffer_size(usize::try_from(budget).unwrap_or(usize::MAX));
    let pixels = decoder.decode().map_err(broken)?;
    let mut scaler = Scaler::new(fit.plan(width.into(), height.into()));
    channels.add_all(&mut scaler, &pixels, width.into());
    finish(scaler, upright)
}

fn scaled(side: u16, eighths: u32) -> u32 {
    (u32::from(side) * eighths).div_ceil(8)
}

/// The scale at which a JPEG is decoded.
fn eighths(info: &ImageInfo, fit: Fit, budget: u64) -> Result<u32, UploadError> {
    let channels = u64::try_from(info.pixel_format.pixel_bytes()).unwrap_or(u64::MAX);
    let padded = |side: u16, eighths| u64::from(scaled(side.next_multiple_of(32), eighths));
    let bytes = |eighths| {
        let pixels = |eighths| padded(info.width, eighths) * padded(info.height, eighths);
        // Each channel, and the pixels.
        let shown = 2 * channels * pixels(eighths);
        match info.coding_process {
            // All coefficients of two bytes each, and those of one channel again.
            CodingProcess::DctProgressive => shown + 2 * (channels + 1) * pixels(8),
            CodingProcess::DctSequential | CodingProcess::Lossless => shown,
        }
    };
    let Plan { part_width, part_height, width, height, .. } =
        fit.plan(info.width.into(), info.height.into());
    let is_enough =
        |eighths: &u32| part_width * eighths >= width * 8 && part_height * eighths >= height * 8;
    let wanted = [1, 2, 4].into_iter().find(is_enough).unwrap_or(8);
    let mut fitting =
        [8, 4, 2, 1].into_iter().filter(|eighths| *eighths <= wanted && bytes(*eighths) <= budget);
    fitting.next().ok_or(UploadError::OverBudget)
}

fn webp(bytes: &[u8], fit: Fit, budget: u64) -> Result<RgbaImage, UploadError> {
    let decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    let has_alpha = decoder.color_type() == ColorType::Rgba8;
    // What the decoder allocates for a pixel beside the pixel itself, in bytes.
    let beside = if decoder.has_animation() {
        // A frame with its luma, chroma and transparency.
        12
    } else if has_alpha {
        // Luma and chroma in 1.5, transparency in 5.
        7
    } else {
        // A pixel with transparency, when it is stored without loss.
        5
    };
    whole(decoder, fit, (beside, budget))
}

/// Decodes a picture whole. `beside` are the bytes that the decoder takes for a pixel beside the pixel itself.
fn whole(
    mut decoder: impl ImageDecoder,
    fit: Fit,
    (beside, budget): (u64, u64),
) -> Result<RgbaImage, UploadError> {
    let (width, height) = size(decoder.dimensions())?;
    let pixels = u64::from(width) * u64::from(height);
    check(decoder.total_bytes() + pixels * beside, budget)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(budget - decoder.total_bytes());
    decoder.set_limits(limits).map_err(broken)?;
    let upright = decoder.orientation().map_err(broken)?;
    let channels = match decoder.color_type() {
        ColorType::Rgb8 => Channels::Rgb,
        ColorType::Rgba8 => Channels::Rgba,
        _ => return Err(UploadError::NotAPicture),
    };
    let picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    let mut scaler = Scaler::new(unrotated(fit, upright).plan(width, height));
    channels.add_all(&mut scaler, picture.as_bytes(), width);
    finish(scaler, upright)
}

#[cfg(test)]
mod tests {
    use image::ImageEncoder;
    use image::codecs::webp::WebPEncoder;

    use super::*;

    const MEGABYTE: u64 = 1 << 20;
    const UNSCALED: Fit = Fit::Within(4096, 4096);

    /// Of different colours, in the middle half transparent.
    fn colours() -> DynamicImage {
        let pixel = |x: u32, y: u32| {
            let part = |value: u32| u8::try_from(value % 256).unwrap();
            let alpha = if (8..24).contains(&x) { 128 } else { 255 };
            image::Rgba([part(9 * x), part(11 * y), part(5 * x * y), alpha])
        };
        DynamicImage::ImageRgba8(RgbaImage::from_fn(33, 21, pixel))
    }

    fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, format).unwrap();
        file.into_inner()
    }

    fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
        let mut sum = flate2::Crc::new();
        sum.update(name);
        sum.update(data);
        let length = u32::try_from(data.len()).unwrap();
        [&length.to_be_bytes(), name, data, &sum.sum().to_be_bytes()].concat()
    }

    /// The beginning of a PNG with RGBA in 8 bits.
    fn png_header(side: u32, interlaced: bool) -> Vec<u8> {
        let size = [side.to_be_bytes(), side.to_be_bytes()].concat();
        let header = chunk(b"IHDR", &[&size[..], &[8, 6, 0, 0, u8::from(interlaced)]].concat());
        [b"\x89PNG\r\n\x1a\n", &header[..], &chunk(b"IDAT", &[0x78, 0x9c])].concat()
    }

    fn jpeg_header(side: u16, start_of_frame: u8) -> Vec<u8> {
        let [high, low] = side.to_be_bytes();
        let channels = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
        let frame = [0xff, start_of_frame, 0, 17, 8, high, low, high, low, 3];
        [&[0xff, 0xd8][..], &frame, &channels].concat()
    }

    fn webp_header(side: u32) -> Vec<u8> {
        let size = (side - 1) | ((side - 1) << 14);
        let data = [&[0x2f][..], &size.to_le_bytes(), &[0; 7]].concat();
        let inner = [b"WEBPVP8L", &12_u32.to_le_bytes()[..], &data].concat();
        [b"RIFF", &u32::try_from(inner.len()).unwrap().to_le_bytes()[..], &inner].concat()
    }

    fn gif_header(side: u16) -> Vec<u8> {
        let [low, high] = side.to_le_bytes();
        // With a palette of two colours and the head of a frame.
        let screen = [low, high, low, high, 0x80, 0, 0, 0, 0, 0, 9, 9, 9];
        [b"GIF89a", &screen[..], &[0x2c, 0, 0, 0, 0, low, high, low, high, 0, 2]].concat()
    }

    #[test]
    fn the_header_says_what_takes_too_much_before_anything_is_decoded() {
        let bytes_max = 8 * MEGABYTE;
        for (name, file) in [
            ("interlaced PNG", png_header(2048, true)),
            ("progressive JPEG", jpeg_header(2048, 0xc2)),
            ("WebP", webp_header(2048)),
            ("GIF", gif_header(2048)),
        ] {
            let refused = draw(&file, Fit::Filling(256, 256), bytes_max).unwrap_err();
            assert!(matches!(refused, UploadError::OverBudget), "{name}: {refused}");
        }
        // These are scaled while they are decoded, so only the missing rest is refused.
        for (name, file) in [("PNG", png_header(4096, false)), ("JPEG", jpeg_header(4096, 0xc0))] {
            let refused = draw(&file, Fit::Filling(256, 256), bytes_max).unwrap_err();
            assert!(matches!(refused, UploadError::NotAPicture), "{name}: {refused}");
        }
        for file in
            [png_header(4097, false), jpeg_header(4097, 0xc0), webp_header(4097), gif_header(4097)]
        {
            let refused = draw(&file, UNSCALED, u64::MAX).unwrap_err();
            assert!(matches!(refused, UploadError::NotAPicture), "{refused}");
        }
    }

    #[test]
    fn a_jpeg_is_decoded_at_the_scale_that_is_needed_and_fits() {
        for (side, process, fit, bytes_max, expected) in [
            (4096, 0xc0, Fit::Filling(256, 256), 8, Some(1)),
            (4096, 0xc0, Fit::Within(800, 800), 8, Some(2)),
            (4096, 0xc0, Fit::Within(1600, 1600), 8, Some(2)),
            (4096, 0xc0, Fit::Within(1600, 1600), 128, Some(4)),
            (900, 0xc0, Fit::Within(800, 800), 8, Some(8)),
            (1000, 0xc2, Fit::Filling(256, 256), 8, None),
            (4096, 0xc2, Fit::Filling(256, 256), 8, None),
            (3900, 0xc2, Fit::Filling(256, 256), 128, Some(1)),
        ] {
            let mut decoder = jpeg_decoder::Decoder::new(Cursor::new(jpeg_header(side, process)));
            decoder.read_info().unwrap();
            let found = eighths(&decoder.info().unwrap(), fit, bytes_max * MEGABYTE).ok();
            assert_eq!(found, expected, "{side}, {process:#x}, {fit:?}, {bytes_max}");
        }
    }

    #[test]
    fn every_kind_of_pixel_is_read_as_it_is() {
        let picture = colours();
        for kind in [
            DynamicImage::from(picture.to_luma8()),
            DynamicImage::from(picture.to_luma_alpha8()),
            DynamicImage::from(picture.to_rgb8()),
            picture.clone(),
            DynamicImage::from(picture.to_luma16()),
            DynamicImage::from(picture.to_luma_alpha16()),
            DynamicImage::from(picture.to_rgb16()),
            DynamicImage::from(picture.to_rgba16()),
        ] {
            let drawn = draw(&encoded(&kind, ImageFormat::Png), UNSCALED, MEGABYTE).unwrap();
            // Of 16 bits the first 8 are taken, and rounded here.
            let other = kind.to_rgba8();
            let parts = drawn.iter().zip(other.iter());
            assert!(
                parts.map(|(one, two)| one.abs_diff(*two)).max() <= Some(1),
                "{:?}",
                kind.color()
            );
        }
        for kind in [DynamicImage::from(picture.to_rgb8()), picture.clone()] {
            let drawn = draw(&encoded(&kind, ImageFormat::WebP), UNSCALED, MEGABYTE).unwrap();
            assert!(drawn == kind.to_rgba8(), "{:?}", kind.color());
        }
        let opaque = DynamicImage::from(picture.to_rgb8());
        for (format, most) in [(ImageFormat::Jpeg, 8), (ImageFormat::Gif, 0)] {
            let file = encoded(&opaque, format);
            let other = image::load_from_memory(&file).unwrap().to_rgba8();
            let drawn = draw(&file, UNSCALED, MEGABYTE).unwrap();
            let parts = drawn.iter().zip(other.iter());
            assert!(parts.map(|(one, two)| one.abs_diff(*two)).max() <= Some(most), "{format:?}");
        }
    }

    #[test]
    fn a_turned_picture_is_upright() {
        // Lies on its left side: the upper half is what the file has on the left.
        let lying = RgbaImage::from_fn(40, 20, |x, _| {
            image::Rgba([if x < 20 { 250 } else { 5 }, 0, 0, 255])
        });
        let exif: Vec<u8> = [
            b"II*\0",
            &8_u32.to_le_bytes()[..],
            &[1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
        ]
        .concat();
        let mut file = Vec::new();
        let mut encoder = WebPEncoder::new_lossless(&mut file);
        encoder.set_exif_metadata(exif.clone()).unwrap();
        encoder.write_image(&lying, 40, 20, image::ExtendedColorType::Rgba8).unwrap();
        let jpeg =
            encoded(&DynamicImage::from(lying.clone()).into_rgb8().into(), ImageFormat::Jpeg);
        let marker = [b"Exif\0\0", &exif[..]].concat();
        let length = u16::try_from(marker.len() + 2).unwrap().to_be_bytes();
        let jpeg = [&jpeg[..2], &[0xff, 0xe1], &length, &marker, &jpeg[2..]].concat();
        let png = encoded(&lying.into(), ImageFormat::Png);
        // After the signature and the header.
        let png = [&png[..33], &chunk(b"eXIf", &exif), &png[33..]].concat();
        for (name, file) in [("WebP", file), ("JPEG", jpeg), ("PNG", png)] {
            let drawn = draw(&file, Fit::Within(10, 30), MEGABYTE).unwrap();
            assert_eq!(drawn.dimensions(), (10, 20), "{name}");
            let [upper, lower] = [2, 17].map(|y| drawn.get_pixel(5, y).0[0]);
            assert!(upper > 200 && lower < 50, "{name}: {upper}, {lower}");
        }
    }

    #[test]
    fn a_jpeg_of_many_passes_and_half_a_picture_are_refused() {
        let jpeg = encoded(&colours().into_rgb8().into(), ImageFormat::Jpeg);
        let passes = [&jpeg[..], &[0xff, 0xda].repeat(JPEG_SCANS_MAX)].concat();
        assert!(matches!(draw(&passes, UNSCALED, MEGABYTE), Err(UploadError::NotAPicture)));
        for format in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
            let file = encoded(&colours(), format);
            let half = &file[..file.len() / 2];
            assert!(
                matches!(draw(half, UNSCALED, MEGABYTE), Err(UploadError::NotAPicture)),
                "{format:?}"
            );
        }
    }
}
