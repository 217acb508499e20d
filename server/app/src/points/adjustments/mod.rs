//! Points of single members, changed by people of the panel.
//!
//! Invariants: a change, its audit row and an alert about it are one commit; only the owner can give more
//! points at once or in a day than the settings `[grants]` allow, whatever the order of requests; points that were given are
//! taken back at most once.
//!
//! The sums of the day are in memory. The audit has what they are made of: a start reads them from it.

mod alerts;
mod change;
mod error;
mod given;
mod names;
pub mod routes;
mod sums;
mod undo;

use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_rules::Points;
use pointhouse_store::{StoreError, View};

pub use alerts::{Alert, AlertReason};
pub use error::AdjustmentError;

use crate::accounts::{Accounts, KeyHash};
use crate::audit::{Audit, AuditRow, audit_rows_since};
use crate::clock::{Clock, Millis, SiteDay, SiteZone};
use crate::ids::{PersonId, UserId};
use crate::locks::Locks;
use alerts::{AlertDetail, Alerts, SHOWN_MILLIS};
use change::points_of;
use sums::DaySums;

/// Actions of the audit. They are stored.
const ADD: &str = "points.add";
const REMOVE: &str = "points.remove";
const SET: &str = "points.set";
const UNDO: &str = "points.undo";
const ALERT: &str = "points.alert";

struct Inner {
    accounts: Accounts,
    audit: Audit,
    clock: Clock,
    zone: SiteZone,
    sums: Mutex<DaySums>,
    alerts: Alerts,
    /// One call per idempotency key at a time: a key that comes for two members at once must not serve both.
    keyed: Locks<KeyHash>,
}

/// Changes of members' points by people of the panel. Cheap to clone.
#[derive(Clone)]
pub struct Adjustments {
    inner: Arc<Inner>,
}

impl Adjustments {
    /// Reads the sums of the day and the alerts of the last one from the audit.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(
        accounts: &Accounts,
        audit: &Audit,
        clock: &Clock,
        zone: &SiteZone,
    ) -> Result<Self, StoreError> {
        let (sums, alerts) = (Mutex::new(DaySums::default()), Alerts::default());
        let inner = Inner {
            accounts: accounts.clone(),
            audit: audit.clone(),
            clock: clock.clone(),
            zone: zone.clone(),
            sums,
            alerts,
            keyed: Locks::default(),
        };
        inner.read(accounts.store.view())?;
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Unusual grants of the last day, oldest first.
    pub fn alerts(&self) -> Vec<Alert> {
        self.inner.alerts.recent(self.inner.clock.now())
    }
}

impl Inner {
    fn today(&self) -> SiteDay {
        self.zone.day(self.clock.now())
    }

    /// Takes over what people did in the last day. A day of the site may have 25 hours.
    fn read(&self, view: &View) -> Result<(), StoreError> {
        let (now, today) = (self.clock.now(), self.today());
        for row in audit_rows_since(view, now.plus(-SHOWN_MILLIS - SHOWN_MILLIS / 12)) {
            let (_, row) = row?;
            let at = Millis(row.at);
            if row.action == ALERT {
                self.alerts.push_stored(&row);
            } else if let Some(person) = row.person
                && self.zone.day(at) == today
            {
                // The limit held when the row was written.
                let _ = self.sums.lock().add(today, PersonId(person), raised_by(&row), u64::MAX);
            }
        }
        Ok(())
    }
}

impl Alerts {
    /// Takes over an alert of the audit. A row that was cut or written by hand is left out.
    fn push_stored(&self, row: &AuditRow) {
        let detail: Result<AlertDetail, _> = serde_json::from_str(&row.after);
        if let (Ok(AlertDetail { points, day, reason }), Some(user)) = (detail, member_of(row)) {
            let (at, actor) = (Millis(row.at), row.actor.clone());
            self.push(Alert { at, actor, user, points, day, reason });
        }
    }
}

/// Points that a change of the audit gave; 0 for one that took points.
fn raised_by(row: &AuditRow) -> u64 {
    if !matches!(row.action.as_str(), ADD | SET) {
        return 0;
    }
    let points = |text| points_of(text).map_or(0, Points::get);
    points(&row.after).saturating_sub(points(&row.before))
}

/// The member whose points an audit row changed.
fn member_of(row: &AuditRow) -> Option<UserId> {
    row.subject.strip_prefix("user:")?.parse().ok()
}
