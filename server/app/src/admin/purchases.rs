//! The purchases of all members: searched, sorted and paged (docs/decisions.md, F1).

use actix_web::web;
use pointhouse_store::{StoreError, View};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::paging::{Cut, Found, Members, find, page};
use crate::accounts::{AccountError, Accounts};
use crate::calls::{Call, calls};
use crate::input::Query;
use crate::shop::routes::to_purchase;
use crate::shop::{
    Purchase, PurchaseNumbers, PurchaseRow, PurchaseStatus, Shop, read_purchase, stored_purchases,
};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![list,]
}

/// Sort order of the list of purchases.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PurchaseOrderBy)]
enum Order {
    /// Newest purchase first.
    #[default]
    Newest,
    /// Oldest purchase first.
    Oldest,
    /// Highest price first.
    Points,
    /// By the buyer's username, ignoring case.
    Username,
}

/// Search, filter, sorting and paging of the list of purchases.
#[derive(Deserialize, IntoParams)]
pub struct PurchasesQuery {
    /// Page number, from 1.
    page: Option<usize>,
    /// Rows per page, at most 200.
    limit: Option<usize>,
    /// Search text, found in the buyer's username and email, the item's title and the purchase's
    /// number. Case is ignored.
    q: Option<String>,
    /// Only purchases with this status; all by default.
    #[param(inline)]
    status: Option<PurchaseStatus>,
    /// Sort order; newest first by default.
    #[param(inline)]
    sort: Option<Order>,
}

/// Number of purchases by status, regardless of the filter.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct PurchaseCounts {
    pending: usize,
    in_progress: usize,
    completed: usize,
    cancelled: usize,
}

impl PurchaseCounts {
    const fn of(&mut self, status: PurchaseStatus) -> &mut usize {
        match status {
            PurchaseStatus::Pending => &mut self.pending,
            PurchaseStatus::InProgress => &mut self.in_progress,
            PurchaseStatus::Completed => &mut self.completed,
            PurchaseStatus::Cancelled => &mut self.cancelled,
        }
    }
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

/// Lists the purchases of all members: searched, sorted and paged.
#[utoipa::path(get, path = "/api/admin/purchases", operation_id = "purchases_page", tag = "admin",
    params(PurchasesQuery), responses((status = 200, body = PurchasesPage)),
    security(("admin" = [])))]
pub async fn list(
    accounts: web::Data<Accounts>,
    shop: web::Data<Shop>,
    query: Query<PurchasesQuery>,
) -> Result<web::Json<PurchasesPage>, AccountError> {
    let PurchasesQuery { page, limit, q, status, sort } = query.into_inner();
    let cut = Cut::new(page, limit, q);
    let (page, order) = (cut.page, sort.unwrap_or_default());
    let (view, numbers) = (accounts.store.view().clone(), shop.numbers().clone());
    let read = accounts.reads.run(move || look_up((&view, &numbers), &cut, status, order));
    let Found { rows, total, pages, counts } = read.await??;
    let items =
        rows.into_iter().map(|(number, row)| to_purchase(&accounts.auth, number, row)).collect();
    Ok(web::Json(PurchasesPage { success: true, items, total, page, pages, counts }))
}

fn look_up(
    (view, numbers): (&View, &PurchaseNumbers),
    cut: &Cut,
    status: Option<PurchaseStatus>,
    order: Order,
) -> Result<Found<PurchaseRow, PurchaseCounts>, StoreError> {
    let get = |number| read_purchase(view, number);
    if cut.text.is_empty() && matches!(order, Order::Newest | Order::Oldest) {
        let mut counts = PurchaseCounts::default();
        let all = numbers.read();
        for (status, rows) in all.counts() {
            *counts.of(status) = rows;
        }
        let numbers = all.page(status, order == Order::Oldest, (cut.skip(), cut.limit));
        drop(all);
        return page(numbers, get, cut, counts);
    }
    let mut members = Members::new(view);
    let needs_names = !cut.text.is_empty() || order == Order::Username;
    let place = |number: u64, row: &PurchaseRow, counts: &mut PurchaseCounts| {
        let names = if needs_names { Some(members.names(row.user)?) } else { None };
        let (name, email) = names.map_or(("", ""), |names| (&names.name, &names.email));
        let number_text = number.to_string();
        if !cut.finds(&[name, email, &row.title, &number_text]) {
            return Ok(None);
        }
        let is_other = !cut.is_exact(&[name, email, &number_text]);
        *counts.of(row.status) += 1;
        let newest = u64::MAX - number;
        Ok(status.is_none_or(|status| status == row.status).then(|| match order {
            Order::Newest => (is_other, 0, String::new(), newest),
            Order::Oldest => (is_other, 0, String::new(), number),
            Order::Points => (is_other, u64::MAX - row.points_cost, String::new(), newest),
            Order::Username => (is_other, 0, name.to_owned(), newest),
        }))
    };
    find(stored_purchases(view), get, cut, place)
}
