//! The handle by which the rest of the server publishes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use actix_web::web;
use pointhouse_socketio::Frame;
use serde_json::Value;

use super::application::{Application, Authenticate, Call, ConnectError, Identity};
use super::event::{Audience, Event, Everyone, IncludesAdmins, OneMember, SocketEvent};
use super::hub::Whom;
use super::settings::Settings;
use super::transport::Transport;
use crate::ids::{SessionId, UserId};

/// Where the stock client looks for its server.
const PATH: &str = "/socket.io/";

/// Publishes events and cuts sockets, from any thread, without waiting. Cheap to clone.
#[derive(Clone)]
pub struct Broadcaster {
    transport: Transport,
}

/// Figures for metrics; all but the first two count since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sockets there are, polling clients included.
    pub sockets: usize,
    /// Members with at least one socket.
    pub members: usize,
    /// Events handed to sockets: one event for a thousand sockets counts a thousand.
    pub sent: u64,
    /// Events published, whoever they were for.
    pub published: u64,
    /// Events not sent to (all of) their audience because too many waited.
    pub dropped: u64,
    /// Clients let go because they did not keep up or did not answer.
    pub cut: u64,
    /// Clients turned away at the door because of a limit.
    pub turned_away: u64,
}

impl Broadcaster {
    /// A broadcaster without workers yet; see the module's documentation.
    pub fn new(settings: Settings, authenticate: Arc<dyn Authenticate>) -> Self {
        Self { transport: Transport::new(settings, Push { authenticate }) }
    }

    /// Mounts `/socket.io/` on a worker. To be called on the worker's own thread.
    pub fn configure(&self, cfg: &mut web::ServiceConfig) {
        self.transport.configure(cfg, PATH);
    }

    /// Sends an event to all sockets that are connected now. Events that one thread publishes, by
    /// this or the next two methods, arrive at each socket in the order of the calls.
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

    /// Sends an event to the connected sockets of admins. An event for everyone may be tested this
    /// way before members see it.
    pub fn publish_to_admins<E>(&self, payload: &E)
    where
        E: SocketEvent<Audience: IncludesAdmins>,
    {
        self.transport.publish(&Event::of(payload), Audience::Admins);
    }

    /// Ends a member's sockets, because a token was revoked: call it after the token stopped being
    /// valid. What was published before still goes out; a browser with a valid token comes back.
    pub fn cut_member(&self, user: UserId) {
        self.transport.cut(Whom::Member(user));
    }

    /// Ends the sockets of one session of a member, because the session ended.
    pub fn cut_session(&self, user: UserId, session: SessionId) {
        self.transport.cut(Whom::Session(user, session));
    }

    /// Ends the sockets of one session of the panel.
    pub fn cut_admin_session(&self, session: SessionId) {
        self.transport.cut(Whom::AdminSession(session));
    }

    /// Ends the sockets that hold an admin token, because those were revoked.
    pub fn cut_admins(&self) {
        self.transport.cut(Whom::Admins);
    }

    /// Ends all sockets and lets nobody in any more: the server is stopping.
    pub fn cut_all(&self) {
        self.transport.shared.registry.stop_admitting();
        self.transport.cut(Whom::Everyone);
    }

    /// Whether an event for this member would reach anybody.
    #[must_use]
    pub fn member_connected(&self, user: UserId) -> bool {
        self.transport.shared.registry.member_connected(user)
    }

    /// Figures for metrics.
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
            turned_away: totals.turned_away.load(Ordering::Relaxed),
        }
    }
}

/// The product's application: clients listen; commands go by HTTP.
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
