//! Events of challenges.

use serde::Serialize;
use utoipa::ToSchema;

use super::view::Challenge;
use crate::broadcast::{Everyone, SocketEvent};

/// An admin published the list or awarded a challenge. Sent to everyone, with the whole list; an
/// admin can send it to admins alone to test the push.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChallengesUpdated(pub Vec<Challenge>);

impl SocketEvent for ChallengesUpdated {
    const NAME: &'static str = "challengesUpdated";
    type Audience = Everyone;
}
