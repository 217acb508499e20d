//! What the overlay's sources show. Each source has a state: its settings, what the site is called, and the facts that
//! it shows, with names masked where their members have not agreed. A task keeps the states and sends those that change.
//!
//! Invariant: a source gets its own state and events and nothing else.
//!
//! Not part of this module: keys of sources (`overlay`), and the pages that draw them.

mod events;
mod examples;
mod facts;
mod happenings;
pub mod routes;
mod running;
mod state;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use pointhouse_socketio::Frame;

pub use events::OverlaySourceState;
pub use facts::FactSources;
pub use running::run;

use crate::broadcast::DeclaredEvent;
use crate::broadcast::{self, Broadcaster};
use crate::config::OverlaySource;
use crate::ids::SourceId;
use crate::module::Module;
use crate::overlay::SourceKeys;
use happenings::Recent;
pub use state::OverlayHappening;
use state::SourceState;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls],
    events: &[DeclaredEvent::of::<OverlaySourceState<'_>>, DeclaredEvent::of::<OverlayHappening>],
    ..Module::EMPTY
};

/// The sources of the overlay. Cheap to clone.
#[derive(Clone)]
pub struct Sources {
    inner: Arc<Inner>,
}

struct Inner {
    facts: FactSources,
    keys: SourceKeys,
    broadcaster: Broadcaster,
    states: Mutex<HashMap<SourceId, Known>>,
    recent: Mutex<Recent>,
    /// Distinguishes states of this run from those of other runs.
    run: String,
    /// Number of the last state.
    number: AtomicU64,
}

/// The state of a source as it was sent last.
struct Known {
    /// What makes it another one.
    text: String,
    state: SourceState,
}

impl Sources {
    /// Lets sources connect.
    pub fn new(facts: FactSources, keys: &SourceKeys, broadcaster: &Broadcaster) -> Self {
        let inner = Inner {
            facts,
            keys: keys.clone(),
            broadcaster: broadcaster.clone(),
            states: Mutex::default(),
            recent: Mutex::default(),
            run: format!("{:08x}", rand::random::<u32>()),
            number: AtomicU64::default(),
        };
        let inner = Arc::new(inner);
        let of_broadcaster = Arc::downgrade(&inner);
        broadcaster.admit_sources(of_broadcaster);
        Self { inner }
    }
}

impl Inner {
    /// The state of a source now. A later number is of facts that were read later.
    fn read(&self, source: &OverlaySource) -> SourceState {
        let number = self.number.fetch_add(1, Ordering::SeqCst) + 1;
        self.facts.state(source, (&self.run, number), &mut self.recent.lock())
    }
}

impl broadcast::Sources for Inner {
    fn find(&self, key: &str) -> Option<SourceId> {
        self.keys.find(key)
    }

    fn greeting(&self, source: SourceId) -> Option<Frame> {
        Broadcaster::encoded(&OverlaySourceState(&self.current(source)?))
    }
}
