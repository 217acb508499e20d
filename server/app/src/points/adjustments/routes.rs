//! Calls of the panel on points of single members.

use actix_web::{HttpRequest, web};
use pointhouse_macros::call;
use pointhouse_rules::Points;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::change::{Action, Changed, Order};
use super::given::Given;
use super::undo::Undone;
use super::{AdjustmentError, Adjustments};
use crate::accounts::{
    AccountError, Accounts, Admin, idempotency_key, picture_address, read_account, read_profile,
};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::config::Settings;
use crate::ids::UserId;
use crate::input::{Body, Query};
use crate::people::People;
use crate::points::Statement;
use crate::wallet::LedgerPage;

/// Longest reason, in characters.
const REASON_MAX: usize = 200;
/// Longest text that is searched for, in characters.
const SEARCH_MAX: usize = 64;
/// Lines of a statement that people see who may not read accounts.
const LINES: u64 = 10;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; manage_points, undo, given, member_names, member_ledger]
}

/// A change of a member's points by a person of the panel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagePoints {
    user_id: String,
    action: Action,
    /// Whole points; above 0 except for `set`.
    amount: u64,
    /// Reason for the audit and the member's statement, at most 200 characters.
    #[serde(default)]
    reason: Option<String>,
}

/// Result of the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagePointsAnswer {
    message: String,
    /// Id of the change, for taking it back.
    id: String,
    user: ManagedUser,
}

/// The member after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagedUser {
    id: String,
    points: u64,
}

/// Adds, removes or sets a member's points, with an audit row. Moderators may only add; the settings `[grants]` limit
/// what moderators and admins give at once and in a day.
#[call(post, "/api/auth/admin/manage-points", admin(Grants),
    refused(
        403 = "Over a limit of the role, or the person's own account.",
        404 = "No such member.",
    ))]
pub async fn manage_points(
    (req, admin): (HttpRequest, Admin),
    accounts: web::Data<Accounts>,
    people: web::Data<People>,
    adjustments: web::Data<Adjustments>,
    settings: web::Data<Settings>,
    body: Body<ManagePoints>,
) -> Result<Answer<ManagePointsAnswer>, AdjustmentError> {
    let ManagePoints { user_id, action, amount: wanted, reason } = body.into_inner();
    let user: UserId = user_id.parse().map_err(|_| AccountError::NoSuchMember)?;
    let row = read_account(accounts.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
    let amount = checked_amount(wanted, action)?;
    let reason = checked_reason(reason.as_deref().unwrap_or_default())?;
    let is_own_account = accounts.devices.is_known(&req, user, &row);
    let key = idempotency_key(&req)?;
    let actor = people.decide_on(&admin, user)?;
    let order = Order { user, action, amount, reason, key, admin, actor, is_own_account };
    let Changed { posted, id } = adjustments.change(order).await?;
    let settings = settings.now();
    let points = settings.points.count(wanted);
    let message = match action {
        Action::Add => format!("Added {points}"),
        Action::Remove => format!("Removed {points}"),
        Action::Set => format!("Balance set to {points}"),
    };
    let user = ManagedUser { id: user.to_string(), points: posted.balance.get() };
    Ok(Answer(ManagePointsAnswer { message, id: id.to_string(), user }))
}

fn checked_amount(amount: u64, action: Action) -> Result<Points, AdjustmentError> {
    let points =
        Points::new(amount).map_err(|error| AccountError::Field("amount", error.to_string()))?;
    if points.is_zero() && action != Action::Set {
        let text = "The amount must be a whole number above 0".to_owned();
        return Err(AccountError::Field("amount", text).into());
    }
    Ok(points)
}

fn checked_reason(reason: &str) -> Result<String, AdjustmentError> {
    let reason = reason.trim();
    if reason.chars().count() > REASON_MAX || reason.chars().any(char::is_control) {
        let text = format!("The reason must be one line of at most {REASON_MAX} characters");
        return Err(AccountError::Field("reason", text).into());
    }
    Ok(reason.to_owned())
}

/// Takes back points that were given: the caller's own grants, and for the owner and admins anyone's.
#[call(post, "/api/admin/grants/{id}/undo", admin(Grants), name = "undo_grant",
    refused(
        404 = "No such grant.",
        409 = "Taken back already, or the member has spent the points.",
    ))]
pub async fn undo(
    admin: Admin,
    people: web::Data<People>,
    adjustments: web::Data<Adjustments>,
    settings: web::Data<Settings>,
    id: web::Path<String>,
) -> Result<Answer<ManagePointsAnswer>, AdjustmentError> {
    let grant: u64 = id.parse().map_err(|_| AdjustmentError::NoSuchGrant)?;
    let Undone { user, points, posted } =
        adjustments.undo(grant, (admin, people.as_ref().clone())).await?;
    let settings = settings.now();
    let message = format!("Took back {}", settings.points.count(points.get()));
    let user = ManagedUser { id: user.to_string(), points: posted.balance.get() };
    Ok(Answer(ManagePointsAnswer { message, id: grant.to_string(), user }))
}

/// Points that the caller has given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenPoints {
    /// For taking them back.
    id: String,
    /// Time, ISO 8601.
    at: String,
    user_id: String,
    username: String,
    points: u64,
    /// Empty without one.
    reason: String,
    /// Whether they were taken back.
    undone: bool,
}

/// The caller's grants.
#[derive(Debug, Serialize, ToSchema)]
pub struct GivenAnswer {
    grants: Vec<GivenPoints>,
}

/// Lists the points that the caller has given in the last 24 hours, newest first, at most 20 grants.
#[call(get, "/api/admin/grants", admin(Grants), name = "own_grants")]
pub async fn given(
    admin: Admin,
    accounts: web::Data<Accounts>,
    adjustments: web::Data<Adjustments>,
) -> Result<Answer<GivenAnswer>, AdjustmentError> {
    let given = adjustments.given_by(admin.id).await?;
    let grants = given.into_iter().map(|Given { id, at, user, points, reason, is_undone }| {
        let username = accounts.auth.username(user);
        let (id, at, user_id) = (id.to_string(), at.iso(), user.to_string());
        GivenPoints { id, at, user_id, username, points, reason, undone: is_undone }
    });
    Ok(Answer(GivenAnswer { grants: grants.collect() }))
}

/// Search of members by name.
#[derive(Deserialize, IntoParams)]
pub struct NameQuery {
    /// Part of the username, the chat name or the casino name, 1 to 64 characters. Case is ignored.
    q: String,
}

/// A member found by name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundMember {
    id: String,
    username: String,
    /// Name of the linked chat account.
    #[schema(required)]
    kick_username: Option<String>,
    /// Approved casino name.
    #[schema(required)]
    casino_username: Option<String>,
    points: u64,
    /// Address of the picture.
    #[schema(required)]
    profile_picture: Option<String>,
}

/// Members found by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundMembers {
    members: Vec<FoundMember>,
}

/// Finds members by username, chat name or casino name: at most 8, without what only accounts show.
#[call(get, "/api/admin/member-names", admin(Grants), name = "member_names")]
pub async fn member_names(
    _admin: Admin,
    accounts: web::Data<Accounts>,
    adjustments: web::Data<Adjustments>,
    query: Query<NameQuery>,
) -> Result<Answer<FoundMembers>, AdjustmentError> {
    let NameQuery { q } = query.into_inner();
    let text = q.trim();
    if text.is_empty() || text.chars().count() > SEARCH_MAX {
        let text = format!("The name must have 1 to {SEARCH_MAX} characters");
        return Err(AccountError::Field("q", text).into());
    }
    let found = adjustments.find_members(text).await?;
    let members = found.into_iter().filter_map(|user| shown(&accounts, user).transpose());
    let members: Result<_, _> = members.collect();
    Ok(Answer(FoundMembers { members: members? }))
}

/// `None` for an account that was deleted since the search.
fn shown(accounts: &Accounts, user: UserId) -> Result<Option<FoundMember>, AdjustmentError> {
    let Some(access) = accounts.auth.access(user) else { return Ok(None) };
    let profile = read_profile(accounts.store.view(), user)?;
    Ok(Some(FoundMember {
        id: user.to_string(),
        username: access.username.to_string(),
        kick_username: profile.kick.as_ref().map(|(_, name)| name.clone()),
        casino_username: profile.casino.clone(),
        points: accounts.wallets.balance(user)?.balance,
        profile_picture: picture_address(user, &profile),
    }))
}

/// The newest lines of a member's statement, without what only accounts show: for people who see why points are missing.
#[call(get, "/api/admin/member-names/{id}/ledger", admin(Grants), name = "member_ledger",
    refused(404 = "No such member."))]
pub async fn member_ledger(
    _admin: Admin,
    accounts: web::Data<Accounts>,
    id: web::Path<String>,
) -> Result<Answer<LedgerPage>, AdjustmentError> {
    let user: UserId = id.parse().map_err(|_| AccountError::NoSuchMember)?;
    if accounts.auth.access(user).is_none() {
        return Err(AccountError::NoSuchMember.into());
    }
    let statement = Statement::of(&accounts, user)?;
    Ok(Answer(accounts.reads.run(move || statement.page(1, LINES)).await??))
}
