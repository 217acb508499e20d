//! Buying, and changes of purchases.

use std::collections::VecDeque;

use pointhouse_rules::Points;
use pointhouse_store::{Batch, Keys, StoreError, View};
use serde_json::json;

use super::events::PointsShopPurchased;
use super::records::{PURCHASE, PURCHASE_OF, PurchaseRow, PurchaseStatus};
use super::{Shop, ShopError};
use crate::accounts::IdempotencyKey;
use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::MomentKind;
use crate::detached::to_the_end;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::wallet::{Amount, Change, Post, Posted, Reason, Reference, RequestId, State};

/// This call's number in receipts. It is stored: never reuse it for another call.
const ROUTE: u8 = 3;

/// A member's request to buy an item.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The buyer.
    pub user: UserId,
    /// Number of the item.
    pub item: u32,
    /// The price shown to the buyer, if the request contains it (docs/decisions.md, E5).
    pub points_cost: Option<u64>,
    /// For a request that may be repeated.
    pub key: Option<IdempotencyKey>,
}

/// A receipt or a member's list names a purchase without a row.
const MISSING: Fault = Fault::Contradiction("a purchase is missing");

/// A change of a purchase's status.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatusChange {
    pub status: PurchaseStatus,
    /// The status that the caller saw; a different current status is a conflict.
    pub seen: Option<PurchaseStatus>,
}

/// A purchase on disk.
#[derive(Clone, Debug)]
pub struct Bought {
    /// Its number.
    pub number: u64,
    /// The purchase.
    pub row: PurchaseRow,
    /// Balance after the purchase.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub seq: u64,
}

impl Shop {
    /// Buys one piece of an item. Returns when the purchase is on disk.
    ///
    /// # Errors
    /// See [`ShopError`].
    pub async fn buy(&self, order: Order) -> Result<Bought, ShopError> {
        let shop = self.clone();
        // The reserved piece must be accounted for even if the buyer disconnects.
        to_the_end(async move { shop.buy_in_turn(order).await }).await?
    }

    /// Makes a repeated request wait for the first one and return its response: otherwise it could
    /// find the item sold out by the first one.
    async fn buy_in_turn(&self, order: Order) -> Result<Bought, ShopError> {
        let Some(key) = order.key else { return self.buy_alone(order).await };
        let _order = self.inner.orders.lock((order.user, key.key)).await;
        self.buy_alone(order).await
    }

    async fn buy_alone(&self, order: Order) -> Result<Bought, ShopError> {
        let Order { user, item, key, .. } = order;
        let request = key.map(|IdempotencyKey { key, body }| RequestId {
            route: ROUTE,
            key,
            body,
            reference: None,
        });
        // A request that was answered before gets the same answer, whatever happened to the item
        // since.
        if let Some(request) = request
            && let Some(posted) = self.inner.wallets.receipt(user, request)?
        {
            return self.again(&posted);
        }
        let (number, row) = self.set_aside(order)?;
        let post = posting(user, number, &row, request)?;
        let posted = self.inner.wallets.post(user, post).await;
        let is_new = matches!(&posted, Ok(posted) if posted.repeated.is_none());
        self.inner.counter.lock().finish_reservation(item, is_new);
        let posted = posted?;
        if !is_new {
            return self.again(&posted);
        }
        let bought = MomentKind::Purchased { title: row.title.clone(), points: row.points_cost };
        self.inner.broadcaster.happened(UserId(row.user), bought);
        self.refresh()?;
        let event = PointsShopPurchased { item_id: item.to_string() };
        self.inner.broadcaster.publish_to_everyone(&event);
        Ok(Bought { number, row, balance: posted.balance.get(), seq: posted.seq })
    }

    /// Checks a request and reserves a piece for it.
    fn set_aside(&self, order: Order) -> Result<(u64, PurchaseRow), ShopError> {
        let mut counter = self.inner.counter.lock();
        if counter.head.coming_soon {
            return Err(ShopError::ComingSoon);
        }
        let item = counter.items.get(&order.item).filter(|item| item.is_active);
        let item = item.ok_or(ShopError::NoSuchItem)?;
        if order.points_cost.is_some_and(|shown| shown != item.points_cost) {
            return Err(ShopError::PriceChanged(item.points_cost));
        }
        let row = PurchaseRow {
            revision: 1,
            user: order.user.0,
            item: order.item,
            title: item.title.clone(),
            points_cost: item.points_cost,
            at: self.inner.clock.now().0,
            status: PurchaseStatus::Pending,
            cancelled: 0,
        };
        counter.reserve(order.item)?;
        counter.last_purchase += 1;
        Ok((counter.last_purchase, row))
    }

    /// The response to a request that was executed before.
    fn again(&self, posted: &Posted) -> Result<Bought, ShopError> {
        let reference = posted.repeated.and_then(|repeated| repeated.reference);
        let Some(Reference::Purchase(number)) = reference else {
            return Err(Fault::Contradiction("a receipt of a purchase names none").into());
        };
        let row = self.purchase(number)?.ok_or(MISSING)?;
        Ok(Bought { number, row, balance: posted.balance.get(), seq: posted.seq })
    }

    /// Reads a purchase.
    fn purchase(&self, number: u64) -> Result<Option<PurchaseRow>, ShopError> {
        Ok(PURCHASE.get(self.inner.store.view(), &number)?)
    }

    /// The buyer of a purchase, if there is such a purchase.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn buyer(&self, number: u64) -> Result<Option<UserId>, ShopError> {
        Ok(self.purchase(number)?.map(|row| UserId(row.user)))
    }

    /// A member's newest purchases, newest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn own(
        &self,
        user: UserId,
        most: usize,
    ) -> Result<Vec<(u64, PurchaseRow)>, ShopError> {
        let view = self.inner.store.view().clone();
        self.inner.reads.run(move || own(&view, user, most)).await?
    }

    /// The newest purchases of all members, newest first, followed by older ones that are still
    /// open, so that open ones are never left out.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn newest(&self, most: usize) -> Result<Vec<(u64, PurchaseRow)>, ShopError> {
        let numbers = self.inner.kept.newest_and(&PurchaseStatus::OPEN, most);
        let view = self.inner.store.view().clone();
        let read = move || {
            let rows =
                numbers.into_iter().map(|number| Ok((number, PURCHASE.get(&view, &number)?)));
            rows.filter_map(|row| match row {
                Ok((number, row)) => Some(Ok((number, row?))),
                Err(error) => Some(Err(error)),
            })
            .collect::<Result<Vec<_>, StoreError>>()
        };
        Ok(self.inner.reads.run(read).await??)
    }

    /// Changes the status of a purchase. Cancelling returns points and stock; reverting that takes
    /// them again, and is refused when either is short.
    ///
    /// # Errors
    /// See [`ShopError`]. Nothing has changed then.
    pub(super) async fn change(
        &self,
        number: u64,
        to: StatusChange,
        by_buyer: Option<UserId>,
        actor: Actor,
    ) -> Result<(PurchaseRow, Option<Posted>), ShopError> {
        let shop = self.clone();
        let changed = to_the_end(async move {
            let _changing = shop.inner.changing.try_lock(number).ok_or(ShopError::Busy)?;
            shop.change_alone(number, to, by_buyer, actor).await
        });
        changed.await?
    }

    async fn change_alone(
        &self,
        number: u64,
        StatusChange { status, seen }: StatusChange,
        by_buyer: Option<UserId>,
        actor: Actor,
    ) -> Result<(PurchaseRow, Option<Posted>), ShopError> {
        let before = self.purchase(number)?.ok_or(ShopError::NoSuchPurchase)?;
        if let Some(buyer) = by_buyer {
            if before.user != buyer.0 {
                return Err(ShopError::NoSuchPurchase);
            }
            match before.status {
                PurchaseStatus::Pending => {}
                PurchaseStatus::InProgress => return Err(ShopError::InProgress),
                PurchaseStatus::Completed | PurchaseStatus::Cancelled => {
                    return Err(ShopError::NotPending);
                }
            }
        }
        if before.status == status {
            return Ok((before, None));
        }
        if seen.is_some_and(|seen| seen != before.status) {
            return Err(ShopError::PurchaseChanged);
        }
        let was_off = before.status == PurchaseStatus::Cancelled;
        let is_off = status == PurchaseStatus::Cancelled;
        let after = PurchaseRow {
            revision: before.revision + 1,
            status,
            cancelled: before.cancelled + u32::from(is_off),
            ..before.clone()
        };
        if was_off {
            self.inner.counter.lock().reserve(before.item)?;
        }
        let post = changing(&self.inner.audit, number, &before, &after, actor)?;
        let posted = self.inner.wallets.post(UserId(before.user), post).await;
        {
            let mut counter = self.inner.counter.lock();
            if was_off {
                counter.finish_reservation(before.item, posted.is_ok());
            }
            if is_off
                && posted.is_ok()
                && let Some(sold) = counter.sold.get_mut(&before.item)
            {
                *sold = sold.saturating_sub(1);
            }
        }
        let posted = posted?;
        if was_off || is_off {
            self.show()?;
        }
        Ok((after, Some(posted)))
    }
}

fn own(view: &View, user: UserId, most: usize) -> Result<Vec<(u64, PurchaseRow)>, ShopError> {
    let mut newest = VecDeque::new();
    for key in PURCHASE_OF.rows(view, Keys::under(&user)) {
        let ((_, number), ()) = key?;
        newest.push_front(number);
        newest.truncate(most);
    }
    let purchase = |number| Ok((number, PURCHASE.get(view, &number)?.ok_or(MISSING)?));
    newest.into_iter().map(purchase).collect()
}

/// The posting of payment, purchase and entry in the buyer's list.
fn posting(
    user: UserId,
    number: u64,
    row: &PurchaseRow,
    request: Option<RequestId>,
) -> Result<Post, ShopError> {
    let reference = Some(Reference::Purchase(number));
    let cost = Points::new(row.points_cost)?;
    let row = row.clone();
    let riders = move |_: &State, _: &State, batch: &mut Batch| {
        PURCHASE.put(batch, &number, &row)?;
        PURCHASE_OF.put(batch, &(user, number), &())
    };
    let change = Change { amount: Amount::Take(cost), reason: Reason::Purchase, reference };
    let request = request.map(|request| RequestId { reference, ..request });
    Ok(Post { changes: vec![change], riders: Some(Box::new(riders)), request, once: None })
}

/// The points of a status change, the new row and the audit entry.
fn changing(
    audit: &Audit,
    number: u64,
    before: &PurchaseRow,
    after: &PurchaseRow,
    actor: Actor,
) -> Result<Post, ShopError> {
    let reference = Some(Reference::Purchase(number));
    let cost = Points::new(before.points_cost)?;
    let is_off = |row: &PurchaseRow| row.status == PurchaseStatus::Cancelled;
    let (amount, reason) = match (is_off(before), is_off(after)) {
        (false, true) => (Amount::Add(cost), Reason::Refund),
        (true, false) => (Amount::Take(cost), Reason::Purchase),
        _ => (Amount::Add(Points::ZERO), Reason::Purchase),
    };
    let once = is_off(after).then(|| format!("refund/purchase/{number}/{}", after.cancelled));
    let entry = Entry {
        actor,
        action: "shop.purchase",
        subject: format!("purchase:{number} user:{}", before.user),
        before: json!({ "status": before.status }).to_string(),
        after: json!({ "status": after.status }).to_string(),
    };
    let (audit, id, row) = (audit.clone(), audit.next_id(), after.clone());
    let riders = move |_: &State, _: &State, batch: &mut Batch| {
        PURCHASE.put(batch, &number, &row)?;
        audit.write(id, entry, batch)
    };
    Ok(Post {
        changes: vec![Change { amount, reason, reference }],
        riders: Some(Box::new(riders)),
        request: None,
        once: once.map(String::into_bytes),
    })
}

/// Title of the item of a purchase when it was bought.
///
/// # Errors
/// The row cannot be decoded.
pub fn purchase_title(view: &View, number: u64) -> Result<Option<String>, StoreError> {
    Ok(PURCHASE.get(view, &number)?.map(|row| row.title))
}
