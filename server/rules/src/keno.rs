//! Keno (docs/games.md, section 6).
//!
//! The member picks up to ten numbers, the round draws ten, and the row of the paytable for
//! that risk and that many picks says what each number of hits pays.

mod paytable;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expected_return::{ExpectedReturn, Fraction};
use crate::fairness::DrawSource;
use crate::replay::{Answer, Recorded, detail};
use crate::tables::TableError;
use crate::{BetLimits, Hundredths, Points, Refusal, Risk, Stake, Tables};

pub use paytable::{MAX_MULTIPLIER, MAX_PICKS, Paytable, Rows};

/// The largest board that a table may have: the chances of all hits then fit 64 bits.
pub const MAX_NUMBERS: u8 = 80;
/// The most numbers that a round may draw.
pub const MAX_DRAWN: u8 = 20;

/// The numbers of keno.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Lowest bet in points.
    pub min_bet: u32,
    /// Highest bet in points.
    pub max_bet: u32,
    /// The board has the numbers 1 to this: 20..=80.
    pub numbers: u8,
    /// How many numbers a round draws: 1..=20, fewer than there are.
    pub drawn: u8,
    /// What hits pay, by risk and number of picks.
    pub table: Paytable,
}

/// A checked bet: 1 to 10 different numbers of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = KenoParams))]
pub struct Bet {
    bet: Stake,
    risk: Risk,
    picks: Vec<u8>,
}

/// A decided round. As JSON it is the `expect` object of the test vectors, without `draws`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = KenoOutcome))]
pub struct Outcome {
    /// The numbers drawn, in the order of their drawing.
    pub drawn: Vec<u8>,
    /// How many of them were picked.
    pub hits: usize,
    /// What that many hits pay per point.
    pub multiplier: Hundredths,
    /// Everything handed back, stake included.
    pub payout: Points,
}

impl Table {
    /// Checks the numbers; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.limits().validate("keno")?;
        if !(20..=MAX_NUMBERS).contains(&self.numbers) {
            return Err(TableError::range("keno", "numbers", 20, MAX_NUMBERS));
        }
        if !(1..=MAX_DRAWN).contains(&self.drawn) || self.drawn >= self.numbers {
            let highest = MAX_DRAWN.min(self.numbers - 1);
            return Err(TableError::range("keno", "drawn", 1, highest));
        }
        self.table.validate()
    }

    /// The lowest and highest bet.
    pub const fn limits(&self) -> BetLimits {
        BetLimits { min: self.min_bet, max: self.max_bet }
    }

    /// The largest payout of any bet, in points.
    pub fn max_payout(&self) -> Points {
        self.limits().highest().times(self.table.highest())
    }

    /// The highest exact return of any risk, number of picks and bet.
    pub fn max_return(&self) -> ExpectedReturn {
        let rows = Risk::ALL.into_iter().flat_map(|risk| self.table.rows(risk).iter());
        let returns = rows.flat_map(|row| {
            self.limits().bets_with_highest_return(1).map(|bet| self.row_return(row, bet))
        });
        returns.max().unwrap_or(Fraction::ZERO).into()
    }

    /// The exact chance of `hits` among `picks` numbers, as a number from 0 to 1:
    /// `C(p,h) * C(n-p,d-h) / C(n,d)`, the same for all risks.
    pub fn hits_chance(&self, picks: u8, hits: u8) -> ExpectedReturn {
        let all = binomial(self.numbers, self.drawn);
        ExpectedReturn::fraction(self.ways(picks, hits), all)
    }

    /// How many of the equally likely draws hit exactly `hits` of `picks` numbers.
    fn ways(&self, picks: u8, hits: u8) -> u128 {
        let missed = self.drawn.checked_sub(hits);
        let others = self.numbers.saturating_sub(picks);
        missed.map_or(0, |missed| binomial(picks, hits) * binomial(others, missed))
    }

    /// The exact return of a row, which has one multiplier more than its picks.
    fn row_return(&self, row: &[Hundredths], bet: Stake) -> Fraction {
        let picks = u8::try_from(row.len().saturating_sub(1)).unwrap_or(MAX_PICKS);
        let paid: u128 = (0u8..)
            .zip(row)
            .map(|(hits, pays)| self.ways(picks, hits) * u128::from(bet.times(*pays).get()))
            .sum();
        Fraction::new(paid, binomial(self.numbers, self.drawn) * u128::from(bet.get()))
    }
}

/// `C(n, k)`, exactly: every step of the product is itself a binomial coefficient.
fn binomial(n: u8, k: u8) -> u128 {
    if k > n {
        return 0;
    }
    (0..k.min(n - k)).fold(1, |ways, i| ways * u128::from(n - i) / u128::from(i + 1))
}

impl Bet {
    /// Checks a bet against a table.
    pub fn new(bet: u64, risk: Risk, picks: Vec<u8>, table: &Table) -> Result<Self, Refusal> {
        let bet = table.limits().check(bet)?;
        let refusal = Refusal::BadPicks { max: MAX_PICKS, numbers: table.numbers };
        if !(1..=usize::from(MAX_PICKS)).contains(&picks.len()) {
            return Err(refusal);
        }
        let mut seen = 0u128;
        for pick in &picks {
            let bit = 1u128.checked_shl(u32::from(*pick)).unwrap_or(0);
            if !(1..=table.numbers).contains(pick) || seen & bit != 0 {
                return Err(refusal);
            }
            seen |= bit;
        }
        Ok(Self { bet, risk, picks })
    }

    /// Reads `{bet, risk, picks}`.
    pub fn from_json(params: &Value, table: &Table) -> Result<Self, Refusal> {
        let bet = table.limits().check_json(params.get("bet"))?;
        let risk = Risk::from_json(params.get("risk"))?;
        // 0 is not on the board: it replaces everything that is not a number of the board.
        let number = |pick: &Value| pick.as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or(0);
        let picks = params.get("picks").and_then(Value::as_array);
        let picks = picks.map_or(&[][..], Vec::as_slice);
        // One more than the limit is enough to be refused; a longer list is not copied.
        let picks = picks.iter().take(usize::from(MAX_PICKS) + 1).map(number).collect();
        Self::new(u64::from(bet.get()), risk, picks, table)
    }

    /// The points staked.
    pub const fn stake(&self) -> Stake {
        self.bet
    }

    /// The risk.
    pub const fn risk(&self) -> Risk {
        self.risk
    }

    /// The numbers picked, in the member's order.
    pub fn picks(&self) -> &[u8] {
        &self.picks
    }

    /// What each number of hits pays per point, from no hit on.
    pub fn multipliers<'a>(&self, table: &'a Table) -> &'a [Hundredths] {
        table.table.row(self.risk, self.picks.len())
    }

    /// The largest payout of the bet, in points.
    pub fn max_payout(&self, table: &Table) -> Points {
        let highest = self.multipliers(table).iter().max().copied();
        self.bet.times(highest.unwrap_or_default())
    }

    /// The exact expected return.
    pub fn expected_return(&self, table: &Table) -> ExpectedReturn {
        table.row_return(self.multipliers(table), self.bet).into()
    }
}

/// Draws the numbers and settles the bet.
pub fn play(draws: &mut impl DrawSource, table: &Table, bet: &Bet) -> Outcome {
    let mut drawn: Vec<u8> = (1..=table.numbers).collect();
    let count = usize::from(table.drawn);
    draws.shuffle_front(&mut drawn, count);
    drawn.truncate(count);
    let hits = bet.picks.iter().filter(|pick| drawn.contains(pick)).count();
    let multiplier = bet.multipliers(table).get(hits).copied().unwrap_or_default();
    Outcome { drawn, hits, multiplier, payout: bet.bet.times(multiplier) }
}

/// Replays a round of the test vectors under the published table.
pub(crate) fn replay(mut draws: Recorded, params: &Value, _actions: &[Value]) -> Answer {
    let table = &Tables::published().keno;
    let bet = Bet::from_json(params, table)?;
    let outcome = play(&mut draws, table, &bet);
    Ok(detail(draws.log(), outcome))
}
