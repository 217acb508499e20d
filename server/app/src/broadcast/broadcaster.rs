//! The handle for publishing events.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use actix_web::web;
use pointhouse_socketio::Frame;
use serde_json::Value;

use super::application::{Application, Authenticate, Call, ConnectError, Identity};
use super::event::{Audience, Event, Everyone, IncludesAdmins, OneMember, SocketEvent};
use super::queue::CutTarget;
use super::settings::Settings;
use super::transport::Transport;
use crate::ids::{SessionId, UserId};

/// The default path of Socket.IO clients.
const PATH: &str = "/socket.io/";

/// Publishes events and closes sockets, from any thread, without waiting. Cheap to clone.
#[derive(Clone)]
pub struct Broadcaster {
    transport: Transport,
}

/// Counts for the metrics. All but the first two count since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Current sockets, polling clients included.
    pub sockets: usize,
    /// Members with at least one socket.
    pub members: usize,
    /// Events sent to sockets: one event to a thousand sockets counts a thousand.
    pub sent: u64,
    /// Events published, to any audience.
    pub published: u64,
    /// Events that were not sent to all of their audience, because a queue was full.
    pub dropped: u64,
    /// Clients disconnected because they did not read fast enough or did not answer a ping.
    pub cut: u64,
    /// Clients refused because of a limit.
    pub refused: u64,
}

impl Broadcaster {
    /// A broadcaster without workers. [`Broadcaster::configure`] adds a worker.
    pub fn new(settings: Settings, authenticate: Arc<dyn Authenticate>) -> Self {
        Self { transport: Transport::new(settings, Push { authenticate }) }
    }

    /// Mounts `/socket.io/` on a worker. Must be called on the worker's own thread.
    pub fn configure(&self, cfg: &mut web::ServiceConfig) {
        self.transport.configure(cfg, PATH);
    }

    /// Sends an event to all connected sockets. Events that one thread publishes, by this or the
    /// next two methods, arrive at each socket in the order of the calls.
    pub fn publish_to_everyone<E>(&self, payload: &E)
    where
        E: SocketEvent<Audience = Everyone>,
    {
        self.transport.publish(&Event::of(payload), Audience::Everyone);
    }

    /// Sends an event to the connected sockets of one member.
    pub fn publish_to_member<E>(&self, user: UserId, payload: &E)
    where
        E: SocketEvent<Audience = OneMember>,
    {
        self.transport.publish(&Event::of(payload), Audience::Member(user));
    }

    /// Sends an event to the connected sockets of admins. Also takes events for everyone, so that
    /// admins can test them before members get them.
    pub fn publish_to_admins<E>(&self, payload: &E)
    where
        E: SocketEvent<Audience: IncludesAdmins>,
    {
        self.transport.publish(&Event::of(payload), Audience::Admins);
    }

    /// Closes a member's sockets after a token was revoked. Call it once the token is invalid.
    /// Events published before are still sent; a browser with a valid token reconnects.
    pub fn cut_member(&self, user: UserId) {
        self.transport.cut(CutTarget::Member(user));
    }

    /// Closes the sockets of one session of a member, after the session ended.
    pub fn cut_session(&self, user: UserId, session: SessionId) {
        self.transport.cut(CutTarget::Session(user, session));
    }

    /// Closes the sockets of one session of the panel.
    pub fn cut_admin_session(&self, session: SessionId) {
        self.transport.cut(CutTarget::AdminSession(session));
    }

    /// Closes all sockets with an admin token, after those were revoked.
    pub fn cut_admins(&self) {
        self.transport.cut(CutTarget::Admins);
    }

    /// Closes all sockets and refuses new ones, because the server is stopping.
    pub fn cut_all(&self) {
        self.transport.shared.registry.stop_admitting();
        self.transport.cut(CutTarget::Everyone);
    }

    /// Returns whether the member has a connected socket.
    #[must_use]
    pub fn member_connected(&self, user: UserId) -> bool {
        self.transport.shared.registry.member_connected(user)
    }

    /// Counts for the metrics.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let registry = &self.transport.shared.registry;
        let totals = &registry.totals;
        Counts {
            sockets: registry.sockets(),
            members: registry.members(),
            sent: totals.sent.load(Ordering::Relaxed),
            published: totals.published.load(Ordering::Relaxed),
            dropped: totals.dropped.load(Ordering::Relaxed),
            cut: totals.cut.load(Ordering::Relaxed),
            refused: totals.refused.load(Ordering::Relaxed),
        }
    }
}

/// The product's application: clients only receive events. Commands are HTTP calls.
struct Push {
    authenticate: Arc<dyn Authenticate>,
}

impl Application for Push {
    fn connect(
        &self,
        namespace: &str,
        payload: &Value,
        _replies: &mut Vec<Frame>,
    ) -> Result<Identity, ConnectError> {
        if namespace != "/" {
            return Err(ConnectError("Invalid namespace"));
        }
        self.authenticate.connect(payload).map_err(|_| ConnectError("unauthorized"))
    }

    fn event(&self, call: &Call<'_>, _replies: &mut Vec<Frame>) {
        tracing::debug!(event = call.data.name(), "a client sent an event; none is known");
    }
}
