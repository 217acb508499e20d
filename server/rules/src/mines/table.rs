//! The numbers of mines and the multipliers that follow from them.

use serde::{Deserialize, Serialize};

use super::TILES;
use crate::tables::TableError;
use crate::{BetLimits, Hundredths, Points};

/// The highest `turn_max_ppm`: 10 percent.
pub const MAX_TURN_PPM: u32 = 100_000;
/// Parts of a whole in `ppm`.
pub(super) const PPM: u64 = 1_000_000;
/// The highest cap, 1000000.00.
const MAX_CAP: Hundredths = Hundredths::from_units(100_000_000);

/// The numbers of mines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Lowest bet in points.
    pub min_bet: u32,
    /// Highest bet in points.
    pub max_bet: u32,
    /// Tiles of the board; the board is 5 by 5.
    pub tiles: u8,
    /// Return before rounding and below the caps, in percent: 1..=1000.
    pub return_percent: u32,
    /// The turn rule's chance with 24 mines, in parts per million: 0 (off) to 100000.
    pub turn_max_ppm: u32,
    /// Whether a round cashes out by itself at its cap.
    pub auto_cashout_at_cap: bool,
    /// The highest multiplier with 1, 2, ... 24 mines.
    pub caps: Vec<Hundredths>,
}

impl Table {
    /// Checks the numbers; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.limits().validate("mines")?;
        if self.tiles != TILES {
            return Err(TableError::new("mines", "tiles", format!("must be {TILES}")));
        }
        if !(1..=1000).contains(&self.return_percent) {
            return Err(TableError::range("mines", "return_percent", 1, 1000));
        }
        if self.turn_max_ppm > MAX_TURN_PPM {
            return Err(TableError::range("mines", "turn_max_ppm", 0, MAX_TURN_PPM));
        }
        let one = Hundredths::from_units(100);
        let in_range = self.caps.iter().all(|cap| (one..=MAX_CAP).contains(cap));
        if self.caps.len() != usize::from(TILES - 1) || !in_range {
            let problem = format!("must be {} multipliers from {one} to {MAX_CAP}", TILES - 1);
            return Err(TableError::new("mines", "caps", problem));
        }
        Ok(())
    }

    /// The lowest and highest bet.
    pub const fn limits(&self) -> BetLimits {
        BetLimits { min: self.min_bet, max: self.max_bet }
    }

    /// The largest payout of any round, in points.
    pub fn max_payout(&self) -> Points {
        let highest = self.caps.iter().max().copied().unwrap_or_default();
        self.limits().highest().times(highest)
    }

    /// The highest multiplier with this many mines.
    pub fn cap(&self, mines: u8) -> Hundredths {
        let cap = usize::from(mines).checked_sub(1).and_then(|at| self.caps.get(at));
        cap.copied().unwrap_or_default()
    }

    /// The multiplier after `gems` gems with `mines` mines: `return * C(25,g) / C(25-m,g)`, cut
    /// to hundredths once and held at the cap. 1.00 before the first gem.
    pub fn multiplier(&self, mines: u8, gems: u8) -> Hundredths {
        if gems == 0 {
            return Hundredths::from_units(100);
        }
        let all = u64::from(self.return_percent) * binomial(TILES, gems);
        let safe = binomial(TILES.saturating_sub(mines), gems);
        let fair = all.checked_div(safe).map_or(Hundredths::default(), Hundredths::from_units);
        fair.min(self.cap(mines))
    }

    /// The chance in parts per million that the pick after `gems` gems turns a tile into a
    /// mine (docs/games.md, section 5): it grows with the mines and with the progress.
    pub fn turn_ppm(&self, mines: u8, gems: u8) -> u64 {
        let (mines, tiles) = (u64::from(mines), u64::from(TILES));
        u64::from(self.turn_max_ppm) * mines * (u64::from(gems) + 1)
            / ((tiles - 1) * (tiles - mines))
    }
}

/// `C(n, k)`, exactly; 0 when there are not that many.
pub(super) fn binomial(n: u8, k: u8) -> u64 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1, |ways, i| ways * u64::from(n - i) / u64::from(i + 1))
}
