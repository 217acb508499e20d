//! The audit log: searched and paged.

use std::collections::BTreeMap;
use std::net::IpAddr;

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::{StoreError, View};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::audit_names::Names;
use super::list_orders::ListOrders;
use crate::accounts::{AccountError, Accounts, Auth};
use crate::answer::Answer;
use crate::audit::{AuditRow, Near, audit_row, audit_rows_between};
use crate::calls::{Call, calls};
use crate::challenges::Challenges;
use crate::clock::Millis;
use crate::hunts::Hunts;
use crate::ids::{PersonId, UserId};
use crate::input::Query;
use crate::paging::{Cut, Found, page};

/// Rows that a search reads at most.
const SEARCHED_MAX: usize = 2000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; list]
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
    /// Search text, found in actor, action, subject, before and after. Case is ignored. A search reads at most 2,000 rows.
    q: Option<String>,
    /// Sort order; newest first by default.
    #[param(inline)]
    sort: Option<Order>,
    /// Continues a search after a row: `after` of `left` in the previous answer.
    #[param(value_type = Option<String>)]
    after: Option<u64>,
}

/// A row of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditItem {
    id: String,
    /// Time of the change, ISO 8601.
    at: String,
    /// Who made the change, as it was written: for example a person's name, number and address.
    actor: String,
    /// Name of who made the change: of a person as it was then, of a member as it is now.
    name: String,
    /// Client address, if it was written.
    #[schema(required)]
    address: Option<String>,
    /// Beginning of the id of the person's session.
    #[schema(required)]
    session: Option<String>,
    /// Whether a person who runs the site alone decided on the own member account.
    own_account: bool,
    /// The action, for example `points.add`.
    action: String,
    /// What was changed, for example `user:12`.
    subject: String,
    /// Name of the member or person that was changed, as it is now; null for other subjects and deleted accounts.
    #[schema(required)]
    subject_name: Option<String>,
    /// Names of what the entry refers to, as they are now, by reference (`giveaway:3`, `user:7`). What was deleted has
    /// none.
    names: BTreeMap<String, String>,
    /// State before the change, as JSON; empty if there is none.
    before: String,
    /// State after the change, as JSON; empty if there is none.
    after: String,
}

/// A page of the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditPage {
    items: Vec<AuditItem>,
    /// Rows on all pages. Of a search: rows that match among those that it has read.
    total: usize,
    page: usize,
    pages: usize,
    /// Where to continue a search that has not read all rows; null for others.
    #[schema(required)]
    left: Option<AuditLeft>,
}

/// The rows that a search has not read.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditLeft {
    /// The last row that was read.
    after: String,
    /// Its time, ISO 8601.
    at: String,
}

/// Lists the audit log: searched and paged.
#[call(get, "/api/admin/audit", admin(Records), name = "audit_page")]
pub async fn list(
    accounts: web::Data<Accounts>,
    orders: web::Data<ListOrders>,
    (hunts, challenges): (web::Data<Hunts>, web::Data<Challenges>),
    query: Query<AuditQuery>,
) -> Result<Answer<AuditPage>, AccountError> {
    let AuditQuery { page, limit, q, sort, after } = query.into_inner();
    let cut = Cut::new(page, limit, q);
    let (page, order) = (cut.page, sort.unwrap_or_default());
    let (view, auth) = (accounts.store.view().clone(), accounts.auth.clone());
    let names = Names { view, auth, hunts, challenges };
    let read = move || {
        let Found { rows, total, pages, counts } = look_up(&orders, &names, &cut, order, after)?;
        let items = rows.into_iter().map(|(id, row)| item(&names, id, row)).collect();
        Ok::<_, StoreError>((items, total, pages, counts))
    };
    let (items, total, pages, left) = accounts.reads.run(read).await??;
    Ok(Answer(AuditPage { items, total, page, pages, left }))
}

/// A page, and where a search is continued that has not read all rows.
fn look_up(
    orders: &ListOrders,
    names: &Names,
    cut: &Cut,
    order: Order,
    after: Option<u64>,
) -> Result<Found<AuditRow, Option<AuditLeft>>, StoreError> {
    let is_oldest_first = order == Order::Oldest;
    let get = |id| audit_row(&names.view, id);
    if cut.text.is_empty() {
        let (place, limit, total) = {
            let places = &orders.read().audit;
            let (from, to) = cut_out(places.rows(), is_oldest_first, (cut.skip(), cut.limit));
            (places.at(from), to - from, places.rows())
        };
        let mut ids = place.ids(&names.view, limit)?;
        if !is_oldest_first {
            ids.reverse();
        }
        return page((ids, total), get, cut, None);
    }
    let (ids, is_all) = searched(orders, &names.view, is_oldest_first, after)?;
    let mut found = Vec::new();
    let mut left = None;
    if let (Some(first), Some(end)) = (ids.iter().min(), ids.iter().max()) {
        for row in audit_rows_between(&names.view, *first, *end) {
            let (id, row) = row?;
            if matches(names, cut, &row) {
                found.push(id);
            }
            if !is_all && ids.last() == Some(&id) {
                left = Some(AuditLeft { after: id.to_string(), at: Millis(row.at).iso() });
            }
        }
    }
    if !is_oldest_first {
        found.reverse();
    }
    let total = found.len();
    let ids = found.into_iter().skip(cut.skip()).take(cut.limit).collect();
    page((ids, total), get, cut, left)
}

/// The positions of a page among all rows, from the oldest: the first, and the one after the last.
fn cut_out(rows: usize, is_oldest_first: bool, (skip, limit): (usize, usize)) -> (usize, usize) {
    let (near, far) = (skip.min(rows), skip.saturating_add(limit).min(rows));
    if is_oldest_first { (near, far) } else { (rows - far, rows - near) }
}

/// The ids of the rows that a search reads, in the list's order, and whether they are the last ones. Rows are never deleted, so a
/// search reads a part of them.
fn searched(
    orders: &ListOrders,
    view: &View,
    is_oldest_first: bool,
    after: Option<u64>,
) -> Result<(Vec<u64>, bool), StoreError> {
    let rows = orders.read().audit.rows();
    let position = match after {
        None if is_oldest_first => 0,
        None => rows,
        Some(after) => {
            let Near { position, rows, place } = orders.read().audit.near(after);
            let ids = place.ids(view, rows)?;
            position
                + ids.partition_point(|id| if is_oldest_first { *id <= after } else { *id < after })
        }
    };
    let skip = if is_oldest_first { position } else { rows.saturating_sub(position) };
    let (from, to) = cut_out(rows, is_oldest_first, (skip, SEARCHED_MAX));
    let place = orders.read().audit.at(from);
    let mut ids = place.ids(view, to - from)?;
    if !is_oldest_first {
        ids.reverse();
    }
    Ok((ids, if is_oldest_first { to >= rows } else { from == 0 }))
}

fn matches(names: &Names, cut: &Cut, row: &AuditRow) -> bool {
    let AuditRow { actor, action, subject, before, after, .. } = row;
    cut.finds(&[actor, action, subject, before, after])
        || names.of(row).values().any(|name| cut.finds(&[name]))
}

fn item(names: &Names, id: u64, row: AuditRow) -> AuditItem {
    let (name, address) = name_and_address(&names.auth, &row);
    AuditItem {
        id: id.to_string(),
        at: Millis(row.at).iso(),
        name,
        address: address.map(str::to_owned),
        // Enough to tell sessions apart, and no part of a token.
        session: row.session.map(|session| format!("{session:032x}").chars().take(8).collect()),
        subject_name: names.of_subject(&row.subject),
        names: names.of(&row),
        own_account: row.own_account,
        actor: row.actor,
        action: row.action,
        subject: row.subject,
        before: row.before,
        after: row.after,
    }
}

/// The name and the address in the text of an actor: `NAME #NUMBER ADDRESS`, where number and address may be missing.
fn name_and_address<'a>(auth: &Auth, row: &'a AuditRow) -> (String, Option<&'a str>) {
    let (before, last) = row.actor.rsplit_once(' ').unwrap_or((row.actor.as_str(), ""));
    let is_address = last.parse::<IpAddr>().is_ok();
    let (text, address) =
        if is_address { (before, Some(last)) } else { (row.actor.as_str(), None) };
    let member = text.strip_prefix("member ").and_then(|user| user.parse::<UserId>().ok());
    let member = member.and_then(|user| auth.access(user));
    let name = match (member, text.rsplit_once(" #")) {
        (Some(access), _) => access.username.to_string(),
        (None, Some((name, number))) if number.parse::<PersonId>().is_ok() => name.to_owned(),
        (None, _) => text.to_owned(),
    };
    (name, address)
}
