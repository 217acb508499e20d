//! Why the rules refuse a bet or an action (docs/games.md, section 1).

use crate::Hundredths;

/// A bet or an action that the rules refuse. A refused bet draws nothing and takes no nonce; a
/// refused action leaves its round as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The bet is not a whole number of points within the table's limits.
    #[error("A bet is a whole number of points from {min} to {max}")]
    BadBet {
        /// Lowest accepted bet.
        min: u32,
        /// Highest accepted bet.
        max: u32,
    },
    /// The bet is within the limits, but not one of those offered.
    #[error("Choose one of the bets offered")]
    BadBetStep,
    /// The dice target is not one of 1 to 99.
    #[error("A dice target is a whole number from 1 to 99")]
    BadTarget,
    /// The limbo target is off the table's range or finer than a hundredth.
    #[error("A limbo target is a number from {min} to {max} with at most two decimals")]
    BadLimboTarget {
        /// Lowest accepted target.
        min: Hundredths,
        /// Highest accepted target.
        max: Hundredths,
    },
    /// The dice direction is neither `under` nor `over`.
    #[error("A dice direction is under or over")]
    BadDirection,
    /// The number of mines is not one of 1 to 24.
    #[error("The number of mines is a whole number from 1 to 24")]
    BadMines,
    /// The tile is not one of 0 to 24.
    #[error("A tile is a whole number from 0 to 24")]
    BadTile,
    /// The tile has been revealed before.
    #[error("This tile is already revealed")]
    TileTaken,
    /// No gem has been found yet.
    #[error("Find a gem before you cash out")]
    NothingToCashOut,
    /// The round has ended.
    #[error("This round is over")]
    RoundOver,
    /// The picks of keno are too few, too many, repeated or off the board.
    #[error("Pick 1 to {max} different numbers from 1 to {numbers}")]
    BadPicks {
        /// The most picks.
        max: u8,
        /// The highest number of the board.
        numbers: u8,
    },
    /// A parameter that only one game has is out of its range.
    #[error("{problem}")]
    BadParameter {
        /// The code on the wire.
        code: &'static str,
        /// What must hold, for people.
        problem: &'static str,
    },
    /// The risk is not low, medium or high.
    #[error("A risk is low, medium or high")]
    BadRisk,
    /// Blackjack waits for the answer to the insurance offer.
    #[error("Answer the insurance offer first")]
    InsurancePending,
    /// The action is unknown or not one of this moment.
    #[error("This action is not possible now")]
    BadAction,
    /// Doubling is for the first two cards.
    #[error("Doubling is only possible on the first two cards")]
    DoubleNotAllowed,
    /// The roulette bet is of no known kind, or its dozen or column is not 1 to 3.
    #[error("This kind of bet does not exist")]
    BadKind,
    /// The numbers of an inside bet do not lie together on the layout.
    #[error("These numbers do not form this bet")]
    BadNumbers,
}

impl Refusal {
    /// The machine-readable code of docs/games.md, section 1.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BadBet { .. } | Self::BadBetStep => "bad_bet",
            Self::BadTarget | Self::BadLimboTarget { .. } => "bad_target",
            Self::BadDirection => "bad_direction",
            Self::BadMines => "bad_mines",
            Self::BadTile => "bad_tile",
            Self::TileTaken => "tile_taken",
            Self::NothingToCashOut => "nothing_to_cash_out",
            Self::RoundOver => "round_over",
            Self::BadPicks { .. } => "bad_picks",
            Self::BadParameter { code, .. } => code,
            Self::BadRisk => "bad_risk",
            Self::InsurancePending => "insurance_pending",
            Self::BadAction => "bad_action",
            Self::DoubleNotAllowed => "double_not_allowed",
            Self::BadKind => "bad_kind",
            Self::BadNumbers => "bad_numbers",
        }
    }
}
