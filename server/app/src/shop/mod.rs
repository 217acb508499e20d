//! The points shop: items that admins publish, and what members buy of them.
//!
//! Invariants: a purchase, its payment and its place in the buyer's list are one commit; never more is
//! sold than was published; a cancelled purchase gives points and stock back, once.
//!
//! What is left of an item is what was ever published less what is sold and what is being bought this
//! moment. The sold count is nowhere stored apart: it is the purchases that were not cancelled.

mod error;
pub mod events;
mod purchases;
mod records;
pub mod routes;
mod view;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use arc_swap::ArcSwap;
use dashmap::DashMap;
use parking_lot::Mutex;
use pointhouse_store::{Batch, Store};
use serde_json::json;

pub use error::ShopError;
pub use purchases::{Bought, Order};
pub(crate) use records::ROWS;
pub use records::{ItemRow, PurchaseRow, PurchaseStatus, read_purchase, stored_purchases};
pub use view::{Item, Purchase};

use crate::accounts::KeyHash;
use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::clock::Clock;
use crate::detached::to_the_end;
use crate::etag;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::reads::Reads;
use crate::wallet::{PostError, Wallets};
use events::{PointsShopConfigUpdated, PointsShopUpdated};
use records::{HEAD, HeadRow, SHOP_ITEM, read_items, read_sold};

/// Items of the shop.
const ITEMS_MAX: usize = 200;

struct Inner {
    store: Store,
    wallets: Wallets,
    broadcaster: Broadcaster,
    audit: Audit,
    clock: Clock,
    reads: Reads,
    /// Orders that came with an idempotency key and are being carried out: a copy waits for the first.
    turns: DashMap<(UserId, KeyHash), Arc<tokio::sync::Mutex<()>>>,
    counter: Mutex<Counter>,
    public: ArcSwap<etag::Ready>,
    /// One publishing at a time, so that memory, disk and push agree on the order.
    publishing: tokio::sync::Mutex<()>,
}

/// The shop in memory. Held for a moment at a time, never over an await.
struct Counter {
    head: HeadRow,
    items: BTreeMap<u32, ItemRow>,
    /// Of each item: what is sold, and what is being bought.
    sold: BTreeMap<u32, u64>,
    reserved: BTreeMap<u32, u64>,
    last_purchase: u64,
    /// Purchases that are being changed.
    changing: HashSet<u64>,
}

impl Counter {
    fn sold(&self, item: u32) -> u64 {
        self.sold.get(&item).copied().unwrap_or(0)
    }

    /// What is left to buy.
    fn left(&self, item: u32, row: &ItemRow) -> u64 {
        let reserved = self.reserved.get(&item).copied().unwrap_or(0);
        row.published.saturating_sub(self.sold(item)).saturating_sub(reserved)
    }

    /// Sets a piece aside.
    fn reserve(&mut self, item: u32) -> Result<(), ShopError> {
        let row = self.items.get(&item).ok_or(ShopError::NoSuchItem)?;
        if self.left(item, row) == 0 {
            return Err(ShopError::OutOfStock);
        }
        *self.reserved.entry(item).or_default() += 1;
        Ok(())
    }

    /// Ends a reservation, sold or not.
    fn settle(&mut self, item: u32, is_sold: bool) {
        if let Some(reserved) = self.reserved.get_mut(&item) {
            *reserved = reserved.saturating_sub(1);
        }
        if is_sold {
            *self.sold.entry(item).or_default() += 1;
        }
    }
}

/// The shop. Cheap to clone.
#[derive(Clone)]
pub struct Shop {
    inner: Arc<Inner>,
}

impl Shop {
    /// Reads items and purchases.
    ///
    /// # Errors
    /// A row does not read.
    pub fn load(
        store: &Store,
        wallets: &Wallets,
        broadcaster: &Broadcaster,
        audit: &Audit,
        clock: &Clock,
        reads: &Reads,
    ) -> Result<Self, Fault> {
        let (head, items) = read_items(store.view())?;
        let (sold, last_purchase) = read_sold(store.view())?;
        let (reserved, changing) = (BTreeMap::new(), HashSet::new());
        let counter = Counter { head, items, sold, reserved, last_purchase, changing };
        let ready = etag::Ready::new(&view::public(&counter))?;
        let inner = Inner {
            store: store.clone(),
            wallets: wallets.clone(),
            broadcaster: broadcaster.clone(),
            audit: audit.clone(),
            clock: clock.clone(),
            reads: reads.clone(),
            turns: DashMap::new(),
            counter: Mutex::new(counter),
            public: ArcSwap::from_pointee(ready),
            publishing: tokio::sync::Mutex::new(()),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The items for sale, written out.
    pub fn public(&self) -> Arc<etag::Ready> {
        self.inner.public.load_full()
    }

    /// All items with what is sold of them, and the tag that a draft of them is based on.
    ///
    /// # Errors
    /// Never: items are plain data.
    pub fn all(&self) -> Result<(Vec<Item>, String), ShopError> {
        let counter = self.inner.counter.lock();
        Ok((view::all(&counter), version(&counter)))
    }

    /// Whether the overlay is on.
    pub fn coming_soon(&self) -> bool {
        self.inner.counter.lock().head.coming_soon
    }

    /// Publishes a list in place of the one there is. What is sold of an item stays sold, also what was
    /// sold since the draft was begun (decision F2). Returns the new version.
    ///
    /// # Errors
    /// See [`ShopError`]; nothing changed then.
    pub async fn publish(
        &self,
        draft: Vec<Item>,
        based_on: Option<String>,
        actor: Actor,
    ) -> Result<String, ShopError> {
        let shop = self.clone();
        to_the_end(async move { shop.replace(draft, based_on, actor).await }).await?
    }

    async fn replace(
        &self,
        draft: Vec<Item>,
        based_on: Option<String>,
        actor: Actor,
    ) -> Result<String, ShopError> {
        let _publishing = self.inner.publishing.lock().await;
        let (batch, head, items) = self.prepare(draft, based_on, actor)?;
        self.inner.store.commit(batch).await?;
        let version = {
            let mut counter = self.inner.counter.lock();
            (counter.head, counter.items) = (head, items);
            version(&counter)
        };
        self.show()?;
        Ok(version)
    }

    fn prepare(
        &self,
        draft: Vec<Item>,
        based_on: Option<String>,
        actor: Actor,
    ) -> Result<(Batch, HeadRow, BTreeMap<u32, ItemRow>), ShopError> {
        if !self.inner.store.writable() {
            return Err(PostError::ReadOnly.into());
        }
        let counter = self.inner.counter.lock();
        if based_on.is_some_and(|tag| tag != version(&counter)) {
            return Err(ShopError::Changed);
        }
        if draft.len() > ITEMS_MAX {
            return Err(ShopError::TooMany(ITEMS_MAX));
        }
        let mut head = HeadRow { revision: counter.head.revision + 1, ..counter.head };
        let mut items = BTreeMap::new();
        for (place, item) in (0_u32..).zip(draft) {
            let number = item.number().filter(|number| counter.items.contains_key(number));
            let number = number.unwrap_or_else(|| {
                head.last_item += 1;
                head.last_item
            });
            let before = counter.items.get(&number);
            let row = item.checked(place, before, counter.sold(number), self.inner.clock.now())?;
            if items.insert(number, row).is_some() {
                return Err(ShopError::Twice);
            }
        }
        let mut batch = Batch::new();
        for id in counter.items.keys().filter(|id| !items.contains_key(id)) {
            SHOP_ITEM.delete(&mut batch, id)?;
        }
        for (id, row) in &items {
            if counter.items.get(id) != Some(row) {
                SHOP_ITEM.put(&mut batch, id, row)?;
            }
        }
        HEAD.put(&mut batch, &head)?;
        let entry = Entry {
            actor,
            action: "shop.publish",
            subject: "shop".to_owned(),
            before: json!({ "items": counter.items.len() }).to_string(),
            after: json!({ "items": items.len() }).to_string(),
        };
        self.inner.audit.record(entry, &mut batch)?;
        Ok((batch, head, items))
    }

    /// Sets the overlay.
    ///
    /// # Errors
    /// See [`ShopError`]; nothing changed then.
    pub async fn set_coming_soon(&self, on: bool, actor: Actor) -> Result<(), ShopError> {
        let shop = self.clone();
        to_the_end(async move { shop.cover(on, actor).await }).await?
    }

    async fn cover(&self, on: bool, actor: Actor) -> Result<(), ShopError> {
        let _publishing = self.inner.publishing.lock().await;
        if !self.inner.store.writable() {
            return Err(PostError::ReadOnly.into());
        }
        let before = self.inner.counter.lock().head;
        // The same revision: the overlay is no part of a draft, which stays based on what it was.
        let head = HeadRow { coming_soon: on, ..before };
        let mut batch = Batch::new();
        HEAD.put(&mut batch, &head)?;
        let entry = Entry {
            actor,
            action: "shop.config",
            subject: "shop".to_owned(),
            before: json!({ "comingSoonEnabled": before.coming_soon }).to_string(),
            after: json!({ "comingSoonEnabled": on }).to_string(),
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        self.inner.counter.lock().head = head;
        let event = PointsShopConfigUpdated { coming_soon_enabled: on };
        self.inner.broadcaster.publish_to_everyone(&event);
        Ok(())
    }

    /// Shows the items as they are now to everybody.
    fn show(&self) -> Result<(), ShopError> {
        self.inner.broadcaster.publish_to_everyone(&PointsShopUpdated(self.refresh()?));
        Ok(())
    }

    /// Writes the public list out anew.
    fn refresh(&self) -> Result<Vec<Item>, ShopError> {
        let counter = self.inner.counter.lock();
        let items = view::public(&counter);
        // Stored while the counter is held, so that a later state is never overwritten by an earlier.
        self.inner.public.store(Arc::new(etag::Ready::new(&items)?));
        Ok(items)
    }
}

/// What a draft is based on: purchases do not change it.
fn version(counter: &Counter) -> String {
    format!("shop-{}", counter.head.revision)
}
