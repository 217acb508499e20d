//! Dice on the server (docs/games.md, section 3).

use bincode::{Decode, Encode};
use pointhouse_rules::dice::{self, Direction};
use pointhouse_rules::fairness::{DrawLog, Draws};
use pointhouse_rules::{Points, Refusal, Stake};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::game::{Drawn, Game, GameRound, RoundError, describe};
use super::stored_values::Move;
use crate::calls::Schemas;
use crate::ids::GameId;

/// The game.
pub struct Dice;
/// A checked bet.
pub type Bet = dice::Bet;
/// The result of a round.
pub type Detail = Drawn<dice::Outcome>;

/// A bet and its roll, as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StoredBet {
    /// Points.
    pub bet: u32,
    /// 1..=99.
    pub target: u8,
    /// Over the target wins, else under.
    pub over: bool,
    /// 0..=9999.
    pub roll: u16,
}

/// A bet on dice.
#[derive(Deserialize, ToSchema)]
#[schema(as = DiceBet)]
#[expect(dead_code, reason = "only described")]
pub struct Body {
    /// Whole points, 1 to 100 on a fresh site.
    bet: u32,
    /// 1 to 99.
    target: u8,
    /// "under" or "over".
    direction: String,
}

impl Game for Dice {
    const ID: GameId = GameId::Dice;
    const STORED_AS: u32 = 0;
    const BET_SUMMARY: &'static str = "Plays a round of dice.";
    const EXAMPLES: &'static [&'static str] = &[r#"{"bet":1,"target":50,"direction":"under"}"#];

    type Table = dice::Table;
    type Bet = Bet;
    type Body = Body;
    type StoredBet = StoredBet;
    type Detail = Detail;

    fn read_bet(body: &Value, table: &dice::Table) -> Result<Bet, Refusal> {
        Bet::from_json(body, table)
    }

    fn stored_bet(stored: &StoredBet, table: &dice::Table) -> Result<Bet, Refusal> {
        let direction = if stored.over { Direction::Over } else { Direction::Under };
        Bet::new(stored.bet.into(), stored.target.into(), direction, table)
    }

    fn stake(bet: &Bet) -> Stake {
        bet.stake()
    }

    fn max_payout(bet: &Bet, table: &dice::Table) -> Points {
        bet.win_payout(table)
    }

    fn play(
        bet: Bet,
        table: &dice::Table,
        mut draws: Draws<DrawLog>,
        _moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError> {
        let outcome = dice::play(&mut draws, table, &bet);
        let stored = StoredBet {
            bet: bet.stake().get(),
            target: bet.target(),
            over: bet.direction() == Direction::Over,
            // A roll is below 10,000.
            roll: u16::try_from(outcome.roll.units()).unwrap_or(u16::MAX),
        };
        Ok(GameRound::ended(bet, stored, draws, outcome.payout, outcome))
    }

    fn bet_text(stored: &StoredBet, _moves: &[Move]) -> String {
        let side = if stored.over { "over" } else { "under" };
        format!("{side} {}", stored.target)
    }

    fn describe_detail(schemas: &mut Schemas) {
        describe::<dice::Outcome>(schemas);
    }
}
