//! Calls of members on the limits that they set themselves.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::Games;
use super::error::GameError;
use super::limits::{LimitsView, NewLimits};
use crate::accounts::{Auth, Member};
use crate::calls::{Call, calls};
use crate::input::Body;

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls![limits, set_limits while awaited]
}

/// The limits that the caller set (docs/decisions.md, C8).
#[utoipa::path(get, path = "/api/me/limits", tag = "members",
    responses((status = 200, body = LimitsAnswer)),
    security(("member" = [])))]
pub async fn limits(
    member: Member,
    games: web::Data<Games>,
) -> Result<web::Json<LimitsAnswer>, GameError> {
    let limits = games.limits(member.0).await?;
    Ok(web::Json(LimitsAnswer { success: true, limits }))
}

/// Sets them: stricter at once, looser after 24 hours. An inactive member makes them stricter only.
#[utoipa::path(put, path = "/api/me/limits", tag = "members", request_body = NewLimits,
    responses((status = 200, body = LimitsAnswer)),
    security(("member" = [])))]
pub async fn set_limits(
    member: Member,
    games: web::Data<Games>,
    auth: web::Data<Auth>,
    body: Body<NewLimits>,
) -> Result<web::Json<LimitsAnswer>, GameError> {
    let is_active = auth.access(member.0).is_some_and(|access| access.active);
    let limits = games.set_limits(member.0, body.into_inner(), !is_active).await?;
    Ok(web::Json(LimitsAnswer { success: true, limits }))
}

/// Limits with what counts against them.
#[derive(Debug, Serialize, ToSchema)]
pub struct LimitsAnswer {
    /// Always true.
    pub success: bool,
    /// The limits.
    #[serde(flatten)]
    pub limits: LimitsView,
}
