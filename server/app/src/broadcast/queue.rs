//! A hub's queue of work, filled by any thread. It is generic over the client, because the client
//! itself has a queue.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use parking_lot::Mutex;
use pointhouse_socketio::Frame;
use tokio::sync::Notify;

use super::application::Identity;
use super::batch::{BatchMax, BatchSize};
use super::event::Audience;
use super::ids::{ClientId, HubId};
use super::settings::Settings;
use super::websocket_handle::WebsocketHandle;
use crate::ids::{SessionId, SourceId, UserId};

/// Most items of work in one tick, so that many events for single members don't delay the worker's
/// requests.
const WORK_PER_TICK: usize = 4_096;

/// An item of work for a hub.
pub(super) enum Work<Client> {
    /// A client starts. `websocket` is set when it starts on a websocket, which never changes then.
    Open { client: Arc<Client>, websocket: Option<Arc<WebsocketHandle>>, deadline: Instant },
    /// A client's deadline is earlier now.
    Wake { client: ClientId, deadline: Instant },
    /// A client has joined the main namespace.
    Join { client: ClientId, identity: Identity },
    /// A client has left the main namespace.
    Leave { client: ClientId },
    /// A client has ended.
    Gone { client: ClientId },
    /// A frame for one client.
    Send { client: ClientId, frame: Frame },
    /// An event to send.
    Publish { frame: Frame, audience: Audience },
    /// Closes the sockets of these clients.
    Cut(CutTarget),
}

/// The clients whose sockets are closed.
#[derive(Clone, Copy, Debug)]
pub(super) enum CutTarget {
    Everyone,
    Member(UserId),
    Session(UserId, SessionId),
    Admins,
    AdminSession(SessionId),
    Source(SourceId),
}

impl From<Audience> for CutTarget {
    fn from(audience: Audience) -> Self {
        match audience {
            Audience::Everyone => Self::Everyone,
            Audience::Member(user) => Self::Member(user),
            Audience::Admins => Self::Admins,
            Audience::Source(source) => Self::Source(source),
        }
    }
}

/// A hub's queue of work.
pub(super) struct HubQueue<Client> {
    pub(super) id: HubId,
    /// Clients that started on this hub and have not ended. Without any, no event wakes the worker.
    clients: AtomicUsize,
    waiting: Mutex<Waiting<Client>>,
    work_arrived: Notify,
}

struct Waiting<Client> {
    items: VecDeque<Work<Client>>,
    events: usize,
    bytes: usize,
}

impl<Client> HubQueue<Client> {
    pub(super) fn new(id: HubId) -> Self {
        let clients = AtomicUsize::new(0);
        let waiting = Waiting { items: VecDeque::new(), events: 0, bytes: 0 };
        Self { id, clients, waiting: Mutex::new(waiting), work_arrived: Notify::new() }
    }

    pub(super) fn client_begins(&self) {
        self.clients.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn client_ends(&self) {
        self.clients.fetch_sub(1, Ordering::SeqCst);
    }

    pub(super) fn has_clients(&self) -> bool {
        self.clients.load(Ordering::SeqCst) > 0
    }

    /// Waits for the first item of a tick.
    pub(super) async fn work_arrived(&self) {
        self.work_arrived.notified().await;
    }

    /// Adds an item that is no event. Such items are never refused, because the numbers of sockets
    /// and requests limit them. Waits for nothing but a short lock.
    pub(super) fn push(&self, work: Work<Client>) {
        let mut waiting = self.waiting.lock();
        let first = waiting.items.is_empty();
        waiting.items.push_back(work);
        drop(waiting);
        if first {
            self.work_arrived.notify_one();
        }
    }

    /// Adds an event. Returns `false` when the queue is full.
    pub(super) fn publish(&self, frame: Frame, audience: Audience, settings: &Settings) -> bool {
        let mut waiting = self.waiting.lock();
        let bytes = waiting.bytes.saturating_add(frame.len());
        if waiting.events >= settings.queue_events_max || bytes > settings.queue_bytes_max {
            return false;
        }
        waiting.events += 1;
        waiting.bytes = bytes;
        let first = waiting.items.is_empty();
        waiting.items.push_back(Work::Publish { frame, audience });
        drop(waiting);
        if first {
            self.work_arrived.notify_one();
        }
        true
    }

    /// Moves the items of one tick into `items`. Returns `true` when more are left.
    pub(super) fn take(&self, items: &mut Vec<Work<Client>>, max: BatchMax) -> bool {
        let mut waiting = self.waiting.lock();
        let mut size = BatchSize::default();
        while items.len() < WORK_PER_TICK {
            if let Some(Work::Publish { frame, audience: Audience::Everyone }) =
                waiting.items.front()
                && !size.try_add(frame.len(), max)
            {
                break;
            }
            let Some(work) = waiting.items.pop_front() else { break };
            if let Work::Publish { frame, .. } = &work {
                waiting.events = waiting.events.saturating_sub(1);
                waiting.bytes = waiting.bytes.saturating_sub(frame.len());
            }
            items.push(work);
        }
        if waiting.items.is_empty() && waiting.items.capacity() > WORK_PER_TICK {
            // Releases the memory of a burst.
            waiting.items = VecDeque::new();
        }
        !waiting.items.is_empty()
    }
}
