//! The slot on the server (docs/games.md, section 8).

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{DrawLog, Draws};
use pointhouse_rules::{Points, Refusal, Stake, slot};
use serde_json::Value;

use super::game::{Drawn, Game, GameRound, PlainBet, RoundError, describe};
use super::stored_values::Move;
use crate::calls::Schemas;
use crate::ids::GameId;

/// The game.
pub struct Slot;
/// A checked bet.
pub type Bet = slot::Bet;
/// The result of a round.
pub type Detail = Drawn<slot::Outcome>;

/// A bet and its result, as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StoredBet {
    /// Points.
    pub bet: u32,
    /// Hundredths.
    pub multiplier: u64,
}

impl Game for Slot {
    const ID: GameId = GameId::Slot;
    const STORED_AS: u32 = 3;
    const BET_SUMMARY: &'static str = "Spins the slot.";
    const EXAMPLES: &'static [&'static str] = &[r#"{"bet":1}"#];

    type Table = slot::Table;
    type Bet = Bet;
    type Body = PlainBet;
    type StoredBet = StoredBet;
    type Detail = Detail;

    fn read_bet(body: &Value, table: &slot::Table) -> Result<Bet, Refusal> {
        Bet::from_json(body, table)
    }

    fn stored_bet(stored: &StoredBet, table: &slot::Table) -> Result<Bet, Refusal> {
        Bet::new(stored.bet.into(), table)
    }

    fn stake(bet: &Bet) -> Stake {
        bet.stake()
    }

    fn max_payout(bet: &Bet, table: &slot::Table) -> Points {
        bet.max_payout(table)
    }

    fn play(
        bet: Bet,
        table: &slot::Table,
        mut draws: Draws<DrawLog>,
        _moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError> {
        let outcome = slot::play(&mut draws, table, &bet);
        let stored = StoredBet { bet: bet.stake().get(), multiplier: outcome.multiplier.units() };
        Ok(GameRound::ended(bet, stored, draws, outcome.payout, outcome))
    }

    fn bet_text(_stored: &StoredBet, _moves: &[Move]) -> String {
        "spin".to_owned()
    }

    fn describe_detail(schemas: &mut Schemas) {
        describe::<slot::Outcome>(schemas);
    }
}
