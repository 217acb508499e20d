//! The threads of actors: each actor runs on the arbiter of an HTTP worker, chosen by the id it
//! belongs to.
//!
//! Separate threads for actors were measured to be slower: a bet then crosses threads two more
//! times.

use std::sync::Arc;

use actix::ArbiterHandle;
use arc_swap::ArcSwap;
use tokio::sync::watch;

use crate::ids::Sharded;

/// The arbiters of the workers, in the order of their start. Cheap to clone.
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
    /// Adds the current thread. Each worker calls this once when it starts.
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

    /// Forgets all threads, so that only those that register from now on get actors. For a start that has used its own
    /// thread before the workers are up.
    pub fn forget_all(&self) {
        self.handles.store(Arc::default());
        self.up.send_replace(0);
    }

    /// Waits until this many workers have started. Actors cannot be started before that.
    pub async fn all_up(&self, workers: usize) {
        // Cannot fail: the sender lives as long as `self`.
        let _ = self.up.subscribe().wait_for(|count| *count >= workers).await;
    }

    /// The arbiter of an id; `None` before the first worker has started.
    pub fn of(&self, id: impl Sharded) -> Option<ArbiterHandle> {
        let handles = self.handles.load();
        let count = u64::try_from(handles.len()).ok().filter(|count| *count > 0)?;
        let at = usize::try_from(id.shard() % count).ok()?;
        handles.get(at).cloned()
    }
}
