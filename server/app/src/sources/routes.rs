//! Calls on the examples of sources. Their keys are in `overlay`.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::Sources;
use crate::calls::{Call, calls};
use crate::ids::SourceId;
use crate::overlay::OverlayError;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![test,]
}

/// An example that was sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceTested {
    success: bool,
    /// Pages that have the source open.
    open: usize,
}

/// Shows an example on one source of the overlay for a few seconds.
#[utoipa::path(post, path = "/api/admin/overlay/sources/{id}/test", operation_id = "test_overlay_source",
    tag = "admin", params(("id" = String, Path)), responses((status = 200, body = SourceTested)),
    security(("admin" = [])))]
pub async fn test(
    sources: web::Data<Sources>,
    id: web::Path<String>,
) -> Result<web::Json<SourceTested>, OverlayError> {
    let id: SourceId = id.parse().map_err(|_| OverlayError::NoSuchSource)?;
    let open = sources.send_example(id).ok_or(OverlayError::NoSuchSource)?;
    Ok(web::Json(SourceTested { success: true, open }))
}
