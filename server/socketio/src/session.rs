//! One client from handshake to end: Engine.IO below, Socket.IO namespaces above.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use bytestring::ByteString;
use serde_json::Value;

use crate::close::CloseReason;
use crate::config::Config;
use crate::engine::{Engine, Message, Refusal, Step};
use crate::frame::Frame;
use crate::socket::{self, DecodeError, EventData, Packet};

/// The protocol above Engine.IO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// None: messages are returned as they arrive.
    Engine,
    /// Socket.IO 5.
    SocketIo,
}

/// Binary attachments in the order of their placeholders.
pub type Binaries = Vec<Bytes>;

/// What the owner of a session has to do next, in order.
#[derive(Debug, PartialEq)]
pub enum Output {
    /// Answer the waiting GET with this body and status 200.
    Respond(ByteString),
    /// Answer the waiting GET with status 400: it arrived after the client's upgrade packet.
    RefuseGet,
    /// Send one frame on the session's websocket.
    Send(Frame),
    /// Close the websocket of the failed upgrade; the session continues by polling.
    DropProbe,
    /// The session has ended: close its websocket if there is one, and drop the session. No output
    /// follows.
    Closed(CloseReason),
    /// A message ([`Protocol::Engine`] only).
    Message(Message),
    /// The client asks to join a namespace: [`Session::accept`] or [`Session::refuse`] it.
    Connect {
        /// The namespace, `/` for the main one.
        namespace: ByteString,
        /// An object; `{}` when the client sent none.
        payload: Value,
    },
    /// The client has left a namespace.
    Disconnect {
        /// The namespace, `/` for the main one.
        namespace: ByteString,
    },
    /// An event of the client, complete with its attachments.
    Event {
        /// The namespace, `/` for the main one.
        namespace: ByteString,
        /// Set when the client waits for an acknowledgement.
        id: Option<u64>,
        /// Name and arguments.
        data: EventData,
        /// The attachments referenced by placeholders in the arguments.
        attachments: Binaries,
    },
    /// The client's answer to an event that was sent with an id.
    Ack {
        /// The namespace, `/` for the main one.
        namespace: ByteString,
        /// The id of the event.
        id: u64,
        /// A JSON array.
        json: ByteString,
        /// The attachments referenced by placeholders in the array.
        attachments: Binaries,
    },
}

/// A packet whose attachments have not arrived.
#[derive(Debug)]
struct Partial {
    packet: Packet,
    missing: usize,
    bytes: usize,
    attachments: Binaries,
    until: Instant,
}

#[derive(Debug)]
struct Namespace {
    name: ByteString,
    joined: bool,
}

/// One client. After every call, take all of [`Session::next_output`], then read
/// [`Session::deadline`].
#[derive(Debug)]
pub struct Session {
    protocol: Protocol,
    engine: Engine,
    namespaces: Vec<Namespace>,
    /// Until when the client must have joined a namespace.
    connect_by: Option<Instant>,
    partial: Option<Box<Partial>>,
    outputs: VecDeque<Output>,
    /// True after a protocol error, so that the rest of the same body is ignored.
    failed: bool,
}

impl Session {
    /// A session that begins with a polling GET; its first output answers that GET, which must be
    /// announced by [`Session::get_arrived`] like any other.
    ///
    /// `sid` must be unguessable and made of ASCII letters, digits, `-` and `_`.
    #[must_use]
    pub fn polling(protocol: Protocol, config: Arc<Config>, sid: &str, now: Instant) -> Self {
        Self::new(protocol, Engine::polling(config, sid, now), now)
    }

    /// A session that begins on a websocket. `sid` as in [`Session::polling`].
    #[must_use]
    pub fn websocket(protocol: Protocol, config: Arc<Config>, sid: &str, now: Instant) -> Self {
        Self::new(protocol, Engine::websocket(config, sid, now), now)
    }

    fn new(protocol: Protocol, engine: Engine, now: Instant) -> Self {
        let connect_by = match protocol {
            Protocol::Engine => None,
            Protocol::SocketIo => Some(now + engine.config().connect_timeout),
        };
        Self {
            protocol,
            engine,
            namespaces: Vec::new(),
            connect_by,
            partial: None,
            outputs: VecDeque::new(),
            failed: false,
        }
    }

    /// A GET arrived. It is answered with the packets that are ready, or waits for some.
    ///
    /// # Errors
    /// [`Refusal`]: answer this GET with status 400.
    pub fn get_arrived(&mut self, now: Instant) -> Result<(), Refusal> {
        self.handle_timeout(now);
        let answer = self.engine.get_arrived(now);
        self.pump(now);
        answer
    }

    /// The client cancelled the waiting GET. The session ends, because delivery is no longer
    /// certain.
    pub fn get_cancelled(&mut self, now: Instant) {
        self.engine.get_cancelled();
        self.pump(now);
    }

    /// A POST arrived; its body follows with [`Session::post_body`].
    ///
    /// # Errors
    /// [`Refusal`]: answer this POST with status 400.
    pub fn post_arrived(&mut self, now: Instant) -> Result<(), Refusal> {
        self.handle_timeout(now);
        let answer = self.engine.post_arrived();
        self.pump(now);
        answer
    }

    /// The body of the POST in progress.
    ///
    /// # Errors
    /// [`Refusal`]: answer this POST with status 400, otherwise with 200 and `ok`.
    pub fn post_body(&mut self, now: Instant, body: Bytes) -> Result<(), Refusal> {
        self.handle_timeout(now);
        let answer = self.engine.post_body(now, body);
        self.pump(now);
        if self.failed { answer.and(Err(Refusal::Broken)) } else { answer }
    }

    /// The POST in progress ends without a body, because the client cancelled it
    /// ([`CloseReason::RequestCancelled`]) or it is too large ([`CloseReason::TooLarge`]).
    pub fn post_cancelled(&mut self, now: Instant, reason: CloseReason) {
        self.engine.post_cancelled(reason);
        self.pump(now);
    }

    /// A websocket was opened for a session that began by polling.
    ///
    /// # Errors
    /// [`Refusal`]: the session has a websocket already or has ended; close the new one.
    pub fn websocket_arrived(&mut self, now: Instant) -> Result<(), Refusal> {
        self.handle_timeout(now);
        let answer = self.engine.websocket_arrived(now);
        self.pump(now);
        answer
    }

    /// A whole message arrived on the session's websocket.
    pub fn websocket_frame(&mut self, now: Instant, frame: Frame) {
        self.handle_timeout(now);
        self.engine.websocket_frame(now, frame);
        self.pump(now);
    }

    /// A frame that is not a message arrived on the session's websocket: a ping, a pong, or a part
    /// of a message. It counts as a packet.
    pub fn websocket_frame_counts(&mut self, now: Instant) {
        self.engine.websocket_frame_counts(now);
        self.pump(now);
    }

    /// Sets whether the client has identified itself, and so may send larger packets.
    pub fn identify(&mut self, is_identified: bool) {
        self.engine.identify(is_identified);
    }

    /// The session's websocket was closed. If it was a probe, the session continues by polling.
    pub fn websocket_lost(&mut self, now: Instant) {
        self.engine.websocket_lost();
        self.pump(now);
    }

    /// Grants a [`Output::Connect`]. `sid` names the socket within its namespace, made like the
    /// session's own id.
    pub fn accept(&mut self, namespace: &str, sid: &str) {
        if let Some(entry) = self.namespaces.iter_mut().find(|entry| entry.name == namespace) {
            entry.joined = true;
            self.engine.send([socket::connect(namespace, sid)]);
        }
    }

    /// Refuses a [`Output::Connect`]; the client sees `connect_error` with this message.
    pub fn refuse(&mut self, now: Instant, namespace: &str, message: &str) {
        self.engine.send([socket::connect_error(namespace, message)]);
        self.leave(now, namespace);
    }

    /// Sends encoded packets: through the websocket, or with the polling client's next GET. Ignored
    /// after the session has ended.
    pub fn send(&mut self, frames: impl IntoIterator<Item = Frame>) {
        self.engine.send(frames);
    }

    /// Ends the session.
    pub fn close(&mut self) {
        self.engine.close(CloseReason::ServerClosed);
    }

    /// Returns whether the client is in this namespace.
    #[must_use]
    pub fn is_in(&self, namespace: &str) -> bool {
        self.namespaces.iter().any(|entry| entry.joined && entry.name == namespace)
    }

    /// Returns whether the session has ended.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.engine.is_closed()
    }

    /// Returns whether frames are sent by websocket, so that none are kept for a later GET.
    #[must_use]
    pub fn is_on_websocket(&self) -> bool {
        self.engine.on_websocket()
    }

    /// When [`Session::handle_timeout`] must be called next; `None` after the session has ended.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let partial = self.partial.as_ref().map(|partial| partial.until);
        let engine = self.engine.deadline()?;
        [self.connect_by, partial].into_iter().flatten().fold(engine, Instant::min).into()
    }

    /// Handles what is due at `now`. Calling it early or twice is harmless.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.engine.handle_timeout(now);
        if self.connect_by.is_some_and(|until| until <= now) {
            self.engine.close(CloseReason::ConnectTimeout);
        }
        if self.partial.as_ref().is_some_and(|partial| partial.until <= now) {
            self.engine.close(CloseReason::AttachmentsTimeout);
        }
        self.pump(now);
    }

    /// The next output; `None` until the next call.
    pub fn next_output(&mut self) -> Option<Output> {
        if let Some(output) = self.outputs.pop_front() {
            if self.outputs.is_empty() {
                // Most clients are silent most of the time, so empty queues release their memory.
                self.outputs = VecDeque::new();
            }
            return Some(output);
        }
        // Packets that the owner sent since the last input, then the response to a GET, which comes
        // last so that all of them are in one body.
        self.engine.next_step().map(|step| self.output(step))
    }

    /// Bytes kept for or from the client: packets that wait for a GET, and attachments that wait
    /// for the rest of their packet. Bounded by the two limits of the same names.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        let partial = self.partial.as_ref().map_or(0, |partial| partial.bytes);
        self.engine.held_bytes().saturating_add(partial)
    }

    /// Passes messages from the engine to the Socket.IO layer.
    fn pump(&mut self, now: Instant) {
        while let Some(step) = self.engine.next_queued() {
            match step {
                Step::Message(message) => {
                    if !self.failed
                        && let Err(reason) = self.message(now, message)
                    {
                        self.failed = true;
                        self.engine.close(reason);
                    }
                }
                step => {
                    let output = self.output(step);
                    self.outputs.push_back(output);
                }
            }
        }
    }

    fn output(&mut self, step: Step) -> Output {
        match step {
            Step::Respond(body) => Output::Respond(body),
            Step::RefuseGet => Output::RefuseGet,
            Step::Send(frame) => Output::Send(frame),
            Step::DropProbe => Output::DropProbe,
            Step::Message(message) => Output::Message(message),
            Step::Closed(reason) => {
                self.forget();
                Output::Closed(reason)
            }
        }
    }

    /// An ended session keeps nothing but its state.
    fn forget(&mut self) {
        self.namespaces = Vec::new();
        self.partial = None;
        self.connect_by = None;
    }

    fn message(&mut self, now: Instant, message: Message) -> Result<(), CloseReason> {
        if self.protocol == Protocol::Engine {
            self.outputs.push_back(Output::Message(message));
            return Ok(());
        }
        match message {
            Message::Binary(data) => self.attachment(data),
            Message::Text(_) if self.partial.is_some() => Err(DecodeError::MissingBinary.into()),
            Message::Text(text) => {
                let packet = socket::decode(&text, self.engine.config())?;
                self.packet(now, packet, text.len())
            }
        }
    }

    fn packet(&mut self, now: Instant, packet: Packet, bytes: usize) -> Result<(), CloseReason> {
        let missing = match packet {
            Packet::Connect { namespace, payload } => return self.connect(namespace, payload),
            Packet::Disconnect { namespace } => {
                self.require_joined(&namespace)?;
                self.leave(now, &namespace);
                self.outputs.push_back(Output::Disconnect { namespace });
                return Ok(());
            }
            Packet::Event { ref namespace, attachments, .. }
            | Packet::Ack { ref namespace, attachments, .. } => {
                self.require_joined(namespace)?;
                attachments
            }
        };
        if missing == 0 {
            self.deliver(packet, Binaries::new());
            return Ok(());
        }
        if bytes > self.engine.config().attachments_bytes_max {
            return Err(CloseReason::TooLarge);
        }
        let until = now + self.engine.config().attachments_timeout;
        let attachments = Binaries::new();
        self.partial = Some(Box::new(Partial { packet, missing, bytes, attachments, until }));
        Ok(())
    }

    fn connect(&mut self, namespace: ByteString, payload: Value) -> Result<(), CloseReason> {
        let full = self.namespaces.len() >= self.engine.config().namespaces_max;
        if full || self.namespaces.iter().any(|entry| entry.name == namespace) {
            return Err(CloseReason::OutOfTurn);
        }
        // Nearly all clients are in one namespace, and there are many clients.
        self.namespaces.reserve_exact(1);
        self.namespaces.push(Namespace { name: namespace.clone(), joined: false });
        self.connect_by = None;
        self.outputs.push_back(Output::Connect { namespace, payload });
        Ok(())
    }

    fn attachment(&mut self, data: Bytes) -> Result<(), CloseReason> {
        let Some(mut partial) = self.partial.take() else {
            return Err(DecodeError::StrayBinary.into());
        };
        partial.bytes = partial.bytes.saturating_add(data.len());
        if partial.bytes > self.engine.config().attachments_bytes_max {
            return Err(CloseReason::TooLarge);
        }
        partial.attachments.push(data);
        partial.missing = partial.missing.saturating_sub(1);
        if partial.missing == 0 {
            self.deliver(partial.packet, partial.attachments);
        } else {
            self.partial = Some(partial);
        }
        Ok(())
    }

    fn deliver(&mut self, packet: Packet, attachments: Binaries) {
        match packet {
            Packet::Event { namespace, id, data, .. } => {
                self.outputs.push_back(Output::Event { namespace, id, data, attachments });
            }
            Packet::Ack { namespace, id, json, .. } => {
                self.outputs.push_back(Output::Ack { namespace, id, json, attachments });
            }
            // These have no attachments and were handled when they arrived.
            Packet::Connect { .. } | Packet::Disconnect { .. } => {}
        }
    }

    fn require_joined(&self, namespace: &str) -> Result<(), CloseReason> {
        if self.is_in(namespace) { Ok(()) } else { Err(CloseReason::OutOfTurn) }
    }

    fn leave(&mut self, now: Instant, namespace: &str) {
        self.namespaces.retain(|entry| entry.name != namespace);
        if self.namespaces.is_empty() && !self.is_closed() {
            self.connect_by = Some(now + self.engine.config().connect_timeout);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There are thousands of idle clients, each with one of these.
    #[test]
    fn an_idle_session_is_small() {
        assert!(size_of::<Session>() <= 320, "{}", size_of::<Session>());
    }
}
