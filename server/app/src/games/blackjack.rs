//! Blackjack on the server (docs/games.md, section 7).

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use pointhouse_rules::fairness::{Draw, DrawLog, Draws};
use pointhouse_rules::{Points, Refusal, Stake, blackjack};
use serde_json::Value;

use super::game::{
    Drawn, Game, GameMoveResult, GameRound, OpenOrEnded, PlainBet, RoundError, describe,
};
use super::odds_view::PLACES;
use super::stored_values::Move;
use crate::calls::Schemas;
use crate::ids::GameId;

/// The game.
pub struct Blackjack;
/// A checked bet.
pub type Bet = blackjack::Bet;
/// The result of a round so far.
pub type Detail = OpenOrEnded<blackjack::View, blackjack::Outcome>;

/// Bets whose exact return is published.
const RETURNS_SHOWN: usize = 100;

/// A bet, as it is stored: what is dealt is in the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct StoredBet {
    /// Points.
    pub bet: u32,
}

impl Game for Blackjack {
    const ID: GameId = GameId::Blackjack;
    const STORED_AS: u32 = 6;
    const BET_PATH: &'static str = "deal";
    const BET_SUMMARY: &'static str = "Deals a hand of blackjack.";
    const EXAMPLES: &'static [&'static str] = &[r#"{"bet":2}"#];
    const HAS_MOVES: bool = true;

    type Table = blackjack::Table;
    type Bet = Bet;
    type Body = PlainBet;
    type StoredBet = StoredBet;
    type Detail = Detail;

    fn read_bet(body: &Value, table: &blackjack::Table) -> Result<Bet, Refusal> {
        Bet::from_json(body, table)
    }

    fn stored_bet(stored: &StoredBet, table: &blackjack::Table) -> Result<Bet, Refusal> {
        Bet::new(stored.bet.into(), table)
    }

    fn stake(bet: &Bet) -> Stake {
        bet.stake()
    }

    fn max_payout(bet: &Bet, _table: &blackjack::Table) -> Points {
        bet.max_payout()
    }

    fn play(
        bet: Bet,
        _table: &blackjack::Table,
        draws: Draws<DrawLog>,
        moves: &[Move],
    ) -> Result<GameRound<Self>, RoundError> {
        let mut round = blackjack::Round::deal(draws, bet);
        for action in moves {
            round.act(to_action(*action).ok_or(RoundError::OtherGame)?)?;
        }
        Ok(played(&round))
    }

    fn step(
        bet: Bet,
        _table: &blackjack::Table,
        draws: Draws<DrawLog>,
        moves: &[Move],
        action: Move,
    ) -> Result<GameMoveResult<Self>, RoundError> {
        let before: Option<Vec<_>> = moves.iter().copied().map(to_action).collect();
        let before = before.ok_or(RoundError::OtherGame)?;
        let mut round = blackjack::Round::resume(draws, bet, before)?;
        if action == Move::Settle {
            let done = round.settle().into_iter().map(from_action).collect();
            let (cost, max_payout) = (Points::ZERO, Points::ZERO);
            return Ok(GameMoveResult { done, cost, max_payout, round: played(&round) });
        }
        let act = to_action(action).ok_or(RoundError::Refused(Refusal::BadAction))?;
        let cost = round.cost(act);
        round.act(act).map_err(RoundError::Refused)?;
        let max_payout = bet.max_payout();
        Ok(GameMoveResult { done: vec![action], cost, max_payout, round: played(&round) })
    }

    fn open_steps(detail: &Detail) -> Option<usize> {
        match detail {
            OpenOrEnded::Open(view) => Some(view.steps.len()),
            OpenOrEnded::Ended(_) => None,
        }
    }

    fn offer_within(bet: &Bet, detail: &mut Detail, balance: Points) {
        if let OpenOrEnded::Open(view) = detail {
            view.offer_within(bet, balance);
        }
    }

    fn bet_text(_stored: &StoredBet, moves: &[Move]) -> String {
        let mut text = "hand".to_owned();
        if moves.contains(&Move::Insure) {
            text.push_str(", insured");
        }
        if moves.contains(&Move::Double) {
            text.push_str(", doubled");
        }
        text
    }

    fn returns_by_bet(table: &blackjack::Table) -> Option<BTreeMap<u32, String>> {
        let limits = table.limits();
        // Every even bet returns the same; beyond a hundred, odd ones differ by less than is shown.
        let bets = (limits.min..=limits.max).take(RETURNS_SHOWN);
        let exact = bets.filter_map(|bet| {
            let played = Bet::new(u64::from(bet), table).ok()?;
            let exact = played.expected_return(blackjack::Play::Optimal);
            Some((bet, exact.to_decimal(PLACES)))
        });
        Some(exact.collect())
    }

    fn describe_detail(schemas: &mut Schemas) {
        describe::<blackjack::View>(schemas);
        describe::<blackjack::Outcome>(schemas);
    }
}

fn played(round: &blackjack::Round<Draws<DrawLog>>) -> GameRound<Blackjack> {
    let bet = *round.bet();
    let open = round.phase() != blackjack::Phase::Done;
    let detail = if open {
        OpenOrEnded::Open(round.view())
    } else {
        let draws: Vec<Draw> = round.draws().log().to_vec();
        OpenOrEnded::Ended(Drawn { draws, outcome: round.outcome() })
    };
    GameRound {
        stored: StoredBet { bet: bet.stake().get() },
        staked: round.staked(),
        payout: round.payout(),
        open,
        bet,
        detail,
    }
}

/// A stored move as the rules have it; none for a move of another game.
const fn to_action(action: Move) -> Option<blackjack::Action> {
    match action {
        Move::Insure => Some(blackjack::Action::Insure),
        Move::Decline => Some(blackjack::Action::Decline),
        Move::Hit => Some(blackjack::Action::Hit),
        Move::Stand => Some(blackjack::Action::Stand),
        Move::Double => Some(blackjack::Action::Double),
        Move::Reveal(_) | Move::CashOut | Move::Settle => None,
    }
}

const fn from_action(action: blackjack::Action) -> Move {
    match action {
        blackjack::Action::Insure => Move::Insure,
        blackjack::Action::Decline => Move::Decline,
        blackjack::Action::Hit => Move::Hit,
        blackjack::Action::Stand => Move::Stand,
        blackjack::Action::Double => Move::Double,
    }
}
