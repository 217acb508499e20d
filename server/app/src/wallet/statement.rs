//! The member's statement.

use pointhouse_store::{StoreError, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::records::{LEDGER, LedgerRow};
use crate::ids::UserId;

/// A ledger entry as the member sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerItem {
    /// Sequence in the ledger, from 1.
    pub seq: u64,
    /// Points in (positive) or out (negative).
    pub amount: i64,
    /// Balance after the entry, in points.
    pub balance_after: u64,
    /// The reason as text.
    pub reason: String,
    /// What the entry belongs to, for example a round.
    pub reference: Option<String>,
    /// Time of the entry, ISO 8601.
    pub created_at: String,
    /// What else is known of it.
    #[serde(flatten)]
    pub about: LedgerAbout,
}

/// What other modules know of a ledger entry.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerAbout {
    /// Name of what the entry belongs to: the title of a giveaway, an item or a challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The reason that staff gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Role of the person of the panel who changed the points: `owner`, `admin` or `moderator`; absent for someone who has
    /// left the panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_by: Option<String>,
}

/// Looks up what other modules know of an entry.
pub type AboutEntry<'a> = &'a dyn Fn(&LedgerRow) -> Result<LedgerAbout, StoreError>;

/// A page of the ledger, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LedgerPage {
    /// The entries.
    pub items: Vec<LedgerItem>,
    /// Number of entries in the whole ledger, or of those that match the search.
    pub total: u64,
    /// Number of this page, from 1.
    pub page: u64,
    /// Number of pages.
    pub pages: u64,
}

/// Returns a page of a member's ledger. Entries are numbered without gaps, so the position of a
/// page is computed.
///
/// # Errors
/// The store could not be read.
pub fn ledger_page(
    (view, about): (&View, AboutEntry<'_>),
    (user, points): (UserId, &str),
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
    let items = entries.into_iter().map(|(seq, row)| {
        let about = about(&row)?;
        Ok(LedgerItem { about, ..shown((user, points), seq, row) })
    });
    let items = items.collect::<Result<_, StoreError>>()?;
    Ok(LedgerPage { items, total, page, pages: total.div_ceil(limit) })
}

/// Returns a page of the entries whose reason, reference, name or note contains a text (in lower case; case is ignored).
/// Scans the whole ledger from its newest entry and keeps only the page.
///
/// # Errors
/// The store could not be read.
pub fn ledger_search(
    (view, about): (&View, AboutEntry<'_>),
    (user, points): (UserId, &str),
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
        let item = shown((user, points), seq, row);
        let has = |field: &str| field.to_lowercase().contains(text);
        let is_own = has(&item.reason) || item.reference.as_deref().is_some_and(has);
        let is_shown = (skipped..skipped.saturating_add(limit)).contains(&total);
        if is_own && !is_shown {
            total += 1;
            continue;
        }
        let about = about(&row)?;
        if is_own || [&about.name, &about.note].into_iter().flatten().any(|field| has(field)) {
            if is_shown {
                items.push(LedgerItem { about, ..item });
            }
            total += 1;
        }
    }
    Ok(LedgerPage { items, total, page, pages: total.div_ceil(limit) })
}

fn shown((user, points): (UserId, &str), seq: u64, row: LedgerRow) -> LedgerItem {
    LedgerItem {
        seq,
        amount: row.amount,
        balance_after: row.balance,
        reason: row.reason.text(points),
        reference: row.reference.map(|reference| reference.text(user)),
        created_at: crate::clock::Millis(row.at).iso(),
        about: LedgerAbout::default(),
    }
}
