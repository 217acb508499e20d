//! Bonus hunts: bonuses that are collected and then opened one after the other, with live updates
//! for all visitors.
//!
//! Invariants: a change is on disk before it is visible; changes are made one at a time, each based
//! on the result of the previous one; multipliers, averages and the status are computed from the
//! slots and not stored, except for an admin's override of the status.

mod changes;
mod error;
pub mod events;
pub mod external;
mod input;
mod model;
mod records;
pub mod routes;
mod stored;
mod view;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwap;
use pointhouse_store::Store;

pub use error::HuntError;
pub use external::Source;
pub use input::{HuntInput, OverrideInput, PlayInput, SlotInput};
pub use records::HuntStatus;
pub(crate) use records::ROWS;
pub use view::{
    HuntAnswer, HuntBonus, HuntFigures, HuntOverride, HuntSlot, HuntSource, HuntSummary,
};

use crate::audit::Audit;
use crate::broadcast::Broadcaster;
use crate::clock::Clock;
use crate::etag;
use crate::locks::Lock;
use external::Rounds;
use model::Hunt;
use records::folded;

/// Most hunts of a site.
const HUNTS_MAX: usize = 1000;
/// Most slots of a hunt.
const SLOTS_MAX: usize = 500;

struct Inner {
    store: Store,
    clock: Clock,
    broadcaster: Broadcaster,
    audit: Audit,
    shown: ArcSwap<Shown>,
    /// Allows one change at a time, so that memory, disk and push agree on the order.
    changing: Lock,
    /// The external service that hunts can be imported from.
    source: Option<Source>,
    /// The external service whose hunts are shown, if the site shows those.
    shown_source: Option<Source>,
    /// One round of reading the service at a time.
    refreshing: Lock,
    /// State of the refresh rounds of the external hunts.
    rounds: parking_lot::Mutex<Rounds>,
}

/// The visible hunts by folded id.
struct Shown {
    hunts: BTreeMap<String, Arc<Kept>>,
    list: etag::Ready,
}

/// A hunt with its serialized forms, built once per change.
struct Kept {
    hunt: Hunt,
    /// The serialized entry of the list.
    summary: Vec<u8>,
    /// The serialized hunt with its slots, built on first use.
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
    /// Sorts newest first. The list is assembled from serialized entries: with a thousand hunts, a
    /// change of one must not serialize all of them.
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
    /// Reads the hunts from the store.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(
        store: &Store,
        clock: &Clock,
        broadcaster: &Broadcaster,
        audit: &Audit,
        (source, is_external): (Option<Source>, bool),
    ) -> Result<Self, HuntError> {
        let mut hunts = stored::read_all(store.view())?;
        if is_external {
            hunts = external::read_all(store.view())?;
        }
        let hunts: Result<BTreeMap<_, _>, HuntError> =
            hunts.into_iter().map(|(id, hunt)| Ok((id, Arc::new(Kept::new(hunt)?)))).collect();
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            broadcaster: broadcaster.clone(),
            audit: audit.clone(),
            shown: ArcSwap::from_pointee(Shown::of(hunts?)),
            changing: Lock::default(),
            shown_source: source.clone().filter(|_| is_external),
            source,
            refreshing: Lock::default(),
            rounds: parking_lot::Mutex::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The serialized list of all hunts without their slots, newest first.
    pub fn list(&self) -> etag::Ready {
        self.inner.shown.load().list.clone()
    }

    /// One hunt with its slots.
    ///
    /// # Errors
    /// The text cannot be an id, or no hunt has it.
    pub fn one(&self, id: &str) -> Result<HuntAnswer, HuntError> {
        Ok(view::whole(&self.kept(id)?.hunt))
    }

    /// One hunt with its slots, serialized.
    ///
    /// # Errors
    /// See [`Hunts::one`].
    pub fn ready(&self, id: &str) -> Result<etag::Ready, HuntError> {
        self.kept(id)?.whole()
    }

    /// Admins' overrides by id of the hunt; only hunts that have one.
    pub fn overrides(&self) -> BTreeMap<String, view::HuntOverride> {
        let shown = self.inner.shown.load();
        let all = shown.hunts.values().map(|kept| &kept.hunt);
        let said = all.filter(|hunt| hunt.said != records::OverrideRow::default());
        said.map(|hunt| (hunt.row.id.clone(), view::said(hunt))).collect()
    }

    /// Refuses changes when the hunts come from an external service.
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
