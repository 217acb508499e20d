//! The board of a spin: 3 rows of 5 cells, numbered 0 to 14 row by row.

use serde::{Deserialize, Serialize};

use crate::Hundredths;
use crate::fairness::DrawSource;

/// Rows of a board.
const ROWS: usize = 3;
/// Cells of a row.
const COLUMNS: usize = 5;
/// Cells of a board.
pub const CELLS: usize = ROWS * COLUMNS;

/// The symbols row by row.
pub type Board = [[Symbol; COLUMNS]; ROWS];

/// A symbol of the reels. Only bones pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are the pictures on the reels")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = SlotSymbol))]
pub enum Symbol {
    Bone,
    Kelpie,
    Dingo,
    Hat,
    Boomerang,
    Paw,
    Bowl,
    Ball,
    Collar,
}

/// A bone and the value printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = SlotBone))]
pub struct Bone {
    /// Its cell, 0..=14.
    pub cell: u8,
    /// Its part of the multiplier.
    pub value: Hundredths,
}

/// Draws where the bones lie and how the multiplier is spread over them: the spare above the
/// least value of each is cut at random places, in whole bone units.
pub(super) fn draw_bones(
    draws: &mut impl DrawSource,
    bones: u8,
    multiplier: u64,
    bone_unit: Hundredths,
    min_bone: Hundredths,
) -> Vec<Bone> {
    let mut cells: Vec<u8> = (0..).take(CELLS).collect();
    draws.shuffle_front(&mut cells, usize::from(bones));
    let (unit, least) = (bone_unit.units(), min_bone.units());
    let spare = (multiplier - u64::from(bones) * least) / unit;
    let mut edges: Vec<u64> = (1..bones).map(|_| draws.below(spare + 1)).collect();
    edges.sort_unstable();
    edges.push(spare);
    let mut from = 0;
    let bone = |(cell, edge): (u8, u64)| {
        let value = least + unit * (edge - from);
        from = edge;
        Bone { cell, value: Hundredths::from_units(value) }
    };
    cells.into_iter().zip(edges).map(bone).collect()
}

/// Draws the fillers, each different from its left neighbour, and lays the bones over them.
pub(super) fn draw_board(draws: &mut impl DrawSource, fillers: &[Symbol], bones: &[Bone]) -> Board {
    let mut board = [[Symbol::Bone; COLUMNS]; ROWS];
    for row in &mut board {
        let mut left = None;
        for cell in row {
            let at = match left {
                None => draws.index(fillers.len()),
                Some(left) => (left + 1 + draws.index(fillers.len() - 1)) % fillers.len(),
            };
            left = Some(at);
            *cell = fillers.get(at).copied().unwrap_or(Symbol::Bone);
        }
    }
    for (number, cell) in (0u8..).zip(board.as_flattened_mut()) {
        if bones.iter().any(|bone| bone.cell == number) {
            *cell = Symbol::Bone;
        }
    }
    board
}
