//! The slot, shown as Downunder Dawgs (docs/games.md, section 8).
//!
//! A spin draws a tier and a multiplier, then a board that shows it: the printed values of the
//! bones add up exactly to the multiplier, and nothing else pays.

mod board;
mod odds;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fairness::DrawSource;
use crate::replay::{Answer, Recorded, detail, preset};
use crate::stake::MAX_BET_LIMIT;
use crate::tables::TableError;
use crate::weights::entry_at;
use crate::{BetLimits, Hundredths, Points, Refusal, Stake, Tables};

pub use board::{Board, Bone, CELLS, Symbol};

/// The weights of a preset's tiers are out of this; the rest is no win.
const TOTAL_WEIGHT: u32 = 10_000;
/// The highest multiplier that a table may have, 10000.00: the guard looks at every one.
pub const MAX_MULTIPLIER: Hundredths = Hundredths::from_units(1_000_000);
/// The most steps that a bet selector may have.
const MAX_BET_STEPS: usize = 100;

/// The numbers of the slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The tiers in force.
    pub preset: Preset,
    /// The bets that can be chosen, in points, rising.
    pub bet_steps: Vec<u32>,
    /// The least value printed on a bone.
    pub min_bone: Hundredths,
    /// The symbols that never pay, in the order of their numbers: at least 3, all different.
    pub fillers: Vec<Symbol>,
    /// The tiers of the preset `balanced`.
    pub balanced: Tiers,
    /// The tiers of the preset `classic`.
    pub classic: Tiers,
}

/// Which tiers are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// The tiers that keep an edge.
    Balanced,
    /// The older tiers, which pay back more than they take.
    Classic,
}

/// The tiers of a preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiers {
    /// How a multiplier is drawn inside a tier.
    pub draw: TierDraw,
    /// The values printed on bones are the least one and whole steps of this above it.
    pub bone_unit: Hundredths,
    /// The tiers in order. Their weights are out of 10000; the rest is no win.
    pub tiers: Vec<Tier>,
}

/// How a multiplier is drawn inside a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TierDraw {
    /// Every multiplier is equally likely.
    Uniform,
    /// The smaller of two equally likely ones.
    Min2,
}

/// A range of multipliers: `lo, lo + step, ..., hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// Chance of the tier out of 10000.
    pub weight: u32,
    /// Lowest multiplier.
    pub lo: Hundredths,
    /// Highest multiplier.
    pub hi: Hundredths,
    /// Distance of neighbouring multipliers.
    pub step: Hundredths,
    /// How many bones show it: 1..=15.
    pub bones: u8,
}

/// A checked bet: one of the table's steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = SlotParams))]
pub struct Bet {
    bet: Stake,
}

/// What is called out over a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = SlotLabel))]
pub enum Label {
    /// From 5.00.
    #[serde(rename = "NICE WIN")]
    Nice,
    /// From 10.00.
    #[serde(rename = "GREAT WIN")]
    Great,
    /// From 20.00.
    #[serde(rename = "BIG WIN")]
    Big,
    /// From 50.00.
    #[serde(rename = "MEGA WIN")]
    Mega,
}

/// A decided spin. As JSON it is the `expect` object of the test vectors, without `draws`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = SlotOutcome))]
pub struct Outcome {
    /// The tier from 1 on; 0 without a win.
    pub tier: usize,
    /// The symbols row by row.
    #[cfg_attr(feature = "describe", schema(value_type = Vec<Vec<Symbol>>))]
    pub board: Board,
    /// The bones in the order of their drawing, with their values.
    pub bones: Vec<Bone>,
    /// What is called out, from a multiplier of 5.00 on.
    pub label: Option<Label>,
    /// What the spin pays per point: the sum of the bones.
    pub multiplier: Hundredths,
    /// Everything handed back, stake included.
    pub payout: Points,
}

impl Table {
    /// Checks the numbers of both presets; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        let error = |key: &str, problem: String| Err(TableError::new("slot", key, problem));
        let steps = &self.bet_steps;
        let in_range = steps.iter().all(|bet| (1..=MAX_BET_LIMIT).contains(bet));
        let rising = steps.is_sorted_by(|low, high| low < high);
        if !in_range || !rising || !(1..=MAX_BET_STEPS).contains(&steps.len()) {
            return error(
                "bet_steps",
                format!("must be 1 to {MAX_BET_STEPS} rising bets from 1 to {MAX_BET_LIMIT}"),
            );
        }
        let repeated = (1..).zip(&self.fillers).any(|(next, filler)| {
            self.fillers.iter().skip(next).any(|other| other == filler) || *filler == Symbol::Bone
        });
        if self.fillers.len() < 3 || repeated {
            let problem = "must be at least 3 different symbols, none of them the bone".to_owned();
            return error("fillers", problem);
        }
        if self.min_bone.units() == 0 {
            return error("min_bone", "must be at least 0.01".to_owned());
        }
        self.balanced.validate("balanced", self.min_bone)?;
        self.classic.validate("classic", self.min_bone)
    }

    /// The tiers in force.
    pub const fn tiers(&self) -> &Tiers {
        match self.preset {
            Preset::Balanced => &self.balanced,
            Preset::Classic => &self.classic,
        }
    }

    /// The largest payout of any bet, in points, under the preset in force.
    pub fn max_payout(&self) -> Points {
        self.bets().map(|bet| bet.max_payout(self)).max().unwrap_or_default()
    }

    /// Every bet that can be chosen.
    fn bets(&self) -> impl Iterator<Item = Bet> {
        self.bet_steps.iter().filter_map(|bet| Bet::new(u64::from(*bet), self).ok())
    }
}

impl Tiers {
    fn validate(&self, preset: &str, min_bone: Hundredths) -> Result<(), TableError> {
        let error = |key: String, problem: String| Err(TableError::new("slot", &key, problem));
        let unit = self.bone_unit.units();
        if unit == 0 {
            return error(format!("{preset}.bone_unit"), "must be at least 0.01".to_owned());
        }
        let weights: u64 = self.tiers.iter().map(|tier| u64::from(tier.weight)).sum();
        if weights > u64::from(TOTAL_WEIGHT) {
            let problem = format!("must have weights of at most {TOTAL_WEIGHT} together");
            return error(format!("{preset}.tiers"), problem);
        }
        for (at, tier) in (1..).zip(&self.tiers) {
            let problem = tier.problem(unit, min_bone.units());
            if let Some(problem) = problem {
                return error(format!("{preset}.tiers"), format!("{problem} (tier {at})"));
            }
        }
        Ok(())
    }
}

impl Tier {
    /// What is wrong with the tier, in words that follow its key.
    fn problem(&self, unit: u64, min_bone: u64) -> Option<&'static str> {
        let (lo, hi, step) = (self.lo.units(), self.hi.units(), self.step.units());
        if !(1..=CELLS).contains(&usize::from(self.bones)) {
            return Some("must have 1 to 15 bones");
        }
        if lo > hi || self.hi > MAX_MULTIPLIER {
            return Some("must have lo <= hi <= 10000");
        }
        if step == 0 || !(hi - lo).is_multiple_of(step) {
            return Some("must reach hi from lo in whole steps above 0");
        }
        let bones = u64::from(self.bones).checked_mul(min_bone);
        let Some(spare) = bones.and_then(|bones| lo.checked_sub(bones)) else {
            return Some("must have a lo that its bones can show");
        };
        if !spare.is_multiple_of(unit) || !step.is_multiple_of(unit) {
            return Some("must have multipliers that whole bone units can show");
        }
        None
    }

    /// How many multipliers the tier has.
    fn values(&self) -> u64 {
        (self.hi.units() - self.lo.units()) / self.step.units() + 1
    }

    /// The multiplier of an index, in hundredths.
    fn value(&self, index: u64) -> u64 {
        self.lo.units() + index * self.step.units()
    }
}

impl Bet {
    /// Checks a bet against a table.
    pub fn new(bet: u64, table: &Table) -> Result<Self, Refusal> {
        let (min, max) = (table.bet_steps.first(), table.bet_steps.last());
        let limits = BetLimits { min: *min.unwrap_or(&1), max: *max.unwrap_or(&1) };
        let bet = limits.check(bet)?;
        if table.bet_steps.contains(&bet.get()) {
            Ok(Self { bet })
        } else {
            Err(Refusal::BadBetStep)
        }
    }

    /// Reads `{bet}`.
    pub fn from_json(params: &Value, table: &Table) -> Result<Self, Refusal> {
        Self::new(params.get("bet").and_then(Value::as_u64).unwrap_or(0), table)
    }

    /// The points staked.
    pub const fn stake(&self) -> Stake {
        self.bet
    }

    /// The largest payout of the bet, in points, under the preset in force.
    pub fn max_payout(&self, table: &Table) -> Points {
        let highest = table.tiers().tiers.iter().map(|tier| tier.hi).max();
        self.bet.times(highest.unwrap_or_default())
    }
}

impl Label {
    /// What is called out for a multiplier.
    pub fn of(multiplier: Hundredths) -> Option<Self> {
        match multiplier.units() {
            0..500 => None,
            500..1000 => Some(Self::Nice),
            1000..2000 => Some(Self::Great),
            2000..5000 => Some(Self::Big),
            _ => Some(Self::Mega),
        }
    }
}

/// Spins once: draws the tier, the multiplier and the board, and settles the bet.
pub fn play(draws: &mut impl DrawSource, table: &Table, bet: &Bet) -> Outcome {
    let tiers = table.tiers();
    let drawn = draws.below(u64::from(TOTAL_WEIGHT));
    let hit = entry_at(&tiers.tiers, |tier| tier.weight, drawn);
    let (mut multiplier, mut bones) = (0, Vec::new());
    if let Some((_, tier)) = hit {
        let index = match tiers.draw {
            TierDraw::Uniform => draws.below(tier.values()),
            TierDraw::Min2 => draws.below(tier.values()).min(draws.below(tier.values())),
        };
        multiplier = tier.value(index);
        bones = board::draw_bones(draws, tier.bones, multiplier, tiers.bone_unit, table.min_bone);
    }
    let multiplier = Hundredths::from_units(multiplier);
    Outcome {
        tier: hit.map_or(0, |(at, _)| at + 1),
        board: board::draw_board(draws, &table.fillers, &bones),
        bones,
        label: Label::of(multiplier),
        multiplier,
        payout: bet.bet.times(multiplier),
    }
}

/// Replays a round of the test vectors under the published table.
pub(crate) fn replay(mut draws: Recorded, params: &Value, _actions: &[Value]) -> Answer {
    let mut table = Tables::published().slot.clone();
    table.preset = preset(params, table.preset)?;
    let bet = Bet::from_json(params, &table)?;
    let outcome = play(&mut draws, &table, &bet);
    Ok(detail(draws.log(), outcome))
}
