//! Admin calls on imports and exports of points.

use std::time::Duration;

use actix_web::http::header::CONTENT_TYPE;
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::TryStreamExt;
use pointhouse_store::Progress;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::records::{LineId, LineRow, LineState};
use super::{ImportError, Imports, Report};
use crate::accounts::{Accounts, Admin, Done};
use crate::allowance::Maker;
use crate::audit::Audit;
use crate::calls::{Call, calls};
use crate::config::Settings;
use crate::detached::to_the_end;
use crate::ids::UserId;
use crate::input::{Body, Query};
use crate::people::People;
use crate::points::export;
use crate::spreadsheet;

/// Largest file, in bytes.
const FILE_BYTES_MAX: usize = 5 * 1024 * 1024;
const RECEIVED_WITHIN: Duration = Duration::from_secs(60);
const TYPES: [&str; 4] = ["text/csv", "text/plain", "application/csv", "application/vnd.ms-excel"];
/// Rows per page by default.
const LIMIT: usize = 50;
const LIMIT_MAX: usize = 200;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![import, waiting, remove, credit, export_all,]
}

/// Options of an import.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub struct ImportQuery {
    /// When true, reports what the import would do and changes nothing. Defaults to true.
    dry_run: Option<bool>,
}

/// Paging of the waiting lines.
#[derive(Deserialize, IntoParams)]
pub struct WaitingQuery {
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
    success: bool,
    items: Vec<WaitingLine>,
    total: usize,
    page: usize,
    pages: usize,
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
    success: bool,
    message: String,
    user: TickedUser,
}

/// The member after the payment.
#[derive(Debug, Serialize, ToSchema)]
pub struct TickedUser {
    id: String,
    points: u64,
}

/// Imports a file with points, or reports what the import would do.
#[utoipa::path(post, path = "/api/admin/points/import", operation_id = "import_points",
    tag = "admin", params(ImportQuery),
    request_body(content = String, content_type = "text/csv"),
    responses((status = 200, body = Report)),
    security(("admin" = [])))]
pub async fn import(
    req: HttpRequest,
    admin: Admin,
    (imports, people): (web::Data<Imports>, web::Data<People>),
    query: Query<ImportQuery>,
    body: web::Payload,
) -> Result<web::Json<Report>, ImportError> {
    let said = req.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let said = said.unwrap_or_default().split(';').next().unwrap_or_default();
    if !TYPES.contains(&said.trim().to_lowercase().as_str()) {
        return Err(ImportError::WrongType);
    }
    let file = tokio::time::timeout(RECEIVED_WITHIN, receive(body)).await;
    let file = file.map_err(|_| ImportError::bad("The file did not come through"))??;
    if query.dry_run.unwrap_or(true) {
        return Ok(web::Json(imports.try_out(file).await?));
    }
    for user in imports.members_of(file.clone()).await? {
        people.decide_on(&admin, user)?;
    }
    let imports = imports.as_ref().clone();
    // A confirmed import is completed even if the caller disconnects.
    let done = to_the_end(async move { imports.import_file(file, Maker::Person(admin)).await });
    Ok(web::Json(done.await??))
}

/// Lists the waiting lines, oldest first.
#[utoipa::path(get, path = "/api/admin/points/import/waiting", operation_id = "waiting_imports",
    tag = "admin", params(WaitingQuery), responses((status = 200, body = WaitingPage)),
    security(("admin" = [])))]
pub async fn waiting(
    imports: web::Data<Imports>,
    query: Query<WaitingQuery>,
) -> Result<web::Json<WaitingPage>, ImportError> {
    let limit = query.limit.unwrap_or(LIMIT).clamp(1, LIMIT_MAX);
    let page = query.page.unwrap_or(1).max(1);
    let (lines, total) = imports.waiting((page - 1).saturating_mul(limit), limit).await?;
    let items = lines.into_iter().map(|(id, row)| waiting_line(id, row)).collect();
    let pages = total.div_ceil(limit);
    Ok(web::Json(WaitingPage { success: true, items, total, page, pages }))
}

/// Pays a waiting line to the member whom the admin selects.
#[utoipa::path(post, path = "/api/admin/points/import/waiting/{id}/credit",
    operation_id = "credit_import", tag = "admin", params(("id" = String, Path)),
    request_body = Tick, responses((status = 200, body = Ticked)),
    security(("admin" = [])))]
pub async fn credit(
    admin: Admin,
    (imports, people): (web::Data<Imports>, web::Data<People>),
    settings: web::Data<Settings>,
    id: web::Path<String>,
    body: Body<Tick>,
) -> Result<web::Json<Ticked>, ImportError> {
    let id: LineId = id.parse()?;
    let user: UserId = body.user_id.parse().map_err(|_| ImportError::NoSuchMember)?;
    let actor = people.decide_on(&admin, user)?;
    let imports = imports.as_ref().clone();
    let done = to_the_end(async move { imports.tick(id, user, (admin, actor)).await });
    let (row, posted) = done.await??;
    let message = format!("Credited {}", settings.now().points.count(row.points));
    let user = TickedUser { id: user.to_string(), points: posted.balance.get() };
    Ok(web::Json(Ticked { success: true, message, user }))
}

/// Removes a waiting line, so that it is never paid.
#[utoipa::path(delete, path = "/api/admin/points/import/waiting/{id}",
    operation_id = "remove_import", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn remove(
    admin: Admin,
    imports: web::Data<Imports>,
    id: web::Path<String>,
) -> Result<web::Json<Done>, ImportError> {
    let id: LineId = id.parse()?;
    let actor = admin.actor();
    let imports = imports.as_ref().clone();
    let done = to_the_end(async move { imports.remove(id, actor).await });
    done.await??;
    Ok(web::Json(Done { success: true, message: "The line is removed".to_owned() }))
}

/// Exports all members with their points as CSV.
#[utoipa::path(get, path = "/api/admin/points/export", operation_id = "export_points",
    tag = "admin", responses((status = 200, body = String, content_type = "text/csv")),
    security(("admin" = [])))]
pub async fn export_all(
    admin: Admin,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
) -> Result<HttpResponse, ImportError> {
    let view = accounts.store.view().clone();
    let table = accounts.reads.run(move || export::table(&view, &Progress::default())).await??;
    audit.record_export(admin.actor(), "points.export", json!({})).await?;
    Ok(spreadsheet::attachment("points.csv", table))
}

async fn receive(mut body: web::Payload) -> Result<Vec<u8>, ImportError> {
    let mut file = Vec::new();
    let unread = |_| ImportError::bad("The file did not come through");
    while let Some(chunk) = body.try_next().await.map_err(unread)? {
        if file.len() + chunk.len() > FILE_BYTES_MAX {
            return Err(ImportError::TooLarge);
        }
        file.extend_from_slice(&chunk);
    }
    Ok(file)
}

fn waiting_line(id: LineId, row: LineRow) -> WaitingLine {
    let reason = match row.state {
        LineState::Waiting(waits) => waits.text(),
        LineState::Pending | LineState::Paid { .. } | LineState::Removed => String::new(),
    };
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
