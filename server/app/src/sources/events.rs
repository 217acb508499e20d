//! Events of the overlay's sources.

use serde::Serialize;
use utoipa::ToSchema;

use super::state::{OverlayHappening, SourceState};
use crate::broadcast::{OneSource, SocketEvent};

/// The state of a source of the overlay. Sent to this source when it connects, and when its settings or what it shows have
/// changed, at most four times a second.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverlaySourceState<'a>(pub &'a SourceState);

impl SocketEvent for OverlaySourceState<'_> {
    const NAME: &'static str = "overlaySource";
    type Audience = OneSource;
}

impl SocketEvent for OverlayHappening {
    const NAME: &'static str = "overlayHappening";
    type Audience = OneSource;
}
