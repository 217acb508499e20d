//! A bet as admins see it in the feed of the latest bets.

use serde::Serialize;
use utoipa::ToSchema;

use super::RoundResult;

/// A bet in the feed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveBet {
    pub(super) id: String,
    pub(super) player_name: String,
    pub(super) game: String,
    pub(super) bet_amount: u64,
    pub(super) bet_type: String,
    pub(super) result: RoundResult,
    pub(super) win_amount: u64,
    pub(super) timestamp: String,
    /// True for a test row of an admin: not a bet, and not counted in any statistics.
    pub(super) test: bool,
}
