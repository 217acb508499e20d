//! One client: its session, and the request or websocket that carries it.
//!
//! The session is locked for one step at a time, by any worker. All of its outputs are executed
//! before the lock is released, so frames are sent in the session's order.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use bytestring::ByteString;
use parking_lot::Mutex;
use pointhouse_socketio::{CloseReason, Frame, Output, Refusal, Session};
use serde_json::Value;
use tokio::sync::oneshot;

use super::application::{Call, ConnectError, Identity};
use super::batch::Batch;
use super::ids::{ClientId, WebsocketId};
use super::packet_limit::PacketLimit;
use super::queue::{self, Work};
use super::registry::SocketPermit;
use super::shared;
use super::websocket_handle::WebsocketHandle;

/// The namespace of the published events.
const MAIN: &str = "/";
const TOO_MANY: ConnectError = ConnectError("too many connections");
const UNAUTHORIZED: ConnectError = ConnectError("unauthorized");

/// State that all workers share.
pub(super) type Shared = shared::Shared<Client>;
/// A hub's queue, for other threads.
pub(super) type HubQueue = queue::HubQueue<Client>;

/// The parts of a session that starts on a websocket.
pub(super) struct SessionStart {
    pub(super) shared: Arc<Shared>,
    pub(super) hub: Arc<HubQueue>,
    pub(super) permit: SocketPermit,
    pub(super) packet_limit: PacketLimit,
}

pub(super) struct Client {
    id: ClientId,
    hub: Arc<HubQueue>,
    shared: Arc<Shared>,
    packet_limit: PacketLimit,
    state: Mutex<State>,
}

struct State {
    session: Session,
    /// Set while requests may name the session by its id.
    sid: Option<Arc<str>>,
    /// Takes the response of the waiting GET.
    get: Option<oneshot::Sender<ByteString>>,
    /// The websocket that carries the session or probes for it. Its id is known before its actor
    /// has started.
    websocket_id: Option<WebsocketId>,
    websocket: Option<Arc<WebsocketHandle>>,
    identity: Option<Identity>,
    /// The time at which the hub wakes this client at the latest.
    wakes_at: Instant,
    /// The client did not read fast enough: nothing more can be sent, and its connection is cut.
    overrun: bool,
    permit: Option<SocketPermit>,
}

impl Client {
    /// A client that starts with a polling GET. The receiver gets the response body.
    pub(super) fn polling(
        shared: &Arc<Shared>,
        hub: &Arc<HubQueue>,
        permit: SocketPermit,
    ) -> (Arc<Self>, oneshot::Receiver<ByteString>) {
        let now = Instant::now();
        let sid: Arc<str> = new_sid().into();
        let protocol = shared.application.protocol();
        let session = Session::polling(protocol, Arc::clone(&shared.config), &sid, now);
        let packet_limit = PacketLimit::new(&shared.config);
        let client = Self::new(shared, hub, session, (now, permit, packet_limit));
        client.state.lock().sid = Some(Arc::clone(&sid));
        shared.sessions.keep(sid, Arc::clone(&client));
        let deadline = client.state.lock().wakes_at;
        hub.push(Work::Open { client: Arc::clone(&client), websocket: None, deadline });
        let (sender, answer) = oneshot::channel();
        client.step(|state, now| {
            state.get = Some(sender);
            // A new session never refuses its first GET.
            let _ = state.session.get_arrived(now);
        });
        (client, answer)
    }

    /// A client that starts on a websocket.
    pub(super) fn websocket(start: SessionStart, websocket: WebsocketHandle) -> Arc<Self> {
        let SessionStart { shared, hub, permit, packet_limit } = start;
        let now = Instant::now();
        let protocol = shared.application.protocol();
        let session = Session::websocket(protocol, Arc::clone(&shared.config), &new_sid(), now);
        let client = Self::new(&shared, &hub, session, (now, permit, packet_limit));
        let websocket = Arc::new(websocket);
        let deadline = client.state.lock().wakes_at;
        hub.push(Work::Open {
            client: Arc::clone(&client),
            websocket: Some(Arc::clone(&websocket)),
            deadline,
        });
        client.step(|state, _| {
            state.websocket_id = Some(websocket.id());
            state.websocket = Some(websocket);
        });
        client
    }

    fn new(
        shared: &Arc<Shared>,
        hub: &Arc<HubQueue>,
        session: Session,
        (now, permit, packet_limit): (Instant, SocketPermit, PacketLimit),
    ) -> Arc<Self> {
        hub.client_begins();
        Arc::new(Self {
            id: shared.next_client(),
            hub: Arc::clone(hub),
            shared: Arc::clone(shared),
            packet_limit,
            state: Mutex::new(State {
                wakes_at: session.deadline().unwrap_or(now),
                session,
                sid: None,
                get: None,
                websocket_id: None,
                websocket: None,
                identity: None,
                overrun: false,
                permit: Some(permit),
            }),
        })
    }

    pub(super) fn id(&self) -> ClientId {
        self.id
    }

    pub(super) fn send_buffer_bytes(&self) -> usize {
        self.shared.settings.send_buffer_bytes
    }

    /// Largest packet that the client may send now, in bytes.
    pub(super) fn packet_bytes_max(&self) -> usize {
        self.packet_limit.bytes()
    }

    pub(super) fn packet_limit(&self) -> PacketLimit {
        self.packet_limit.clone()
    }

    /// Handles a GET. The receiver gets the response body.
    pub(super) fn get(&self) -> Result<oneshot::Receiver<ByteString>, Refusal> {
        self.step(|state, now| {
            state.session.get_arrived(now)?;
            let (sender, answer) = oneshot::channel();
            state.get = Some(sender);
            Ok(answer)
        })
    }

    /// Ends the session, because the connection of a GET was lost before its response was written.
    /// The frames of the response may be lost, so the session cannot continue.
    pub(super) fn get_lost(&self) {
        self.step(|state, now| {
            state.session.get_cancelled(now);
            state.session.close();
        });
    }

    pub(super) fn post(&self) -> Result<(), Refusal> {
        self.step(|state, now| state.session.post_arrived(now))
    }

    pub(super) fn post_body(&self, body: Bytes) -> Result<(), Refusal> {
        self.step(|state, now| state.session.post_body(now, body))
    }

    pub(super) fn post_failed(&self, reason: CloseReason) {
        self.step(|state, now| state.session.post_cancelled(now, reason));
    }

    /// Handles a websocket that wants to take the session over. [`Self::attach`] passes its handle.
    pub(super) fn websocket_arrived(&self, websocket: WebsocketId) -> Result<(), Refusal> {
        self.step(|state, now| {
            state.session.websocket_arrived(now)?;
            state.websocket_id = Some(websocket);
            Ok(())
        })
    }

    /// Sets the handle of the websocket. Returns `false` when another one has replaced it.
    pub(super) fn attach(&self, websocket: WebsocketHandle) -> bool {
        self.step(|state, _| {
            let wanted = state.websocket_id == Some(websocket.id());
            if wanted {
                state.websocket = Some(Arc::new(websocket));
            }
            wanted
        })
    }

    pub(super) fn websocket_frame(&self, websocket: WebsocketId, frame: Frame) {
        self.step(|state, now| {
            if state.websocket_id == Some(websocket) {
                state.session.websocket_frame(now, frame);
            }
        });
    }

    /// Counts a frame that is no message by itself.
    pub(super) fn count_frame(&self, websocket: WebsocketId) {
        self.step(|state, now| {
            if state.websocket_id == Some(websocket) {
                state.session.websocket_frame_counts(now);
            }
        });
    }

    pub(super) fn websocket_lost(&self, websocket: WebsocketId) {
        self.step(|state, now| {
            if state.websocket_id == Some(websocket) {
                state.websocket_id = None;
                state.websocket = None;
                state.session.websocket_lost(now);
            }
        });
    }

    /// Sends events through the session. Returns `false` when the session has ended.
    pub(super) fn send(&self, batches: &[Batch]) -> bool {
        self.step(|state, _| {
            state.session.send(batches.iter().flat_map(|batch| batch.iter().cloned()));
            !state.session.is_closed()
        })
    }

    /// Ends the session, because the client does not read fast enough.
    pub(super) fn overrun(&self) {
        self.step(|state, _| {
            state.overrun = true;
            state.session.close();
        });
    }

    pub(super) fn close(&self) {
        self.step(|state, _| state.session.close());
    }

    /// Handles due timeouts. Returns the next deadline; `None` once the client has ended.
    pub(super) fn wake(&self, now: Instant) -> Option<Instant> {
        self.step(|state, _| {
            state.session.handle_timeout(now);
            // `run_outputs` asks the hub only for a deadline before this one.
            state.wakes_at = state.session.deadline().unwrap_or(now);
        });
        let state = self.state.lock();
        state.session.deadline().map(|_| state.wakes_at)
    }

    fn step<T>(&self, step: impl FnOnce(&mut State, Instant) -> T) -> T {
        let now = Instant::now();
        let mut state = self.state.lock();
        let answer = step(&mut state, now);
        self.run_outputs(&mut state, now);
        answer
    }

    /// Executes all outputs of the session.
    fn run_outputs(&self, state: &mut State, now: Instant) {
        let mut frames = Vec::new();
        loop {
            let output = state.session.next_output();
            if let Some(Output::Send(frame)) = output {
                frames.push(frame);
                continue;
            }
            self.flush(state, &mut frames);
            match output {
                Some(output) => self.handle_output(state, output, now),
                // A websocket that overran closes the session, which then has more outputs.
                None if state.session.is_closed() && state.permit.is_some() => {}
                None => break,
            }
        }
        if let Some(deadline) = state.session.deadline()
            && deadline < state.wakes_at
        {
            state.wakes_at = deadline;
            self.hub.push(Work::Wake { client: self.id, deadline });
        }
    }

    fn flush(&self, state: &mut State, frames: &mut Vec<Frame>) {
        if frames.is_empty() {
            return;
        }
        let batch = Batch::from(std::mem::take(frames));
        if let Some(websocket) = &state.websocket
            && !websocket.send(batch)
        {
            state.overrun = true;
            state.session.close();
        }
    }

    fn handle_output(&self, state: &mut State, output: Output, now: Instant) {
        let mut replies = Vec::new();
        match output {
            Output::Send(frame) => replies.push(frame),
            Output::Respond(body) => {
                if let Some(get) = state.get.take() {
                    // If the GET is gone, its guard ends the session.
                    let _ = get.send(body);
                }
            }
            // Dropping the sender answers the GET with an error.
            Output::RefuseGet => state.get = None,
            Output::DropProbe => {
                state.websocket_id = None;
                if let Some(websocket) = state.websocket.take() {
                    websocket.close();
                }
            }
            Output::Message(message) => self.shared.application.message(message, &mut replies),
            Output::Connect { namespace, payload } => {
                match self.connect(state, &namespace, &payload) {
                    Ok(()) => state.session.accept(&namespace, &new_sid()),
                    Err(ConnectError(message)) => state.session.refuse(now, &namespace, message),
                }
            }
            Output::Disconnect { namespace } if namespace == MAIN => self.leave(state),
            Output::Disconnect { .. } => {}
            Output::Event { namespace, id, data, attachments } => {
                let call =
                    Call { namespace: &namespace, id, data: &data, attachments: &attachments };
                self.shared.application.event(&call, &mut replies);
            }
            // The server never asks for acknowledgements.
            Output::Ack { .. } => {}
            Output::Closed(reason) => self.end(state, reason),
        }
        state.session.send(replies);
    }

    /// Asks the application, and joins a client of the main namespace to its audiences.
    fn connect(
        &self,
        state: &mut State,
        namespace: &str,
        payload: &Value,
    ) -> Result<(), ConnectError> {
        let cuts = self.shared.registry.cuts();
        let ask = |greeting: &mut Vec<Frame>| {
            self.shared.application.connect(namespace, payload, greeting)
        };
        let mut greeting = Vec::new();
        let identity = ask(&mut greeting)?;
        if namespace == MAIN {
            self.join(state, identity)?;
            // A token may be revoked after it was checked and before the client is in its
            // audiences, where a cut finds it. So the token is checked again if any sockets were
            // cut in between.
            if self.shared.registry.cuts() != cuts {
                let again = ask(&mut Vec::new());
                if again != Ok(identity) {
                    self.leave(state);
                    return Err(again.err().unwrap_or(UNAUTHORIZED));
                }
            }
        }
        // Read after the client has joined, so that no change between the two is missed.
        let state = state.identity.as_ref().filter(|_| namespace == MAIN);
        greeting.extend(state.and_then(|identity| self.shared.application.greeting(identity)));
        for frame in greeting {
            self.hub.push(Work::Send { client: self.id, frame });
        }
        Ok(())
    }

    fn join(&self, state: &mut State, identity: Identity) -> Result<(), ConnectError> {
        if let Some((user, _)) = identity.member {
            let max = self.shared.settings.sockets_per_member;
            if !self.shared.registry.member_joins(user, self.hub.id, max) {
                return Err(TOO_MANY);
            }
        }
        if let Some(source) = identity.source
            && !self.shared.registry.source_joins(source)
        {
            return Err(TOO_MANY);
        }
        state.identity = Some(identity);
        self.identify(state, identity.member.is_some() || identity.admin.is_some());
        self.hub.push(Work::Join { client: self.id, identity });
        Ok(())
    }

    /// Sets whether the client has shown a valid token, and with it the packet limit.
    fn identify(&self, state: &mut State, is_identified: bool) {
        state.session.identify(is_identified);
        self.packet_limit.set(self.shared.config.packet_bytes(is_identified));
    }

    fn leave(&self, state: &mut State) {
        let Some(identity) = state.identity.take() else { return };
        self.identify(state, false);
        if let Some((user, _)) = identity.member {
            self.shared.registry.member_leaves(user, self.hub.id);
        }
        if let Some(source) = identity.source {
            self.shared.registry.source_leaves(source);
        }
        self.hub.push(Work::Leave { client: self.id });
    }

    fn end(&self, state: &mut State, reason: CloseReason) {
        tracing::debug!(client = self.id.0, %reason, overrun = state.overrun, "a client ended");
        self.leave(state);
        if let Some(sid) = state.sid.take() {
            self.shared.sessions.forget(&sid);
        }
        state.get = None;
        state.websocket_id = None;
        if let Some(websocket) = state.websocket.take() {
            // A client that doesn't answer or read would not read a close frame either.
            if state.overrun || reason == CloseReason::PingTimeout {
                self.shared.registry.totals.cut.fetch_add(1, Ordering::Relaxed);
                websocket.cut();
            } else {
                websocket.close();
            }
        } else if reason == CloseReason::OutboxFull {
            self.shared.registry.totals.cut.fetch_add(1, Ordering::Relaxed);
        }
        state.permit = None;
        self.hub.client_ends();
        self.hub.push(Work::Gone { client: self.id });
    }
}

/// An unguessable session id: 120 random bits as URL-safe base64, 20 characters.
fn new_sid() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 15]>())
}
