//! Calls on the examples of sources. Their keys are in `overlay`.

use actix_web::web;
use pointhouse_macros::call;
use serde::Serialize;
use utoipa::ToSchema;

use super::Sources;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::SourceId;
use crate::overlay::OverlayError;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; test]
}

/// An example that was sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceTested {
    /// Pages that have the source open.
    open: usize,
}

/// Shows an example on one source of the overlay for a few seconds.
#[call(post, "/api/admin/overlay/sources/{id}/test", admin(Settings), name = "test_overlay_source")]
pub async fn test(
    sources: web::Data<Sources>,
    id: web::Path<String>,
) -> Result<Answer<SourceTested>, OverlayError> {
    let id: SourceId = id.parse().map_err(|_| OverlayError::NoSuchSource)?;
    let open = sources.send_example(id).ok_or(OverlayError::NoSuchSource)?;
    Ok(Answer(SourceTested { open }))
}
