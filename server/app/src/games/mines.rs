//! Mines on the server (docs/games.md, section 5).

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{Draw, DrawLog, Draws};
use pointhouse_rules::{Points, Refusal, Stake, mines};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::game::{Drawn, Game, GameMoveResult, GameRound, OpenOrEnded, RoundError, describe};
use super::stored_values::Move;
use crate::calls::Schemas;
use crate::ids::GameId;

/// The game.
pub struct Mines;
/// A checked bet.
pub type Bet = mines::Bet;
/// The result of a round so far.
pub type Detail = OpenOrEnded<mines::View, mines::Outcome>;

/// A bet, as it is stored: what is found is in the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StoredBet {
    /// Points.
    pub bet: u32,
    /// 1..=24.
    pub mines: u8,
}

/// The beginning of a round of mines.
#[derive(Deserialize, ToSchema)]
#[schema(as = MinesBet)]
#[expect(dead_code, reason = "only described")]
pub struct Body {
    /// Whole points, 1 to 100 on a fresh site.
    bet: u32,
    /// 1 to 24.
    mines: u8,
}

impl Game for Mines {
    const ID: GameId = GameId::Mines;
    const STORED_AS: u32 = 5;
    const BET_PATH: &'static str = "start";
    const BET_SUMMARY: &'static str = "Begins a round of mines.";
    const EXAMPLES: &'static [&'static str] = &[r#"{"bet":1,"mines":3}"#];
    const HAS_MOVES: bool = true;

    type Table = mines::Table;
    type Bet = Bet;
    type Body = Body;
    type StoredBet = StoredBet;
    type Detail = Detail;

    fn read_bet(body: &Value, table: &mines::Table) -> Result<Bet, Refusal> {
        Bet::from_json(body, table)
    }

    fn stored_bet(stored: &StoredBet, table: &mines::Table) -> Result<Bet, Refusal> {
        Bet::new(stored.bet.into(), stored.mines.into(), table)
    }

    fn stake(bet: &Bet) -> Stake {
        bet.stake()
    }

    fn max_payout(bet: &Bet, table: &mines::Table) -> Points {
        bet.max_payout(table)
    }

    fn play(
        bet: Bet,
        table: &mines::Table,
        draws: Draws<DrawLog>,
        moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError> {
        let mut round = mines::Round::start(draws, bet);
        for action in moves {
            round.act(table, to_action(*action).ok_or(RoundError::OtherGame)?)?;
        }
        Ok(played(&round, table))
    }

    fn step(
        bet: Bet,
        table: &mines::Table,
        draws: Draws<DrawLog>,
        moves: &[Move],
        action: Move,
    ) -> Result<GameMoveResult<Self>, RoundError> {
        let before: Option<Vec<_>> = moves.iter().copied().map(to_action).collect();
        let before = before.ok_or(RoundError::OtherGame)?;
        let mut round = mines::Round::resume(draws, table, bet, before)?;
        let act = to_action(action).ok_or(RoundError::Refused(Refusal::BadAction))?;
        round.act(table, act).map_err(RoundError::Refused)?;
        // Taking what is reached draws nothing.
        let draws = matches!(action, Move::Reveal(_));
        let max_payout = if draws { bet.max_payout(table) } else { Points::ZERO };
        let round = played(&round, table);
        Ok(GameMoveResult { done: vec![action], cost: Points::ZERO, max_payout, round })
    }

    fn open_steps(detail: &Detail) -> Option<usize> {
        match detail {
            OpenOrEnded::Open(view) => Some(view.steps.len()),
            OpenOrEnded::Ended(_) => None,
        }
    }

    fn bet_text(stored: &StoredBet, _moves: &[Move]) -> String {
        super::game::counted(usize::from(stored.mines), "mine")
    }

    fn describe_detail(schemas: &mut Schemas) {
        describe::<mines::View>(schemas);
        describe::<mines::Outcome>(schemas);
    }
}

fn played(round: &mines::Round<Draws<DrawLog>>, table: &mines::Table) -> GameRound<Mines> {
    let bet = *round.bet();
    let open = round.status() == mines::Status::Open;
    let detail = if open {
        OpenOrEnded::Open(round.view(table))
    } else {
        let draws: Vec<Draw> = round.draws().log().to_vec();
        OpenOrEnded::Ended(Drawn { draws, outcome: round.outcome(table) })
    };
    GameRound {
        stored: StoredBet { bet: bet.stake().get(), mines: bet.mines() },
        staked: bet.stake().points(),
        payout: round.payout(table),
        open,
        bet,
        detail,
    }
}

/// A stored move as the rules have it; none for a move of another game.
const fn to_action(action: Move) -> Option<mines::Action> {
    match action {
        Move::Reveal(tile) => Some(mines::Action::Reveal(tile)),
        Move::CashOut => Some(mines::Action::CashOut),
        Move::Settle => Some(mines::Action::Settle),
        Move::Insure | Move::Decline | Move::Hit | Move::Stand | Move::Double => None,
    }
}
