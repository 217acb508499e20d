//! State that all workers share. It is generic over the client, because the client itself has it.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use parking_lot::Mutex;
use pointhouse_socketio::Config;

use super::application::Application;
use super::ids::{ClientId, HubId};
use super::queue::HubQueue;
use super::registry::{Registry, SHARDS, shard};
use super::settings::Settings;

/// Hubs, settings and counts of all workers.
pub(super) struct Shared<Client> {
    pub(super) application: Box<dyn Application>,
    pub(super) settings: Settings,
    pub(super) config: Arc<Config>,
    pub(super) registry: Arc<Registry>,
    pub(super) sessions: Sessions<Client>,
    pub(super) hubs: ArcSwap<Vec<Arc<HubQueue<Client>>>>,
    next_client: AtomicU64,
    next_hub: AtomicU64,
}

impl<Client> Shared<Client> {
    pub(super) fn new(settings: Settings, application: impl Application) -> Self {
        Self {
            application: Box::new(application),
            config: Arc::new(settings.session.clone()),
            settings,
            registry: Arc::default(),
            sessions: Sessions::default(),
            hubs: ArcSwap::default(),
            next_client: AtomicU64::new(0),
            next_hub: AtomicU64::new(0),
        }
    }

    pub(super) fn next_client(&self) -> ClientId {
        ClientId(self.next_client.fetch_add(1, Ordering::Relaxed))
    }

    /// Adds the hub of a worker.
    pub(super) fn add_hub(&self) -> Arc<HubQueue<Client>> {
        let id = HubId(self.next_hub.fetch_add(1, Ordering::Relaxed));
        let queue = Arc::new(HubQueue::new(id));
        self.hubs.rcu(|hubs| hubs.iter().cloned().chain([Arc::clone(&queue)]).collect::<Vec<_>>());
        queue
    }

    pub(super) fn remove_hub(&self, id: HubId) {
        self.hubs.rcu(|hubs| hubs.iter().filter(|hub| hub.id != id).cloned().collect::<Vec<_>>());
    }
}

/// Sessions that started by polling, by their ids. Any worker may get a request for them.
pub(super) struct Sessions<Client> {
    hasher: RandomState,
    shards: [Mutex<HashMap<Arc<str>, Arc<Client>>>; SHARDS],
}

impl<Client> Default for Sessions<Client> {
    fn default() -> Self {
        let shards = std::array::from_fn(|_| Mutex::default());
        Self { hasher: RandomState::default(), shards }
    }
}

impl<Client> Sessions<Client> {
    pub(super) fn keep(&self, sid: Arc<str>, client: Arc<Client>) {
        self.shard(&sid).lock().insert(sid, client);
    }

    pub(super) fn get(&self, sid: &str) -> Option<Arc<Client>> {
        self.shard(sid).lock().get(sid).cloned()
    }

    pub(super) fn forget(&self, sid: &str) {
        self.shard(sid).lock().remove(sid);
    }

    fn shard(&self, sid: &str) -> &Mutex<HashMap<Arc<str>, Arc<Client>>> {
        shard(&self.shards, self.hasher.hash_one(sid))
    }
}
