//! Dice (docs/games.md, section 3).
//!
//! A roll of 0.00 to 99.99 is drawn as `below(10000)`; it wins under or at and over a target.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expected_return::ExpectedReturn;
use crate::fairness::DrawSource;
use crate::replay::{Answer, Recorded, detail};
use crate::tables::TableError;
use crate::{BetLimits, Decimal, Hundredths, Points, Refusal, Stake, Tables};

/// Rolls lie in `0..ROLLS`, in hundredths.
const ROLLS: u64 = 10_000;
/// Targets run from 1 to this; so do chances, in percent.
const MAX_TARGET: u8 = 99;

/// The numbers of dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Lowest bet in points.
    pub min_bet: u32,
    /// Highest bet in points.
    pub max_bet: u32,
    /// What a fair game would return, less the edge, in percent: 1..=1000.
    pub return_percent: u32,
}

/// Which side of the target wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = DiceDirection))]
pub enum Direction {
    /// The roll is below the target.
    Under,
    /// The roll is at the target or above it.
    Over,
}

/// A checked bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = DiceParams))]
pub struct Bet {
    bet: Stake,
    target: u8,
    direction: Direction,
}

/// A decided round. As JSON it is the `expect` object of the test vectors, without `draws`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = DiceOutcome))]
pub struct Outcome {
    /// The roll, 0.00 to 99.99.
    pub roll: Hundredths,
    /// Whether the roll hit, whatever the payout is.
    pub won: bool,
    /// Chance to win, in percent.
    pub chance: u8,
    /// What a win would pay per point without an edge, cut to 4 decimals.
    pub fair_multiplier: Decimal<4>,
    /// What a win pays per point before rounding, cut to 4 decimals.
    pub multiplier: Decimal<4>,
    /// Everything handed back, stake included; 0 on a loss.
    pub payout: Points,
}

impl Table {
    /// Checks the numbers; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.limits().validate("dice")?;
        if !(1..=1000).contains(&self.return_percent) {
            return Err(TableError::range("dice", "return_percent", 1, 1000));
        }
        Ok(())
    }

    /// The lowest and highest bet.
    pub const fn limits(&self) -> BetLimits {
        BetLimits { min: self.min_bet, max: self.max_bet }
    }

    /// The highest exact return of any bet: at chance 1 nothing is lost to rounding, and no
    /// other chance can return more.
    pub fn max_return(&self) -> ExpectedReturn {
        ExpectedReturn::fraction(u128::from(self.return_percent), 100)
    }

    /// The largest payout of any bet, in points: the highest bet at a chance of 1 percent.
    pub fn max_payout(&self) -> Points {
        self.limits().highest().payout(u64::from(self.return_percent), 1)
    }
}

impl Bet {
    /// Checks a bet against a table.
    pub fn new(
        bet: u64,
        target: u64,
        direction: Direction,
        table: &Table,
    ) -> Result<Self, Refusal> {
        let bet = table.limits().check(bet)?;
        match u8::try_from(target) {
            Ok(target @ 1..=MAX_TARGET) => Ok(Self { bet, target, direction }),
            _ => Err(Refusal::BadTarget),
        }
    }

    /// Reads `{bet, target, direction}`. Values of another type are refused like values out of
    /// range: the first refusal in this order is answered.
    pub fn from_json(params: &Value, table: &Table) -> Result<Self, Refusal> {
        let bet = table.limits().check_json(params.get("bet"))?;
        let target = params.get("target").and_then(Value::as_u64).unwrap_or(0);
        if !(1..=u64::from(MAX_TARGET)).contains(&target) {
            return Err(Refusal::BadTarget);
        }
        let direction = match params.get("direction").and_then(Value::as_str) {
            Some("under") => Direction::Under,
            Some("over") => Direction::Over,
            _ => return Err(Refusal::BadDirection),
        };
        Self::new(u64::from(bet.get()), target, direction, table)
    }

    /// The points staked.
    pub const fn stake(&self) -> Stake {
        self.bet
    }

    /// The target, 1..=99.
    pub const fn target(&self) -> u8 {
        self.target
    }

    /// The winning side.
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// Chance to win, exactly, in percent: 1..=99.
    pub const fn chance(&self) -> u8 {
        match self.direction {
            Direction::Under => self.target,
            Direction::Over => 100 - self.target,
        }
    }

    /// What a win pays, shown before the bet.
    pub fn win_payout(&self, table: &Table) -> Points {
        self.bet.payout(u64::from(table.return_percent), u64::from(self.chance()))
    }

    /// The exact expected return: chance times whole-point payout by stake.
    pub fn expected_return(&self, table: &Table) -> ExpectedReturn {
        let paid = u128::from(self.chance()) * u128::from(self.win_payout(table).get());
        ExpectedReturn::fraction(paid, 100 * u128::from(self.bet.get()))
    }
}

/// Rolls once and settles the bet.
pub fn play(draws: &mut impl DrawSource, table: &Table, bet: &Bet) -> Outcome {
    let roll = draws.below(ROLLS);
    let target = 100 * u64::from(bet.target);
    let won = match bet.direction {
        Direction::Under => roll < target,
        Direction::Over => roll >= target,
    };
    let chance = u64::from(bet.chance());
    Outcome {
        roll: Hundredths::from_units(roll),
        won,
        chance: bet.chance(),
        fair_multiplier: Decimal::from_units(100 * 10_000 / chance),
        multiplier: Decimal::from_units(u64::from(table.return_percent) * 10_000 / chance),
        payout: if won { bet.win_payout(table) } else { Points::ZERO },
    }
}

/// Replays a round of the test vectors under the published table.
pub(crate) fn replay(mut draws: Recorded, params: &Value, _actions: &[Value]) -> Answer {
    let table = &Tables::published().dice;
    let bet = Bet::from_json(params, table)?;
    let outcome = play(&mut draws, table, &bet);
    Ok(detail(draws.log(), outcome))
}
