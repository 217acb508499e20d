//! Calls on the overlay's line.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::events::OverlayLine;
use super::{Overlay, OverlayError};
use crate::accounts::Admin;
use crate::calls::{Call, calls};
use crate::etag;
use crate::input::Body;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![line, show, hide,]
}

/// The line on the overlay.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverlayLineAnswer {
    success: bool,
    /// Null while no line is shown.
    #[schema(required)]
    line: Option<OverlayLine>,
}

/// A line to show.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowLine {
    /// The text, 1 to 80 characters.
    text: String,
    /// Time on the air, 5 to 600 seconds.
    seconds: u32,
}

/// Returns the line on the overlay. Public.
#[utoipa::path(get, path = "/api/overlay/line", operation_id = "overlay_line", tag = "site",
    responses((status = 200, body = OverlayLineAnswer)))]
pub async fn line(req: HttpRequest, overlay: web::Data<Overlay>) -> HttpResponse {
    etag::json(&req, &OverlayLineAnswer { success: true, line: overlay.line() })
}

/// Shows a line on the overlay, in place of the one that is there.
#[utoipa::path(put, path = "/api/admin/overlay/line", operation_id = "show_overlay_line", tag = "admin",
    request_body = ShowLine, responses((status = 200, body = OverlayLineAnswer)),
    security(("admin" = [])))]
pub async fn show(
    admin: Admin,
    overlay: web::Data<Overlay>,
    body: Body<ShowLine>,
) -> Result<web::Json<OverlayLineAnswer>, OverlayError> {
    let ShowLine { text, seconds } = body.into_inner();
    let line = overlay.show(&text, seconds, admin.actor()).await?;
    Ok(web::Json(OverlayLineAnswer { success: true, line: Some(line) }))
}

/// Takes the line off the overlay.
#[utoipa::path(delete, path = "/api/admin/overlay/line", operation_id = "hide_overlay_line", tag = "admin",
    responses((status = 200, body = OverlayLineAnswer)),
    security(("admin" = [])))]
pub async fn hide(
    admin: Admin,
    overlay: web::Data<Overlay>,
) -> Result<web::Json<OverlayLineAnswer>, OverlayError> {
    overlay.hide(admin.actor()).await?;
    Ok(web::Json(OverlayLineAnswer { success: true, line: None }))
}
