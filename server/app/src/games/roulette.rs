//! Roulette on the server (docs/games.md, section 9).

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{DrawLog, Draws};
use pointhouse_rules::{Points, Refusal, Stake, roulette};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::game::{Drawn, Game, GameRound, RoundError, counted, describe};
use super::stored_values::Move;
use crate::calls::Schemas;
use crate::ids::GameId;

/// The game.
pub struct Roulette;
/// Checked bets of a round.
pub type Bet = roulette::Bet;
/// The result of a round.
pub type Detail = Drawn<roulette::Outcome>;

/// The bets of a round and its number, as they are stored.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StoredBet {
    /// The bets, in the order given.
    pub chips: Vec<ChipRow>,
    /// 0..=36.
    pub number: u8,
}

/// A bet of a round, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct ChipRow {
    /// Its place in `roulette::Kind::ALL`.
    pub kind: u8,
    /// Points.
    pub amount: u32,
    /// Of an inside bet; empty for others.
    pub numbers: Vec<u8>,
    /// Which dozen or column; 0 for others.
    pub pick: u8,
}

/// Bets on a number of roulette.
#[derive(Deserialize, ToSchema)]
#[schema(as = RouletteBets)]
#[expect(dead_code, reason = "only described")]
pub struct Body {
    /// Together 1 to 100 points on a fresh site.
    bets: Vec<OneBet>,
}

/// One of them.
#[derive(Deserialize, ToSchema)]
#[schema(as = OneRouletteBet)]
#[expect(dead_code, reason = "only described")]
pub struct OneBet {
    /// What it is on, such as "split" or "red".
    kind: String,
    /// Whole points.
    amount: u32,
    /// The numbers of an inside bet.
    numbers: Option<Vec<u8>>,
    /// Which dozen or column, 1 to 3.
    pick: Option<u8>,
}

impl Game for Roulette {
    const ID: GameId = GameId::Roulette;
    const STORED_AS: u32 = 4;
    const BET_SUMMARY: &'static str = "Spins the wheel for a list of bets.";
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"bets":[{"kind":"red","amount":1},{"kind":"straight","amount":1,"numbers":[17]}]}"#];

    type Table = roulette::Table;
    type Bet = Bet;
    type Body = Body;
    type StoredBet = StoredBet;
    type Detail = Detail;

    fn read_bet(body: &Value, table: &roulette::Table) -> Result<Bet, Refusal> {
        Bet::from_json(body, table)
    }

    fn stored_bet(stored: &StoredBet, table: &roulette::Table) -> Result<Bet, Refusal> {
        let bets: Vec<Value> = stored.chips.iter().map(ChipRow::to_json).collect();
        Bet::from_json(&json!({ "bets": bets }), table)
    }

    fn stake(bet: &Bet) -> Stake {
        bet.stake()
    }

    fn max_payout(bet: &Bet, table: &roulette::Table) -> Points {
        bet.max_payout(table)
    }

    fn play(
        bet: Bet,
        table: &roulette::Table,
        mut draws: Draws<DrawLog>,
        _moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError> {
        let outcome = roulette::play(&mut draws, table, &bet);
        let chips = bet.chips().iter().map(ChipRow::of).collect();
        let stored = StoredBet { chips, number: outcome.number };
        Ok(GameRound::ended(bet, stored, draws, outcome.payout, outcome))
    }

    fn bet_text(stored: &StoredBet, _moves: &[Move]) -> String {
        match stored.chips.as_slice() {
            [only] => only.text(),
            chips => counted(chips.len(), "bet"),
        }
    }

    fn describe_detail(schemas: &mut Schemas) {
        describe::<roulette::Outcome>(schemas);
    }
}

impl ChipRow {
    fn of(chip: &roulette::Chip) -> Self {
        let place = roulette::Kind::ALL.iter().position(|kind| *kind == chip.kind());
        Self {
            // There are 13 kinds, and every chip has one of them.
            kind: place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX),
            amount: chip.amount(),
            numbers: chip.numbers().unwrap_or_default().to_vec(),
            pick: chip.pick().unwrap_or(0),
        }
    }

    fn kind_name(&self) -> Option<&'static str> {
        roulette::Kind::ALL.get(usize::from(self.kind)).map(|kind| kind.name())
    }

    fn to_json(&self) -> Value {
        json!({
            "kind": self.kind_name(),
            "amount": self.amount,
            "numbers": self.numbers,
            "pick": self.pick,
        })
    }

    fn text(&self) -> String {
        let kind = self.kind_name().unwrap_or_default();
        if self.pick > 0 {
            return format!("{kind} {}", self.pick);
        }
        let numbers: Vec<String> = self.numbers.iter().map(u8::to_string).collect();
        format!("{kind} {}", numbers.join("-")).trim_end().to_owned()
    }
}
