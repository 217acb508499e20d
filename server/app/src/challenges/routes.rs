//! Calls on the challenges.

use actix_web::http::header::IF_MATCH;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Challenge, ChallengeError, Challenges};
use crate::accounts::{Admin, Auth};
use crate::allowance::Maker;
use crate::calls::{Call, calls};
use crate::ids::UserId;
use crate::input::{Body, LIST_BYTES_MAX};
use crate::people::People;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        list,
        publish up to LIST_BYTES_MAX,
        award,
        test_push,
    ]
}

/// Result of publishing.
#[derive(Debug, Serialize, ToSchema)]
pub struct Published {
    /// Always true.
    pub success: bool,
    /// Message for the user.
    pub message: &'static str,
    /// Tag of the new list, which the next draft is based on.
    pub version: String,
}

/// The member who completed the challenge.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Award {
    user_id: String,
}

/// Result of an award.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Awarded {
    /// Always true.
    pub success: bool,
    /// The member's balance after the award, in points.
    pub new_points: u64,
}

/// Result of a test push.
#[derive(Debug, Serialize, ToSchema)]
pub struct TestPushed {
    /// Always true.
    success: bool,
    /// Message for the user.
    message: &'static str,
}

/// Lists all challenges in their order. Public; with an ETag.
#[utoipa::path(get, path = "/api/challenges", tag = "challenges",
    responses((status = 200, body = [Challenge])))]
pub async fn list(req: HttpRequest, challenges: web::Data<Challenges>) -> HttpResponse {
    challenges.ready().answer(&req)
}

/// Replaces the whole list. `If-Match` carries the tag that the draft was based on.
#[utoipa::path(post, path = "/api/challenges", tag = "challenges", request_body = [Challenge],
    responses((status = 200, body = Published)),
    security(("admin" = [])))]
pub async fn publish(
    req: HttpRequest,
    admin: Admin,
    challenges: web::Data<Challenges>,
    body: Body<Vec<Challenge>>,
) -> Result<web::Json<Published>, ChallengeError> {
    let based_on = req.headers().get(IF_MATCH).and_then(|value| value.to_str().ok());
    let based_on = based_on.map(|tag| tag.trim().trim_matches('"').to_owned());
    let version = challenges.publish(body.into_inner(), based_on, Maker::Person(admin)).await?;
    Ok(web::Json(Published { success: true, message: "The challenges are live", version }))
}

/// Pays a challenge's points to the member who completed it, and marks it completed.
#[utoipa::path(post, path = "/api/admin/challenges/{id}/award", tag = "challenges",
    params(("id" = String, Path)), request_body = Award, responses((status = 200, body = Awarded)),
    security(("admin" = [])))]
pub async fn award(
    admin: Admin,
    challenges: web::Data<Challenges>,
    (auth, people): (web::Data<Auth>, web::Data<People>),
    id: web::Path<String>,
    body: Body<Award>,
) -> Result<web::Json<Awarded>, ChallengeError> {
    let id: u32 = id.parse().map_err(|_| ChallengeError::NoSuchChallenge)?;
    let user: UserId = body.user_id.parse().map_err(|_| ChallengeError::NoSuchMember)?;
    if auth.access(user).is_none() {
        return Err(ChallengeError::NoSuchMember);
    }
    let actor = people.decide_on(&admin, user)?;
    let posted = challenges.award(id, user, (admin, actor)).await?;
    Ok(web::Json(Awarded { success: true, new_points: posted.balance.get() }))
}

/// Pushes the list to the admins' browsers only. Changes nothing.
#[utoipa::path(post, path = "/api/admin/challenges/test-update", tag = "challenges",
    responses((status = 200, body = TestPushed)),
    security(("admin" = [])))]
pub async fn test_push(
    challenges: web::Data<Challenges>,
) -> Result<web::Json<TestPushed>, ChallengeError> {
    challenges.test_push()?;
    Ok(web::Json(TestPushed { success: true, message: "Test update sent to the admins' pages" }))
}
