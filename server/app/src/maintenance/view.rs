//! How the switches look on the wire.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::Maintenance;
use crate::ids::GameId;

/// One game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// Always true.
    pub success: bool,
    /// The game takes no new rounds.
    pub disabled: bool,
    /// Paused for today's prize budget until this time, ISO 8601.
    pub paused_until: Option<String>,
}

/// All games: id to "disabled".
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameStates {
    /// Always true.
    pub success: bool,
    /// Game id to "disabled".
    pub game_states: BTreeMap<&'static str, bool>,
}

/// All games as they are asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GamesStatus {
    /// The switches.
    #[serde(flatten)]
    pub states: GameStates,
    /// Id of each game that is paused for today's prize budget to the end of the pause, ISO 8601.
    pub paused_until: BTreeMap<&'static str, String>,
}

/// All games as they stand.
pub fn all_states(maintenance: &Maintenance) -> GameStates {
    let states = GameId::ALL.iter().map(|game| (game.id(), maintenance.is_disabled(*game)));
    GameStates { success: true, game_states: states.collect() }
}

/// The whole site, as asked for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MaintenanceStatus)]
pub struct SiteStatus {
    /// Always true.
    pub success: bool,
    /// The site is closed to members.
    pub maintenance_mode: bool,
}

impl SiteStatus {
    /// As it stands.
    pub fn of(maintenance: &Maintenance) -> Self {
        Self { success: true, maintenance_mode: maintenance.is_site_closed() }
    }
}
