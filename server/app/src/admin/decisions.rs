//! Decisions on requests for casino names. An approval can pay lines of an import, which count against the person's
//! allowance.

use actix_web::web;
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::routes::casino::{Approval, publish_pending_count, shown};
use crate::accounts::{
    AccountError, Accounts, Admin, DecideCasinoName, Decision, read_approval, status_text,
};
use crate::allowance::{Allowance, Made, Sum};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::UserId;
use crate::input::Body;
use crate::people::People;
use crate::points::imports::{Confirms, ImportError, Imports};

/// Longest admin note, in characters.
const NOTE_LENGTH_MAX: usize = 300;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; decide]
}

/// An admin's decision on a request.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ApprovalWord {
    /// The name belongs to the member.
    Approved,
    /// The request is refused, or the approval withdrawn.
    Rejected,
    /// The last decision is taken back: the request waits again.
    Pending,
}

/// A decision on a request, with an optional note.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalDecision {
    status: ApprovalWord,
    admin_note: Option<String>,
}

/// The request after the decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecidedApproval {
    message: String,
    approval: Approval,
}

/// Approves or rejects a request, withdraws an approval, or takes the last decision on the member's newest request back.
#[call(put, "/api/auth/gaming-approvals/{id}", admin(Approvals))]
pub async fn decide(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    (imports, allowance): (web::Data<Imports>, web::Data<Allowance>),
    id: web::Path<String>,
    body: Body<ApprovalDecision>,
) -> Result<Answer<DecidedApproval>, ImportError> {
    let number: u64 = id.parse().map_err(|_| AccountError::NoSuchApproval)?;
    let body = body.into_inner();
    let note = body.admin_note.unwrap_or_default().trim().to_owned();
    if note.chars().count() > NOTE_LENGTH_MAX {
        let text = format!("The note must have at most {NOTE_LENGTH_MAX} characters");
        return Err(AccountError::Field("adminNote", text).into());
    }
    let decision = match body.status {
        ApprovalWord::Approved => Decision::Approve,
        ApprovalWord::Rejected => Decision::Reject,
        ApprovalWord::Pending => Decision::TakeBack,
    };
    let asked = read_approval(accounts.store.view(), number)?;
    let asked = asked.ok_or(AccountError::NoSuchApproval)?;
    let user = UserId(asked.user);
    let actor = people.decide_on(&admin, user)?;
    let released = match decision {
        // Whatever its status is now: it may be taken back before this decision is made.
        Decision::Approve => imports.released_by(Confirms::Casino(asked.name)).await?,
        Decision::Reject | Decision::TakeBack => 0,
    };
    let (made, sum) = ((Made::CasinoName, Some(user)), Sum::of(released));
    let reserved = allowance.reserve(&admin, made, sum)?;
    let rows = reserved.rows(actor.clone());
    let command = DecideCasinoName { number, decision, note, actor, rows };
    let row = accounts.directory.decide_casino_name(command).await?;
    reserved.keep();
    publish_pending_count(&accounts);
    let message = format!("{} is {}", row.name, status_text(row.status));
    let approval = shown(&accounts, admin.role, number, &row)?;
    Ok(Answer(DecidedApproval { message, approval }))
}
