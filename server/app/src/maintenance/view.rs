//! Wire shapes of the switches.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::Maintenance;
use crate::ids::GameId;

/// Switch of one game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// Message for the user.
    pub message: &'static str,
    /// True when the game refuses new rounds.
    pub disabled: bool,
    /// End of the pause because of the used prize budget, ISO 8601; null while there is no pause.
    pub paused_until: Option<String>,
}

/// Switches and pauses of all games.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GamesStatus {
    /// Message for the user.
    pub message: &'static str,
    /// Disabled state by game id.
    pub game_states: BTreeMap<&'static str, bool>,
    /// End of the pause because of the used prize budget, ISO 8601, by game id. Only paused games
    /// are listed.
    pub paused_until: BTreeMap<&'static str, String>,
}

/// The current switches of all games: disabled state by game id.
pub fn game_states(maintenance: &Maintenance) -> BTreeMap<&'static str, bool> {
    GameId::ALL.into_iter().map(|game| (game.id(), maintenance.is_disabled(game))).collect()
}

/// State of the whole site, as a response.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MaintenanceStatus)]
pub struct SiteStatus {
    /// Message for the user.
    pub message: &'static str,
    /// True while the site is closed to members.
    pub maintenance_mode: bool,
}

impl SiteStatus {
    /// The current state.
    pub fn of(maintenance: &Maintenance) -> Self {
        let maintenance_mode = maintenance.is_site_closed();
        let message = if maintenance_mode { "The site is closed" } else { "The site is open" };
        Self { message, maintenance_mode }
    }
}
