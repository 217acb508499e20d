//! Events of games.

use serde::Serialize;
use utoipa::ToSchema;

use super::live_bet::LiveBet;
use crate::broadcast::{Admins, Everyone, OneMember, SocketEvent};

/// A game used up its prize budget of the day, or an admin reset that budget. Sent to everyone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GamePaused {
    /// The game.
    pub game_id: &'static str,
    /// End of the pause, ISO 8601; null when the budget was reset and the game is open again.
    #[schema(required)]
    pub until: Option<String>,
}

impl SocketEvent for GamePaused {
    const NAME: &'static str = "gamePaused";
    type Audience = Everyone;
}

/// A member placed a bet or made a move. Sent to this member, so that their other windows follow.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoundUpdated {
    /// The game.
    pub game_id: &'static str,
    /// The round.
    pub id: String,
    /// Number of steps in `detail.steps` of an open round; null once the round has ended.
    #[schema(required)]
    pub steps: Option<usize>,
}

impl SocketEvent for RoundUpdated {
    const NAME: &'static str = "roundUpdated";
    type Audience = OneMember;
}

/// A bet ended, or an admin sent a test bet. Sent to admins; ended bets are collected for a quarter
/// of a second, and of many only the newest are sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct LiveBetEvent<'a>(pub &'a LiveBet);

impl SocketEvent for LiveBetEvent<'_> {
    const NAME: &'static str = "liveBet";
    type Audience = Admins;
}
