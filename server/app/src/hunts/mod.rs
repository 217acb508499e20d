//! Bonus hunts: bonuses that are collected, then opened one after the other, for everybody to watch.
//!
//! Invariants: a change is on disk before it shows; changes come one at a time, each over what the
//! last one left; multipliers, averages and the status follow from the slots and are stored nowhere,
//! but for the word of an admin over the status.

mod changes;
mod error;
mod input;
mod model;
mod records;
pub mod routes;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use pointhouse_store::Store;
use tokio::sync::Mutex;

pub use error::HuntError;
pub use input::{HuntInput, OverrideInput, PlayInput, SlotInput};
pub use records::HuntStatus;
pub use view::{
    HuntAnswer, HuntBonus, HuntFigures, HuntOverride, HuntSlot, HuntSource, HuntSummary,
};

use crate::audit::Audit;
use crate::broadcast::Broadcaster;
use crate::clock::Clock;
use crate::etag;
use model::Hunt;
use records::{HeadRow, folded, read_all};

/// Hunts of a site.
const HUNTS_MAX: usize = 1000;
/// Slots of a hunt.
const SLOTS_MAX: usize = 500;

struct Inner {
    store: Store,
    clock: Clock,
    broadcaster: Broadcaster,
    audit: Audit,
    shown: ArcSwap<Shown>,
    /// One change at a time, so that memory, disk and push agree on the order.
    changing: Mutex<HeadRow>,
}

/// The hunts as they are read, by their folded ids.
struct Shown {
    hunts: BTreeMap<String, Arc<Hunt>>,
    list: etag::Ready,
}

/// The bonus hunts. Cheap to clone.
#[derive(Clone)]
pub struct Hunts {
    inner: Arc<Inner>,
}

impl Shown {
    fn of(hunts: BTreeMap<String, Arc<Hunt>>) -> Result<Self, HuntError> {
        let mut ordered: Vec<_> = hunts.values().collect();
        ordered.sort_by_key(|hunt| std::cmp::Reverse((hunt.row.hunt_date, hunt.number)));
        let list: Vec<_> = ordered.into_iter().map(|hunt| view::summary(hunt)).collect();
        Ok(Self { list: etag::Ready::new(&list).map_err(inner)?, hunts })
    }
}

impl Hunts {
    /// Reads the hunts.
    ///
    /// # Errors
    /// A row does not read.
    pub fn load(
        store: &Store,
        clock: &Clock,
        broadcaster: &Broadcaster,
        audit: &Audit,
    ) -> Result<Self, HuntError> {
        let (head, hunts) = read_all(store.view()).map_err(HuntError::Inner)?;
        let hunts = hunts.into_iter().map(|(id, hunt)| (id, Arc::new(hunt))).collect();
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            broadcaster: broadcaster.clone(),
            audit: audit.clone(),
            shown: ArcSwap::from_pointee(Shown::of(hunts)?),
            changing: Mutex::new(head),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// All hunts without their slots, newest first, written out.
    pub fn list(&self) -> etag::Ready {
        self.inner.shown.load().list.clone()
    }

    /// One hunt with its slots.
    ///
    /// # Errors
    /// No id could look like this, or there is none.
    pub fn one(&self, id: &str) -> Result<HuntAnswer, HuntError> {
        Ok(view::whole(&*self.hunt(id)?))
    }

    /// What admins say over hunts, by id of the hunt; only where something is said.
    pub fn overrides(&self) -> BTreeMap<String, view::HuntOverride> {
        let shown = self.inner.shown.load();
        let said = |hunt: &&Arc<Hunt>| hunt.said != records::OverrideRow::default();
        let all = shown.hunts.values().filter(said);
        all.map(|hunt| (hunt.row.id.clone(), view::said(hunt))).collect()
    }

    fn hunt(&self, id: &str) -> Result<Arc<Hunt>, HuntError> {
        if !input::is_id(id) {
            return Err(HuntError::BadId);
        }
        let shown = self.inner.shown.load();
        shown.hunts.get(&folded(id)).cloned().ok_or(HuntError::NoSuchHunt)
    }
}

fn inner(error: impl std::fmt::Display) -> HuntError {
    HuntError::Inner(error.to_string())
}
