//! Which thread an actor lives on: the HTTP workers' own arbiters, chosen by the id of the member or
//! of the thing it stands for.
//!
//! Extra threads for actors were measured dearer: a bet then crosses threads twice more.

use std::sync::Arc;

use actix::ArbiterHandle;
use arc_swap::ArcSwap;
use tokio::sync::watch;

use crate::ids::Sharded;

/// The arbiters of the workers, in the order they came up. Cheap to clone.
#[derive(Clone)]
pub struct Arbiters {
    handles: Arc<ArcSwap<Vec<ArbiterHandle>>>,
    up: Arc<watch::Sender<usize>>,
}

impl Default for Arbiters {
    fn default() -> Self {
        Self { handles: Arc::default(), up: Arc::new(watch::Sender::new(0)) }
    }
}

impl Arbiters {
    /// Called once by each worker as it starts, on its own thread.
    pub fn register_current(&self) {
        if let Some(current) = actix::Arbiter::try_current() {
            self.handles.rcu(|handles| {
                let mut handles = handles.as_ref().clone();
                handles.push(current.clone());
                handles
            });
            self.up.send_modify(|count| *count += 1);
        }
    }

    /// Waits until so many workers are up: before that nobody's actors have a place.
    pub async fn all_up(&self, workers: usize) {
        // The sender lives as long as this does.
        let _ = self.up.subscribe().wait_for(|count| *count >= workers).await;
    }

    /// The arbiter of an id; `None` before the first worker is up.
    pub fn of(&self, id: impl Sharded) -> Option<ArbiterHandle> {
        let handles = self.handles.load();
        let count = u64::try_from(handles.len()).ok().filter(|count| *count > 0)?;
        let at = usize::try_from(id.shard() % count).ok()?;
        handles.get(at).cloned()
    }
}
