//! Events of bonus hunts.

use serde::Serialize;
use utoipa::ToSchema;

use crate::broadcast::{Everyone, SocketEvent};

/// A bonus hunt was created, changed or deleted. Sent to everyone; pages that show the hunt load it
/// again.
#[derive(Debug, Serialize, ToSchema)]
pub struct HuntsUpdated {
    /// The hunt.
    pub id: String,
    /// Number of its changes; 0 when it was deleted.
    pub revision: u64,
    /// The hunt was deleted.
    pub deleted: bool,
}

impl HuntsUpdated {
    /// The event of a change that left the hunt at `revision`; 0 deleted it.
    pub(super) fn new(id: &str, revision: u64) -> Self {
        Self { id: id.to_owned(), revision, deleted: revision == 0 }
    }
}

impl SocketEvent for HuntsUpdated {
    const NAME: &'static str = "huntsUpdated";
    type Audience = Everyone;
}
