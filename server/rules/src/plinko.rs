//! Plinko (docs/games.md, section 14).
//!
//! A ball falls through rows of pegs and goes left or right at each. The bucket that it ends in is the number
//! of times it went right, and pays the multiplier of its board.

mod boards;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expected_return::{ExpectedReturn, Fraction};
use crate::fairness::DrawSource;
use crate::replay::{Answer, Recorded, detail};
use crate::tables::TableError;
use crate::{BetLimits, Hundredths, Points, Refusal, Risk, Stake, Tables};

pub use boards::{Board, Boards, MAX_MULTIPLIER, MAX_ROWS, MIN_ROWS};

/// The numbers of plinko.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Lowest bet in points, a multiple of the step.
    pub min_bet: u32,
    /// Highest bet in points.
    pub max_bet: u32,
    /// Bets are multiples of this: at least 1.
    pub bet_step: u32,
    /// The multipliers, by rows and risk.
    pub boards: Boards,
}

/// A checked bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = PlinkoParams))]
pub struct Bet {
    bet: Stake,
    /// Rows of pegs, 8 to 16.
    rows: u8,
    risk: Risk,
}

/// A decided round. As JSON it is the `expect` object of the test vectors, without `draws`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = PlinkoOutcome))]
pub struct Outcome {
    /// `L` or `R` for each row, from the top.
    pub path: String,
    /// Where the ball ended: 0 is the far left.
    pub bucket: u8,
    /// What the bucket pays per point.
    pub multiplier: Hundredths,
    /// Everything handed back, stake included.
    pub payout: Points,
}

impl Table {
    /// Checks the numbers; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.limits().validate("plinko")?;
        if !(1..=self.max_bet).contains(&self.bet_step) {
            return Err(TableError::range("plinko", "bet_step", 1, self.max_bet));
        }
        if !self.min_bet.is_multiple_of(self.bet_step) {
            let problem = format!("must be a multiple of bet_step ({})", self.bet_step);
            return Err(TableError::new("plinko", "min_bet", problem));
        }
        if !self.max_bet.is_multiple_of(self.bet_step) {
            let problem = format!("must be a multiple of bet_step ({})", self.bet_step);
            return Err(TableError::new("plinko", "max_bet", problem));
        }
        self.boards.validate()
    }

    /// The lowest and highest bet.
    pub const fn limits(&self) -> BetLimits {
        BetLimits { min: self.min_bet, max: self.max_bet }
    }

    /// The largest payout of any bet, in points.
    pub fn max_payout(&self) -> Points {
        self.limits().highest().times(self.boards.highest())
    }

    /// The highest exact return of any board and bet.
    pub fn max_return(&self) -> ExpectedReturn {
        let returns = self.boards.iter().flat_map(|(rows, board)| {
            Risk::ALL.into_iter().flat_map(move |risk| {
                self.limits()
                    .bets_with_highest_return(self.bet_step)
                    .map(move |bet| board_return(rows, board.half(risk), bet))
            })
        });
        returns.max().unwrap_or(Fraction::ZERO).into()
    }
}

/// The exact return of a board for a bet: the ball ends in bucket `k` in `C(rows, k)` of `2^rows` ways.
fn board_return(rows: u8, half: &[Hundredths], bet: Stake) -> Fraction {
    let mut ways = 1u128;
    let mut paid = 0u128;
    for bucket in 0..=rows {
        paid += ways * u128::from(bet.times(multiplier(rows, half, bucket)).get());
        ways = ways * u128::from(rows - bucket) / u128::from(bucket + 1);
    }
    Fraction::new(paid, (1u128 << rows) * u128::from(bet.get()))
}

/// The multiplier of a bucket; the right half of a board mirrors the left one.
fn multiplier(rows: u8, half: &[Hundredths], bucket: u8) -> Hundredths {
    let from_outside = bucket.min(rows.saturating_sub(bucket));
    half.get(usize::from(from_outside)).copied().unwrap_or_default()
}

impl Bet {
    /// Checks a bet against a table.
    pub fn new(bet: u64, rows: u64, risk: Risk, table: &Table) -> Result<Self, Refusal> {
        let bet = table.limits().check(bet)?;
        if !bet.get().is_multiple_of(table.bet_step) {
            return Err(Refusal::BadBetStep);
        }
        match u8::try_from(rows) {
            Ok(rows @ MIN_ROWS..=MAX_ROWS) => Ok(Self { bet, rows, risk }),
            _ => Err(BAD_ROWS),
        }
    }

    /// Reads `{bet, rows, risk}`: the first refusal in this order is answered.
    pub fn from_json(params: &Value, table: &Table) -> Result<Self, Refusal> {
        let number = |key| params.get(key).and_then(Value::as_u64).unwrap_or(0);
        let checked = Self::new(number("bet"), number("rows"), Risk::Low, table)?;
        Ok(Self { risk: Risk::from_json(params.get("risk"))?, ..checked })
    }

    /// The points staked.
    pub const fn stake(&self) -> Stake {
        self.bet
    }

    /// Rows of pegs.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// The risk.
    pub const fn risk(&self) -> Risk {
        self.risk
    }

    /// The largest payout of the bet, in points.
    pub fn max_payout(&self, table: &Table) -> Points {
        let half = table.boards.half(self.rows, self.risk);
        self.bet.times(half.iter().max().copied().unwrap_or_default())
    }

    /// The exact expected return.
    pub fn expected_return(&self, table: &Table) -> ExpectedReturn {
        board_return(self.rows, table.boards.half(self.rows, self.risk), self.bet).into()
    }
}

const BAD_ROWS: Refusal = Refusal::BadParameter {
    code: "bad_rows",
    problem: "The number of rows is a whole number from 8 to 16",
};

/// Drops one ball and settles the bet.
pub fn play(draws: &mut impl DrawSource, table: &Table, bet: &Bet) -> Outcome {
    let drawn = draws.below(1 << bet.rows);
    // The most significant bit is the first row; 1 is to the right.
    let right = |row: u8| drawn >> (bet.rows - 1 - row) & 1 == 1;
    let path: String = (0..bet.rows).map(|row| if right(row) { 'R' } else { 'L' }).collect();
    // At most 16 of the 64 bits are ones.
    let bucket = u8::try_from(drawn.count_ones()).unwrap_or(bet.rows);
    let multiplier = multiplier(bet.rows, table.boards.half(bet.rows, bet.risk), bucket);
    Outcome { path, bucket, multiplier, payout: bet.bet.times(multiplier) }
}

/// Replays a round of the test vectors under the published table.
pub(crate) fn replay(mut draws: Recorded, params: &Value, _actions: &[Value]) -> Answer {
    let table = &Tables::published().plinko;
    let outcome = play(&mut draws, table, &Bet::from_json(params, table)?);
    Ok(detail(draws.log(), outcome))
}
