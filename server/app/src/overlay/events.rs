//! Events of the overlay.

use serde::Serialize;
use utoipa::ToSchema;

use crate::broadcast::{Everyone, SocketEvent};

/// A line on the overlay.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverlayLine {
    /// The text, 1 to 80 characters.
    pub text: String,
    /// When it disappears, ISO 8601.
    pub ends_at: String,
}

/// A line was put on the overlay or taken off it. Sent to everyone.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverlayLineChanged {
    /// The line; null without one.
    #[schema(required)]
    pub line: Option<OverlayLine>,
}

impl SocketEvent for OverlayLineChanged {
    const NAME: &'static str = "overlayLineChanged";
    type Audience = Everyone;
}
