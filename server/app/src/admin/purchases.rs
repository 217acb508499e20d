//! The purchases of all members for admins: searched, sorted and in pages (decision F1).

use std::cmp::{Ordering, Reverse};

use actix_web::web;
use pointhouse_store::View;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::paging::{Cut, Members, each, inner, rows};
use crate::accounts::{AccountError, Accounts, Admin};
use crate::shop::routes::told;
use crate::shop::{Purchase, PurchaseRow, PurchaseStatus};
use crate::tables;

/// What the list is sorted by.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PurchaseOrderBy)]
enum Order {
    /// What was bought last comes first.
    #[default]
    Newest,
    /// What was bought first comes first.
    Oldest,
    /// The most points first.
    Points,
    /// By the buyer's name, without regard to case.
    Username,
}

/// What to look for, and which page of it.
#[derive(Deserialize, IntoParams)]
pub struct PurchasesQuery {
    /// From 1.
    page: Option<usize>,
    /// Rows of a page, up to 200.
    limit: Option<usize>,
    /// In the buyer's name and address, the item's title and the purchase's number.
    q: Option<String>,
    /// Only what stands so; all, unless it says otherwise.
    #[param(inline)]
    status: Option<PurchaseStatus>,
    /// Newest first, unless it says otherwise.
    #[param(inline)]
    sort: Option<Order>,
}

/// How many there are of each standing, whichever is asked for.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct PurchaseCounts {
    pending: usize,
    completed: usize,
    cancelled: usize,
}

/// A page of the purchases.
#[derive(Debug, Serialize, ToSchema)]
pub struct PurchasesPage {
    success: bool,
    items: Vec<Purchase>,
    total: usize,
    page: usize,
    pages: usize,
    counts: PurchaseCounts,
}

/// What is kept of a purchase while the list is sorted.
struct Key {
    number: u64,
    points: u64,
    name: String,
}

struct Found {
    rows: Vec<(u64, PurchaseRow)>,
    total: usize,
    counts: PurchaseCounts,
}

/// Purchases of all members, searched, sorted and in pages.
#[utoipa::path(get, path = "/api/admin/purchases", operation_id = "purchases_page", tag = "admin",
    params(PurchasesQuery), responses((status = 200, body = PurchasesPage)))]
pub async fn list(
    _admin: Admin,
    accounts: web::Data<Accounts>,
    query: web::Query<PurchasesQuery>,
) -> Result<web::Json<PurchasesPage>, AccountError> {
    let PurchasesQuery { page, limit, q, status, sort } = query.into_inner();
    let cut = Cut::new(page, limit, q);
    let (page, order) = (cut.page, sort.unwrap_or_default());
    let view = accounts.store.view().clone();
    let read = accounts.reads.run(move || {
        let found = find(&view, &cut, status, order)?;
        Ok::<_, AccountError>((cut.pages(found.total), found))
    });
    let (pages, Found { rows, total, counts }) = read.await.map_err(inner)??;
    let items = rows.into_iter().map(|(number, row)| told(&accounts.auth, number, row)).collect();
    Ok(web::Json(PurchasesPage { success: true, items, total, page, pages, counts }))
}

fn find(
    view: &View,
    cut: &Cut,
    status: Option<PurchaseStatus>,
    order: Order,
) -> Result<Found, AccountError> {
    let (mut keys, mut counts) = (Vec::new(), PurchaseCounts::default());
    let mut members = Members::new(view);
    let needs_names = !cut.text.is_empty() || order == Order::Username;
    each(view, tables::PURCHASE, |number, row: PurchaseRow| {
        let names = if needs_names { Some(members.names(row.user)?) } else { None };
        let (name, email) = names.map_or(("", ""), |names| (&names.name, &names.email));
        if !cut.finds(&[name, email, &row.title, &number.to_string()]) {
            return Ok(());
        }
        let count = match row.status {
            PurchaseStatus::Pending => &mut counts.pending,
            PurchaseStatus::Completed => &mut counts.completed,
            PurchaseStatus::Cancelled => &mut counts.cancelled,
        };
        *count += 1;
        if status.is_none_or(|status| status == row.status) {
            let name = if order == Order::Username { name.to_owned() } else { String::new() };
            keys.push(Key { number, points: row.points_cost, name });
        }
        Ok(())
    })?;
    keys.sort_unstable_by(|one, other| compare(order, one, other));
    let numbers = keys.iter().skip(cut.skip()).take(cut.limit).map(|key| key.number);
    let rows = rows(view, tables::PURCHASE, numbers)?;
    Ok(Found { rows, total: keys.len(), counts })
}

fn compare(order: Order, one: &Key, other: &Key) -> Ordering {
    let newest = Reverse(one.number).cmp(&Reverse(other.number));
    match order {
        Order::Newest => newest,
        Order::Oldest => newest.reverse(),
        Order::Points => other.points.cmp(&one.points).then(newest),
        Order::Username => one.name.cmp(&other.name).then(newest),
    }
}
