//! What a bet or a move comes to, decided without side effects.

use pointhouse_rules::fairness::{ClientSeed, Draw, DrawLog, Draws, ServerSeed};
use pointhouse_rules::{
    Hundredths, Points, Refusal, blackjack, dice, keno, limbo, mines, roulette, slot,
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::records::{ChipRow, Move, Play, direction};
use super::rules::GameTable;
use crate::ids::GameId;

/// A bet that the rules accept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the games")]
pub enum Wager {
    Dice(dice::Bet),
    Limbo(limbo::Bet),
    Keno(keno::Bet),
    Slot(slot::Bet),
    Roulette(roulette::Bet),
    Mines(mines::Bet),
    Blackjack(blackjack::Bet),
}

impl Wager {
    /// Reads the body of a bet.
    ///
    /// # Errors
    /// The rules refuse it.
    pub fn from_json(table: &GameTable, body: &Value) -> Result<Self, Refusal> {
        Ok(match table {
            GameTable::Dice(table) => Self::Dice(dice::Bet::from_json(body, table)?),
            GameTable::Limbo(table) => Self::Limbo(limbo::Bet::from_json(body, table)?),
            GameTable::Keno(table) => Self::Keno(keno::Bet::from_json(body, table)?),
            GameTable::Slot(table) => Self::Slot(slot::Bet::from_json(body, table)?),
            GameTable::Roulette(table) => Self::Roulette(roulette::Bet::from_json(body, table)?),
            GameTable::Mines(table) => Self::Mines(mines::Bet::from_json(body, table)?),
            GameTable::Blackjack(table) => Self::Blackjack(blackjack::Bet::from_json(body, table)?),
        })
    }

    /// The bet of a round that was played under a table.
    fn of(play: &Play, table: &GameTable) -> Result<Self, ModelError> {
        Ok(match (play, table) {
            (Play::Dice { bet, target, over, .. }, GameTable::Dice(table)) => {
                let side = direction(*over);
                Self::Dice(dice::Bet::new(u64::from(*bet), u64::from(*target), side, table)?)
            }
            (Play::Limbo { bet, target, .. }, GameTable::Limbo(table)) => {
                let target = Hundredths::from_units(*target);
                Self::Limbo(limbo::Bet::new(u64::from(*bet), target, table)?)
            }
            (Play::Keno { bet, risk, picks, .. }, GameTable::Keno(table)) => {
                let picks = picks.clone();
                Self::Keno(keno::Bet::new(u64::from(*bet), (*risk).into(), picks, table)?)
            }
            (Play::Slot { bet, .. }, GameTable::Slot(table)) => {
                Self::Slot(slot::Bet::new(u64::from(*bet), table)?)
            }
            (Play::Roulette { chips, .. }, GameTable::Roulette(table)) => {
                let bets: Vec<Value> = chips.iter().map(chip_json).collect();
                Self::Roulette(roulette::Bet::from_json(&json!({ "bets": bets }), table)?)
            }
            (Play::Mines { bet, mines }, GameTable::Mines(table)) => {
                Self::Mines(mines::Bet::new(u64::from(*bet), u64::from(*mines), table)?)
            }
            (Play::Blackjack { bet }, GameTable::Blackjack(table)) => {
                Self::Blackjack(blackjack::Bet::new(u64::from(*bet), table)?)
            }
            _ => return Err(ModelError::OtherGame),
        })
    }

    /// Points staked.
    pub fn staked(&self) -> Points {
        match self {
            Self::Dice(bet) => bet.stake(),
            Self::Limbo(bet) => bet.stake(),
            Self::Keno(bet) => bet.stake(),
            Self::Slot(bet) => bet.stake(),
            Self::Roulette(bet) => bet.stake(),
            Self::Mines(bet) => bet.stake(),
            Self::Blackjack(bet) => bet.stake(),
        }
        .points()
    }

    /// The largest payout that its round may have, whatever is drawn and done in it.
    pub fn max_payout(&self, table: &GameTable) -> Points {
        match (self, table) {
            (Self::Dice(bet), GameTable::Dice(table)) => bet.win_payout(table),
            (Self::Limbo(bet), GameTable::Limbo(_)) => bet.win_payout(),
            (Self::Keno(bet), GameTable::Keno(table)) => bet.max_payout(table),
            (Self::Slot(bet), GameTable::Slot(table)) => bet.max_payout(table),
            (Self::Roulette(bet), GameTable::Roulette(table)) => bet.max_payout(table),
            (Self::Mines(bet), GameTable::Mines(table)) => bet.max_payout(table),
            (Self::Blackjack(bet), GameTable::Blackjack(_)) => bet.max_payout(),
            // Of different games: playing it is refused.
            _ => Points::ZERO,
        }
    }

    /// Which game it is of.
    pub const fn game(&self) -> GameId {
        match self {
            Self::Dice(_) => GameId::Dice,
            Self::Limbo(_) => GameId::Limbo,
            Self::Keno(_) => GameId::Keno,
            Self::Slot(_) => GameId::Slot,
            Self::Roulette(_) => GameId::Roulette,
            Self::Mines(_) => GameId::Mines,
            Self::Blackjack(_) => GameId::Blackjack,
        }
    }

    /// Whether a round was played on just this bet.
    pub fn is_of(&self, play: &Play, table: &GameTable) -> bool {
        Self::of(play, table).is_ok_and(|bet| bet == *self)
    }
}

fn chip_json(chip: &ChipRow) -> Value {
    let kind = roulette::Kind::ALL.get(usize::from(chip.kind)).map(|kind| kind.name());
    json!({ "kind": kind, "amount": chip.amount, "numbers": chip.numbers, "pick": chip.pick })
}

/// A row that does not fit its tables: a broken store, never a member's doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The tables are of another game, or the move is.
    #[error("a round and its tables or moves are of different games")]
    OtherGame,
    /// The rules refuse what stands in the store.
    #[error("a stored round is refused: {0}")]
    Stored(#[from] Refusal),
    /// The rules refuse the move that is asked for: the member's mistake.
    #[error("{0}")]
    Denied(Refusal),
}

/// An outcome with the draws that led to it: the `expect` object of the test vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Drawn<O> {
    /// Accepted draws in order, `[bound, value]`.
    #[schema(value_type = Vec<Vec<u64>>)]
    pub draws: DrawLog,
    /// The game's own fields.
    #[serde(flatten)]
    pub outcome: O,
}

/// What came of a round of several calls: while it is open, only what its member may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Stepwise<V, O> {
    /// Open.
    Open(V),
    /// Ended: everything.
    Ended(Drawn<O>),
}

/// The bet of a round and its result so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundDetail {
    Dice(dice::Bet, Drawn<dice::Outcome>),
    Limbo(limbo::Bet, Drawn<limbo::Outcome>),
    Keno(keno::Bet, Drawn<keno::Outcome>),
    Slot(slot::Bet, Drawn<slot::Outcome>),
    Roulette(roulette::Bet, Drawn<roulette::Outcome>),
    Mines(mines::Bet, Stepwise<mines::View, mines::Outcome>),
    Blackjack(blackjack::Bet, Stepwise<blackjack::View, blackjack::Outcome>),
}

impl RoundDetail {
    /// Steps so far of an open round: the length of its `detail.steps`. None for an ended one.
    pub fn open_steps(&self) -> Option<usize> {
        match self {
            Self::Mines(_, Stepwise::Open(view)) => Some(view.steps.len()),
            Self::Blackjack(_, Stepwise::Open(view)) => Some(view.steps.len()),
            _ => None,
        }
    }
}

/// Where a round stands after a bet or a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What to keep.
    pub play: Play,
    /// Points staked so far.
    pub staked: Points,
    /// Points handed back; none while it is open.
    pub payout: Points,
    /// It waits for a move.
    pub open: bool,
    /// What to tell.
    pub told: RoundDetail,
}

/// The seeds of a round.
#[derive(Clone, Copy)]
pub struct Seeds<'a> {
    /// Secret until the pair is rotated away.
    pub server: &'a ServerSeed,
    /// The member's part.
    pub client: &'a ClientSeed,
    /// Number within the pair.
    pub nonce: u64,
}

impl Seeds<'_> {
    fn draws(&self) -> Draws<DrawLog> {
        Draws::recorded(self.server, self.client, self.nonce)
    }
}

/// Plays a bet with the draws of its nonce.
///
/// # Errors
/// The bet and the table are of different games.
pub fn play(table: &GameTable, wager: Wager, seeds: Seeds<'_>) -> Result<Standing, ModelError> {
    stand(table, wager, seeds, &[])
}

/// The standing of a round after its moves, from its rows: the same whenever it is asked for.
///
/// # Errors
/// The rows do not fit each other.
pub(super) fn retell(
    table: &GameTable,
    play: &Play,
    seeds: Seeds<'_>,
    moves: &[Move],
) -> Result<Standing, ModelError> {
    stand(table, Wager::of(play, table)?, seeds, moves)
}

fn stand(
    table: &GameTable,
    wager: Wager,
    seeds: Seeds<'_>,
    moves: &[Move],
) -> Result<Standing, ModelError> {
    let staked = wager.staked();
    let mut draws = seeds.draws();
    let instant = |play, payout, told| Standing { play, staked, payout, open: false, told };
    Ok(match (wager, table) {
        (Wager::Dice(bet), GameTable::Dice(table)) => {
            let outcome = dice::play(&mut draws, table, &bet);
            let told = RoundDetail::Dice(bet, drawn(draws, outcome));
            instant(dice_row(&bet, &outcome), outcome.payout, told)
        }
        (Wager::Limbo(bet), GameTable::Limbo(table)) => {
            let outcome = limbo::play(&mut draws, table, &bet);
            let (target, result) = (bet.target().units(), outcome.result.units());
            let play = Play::Limbo { bet: bet.stake().get(), target, result };
            instant(play, outcome.payout, RoundDetail::Limbo(bet, drawn(draws, outcome)))
        }
        (Wager::Keno(bet), GameTable::Keno(table)) => {
            let outcome = keno::play(&mut draws, table, &bet);
            let (picks, drawn_numbers) = (bet.picks().to_vec(), outcome.drawn.clone());
            let (points, risk) = (bet.stake().get(), bet.risk().into());
            let play = Play::Keno { bet: points, risk, picks, drawn: drawn_numbers };
            instant(play, outcome.payout, RoundDetail::Keno(bet, drawn(draws, outcome)))
        }
        (Wager::Slot(bet), GameTable::Slot(table)) => {
            let outcome = slot::play(&mut draws, table, &bet);
            let multiplier = outcome.multiplier.units();
            let play = Play::Slot { bet: bet.stake().get(), multiplier };
            instant(play, outcome.payout, RoundDetail::Slot(bet, drawn(draws, outcome)))
        }
        (Wager::Roulette(bet), GameTable::Roulette(table)) => {
            let outcome = roulette::play(&mut draws, table, &bet);
            let chips = bet.chips().iter().map(chip_row).collect();
            let play = Play::Roulette { chips, number: outcome.number };
            instant(play, outcome.payout, RoundDetail::Roulette(bet, drawn(draws, outcome)))
        }
        (Wager::Mines(bet), GameTable::Mines(table)) => {
            let mut round = mines::Round::start(draws, bet);
            for action in moves {
                round.act(table, action.in_mines().ok_or(ModelError::OtherGame)?)?;
            }
            mines_standing(&round, table)
        }
        (Wager::Blackjack(bet), GameTable::Blackjack(_)) => {
            let mut round = blackjack::Round::deal(draws, bet);
            for action in moves {
                round.act(action.in_blackjack().ok_or(ModelError::OtherGame)?)?;
            }
            blackjack_standing(&round)
        }
        _ => return Err(ModelError::OtherGame),
    })
}

fn mines_standing(round: &mines::Round<Draws<DrawLog>>, table: &mines::Table) -> Standing {
    let bet = *round.bet();
    let open = round.status() == mines::Status::Open;
    let told = if open {
        Stepwise::Open(round.view(table))
    } else {
        let draws: Vec<Draw> = round.draws().log().to_vec();
        Stepwise::Ended(Drawn { draws, outcome: round.outcome(table) })
    };
    Standing {
        play: Play::Mines { bet: bet.stake().get(), mines: bet.mines() },
        staked: bet.stake().points(),
        payout: round.payout(table),
        open,
        told: RoundDetail::Mines(bet, told),
    }
}

fn blackjack_standing(round: &blackjack::Round<Draws<DrawLog>>) -> Standing {
    let bet = *round.bet();
    let open = round.phase() != blackjack::Phase::Done;
    let told = if open {
        Stepwise::Open(round.view())
    } else {
        let draws: Vec<Draw> = round.draws().log().to_vec();
        Stepwise::Ended(Drawn { draws, outcome: round.outcome() })
    };
    Standing {
        play: Play::Blackjack { bet: bet.stake().get() },
        staked: round.staked(),
        payout: round.payout(),
        open,
        told: RoundDetail::Blackjack(bet, told),
    }
}

/// What a move needs before it may be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The moves that are done: the one asked for, or those that settle a round left open.
    pub done: Vec<Move>,
    /// Points it adds to the stake.
    pub cost: Points,
    /// Points that must fit into the balance before anything is drawn.
    pub max_payout: Points,
    /// Where the round stands after it.
    pub standing: Standing,
}

/// Does a move in an open round. Nothing is drawn and nothing changes when it is refused.
///
/// # Errors
/// The rules refuse the move, or the rows do not fit each other.
pub(super) fn step(
    table: &GameTable,
    play: &Play,
    seeds: Seeds<'_>,
    moves: &[Move],
    action: Move,
) -> Result<Step, ModelError> {
    match (Wager::of(play, table)?, table) {
        (Wager::Mines(bet), GameTable::Mines(table)) => {
            let before = moves.iter().map(|action| action.in_mines());
            let before: Option<Vec<mines::Action>> = before.collect();
            let before = before.ok_or(ModelError::OtherGame)?;
            let mut round = mines::Round::resume(seeds.draws(), table, bet, before)?;
            let act = action.in_mines().ok_or(ModelError::Denied(Refusal::BadAction))?;
            round.act(table, act).map_err(ModelError::Denied)?;
            let standing = mines_standing(&round, table);
            // Taking what is reached draws nothing.
            let draws = matches!(action, Move::Reveal(_));
            let max_payout = if draws { bet.max_payout(table) } else { Points::ZERO };
            Ok(Step { done: vec![action], cost: Points::ZERO, max_payout, standing })
        }
        (Wager::Blackjack(bet), GameTable::Blackjack(_)) => {
            let before = moves.iter().map(|action| action.in_blackjack());
            let before: Option<Vec<blackjack::Action>> = before.collect();
            let before = before.ok_or(ModelError::OtherGame)?;
            let mut round = blackjack::Round::resume(seeds.draws(), bet, before)?;
            let (done, cost, max_payout) = if action == Move::Settle {
                let done = round.settle().into_iter().map(Move::from).collect();
                (done, Points::ZERO, Points::ZERO)
            } else {
                let act = action.in_blackjack().ok_or(ModelError::Denied(Refusal::BadAction))?;
                let cost = round.cost(act);
                round.act(act).map_err(ModelError::Denied)?;
                (vec![action], cost, bet.max_payout())
            };
            Ok(Step { done, cost, max_payout, standing: blackjack_standing(&round) })
        }
        _ => Err(ModelError::Denied(Refusal::BadAction)),
    }
}

/// What a bet was on, for people, in the feed (decision C2).
pub(super) fn bet_type(play: &Play, moves: &[Move]) -> String {
    match play {
        Play::Dice { target, over: false, .. } => format!("under {target}"),
        Play::Dice { target, over: true, .. } => format!("over {target}"),
        Play::Limbo { target, .. } => format!("target {}", Hundredths::from_units(*target)),
        Play::Keno { risk, picks, .. } => {
            let risk = match keno::Risk::from(*risk) {
                keno::Risk::Low => "low",
                keno::Risk::Medium => "medium",
                keno::Risk::High => "high",
            };
            format!("{risk}, {}", counted(picks.len(), "pick"))
        }
        Play::Slot { .. } => "spin".to_owned(),
        Play::Roulette { chips, .. } => match chips.as_slice() {
            [only] => chip_text(only),
            chips => counted(chips.len(), "bet"),
        },
        Play::Mines { mines, .. } => counted(usize::from(*mines), "mine"),
        Play::Blackjack { .. } => {
            let mut text = "hand".to_owned();
            if moves.contains(&Move::Insure) {
                text.push_str(", insured");
            }
            if moves.contains(&Move::Double) {
                text.push_str(", doubled");
            }
            text
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn chip_text(chip: &ChipRow) -> String {
    let kind = roulette::Kind::ALL.get(usize::from(chip.kind)).map_or("", |kind| kind.name());
    if chip.pick > 0 {
        return format!("{kind} {}", chip.pick);
    }
    let numbers: Vec<String> = chip.numbers.iter().map(u8::to_string).collect();
    format!("{kind} {}", numbers.join("-")).trim_end().to_owned()
}

fn chip_row(chip: &roulette::Chip) -> ChipRow {
    let place = roulette::Kind::ALL.iter().position(|kind| *kind == chip.kind());
    ChipRow {
        // There are 13 kinds, and every chip has one of them.
        kind: place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX),
        amount: chip.amount(),
        numbers: chip.numbers().unwrap_or_default().to_vec(),
        pick: chip.pick().unwrap_or(0),
    }
}

fn dice_row(bet: &dice::Bet, outcome: &dice::Outcome) -> Play {
    Play::Dice {
        bet: bet.stake().get(),
        target: bet.target(),
        over: bet.direction() == dice::Direction::Over,
        // A roll is below 10,000.
        roll: u16::try_from(outcome.roll.units()).unwrap_or(u16::MAX),
    }
}

fn drawn<O>(draws: Draws<DrawLog>, outcome: O) -> Drawn<O> {
    Drawn { draws: draws.into_log(), outcome }
}
