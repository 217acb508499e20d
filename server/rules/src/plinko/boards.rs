//! The multipliers of the buckets, by rows and risk.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::tables::TableError;
use crate::{Hundredths, Risk};

/// The fewest rows of pegs.
pub const MIN_ROWS: u8 = 8;
/// The most rows of pegs.
pub const MAX_ROWS: u8 = 16;
/// The highest multiplier that a board may have, 1000000.00.
pub const MAX_MULTIPLIER: Hundredths = Hundredths::from_units(100_000_000);

/// The boards, for 8 to 16 rows. Written as a table whose keys are the numbers of rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, Board>", into = "BTreeMap<String, Board>")]
pub struct Boards(Vec<Board>);

/// The multipliers of one number of rows: for each risk from the outermost bucket to the middle. The other
/// half of the board mirrors them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Multipliers that pay often.
    pub low: Vec<Hundredths>,
    /// Multipliers between the other two.
    pub medium: Vec<Hundredths>,
    /// Multipliers that pay rarely.
    pub high: Vec<Hundredths>,
}

impl Board {
    /// The multipliers of a risk, the outermost first.
    pub fn half(&self, risk: Risk) -> &[Hundredths] {
        match risk {
            Risk::Low => &self.low,
            Risk::Medium => &self.medium,
            Risk::High => &self.high,
        }
    }
}

impl Boards {
    /// The boards with their numbers of rows.
    pub fn iter(&self) -> impl Iterator<Item = (u8, &Board)> {
        (MIN_ROWS..).zip(&self.0)
    }

    /// The multipliers of a board, the outermost first; empty when there is no such board.
    pub fn half(&self, rows: u8, risk: Risk) -> &[Hundredths] {
        let board = rows.checked_sub(MIN_ROWS).and_then(|at| self.0.get(usize::from(at)));
        board.map_or(&[], |board| board.half(risk))
    }

    pub(super) fn highest(&self) -> Hundredths {
        let halves = self.0.iter().flat_map(|board| Risk::ALL.map(|risk| board.half(risk)));
        halves.flatten().max().copied().unwrap_or_default()
    }

    pub(super) fn validate(&self) -> Result<(), TableError> {
        for (rows, board) in self.iter() {
            for risk in Risk::ALL {
                if board.half(risk).iter().any(|multiplier| *multiplier > MAX_MULTIPLIER) {
                    let key = format!("boards.{rows}.{}", risk.name());
                    let problem = format!("must have multipliers of at most {MAX_MULTIPLIER}");
                    return Err(TableError::new("plinko", &key, problem));
                }
            }
        }
        Ok(())
    }
}

impl TryFrom<BTreeMap<String, Board>> for Boards {
    type Error = String;

    fn try_from(mut boards: BTreeMap<String, Board>) -> Result<Self, String> {
        let mut ordered = Vec::new();
        for rows in MIN_ROWS..=MAX_ROWS {
            let board = boards.remove(&rows.to_string());
            let board = board.ok_or_else(|| format!("plinko needs a board of {rows} rows"))?;
            let wanted = usize::from(rows) / 2 + 1;
            for risk in Risk::ALL {
                let found = board.half(risk).len();
                if found != wanted {
                    return Err(format!(
                        "the plinko board of {rows} rows needs {wanted} multipliers for risk {}, \
                         from the outermost bucket to the middle, not {found}",
                        risk.name()
                    ));
                }
            }
            ordered.push(board);
        }
        match boards.keys().next() {
            Some(key) => {
                Err(format!("plinko has no board {key}: boards are {MIN_ROWS} to {MAX_ROWS}"))
            }
            None => Ok(Self(ordered)),
        }
    }
}

impl From<Boards> for BTreeMap<String, Board> {
    fn from(boards: Boards) -> Self {
        (MIN_ROWS..).map(|rows| rows.to_string()).zip(boards.0).collect()
    }
}
