//! What a person of the panel gave lately, to take it back from a list.

use std::collections::HashSet;

use pointhouse_store::{StoreError, View};
use serde::Deserialize;

use super::undo::given;
use super::{AdjustmentError, Adjustments, UNDO};
use crate::allowance::{ADD, member_of};
use crate::audit::{AuditRow, audit_rows_since};
use crate::clock::Millis;
use crate::ids::{PersonId, UserId};

/// How long grants are listed, in milliseconds.
const LISTED_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// Most grants of the list; the newest ones.
const LISTED_MAX: usize = 20;

/// Points that were given.
pub(super) struct Given {
    /// Id of the audit row.
    pub(super) id: u64,
    pub(super) at: Millis,
    pub(super) user: UserId,
    pub(super) points: u64,
    /// May be empty.
    pub(super) reason: String,
    /// Whether they were taken back.
    pub(super) is_undone: bool,
}

/// What rows of grants and of taking back say after the change.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Detail {
    reason: String,
    grant: String,
}

impl Adjustments {
    /// What a person gave in the last 24 hours, newest first.
    ///
    /// # Errors
    /// The audit cannot be read.
    pub(super) async fn given_by(&self, person: PersonId) -> Result<Vec<Given>, AdjustmentError> {
        let view = self.inner.accounts.store.view().clone();
        let since = self.inner.clock.now().plus(-LISTED_MILLIS);
        let read = self.inner.accounts.reads.run(move || read_given(&view, person, since));
        Ok(read.await??)
    }
}

fn read_given(view: &View, person: PersonId, since: Millis) -> Result<Vec<Given>, StoreError> {
    let (mut all, mut undone) = (Vec::new(), HashSet::new());
    for row in audit_rows_since(view, since) {
        let (id, row) = row?;
        if row.action == UNDO {
            undone.insert(detail(&row).grant);
        } else if row.action == ADD && row.person == Some(person.0) {
            all.push((id, row));
        }
    }
    let newest = all.into_iter().rev().take(LISTED_MAX);
    let listed = newest.filter_map(|(id, row)| {
        Some(Given {
            id,
            at: Millis(row.at),
            user: member_of(&row)?,
            points: given(&row)?.get(),
            reason: detail(&row).reason,
            is_undone: undone.contains(&id.to_string()),
        })
    });
    Ok(listed.collect())
}

fn detail(row: &AuditRow) -> Detail {
    serde_json::from_str(&row.after).unwrap_or_default()
}
