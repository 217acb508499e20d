//! Events that follow what admins do and see.

use serde::Serialize;
use utoipa::ToSchema;

use super::live_bet::LiveBet;
use crate::broadcast::{Admins, OneMember, SocketEvent};

/// An admin changed the member's name or removed their picture. Sent to this member.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountChanged {}

impl SocketEvent for AccountChanged {
    const NAME: &'static str = "accountChanged";
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
