//! Values inside of stored rounds: risks and moves.

use bincode::{Decode, Encode};
use pointhouse_rules::Risk;

/// A risk. The order is on disk for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum RiskCode {
    Low,
    Medium,
    High,
}

impl From<RiskCode> for Risk {
    fn from(code: RiskCode) -> Self {
        match code {
            RiskCode::Low => Self::Low,
            RiskCode::Medium => Self::Medium,
            RiskCode::High => Self::High,
        }
    }
}

impl From<Risk> for RiskCode {
    fn from(risk: Risk) -> Self {
        match risk {
            Risk::Low => Self::Low,
            Risk::Medium => Self::Medium,
            Risk::High => Self::High,
        }
    }
}

/// What was done in an open round. The order is on disk for ever: add at the end only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Move {
    /// Mines: a tile, 0..=24.
    Reveal(u8),
    /// Mines: takes the multiplier reached.
    CashOut,
    /// Mines: left open for too long, settled by the server.
    Settle,
    /// Blackjack: takes the insurance offered.
    Insure,
    /// Blackjack: does without it.
    Decline,
    /// Blackjack: takes a card.
    Hit,
    /// Blackjack: takes no more cards.
    Stand,
    /// Blackjack: doubles, takes one card and stands.
    Double,
}
