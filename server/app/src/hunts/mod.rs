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
use std::sync::Arc;

use arc_swap::{ArcSwap, ArcSwapOption};
use pointhouse_store::{Batch, Store, View};

pub use error::HuntError;
pub use external::Source;
pub use input::{HuntInput, OverrideInput, PlayInput, SlotInput};
pub use records::HuntStatus;
pub(crate) use records::ROWS;
pub use view::{
    HuntAnswer, HuntBonus, HuntFigures, HuntOverride, HuntSlot, HuntSource, HuntSummary,
};
pub use view::{HuntOnAir, OnAirHuntStatus, OpenedOnAir, SlotOnAir};

use crate::accounts::{Auth, ShownNames};
use crate::answer::Answer;
use crate::audit::Audit;
use crate::broadcast::Broadcaster;
use crate::broadcast::DeclaredEvent;
use crate::clock::Clock;
use crate::config::IsOn;
use crate::config::{Config, HuntOrigin, Settings};
use crate::etag;
use crate::external::ServiceSlot;
use crate::fault::Fault;
use crate::locks::Lock;
use crate::module::{Module, Running};
use crate::planned::{Planned, every};
use crate::settings::{Apply, Follower, SettingsError};
use events::HuntsUpdated;
use external::Rounds;
use model::Hunt;
use records::folded;

/// Whether the site has it.
pub(crate) const IS_ON: IsOn = |config| config.modules.hunts;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls],
    rows: &[ROWS, external::ROWS],
    events: &[DeclaredEvent::of::<events::HuntsUpdated>],
    pages: &[("/bonus-hunts", IS_ON)],
};

/// Most hunts of a site.
const HUNTS_MAX: usize = 1000;
/// The newest hunts, among which the broadcast looks for the one that is being opened.
const ON_AIR_MAX: usize = 20;
/// Most slots of a hunt.
const SLOTS_MAX: usize = 500;

struct Inner {
    store: Store,
    clock: Clock,
    broadcaster: Broadcaster,
    audit: Audit,
    /// For the callers of slots who are never named.
    auth: Auth,
    shown: ArcSwap<Shown>,
    /// Allows one change at a time, so that memory, disk and push agree on the order.
    changing: Lock,
    /// The external service that hunts can be imported from, and whose hunts are shown if the site shows those.
    source: ArcSwapOption<Source>,
    /// The service in use, for the health page.
    slot: ServiceSlot,
    settings: Settings,
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
    /// The serialized hunt with its slots, for the names of a version; built on first use.
    whole: ArcSwapOption<(u64, etag::Ready)>,
}

/// The bonus hunts. Cheap to clone.
#[derive(Clone)]
pub struct Hunts {
    inner: Arc<Inner>,
}

impl Inner {
    /// Shows this service on the health page, or why it is off.
    fn use_service(&self, source: Option<&Source>, config: &Config) {
        match source {
            None if config.hunts.lacks_key() => self.slot.set_without_secret(),
            source => self.slot.set(source.map(|source| source.service().clone())),
        }
    }
}

impl Kept {
    fn new(hunt: Hunt) -> Result<Self, HuntError> {
        let summary = serde_json::to_vec(&view::summary(&hunt))?;
        Ok(Self { hunt, summary, whole: ArcSwapOption::empty() })
    }

    fn whole(&self, names: &ShownNames) -> Result<etag::Ready, HuntError> {
        if let Some(built) = &*self.whole.load()
            && built.0 == names.version()
        {
            return Ok(built.1.clone());
        }
        let ready = etag::Ready::new(&Answer(view::whole(&self.hunt).with_callers(names)))?;
        self.whole.store(Some(Arc::new((names.version(), ready.clone()))));
        Ok(ready)
    }
}

impl Shown {
    /// The stored hunts of the source that the settings name.
    fn read(view: &View, config: &Config) -> Result<Self, HuntError> {
        let hunts = match config.hunts.source {
            HuntOrigin::Local => stored::read_all(view)?,
            HuntOrigin::External => external::read_all(view)?,
        };
        let kept = |(id, hunt)| Ok((id, Arc::new(Kept::new(hunt)?)));
        Ok(Self::of(hunts.into_iter().map(kept).collect::<Result<_, HuntError>>()?))
    }

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
    /// Number of slots of all visible hunts.
    pub fn slots(&self) -> usize {
        self.inner.shown.load().hunts.values().map(|kept| kept.hunt.slots.len()).sum()
    }

    /// Reads the hunts from the store.
    ///
    /// # Errors
    /// A row cannot be decoded, or the address of the service is invalid.
    pub fn load(
        store: &Store,
        clock: &Clock,
        broadcaster: &Broadcaster,
        (audit, auth): (&Audit, &Auth),
        (settings, slot): (&Settings, ServiceSlot),
    ) -> Result<Self, HuntError> {
        let config = settings.now();
        let source = Source::new(&config, &slot, clock)?;
        if config.hunts.lacks_key() {
            tracing::warn!(
                "hunts.source is a service without hunts.external_key: the service is off until it is entered in the \
                 panel or the environment"
            );
        }
        let shown = Shown::read(store.view(), &config)?;
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            broadcaster: broadcaster.clone(),
            audit: audit.clone(),
            auth: auth.clone(),
            shown: ArcSwap::from_pointee(shown),
            changing: Lock::default(),
            source: ArcSwapOption::from_pointee(source),
            slot,
            settings: settings.clone(),
            refreshing: Lock::default(),
            rounds: parking_lot::Mutex::default(),
        };
        inner.use_service(inner.source.load().as_deref(), &config);
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

    /// One hunt with its slots, serialized, with the callers as the public may see them.
    ///
    /// # Errors
    /// See [`Hunts::one`].
    pub fn ready(&self, id: &str) -> Result<etag::Ready, HuntError> {
        let kept = self.kept(id)?;
        kept.whole(&*self.inner.auth.shown_names(self.inner.store.view())?)
    }

    /// Name of a hunt; `None` for unknown ids.
    pub fn name(&self, id: &str) -> Option<String> {
        self.kept(id).ok().map(|kept| kept.hunt.row.name.clone())
    }

    /// Admins' overrides by id of the hunt; only hunts that have one.
    pub fn overrides(&self) -> BTreeMap<String, view::HuntOverride> {
        let shown = self.inner.shown.load();
        let all = shown.hunts.values().map(|kept| &kept.hunt);
        let said = all.filter(|hunt| hunt.said != records::OverrideRow::default());
        said.map(|hunt| (hunt.row.id.clone(), view::said(hunt))).collect()
    }

    /// The hunts as the broadcast shows them, newest first, with callers as on the public page.
    pub fn on_air(&self) -> Vec<view::HuntOnAir> {
        let shown = self.inner.shown.load();
        let mut newest: Vec<_> = shown.hunts.values().map(|kept| &kept.hunt).collect();
        newest.sort_by_key(|hunt| std::cmp::Reverse((hunt.row.hunt_date, hunt.number)));
        let names = self.inner.auth.shown_names(self.inner.store.view());
        let names = names.inspect_err(|error| tracing::error!(%error, "names cannot be read")).ok();
        let newest = newest.into_iter().take(ON_AIR_MAX);
        newest.map(|hunt| view::on_air(hunt, names.as_deref())).collect()
    }

    /// Refuses changes when the hunts come from an external service. Decides only while the caller holds the lock for
    /// changes: `show_source` waits for it.
    fn check_local(&self) -> Result<(), HuntError> {
        if self.is_external() { Err(HuntError::External) } else { Ok(()) }
    }

    /// Returns whether the site shows the hunts of an external service.
    fn is_external(&self) -> bool {
        self.inner.settings.now().hunts.source == HuntOrigin::External
    }

    /// Shows the hunts of another source, as they are stored, and asks a service for its newest.
    async fn show_source(&self) -> Result<(), HuntError> {
        {
            let _changing = self.inner.changing.lock().await;
            let (hunts, settings) = (self.clone(), self.inner.settings.now());
            let read = move || Shown::read(hunts.inner.store.view(), &settings);
            let shown = tokio::task::spawn_blocking(read).await.map_err(Fault::other)??;
            let before = self.inner.shown.swap(Arc::new(shown));
            let after = self.inner.shown.load();
            for kept in before.hunts.values().chain(after.hunts.values()) {
                let now = after.hunts.get(&folded(&kept.hunt.row.id));
                let revision = now.map_or(0, |now| now.hunt.row.revision);
                let event = HuntsUpdated::new(&kept.hunt.row.id, revision);
                self.inner.broadcaster.publish_to_everyone(&event);
            }
        }
        // A round of the earlier source ends first: it would keep this one out.
        drop(self.inner.refreshing.lock().await);
        self.refresh().await.map(drop)
    }

    fn kept(&self, id: &str) -> Result<Arc<Kept>, HuntError> {
        if !input::is_id(id) {
            return Err(HuntError::BadId);
        }
        let shown = self.inner.shown.load();
        shown.hunts.get(&folded(id)).cloned().ok_or(HuntError::NoSuchHunt)
    }
}

/// Shows the hunts of another source, or asks another service, from now on.
impl Follower for Hunts {
    fn prepare(
        &self,
        before: &Config,
        after: &Arc<Config>,
        _: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        if before.hunts == after.hunts {
            return Ok(Box::new(|| ()));
        }
        if after.hunts.lacks_key() && !before.hunts.lacks_key() {
            let without = "must be set when the hunts are a service's";
            return Err(SettingsError::invalid("hunts.external_key")(without));
        }
        let source = Source::new(after, &self.inner.slot, &self.inner.clock)
            .map_err(SettingsError::invalid("hunts.external_url"))?;
        let (hunts, after) = (self.clone(), Arc::clone(after));
        Ok(Box::new(move || {
            hunts.inner.use_service(source.as_ref(), &after);
            hunts.inner.source.store(source.map(Arc::new));
            *hunts.inner.rounds.lock() = Rounds::default();
            tokio::spawn(async move {
                if let Err(error) = hunts.show_source().await {
                    tracing::warn!(%error, "cannot show the bonus hunts of another source yet");
                }
            });
        }))
    }
}

impl Running for Hunts {
    fn jobs(&self) -> Vec<Planned> {
        let this = self.clone();
        vec![every("20 */5 * * * *", "hunts", "Read the bonus hunts of a service", move || {
            let this = this.clone();
            async move { this.refresh().await.map(|refreshed| refreshed.changed) }
        })]
    }
}
