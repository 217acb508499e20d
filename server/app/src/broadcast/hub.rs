//! One hub per worker: the clients that began there, their deadlines, and the events of a tick.
//!
//! Work comes in by a queue from any thread; the first piece of it rings, the rest of the tick rides
//! along. So a burst wakes each worker once, is encoded once, and leaves in one write per socket.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use tokio::time::{sleep, sleep_until};

use super::application::Identity;
use super::batch::{Batch, Gathered};
use super::client::{Client, HubQueue, Shared};
use super::event::Audience;
use super::numbers::ClientId;
use super::queue::{Whom, Work};
use super::wire::Wire;
use crate::ids::UserId;

/// A client as its hub sees it.
struct Seat {
    client: Arc<Client>,
    wire: Option<Arc<Wire>>,
    identity: Option<Identity>,
    /// The one entry of the client in the deadlines that counts.
    woken_at: Instant,
}

/// The worker's own half of a hub.
pub(super) struct Hub {
    queue: Arc<HubQueue>,
    shared: Arc<Shared>,
    seats: HashMap<ClientId, Seat>,
    members: HashMap<UserId, Vec<ClientId>>,
    admins: HashSet<ClientId>,
    /// For each client the entry that counts, at or before its deadline, and stale ones.
    deadlines: BinaryHeap<Reverse<(Instant, ClientId)>>,
}

impl Hub {
    pub(super) fn new(queue: Arc<HubQueue>, shared: Arc<Shared>) -> Self {
        Self {
            queue,
            shared,
            seats: HashMap::new(),
            members: HashMap::new(),
            admins: HashSet::new(),
            deadlines: BinaryHeap::new(),
        }
    }

    /// Runs for as long as the worker does.
    pub(super) async fn run(mut self) {
        let mut works = Vec::new();
        let mut more = false;
        loop {
            if more || self.rung().await {
                sleep(self.shared.settings.tick).await;
                more = self.queue.take(&mut works, self.shared.settings.batch_max());
                self.perform(&mut works);
            }
            self.wake_due(Instant::now());
        }
    }

    /// Waits for work (`true`) or the next deadline (`false`).
    async fn rung(&self) -> bool {
        let deadline = self.deadlines.peek().map(|Reverse((at, _))| *at);
        let due = async {
            match deadline {
                Some(at) => sleep_until(at.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = self.queue.rung() => true,
            () = due => false,
        }
    }

    fn wake_due(&mut self, now: Instant) {
        while let Some(Reverse((at, id))) = self.deadlines.peek().copied()
            && at <= now
        {
            self.deadlines.pop();
            let seat = self.seats.get_mut(&id).filter(|seat| seat.woken_at == at);
            // The deadline may have moved on since; the session knows.
            if let Some(seat) = seat
                && let Some(next) = seat.client.wake(now)
            {
                seat.woken_at = next;
                self.deadlines.push(Reverse((next, id)));
            }
        }
    }

    fn wake_earlier(&mut self, client: ClientId, deadline: Instant) {
        if let Some(seat) = self.seats.get_mut(&client)
            && deadline < seat.woken_at
        {
            seat.woken_at = deadline;
            self.deadlines.push(Reverse((deadline, client)));
        }
    }

    fn perform(&mut self, works: &mut Vec<Work<Client>>) {
        let mut gathered = Gathered::default();
        for work in works.drain(..) {
            match work {
                Work::Open { client, wire, deadline } => {
                    let id = client.id();
                    let seat = Seat { client, wire, identity: None, woken_at: deadline };
                    self.seats.insert(id, seat);
                    self.deadlines.push(Reverse((deadline, id)));
                }
                Work::Wake { client, deadline } => self.wake_earlier(client, deadline),
                Work::Join { client, identity } => self.join(client, identity),
                Work::Leave { client } => self.leave(client),
                Work::Gone { client } => {
                    self.leave(client);
                    self.seats.remove(&client);
                }
                Work::Send { client, frame } => gathered.for_one(client, frame),
                Work::Publish { frame, audience } => match audience {
                    Audience::Everyone => gathered.for_everyone(frame),
                    Audience::Member(user) => {
                        for client in self.members.get(&user).into_iter().flatten() {
                            gathered.for_one(*client, frame.clone());
                        }
                    }
                    Audience::Admins => {
                        for client in &self.admins {
                            gathered.for_one(*client, frame.clone());
                        }
                    }
                },
                Work::Cut(whom) => {
                    // What was published before the cut still goes out.
                    self.deliver(&std::mem::take(&mut gathered));
                    self.cut(whom);
                }
            }
        }
        self.deliver(&gathered);
    }

    fn join(&mut self, client: ClientId, identity: Identity) {
        let Some(seat) = self.seats.get_mut(&client) else { return };
        seat.identity = Some(identity);
        if let Some((user, _)) = identity.member {
            self.members.entry(user).or_default().push(client);
        }
        if identity.admin.is_some() {
            self.admins.insert(client);
        }
    }

    fn leave(&mut self, client: ClientId) {
        let seat = self.seats.get_mut(&client);
        let Some(identity) = seat.and_then(|seat| seat.identity.take()) else { return };
        if let Some((user, _)) = identity.member
            && let Some(clients) = self.members.get_mut(&user)
        {
            clients.retain(|other| *other != client);
            if clients.is_empty() {
                self.members.remove(&user);
            }
        }
        self.admins.remove(&client);
    }

    fn deliver(&mut self, gathered: &Gathered) {
        if gathered.is_empty() {
            return;
        }
        let max = self.shared.settings.batch_max();
        let shared = gathered.shared(max);
        let mut sent = 0_usize;
        let mut lost = Vec::new();
        let mut hand = |id: ClientId, seat: &Seat, batches: &[Batch]| {
            if seat.deliver(batches) {
                sent += batches.iter().map(|batch| batch.len()).sum::<usize>();
            } else {
                lost.push(id);
            }
        };
        if !shared.is_empty() {
            for (id, seat) in &self.seats {
                if seat.identity.is_some() && !gathered.has_own(*id) {
                    hand(*id, seat, &shared);
                }
            }
        }
        for (id, batches) in gathered.own(max) {
            if let Some(seat) = self.seats.get(&id) {
                hand(id, seat, &batches);
            }
        }
        for client in lost {
            self.leave(client);
        }
        let sent = u64::try_from(sent).unwrap_or(u64::MAX);
        self.shared.registry.totals.sent.fetch_add(sent, Ordering::Relaxed);
    }

    fn has(&self, client: ClientId, is: impl Fn(&Identity) -> bool) -> bool {
        let seat = self.seats.get(&client);
        seat.and_then(|seat| seat.identity.as_ref()).is_some_and(is)
    }

    fn cut(&mut self, whom: Whom) {
        let clients: Vec<ClientId> = match whom {
            Whom::Everyone => self.seats.keys().copied().collect(),
            Whom::Member(user) => self.members.get(&user).cloned().unwrap_or_default(),
            Whom::Session(user, session) => {
                let of_member = self.members.get(&user).into_iter().flatten().copied();
                let is = |identity: &Identity| identity.member == Some((user, session));
                of_member.filter(|id| self.has(*id, is)).collect()
            }
            Whom::Admins => self.admins.iter().copied().collect(),
            Whom::AdminSession(session) => {
                let is = |identity: &Identity| identity.admin == Some(session);
                self.admins.iter().copied().filter(|id| self.has(*id, is)).collect()
            }
        };
        for id in clients {
            self.leave(id);
            if let Some(seat) = self.seats.get(&id) {
                seat.client.close();
            }
        }
    }
}

impl Drop for Hub {
    /// A worker ends, by a stop or by a panic: its clients have nobody left to wake them.
    fn drop(&mut self) {
        self.shared.remove_hub(self.queue.id);
        for seat in self.seats.values() {
            seat.client.close();
        }
    }
}

impl Seat {
    /// `false` when the client did not keep up and was let go.
    fn deliver(&self, batches: &[Batch]) -> bool {
        match &self.wire {
            Some(wire) => {
                let keeps_up = batches.iter().all(|batch| wire.send(Arc::clone(batch)));
                if !keeps_up {
                    self.client.overrun();
                }
                keeps_up
            }
            None => self.client.send(batches),
        }
    }
}
