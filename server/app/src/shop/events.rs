//! Events of the points shop.

use serde::Serialize;
use utoipa::ToSchema;

use super::view::Item;
use crate::broadcast::{Everyone, SocketEvent};

/// An admin published the items, or cancelled or restored a purchase. Sent to everyone, with all
/// items for sale.
#[derive(Debug, Serialize, ToSchema)]
pub struct PointsShopUpdated(pub Vec<Item>);

impl SocketEvent for PointsShopUpdated {
    const NAME: &'static str = "pointsShopUpdated";
    type Audience = Everyone;
}

/// A member bought one piece of an item. Sent to everyone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsShopPurchased {
    /// The item.
    pub item_id: String,
}

impl SocketEvent for PointsShopPurchased {
    const NAME: &'static str = "pointsShopPurchased";
    type Audience = Everyone;
}

/// An admin opened the shop or covered it with "coming soon". Sent to everyone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsShopConfigUpdated {
    /// The shop is covered.
    pub coming_soon_enabled: bool,
}

impl SocketEvent for PointsShopConfigUpdated {
    const NAME: &'static str = "pointsShopConfigUpdated";
    type Audience = Everyone;
}
