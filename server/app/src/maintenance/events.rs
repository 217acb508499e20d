//! Events of the maintenance switches.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::broadcast::{Everyone, SocketEvent};

/// The site was closed to members or opened again. Sent to everyone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceChanged {
    /// The site is closed to members.
    pub maintenance_mode: bool,
}

impl SocketEvent for MaintenanceChanged {
    const NAME: &'static str = "maintenanceChanged";
    type Audience = Everyone;
}

/// An admin switched one game on or off. Sent to everyone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameMaintenanceChanged {
    /// The game.
    pub game_id: &'static str,
    /// The game takes no new rounds.
    pub disabled: bool,
}

impl SocketEvent for GameMaintenanceChanged {
    const NAME: &'static str = "gameMaintenanceChanged";
    type Audience = Everyone;
}

/// An admin switched several games at once. Sent to everyone, with the state of every game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllGamesMaintenanceChanged {
    /// Disabled state by game id.
    pub game_states: BTreeMap<&'static str, bool>,
}

impl SocketEvent for AllGamesMaintenanceChanged {
    const NAME: &'static str = "allGamesMaintenanceChanged";
    type Audience = Everyone;
}
