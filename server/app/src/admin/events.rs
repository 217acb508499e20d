//! Events that follow what admins do and see.

use serde::Serialize;
use utoipa::ToSchema;

use crate::broadcast::{OneMember, SocketEvent};

/// An admin changed the member's name or removed their picture. Sent to this member.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountChanged {}

impl SocketEvent for AccountChanged {
    const NAME: &'static str = "accountChanged";
    type Audience = OneMember;
}
