//! Calls on the challenges.

use actix_web::http::header::IF_MATCH;
use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Challenge, ChallengeError, Challenges};
use crate::accounts::{Admin, Auth};
use crate::allowance::Maker;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::UserId;
use crate::input::{Body, LIST_BYTES_MAX};
use crate::people::People;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["challenges"; list, publish, award, test_push]
}

/// Result of publishing.
#[derive(Debug, Serialize, ToSchema)]
pub struct Published {
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
    /// The member's balance after the award, in points.
    pub new_points: u64,
}

/// Result of a test push.
#[derive(Debug, Serialize, ToSchema)]
pub struct TestPushed {
    /// Message for the user.
    message: &'static str,
}

/// Lists all challenges in their order. Public; with an ETag.
#[call(get, "/api/challenges", public, answers(200 = Vec<Challenge>), only_while = super::IS_ON)]
pub async fn list(req: HttpRequest, challenges: web::Data<Challenges>) -> HttpResponse {
    challenges.ready().answer(&req)
}

/// Replaces the whole list. `If-Match` carries the tag that the draft was based on.
#[call(post, "/api/challenges", admin(Challenges), up_to = LIST_BYTES_MAX)]
pub async fn publish(
    req: HttpRequest,
    admin: Admin,
    challenges: web::Data<Challenges>,
    body: Body<Vec<Challenge>>,
) -> Result<Answer<Published>, ChallengeError> {
    let based_on = req.headers().get(IF_MATCH).and_then(|value| value.to_str().ok());
    let based_on = based_on.map(|tag| tag.trim().trim_matches('"').to_owned());
    let version = challenges.publish(body.into_inner(), based_on, Maker::Person(admin)).await?;
    Ok(Answer(Published { message: "The challenges are live", version }))
}

/// Pays a challenge's points to the member who completed it, and marks it completed.
#[call(post, "/api/admin/challenges/{id}/award", admin(Challenges))]
pub async fn award(
    admin: Admin,
    challenges: web::Data<Challenges>,
    (auth, people): (web::Data<Auth>, web::Data<People>),
    id: web::Path<String>,
    body: Body<Award>,
) -> Result<Answer<Awarded>, ChallengeError> {
    let id: u32 = id.parse().map_err(|_| ChallengeError::NoSuchChallenge)?;
    let user: UserId = body.user_id.parse().map_err(|_| ChallengeError::NoSuchMember)?;
    if auth.access(user).is_none() {
        return Err(ChallengeError::NoSuchMember);
    }
    let actor = people.decide_on(&admin, user)?;
    let posted = challenges.award(id, user, (admin, actor)).await?;
    Ok(Answer(Awarded { new_points: posted.balance.get() }))
}

/// Pushes the list to the admins' browsers only. Changes nothing.
#[call(post, "/api/admin/challenges/test-update", admin(Challenges))]
pub async fn test_push(
    challenges: web::Data<Challenges>,
) -> Result<Answer<TestPushed>, ChallengeError> {
    challenges.test_push()?;
    Ok(Answer(TestPushed { message: "Test update sent to the admins' pages" }))
}
