//! One client: its session, and the request or websocket that waits on it.
//!
//! The session is held for the length of one step, whichever worker takes it, and everything it
//! puts out is carried out before it is let go, so frames leave in the order the session decided.

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
use super::numbers::{ClientId, WireId};
use super::packet_limit::PacketLimit;
use super::queue::{self, Work};
use super::registry::Pass;
use super::shared;
use super::wire::Wire;

/// The namespace that events are published in.
const MAIN: &str = "/";
const TOO_MANY: ConnectError = ConnectError("too many connections");
const UNAUTHORIZED: ConnectError = ConnectError("unauthorized");

/// What all workers share.
pub(super) type Shared = shared::Shared<Client>;
/// The end of a hub that other threads hold.
pub(super) type HubQueue = queue::HubQueue<Client>;

/// What a session that begins on a websocket is made of.
pub(super) struct Newcomer {
    pub(super) shared: Arc<Shared>,
    pub(super) hub: Arc<HubQueue>,
    pub(super) pass: Pass,
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
    /// Set while requests may come for the session by its id.
    sid: Option<Arc<str>>,
    /// Where the answer to the waiting GET goes.
    get: Option<oneshot::Sender<ByteString>>,
    /// The websocket that carries the session or probes for it. The number is known before the
    /// wire itself is up.
    wire_id: Option<WireId>,
    wire: Option<Arc<Wire>>,
    identity: Option<Identity>,
    /// The earliest time at which the hub is sure to come by.
    woken_by: Instant,
    /// The client did not keep up, so nothing more can be told to it: its connection is cut.
    overrun: bool,
    pass: Option<Pass>,
}

impl Client {
    /// A client that begins with a polling GET; its answer comes out of the receiver.
    pub(super) fn polling(
        shared: &Arc<Shared>,
        hub: &Arc<HubQueue>,
        pass: Pass,
    ) -> (Arc<Self>, oneshot::Receiver<ByteString>) {
        let now = Instant::now();
        let sid: Arc<str> = new_sid().into();
        let protocol = shared.application.protocol();
        let session = Session::polling(protocol, Arc::clone(&shared.config), &sid, now);
        let packet_limit = PacketLimit::new(&shared.config);
        let client = Self::new(shared, hub, session, (now, pass, packet_limit));
        client.state.lock().sid = Some(Arc::clone(&sid));
        shared.sessions.keep(sid, Arc::clone(&client));
        let deadline = client.state.lock().woken_by;
        hub.push(Work::Open { client: Arc::clone(&client), wire: None, deadline });
        let (sender, answer) = oneshot::channel();
        client.step(|state, now| {
            state.get = Some(sender);
            // A new session has nothing that could refuse its first GET.
            let _ = state.session.get_arrived(now);
        });
        (client, answer)
    }

    /// A client that begins on its websocket.
    pub(super) fn websocket(newcomer: Newcomer, wire: Wire) -> Arc<Self> {
        let Newcomer { shared, hub, pass, packet_limit } = newcomer;
        let now = Instant::now();
        let protocol = shared.application.protocol();
        let session = Session::websocket(protocol, Arc::clone(&shared.config), &new_sid(), now);
        let client = Self::new(&shared, &hub, session, (now, pass, packet_limit));
        let wire = Arc::new(wire);
        let deadline = client.state.lock().woken_by;
        hub.push(Work::Open {
            client: Arc::clone(&client),
            wire: Some(Arc::clone(&wire)),
            deadline,
        });
        client.step(|state, _| {
            state.wire_id = Some(wire.id());
            state.wire = Some(wire);
        });
        client
    }

    fn new(
        shared: &Arc<Shared>,
        hub: &Arc<HubQueue>,
        session: Session,
        (now, pass, packet_limit): (Instant, Pass, PacketLimit),
    ) -> Arc<Self> {
        hub.client_begins();
        Arc::new(Self {
            id: shared.next_client(),
            hub: Arc::clone(hub),
            shared: Arc::clone(shared),
            packet_limit,
            state: Mutex::new(State {
                woken_by: session.deadline().unwrap_or(now),
                session,
                sid: None,
                get: None,
                wire_id: None,
                wire: None,
                identity: None,
                overrun: false,
                pass: Some(pass),
            }),
        })
    }

    pub(super) fn id(&self) -> ClientId {
        self.id
    }

    pub(super) fn send_buffer_bytes(&self) -> usize {
        self.shared.settings.send_buffer_bytes
    }

    /// How large a packet it may send now.
    pub(super) fn packet_bytes_max(&self) -> usize {
        self.packet_limit.bytes()
    }

    pub(super) fn packet_limit(&self) -> PacketLimit {
        self.packet_limit.clone()
    }

    /// A GET; its answer comes out of the receiver.
    pub(super) fn get(&self) -> Result<oneshot::Receiver<ByteString>, Refusal> {
        self.step(|state, now| {
            state.session.get_arrived(now)?;
            let (sender, answer) = oneshot::channel();
            state.get = Some(sender);
            Ok(answer)
        })
    }

    /// The connection of a GET was lost before its answer was written. What the answer held, if
    /// there was one already, is lost too, so the session cannot go on either way.
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

    /// A websocket comes to take the session over; its wire follows with [`Self::attach`].
    pub(super) fn websocket_arrived(&self, wire: WireId) -> Result<(), Refusal> {
        self.step(|state, now| {
            state.session.websocket_arrived(now)?;
            state.wire_id = Some(wire);
            Ok(())
        })
    }

    /// `false` when the websocket is no longer wanted.
    pub(super) fn attach(&self, wire: Wire) -> bool {
        self.step(|state, _| {
            let wanted = state.wire_id == Some(wire.id());
            if wanted {
                state.wire = Some(Arc::new(wire));
            }
            wanted
        })
    }

    pub(super) fn websocket_frame(&self, wire: WireId, frame: Frame) {
        self.step(|state, now| {
            if state.wire_id == Some(wire) {
                state.session.websocket_frame(now, frame);
            }
        });
    }

    /// A frame came that is no message by itself.
    pub(super) fn count_frame(&self, wire: WireId) {
        self.step(|state, now| {
            if state.wire_id == Some(wire) {
                state.session.websocket_frame_counts(now);
            }
        });
    }

    pub(super) fn websocket_lost(&self, wire: WireId) {
        self.step(|state, now| {
            if state.wire_id == Some(wire) {
                state.wire_id = None;
                state.wire = None;
                state.session.websocket_lost(now);
            }
        });
    }

    /// Sends events through the session; `false` when it has ended.
    pub(super) fn send(&self, batches: &[Batch]) -> bool {
        self.step(|state, _| {
            state.session.send(batches.iter().flat_map(|batch| batch.iter().cloned()));
            !state.session.is_closed()
        })
    }

    /// The client did not keep up with its wire.
    pub(super) fn overrun(&self) {
        self.step(|state, _| {
            state.overrun = true;
            state.session.close();
        });
    }

    pub(super) fn close(&self) {
        self.step(|state, _| state.session.close());
    }

    /// Does what is due and answers when to come by again; `None` once the client has ended.
    pub(super) fn wake(&self, now: Instant) -> Option<Instant> {
        self.step(|state, _| {
            state.session.handle_timeout(now);
            // Settling asks for an earlier wake only below this.
            state.woken_by = state.session.deadline().unwrap_or(now);
        });
        let state = self.state.lock();
        state.session.deadline().map(|_| state.woken_by)
    }

    fn step<T>(&self, step: impl FnOnce(&mut State, Instant) -> T) -> T {
        let now = Instant::now();
        let mut state = self.state.lock();
        let answer = step(&mut state, now);
        self.settle(&mut state, now);
        answer
    }

    /// Carries out everything the session has put out.
    fn settle(&self, state: &mut State, now: Instant) {
        let mut frames = Vec::new();
        loop {
            let output = state.session.next_output();
            if let Some(Output::Send(frame)) = output {
                frames.push(frame);
                continue;
            }
            self.flush(state, &mut frames);
            match output {
                Some(output) => self.perform(state, output, now),
                // An overrun wire closes the session, which has something more to say then.
                None if state.session.is_closed() && state.pass.is_some() => {}
                None => break,
            }
        }
        if let Some(deadline) = state.session.deadline()
            && deadline < state.woken_by
        {
            state.woken_by = deadline;
            self.hub.push(Work::Wake { client: self.id, deadline });
        }
    }

    fn flush(&self, state: &mut State, frames: &mut Vec<Frame>) {
        if frames.is_empty() {
            return;
        }
        let batch = Batch::from(std::mem::take(frames));
        if let Some(wire) = &state.wire
            && !wire.send(batch)
        {
            state.overrun = true;
            state.session.close();
        }
    }

    fn perform(&self, state: &mut State, output: Output, now: Instant) {
        let mut replies = Vec::new();
        match output {
            Output::Send(frame) => replies.push(frame),
            Output::Respond(body) => {
                if let Some(get) = state.get.take() {
                    // Should the GET be gone, its guard ends the session.
                    let _ = get.send(body);
                }
            }
            // Its sender gone, a GET is answered with an error.
            Output::RefuseGet => state.get = None,
            Output::DropProbe => {
                state.wire_id = None;
                if let Some(wire) = state.wire.take() {
                    wire.close();
                }
            }
            Output::Message(message) => self.shared.application.message(message, &mut replies),
            Output::Connect { namespace, payload } => {
                match self.admit(state, &namespace, &payload) {
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
            // Nothing of ours asks for acknowledgements.
            Output::Ack { .. } => {}
            Output::Closed(reason) => self.end(state, reason),
        }
        state.session.send(replies);
    }

    /// Asks the application, and takes a client of the main namespace into its rooms.
    fn admit(
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
            // A token may be revoked between being read and the client being in its room, where
            // the cut that follows a revocation finds it. So when anybody was cut in between, it is
            // read again.
            if self.shared.registry.cuts() != cuts {
                let again = ask(&mut Vec::new());
                if again != Ok(identity) {
                    self.leave(state);
                    return Err(again.err().unwrap_or(UNAUTHORIZED));
                }
            }
        }
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
        state.identity = Some(identity);
        self.identify(state, identity.member.is_some() || identity.admin.is_some());
        self.hub.push(Work::Join { client: self.id, identity });
        Ok(())
    }

    /// Whether it has shown a valid token.
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
        self.hub.push(Work::Leave { client: self.id });
    }

    fn end(&self, state: &mut State, reason: CloseReason) {
        tracing::debug!(client = self.id.0, %reason, overrun = state.overrun, "a client ended");
        self.leave(state);
        if let Some(sid) = state.sid.take() {
            self.shared.sessions.forget(&sid);
        }
        state.get = None;
        state.wire_id = None;
        if let Some(wire) = state.wire.take() {
            // Who does not answer or does not read would not hear a goodbye either.
            if state.overrun || reason == CloseReason::PingTimeout {
                self.shared.registry.totals.cut.fetch_add(1, Ordering::Relaxed);
                wire.cut();
            } else {
                wire.close();
            }
        } else if reason == CloseReason::OutboxFull {
            self.shared.registry.totals.cut.fetch_add(1, Ordering::Relaxed);
        }
        state.pass = None;
        self.hub.client_ends();
        self.hub.push(Work::Gone { client: self.id });
    }
}

/// An unguessable session id: 120 random bits in letters, digits, `-` and `_`.
fn new_sid() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 15]>())
}
