//! The preset of weighted bands.

use serde::{Deserialize, Serialize};

use super::{MAX_TARGET_LIMIT, MIN_RESULT};
use crate::Hundredths;
use crate::expected_return::Fraction;
use crate::fairness::DrawSource;
use crate::tables::TableError;
use crate::weights::entry_at;

/// The weights of all bands add up to this.
const TOTAL_WEIGHT: u32 = 100_000;

/// Bands of results; inside a band every hundredth is equally likely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Classic {
    /// The bands in rising order. Their weights add up to 100000.
    pub bands: Vec<Band>,
}

/// One band of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Chance of the band out of 100000.
    pub weight: u32,
    /// Lowest result.
    pub lo: Hundredths,
    /// Highest result.
    pub hi: Hundredths,
}

impl Band {
    fn width(&self) -> u64 {
        self.hi.units() - self.lo.units() + 1
    }
}

impl Classic {
    /// Checks that the bands rise without overlap and that their weights add up.
    pub(super) fn validate(&self) -> Result<(), TableError> {
        let error = |problem: String| TableError::new("limbo", "classic.bands", problem);
        let mut free_from = MIN_RESULT;
        let mut weights = 0u32;
        for band in &self.bands {
            if band.lo.units() < free_from || band.hi < band.lo || band.hi > MAX_TARGET_LIMIT {
                return Err(error(format!(
                    "must rise from 1.00 to at most {MAX_TARGET_LIMIT} without overlap: {} to {}",
                    band.lo, band.hi
                )));
            }
            free_from = band.hi.units() + 1;
            weights = weights.saturating_add(band.weight);
        }
        if weights != TOTAL_WEIGHT {
            return Err(error(format!("must have weights that add up to {TOTAL_WEIGHT}")));
        }
        Ok(())
    }

    /// The highest result of any band; 0.00 without bands.
    pub(super) fn highest(&self) -> Hundredths {
        self.bands.last().map(|band| band.hi).unwrap_or_default()
    }

    /// The exact chance of a result of at least `target` hundredths.
    pub(super) fn chance(&self, target: u64) -> Fraction {
        let above = self.bands.iter().filter(|band| band.lo.units() >= target);
        let above: u128 = above.map(|band| u128::from(band.weight)).sum();
        let inside = |band: &&Band| band.lo.units() < target && target <= band.hi.units();
        let (part, width, weight) =
            self.bands.iter().find(inside).map_or((0, 1, 0), |band| {
                (band.hi.units() - target + 1, band.width(), band.weight)
            });
        let (part, width, weight) = (u128::from(part), u128::from(width), u128::from(weight));
        Fraction::new(above * width + weight * part, u128::from(TOTAL_WEIGHT) * width)
    }

    /// Draws the band, then the result inside it, in hundredths.
    ///
    /// # Panics
    /// When the weights do not add up, which a validated table rules out.
    #[expect(clippy::expect_used, reason = "the weights of a validated table cover every draw")]
    pub(super) fn draw(&self, draws: &mut impl DrawSource) -> u64 {
        let value = draws.below(u64::from(TOTAL_WEIGHT));
        let (_, band) =
            entry_at(&self.bands, |band| band.weight, value).expect("a band for every draw");
        band.lo.units() + draws.below(band.width())
    }
}
