//! Calls on points: the admin's changes and the points leaderboard.

use std::sync::LazyLock;

use actix_web::{HttpRequest, web};
use pointhouse_rules::Points;
use pointhouse_rules::mask::mask_username;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Board, PointsBoards};
use crate::accounts::{
    AccountError, Admin, Auth, AuthError, Caller, IdempotencyKey, KeyHash, idempotency_key,
};
use crate::audit::{Actor, Audit, Entry};
use crate::calls::{Call, calls};
use crate::clock::Clock;
use crate::config::{Cycle, Settings};
use crate::detached::to_the_end;
use crate::ids::UserId;
use crate::input::Body;
use crate::locks::Locks;
use crate::wallet::{
    Amount, Change, Post, PostError, Reason, Reference, RequestId, State, Wallets,
};

/// Rows of the leaderboard.
const LEADERBOARD_ROWS: usize = 20;
/// This call's number in receipts. It is stored: never reuse it for another call.
const MANAGE_POINTS: u8 = 1;
/// Owner of the panel's receipts: no member has this id.
const PANEL: UserId = UserId(0);
/// One call per idempotency key at a time: a key that comes for two members at once must not serve both.
static KEYED: LazyLock<Locks<KeyHash>> = LazyLock::new(Locks::default);

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![monthly, manage_points,]
}

/// How an admin changes a balance.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Gives points.
    Add,
    /// Takes points; refused if the balance is too low.
    Remove,
    /// Sets the balance.
    Set,
}

/// A change of a member's points by an admin.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagePoints {
    user_id: String,
    action: Action,
    /// Whole points; above 0 except for `set`.
    amount: u64,
}

/// Result of the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagePointsAnswer {
    success: bool,
    message: String,
    user: ManagedUser,
}

/// The member after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ManagedUser {
    id: String,
    points: u64,
}

/// Why points were not moved.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum GrantError {
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    Post(#[from] PostError),
}

/// Adds, removes or sets a member's points, with an audit row.
#[utoipa::path(post, path = "/api/auth/admin/manage-points", tag = "admin",
    request_body = ManagePoints, responses((status = 200, body = ManagePointsAnswer),
        (status = 404, description = "No such member.")),
    security(("admin" = [])))]
pub async fn manage_points(
    req: HttpRequest,
    admin: Admin,
    auth: web::Data<Auth>,
    wallets: web::Data<Wallets>,
    audit: web::Data<Audit>,
    settings: web::Data<Settings>,
    body: Body<ManagePoints>,
) -> Result<web::Json<ManagePointsAnswer>, GrantError> {
    let user: UserId = body.user_id.parse().map_err(|_| AccountError::NoSuchMember)?;
    if auth.access(user).is_none() {
        return Err(AccountError::NoSuchMember.into());
    }
    let amount = Points::new(body.amount)
        .map_err(|error| AccountError::Field("amount", error.to_string()))?;
    if amount.is_zero() && !matches!(body.action, Action::Set) {
        let text = "The amount must be a whole number above 0".to_owned();
        return Err(AccountError::Field("amount", text).into());
    }
    let key = idempotency_key(&req)?;
    let actor = admin.actor();
    let post = grant(user, body.action, amount, key, actor, (&wallets, &audit));
    let wallets = wallets.as_ref().clone();
    let posted = to_the_end(async move {
        let Some(request) = post.request else { return wallets.post(user, post).await };
        let _keyed = KEYED.lock(request.key).await;
        // The same key for another member is a different request.
        wallets.receipt(PANEL, request)?;
        wallets.post(user, post).await
    });
    let posted = posted.await.map_err(AccountError::from)??;
    let settings = settings.now();
    let name = settings.points.named(body.amount);
    let message = match body.action {
        Action::Add => format!("Added {} {name}", body.amount),
        Action::Remove => format!("Removed {} {name}", body.amount),
        Action::Set => format!("Balance set to {} {name}", body.amount),
    };
    let user = ManagedUser { id: user.to_string(), points: posted.balance.get() };
    Ok(web::Json(ManagePointsAnswer { success: true, message, user }))
}

fn grant(
    user: UserId,
    action: Action,
    amount: Points,
    key: Option<IdempotencyKey>,
    actor: Actor,
    (wallets, audit): (&Wallets, &Audit),
) -> Post {
    let (points, kinds) = (amount.get(), 3);
    let (amount, reason, name, kind) = match action {
        Action::Add => (Amount::Add(amount), Reason::AdminAdd, "points.add", 0),
        Action::Remove => (Amount::Take(amount), Reason::AdminRemove, "points.remove", 1),
        Action::Set => (Amount::Set(amount), Reason::AdminSet, "points.set", 2),
    };
    let id = audit.next_id();
    let reference = Some(Reference::Audit(id));
    let body_before = points * kinds + kind;
    let request = key.map(|IdempotencyKey { key, body }| RequestId {
        route: MANAGE_POINTS,
        key,
        body,
        body_before,
        reference,
    });
    let (wallets, audit) = (wallets.clone(), audit.clone());
    let balance = |state: &State| json!({ "points": state.balance }).to_string();
    Post {
        changes: vec![Change { amount, reason, reference }],
        riders: Some(Box::new(move |before, after, batch| {
            if let Some(request) = request {
                wallets.put_receipt(PANEL, request, after, batch)?;
            }
            let entry = Entry {
                actor,
                action: name,
                subject: format!("user:{user}"),
                before: balance(before),
                after: balance(after),
            };
            audit.write(id, entry, batch)
        })),
        request,
        once: None,
    }
}

/// The points leaderboard of the current month or week, names masked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsLeaderboard {
    success: bool,
    /// Whether it runs by months or by weeks.
    cycle: Cycle,
    /// First day that counts, in the site's time zone: YYYY-MM-DD.
    first_day: String,
    /// Last day that counts.
    last_day: String,
    leaderboard: Vec<PointsRow>,
    /// The caller's place, even below the listed rows; null for visitors and for members who have
    /// earned nothing in it.
    #[schema(required)]
    own: Option<OwnPlace>,
}

/// A member's place.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPlace {
    /// Rank, from 1.
    rank: usize,
    total_points: u64,
}

/// A row of the leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsRow {
    username: String,
    total_points: u64,
}

/// Returns the points leaderboard of the current month or week. Public.
#[utoipa::path(get, path = "/api/leaderboard/points/monthly", tag = "leaderboards",
    responses((status = 200, body = PointsLeaderboard)),
    security((), ("member" = []), ("admin" = [])))]
pub async fn monthly(
    caller: Result<Caller, AuthError>,
    boards: web::Data<PointsBoards>,
    auth: web::Data<Auth>,
    clock: web::Data<Clock>,
) -> web::Json<PointsLeaderboard> {
    let member = match caller {
        Ok(Caller::Member(user)) => Some(user),
        Ok(Caller::Admin) | Err(_) => None,
    };
    let Board { days, top, own } = boards.board(clock.now(), LEADERBOARD_ROWS, member);
    let own = own.map(|(rank, total_points)| OwnPlace { rank, total_points });
    let named = top.into_iter().filter_map(|row| {
        let access = auth.access(row.user)?;
        // The caller sees their own name unmasked.
        let username = if Some(row.user) == member {
            access.username.to_string()
        } else {
            mask_username(&access.username)
        };
        Some(PointsRow { username, total_points: row.points })
    });
    web::Json(PointsLeaderboard {
        success: true,
        cycle: days.cycle,
        first_day: days.first.iso(),
        last_day: days.last.iso(),
        leaderboard: named.collect(),
        own,
    })
}
