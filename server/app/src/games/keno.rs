//! Keno on the server (docs/games.md, section 6).

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{DrawLog, Draws};
use pointhouse_rules::{Points, Refusal, Risk, Stake, keno};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::game::{Drawn, Game, GameRound, RoundError, counted, describe};
use super::stored_values::{Move, RiskCode};
use crate::calls::Schemas;
use crate::ids::GameId;

/// The game.
pub struct Keno;
/// A checked bet.
pub type Bet = keno::Bet;
/// The result of a round.
pub type Detail = Drawn<keno::Outcome>;

/// A bet and its drawing, as they are stored.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StoredBet {
    /// Points.
    pub bet: u32,
    /// How the prizes are spread.
    pub risk: RiskCode,
    /// Numbers, in the order given.
    pub picks: Vec<u8>,
    /// Numbers, in the order of their drawing.
    pub drawn: Vec<u8>,
}

/// A bet on keno.
#[derive(Deserialize, ToSchema)]
#[schema(as = KenoBet)]
#[expect(dead_code, reason = "only described")]
pub struct Body {
    /// Whole points, 1 to 100 on a fresh site.
    bet: u32,
    /// "low", "medium" or "high".
    risk: String,
    /// 1 to 10 different numbers from 1 to 40.
    picks: Vec<u8>,
}

impl Game for Keno {
    const ID: GameId = GameId::Keno;
    const STORED_AS: u32 = 2;
    const BET_SUMMARY: &'static str = "Plays a round of keno.";
    const EXAMPLES: &'static [&'static str] =
        &[r#"{"bet":1,"risk":"high","picks":[1,5,9,13,17,21,25,29,33,37]}"#];

    type Table = keno::Table;
    type Bet = Bet;
    type Body = Body;
    type StoredBet = StoredBet;
    type Detail = Detail;

    fn read_bet(body: &Value, table: &keno::Table) -> Result<Bet, Refusal> {
        Bet::from_json(body, table)
    }

    fn stored_bet(stored: &StoredBet, table: &keno::Table) -> Result<Bet, Refusal> {
        Bet::new(stored.bet.into(), stored.risk.into(), stored.picks.clone(), table)
    }

    fn stake(bet: &Bet) -> Stake {
        bet.stake()
    }

    fn max_payout(bet: &Bet, table: &keno::Table) -> Points {
        bet.max_payout(table)
    }

    fn play(
        bet: Bet,
        table: &keno::Table,
        mut draws: Draws<DrawLog>,
        _moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError> {
        let outcome = keno::play(&mut draws, table, &bet);
        let stored = StoredBet {
            bet: bet.stake().get(),
            risk: bet.risk().into(),
            picks: bet.picks().to_vec(),
            drawn: outcome.drawn.clone(),
        };
        Ok(GameRound::ended(bet, stored, draws, outcome.payout, outcome))
    }

    fn bet_text(stored: &StoredBet, _moves: &[Move]) -> String {
        format!("{}, {}", Risk::from(stored.risk).name(), counted(stored.picks.len(), "pick"))
    }

    fn describe_detail(schemas: &mut Schemas) {
        describe::<keno::Outcome>(schemas);
    }
}
