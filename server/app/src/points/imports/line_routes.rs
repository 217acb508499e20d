//! Admin calls on the waiting lines of imports.

use actix_web::web;
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::records::{LineId, LineRow};
use super::{Credited, ImportError, Imports};
use crate::accounts::{Admin, Done};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::config::Settings;
use crate::counts::counted;
use crate::ids::UserId;
use crate::input::{Body, Query};
use crate::people::People;

/// Rows per page by default.
const LIMIT: usize = 50;
const LIMIT_MAX: usize = 200;
/// Longest text of a search, in characters.
const TEXT_MAX: usize = 100;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; waiting, credit_linked, remove, credit]
}

/// Paging of the waiting lines.
#[derive(Deserialize, IntoParams)]
pub struct WaitingQuery {
    /// Only lines with this text in one of their names.
    q: Option<String>,
    /// Page number, from 1.
    page: Option<usize>,
    /// Rows per page, at most 200.
    limit: Option<usize>,
}

/// A waiting line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingLine {
    id: String,
    /// Number of the import.
    import: String,
    /// Line number in the file, from 1.
    line: u32,
    points: u64,
    #[schema(required)]
    kick_id: Option<String>,
    #[schema(required)]
    kick_username: Option<String>,
    #[schema(required)]
    casino_username: Option<String>,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    username: Option<String>,
    /// Why the line waits.
    reason: String,
}

/// A page of the waiting lines, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingPage {
    items: Vec<WaitingLine>,
    /// Number of lines that were found.
    total: usize,
    page: usize,
    pages: usize,
    /// Lines on all pages that name a linked Kick account by name only.
    linked: LinkedLines,
}

/// Waiting lines that name a linked Kick account by name only.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkedLines {
    /// Their number.
    lines: usize,
    /// Their points.
    points: u64,
}

/// Result of crediting these lines.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkedCredited {
    message: String,
    /// Number of lines that were credited.
    lines: usize,
    /// Their points.
    points: u64,
    /// Lines that were left: the balance is full, the member spent such a line of an import that was taken back, or the
    /// caller may not decide on the member.
    left: usize,
}

/// The member whom an admin selects for a line.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tick {
    user_id: String,
}

/// Result of paying a line.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ticked {
    message: String,
    user: TickedUser,
}

/// The member after the payment.
#[derive(Debug, Serialize, ToSchema)]
pub struct TickedUser {
    id: String,
    points: u64,
}

/// Lists the waiting lines, oldest first.
#[call(get, "/api/admin/points/import/waiting", admin(AllPoints), name = "waiting_imports")]
pub async fn waiting(
    imports: web::Data<Imports>,
    query: Query<WaitingQuery>,
) -> Result<Answer<WaitingPage>, ImportError> {
    let limit = query.limit.unwrap_or(LIMIT).clamp(1, LIMIT_MAX);
    let page = query.page.unwrap_or(1).max(1);
    let text: String = query.q.as_deref().unwrap_or_default().chars().take(TEXT_MAX).collect();
    let found = imports.waiting(&text, (page - 1).saturating_mul(limit), limit).await?;
    let items = found.lines.into_iter().map(waiting_line).collect();
    let (total, pages) = (found.total, found.total.div_ceil(limit));
    let linked = LinkedLines { lines: found.linked.0, points: found.linked.1 };
    Ok(Answer(WaitingPage { items, total, page, pages, linked }))
}

/// Pays all waiting lines that name a linked Kick account by name only, to the members who linked them by signing in on
/// Kick.
#[call(
    post,
    "/api/admin/points/import/waiting/credit-linked",
    admin(AllPoints, proof),
    name = "credit_linked_imports"
)]
pub async fn credit_linked(
    admin: Admin,
    (imports, people): (web::Data<Imports>, web::Data<People>),
    settings: web::Data<Settings>,
) -> Result<Answer<LinkedCredited>, ImportError> {
    let credited = imports.credit_linked(admin, people.as_ref().clone()).await?;
    let Credited { lines, points, left } = credited;
    let named = settings.now().points.count(points);
    let count = counted(u64::try_from(lines).unwrap_or(u64::MAX), "line", "lines");
    let message = format!("Credited {count} with {named}");
    Ok(Answer(LinkedCredited { message, lines, points, left }))
}

/// Pays a waiting line to the member whom the admin selects.
#[call(
    post,
    "/api/admin/points/import/waiting/{id}/credit",
    admin(AllPoints, proof),
    name = "credit_import"
)]
pub async fn credit(
    admin: Admin,
    (imports, people): (web::Data<Imports>, web::Data<People>),
    settings: web::Data<Settings>,
    id: web::Path<String>,
    body: Body<Tick>,
) -> Result<Answer<Ticked>, ImportError> {
    let id: LineId = id.parse()?;
    let user: UserId = body.user_id.parse().map_err(|_| ImportError::NoSuchMember)?;
    let actor = people.decide_on(&admin, user)?;
    let (row, posted) = imports.tick(id, user, (admin, actor)).await?;
    let message = format!("Credited {}", settings.now().points.count(row.points));
    let user = TickedUser { id: user.to_string(), points: posted.balance.get() };
    Ok(Answer(Ticked { message, user }))
}

/// Removes a waiting line, so that it is never paid.
#[call(delete, "/api/admin/points/import/waiting/{id}", admin(AllPoints), name = "remove_import")]
pub async fn remove(
    admin: Admin,
    imports: web::Data<Imports>,
    id: web::Path<String>,
) -> Result<Answer<Done>, ImportError> {
    let id: LineId = id.parse()?;
    imports.remove(id, admin.actor()).await?;
    Ok(Answer(Done { message: "The line is removed".to_owned() }))
}

fn waiting_line((id, row, reason): (LineId, LineRow, String)) -> WaitingLine {
    WaitingLine {
        id: id.to_string(),
        import: id.import.to_string(),
        line: row.number,
        points: row.points,
        kick_id: row.named.kick_id.map(|id| id.to_string()),
        kick_username: row.named.kick_name,
        casino_username: row.named.casino,
        email: row.named.email,
        username: row.named.username,
        reason,
    }
}
