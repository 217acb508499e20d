//! Calls of members on their calendar.

use actix_web::{HttpRequest, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::view::{self, CalendarAnswer, ClaimAnswer, ProgressAnswer};
use super::{Calendar, ClaimError};
use crate::accounts::{ActiveMember, AuthError, Caller, Member, check_sender, idempotency_key};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::UserId;
use crate::input::Body;
use crate::wallet::Wallets;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["members"; mine, claim, progress, save_progress, award_points]
}

/// Errors of the calls on the calendar.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum CalendarError {
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    #[problem(through)]
    Claim(#[from] ClaimError),
    /// A browser asked for points that no claim earned.
    #[error("Points are awarded by the server")]
    #[problem(403, "not_awarded")]
    NotAwarded,
}

/// A claim. The body needs nothing but optionally its sender.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimToday {
    /// Optional sender; must be the caller.
    #[schema(ignore)]
    user_id: Option<Value>,
}

/// Returns the caller's calendar.
#[call(get, "/api/calendar/me", member, only_while = super::IS_ON)]
pub async fn mine(
    member: Member,
    calendar: web::Data<Calendar>,
) -> Result<Answer<CalendarAnswer>, CalendarError> {
    let state = calendar.load_state(member.0).await?;
    let settings = (&calendar.settings(), &calendar.point_names());
    Ok(Answer(view::calendar(&state, &calendar.table(), settings, calendar.zone())))
}

/// Claims today's points.
#[call(post, "/api/calendar/claim", member, only_while = super::IS_ON)]
pub async fn claim(
    req: HttpRequest,
    member: ActiveMember,
    calendar: web::Data<Calendar>,
    body: Body<ClaimToday>,
) -> Result<Answer<ClaimAnswer>, CalendarError> {
    check_sender(member.0, body.user_id.as_ref())?;
    claim_today(&req, &member, &calendar).await
}

/// Returns the progress of a member, for that member and for admins.
#[call(get, "/api/calendar/progress/{userId}", member, admin(Members), only_while = super::IS_ON)]
pub async fn progress(
    caller: Caller,
    calendar: web::Data<Calendar>,
    user: web::Path<String>,
) -> Result<Answer<ProgressAnswer>, CalendarError> {
    let user: UserId = user.parse().map_err(|_| AuthError::Forbidden)?;
    caller.may_read(user)?;
    let state = calendar.load_state(user).await?;
    let progress = view::progressed(&state, &calendar.table());
    Ok(Answer(ProgressAnswer { progress }))
}

/// The older call to save progress. Claims today and nothing else; streaks and points in
/// the body are ignored.
#[call(post, "/api/calendar/progress/{userId}", member, takes(Object), only_while = super::IS_ON)]
pub async fn save_progress(
    req: HttpRequest,
    member: ActiveMember,
    calendar: web::Data<Calendar>,
    user: web::Path<String>,
    body: Body<Value>,
) -> Result<Answer<ClaimAnswer>, CalendarError> {
    check_sender(member.0, Some(&Value::String(user.into_inner())))?;
    check_sender(member.0, body.get("userId"))?;
    claim_today(&req, &member, &calendar).await
}

async fn claim_today(
    req: &HttpRequest,
    member: &ActiveMember,
    calendar: &Calendar,
) -> Result<Answer<ClaimAnswer>, CalendarError> {
    let key = idempotency_key(req)?;
    let claimed = calendar.claim(member.0, key).await?;
    let state = calendar.load_state(member.0).await?;
    Ok(Answer(view::claimed(&claimed, &state, &calendar.table())))
}

/// The older call to award points.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AwardPoints {
    user_id: String,
    points: u64,
    /// `daily_calendar` or `milestone_reward`.
    source: String,
}

/// The balance, when the award matches today's claim.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AwardAnswer {
    new_balance: u64,
}

/// Returns the balance when exactly this award was paid by today's claim, and refuses otherwise.
/// Browsers cannot create points.
#[call(post, "/api/auth/award-points", member)]
pub async fn award_points(
    member: Member,
    calendar: web::Data<Calendar>,
    wallets: web::Data<Wallets>,
    body: Body<AwardPoints>,
) -> Result<Answer<AwardAnswer>, CalendarError> {
    check_sender(member.0, Some(&Value::String(body.user_id.clone())))?;
    let claimed = calendar.today(member.0)?.ok_or(CalendarError::NotAwarded)?;
    let awarded = match body.source.as_str() {
        "daily_calendar" => claimed.row.base,
        "milestone_reward" => claimed.row.milestone,
        _ => 0,
    };
    if awarded == 0 || awarded != body.points {
        return Err(CalendarError::NotAwarded);
    }
    let new_balance = wallets.balance(member.0).map_err(ClaimError::from)?.balance;
    Ok(Answer(AwardAnswer { new_balance }))
}
