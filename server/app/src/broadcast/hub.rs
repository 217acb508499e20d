//! One hub per worker: the clients that started on it, their deadlines, and the events of a tick.
//!
//! Any thread adds work to its queue. The first item wakes the worker; items that arrive within
//! the tick are processed with it. So a burst wakes each worker once and is sent in one write per
//! socket.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use tokio::time::{sleep, sleep_until};

use super::application::Identity;
use super::batch::{Batch, TickEvents};
use super::client::{Client, HubQueue, Shared};
use super::event::Audience;
use super::ids::ClientId;
use super::queue::{CutTarget, Work};
use super::websocket_handle::WebsocketHandle;
use crate::ids::{SourceId, UserId};

/// A client of the hub.
struct HubClient {
    client: Arc<Client>,
    websocket: Option<Arc<WebsocketHandle>>,
    identity: Option<Identity>,
    /// Time of the client's valid entry in the hub's deadlines.
    wakes_at: Instant,
}

/// State of a hub that only its worker's thread uses.
pub(super) struct Hub {
    queue: Arc<HubQueue>,
    shared: Arc<Shared>,
    clients: HashMap<ClientId, HubClient>,
    members: HashMap<UserId, Vec<ClientId>>,
    admins: HashSet<ClientId>,
    /// Pages of the overlay's sources.
    sources: HashMap<SourceId, Vec<ClientId>>,
    /// For each client a valid entry, at or before its deadline, and stale ones, which are ignored.
    deadlines: BinaryHeap<Reverse<(Instant, ClientId)>>,
}

impl Hub {
    pub(super) fn new(queue: Arc<HubQueue>, shared: Arc<Shared>) -> Self {
        Self {
            queue,
            shared,
            clients: HashMap::new(),
            members: HashMap::new(),
            admins: HashSet::new(),
            sources: HashMap::new(),
            deadlines: BinaryHeap::new(),
        }
    }

    /// Runs until the worker ends.
    pub(super) async fn run(mut self) {
        let mut work_items = Vec::new();
        let mut more = false;
        loop {
            if more || self.work_arrived().await {
                sleep(self.shared.settings.tick).await;
                more = self.queue.take(&mut work_items, self.shared.settings.batch_max());
                self.process(&mut work_items);
            }
            self.wake_due(Instant::now());
        }
    }

    /// Waits for work (returns `true`) or the next deadline (returns `false`).
    async fn work_arrived(&self) -> bool {
        let deadline = self.deadlines.peek().map(|Reverse((at, _))| *at);
        let due = async {
            match deadline {
                Some(at) => sleep_until(at.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = self.queue.work_arrived() => true,
            () = due => false,
        }
    }

    fn wake_due(&mut self, now: Instant) {
        while let Some(Reverse((at, id))) = self.deadlines.peek().copied()
            && at <= now
        {
            self.deadlines.pop();
            let entry = self.clients.get_mut(&id).filter(|entry| entry.wakes_at == at);
            // The deadline may be later by then: `wake` returns the current one.
            if let Some(entry) = entry
                && let Some(next) = entry.client.wake(now)
            {
                entry.wakes_at = next;
                self.deadlines.push(Reverse((next, id)));
            }
        }
    }

    fn wake_earlier(&mut self, client: ClientId, deadline: Instant) {
        if let Some(entry) = self.clients.get_mut(&client)
            && deadline < entry.wakes_at
        {
            entry.wakes_at = deadline;
            self.deadlines.push(Reverse((deadline, client)));
        }
    }

    fn process(&mut self, work_items: &mut Vec<Work<Client>>) {
        let mut events = TickEvents::default();
        for work in work_items.drain(..) {
            match work {
                Work::Open { client, websocket, deadline } => {
                    let id = client.id();
                    let entry = HubClient { client, websocket, identity: None, wakes_at: deadline };
                    self.clients.insert(id, entry);
                    self.deadlines.push(Reverse((deadline, id)));
                }
                Work::Wake { client, deadline } => self.wake_earlier(client, deadline),
                Work::Join { client, identity } => self.join(client, identity),
                Work::Leave { client } => self.leave(client),
                Work::Gone { client } => {
                    self.leave(client);
                    self.clients.remove(&client);
                }
                Work::Send { client, frame } => {
                    if self.has(client, |identity| identity.source.is_some()) {
                        events.for_one_apart(client, frame);
                    } else {
                        events.for_one(client, frame);
                    }
                }
                Work::Publish { frame, audience } => match audience {
                    Audience::Everyone => events.for_everyone(frame),
                    Audience::Member(user) => {
                        for client in self.members.get(&user).into_iter().flatten() {
                            events.for_one(*client, frame.clone());
                        }
                    }
                    Audience::Admins => {
                        for client in &self.admins {
                            events.for_one(*client, frame.clone());
                        }
                    }
                    Audience::Source(source) => {
                        for client in self.sources.get(&source).into_iter().flatten() {
                            events.for_one_apart(*client, frame.clone());
                        }
                    }
                },
                Work::Cut(target) => {
                    // Events published before the cut are still sent.
                    self.deliver(&std::mem::take(&mut events));
                    self.cut(target);
                }
            }
        }
        self.deliver(&events);
    }

    fn join(&mut self, client: ClientId, identity: Identity) {
        let Some(entry) = self.clients.get_mut(&client) else { return };
        entry.identity = Some(identity);
        if let Some((user, _)) = identity.member {
            self.members.entry(user).or_default().push(client);
        }
        if identity.admin.is_some() {
            self.admins.insert(client);
        }
        if let Some(source) = identity.source {
            self.sources.entry(source).or_default().push(client);
        }
    }

    fn leave(&mut self, client: ClientId) {
        let entry = self.clients.get_mut(&client);
        let Some(identity) = entry.and_then(|entry| entry.identity.take()) else { return };
        if let Some((user, _)) = identity.member
            && let Some(clients) = self.members.get_mut(&user)
        {
            clients.retain(|other| *other != client);
            if clients.is_empty() {
                self.members.remove(&user);
            }
        }
        self.admins.remove(&client);
        if let Some(source) = identity.source
            && let Some(clients) = self.sources.get_mut(&source)
        {
            clients.retain(|other| *other != client);
            if clients.is_empty() {
                self.sources.remove(&source);
            }
        }
    }

    fn deliver(&mut self, events: &TickEvents) {
        if events.is_empty() {
            return;
        }
        let max = self.shared.settings.batch_max();
        let shared = events.shared(max);
        let mut sent = 0_usize;
        let mut lost = Vec::new();
        let mut deliver_to = |id: ClientId, entry: &HubClient, batches: &[Batch]| {
            if entry.deliver(batches) {
                sent += batches.iter().map(|batch| batch.len()).sum::<usize>();
            } else {
                lost.push(id);
            }
        };
        if !shared.is_empty() {
            for (id, entry) in &self.clients {
                if entry.is_of_everyone() && !events.has_own(*id) {
                    deliver_to(*id, entry, &shared);
                }
            }
        }
        for (id, batches) in events.own(max) {
            if let Some(entry) = self.clients.get(&id) {
                deliver_to(id, entry, &batches);
            }
        }
        for client in lost {
            self.leave(client);
        }
        let sent = u64::try_from(sent).unwrap_or(u64::MAX);
        self.shared.registry.totals.sent.fetch_add(sent, Ordering::Relaxed);
    }

    fn has(&self, client: ClientId, is: impl Fn(&Identity) -> bool) -> bool {
        let entry = self.clients.get(&client);
        entry.and_then(|entry| entry.identity.as_ref()).is_some_and(is)
    }

    fn cut(&mut self, target: CutTarget) {
        let clients: Vec<ClientId> = match target {
            CutTarget::Everyone => self.clients.keys().copied().collect(),
            CutTarget::Member(user) => self.members.get(&user).cloned().unwrap_or_default(),
            CutTarget::Session(user, session) => {
                let of_member = self.members.get(&user).into_iter().flatten().copied();
                let is = |identity: &Identity| identity.member == Some((user, session));
                of_member.filter(|id| self.has(*id, is)).collect()
            }
            CutTarget::Admins => self.admins.iter().copied().collect(),
            CutTarget::Source(source) => self.sources.get(&source).cloned().unwrap_or_default(),
            CutTarget::AdminSession(session) => {
                let is = |identity: &Identity| identity.admin == Some(session);
                self.admins.iter().copied().filter(|id| self.has(*id, is)).collect()
            }
        };
        for id in clients {
            self.leave(id);
            if let Some(entry) = self.clients.get(&id) {
                entry.client.close();
            }
        }
    }
}

impl Drop for Hub {
    /// Closes the worker's clients, because nothing wakes them after a stop or a panic of the
    /// worker.
    fn drop(&mut self) {
        self.shared.remove_hub(self.queue.id);
        for entry in self.clients.values() {
            entry.client.close();
        }
    }
}

impl HubClient {
    /// Whether events for everyone are sent to it. A source of the overlay gets its own only.
    fn is_of_everyone(&self) -> bool {
        self.identity.is_some_and(|identity| identity.source.is_none())
    }

    /// Sends batches. Returns `false` when the client has ended or did not read fast enough.
    fn deliver(&self, batches: &[Batch]) -> bool {
        match &self.websocket {
            Some(websocket) => {
                let keeps_up = batches.iter().all(|batch| websocket.send(batch.clone()));
                if !keeps_up {
                    self.client.overrun();
                }
                keeps_up
            }
            None => self.client.send(batches),
        }
    }
}
