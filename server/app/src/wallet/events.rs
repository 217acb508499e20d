//! Events of wallets.

use serde::Serialize;
use utoipa::ToSchema;

use crate::broadcast::{OneMember, SocketEvent};
use crate::ids::UserId;

/// The member's balance changed. Sent to this member after each post is on disk.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsUpdated {
    /// The member.
    #[schema(value_type = String)]
    pub user_id: UserId,
    /// The balance after the post.
    pub new_points: u64,
    /// Sequence of the wallet's ledger. Keep the balance with the highest one.
    pub seq: u64,
}

impl SocketEvent for PointsUpdated {
    const NAME: &'static str = "pointsUpdated";
    type Audience = OneMember;
}
