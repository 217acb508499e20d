//! The handle for publishing events.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, Weak};

use actix_web::web;
use pointhouse_socketio::Frame;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::sync::broadcast::Receiver;

use super::application::{Application, Authenticate, Call, ConnectError, Identity, Sources};
use super::event::{Audience, Event, Everyone, IncludesAdmins, OneMember, OneSource, SocketEvent};
use super::moments::{Moment, MomentKind, Moments};
use super::queue::CutTarget;
use super::settings::Settings;
use super::transport::Transport;
use crate::ids::{SessionId, SourceId, UserId};

/// The default path of Socket.IO clients.
const PATH: &str = "/socket.io/";

/// Publishes events and closes sockets, from any thread, without waiting. Cheap to clone.
#[derive(Clone)]
pub struct Broadcaster {
    transport: Transport,
    /// Weak, because they publish with this broadcaster.
    sources: Arc<OnceLock<Weak<dyn Sources>>>,
    published: Arc<Notify>,
    moments: Arc<Moments>,
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
        let sources = Arc::<OnceLock<_>>::default();
        let push = Push { authenticate, sources: Arc::clone(&sources) };
        Self {
            transport: Transport::new(settings, push),
            sources,
            published: Arc::default(),
            moments: Arc::default(),
        }
    }

    /// Lets sources of the overlay connect. Called once, while the site is built.
    pub fn admit_sources(&self, sources: Weak<dyn Sources>) {
        if self.sources.set(sources).is_err() {
            tracing::error!("the sources of the overlay were set twice");
        }
    }

    /// Tells the overlay what a member has done. Call it when that is on disk.
    pub fn happened(&self, user: UserId, what: MomentKind) {
        self.moments.tell(Moment { user, what });
    }

    /// What members do from now on.
    pub fn moments(&self) -> Receiver<Moment> {
        self.moments.listen()
    }

    /// Sets the members whose rounds are passed on.
    pub fn watch(&self, members: HashSet<UserId>) {
        self.moments.watch(members);
    }

    /// Whether a member's rounds are passed on.
    pub fn is_watched(&self, user: UserId) -> bool {
        self.moments.is_watched(user)
    }

    /// Says that something that sources of the overlay show has changed without an event.
    pub fn facts_changed(&self) {
        self.published.notify_one();
    }

    /// Waits until something was published to everyone since the last wait. For one caller only.
    pub async fn published_to_everyone(&self) {
        self.published.notified().await;
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
        self.published.notify_one();
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

    /// Sends an event to the pages of one source of the overlay.
    pub fn publish_to_source<E>(&self, source: SourceId, payload: &E)
    where
        E: SocketEvent<Audience = OneSource>,
    {
        self.transport.publish(&Event::of(payload), Audience::Source(source));
    }

    /// An event for a source as it is sent, for [`Sources::greeting`].
    pub fn encoded<E>(payload: &E) -> Option<Frame>
    where
        E: SocketEvent<Audience = OneSource>,
    {
        Event::of(payload).frame()
    }

    /// Number of pages that have a source open.
    #[must_use]
    pub fn source_sockets(&self, source: SourceId) -> usize {
        self.transport.shared.registry.source_sockets(source)
    }

    /// Closes the sockets of a source, after its key was revoked.
    pub fn cut_source(&self, source: SourceId) {
        self.transport.cut(CutTarget::Source(source));
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
    sources: Arc<OnceLock<Weak<dyn Sources>>>,
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
        let refused = ConnectError("unauthorized");
        match payload.get("sourceKey") {
            None | Some(Value::Null) => self.authenticate.connect(payload).map_err(|_| refused),
            // A client with a key is its source and has no other identity.
            Some(key) => {
                let find = |key: &str| self.sources.get()?.upgrade()?.find(key);
                let source = key.as_str().and_then(find).ok_or(refused)?;
                Ok(Identity { source: Some(source), ..Identity::default() })
            }
        }
    }

    fn greeting(&self, identity: &Identity) -> Option<Frame> {
        self.sources.get()?.upgrade()?.greeting(identity.source?)
    }

    fn event(&self, call: &Call<'_>, _replies: &mut Vec<Frame>) {
        tracing::debug!(event = call.data.name(), "a client sent an event; none is known");
    }
}
