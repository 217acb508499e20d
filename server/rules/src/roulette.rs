//! European roulette (docs/games.md, section 9).
//!
//! One number of 0 to 36 settles a list of bets. Every return is a whole multiple of the
//! amount, so nothing is ever rounded.

mod layout;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expected_return::{ExpectedReturn, Fraction};
use crate::fairness::DrawSource;
use crate::replay::{Answer, Recorded, detail};
use crate::tables::TableError;
use crate::{BetLimits, Points, Refusal, Stake, Tables};

pub use layout::{Colour, Kind, colour};

/// The wheel has the numbers 0 to 36.
const POCKETS: u64 = 37;
/// The most bets of one round: more than there are different ones to place.
pub const MAX_BETS: usize = 200;
/// The most that a table may return per point.
pub const MAX_RETURN: u32 = 1000;

/// The numbers of roulette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Lowest sum of the bets of a round, in points.
    pub min_bet: u32,
    /// Highest sum of the bets of a round, in points.
    pub max_bet: u32,
    /// Total returned per point on a winning bet.
    pub returns: Returns,
}

/// Total returned per point on a winning bet, stake included, by kind: 0..=1000.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the kinds are those of the wheel's layout")]
pub struct Returns {
    pub straight: u32,
    pub split: u32,
    pub street: u32,
    pub corner: u32,
    pub sixline: u32,
    pub dozen: u32,
    pub column: u32,
    pub red: u32,
    pub black: u32,
    pub odd: u32,
    pub even: u32,
    pub low: u32,
    pub high: u32,
}

/// A checked list of bets: together within the table's limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = RouletteParams))]
pub struct Bet {
    bets: Vec<Chip>,
    #[serde(skip)]
    total: Stake,
}

/// One checked bet of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = RouletteBet))]
pub struct Chip {
    kind: Kind,
    amount: u32,
    /// The numbers of an inside bet, as the member gave them.
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<Vec<u8>>,
    /// Which dozen or column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pick: Option<u8>,
    /// Bit n is set when number n wins.
    #[serde(skip)]
    covers: u64,
}

/// A decided round. As JSON it is the `expect` object of the test vectors, without `draws`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = RouletteOutcome))]
pub struct Outcome {
    /// The number that came.
    pub number: u8,
    /// Its colour.
    pub colour: Colour,
    /// What each bet handed back, in the order of the bets.
    pub paid: Vec<Points>,
    /// The sum of it.
    pub payout: Points,
}

impl Table {
    /// Checks the numbers; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.limits().validate("roulette")?;
        match Kind::ALL.into_iter().find(|kind| self.returns.of(*kind) > MAX_RETURN) {
            Some(kind) => {
                let key = format!("returns.{}", kind.name());
                Err(TableError::range("roulette", &key, 0, MAX_RETURN))
            }
            None => Ok(()),
        }
    }

    /// The lowest and highest sum of the bets of a round.
    pub const fn limits(&self) -> BetLimits {
        BetLimits { min: self.min_bet, max: self.max_bet }
    }

    /// The largest payout of any round, in points: everything on the kind that returns most.
    pub fn max_payout(&self) -> Points {
        let highest = Kind::ALL.into_iter().map(|kind| self.returns.of(kind)).max();
        self.limits().highest().payout(u64::from(highest.unwrap_or(0)), 1)
    }

    /// The exact return of a kind, the same at every amount.
    pub fn expected_return(&self, kind: Kind) -> ExpectedReturn {
        self.kind_return(kind).into()
    }

    /// The highest exact return of any kind; a list of bets returns a mean of its kinds.
    pub fn max_return(&self) -> ExpectedReturn {
        let returns = Kind::ALL.into_iter().map(|kind| self.kind_return(kind));
        returns.max().unwrap_or(Fraction::ZERO).into()
    }

    fn kind_return(&self, kind: Kind) -> Fraction {
        let paid = u128::from(kind.pockets()) * u128::from(self.returns.of(kind));
        Fraction::new(paid, u128::from(POCKETS))
    }
}

impl Returns {
    /// Total returned per point on a winning bet of this kind.
    pub const fn of(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Straight => self.straight,
            Kind::Split => self.split,
            Kind::Street => self.street,
            Kind::Corner => self.corner,
            Kind::Sixline => self.sixline,
            Kind::Dozen => self.dozen,
            Kind::Column => self.column,
            Kind::Red => self.red,
            Kind::Black => self.black,
            Kind::Odd => self.odd,
            Kind::Even => self.even,
            Kind::Low => self.low,
            Kind::High => self.high,
        }
    }
}

impl Bet {
    /// Reads `{bets: [{kind, amount, numbers?, pick?}]}`. The bets are checked in their order,
    /// each for its kind, its amount and its numbers, and then their sum.
    pub fn from_json(params: &Value, table: &Table) -> Result<Self, Refusal> {
        let limits = table.limits();
        let refusal = Refusal::BadBet { min: limits.min, max: limits.max };
        let list = params.get("bets").and_then(Value::as_array).ok_or(refusal)?;
        if list.len() > MAX_BETS {
            return Err(refusal);
        }
        let bets: Vec<Chip> =
            list.iter().map(|chip| Chip::from_json(chip, limits)).collect::<Result<_, _>>()?;
        let total = bets.iter().map(|chip| u64::from(chip.amount)).sum();
        Ok(Self { bets, total: limits.check(total)? })
    }

    /// The points staked by all bets together.
    pub const fn stake(&self) -> Stake {
        self.total
    }

    /// The bets in their order.
    pub fn chips(&self) -> &[Chip] {
        &self.bets
    }

    /// The largest payout of the round, in points: of all numbers the one that returns most.
    pub fn max_payout(&self, table: &Table) -> Points {
        let pockets = (0_u8..).take_while(|number| u64::from(*number) < POCKETS);
        let sum = |number| self.paid(table, number).map(Points::get).sum();
        let highest = pockets.map(sum).max();
        highest.and_then(|highest| Points::new(highest).ok()).unwrap_or(Points::MAX)
    }

    /// What each bet hands back when a number comes, in the order of the bets.
    #[expect(clippy::expect_used, reason = "a payout out of range is a broken table: stop loudly")]
    fn paid(&self, table: &Table, number: u8) -> impl Iterator<Item = Points> {
        self.bets.iter().map(move |chip| {
            let returned = if chip.covers(number) { table.returns.of(chip.kind) } else { 0 };
            let paid = Points::from(chip.amount).checked_mul(u64::from(returned));
            paid.expect("a payout is an amount of points")
        })
    }
}

impl Chip {
    fn from_json(chip: &Value, limits: BetLimits) -> Result<Self, Refusal> {
        let kind = chip.get("kind").and_then(Value::as_str).and_then(Kind::parse);
        let kind = kind.ok_or(Refusal::BadKind)?;
        let refusal = Refusal::BadBet { min: limits.min, max: limits.max };
        let amount = chip.get("amount").and_then(Value::as_u64);
        let amount = amount.and_then(|amount| u32::try_from(amount).ok()).unwrap_or(0);
        if !(1..=limits.max).contains(&amount) {
            return Err(refusal);
        }
        let (mut numbers, mut pick) = (None, None);
        let covers = if kind.is_inside() {
            let given = layout::numbers(chip.get("numbers")).ok_or(Refusal::BadNumbers)?;
            let covers = layout::inside(kind, &given).ok_or(Refusal::BadNumbers)?;
            numbers = Some(given);
            covers
        } else if kind.has_pick() {
            let given = chip.get("pick").and_then(Value::as_u64).unwrap_or(0);
            let given = u8::try_from(given).ok().filter(|pick| (1..=3).contains(pick));
            let given = given.ok_or(Refusal::BadKind)?;
            pick = Some(given);
            layout::outside(kind, given)
        } else {
            layout::outside(kind, 0)
        };
        Ok(Self { kind, amount, numbers, pick, covers })
    }

    /// What the bet is on.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The points on it.
    pub const fn amount(&self) -> u32 {
        self.amount
    }

    /// The numbers of an inside bet, in the order given.
    pub fn numbers(&self) -> Option<&[u8]> {
        self.numbers.as_deref()
    }

    /// Which dozen or column, 1..=3.
    pub const fn pick(&self) -> Option<u8> {
        self.pick
    }

    /// Whether this number wins.
    pub fn covers(&self, number: u8) -> bool {
        layout::contains(self.covers, number)
    }
}

/// Draws the number and settles all bets.
///
/// # Panics
/// Never with a validated table: its largest payout is an amount of points.
#[expect(clippy::expect_used, reason = "a payout out of range is a broken table: stop loudly")]
pub fn play(draws: &mut impl DrawSource, table: &Table, bet: &Bet) -> Outcome {
    let number = u8::try_from(draws.below(POCKETS)).expect("a pocket of 0 to 36");
    let paid: Vec<Points> = bet.paid(table, number).collect();
    let payout = Points::checked_sum(paid.iter().copied());
    Outcome {
        number,
        colour: colour(number),
        paid,
        payout: payout.expect("a payout is an amount of points"),
    }
}

/// Replays a round of the test vectors under the published table.
pub(crate) fn replay(mut draws: Recorded, params: &Value, _actions: &[Value]) -> Answer {
    let table = &Tables::published().roulette;
    let bet = Bet::from_json(params, table)?;
    let outcome = play(&mut draws, table, &bet);
    Ok(detail(draws.log(), outcome))
}
