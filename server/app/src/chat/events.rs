//! Events of links between members and chat accounts.

use serde::Serialize;
use utoipa::ToSchema;

use crate::broadcast::{Admins, OneMember, SocketEvent};

/// A chat account asked to be linked to the member. Sent to this member, who confirms or refuses.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KickVerifyAsked<'a> {
    /// The request.
    pub id: String,
    /// Name of the chat account.
    pub username: &'a str,
    /// When the request expires, ISO 8601.
    pub expires_at: String,
}

impl SocketEvent for KickVerifyAsked<'_> {
    const NAME: &'static str = "kickVerifyAsked";
    type Audience = OneMember;
}

/// The member's chat link or a request for one changed. Sent to this member; pages that show the
/// link load it again.
#[derive(Debug, Serialize, ToSchema)]
pub struct KickLinkChanged {}

impl SocketEvent for KickLinkChanged {
    const NAME: &'static str = "kickLinkChanged";
    type Audience = OneMember;
}

/// The platform refuses the tokens of the connected channel, or accepts them again. Sent to the panel, which loads
/// the connection again.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChatConnectionChanged {}

impl SocketEvent for ChatConnectionChanged {
    const NAME: &'static str = "chatConnectionChanged";
    type Audience = Admins;
}
