//! Mines (docs/games.md, section 5).
//!
//! A round hides mines on a 5 by 5 board. Each gem found raises the multiplier until the member
//! cashes out or hits a mine. The layout never leaves a [`Round`] before it has ended: a
//! [`View`] of an open round has no field to carry it.

mod odds;
mod round;
mod table;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::replay::{Answer, Failure, Recorded, detail};
use crate::{Points, Refusal, Stake, Tables};

pub use round::{Outcome, Round, Status, Step, View};
pub use table::{MAX_TURN_PPM, Table};

/// Tiles of the board, numbered 0 to 24 row by row.
pub const TILES: u8 = 25;

/// A checked bet with its number of mines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = MinesParams))]
pub struct Bet {
    bet: Stake,
    mines: u8,
}

/// What can be done to an open round. Written as in the test vectors: a tile is its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Reveals a tile; 0..=24 is checked when it is done.
    Reveal(u8),
    /// Takes the multiplier reached.
    CashOut,
    /// Ends a round that was left open for too long: cashes out, or returns the bet when no gem
    /// was found. The server does this, never a member.
    Settle,
}

impl Bet {
    /// Checks a bet against a table.
    pub fn new(bet: u64, mines: u64, table: &Table) -> Result<Self, Refusal> {
        let bet = table.limits().check(bet)?;
        let mines = u8::try_from(mines).ok().filter(|mines| (1..TILES).contains(mines));
        Ok(Self { bet, mines: mines.ok_or(Refusal::BadMines)? })
    }

    /// Reads `{bet, mines}`.
    pub fn from_json(params: &Value, table: &Table) -> Result<Self, Refusal> {
        let bet = table.limits().check_json(params.get("bet"))?;
        let mines = params.get("mines").and_then(Value::as_u64).unwrap_or(0);
        Self::new(u64::from(bet.get()), mines, table)
    }

    /// The points staked.
    pub const fn stake(&self) -> Stake {
        self.bet
    }

    /// The largest payout of the round, in points.
    pub fn max_payout(&self, table: &Table) -> Points {
        self.bet.times(table.cap(self.mines))
    }

    /// The number of mines, 1..=24.
    pub const fn mines(&self) -> u8 {
        self.mines
    }
}

impl Action {
    /// Reads a tile number, `"cashout"` or `"settle"`.
    pub fn from_json(action: &Value) -> Result<Self, Refusal> {
        match action.as_str() {
            Some("cashout") => Ok(Self::CashOut),
            Some("settle") => Ok(Self::Settle),
            Some(_) => Err(Refusal::BadAction),
            None => Self::reveal_json(Some(action)),
        }
    }

    /// Reads the tile of a request; anything but a small whole number is off the board.
    pub fn reveal_json(tile: Option<&Value>) -> Result<Self, Refusal> {
        let tile = tile.and_then(Value::as_u64).and_then(|tile| u8::try_from(tile).ok());
        Ok(Self::Reveal(tile.ok_or(Refusal::BadTile)?))
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Reveal(tile) => tile.serialize(out),
            Self::CashOut => "cashout".serialize(out),
            Self::Settle => "settle".serialize(out),
        }
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Self::from_json(&Value::deserialize(input)?).map_err(serde::de::Error::custom)
    }
}

/// Replays a round of the test vectors under the published table.
pub(crate) fn replay(draws: Recorded, params: &Value, actions: &[Value]) -> Answer {
    let mut table = Tables::published().mines.clone();
    if let Some(turn) = params.get("turn_max_ppm") {
        table.turn_max_ppm = u32::deserialize(turn).map_err(|_| Failure::BadLine)?;
    }
    if let Some(auto) = params.get("auto_cashout") {
        table.auto_cashout_at_cap = bool::deserialize(auto).map_err(|_| Failure::BadLine)?;
    }
    table.validate().map_err(|_| Failure::BadLine)?;
    let mut round = Round::start(draws, Bet::from_json(params, &table)?);
    for action in actions {
        round.act(&table, Action::from_json(action)?)?;
    }
    Ok(detail(round.draws().log(), round.outcome(&table)))
}
