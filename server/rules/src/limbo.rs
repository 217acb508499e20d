//! Limbo (docs/games.md, section 4).
//!
//! A result is drawn and wins when it reaches the member's target. The preset says how results
//! are distributed.

mod classic;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expected_return::{ExpectedReturn, Fraction};
use crate::fairness::{DrawSource, MAX_BOUND};
use crate::replay::{Answer, Recorded, detail, preset};
use crate::tables::TableError;
use crate::{BetLimits, Hundredths, Points, Refusal, Stake, Tables};

pub use classic::{Band, Classic};

/// The lowest target, 1.01.
pub const MIN_TARGET: Hundredths = Hundredths::from_units(101);
/// The highest `max_target` that a table may have, 10000.00: the guard looks at every target.
pub const MAX_TARGET_LIMIT: Hundredths = Hundredths::from_units(1_000_000);
/// No result lies below 1.00.
const MIN_RESULT: u64 = 100;

/// The numbers of limbo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Lowest bet in points.
    pub min_bet: u32,
    /// Highest bet in points.
    pub max_bet: u32,
    /// The distribution in force.
    pub preset: Preset,
    /// Highest target, at most [`MAX_TARGET_LIMIT`] and the highest result of the preset.
    pub max_target: Hundredths,
    /// The numbers of the preset `balanced`.
    pub balanced: Balanced,
    /// The numbers of the preset `classic`.
    pub classic: Classic,
}

/// How results are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// The chance of every target is the return divided by it.
    Balanced,
    /// Bands of results with their weights.
    Classic,
}

/// The preset in which every target returns the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balanced {
    /// Return before rounding, in percent: 1..=1000.
    pub return_percent: u32,
    /// Results above this are shown as this.
    pub max_result: Hundredths,
}

/// A checked bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = LimboParams))]
pub struct Bet {
    bet: Stake,
    target: Hundredths,
}

/// A decided round. As JSON it is the `expect` object of the test vectors, without `draws`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = LimboOutcome))]
pub struct Outcome {
    /// The result drawn.
    pub result: Hundredths,
    /// Whether the result reached the target.
    pub won: bool,
    /// What a win pays per point: the target itself.
    pub multiplier: Hundredths,
    /// Everything handed back, stake included; 0 on a loss.
    pub payout: Points,
}

impl Table {
    /// Checks the numbers of both presets; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.limits().validate("limbo")?;
        if !(MIN_TARGET..=MAX_TARGET_LIMIT).contains(&self.max_target) {
            return Err(TableError::range("limbo", "max_target", MIN_TARGET, MAX_TARGET_LIMIT));
        }
        if !(1..=1000).contains(&self.balanced.return_percent) {
            return Err(TableError::range("limbo", "balanced.return_percent", 1, 1000));
        }
        self.classic.validate()?;
        let highest = match self.preset {
            Preset::Balanced => self.balanced.max_result,
            Preset::Classic => self.classic.highest(),
        };
        if self.max_target > highest {
            let problem = format!("must be at most {highest}, the preset's highest result");
            return Err(TableError::new("limbo", "max_target", problem));
        }
        Ok(())
    }

    /// The lowest and highest bet.
    pub const fn limits(&self) -> BetLimits {
        BetLimits { min: self.min_bet, max: self.max_bet }
    }

    /// The largest payout of any bet, in points.
    pub fn max_payout(&self) -> Points {
        self.limits().highest().times(self.max_target)
    }

    /// The highest exact return of any bet under the preset in force.
    pub fn max_return(&self) -> ExpectedReturn {
        let mut highest = Fraction::ZERO;
        for target in MIN_TARGET.units()..=self.max_target.units() {
            let chance = self.chance(target);
            // Rounding only ever takes away, so most targets need no look at single bets.
            if chance.times(u128::from(target), 100) <= highest {
                continue;
            }
            for bet in self.limits().bets_with_highest_return(1) {
                let paid = u128::from(bet.times(Hundredths::from_units(target)).get());
                highest = highest.max(chance.times(paid, u128::from(bet.get())));
            }
        }
        highest.into()
    }

    /// The exact chance that a result reaches `target` (hundredths).
    fn chance(&self, target: u64) -> Fraction {
        match self.preset {
            Preset::Balanced if target <= MIN_RESULT => Fraction::new(1, 1),
            Preset::Balanced => {
                let reached = u64::from(self.balanced.return_percent) * MAX_BOUND / target;
                Fraction::new(u128::from(reached.min(MAX_BOUND)), u128::from(MAX_BOUND))
            }
            Preset::Classic => self.classic.chance(target),
        }
    }
}

impl Bet {
    /// Checks a bet against a table.
    pub fn new(bet: u64, target: Hundredths, table: &Table) -> Result<Self, Refusal> {
        let bet = table.limits().check(bet)?;
        let (min, max) = (MIN_TARGET, table.max_target);
        if (min..=max).contains(&target) {
            Ok(Self { bet, target })
        } else {
            Err(Refusal::BadLimboTarget { min, max })
        }
    }

    /// Reads `{bet, target}`; the target is a number or text with at most two decimals.
    pub fn from_json(params: &Value, table: &Table) -> Result<Self, Refusal> {
        let bet = table.limits().check_json(params.get("bet"))?;
        // Zero is no target, so it stands for anything that is no such number.
        let target = params.get("target").and_then(|target| Hundredths::deserialize(target).ok());
        Self::new(u64::from(bet.get()), target.unwrap_or_default(), table)
    }

    /// The points staked.
    pub const fn stake(&self) -> Stake {
        self.bet
    }

    /// The target, which is also what a win pays per point.
    pub const fn target(&self) -> Hundredths {
        self.target
    }

    /// What a win pays, shown before the bet.
    pub fn win_payout(&self) -> Points {
        self.bet.times(self.target)
    }

    /// The exact chance to win under the preset in force, as a number from 0 to 1.
    pub fn chance(&self, table: &Table) -> ExpectedReturn {
        table.chance(self.target.units()).into()
    }

    /// The exact expected return under the preset in force.
    pub fn expected_return(&self, table: &Table) -> ExpectedReturn {
        let paid = u128::from(self.win_payout().get());
        table.chance(self.target.units()).times(paid, u128::from(self.bet.get())).into()
    }
}

/// Draws one result and settles the bet.
pub fn play(draws: &mut impl DrawSource, table: &Table, bet: &Bet) -> Outcome {
    let result = match table.preset {
        Preset::Balanced => {
            let numerator = u64::from(table.balanced.return_percent) * MAX_BOUND;
            let result = numerator / (draws.below(MAX_BOUND) + 1);
            result.max(MIN_RESULT).min(table.balanced.max_result.units())
        }
        Preset::Classic => table.classic.draw(draws),
    };
    let won = result >= bet.target.units();
    Outcome {
        result: Hundredths::from_units(result),
        won,
        multiplier: bet.target,
        payout: if won { bet.win_payout() } else { Points::ZERO },
    }
}

/// Replays a round of the test vectors under the published table. In a line of the vectors the target stands in hundredths.
pub(crate) fn replay(mut draws: Recorded, params: &Value, _actions: &[Value]) -> Answer {
    let mut table = Tables::published().limbo.clone();
    table.preset = preset(params, table.preset)?;
    let target = params.get("target").and_then(Value::as_u64).unwrap_or(0);
    let bet = params.get("bet").and_then(Value::as_u64).unwrap_or(0);
    let bet = Bet::new(bet, Hundredths::from_units(target), &table)?;
    let outcome = play(&mut draws, &table, &bet);
    Ok(detail(draws.log(), outcome))
}
