//! Calls on the overlay's line.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::events::OverlayLine;
use super::{Overlay, OverlayError};
use crate::accounts::Admin;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::etag;
use crate::input::Body;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; line, show, hide]
}

/// The line on the overlay.
#[derive(Debug, Serialize, ToSchema)]
pub struct OverlayLineAnswer {
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
#[call(get, "/api/overlay/line", public, tag = "site", name = "overlay_line",
    answers(200 = Answer<OverlayLineAnswer>))]
pub async fn line(req: HttpRequest, overlay: web::Data<Overlay>) -> HttpResponse {
    etag::json(&req, &Answer(OverlayLineAnswer { line: overlay.line() }))
}

/// Shows a line on the overlay, in place of the one that is there.
#[call(put, "/api/admin/overlay/line", admin(Overlay), name = "show_overlay_line")]
pub async fn show(
    admin: Admin,
    overlay: web::Data<Overlay>,
    body: Body<ShowLine>,
) -> Result<Answer<OverlayLineAnswer>, OverlayError> {
    let ShowLine { text, seconds } = body.into_inner();
    let line = overlay.show(&text, seconds, admin.actor()).await?;
    Ok(Answer(OverlayLineAnswer { line: Some(line) }))
}

/// Takes the line off the overlay.
#[call(delete, "/api/admin/overlay/line", admin(Overlay), name = "hide_overlay_line")]
pub async fn hide(
    admin: Admin,
    overlay: web::Data<Overlay>,
) -> Result<Answer<OverlayLineAnswer>, OverlayError> {
    overlay.hide(admin.actor()).await?;
    Ok(Answer(OverlayLineAnswer { line: None }))
}
