//! Calls on casino names: the member's request, and the list of requests. Decisions are made in `admin::decisions`.

use std::cmp::Reverse;

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::StoreError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::Accounts;
use crate::accounts::callers::{ActiveMember, Admin, Member};
use crate::accounts::directory::{RequestCasinoName, status_text};
use crate::accounts::error::AccountError;
use crate::accounts::events::ApprovalsChanged;
use crate::accounts::picture;
use crate::accounts::records::{
    AccountRow, ApprovalRow, ApprovalStatus, read_account, read_approval, read_profile,
};
use crate::accounts::view::{GamingApproval, approvals};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::config::Config;
use crate::ids::UserId;
use crate::input::Body;
use crate::rights::Role;

/// Longest casino name, in characters.
const NAME_LENGTH_MAX: usize = 40;
/// Most requests that the list of all requests returns.
const LISTED_MAX: usize = 1000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["accounts"; own, ask, list]
}

/// The caller's casino names.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnApprovals {
    approvals: Vec<GamingApproval>,
}

/// A casino name to request.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CasinoNameRequest {
    rainbet_username: String,
}

/// A message for the user.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamingNotice {
    message: String,
}

/// Result of a call on requests for casino names.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamingAnswer {
    message: String,
    notifications: Vec<GamingNotice>,
    approvals: Vec<GamingApproval>,
}

/// A request, as admins see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Approval {
    id: String,
    user_id: String,
    /// Null when the account was deleted.
    #[schema(required)]
    username: Option<String>,
    /// Null when the account was deleted, and for moderators.
    #[schema(required)]
    email: Option<String>,
    /// The account's public code; null when the account was deleted.
    #[schema(required)]
    account_id: Option<String>,
    /// Address of the profile picture; null if there is none.
    #[schema(required)]
    profile_picture: Option<String>,
    platform: String,
    #[serde(rename = "platform_username")]
    platform_username: String,
    status: &'static str,
    /// The admin's note to the member; empty if there is none.
    #[serde(rename = "admin_note")]
    admin_note: String,
    /// Time of the request, ISO 8601.
    #[serde(rename = "submitted_at")]
    submitted_at: String,
    /// Time of the decision, ISO 8601; null while the request is pending.
    #[serde(rename = "processed_at")]
    #[schema(required)]
    processed_at: Option<String>,
    /// Same as `admin_note`, under its older name.
    #[serde(rename = "adminNote")]
    older_note: String,
    /// Same as `submitted_at`, under its older name.
    #[serde(rename = "createdAt")]
    older_submitted: String,
    /// Same as `processed_at`, under its older name.
    #[serde(rename = "decidedAt")]
    #[schema(required)]
    older_processed: Option<String>,
}

/// The list of requests.
#[derive(Debug, Serialize, ToSchema)]
pub struct Approvals {
    /// Message for the user.
    message: &'static str,
    /// The requests, newest first; at most 1,000.
    approvals: Vec<Approval>,
    /// Number of pending requests.
    pending: usize,
    /// True when older requests were left out.
    truncated: bool,
}

/// Returns the caller's approved casino name, and the newest request if it is for another name.
#[call(get, "/api/auth/gaming-approvals/user", member)]
pub async fn own(
    member: Member,
    accounts: web::Data<Accounts>,
) -> Result<Answer<OwnApprovals>, AccountError> {
    let view = accounts.store.view();
    let account = read_account(view, member.0)?.ok_or(AccountError::NoSuchMember)?;
    let profile = read_profile(view, member.0)?;
    let approvals = approvals(view, (member.0, &account, &profile))?;
    Ok(Answer(OwnApprovals { approvals }))
}

/// Requests the approval of a casino name.
#[call(put, "/api/auth/update-gaming", member, only_while = Config::has_casino)]
pub async fn ask(
    member: ActiveMember,
    accounts: web::Data<Accounts>,
    body: Body<CasinoNameRequest>,
) -> Result<Answer<GamingAnswer>, AccountError> {
    let name = checked_name(&accounts, &body.rainbet_username)?;
    let request = RequestCasinoName { user: member.0, name };
    let account = accounts.directory.request_casino_name(request).await?;
    publish_pending_count(&accounts);
    let message = format!("{} username submitted for admin approval!", accounts.casino_name());
    Ok(Answer(GamingAnswer {
        message: message.clone(),
        notifications: vec![GamingNotice { message }],
        approvals: approvals(accounts.store.view(), (member.0, &account.row, &account.profile))?,
    }))
}

/// Lists all requests, newest first.
#[call(get, "/api/auth/gaming-approvals", admin(Approvals), tag = "admin")]
pub async fn list(
    admin: Admin,
    accounts: web::Data<Accounts>,
) -> Result<Answer<Approvals>, AccountError> {
    let view = accounts.store.view().clone();
    let numbers = accounts.approvals.newest_and(&[ApprovalStatus::Pending], LISTED_MAX);
    let (pending, total) = {
        let numbers = accounts.approvals.numbers();
        (numbers.count(ApprovalStatus::Pending), numbers.len())
    };
    let read = move || {
        let rows = numbers.into_iter().map(|number| Ok((number, read_approval(&view, number)?)));
        rows.collect::<Result<Vec<_>, StoreError>>()
    };
    let rows = accounts.reads.run(read).await??.into_iter();
    // A request that was removed meanwhile is left out.
    let mut rows: Vec<_> = rows.filter_map(|(number, row)| Some((number, row?))).collect();
    // Pending requests are never left out in favour of newer decided ones.
    rows.sort_by_key(|(number, row)| (row.status != ApprovalStatus::Pending, Reverse(*number)));
    rows.truncate(LISTED_MAX);
    rows.sort_by_key(|(number, _)| Reverse(*number));
    let truncated = total > LISTED_MAX;
    let approvals: Result<_, _> =
        rows.iter().map(|(number, row)| shown(&accounts, admin.role, *number, row)).collect();
    let message = "The requests for casino names";
    Ok(Answer(Approvals { message, approvals: approvals?, pending, truncated }))
}

fn checked_name(accounts: &Accounts, name: &str) -> Result<String, AccountError> {
    let name = name.trim();
    let refuse = |text: String| Err(AccountError::Field("rainbetUsername", text));
    let casino = accounts.casino_name();
    if name.is_empty() {
        return refuse(format!("{casino} username is required"));
    }
    if name.chars().count() > NAME_LENGTH_MAX {
        return refuse(format!(
            "{casino} username must be at most {NAME_LENGTH_MAX} characters long"
        ));
    }
    // Characters that resemble others or are invisible would let a name pass for another member's.
    if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(letter)) {
        let text = "username can only contain letters, numbers, dots, dashes and underscores";
        return refuse(format!("{casino} {text}"));
    }
    Ok(name.to_owned())
}

/// A request as people of the panel see it. Emails are of the area of accounts, which moderators don't see.
///
/// # Errors
/// The member's account cannot be read.
pub fn shown(
    accounts: &Accounts,
    role: Role,
    number: u64,
    row: &ApprovalRow,
) -> Result<Approval, AccountError> {
    let user = UserId(row.user);
    let view = accounts.store.view();
    let (account, profile) = (read_account(view, user)?, read_profile(view, user)?);
    let (username, email, account_id) = match account {
        Some(AccountRow { username, email, account_id, .. }) => {
            (Some(username), Some(email), Some(account_id))
        }
        None => (None, None, None),
    };
    let email = email.filter(|_| role != Role::Moderator);
    let submitted_at = Millis(row.asked_at).iso();
    let processed_at = row.decided_at.map(|at| Millis(at).iso());
    Ok(Approval {
        id: number.to_string(),
        user_id: user.to_string(),
        username,
        email,
        account_id,
        profile_picture: picture::address(user, &profile),
        platform: accounts.casino_name(),
        platform_username: row.name.clone(),
        status: status_text(row.status),
        admin_note: row.note.clone(),
        submitted_at: submitted_at.clone(),
        processed_at: processed_at.clone(),
        older_note: row.note.clone(),
        older_submitted: submitted_at,
        older_processed: processed_at,
    })
}

/// Pushes the number of pending requests to the admins, for the badge of the sidebar.
pub fn publish_pending_count(accounts: &Accounts) {
    let event =
        ApprovalsChanged { pending: accounts.approvals.numbers().count(ApprovalStatus::Pending) };
    accounts.broadcaster.publish_to_admins(&event);
}
