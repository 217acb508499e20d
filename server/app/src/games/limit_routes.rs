//! Calls of members on the limits that they set themselves.

use actix_web::web;
use pointhouse_macros::call;
use serde::Serialize;
use utoipa::ToSchema;

use super::Games;
use super::error::GameError;
use super::limits::{LimitsView, NewLimits};
use crate::accounts::{Auth, Member};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::input::Body;

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls!["members"; limits, set_limits]
}

/// The limits that the caller set (docs/decisions.md, C8).
#[call(get, "/api/me/limits", member)]
pub async fn limits(
    member: Member,
    games: web::Data<Games>,
) -> Result<Answer<LimitsAnswer>, GameError> {
    let limits = games.limits(member.0).await?;
    Ok(Answer(LimitsAnswer { limits }))
}

/// Sets them: stricter at once, looser after 24 hours. An inactive member makes them stricter only.
#[call(put, "/api/me/limits", member, awaited)]
pub async fn set_limits(
    member: Member,
    games: web::Data<Games>,
    auth: web::Data<Auth>,
    body: Body<NewLimits>,
) -> Result<Answer<LimitsAnswer>, GameError> {
    let is_active = auth.access(member.0).is_some_and(|access| access.active);
    let limits = games.set_limits(member.0, body.into_inner(), !is_active).await?;
    Ok(Answer(LimitsAnswer { limits }))
}

/// Limits with what counts against them.
#[derive(Debug, Serialize, ToSchema)]
pub struct LimitsAnswer {
    /// The limits.
    #[serde(flatten)]
    pub limits: LimitsView,
}
