//! Events of giveaways.

use serde::Serialize;
use utoipa::ToSchema;

use super::view::{Giveaway, GiveawayWin};
use crate::broadcast::{Everyone, OneMember, SocketEvent};

/// A giveaway changed. Sent to everyone, at most once a second.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawaysUpdated<'a> {
    /// The listed giveaways, as a visitor sees them.
    pub giveaways: &'a [Giveaway],
}

impl SocketEvent for GiveawaysUpdated<'_> {
    const NAME: &'static str = "giveawaysUpdated";
    type Audience = Everyone;
}

/// A member won a giveaway. Sent to this member after the draw is on disk.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawayWon(pub GiveawayWin);

impl SocketEvent for GiveawayWon {
    const NAME: &'static str = "giveawayWon";
    type Audience = OneMember;
}

/// A member entered a giveaway. Sent to this member when the entry is on disk, so that their other
/// browsers show it too.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawayEntered {
    pub id: String,
    /// All tickets of the member in this giveaway.
    pub own: u64,
}

impl SocketEvent for GiveawayEntered {
    const NAME: &'static str = "giveawayEntered";
    type Audience = OneMember;
}
