//! Scales a picture while its rows arrive, so that only its small form is in memory.

use image::RgbaImage;

/// A pixel: red, green, blue and alpha.
pub(super) type Pixel = [u8; 4];
/// Sums of a pixel's parts. Colours count as much as they are opaque.
type Sums = [u64; 4];

/// Size of a drawn picture, in pixels.
#[derive(Clone, Copy, Debug)]
pub enum Fit {
    /// At most as wide and high. A smaller picture keeps its size.
    Within(u32, u32),
    /// Exactly as wide and high: the largest middle part with the ratio of these sides.
    Filling(u32, u32),
}

/// The part of a picture that is drawn, and its size then. Each in pixels, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    left: u32,
    top: u32,
    pub(super) part_width: u32,
    pub(super) part_height: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// `length * by / of`, rounded, at least 1.
fn share(length: u32, by: u32, of: u32) -> u32 {
    let of = u64::from(of.max(1));
    let product = u64::from(length) * u64::from(by);
    u32::try_from((product + of / 2) / of).unwrap_or(u32::MAX).max(1)
}

impl Fit {
    /// The same for a picture that is turned by 90 degrees afterwards.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Within(width, height) => Self::Within(height, width),
            Self::Filling(width, height) => Self::Filling(height, width),
        }
    }

    /// What is drawn of a picture of this size.
    pub(super) fn plan(self, own_width: u32, own_height: u32) -> Plan {
        let whole = Plan {
            left: 0,
            top: 0,
            part_width: own_width,
            part_height: own_height,
            width: own_width,
            height: own_height,
        };
        match self {
            Self::Within(width, height) if own_width <= width && own_height <= height => whole,
            Self::Within(width, height) => {
                let is_wide = u64::from(own_width) * u64::from(height)
                    >= u64::from(own_height) * u64::from(width);
                let (width, height) = if is_wide {
                    (width, share(own_height, width, own_width))
                } else {
                    (share(own_width, height, own_height), height)
                };
                Plan { width, height, ..whole }
            }
            Self::Filling(width, height) => {
                let part_width = own_width.min(share(own_height, width, height));
                let part_height = own_height.min(share(own_width, height, width));
                let (left, top) = ((own_width - part_width) / 2, (own_height - part_height) / 2);
                Plan { left, top, part_width, part_height, width, height }
            }
        }
    }
}

/// Takes the rows of a picture from top to bottom, and keeps the average of the pixels that become one.
pub(super) struct Scaler {
    plan: Plan,
    /// Size of what is kept: not larger than the part.
    width: u32,
    height: u32,
    /// Rows that arrived.
    row: u32,
    /// The newest row, in its new width.
    line: Vec<Sums>,
    /// The new row so far.
    sums: Vec<Sums>,
    /// How much of the new row is there: as many as the part is high when it is complete.
    filled: u64,
    kept: Vec<u8>,
}

impl Scaler {
    pub(super) fn new(plan: Plan) -> Self {
        let (width, height) = (plan.width.min(plan.part_width), plan.height.min(plan.part_height));
        let cells = usize::try_from(width).unwrap_or_default();
        let rows = usize::try_from(height).unwrap_or_default();
        Self {
            plan,
            width,
            height,
            row: 0,
            line: vec![[0; 4]; cells],
            sums: vec![[0; 4]; cells],
            filled: 0,
            kept: Vec::with_capacity(cells * rows * 4),
        }
    }

    /// Adds the next row of the whole picture.
    pub(super) fn add(&mut self, row: impl Iterator<Item = Pixel>) {
        let Plan { left, top, part_width, part_height, .. } = self.plan;
        let number = self.row;
        self.row += 1;
        if number < top || number - top >= part_height {
            return;
        }
        let skipped = usize::try_from(left).unwrap_or(usize::MAX);
        let taken = usize::try_from(part_width).unwrap_or_default();
        average(row.skip(skipped).take(taken), u64::from(part_width), &mut self.line);
        // A row of the picture is as high as there are new rows; a new row is as high as there are rows.
        let mut rest = u64::from(self.height);
        while rest > 0 {
            let part = rest.min(u64::from(part_height) - self.filled);
            for (sum, new) in self.sums.iter_mut().zip(&self.line) {
                for (sum, new) in sum.iter_mut().zip(new) {
                    *sum += new * part;
                }
            }
            (self.filled, rest) = (self.filled + part, rest - part);
            if self.filled == u64::from(part_height) {
                self.keep();
            }
        }
    }

    /// Keeps a new row that is complete.
    fn keep(&mut self) {
        let pixels = u64::from(self.plan.part_width) * u64::from(self.plan.part_height);
        for [red, green, blue, alpha] in &mut self.sums {
            let of_colour = |sum: u64| rounded(sum, *alpha);
            let pixel =
                [of_colour(*red), of_colour(*green), of_colour(*blue), rounded(*alpha, pixels)];
            self.kept.extend(pixel);
            (*red, *green, *blue, *alpha) = (0, 0, 0, 0);
        }
        self.filled = 0;
    }

    /// The scaled picture; `None` if rows are missing.
    pub(super) fn finish(self) -> Option<RgbaImage> {
        let Plan { width, height, .. } = self.plan;
        let kept = RgbaImage::from_raw(self.width, self.height, self.kept)?;
        if (width, height) == (self.width, self.height) {
            return Some(kept);
        }
        Some(RgbaImage::from_fn(width, height, |x, y| {
            image::Rgba(enlarged(&kept, width, height, x, y))
        }))
    }
}

/// `sum / of`, rounded; 0 if there is nothing.
fn rounded(sum: u64, of: u64) -> u8 {
    (sum + of / 2).checked_div(of).map_or(0, |value| u8::try_from(value).unwrap_or(u8::MAX))
}

/// The sums of `length` pixels over fewer cells. A pixel is as wide as there are cells, a cell as there are pixels.
fn average(pixels: impl Iterator<Item = Pixel>, length: u64, cells: &mut [Sums]) {
    let wide = u64::try_from(cells.len()).unwrap_or_default();
    let mut cells = cells.iter_mut();
    let Some(mut cell) = cells.next() else { return };
    *cell = [0; 4];
    let mut free = length;
    for [red, green, blue, alpha] in pixels {
        let alpha = u64::from(alpha);
        let mut rest = wide;
        while rest > 0 {
            let part = rest.min(free);
            let opaque = part * alpha;
            let [of_red, of_green, of_blue, of_alpha] = &mut *cell;
            *of_red += u64::from(red) * opaque;
            *of_green += u64::from(green) * opaque;
            *of_blue += u64::from(blue) * opaque;
            *of_alpha += opaque;
            (rest, free) = (rest - part, free - part);
            if free == 0 {
                let Some(next) = cells.next() else { return };
                (cell, free) = (next, length);
                *cell = [0; 4];
            }
        }
    }
}

/// A pixel of an enlarged picture: between the four that are nearest.
fn enlarged(from: &RgbaImage, width: u32, height: u32, x: u32, y: u32) -> Pixel {
    let near = |at: u32, length: u32, own: u32| {
        // The middle of the pixel, in halves of new pixels; `length * 2` of them are a pixel of the picture.
        let middle = u64::from(2 * at + 1) * u64::from(own);
        let whole = u64::from(length) * 2;
        let from_first = middle.saturating_sub(u64::from(length));
        let first = u32::try_from(from_first / whole).unwrap_or_default().min(own - 1);
        (first, (first + 1).min(own - 1), from_first % whole, whole)
    };
    let (left, right, over_x, whole_x) = near(x, width, from.width());
    let (top, bottom, over_y, whole_y) = near(y, height, from.height());
    let mut sums: Sums = [0; 4];
    for (at_x, at_y, weight) in [
        (left, top, (whole_x - over_x) * (whole_y - over_y)),
        (right, top, over_x * (whole_y - over_y)),
        (left, bottom, (whole_x - over_x) * over_y),
        (right, bottom, over_x * over_y),
    ] {
        let image::Rgba([red, green, blue, alpha]) = *from.get_pixel(at_x, at_y);
        let opaque = weight * u64::from(alpha);
        let parts =
            [u64::from(red) * opaque, u64::from(green) * opaque, u64::from(blue) * opaque, opaque];
        for (sum, part) in sums.iter_mut().zip(parts) {
            *sum += part;
        }
    }
    let [red, green, blue, alpha] = sums;
    [
        rounded(red, alpha),
        rounded(green, alpha),
        rounded(blue, alpha),
        rounded(alpha, whole_x * whole_y),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(fit: Fit, width: u32, height: u32, pixel: impl Fn(u32, u32) -> Pixel) -> RgbaImage {
        let mut scaler = Scaler::new(fit.plan(width, height));
        for y in 0..height {
            scaler.add((0..width).map(|x| pixel(x, y)));
        }
        scaler.finish().unwrap()
    }

    #[test]
    fn a_pixel_is_the_average_of_those_that_it_covers() {
        let drawn = scaled(Fit::Within(2, 2), 3, 3, |x, y| {
            [u8::try_from(90 * x + 9 * y).unwrap(), 0, 0, 255]
        });
        // Two thirds of a row and a third of the next: (0 * 2 + 90) / 3 and (90 + 180 * 2) / 3.
        let reds: Vec<u8> = drawn.pixels().map(|pixel| pixel.0[0]).collect();
        assert_eq!(reds, [33, 153, 45, 165]);
        // Transparent pixels lend no colour.
        let drawn = scaled(Fit::Within(1, 1), 2, 1, |x, _| {
            if x == 0 { [200, 100, 50, 255] } else { [0, 0, 0, 0] }
        });
        assert_eq!(drawn.get_pixel(0, 0).0, [200, 100, 50, 128]);
    }

    #[test]
    fn a_picture_keeps_its_size_its_ratio_or_its_middle() {
        for (fit, own, size) in [
            (Fit::Within(800, 800), (600, 300), (600, 300)),
            (Fit::Within(480, 160), (600, 300), (320, 160)),
            (Fit::Within(800, 800), (1, 4096), (1, 800)),
            (Fit::Within(800, 800), (4096, 1), (800, 1)),
            (Fit::Filling(1200, 630), (1, 4096), (1200, 630)),
            (Fit::Filling(192, 192), (600, 300), (192, 192)),
        ] {
            let drawn = scaled(fit, own.0, own.1, |_, _| [7, 8, 9, 255]);
            assert_eq!(drawn.dimensions(), size, "{fit:?} of {own:?}");
            assert!(drawn.pixels().all(|pixel| pixel.0 == [7, 8, 9, 255]), "{fit:?} of {own:?}");
        }
        let middle = Fit::Filling(100, 100).plan(600, 300);
        assert_eq!(
            (middle.left, middle.top, middle.part_width, middle.part_height),
            (150, 0, 300, 300)
        );
        let drawn =
            scaled(Fit::Filling(4, 4), 2, 2, |x, _| [u8::try_from(100 * x).unwrap(), 0, 0, 255]);
        let reds: Vec<u8> = drawn.pixels().take(4).map(|pixel| pixel.0[0]).collect();
        assert_eq!(reds, [0, 25, 75, 100]);
    }

    #[test]
    fn a_picture_without_its_last_rows_is_none() {
        let mut scaler = Scaler::new(Fit::Within(2, 2).plan(4, 4));
        (0..3).for_each(|_| scaler.add([[1, 2, 3, 255]; 4].into_iter()));
        assert!(scaler.finish().is_none());
    }
}
