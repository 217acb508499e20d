//! Gives, takes and sets points.

use pointhouse_rules::Points;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{AdjustmentError, Adjustments, Inner, REMOVE};
use crate::accounts::{AccountError, Admin, AuthError, IdempotencyKey};
use crate::allowance::{ADD, Made, Reserved, SET, Sum};
use crate::audit::{Actor, Entry};
use crate::detached::to_the_end;
use crate::ids::UserId;
use crate::points::statement::REASON_SHOWN;
use crate::rights::Role;
use crate::wallet::{
    Amount, Change, Post, PostError, Posted, Reason, Reference, Refused, Repeated, RequestId,
    Riders, State,
};

/// This call's number in receipts. It is stored: never reuse it for another call.
const MANAGE_POINTS: u8 = 1;
/// Owner of the panel's receipts: no member has this id.
const PANEL: UserId = UserId(0);
/// How often a balance is set again that other postings have changed meanwhile.
const ATTEMPTS: usize = 16;

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
#[derive(Clone)]
pub(super) struct Order {
    pub(super) user: UserId,
    pub(super) action: Action,
    pub(super) amount: Points,
    /// Shown in the audit and on the member's statement; may be empty.
    pub(super) reason: String,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) admin: Admin,
    /// The person as the audit has it.
    pub(super) actor: Actor,
    /// Whether the person's browser has logged in as the member.
    pub(super) is_own_account: bool,
}

/// A change that is on disk, or that an earlier request made.
pub(super) struct Changed {
    pub(super) posted: Posted,
    /// Id of its audit row.
    pub(super) id: u64,
}

/// A balance as the audit has it, with more fields if there is something to say.
pub(super) fn balance_json(state: &State, more: Vec<(&str, Value)>) -> String {
    let points = ("points".to_owned(), json!(state.balance));
    let more = more.into_iter().map(|(name, value)| (name.to_owned(), value));
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
        let posted = self.give(order, id, request).await?;
        Ok(Changed { posted, id: first_id(&posted, id) })
    }

    /// Posts a change with what it takes of the person's allowance. A balance that is set while other postings change it is
    /// reserved and set again, so that no more is added than was checked.
    async fn give(
        &self,
        order: Order,
        id: u64,
        request: Option<RequestId>,
    ) -> Result<Posted, AdjustmentError> {
        for _ in 0..ATTEMPTS {
            let reserved = self.reserve(&order)?;
            let post = self.post(order.clone(), id, request, &reserved);
            match self.inner.accounts.wallets.post(order.user, post).await {
                Err(PostError::Refused(Refused::AddsMore)) => {}
                posted => {
                    let posted = posted?;
                    reserved.reserved.keep();
                    return Ok(posted);
                }
            }
        }
        Err(PostError::Busy.into())
    }

    /// Takes what a change adds from the person's allowance.
    fn reserve(&self, order: &Order) -> Result<Part, AdjustmentError> {
        let Order { admin, action, amount, user, is_own_account, .. } = order;
        let points = match action {
            Action::Add => *amount,
            Action::Remove => Points::ZERO,
            Action::Set => {
                let balance = self.inner.accounts.wallets.balance(*user)?.balance;
                let balance = Points::new(balance).unwrap_or(Points::ZERO);
                amount.checked_sub(balance).unwrap_or(Points::ZERO)
            }
        };
        if admin.role == Role::Moderator && *action != Action::Add {
            return Err(AuthError::NotYourRole.into());
        }
        if !points.is_zero() && *is_own_account && admin.role != Role::Owner {
            return Err(AdjustmentError::OwnAccount);
        }
        let made = if *is_own_account { Made::GivenInBrowser } else { Made::Given };
        let sum = Sum::of(points.get());
        let reserved = self.inner.allowance.reserve(admin, (made, Some(*user)), sum)?;
        Ok(Part { points, reserved })
    }

    fn post(&self, order: Order, id: u64, request: Option<RequestId>, part: &Part) -> Post {
        let (reference, points) = (Some(Reference::Audit(id)), order.amount);
        let (amount, reason) = match order.action {
            Action::Add => (Amount::Add(points), Reason::AdminAdd),
            Action::Remove => (Amount::Take(points), Reason::AdminRemove),
            Action::Set => (Amount::SetAdding { to: points, most: part.points }, Reason::AdminSet),
        };
        let change = Change { amount, reason, reference };
        let riders = Some(self.riders(order, id, request, &part.reserved));
        Post { changes: vec![change], riders, request, once: None }
    }

    /// The rows beside the posting: the panel's receipt, the audit row, and those of the allowance.
    fn riders(
        &self,
        order: Order,
        id: u64,
        request: Option<RequestId>,
        reserved: &Reserved,
    ) -> Riders {
        let (this, rows) = (self.clone(), reserved.rows(order.actor.clone()));
        Box::new(move |before, after, batch| {
            let Inner { accounts, audit, .. } = &*this.inner;
            if let Some(request) = request {
                accounts.wallets.put_receipt(PANEL, request, after, batch)?;
            }
            let reason = match order.reason.as_str() {
                "" => Vec::new(),
                text => vec![("reason", json!(text)), (REASON_SHOWN, json!(true))],
            };
            let entry = Entry {
                actor: order.actor,
                action: order.action.name(),
                subject: format!("user:{}", order.user),
                before: balance_json(before, Vec::new()),
                after: balance_json(after, reason),
            };
            audit.write(id, entry, batch)?;
            rows(batch)
        })
    }
}

/// What a change takes of the person's allowance.
struct Part {
    /// Most points that the change adds.
    points: Points,
    reserved: Reserved,
}

impl Action {
    const fn name(self) -> &'static str {
        match self {
            Self::Add => ADD,
            Self::Remove => REMOVE,
            Self::Set => SET,
        }
    }
}

impl Order {
    fn request(&self, id: u64) -> Option<RequestId> {
        let reference = Some(Reference::Audit(id));
        let IdempotencyKey { key, body } = self.key?;
        Some(RequestId { route: MANAGE_POINTS, key, body, reference })
    }
}

/// Id of the audit row of the first request.
fn first_id(posted: &Posted, id: u64) -> u64 {
    match posted.repeated {
        Some(Repeated { reference: Some(Reference::Audit(first)) }) => first,
        _ => id,
    }
}
