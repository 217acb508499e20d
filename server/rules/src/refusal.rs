//! Why the rules refuse a bet or an action (games.md, section 1).

use crate::Decimal;

/// A bet or an action that the rules refuse. Nothing is drawn and no nonce is taken.
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
    /// The dice target is not one of 1 to 99.
    #[error("A dice target is a whole number from 1 to 99")]
    BadTarget,
    /// The dice direction is neither `under` nor `over`.
    #[error("A dice direction is under or over")]
    BadDirection,
    /// The limbo target is off the table's range or finer than a hundredth.
    #[error("A limbo target is a number from {min} to {max} with at most two decimals")]
    BadLimboTarget {
        /// Lowest accepted target.
        min: Decimal<2>,
        /// Highest accepted target.
        max: Decimal<2>,
    },
}

impl Refusal {
    /// The machine-readable code of games.md, section 1.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BadBet { .. } => "bad_bet",
            Self::BadTarget | Self::BadLimboTarget { .. } => "bad_target",
            Self::BadDirection => "bad_direction",
        }
    }
}
