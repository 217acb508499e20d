//! The one allowance for points that staff make: what each of them may set up or release at once and in a
//! day (docs/people.md, Points by hand).
//!
//! Invariants: whatever a person gives, sets up or releases that makes points is reserved here before it is written, with
//! its largest sum, so only the owner makes more at once or in a day than the settings `[grants]` allow, whatever the order
//! of requests; a call that makes many points needs a fresh proof, the owner's too; the sum, the change and an alert about
//! it are one commit.
//!
//! The sums of the day are in memory. The audit has what they are made of: a start reads them from it.
//!
//! Not part of this module: rates and tables, which are settings of the owner (`config::OWNER_KEYS`); what bounds each
//! reason of the ledger is in `wallet::Reason::bound`.

mod alerts;
mod error;
mod files;
mod sums;
mod unusual;

use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_rules::Points;
use pointhouse_store::{Batch, StoreError, View};
use serde::{Deserialize, Serialize};
use serde_json::json;

pub use alerts::{Alert, AlertReason, ImportedFile, Made};
pub use error::AllowanceError;
pub use files::FileTakenBack;

use crate::accounts::{Accounts, Admin, AuthError};
use crate::audit::{Actor, Audit, AuditRow, Entry, audit_rows_since};
use crate::clock::{Clock, Millis, SiteDay, SiteZone};
use crate::ids::{PersonId, UserId};
use crate::rights::Role;
use alerts::{Alerts, SHOWN_MILLIS};
use sums::DaySums;

/// Points that a person gave to a member by hand. The actions are stored.
pub const ADD: &str = "points.add";
/// Points that a person set.
pub const SET: &str = "points.set";
/// Points that count against a person's limits for another reason, or that do so no longer.
const COUNTED: &str = "points.counted";
/// An unusual sum.
const ALERT: &str = "points.alert";

/// Writes rows of the allowance into the commit of what was reserved.
pub type Rows = Box<dyn FnOnce(&mut Batch) -> Result<(), StoreError> + Send>;

/// Points that a call makes.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// All points of the call: a proof depends on them.
    pub whole: u64,
    /// Those that have not counted before: the limit of a day depends on them.
    pub counted: u64,
    /// The largest part that stands for itself: the limit at once depends on it.
    pub largest: u64,
}

impl Sum {
    /// One payment, which has not counted before.
    pub const fn of(points: u64) -> Self {
        Self { whole: points, counted: points, largest: points }
    }
}

/// Who makes points.
#[derive(Clone, Debug)]
pub enum Maker {
    /// A staff member, against whose allowance they count.
    Person(Admin),
    /// The site itself, or a command on its machine.
    Site(Actor),
}

impl Maker {
    /// As the audit has it.
    pub fn actor(&self) -> Actor {
        match self {
            Self::Person(admin) => admin.actor(),
            Self::Site(actor) => actor.clone(),
        }
    }
}

struct Inner {
    accounts: Accounts,
    audit: Audit,
    clock: Clock,
    zone: SiteZone,
    sums: Mutex<DaySums>,
    alerts: Alerts,
}

/// The allowance of all staff. Cheap to clone.
#[derive(Clone)]
pub struct Allowance {
    inner: Arc<Inner>,
}

/// Points that count against a person's limits before they are on disk. Dropped without [`Reserved::keep`], they don't.
pub struct Reserved {
    inner: Arc<Inner>,
    at: Millis,
    day: SiteDay,
    person: PersonId,
    name: Arc<str>,
    points: u64,
    made: Made,
    alert: Option<Alert>,
    is_kept: bool,
}

impl Allowance {
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
        let (accounts, audit) = (accounts.clone(), audit.clone());
        let (clock, zone) = (clock.clone(), zone.clone());
        let inner = Inner { accounts, audit, clock, zone, sums, alerts };
        inner.read(inner.accounts.store.view())?;
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Unusual sums of the last day, oldest first.
    pub fn alerts(&self) -> Vec<Alert> {
        self.inner.alerts.recent(self.inner.clock.now())
    }

    /// Today, as the limits count it.
    pub fn today(&self) -> SiteDay {
        self.inner.zone.day(self.inner.clock.now())
    }

    /// Checks the limits of the person's role and the proof, and adds the points to the person's sum of the day. `user` is
    /// the member who gets the points, if it is one.
    ///
    /// # Errors
    /// See [`AllowanceError`]. Nothing counts then.
    pub fn reserve(
        &self,
        admin: &Admin,
        (made, user): (Made, Option<UserId>),
        sum: Sum,
    ) -> Result<Reserved, AllowanceError> {
        let accounts = &self.inner.accounts;
        let settings = accounts.site.now();
        let grants = &settings.grants;
        let (once, day) = match admin.role {
            Role::Owner => (u64::MAX, u64::MAX),
            Role::Admin => (grants.admin_once, grants.admin_day),
            Role::Moderator => (grants.moderator_once, grants.moderator_day),
        };
        let lead = made.lead(&settings.points.count(sum.whole));
        if sum.counted > 0 && sum.largest > once {
            let none = AllowanceError::NoGrants { lead: lead.clone() };
            let over = AllowanceError::OverOnce { lead, most: once };
            return Err(if once == 0 { none } else { over });
        }
        if sum.whole >= grants.proof_from && !accounts.auth.is_proved(admin.session.session) {
            return Err(AuthError::NotProved.into());
        }
        let at = self.inner.clock.now();
        let (day_of, person, points) = (self.inner.zone.day(at), admin.id, sum.counted);
        let added = self.inner.sums.lock().add(day_of, person, points, day);
        let before = added.map_err(|left| AllowanceError::OverDay { lead, left, most: day })?;
        let alert = self.alert_about((admin, at), (made, user), (before, points));
        let (inner, name) = (self.inner.clone(), admin.name.clone());
        Ok(Reserved { inner, at, day: day_of, person, name, points, made, alert, is_kept: false })
    }

    /// The same for any maker: what the site or its machine makes has no limits.
    ///
    /// # Errors
    /// See [`AllowanceError`]. Nothing counts then.
    pub fn reserve_for(
        &self,
        maker: &Maker,
        made: Made,
        sum: Sum,
    ) -> Result<Option<Reserved>, AllowanceError> {
        match maker {
            Maker::Person(admin) => self.reserve(admin, (made, None), sum).map(Some),
            Maker::Site(_) => Ok(None),
        }
    }

    /// Rows that say that points of a person don't count any more, for the commit of what cancels them. Call
    /// [`Allowance::give_back`] once it is on disk. Only points of today are given back.
    pub fn returned(&self, actor: Actor, person: PersonId, points: u64) -> Rows {
        let inner = self.inner.clone();
        let points = i64::try_from(points).unwrap_or(i64::MAX);
        let counted = Counted { points: -points, made: Made::Challenges, ..Counted::default() };
        Box::new(move |batch| inner.write_count(actor, person, &counted, batch))
    }

    /// Lets points of a person that were counted today count no more.
    pub fn give_back(&self, person: PersonId, points: u64) {
        self.inner.sums.lock().subtract(self.today(), person, points);
    }
}

impl Reserved {
    /// When the points were counted.
    pub const fn counted_at(&self) -> Millis {
        self.at
    }

    /// Says which import the points are from: taking it back may end the alert.
    #[must_use]
    pub fn of_file(mut self, file: ImportedFile) -> Self {
        if let Some(alert) = &mut self.alert {
            alert.file = Some(file);
        }
        self
    }

    /// The rows for the commit of what was reserved: the alert, and the sum unless an audit row of a grant has it.
    pub fn rows(&self, actor: Actor) -> Rows {
        let (inner, name, alert) = (self.inner.clone(), self.name.clone(), self.alert.clone());
        let (person, points, made) = (self.person, self.points, self.made);
        Box::new(move |batch| {
            if points > 0 && !made.is_in_audit() {
                let points = i64::try_from(points).unwrap_or(i64::MAX);
                let counted = Counted { points, made, ..Counted::default() };
                inner.write_count(actor.clone(), person, &counted, batch)?;
            }
            match alert {
                Some(alert) => inner.write_alert(actor, &name, &alert, batch),
                None => Ok(()),
            }
        })
    }

    /// Call it once the commit is on disk.
    pub fn keep(mut self) {
        self.is_kept = true;
        if let Some(alert) = self.alert.take() {
            self.inner.alerts.push(alert);
            self.inner.accounts.mailer.wake_delivery();
        }
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        if !self.is_kept {
            self.inner.sums.lock().subtract(self.day, self.person, self.points);
        }
    }
}

/// What a row of counted points says after the change.
#[derive(Default, Serialize, Deserialize)]
struct Counted {
    /// Below 0 for points that don't count any more.
    points: i64,
    made: Made,
    /// The import whose alert has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<u64>,
    /// Whether the alert about the person's day has ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ended_day: bool,
}

impl Inner {
    /// Takes over what people did in the last day. A day of the site may have 25 hours.
    fn read(&self, view: &View) -> Result<(), StoreError> {
        let (now, today) = (self.clock.now(), self.zone.day(self.clock.now()));
        for row in audit_rows_since(view, now.plus(-SHOWN_MILLIS - SHOWN_MILLIS / 12)) {
            let (_, row) = row?;
            if row.action == ALERT {
                self.alerts.push_stored(&row);
                continue;
            }
            self.end_alerts_by(&row);
            if self.zone.day(Millis(row.at)) == today
                && let Some((person, points)) = counted_by(&row)
            {
                let mut sums = self.sums.lock();
                if points < 0 {
                    sums.subtract(today, person, points.unsigned_abs());
                } else {
                    // The limit held when the row was written.
                    let _ = sums.add(today, person, points.unsigned_abs(), u64::MAX);
                }
            }
        }
        Ok(())
    }

    fn write_count(
        &self,
        actor: Actor,
        person: PersonId,
        counted: &Counted,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        let after = json!(counted).to_string();
        let entry = Entry { after, ..Entry::new(actor, COUNTED, format!("person:{}", person.0)) };
        self.audit.record(entry, batch)
    }
}

/// The person whose limits an audit row counts against, and the points.
fn counted_by(row: &AuditRow) -> Option<(PersonId, i64)> {
    if row.action == COUNTED {
        let Counted { points, .. } = serde_json::from_str(&row.after).ok()?;
        return Some((row.subject.strip_prefix("person:")?.parse().ok()?, points));
    }
    if !matches!(row.action.as_str(), ADD | SET) {
        return None;
    }
    let points = |text| points_of(text).map_or(0, Points::get);
    let raised = points(&row.after).saturating_sub(points(&row.before));
    Some((PersonId(row.person?), i64::try_from(raised).ok()?))
}

/// What the balance of an audit row says; `None` for a row without one.
pub fn points_of(state: &str) -> Option<Points> {
    #[derive(Deserialize)]
    struct Balance {
        points: u64,
    }
    let Balance { points } = serde_json::from_str(state).ok()?;
    Points::new(points).ok()
}

/// The member whose points an audit row changed.
pub fn member_of(row: &AuditRow) -> Option<UserId> {
    row.subject.strip_prefix("user:")?.parse().ok()
}
