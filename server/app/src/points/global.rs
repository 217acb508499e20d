//! Admin calls that grant points to all members.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use pointhouse_rules::Points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::grants::{GrantOrder, GrantRow, Grants, JobError};
use crate::accounts::{Admin, AuthError, idempotency_key};
use crate::allowance::Maker;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::config::Settings;
use crate::counts::counted;
use crate::input::Body;

/// Most members that are paid before the response; more are paid in the background
/// (docs/decisions.md, F1).
const AT_ONCE_MAX: u64 = 1000;
/// Most points per member and grant.
const AMOUNT_MAX: u64 = 1_000_000_000;
/// Longest reason, in characters.
const REASON_MAX: usize = 200;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; job, give]
}

/// A grant of points to all members.
#[derive(Deserialize, ToSchema)]
pub struct GlobalPoints {
    /// Whole points per member, above 0.
    amount: u64,
    /// Reason for the audit log and the members' statements, 1 to 200 characters.
    reason: String,
}

/// A member who was paid.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GlobalResult {
    id: String,
    new_points: u64,
}

/// Result of a grant. With status 202, the grant is still in progress.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GlobalPointsAnswer {
    message: String,
    job_id: String,
    /// True when all members are paid.
    done: bool,
    /// The members who were paid before the response.
    results: Vec<GlobalResult>,
    users_updated: u64,
    total_points_distributed: u64,
}

/// Progress of a grant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GrantJob {
    id: String,
    amount: u64,
    reason: String,
    /// Number of members when the grant was confirmed.
    members: u64,
    paid: u64,
    /// Members who were not paid because their balance would exceed the maximum.
    skipped: u64,
    begun_at: String,
    #[schema(required)]
    ended_at: Option<String>,
}

/// A grant with its progress.
#[derive(Debug, Serialize, ToSchema)]
pub struct GrantJobAnswer {
    job: GrantJob,
}

/// Why a grant to all members failed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum GlobalError {
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    #[problem(through)]
    Job(#[from] JobError),
    /// A field is invalid. Holds the field's name and the text to show.
    #[error("{1}")]
    #[problem(field)]
    Field(&'static str, String),
}

/// Grants points to every member, each exactly once.
#[call(post, "/api/auth/admin/global-points", admin(AllPoints, proof),
    answers(200 = Answer<GlobalPointsAnswer>, 202 = Answer<GlobalPointsAnswer>))]
pub async fn give(
    req: HttpRequest,
    admin: Admin,
    grants: web::Data<Grants>,
    settings: web::Data<Settings>,
    body: Body<GlobalPoints>,
) -> Result<HttpResponse, GlobalError> {
    let body = body.into_inner();
    let reason = body.reason.trim().to_owned();
    if reason.is_empty() || reason.chars().count() > REASON_MAX {
        let text = format!("The reason must have 1 to {REASON_MAX} characters");
        return Err(GlobalError::Field("reason", text));
    }
    let amount =
        Points::new(body.amount).ok().filter(|points| (1..=AMOUNT_MAX).contains(&points.get()));
    let Some(amount) = amount else {
        let text = format!("The amount must be a whole number from 1 to {AMOUNT_MAX}");
        return Err(GlobalError::Field("amount", text));
    };
    let key = idempotency_key(&req)?.map(|sent| sent.key);
    let order = GrantOrder { amount, reason, maker: Maker::Person(admin), key };
    let (number, row) = grants.confirm(order).await?;
    if row.members > AT_ONCE_MAX {
        let of_task = grants.clone();
        actix_web::rt::spawn(async move {
            if let Err(reason) = of_task.run(number).await {
                tracing::error!(%reason, number, "a grant for all members failed; retrying at the next start");
            }
        });
        let are_paid = counted(row.members, "member is", "members are");
        let message = format!("{are_paid} being paid");
        return Ok(HttpResponse::Accepted().json(Answer(answer(
            number,
            &row,
            message,
            Vec::new(),
        ))));
    }
    let row = grants.run(number).await?;
    let results = grants.results(&row)?;
    let results = results
        .into_iter()
        .map(|(user, points)| GlobalResult { id: user.to_string(), new_points: points });
    let settings = settings.now();
    let (members, points) =
        (counted(row.paid, "member", "members"), settings.points.count(row.amount));
    let message = format!("{members} got {points} each");
    Ok(HttpResponse::Ok().json(Answer(answer(number, &row, message, results.collect()))))
}

/// Returns the progress of a grant.
#[call(get, "/api/admin/jobs/{id}", admin(AllPoints))]
pub async fn job(
    grants: web::Data<Grants>,
    id: web::Path<String>,
) -> Result<Answer<GrantJobAnswer>, GlobalError> {
    let number: u64 = id.parse().map_err(|_| JobError::NoSuchJob)?;
    let row = grants.job(number)?;
    let job = GrantJob {
        id: number.to_string(),
        amount: row.amount,
        reason: row.reason,
        members: row.members,
        paid: row.paid,
        skipped: row.skipped,
        begun_at: Millis(row.begun_at).iso(),
        ended_at: row.ended_at.map(|at| Millis(at).iso()),
    };
    Ok(Answer(GrantJobAnswer { job }))
}

fn answer(
    number: u64,
    row: &GrantRow,
    message: String,
    results: Vec<GlobalResult>,
) -> GlobalPointsAnswer {
    GlobalPointsAnswer {
        message,
        job_id: number.to_string(),
        done: row.ended_at.is_some(),
        results,
        users_updated: row.paid,
        total_points_distributed: row.paid.saturating_mul(row.amount),
    }
}
