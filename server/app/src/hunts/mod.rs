//! Bonus hunts: bonuses that are collected, then opened one after the other, for everybody to watch.
//!
//! Invariants: a change is on disk before it shows; changes come one at a time, each over what the
//! last one left; multipliers, averages and the status follow from the slots and are stored nowhere,
//! but for the word of an admin over the status.

mod changes;
mod error;
pub mod events;
mod input;
mod model;
pub mod outside;
mod records;
pub mod routes;
mod stored;
mod view;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwap;
use pointhouse_store::Store;
use tokio::sync::Mutex;

pub use error::HuntError;
pub use input::{HuntInput, OverrideInput, PlayInput, SlotInput};
pub use outside::Source;
pub use records::HuntStatus;
pub(crate) use records::ROWS;
pub use view::{
    HuntAnswer, HuntBonus, HuntFigures, HuntOverride, HuntSlot, HuntSource, HuntSummary,
};

use crate::audit::Audit;
use crate::broadcast::Broadcaster;
use crate::clock::Clock;
use crate::etag;
use model::Hunt;
use outside::Rounds;
use records::{HeadRow, folded};

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
    /// A service that hunts can be taken over from.
    source: Option<Source>,
    /// The same, when its hunts are what is shown.
    shown_source: Option<Source>,
    refreshing: Mutex<()>,
    /// What rounds of reading the service's hunts know of each other.
    rounds: parking_lot::Mutex<Rounds>,
}

/// The hunts as they are read, by their folded ids.
struct Shown {
    hunts: BTreeMap<String, Arc<Kept>>,
    list: etag::Ready,
}

/// A hunt with what is told of it, worked out once per change of it.
struct Kept {
    hunt: Hunt,
    /// Its place in the list, as JSON.
    summary: Vec<u8>,
    /// With its slots, once somebody asks.
    whole: OnceLock<etag::Ready>,
}

/// The bonus hunts. Cheap to clone.
#[derive(Clone)]
pub struct Hunts {
    inner: Arc<Inner>,
}

impl Kept {
    fn new(hunt: Hunt) -> Result<Self, HuntError> {
        let summary = serde_json::to_vec(&view::summary(&hunt))?;
        Ok(Self { hunt, summary, whole: OnceLock::new() })
    }

    fn whole(&self) -> Result<etag::Ready, HuntError> {
        if let Some(ready) = self.whole.get() {
            return Ok(ready.clone());
        }
        let ready = etag::Ready::new(&view::whole(&self.hunt))?;
        Ok(self.whole.get_or_init(|| ready).clone())
    }
}

impl Shown {
    /// Newest first. The list is put together from what is written out already: with a thousand hunts
    /// a change of one must not work out all of them.
    fn of(hunts: BTreeMap<String, Arc<Kept>>) -> Self {
        let mut ordered: Vec<_> = hunts.values().collect();
        ordered.sort_by_key(|kept| std::cmp::Reverse((kept.hunt.row.hunt_date, kept.hunt.number)));
        let mut list = vec![b'['];
        for (at, kept) in ordered.into_iter().enumerate() {
            if at > 0 {
                list.push(b',');
            }
            list.extend_from_slice(&kept.summary);
        }
        list.push(b']');
        Self { list: etag::Ready::of(list), hunts }
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
        (source, is_external): (Option<Source>, bool),
    ) -> Result<Self, HuntError> {
        let (head, mut hunts) = stored::read_all(store.view())?;
        if is_external {
            hunts = outside::read_all(store.view())?;
        }
        let hunts: Result<BTreeMap<_, _>, HuntError> =
            hunts.into_iter().map(|(id, hunt)| Ok((id, Arc::new(Kept::new(hunt)?)))).collect();
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            broadcaster: broadcaster.clone(),
            audit: audit.clone(),
            shown: ArcSwap::from_pointee(Shown::of(hunts?)),
            changing: Mutex::new(head),
            shown_source: source.clone().filter(|_| is_external),
            source,
            refreshing: Mutex::default(),
            rounds: parking_lot::Mutex::default(),
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
        Ok(view::whole(&self.kept(id)?.hunt))
    }

    /// The same, written out.
    ///
    /// # Errors
    /// As [`Hunts::one`].
    pub fn ready(&self, id: &str) -> Result<etag::Ready, HuntError> {
        self.kept(id)?.whole()
    }

    /// What admins say over hunts, by id of the hunt; only where something is said.
    pub fn overrides(&self) -> BTreeMap<String, view::HuntOverride> {
        let shown = self.inner.shown.load();
        let all = shown.hunts.values().map(|kept| &kept.hunt);
        let said = all.filter(|hunt| hunt.said != records::OverrideRow::default());
        said.map(|hunt| (hunt.row.id.clone(), view::said(hunt))).collect()
    }

    /// Hunts are ours to change.
    fn check_local(&self) -> Result<(), HuntError> {
        if self.inner.shown_source.is_some() { Err(HuntError::External) } else { Ok(()) }
    }

    fn kept(&self, id: &str) -> Result<Arc<Kept>, HuntError> {
        if !input::is_id(id) {
            return Err(HuntError::BadId);
        }
        let shown = self.inner.shown.load();
        shown.hunts.get(&folded(id)).cloned().ok_or(HuntError::NoSuchHunt)
    }
}
