//! The audit for admins: who, when, what, before and after, searched and in pages.

use actix_web::web;
use pointhouse_store::{View, decode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::{AccountError, Accounts, Admin};
use crate::audit::AuditRow;
use crate::clock::Millis;
use crate::tables;

/// Rows of a page.
const LIMIT: usize = 50;
const LIMIT_MAX: usize = 200;
/// Longest text that is looked for.
const TEXT_MAX: usize = 100;
const PAGE: usize = 1024;

/// What to look for, and which page of it.
#[derive(Deserialize, IntoParams)]
pub struct AuditQuery {
    /// From 1.
    page: Option<usize>,
    /// Rows of a page, up to 200.
    limit: Option<usize>,
    /// In who, what, on whom, before and after.
    q: Option<String>,
}

/// A row of the audit.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditItem {
    id: String,
    /// ISO 8601.
    at: String,
    /// Who.
    actor: String,
    /// What.
    action: String,
    /// On whom or what.
    subject: String,
    /// How it was: JSON, or empty.
    before: String,
    /// How it is: JSON, or empty.
    after: String,
}

/// A page of the audit, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditPage {
    success: bool,
    items: Vec<AuditItem>,
    total: usize,
    page: usize,
    pages: usize,
}

/// The audit, newest first.
#[utoipa::path(get, path = "/api/admin/audit", operation_id = "audit_page", tag = "admin",
    params(AuditQuery), responses((status = 200, body = AuditPage)))]
pub async fn list(
    _admin: Admin,
    accounts: web::Data<Accounts>,
    query: web::Query<AuditQuery>,
) -> Result<web::Json<AuditPage>, AccountError> {
    let query = query.into_inner();
    let limit = query.limit.unwrap_or(LIMIT).clamp(1, LIMIT_MAX);
    let page = query.page.unwrap_or(1).max(1);
    let text: String = query.q.unwrap_or_default().chars().take(TEXT_MAX).collect();
    let view = accounts.store.view().clone();
    let skip = (page - 1).saturating_mul(limit);
    let read = accounts.reads.run(move || find(&view, &text, skip, limit)).await;
    let (items, total) = read.map_err(inner)??;
    let pages = total.div_ceil(limit);
    Ok(web::Json(AuditPage { success: true, items, total, page, pages }))
}

/// Rows are found from the oldest on, because the table is read that way; only the page is shown.
fn find(
    view: &View,
    text: &str,
    skip: usize,
    limit: usize,
) -> Result<(Vec<AuditItem>, usize), AccountError> {
    let text = text.trim().to_lowercase();
    let mut ids = Vec::new();
    let mut from = Vec::new();
    loop {
        let rows = view.scan(tables::AUDIT, &from, &[], PAGE).map_err(inner)?;
        let Some((last, _)) = rows.last() else { break };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            let row: AuditRow = decode(row).map_err(inner)?;
            let fields = [&row.actor, &row.action, &row.subject, &row.before, &row.after];
            if text.is_empty() || fields.iter().any(|field| field.to_lowercase().contains(&text)) {
                ids.push(<[u8; 8]>::try_from(key.as_ref()).map_err(inner)?);
            }
        }
    }
    let page = ids.iter().rev().skip(skip).take(limit).filter_map(|id| {
        let row = view.get(tables::AUDIT, id).map_err(inner).transpose()?;
        Some(row.and_then(|row| decode::<AuditRow>(&row).map_err(inner)).map(|row| item(*id, row)))
    });
    let items: Result<Vec<_>, AccountError> = page.collect();
    Ok((items?, ids.len()))
}

fn item(id: [u8; 8], row: AuditRow) -> AuditItem {
    AuditItem {
        id: u64::from_be_bytes(id).to_string(),
        at: Millis(row.at).iso(),
        actor: row.actor,
        action: row.action,
        subject: row.subject,
        before: row.before,
        after: row.after,
    }
}

fn inner(error: impl std::fmt::Display) -> AccountError {
    AccountError::Inner(error.to_string())
}
