//! Gives, takes and sets points.

use pointhouse_rules::Points;
use pointhouse_store::{Batch, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::alerts::{Alert, AlertDetail, AlertReason};
use super::{ADD, ALERT, AdjustmentError, Adjustments, Inner, REMOVE, SET};
use crate::accounts::{AccountError, Admin, AuthError, IdempotencyKey, Role};
use crate::audit::{Actor, Entry};
use crate::clock::SiteDay;
use crate::detached::to_the_end;
use crate::ids::{PersonId, UserId};
use crate::mail::{Email, Kind};
use crate::wallet::{
    Amount, Change, Post, Posted, Reason, Reference, Repeated, RequestId, Riders, State,
};

/// This call's number in receipts. It is stored: never reuse it for another call.
const MANAGE_POINTS: u8 = 1;
/// Owner of the panel's receipts: no member has this id.
const PANEL: UserId = UserId(0);

/// How a person of the panel changes a balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    /// Gives points.
    Add,
    /// Takes points; refused if the balance is too low.
    Remove,
    /// Sets the balance.
    Set,
}

/// A change that a person of the panel asks for.
pub(super) struct Order {
    pub(super) user: UserId,
    pub(super) action: Action,
    pub(super) amount: Points,
    /// Shown in the audit; may be empty.
    pub(super) reason: String,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) admin: Admin,
    /// Whether the person's browser has logged in as the member.
    pub(super) is_own_account: bool,
}

/// A change that is on disk, or that an earlier request made.
pub(super) struct Changed {
    pub(super) posted: Posted,
    /// Id of its audit row.
    pub(super) id: u64,
}

/// What the balance of an audit row says; `None` for a row without one.
pub(super) fn points_of(state: &str) -> Option<Points> {
    #[derive(Deserialize)]
    struct Balance {
        points: u64,
    }
    let Balance { points } = serde_json::from_str(state).ok()?;
    Points::new(points).ok()
}

/// A balance as the audit has it, with one more field if there is something to say.
pub(super) fn balance_json(state: &State, more: Option<(&str, &str)>) -> String {
    let points = ("points".to_owned(), json!(state.balance));
    let more = more.map(|(name, text)| (name.to_owned(), json!(text)));
    Value::Object(std::iter::once(points).chain(more).collect()).to_string()
}

impl Adjustments {
    /// Changes a balance. Returns when the change is on disk, even if the caller has disconnected.
    ///
    /// # Errors
    /// See [`AdjustmentError`]. Nothing has changed then.
    pub(super) async fn change(&self, order: Order) -> Result<Changed, AdjustmentError> {
        let this = self.clone();
        to_the_end(async move { this.run(order).await }).await.map_err(AccountError::from)?
    }

    async fn run(&self, order: Order) -> Result<Changed, AdjustmentError> {
        let Inner { accounts, audit, keyed, .. } = &*self.inner;
        let id = audit.next_id();
        let request = order.request(id);
        let _keyed = match request {
            Some(request) => Some(keyed.lock(request.key).await),
            None => None,
        };
        // A repeated request changes nothing, so no limit applies to it.
        if let Some(request) = request
            && let Some(posted) = accounts.wallets.receipt(PANEL, request)?
        {
            return Ok(Changed { posted, id: first_id(&posted, id) });
        }
        let reserved = self.reserve(&order)?;
        let alert = self.alert_about(&order, &reserved);
        let user = order.user;
        let posted =
            accounts.wallets.post(user, self.post(order, id, request, alert.clone())).await;
        if posted.is_err() {
            reserved.give_back(&self.inner);
        } else if let Some(alert) = alert {
            self.inner.alerts.push(alert);
            accounts.mailer.wake_delivery();
        }
        let posted = posted?;
        Ok(Changed { posted, id: first_id(&posted, id) })
    }

    /// Checks the limits of the role, and adds the points to the person's sum of the day.
    fn reserve(&self, order: &Order) -> Result<Reserved, AdjustmentError> {
        let Order { admin, action, amount, user, is_own_account, .. } = order;
        let points = match action {
            Action::Add => amount.get(),
            Action::Remove => 0,
            Action::Set => {
                let balance = self.inner.accounts.wallets.balance(*user)?.balance;
                amount.get().saturating_sub(balance)
            }
        };
        let grants = &self.inner.accounts.site.now().grants;
        let (once, day) = match admin.role {
            Role::Owner => (u64::MAX, u64::MAX),
            Role::Admin => (grants.admin_once, grants.admin_day),
            Role::Moderator if *action != Action::Add => {
                return Err(AuthError::NotYourRole.into());
            }
            Role::Moderator => (grants.moderator_once, grants.moderator_day),
        };
        if points > 0 && *is_own_account && admin.role != Role::Owner {
            return Err(AdjustmentError::OwnAccount);
        }
        if points > once {
            let none = AdjustmentError::NoGrants;
            return Err(if once == 0 { none } else { AdjustmentError::OverOnce { most: once } });
        }
        let today = self.inner.today();
        let added = self.inner.sums.lock().add(today, admin.id, points, day);
        let before = added.map_err(|left| AdjustmentError::OverDay { left, most: day })?;
        Ok(Reserved { day: today, person: admin.id, points, before })
    }

    /// The alert about a grant; `None` if it is a usual one.
    fn alert_about(&self, order: &Order, reserved: &Reserved) -> Option<Alert> {
        let Reserved { points, before, .. } = *reserved;
        let from = self.inner.accounts.site.now().grants.alert_from;
        if points == 0 || from == 0 {
            return None;
        }
        let day = before.saturating_add(points);
        let reason = if order.is_own_account {
            AlertReason::OwnAccount
        } else if points >= from {
            AlertReason::Large
        } else if before < from && day >= from {
            AlertReason::Day
        } else {
            return None;
        };
        let (at, actor) = (self.inner.clock.now(), order.admin.actor().into_text());
        Some(Alert { at, actor, user: order.user, points, day, reason })
    }

    fn post(
        &self,
        order: Order,
        id: u64,
        request: Option<RequestId>,
        alert: Option<Alert>,
    ) -> Post {
        let (reference, points) = (Some(Reference::Audit(id)), order.amount);
        let (amount, reason) = match order.action {
            Action::Add => (Amount::Add(points), Reason::AdminAdd),
            Action::Remove => (Amount::Take(points), Reason::AdminRemove),
            Action::Set => (Amount::Set(points), Reason::AdminSet),
        };
        let change = Change { amount, reason, reference };
        let riders = Some(self.riders(order, id, request, alert));
        Post { changes: vec![change], riders, request, once: None }
    }

    /// The rows beside the posting: the panel's receipt, the audit row, and the alert.
    fn riders(
        &self,
        order: Order,
        id: u64,
        request: Option<RequestId>,
        alert: Option<Alert>,
    ) -> Riders {
        let this = self.clone();
        Box::new(move |before, after, batch| {
            let Inner { accounts, audit, .. } = &*this.inner;
            if let Some(request) = request {
                accounts.wallets.put_receipt(PANEL, request, after, batch)?;
            }
            let (actor, user) = (order.admin.actor(), order.user);
            let reason =
                Some(("reason", order.reason.as_str())).filter(|(_, text)| !text.is_empty());
            let entry = Entry {
                actor: actor.clone(),
                action: order.action.name(),
                subject: format!("user:{user}"),
                before: balance_json(before, None),
                after: balance_json(after, reason),
            };
            audit.write(id, entry, batch)?;
            match alert {
                Some(alert) => this.write_alert(actor, &order.admin.name, &alert, batch),
                None => Ok(()),
            }
        })
    }

    fn write_alert(
        &self,
        actor: Actor,
        name: &str,
        alert: &Alert,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        let Inner { accounts, audit, .. } = &*self.inner;
        let Alert { user, points, day, reason, .. } = *alert;
        let after = json!(AlertDetail { points, day, reason }).to_string();
        let entry = Entry { after, ..Entry::new(actor, ALERT, format!("user:{user}")) };
        audit.record(entry, batch)?;
        let settings = accounts.site.now();
        let to = settings.grants.alert_email.trim().to_owned();
        if to.is_empty() || accounts.mailer.is_full() {
            return Ok(());
        }
        let member = accounts.auth.username(user);
        let points = format!("{points} {}", settings.points.named(points));
        let kind =
            Kind::UnusualGrant { person: name.to_owned(), member, points, reason: reason.text() };
        let owner = accounts.auth.person(PersonId::OWNER).map(|owner| owner.name.to_string());
        let link = accounts.mailer.link("/admin/audit?q=points.");
        let email = Email { to, name: owner.unwrap_or_default(), kind, link, not_me: None };
        accounts.mailer.write(UserId(0), &email, batch)
    }
}

/// Points that were added to a person's sum before they are on disk.
struct Reserved {
    day: SiteDay,
    person: PersonId,
    points: u64,
    /// Sum of the day before.
    before: u64,
}

impl Reserved {
    fn give_back(&self, inner: &Inner) {
        inner.sums.lock().subtract(self.day, self.person, self.points);
    }
}

impl Action {
    const fn name(self) -> &'static str {
        match self {
            Self::Add => ADD,
            Self::Remove => REMOVE,
            Self::Set => SET,
        }
    }

    /// Place in the hash of a request as versions before format 3 computed it.
    const fn number(self) -> u64 {
        match self {
            Self::Add => 0,
            Self::Remove => 1,
            Self::Set => 2,
        }
    }
}

impl Order {
    fn request(&self, id: u64) -> Option<RequestId> {
        let reference = Some(Reference::Audit(id));
        // At most 2^53 * 3.
        let body_before = self.amount.get() * 3 + self.action.number();
        let IdempotencyKey { key, body } = self.key?;
        Some(RequestId { route: MANAGE_POINTS, key, body, body_before, reference })
    }
}

/// Id of the audit row of the first request.
fn first_id(posted: &Posted, id: u64) -> u64 {
    match posted.repeated {
        Some(Repeated { reference: Some(Reference::Audit(first)) }) => first,
        _ => id,
    }
}
