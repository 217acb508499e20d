//! Limbo on the server (docs/games.md, section 4).

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{DrawLog, Draws};
use pointhouse_rules::{Hundredths, Points, Refusal, Stake, limbo};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::game::{Drawn, Game, GameRound, RoundError, describe};
use super::stored_values::Move;
use crate::calls::Schemas;
use crate::ids::GameId;

/// The game.
pub struct Limbo;
/// A checked bet.
pub type Bet = limbo::Bet;
/// The result of a round.
pub type Detail = Drawn<limbo::Outcome>;

/// A bet and its result, as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StoredBet {
    /// Points.
    pub bet: u32,
    /// Hundredths.
    pub target: u64,
    /// Hundredths.
    pub result: u64,
}

/// A bet on limbo.
#[derive(Deserialize, ToSchema)]
#[schema(as = LimboBet)]
#[expect(dead_code, reason = "only described")]
pub struct Body {
    /// Whole points, 1 to 100 on a fresh site.
    bet: u32,
    /// 1.01 to 1500.00, as text or as a number with at most two decimals.
    target: String,
}

impl Game for Limbo {
    const ID: GameId = GameId::Limbo;
    const STORED_AS: u32 = 1;
    const BET_SUMMARY: &'static str = "Plays a round of limbo.";
    const EXAMPLES: &'static [&'static str] = &[r#"{"bet":1,"target":"2.00"}"#];

    type Table = limbo::Table;
    type Bet = Bet;
    type Body = Body;
    type StoredBet = StoredBet;
    type Detail = Detail;

    fn read_bet(body: &Value, table: &limbo::Table) -> Result<Bet, Refusal> {
        Bet::from_json(body, table)
    }

    fn stored_bet(stored: &StoredBet, table: &limbo::Table) -> Result<Bet, Refusal> {
        Bet::new(stored.bet.into(), Hundredths::from_units(stored.target), table)
    }

    fn stake(bet: &Bet) -> Stake {
        bet.stake()
    }

    fn max_payout(bet: &Bet, _table: &limbo::Table) -> Points {
        bet.win_payout()
    }

    fn play(
        bet: Bet,
        table: &limbo::Table,
        mut draws: Draws<DrawLog>,
        _moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError> {
        let outcome = limbo::play(&mut draws, table, &bet);
        let stored = StoredBet {
            bet: bet.stake().get(),
            target: bet.target().units(),
            result: outcome.result.units(),
        };
        Ok(GameRound::ended(bet, stored, draws, outcome.payout, outcome))
    }

    fn bet_text(stored: &StoredBet, _moves: &[Move]) -> String {
        format!("target {}", Hundredths::from_units(stored.target))
    }

    fn describe_detail(schemas: &mut Schemas) {
        describe::<limbo::Outcome>(schemas);
    }
}
