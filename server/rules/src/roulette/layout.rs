//! The table layout: which numbers a bet may name and which it covers.
//!
//! Numbers lie in 12 rows (3r+1, 3r+2, 3r+3) above the zero. Sets of numbers are bits.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a bet is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = RouletteKind))]
pub enum Kind {
    /// One number.
    Straight,
    /// Two neighbours, or zero and a number of the first row.
    Split,
    /// A row, or zero with two neighbours of the first row.
    Street,
    /// Four numbers in a square, or zero and the first row.
    Corner,
    /// Two rows next to each other.
    Sixline,
    /// Twelve numbers in order.
    Dozen,
    /// Every third number.
    Column,
    /// The red numbers.
    Red,
    /// The black numbers.
    Black,
    /// The odd numbers.
    Odd,
    /// The even numbers without zero.
    Even,
    /// 1 to 18.
    Low,
    /// 19 to 36.
    High,
}

/// The colour of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = RouletteColour))]
pub enum Colour {
    /// Zero.
    Green,
    /// The 18 red numbers.
    Red,
    /// The others.
    Black,
}

/// Bits of the red numbers.
const RED: u64 = set(&[1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
/// Bits of the numbers 1 to 36.
const ALL_BUT_ZERO: u64 = (1 << 37) - 2;
/// The longest list of numbers that a bet names.
const MAX_NAMED: usize = 6;

#[expect(clippy::as_conversions, clippy::indexing_slicing, reason = "run at compile time only")]
const fn set(numbers: &[u8]) -> u64 {
    let (mut bits, mut at) = (0, 0);
    while at < numbers.len() {
        bits |= 1 << numbers[at] as u64;
        at += 1;
    }
    bits
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 13] = [
        Self::Straight,
        Self::Split,
        Self::Street,
        Self::Corner,
        Self::Sixline,
        Self::Dozen,
        Self::Column,
        Self::Red,
        Self::Black,
        Self::Odd,
        Self::Even,
        Self::Low,
        Self::High,
    ];

    /// The name on the wire and in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Split => "split",
            Self::Street => "street",
            Self::Corner => "corner",
            Self::Sixline => "sixline",
            Self::Dozen => "dozen",
            Self::Column => "column",
            Self::Red => "red",
            Self::Black => "black",
            Self::Odd => "odd",
            Self::Even => "even",
            Self::Low => "low",
            Self::High => "high",
        }
    }

    /// The kind of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// How many numbers a bet of this kind covers.
    pub const fn pockets(self) -> u8 {
        match self {
            Self::Straight => 1,
            Self::Split => 2,
            Self::Street => 3,
            Self::Corner => 4,
            Self::Sixline => 6,
            Self::Dozen | Self::Column => 12,
            Self::Red | Self::Black | Self::Odd | Self::Even | Self::Low | Self::High => 18,
        }
    }

    /// Whether the bet names its numbers.
    pub(super) const fn is_inside(self) -> bool {
        self.pockets() <= 6
    }

    /// Whether the bet names the first, second or third of its kind.
    pub(super) const fn has_pick(self) -> bool {
        self.pockets() == 12
    }
}

/// The colour of a number of the wheel.
pub fn colour(number: u8) -> Colour {
    match number {
        0 => Colour::Green,
        _ if contains(RED, number) => Colour::Red,
        _ => Colour::Black,
    }
}

/// Whether a set has this number.
pub(super) fn contains(set: u64, number: u8) -> bool {
    number <= 36 && set >> number & 1 == 1
}

/// Reads a list of 1 to 6 numbers of the wheel.
pub(super) fn numbers(list: Option<&Value>) -> Option<Vec<u8>> {
    let list = list?.as_array().filter(|list| list.len() <= MAX_NAMED)?;
    let number = |n: &Value| u8::try_from(n.as_u64()?).ok().filter(|n| *n <= 36);
    list.iter().map(number).collect()
}

/// The set that an inside bet covers, when its numbers lie as its kind demands. Their order
/// does not matter; naming one twice does.
pub(super) fn inside(kind: Kind, numbers: &[u8]) -> Option<u64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let lies_so = match (kind, sorted.as_slice()) {
        (Kind::Straight, [_]) => true,
        (Kind::Split, [0, high]) => (1..=3).contains(high),
        (Kind::Split, [low, high]) => *high == low + 3 || (*high == low + 1 && low % 3 != 0),
        (Kind::Street, [0, 1, 2] | [0, 2, 3]) => true,
        (Kind::Street, [first, rest @ ..]) => first % 3 == 1 && follow(*first, rest, &[1, 2]),
        (Kind::Corner, [0, 1, 2, 3]) => true,
        (Kind::Corner, [0, ..]) => false,
        (Kind::Corner, [first, rest @ ..]) => first % 3 != 0 && follow(*first, rest, &[1, 3, 4]),
        (Kind::Sixline, [first, rest @ ..]) => {
            first % 3 == 1 && follow(*first, rest, &[1, 2, 3, 4, 5])
        }
        _ => false,
    };
    lies_so.then(|| set(&sorted))
}

/// Whether `rest` are the numbers at exactly these distances from `first`.
fn follow(first: u8, rest: &[u8], distances: &[u8]) -> bool {
    rest.iter().copied().eq(distances.iter().map(|distance| first + distance))
}

/// The set that an outside bet covers; zero is in none. `pick` is 1 to 3 for a dozen or column.
pub(super) fn outside(kind: Kind, pick: u8) -> u64 {
    let wins = |n: u8| match kind {
        Kind::Dozen => (n - 1) / 12 + 1 == pick,
        Kind::Column => (n - 1) % 3 + 1 == pick,
        Kind::Red => contains(RED, n),
        Kind::Black => !contains(RED, n),
        Kind::Odd => n % 2 == 1,
        Kind::Even => n.is_multiple_of(2),
        Kind::Low => n <= 18,
        Kind::High => n >= 19,
        Kind::Straight | Kind::Split | Kind::Street | Kind::Corner | Kind::Sixline => false,
    };
    (1..=36u8).filter(|n| wins(*n)).fold(0, |bits, n| bits | 1 << n) & ALL_BUT_ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every list of distinct numbers in rising order, of a given length.
    fn lists(length: usize, from: u8) -> Vec<Vec<u8>> {
        if length == 0 {
            return vec![vec![]];
        }
        let first = (from..=36).flat_map(|first| {
            lists(length - 1, first + 1).into_iter().map(move |rest| [&[first][..], &rest].concat())
        });
        first.collect()
    }

    #[test]
    fn there_are_as_many_inside_bets_as_the_rules_count() {
        let count = |kind: Kind, lists: Vec<Vec<u8>>| {
            lists.iter().filter(|list| inside(kind, list).is_some()).count()
        };
        assert_eq!(count(Kind::Straight, lists(1, 0)), 37);
        assert_eq!(count(Kind::Split, lists(2, 0)), 57 + 3);
        assert_eq!(count(Kind::Street, lists(3, 0)), 12 + 2);
        assert_eq!(count(Kind::Corner, lists(4, 0)), 22 + 1);
        let six_in_order = (0..=31u8).map(|first| (first..first + 6).collect()).collect();
        assert_eq!(count(Kind::Sixline, six_in_order), 11);
    }

    #[test]
    fn every_set_has_the_size_of_its_kind() {
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.is_inside()) {
            for pick in 1..=3 {
                assert_eq!(outside(kind, pick).count_ones(), u32::from(kind.pockets()), "{kind:?}");
                assert!(!contains(outside(kind, pick), 0));
            }
        }
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_inside()).take(4) {
            for list in lists(usize::from(kind.pockets()), 0) {
                let bits = inside(kind, &list).map(u64::count_ones);
                assert!(bits.is_none_or(|bits| bits == u32::from(kind.pockets())), "{list:?}");
            }
        }
    }

    #[test]
    fn twice_the_same_number_or_a_wrong_length_is_refused() {
        for (kind, list) in [
            (Kind::Straight, &[][..]),
            (Kind::Straight, &[1, 2]),
            (Kind::Split, &[1, 1]),
            (Kind::Split, &[0, 0]),
            (Kind::Split, &[1]),
            (Kind::Street, &[34, 35, 36, 36]),
            (Kind::Corner, &[0, 1, 2, 2]),
            (Kind::Corner, &[3, 4, 6, 7]),
            (Kind::Sixline, &[0, 1, 2, 3, 4, 5]),
        ] {
            assert_eq!(inside(kind, list), None, "{kind:?} {list:?}");
        }
        assert!(inside(Kind::Corner, &[36, 32, 35, 33]).is_some());
    }
}
