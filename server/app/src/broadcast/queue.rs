//! The end of a hub that other threads hold: a queue of work. It is generic over the client, which holds
//! a queue itself.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use parking_lot::Mutex;
use pointhouse_socketio::Frame;
use tokio::sync::Notify;

use super::application::Identity;
use super::batch::{BatchMax, Filling};
use super::event::Audience;
use super::numbers::{ClientId, HubId};
use super::settings::Settings;
use super::wire::Wire;
use crate::ids::{SessionId, UserId};

/// Pieces of work one tick does, so that a flood of events for single members cannot hold up the
/// worker's requests.
const WORKS_PER_TICK: usize = 4_096;

/// What a hub is asked to do.
pub(super) enum Work<Client> {
    /// A client begins. With a wire when it began on its websocket and can never be elsewhere.
    Open { client: Arc<Client>, wire: Option<Arc<Wire>>, deadline: Instant },
    /// A client's deadline came closer.
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
    /// End the sockets of these clients.
    Cut(Whom),
}

/// Whose sockets are cut.
#[derive(Clone, Copy, Debug)]
pub(super) enum Whom {
    Everyone,
    Member(UserId),
    Session(UserId, SessionId),
    Admins,
    AdminSession(SessionId),
}

impl From<Audience> for Whom {
    fn from(audience: Audience) -> Self {
        match audience {
            Audience::Everyone => Self::Everyone,
            Audience::Member(user) => Self::Member(user),
            Audience::Admins => Self::Admins,
        }
    }
}

/// The end of a hub that other threads hold.
pub(super) struct HubQueue<Client> {
    pub(super) id: HubId,
    /// Clients that began here and have not ended. Without any, no event wakes the worker.
    clients: AtomicUsize,
    waiting: Mutex<Waiting<Client>>,
    bell: Notify,
}

struct Waiting<Client> {
    works: VecDeque<Work<Client>>,
    events: usize,
    bytes: usize,
}

impl<Client> HubQueue<Client> {
    pub(super) fn new(id: HubId) -> Self {
        let clients = AtomicUsize::new(0);
        let waiting = Waiting { works: VecDeque::new(), events: 0, bytes: 0 };
        Self { id, clients, waiting: Mutex::new(waiting), bell: Notify::new() }
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

    /// Waits for the first work of a tick.
    pub(super) async fn rung(&self) {
        self.bell.notified().await;
    }

    /// Never blocks beyond a lock held for moments. What is not an event is always taken: there is
    /// no more of it than sockets and requests.
    pub(super) fn push(&self, work: Work<Client>) {
        let mut waiting = self.waiting.lock();
        let first = waiting.works.is_empty();
        waiting.works.push_back(work);
        drop(waiting);
        if first {
            self.bell.notify_one();
        }
    }

    /// Takes an event, or answers `false` when too much waits already.
    pub(super) fn publish(&self, frame: Frame, audience: Audience, settings: &Settings) -> bool {
        let mut waiting = self.waiting.lock();
        let bytes = waiting.bytes.saturating_add(frame.len());
        if waiting.events >= settings.queue_events_max || bytes > settings.queue_bytes_max {
            return false;
        }
        waiting.events += 1;
        waiting.bytes = bytes;
        let first = waiting.works.is_empty();
        waiting.works.push_back(Work::Publish { frame, audience });
        drop(waiting);
        if first {
            self.bell.notify_one();
        }
        true
    }

    /// Moves the work of one tick into `works`; `true` when more is left.
    pub(super) fn take(&self, works: &mut Vec<Work<Client>>, max: BatchMax) -> bool {
        let mut waiting = self.waiting.lock();
        let mut filling = Filling::default();
        while works.len() < WORKS_PER_TICK {
            if let Some(Work::Publish { frame, audience: Audience::Everyone }) =
                waiting.works.front()
                && !filling.takes(frame.len(), max)
            {
                break;
            }
            let Some(work) = waiting.works.pop_front() else { break };
            if let Work::Publish { frame, .. } = &work {
                waiting.events = waiting.events.saturating_sub(1);
                waiting.bytes = waiting.bytes.saturating_sub(frame.len());
            }
            works.push(work);
        }
        if waiting.works.is_empty() && waiting.works.capacity() > WORKS_PER_TICK {
            // One burst must not be paid for with memory for ever.
            waiting.works = VecDeque::new();
        }
        !waiting.works.is_empty()
    }
}
