//! Plinko on the server (docs/games.md, section 14).

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{DrawLog, Draws};
use pointhouse_rules::{Points, Refusal, Risk, Stake, plinko};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::game::{Drawn, Game, GameRound, RoundError, describe};
use super::stored_values::{Move, RiskCode};
use crate::calls::Schemas;
use crate::ids::GameId;

/// The game.
pub struct Plinko;
/// A checked bet.
pub type Bet = plinko::Bet;
/// The result of a round.
pub type Detail = Drawn<plinko::Outcome>;

/// A bet and its bucket, as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StoredBet {
    /// Points.
    pub bet: u32,
    /// Rows of pegs, 8..=16.
    pub rows: u8,
    /// How the prizes are spread.
    pub risk: RiskCode,
    /// 0..=rows.
    pub bucket: u8,
}

/// A bet on plinko.
#[derive(Deserialize, ToSchema)]
#[schema(as = PlinkoBet)]
#[expect(dead_code, reason = "only described")]
pub struct Body {
    /// Whole points, 10 to 100 in steps of 10 on a fresh site.
    bet: u32,
    /// 8 to 16 rows of pegs.
    rows: u8,
    /// "low", "medium" or "high".
    risk: String,
}

impl Game for Plinko {
    const ID: GameId = GameId::Plinko;
    const STORED_AS: u32 = 7;
    const BET_SUMMARY: &'static str = "Drops a ball of plinko.";
    const EXAMPLES: &'static [&'static str] = &[
        r#"{"bet":10,"rows":16,"risk":"high"}"#,
        r#"{"bet":100,"rows":8,"risk":"low"}"#,
        r#"{"bet":30,"rows":11,"risk":"medium"}"#,
        r#"{"bet":70,"rows":13,"risk":"high"}"#,
    ];

    type Table = plinko::Table;
    type Bet = Bet;
    type Body = Body;
    type StoredBet = StoredBet;
    type Detail = Detail;

    fn read_bet(body: &Value, table: &plinko::Table) -> Result<Bet, Refusal> {
        Bet::from_json(body, table)
    }

    fn stored_bet(stored: &StoredBet, table: &plinko::Table) -> Result<Bet, Refusal> {
        Bet::new(stored.bet.into(), stored.rows.into(), stored.risk.into(), table)
    }

    fn stake(bet: &Bet) -> Stake {
        bet.stake()
    }

    fn max_payout(bet: &Bet, table: &plinko::Table) -> Points {
        bet.max_payout(table)
    }

    fn play(
        bet: Bet,
        table: &plinko::Table,
        mut draws: Draws<DrawLog>,
        _moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError> {
        let outcome = plinko::play(&mut draws, table, &bet);
        let stored = StoredBet {
            bet: bet.stake().get(),
            rows: bet.rows(),
            risk: bet.risk().into(),
            bucket: outcome.bucket,
        };
        Ok(GameRound::ended(bet, stored, draws, outcome.payout, outcome))
    }

    fn bet_text(stored: &StoredBet, _moves: &[Move]) -> String {
        format!("{}, {} rows", Risk::from(stored.risk).name(), stored.rows)
    }

    fn describe_detail(schemas: &mut Schemas) {
        describe::<plinko::Outcome>(schemas);
    }
}
