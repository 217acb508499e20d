//! The audit log: searched and paged.

use actix_web::web;
use pointhouse_store::{StoreError, View};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::paging::{Cut, Found, find};
use crate::accounts::{AccountError, Accounts};
use crate::audit::{AuditRow, audit_row, audit_rows};
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::input::Query;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![list,]
}

/// Sort order of the audit log.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AuditOrder)]
enum Order {
    /// Newest row first.
    #[default]
    Newest,
    /// Oldest row first.
    Oldest,
}

/// Search, sorting and paging of the audit log.
#[derive(Deserialize, IntoParams)]
pub struct AuditQuery {
    /// Page number, from 1.
    page: Option<usize>,
    /// Rows per page, at most 200.
    limit: Option<usize>,
    /// Search text, found in actor, action, subject, before and after. Case is ignored.
    q: Option<String>,
    /// Sort order; newest first by default.
    #[param(inline)]
    sort: Option<Order>,
}

/// A row of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditItem {
    id: String,
    /// Time of the change, ISO 8601.
    at: String,
    /// Who made the change, for example an admin with their address.
    actor: String,
    /// The action, for example `points.add`.
    action: String,
    /// What was changed, for example `user:12`.
    subject: String,
    /// State before the change, as JSON; empty if there is none.
    before: String,
    /// State after the change, as JSON; empty if there is none.
    after: String,
}

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditPage {
    success: bool,
    items: Vec<AuditItem>,
    total: usize,
    page: usize,
    pages: usize,
}

/// Lists the audit log: searched and paged.
#[utoipa::path(get, path = "/api/admin/audit", operation_id = "audit_page", tag = "admin",
    params(AuditQuery), responses((status = 200, body = AuditPage)),
    security(("admin" = [])))]
pub async fn list(
    accounts: web::Data<Accounts>,
    query: Query<AuditQuery>,
) -> Result<web::Json<AuditPage>, AccountError> {
    let AuditQuery { page, limit, q, sort } = query.into_inner();
    let cut = Cut::new(page, limit, q);
    let (page, order) = (cut.page, sort.unwrap_or_default());
    let view = accounts.store.view().clone();
    let read = accounts.reads.run(move || look_up(&view, &cut, order));
    let Found { rows, total, pages, .. } = read.await??;
    let items = rows.into_iter().map(|(id, row)| item(id, row)).collect();
    Ok(web::Json(AuditPage { success: true, items, total, page, pages }))
}

fn look_up(view: &View, cut: &Cut, order: Order) -> Result<Found<AuditRow, ()>, StoreError> {
    find(
        audit_rows(view),
        |id| audit_row(view, id),
        cut,
        |id, row, (): &mut ()| {
            let found =
                cut.finds(&[&row.actor, &row.action, &row.subject, &row.before, &row.after]);
            Ok(found.then(|| if order == Order::Newest { u64::MAX - id } else { id }))
        },
    )
}

fn item(id: u64, row: AuditRow) -> AuditItem {
    AuditItem {
        id: id.to_string(),
        at: Millis(row.at).iso(),
        actor: row.actor,
        action: row.action,
        subject: row.subject,
        before: row.before,
        after: row.after,
    }
}
