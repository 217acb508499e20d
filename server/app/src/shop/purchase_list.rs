//! The purchases of all members: searched, sorted and paged (docs/decisions.md, F1).

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::{StoreError, View};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::routes::to_purchase;
use super::{KeptPurchases, Purchase, PurchaseRow, PurchaseStatus, Shop, read_purchase};
use crate::accounts::{AccountError, AccountTexts, Accounts, USERNAME_AND_EMAIL};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::input::Query;
use crate::paging::{Cut, Found, Matches, Searched, page};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; list]
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
    items: Vec<Purchase>,
    total: usize,
    page: usize,
    pages: usize,
    counts: PurchaseCounts,
}

/// Lists the purchases of all members: searched, sorted and paged.
#[call(get, "/api/admin/purchases", admin(Shop), name = "purchases_page")]
pub async fn list(
    accounts: web::Data<Accounts>,
    shop: web::Data<Shop>,
    query: Query<PurchasesQuery>,
) -> Result<Answer<PurchasesPage>, AccountError> {
    let PurchasesQuery { page, limit, q, status, sort } = query.into_inner();
    let cut = Cut::new(page, limit, q);
    let (page, order) = (cut.page, sort.unwrap_or_default());
    let view = accounts.store.view().clone();
    let (kept, members) = (shop.kept().clone(), accounts.texts.clone());
    let read = accounts.reads.run(move || look_up(&view, (&kept, &members), &cut, status, order));
    let Found { rows, total, pages, counts } = read.await??;
    let items =
        rows.into_iter().map(|(number, row)| to_purchase(&accounts.auth, number, row)).collect();
    Ok(Answer(PurchasesPage { items, total, page, pages, counts }))
}

fn look_up(
    view: &View,
    (kept, members): (&KeptPurchases, &AccountTexts),
    cut: &Cut,
    status: Option<PurchaseStatus>,
    order: Order,
) -> Result<Found<PurchaseRow, PurchaseCounts>, StoreError> {
    let matches = if cut.text.is_empty() && matches!(order, Order::Newest | Order::Oldest) {
        let numbers = kept.numbers();
        let page = numbers.page(status, order == Order::Oldest, (cut.skip(), cut.limit));
        Matches { page, counts: numbers.counts().collect() }
    } else {
        let (rows, members) = (&kept.texts(), &members.read());
        let searched = Searched { rows, members, member_fields: USERNAME_AND_EMAIL };
        searched.find(cut, status, |number, row| {
            let newest = u64::MAX - number;
            match order {
                Order::Newest => (0, &[][..], newest),
                Order::Oldest => (0, &[][..], number),
                Order::Points => (u64::MAX - row.value, &[][..], newest),
                Order::Username => (0, searched.name(row), newest),
            }
        })
    };
    let mut counts = PurchaseCounts::default();
    for (status, rows) in matches.counts {
        *counts.of(status) = rows;
    }
    page(matches.page, |number| read_purchase(view, number), cut, counts)
}
