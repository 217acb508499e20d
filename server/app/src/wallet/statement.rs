//! The member's statement.

use pointhouse_store::{StoreError, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::records::{LEDGER, LedgerRow};
use crate::ids::UserId;

/// One movement of points.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerItem {
    /// Place in the ledger, from 1.
    pub seq: u64,
    /// Points in (positive) or out (negative).
    pub amount: i64,
    /// Balance after it.
    pub balance_after: u64,
    /// Why, for people.
    pub reason: String,
    /// What it belongs to, for example a round.
    pub reference: Option<String>,
    /// When, ISO 8601.
    pub created_at: String,
}

/// A page of the ledger, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LedgerPage {
    /// Always true.
    pub success: bool,
    /// The entries.
    pub items: Vec<LedgerItem>,
    /// Entries of the whole ledger, or those that were looked for.
    pub total: u64,
    /// This page, from 1.
    pub page: u64,
    /// Pages there are.
    pub pages: u64,
}

/// A page of somebody's ledger. Entries are numbered without gaps, so a page is a place in the log.
///
/// # Errors
/// The store could not be read.
pub fn ledger_page(
    view: &View,
    user: UserId,
    total: u64,
    page: u64,
    limit: u64,
) -> Result<LedgerPage, StoreError> {
    let limit = limit.max(1);
    let page = page.max(1);
    let skipped = (page - 1).saturating_mul(limit);
    let before = total.saturating_sub(skipped).saturating_add(1);
    let count = usize::try_from(limit.min(before - 1)).unwrap_or(0);
    let entries = if count == 0 { Vec::new() } else { LEDGER.before(view, user, before, count)? };
    let items = entries.into_iter().map(|(seq, row)| shown(user, seq, row)).collect();
    Ok(LedgerPage { success: true, items, total, page, pages: total.div_ceil(limit) })
}

/// A page of what a text in lower case is found in: in the reason and the reference, without regard to
/// case. The whole ledger is walked over, from its newest entry on, and only the page is kept.
///
/// # Errors
/// The store could not be read.
pub fn ledger_search(
    view: &View,
    user: UserId,
    entries: u64,
    text: &str,
    page: u64,
    limit: u64,
) -> Result<LedgerPage, StoreError> {
    let (limit, page) = (limit.max(1), page.max(1));
    let skipped = (page - 1).saturating_mul(limit);
    let (mut items, mut total) = (Vec::new(), 0_u64);
    for entry in LEDGER.newest_first(view, user, entries.saturating_add(1)) {
        let (seq, row) = entry?;
        let item = shown(user, seq, row);
        let has = |field: &str| field.to_lowercase().contains(text);
        if has(&item.reason) || item.reference.as_deref().is_some_and(has) {
            if (skipped..skipped.saturating_add(limit)).contains(&total) {
                items.push(item);
            }
            total += 1;
        }
    }
    Ok(LedgerPage { success: true, items, total, page, pages: total.div_ceil(limit) })
}

fn shown(user: UserId, seq: u64, row: LedgerRow) -> LedgerItem {
    LedgerItem {
        seq,
        amount: row.amount,
        balance_after: row.balance,
        reason: row.reason.text(),
        reference: row.reference.map(|reference| reference.text(user)),
        created_at: crate::clock::Millis(row.at).iso(),
    }
}
