//! The points shop: items that admins publish, and members' purchases.
//!
//! Invariants: a purchase, its payment and its entry in the buyer's list are one commit; no more is
//! sold than was published; a cancelled purchase returns points and stock once.
//!
//! The stock of an item is the number ever published minus the number sold and the number being
//! bought. The number sold is not stored: it is the number of purchases that are not cancelled.

mod error;
pub mod events;
pub mod purchase_list;
mod purchases;
mod records;
pub mod routes;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use pointhouse_store::{Batch, Store};
use serde_json::json;

pub use error::ShopError;
pub use purchases::{Bought, Order, purchase_title};
pub(crate) use records::ROWS;
pub use records::{
    ItemRow, KeptPurchases, PurchaseRow, PurchaseStatus, kept_purchases, read_purchase,
};
pub use view::{Item, Purchase};

use crate::accounts::KeyHash;
use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::broadcast::DeclaredEvent;
use crate::clock::Clock;
use crate::config::IsOn;
use crate::detached::to_the_end;
use crate::etag;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::locks::{Lock, Locks};
use crate::module::Module;
use crate::pictures::{PictureUse, PictureUser, StoredPictures, UsesPictures};
use crate::published_list::{number_entry, put_changes};
use crate::reads::Reads;
use crate::wallet::{PostError, Wallets};
use events::{PointsShopConfigUpdated, PointsShopUpdated};
use records::{HEAD, HeadRow, SHOP_ITEM, read_items, read_sold};

/// Whether the site has it.
pub(crate) const IS_ON: IsOn = |config| config.modules.shop;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls, purchase_list::calls],
    rows: &[ROWS],
    events: &[
        DeclaredEvent::of::<events::PointsShopConfigUpdated>,
        DeclaredEvent::of::<events::PointsShopPurchased>,
        DeclaredEvent::of::<events::PointsShopUpdated>,
    ],
    pages: &[("/points-shop", IS_ON)],
};

/// Most items in the shop.
const ITEMS_MAX: usize = 200;

struct Inner {
    store: Store,
    wallets: Wallets,
    broadcaster: Broadcaster,
    audit: Audit,
    clock: Clock,
    reads: Reads,
    kept: KeptPurchases,
    pictures: StoredPictures,
    /// One order per idempotency key at a time: a copy waits for the first.
    orders: Locks<(UserId, KeyHash)>,
    /// One change of a purchase at a time, by its number.
    changing: Locks<u64>,
    counter: Mutex<Counter>,
    public: ArcSwap<etag::Ready>,
    /// Allows one publishing at a time, so that memory, disk and push agree on the order.
    publishing: Lock,
}

/// The shop in memory. Locked only briefly, never across an await.
struct Counter {
    head: HeadRow,
    items: BTreeMap<u32, ItemRow>,
    /// Sold pieces by item.
    sold: BTreeMap<u32, u64>,
    reserved: BTreeMap<u32, u64>,
    last_purchase: u64,
}

impl Counter {
    fn sold(&self, item: u32) -> u64 {
        self.sold.get(&item).copied().unwrap_or(0)
    }

    /// Stock of an item.
    fn left(&self, item: u32, row: &ItemRow) -> u64 {
        let reserved = self.reserved.get(&item).copied().unwrap_or(0);
        row.published.saturating_sub(self.sold(item)).saturating_sub(reserved)
    }

    /// Reserves a piece.
    fn reserve(&mut self, item: u32) -> Result<(), ShopError> {
        let row = self.items.get(&item).ok_or(ShopError::NoSuchItem)?;
        if self.left(item, row) == 0 {
            return Err(ShopError::OutOfStock);
        }
        *self.reserved.entry(item).or_default() += 1;
        Ok(())
    }

    /// Ends a reservation, sold or not.
    fn finish_reservation(&mut self, item: u32, is_sold: bool) {
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
    /// Reads items and purchases from the store.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(
        store: &Store,
        wallets: &Wallets,
        broadcaster: &Broadcaster,
        audit: &Audit,
        clock: &Clock,
        (reads, kept, pictures): (&Reads, &KeptPurchases, &StoredPictures),
    ) -> Result<Self, Fault> {
        let (head, items) = read_items(store.view())?;
        let (sold, last_purchase) = read_sold(store.view())?;
        let reserved = BTreeMap::new();
        let counter = Counter { head, items, sold, reserved, last_purchase };
        let ready = etag::Ready::new(&view::public(&counter))?;
        let inner = Inner {
            store: store.clone(),
            wallets: wallets.clone(),
            broadcaster: broadcaster.clone(),
            audit: audit.clone(),
            clock: clock.clone(),
            reads: reads.clone(),
            kept: kept.clone(),
            pictures: pictures.clone(),
            orders: Locks::default(),
            changing: Locks::default(),
            counter: Mutex::new(counter),
            public: ArcSwap::from_pointee(ready),
            publishing: Lock::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// What lists of purchases are read by.
    pub fn kept(&self) -> &KeptPurchases {
        &self.inner.kept
    }

    /// The serialized list of items for sale.
    pub fn public(&self) -> Arc<etag::Ready> {
        self.inner.public.load_full()
    }

    /// All items with the number sold, and the version that a draft is based on.
    ///
    /// # Errors
    /// Never: items can always be serialized.
    pub fn all(&self) -> Result<(Vec<Item>, String), ShopError> {
        let counter = self.inner.counter.lock();
        Ok((view::all(&counter), version(&counter)))
    }

    /// Returns whether the coming-soon overlay is on.
    pub fn coming_soon(&self) -> bool {
        self.inner.counter.lock().head.coming_soon
    }

    /// Replaces the list. Sold pieces stay sold, including those sold since the draft was begun.
    /// Returns the new version (docs/decisions.md, F2).
    ///
    /// # Errors
    /// See [`ShopError`]. Nothing has changed then.
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
        let change = async {
            let (batch, head, items) = self.prepare(draft, based_on, actor)?;
            self.inner.store.commit(batch).await?;
            let mut counter = self.inner.counter.lock();
            (counter.head, counter.items) = (head, items);
            Ok::<_, ShopError>(version(&counter))
        };
        let version = self.inner.pictures.keep_during(change).await?;
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
        // A copy, because the checks read the store, and buyers take the same lock.
        let (mut head, known, sold) = {
            let counter = self.inner.counter.lock();
            if based_on.is_some_and(|tag| tag != version(&counter)) {
                return Err(ShopError::Changed);
            }
            (counter.head, counter.items.clone(), counter.sold.clone())
        };
        if draft.len() > ITEMS_MAX {
            return Err(ShopError::TooMany(ITEMS_MAX));
        }
        head.revision += 1;
        let mut items = BTreeMap::new();
        for (place, item) in (0_u32..).zip(draft) {
            let number = number_entry(&item.id, &known, &mut head.last_item);
            let sold = sold.get(&number).copied().unwrap_or_default();
            let now = (self.inner.clock.now(), &self.inner.pictures);
            let row = item.checked(place, known.get(&number), sold, now)?;
            if items.insert(number, row).is_some() {
                return Err(ShopError::Twice);
            }
        }
        let mut batch = Batch::new();
        put_changes(&SHOP_ITEM, &known, &items, &mut batch)?;
        HEAD.put(&mut batch, &head)?;
        let entry = Entry {
            actor,
            action: "shop.publish",
            subject: "shop".to_owned(),
            before: json!({ "items": known.len() }).to_string(),
            after: json!({ "items": items.len() }).to_string(),
        };
        self.inner.audit.record(entry, &mut batch)?;
        Ok((batch, head, items))
    }

    /// Turns the coming-soon overlay on or off.
    ///
    /// # Errors
    /// See [`ShopError`]. Nothing has changed then.
    pub async fn set_coming_soon(&self, on: bool, actor: Actor) -> Result<(), ShopError> {
        let shop = self.clone();
        to_the_end(async move { shop.change_coming_soon(on, actor).await }).await?
    }

    async fn change_coming_soon(&self, on: bool, actor: Actor) -> Result<(), ShopError> {
        let _publishing = self.inner.publishing.lock().await;
        if !self.inner.store.writable() {
            return Err(PostError::ReadOnly.into());
        }
        let before = self.inner.counter.lock().head;
        // Keeps the revision: the overlay is not part of a draft, so drafts stay valid.
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

    /// Publishes and pushes the current items.
    fn show(&self) -> Result<(), ShopError> {
        self.inner.broadcaster.publish_to_everyone(&PointsShopUpdated(self.refresh()?));
        Ok(())
    }

    /// Serializes the public list again.
    fn refresh(&self) -> Result<Vec<Item>, ShopError> {
        let counter = self.inner.counter.lock();
        let items = view::public(&counter);
        // Stored while the lock is held, so that an older state never overwrites a newer one.
        self.inner.public.store(Arc::new(etag::Ready::new(&items)?));
        Ok(items)
    }
}

impl UsesPictures for Shop {
    fn uses_of(&self, address: &str) -> Vec<PictureUse> {
        let counter = self.inner.counter.lock();
        let used = counter.items.values().filter(|item| item.image == address);
        used.map(|item| PictureUse { by: PictureUser::ShopItem, name: item.title.clone() })
            .collect()
    }
}

/// The version that drafts are based on. Purchases don't change it.
fn version(counter: &Counter) -> String {
    format!("shop-{}", counter.head.revision)
}
