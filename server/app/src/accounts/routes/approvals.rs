//! Requests for casino names: searched, sorted and paged (docs/decisions.md, F1).

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::{StoreError, View};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::routes::casino::{Approval, shown};
use crate::accounts::{
    AccountError, AccountTexts, Accounts, Admin, ApprovalRow, ApprovalStatus, KeptApprovals,
    USERNAME, read_approval,
};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::input::Query;
use crate::paging::{Cut, Found, Matches, Searched, page};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; list]
}

/// Sort order of the list of requests.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ApprovalOrder)]
enum Order {
    /// Newest request first.
    #[default]
    Newest,
    /// Oldest request first.
    Oldest,
    /// By the member's username, ignoring case.
    Username,
    /// Latest decision first, pending requests last.
    Decided,
}

/// Status of a request.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ApprovalState {
    /// Waits for an admin.
    Pending,
    /// The name belongs to the member.
    Approved,
    /// The request was refused.
    Rejected,
}

impl From<ApprovalState> for ApprovalStatus {
    fn from(state: ApprovalState) -> Self {
        match state {
            ApprovalState::Pending => Self::Pending,
            ApprovalState::Approved => Self::Approved,
            ApprovalState::Rejected => Self::Rejected,
        }
    }
}

/// Search, filter, sorting and paging of the list of requests.
#[derive(Deserialize, IntoParams)]
pub struct ApprovalsQuery {
    /// Page number, from 1.
    page: Option<usize>,
    /// Rows per page, at most 200.
    limit: Option<usize>,
    /// Search text, found in the member's username, the casino name and the note. Case is ignored.
    q: Option<String>,
    /// Only requests with this status; all by default.
    #[param(inline)]
    status: Option<ApprovalState>,
    /// Sort order; newest first by default.
    #[param(inline)]
    sort: Option<Order>,
}

/// Number of requests by status, regardless of the filter.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct ApprovalCounts {
    pending: usize,
    approved: usize,
    rejected: usize,
}

impl ApprovalCounts {
    const fn of(&mut self, status: ApprovalStatus) -> &mut usize {
        match status {
            ApprovalStatus::Pending => &mut self.pending,
            ApprovalStatus::Approved => &mut self.approved,
            ApprovalStatus::Rejected => &mut self.rejected,
        }
    }
}

/// A page of the requests.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApprovalsPage {
    items: Vec<Approval>,
    total: usize,
    page: usize,
    pages: usize,
    counts: ApprovalCounts,
}

/// Lists requests for casino names: searched, sorted and paged.
#[call(get, "/api/admin/approvals", admin(Approvals), name = "approvals_page")]
pub async fn list(
    admin: Admin,
    accounts: web::Data<Accounts>,
    query: Query<ApprovalsQuery>,
) -> Result<Answer<ApprovalsPage>, AccountError> {
    let ApprovalsQuery { page, limit, q, status, sort } = query.into_inner();
    let cut = Cut::new(page, limit, q);
    let (page, order) = (cut.page, sort.unwrap_or_default());
    let status = status.map(ApprovalStatus::from);
    let view = accounts.store.view().clone();
    let (kept, members) = (accounts.approvals.clone(), accounts.texts.clone());
    let read = accounts.reads.run(move || look_up(&view, (&kept, &members), &cut, status, order));
    let Found { rows, total, pages, counts } = read.await??;
    let items: Result<_, _> =
        rows.iter().map(|(number, row)| shown(&accounts, admin.role, *number, row)).collect();
    Ok(Answer(ApprovalsPage { items: items?, total, page, pages, counts }))
}

fn look_up(
    view: &View,
    (kept, members): (&KeptApprovals, &AccountTexts),
    cut: &Cut,
    status: Option<ApprovalStatus>,
    order: Order,
) -> Result<Found<ApprovalRow, ApprovalCounts>, StoreError> {
    let matches = if cut.text.is_empty() && matches!(order, Order::Newest | Order::Oldest) {
        let numbers = kept.numbers();
        let page = numbers.page(status, order == Order::Oldest, (cut.skip(), cut.limit));
        Matches { page, counts: numbers.counts().collect() }
    } else {
        let (rows, members) = (&kept.texts(), &members.read());
        let searched = Searched { rows, members, member_fields: USERNAME };
        searched.find(cut, status, |number, row| match order {
            Order::Newest => (&[][..], u64::MAX - number),
            Order::Oldest => (&[][..], number),
            Order::Username => (searched.name(row), u64::MAX - number),
            // Largest for a request without a decision.
            Order::Decided => (&[][..], u64::MAX - row.value),
        })
    };
    let mut counts = ApprovalCounts::default();
    for (status, rows) in matches.counts {
        *counts.of(status) = rows;
    }
    page(matches.page, |number| read_approval(view, number), cut, counts)
}
