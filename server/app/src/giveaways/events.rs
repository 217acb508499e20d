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
