//! One session, its clock and everything it puts out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use pointhouse_socketio::{CloseReason, Config, Frame, Output, Protocol, Refusal, Session};

pub(crate) const MS: Duration = Duration::from_millis(1);

/// One session with everything it has put out, and the clock.
pub(crate) struct Harness {
    pub(crate) session: Session,
    pub(crate) now: Instant,
    pub(crate) bodies: Vec<String>,
    pub(crate) frames: Vec<String>,
    pub(crate) binaries: Vec<Bytes>,
    pub(crate) calls: Vec<Output>,
    pub(crate) closed: Option<CloseReason>,
}

impl Harness {
    pub(crate) fn new(config: Config, protocol: Protocol, websocket: bool) -> Self {
        let now = Instant::now();
        let config = Arc::new(config);
        let session = if websocket {
            Session::websocket(protocol, config, "sid-1", now)
        } else {
            Session::polling(protocol, config, "sid-1", now)
        };
        let mut harness = Self {
            session,
            now,
            bodies: Vec::new(),
            frames: Vec::new(),
            binaries: Vec::new(),
            calls: Vec::new(),
            closed: None,
        };
        if !websocket {
            harness.get().unwrap();
        }
        harness.drain();
        harness
    }

    /// A polling session behind its handshake.
    pub(crate) fn polling(protocol: Protocol) -> Self {
        let mut harness = Self::new(short(), protocol, false);
        assert_eq!(harness.bodies.len(), 1);
        harness.bodies.clear();
        harness
    }

    /// A websocket session behind its handshake.
    pub(crate) fn websocket(protocol: Protocol) -> Self {
        let mut harness = Self::new(short(), protocol, true);
        assert_eq!(harness.frames.len(), 1);
        harness.frames.clear();
        harness
    }

    /// A websocket session that has joined the main namespace.
    pub(crate) fn joined() -> Self {
        let mut harness = Self::websocket(Protocol::SocketIo);
        harness.text("40");
        harness.session.accept("/", "sid-2");
        harness.drain();
        harness.frames.clear();
        harness.calls.clear();
        harness
    }

    pub(crate) fn drain(&mut self) {
        while let Some(output) = self.session.next_output() {
            assert_eq!(self.closed, None, "{output:?} came after the end");
            match output {
                Output::Respond(body) => self.bodies.push(body.to_string()),
                Output::Send(Frame::Text(text)) => self.frames.push(text.to_string()),
                Output::Send(Frame::Binary(data)) => self.binaries.push(data),
                Output::Closed(reason) => self.closed = Some(reason),
                call => self.calls.push(call),
            }
        }
        assert_eq!(self.closed.is_some(), self.session.is_closed());
        assert_eq!(self.closed.is_some(), self.session.deadline().is_none());
    }

    pub(crate) fn get(&mut self) -> Result<(), Refusal> {
        let answer = self.session.get_arrived(self.now);
        self.drain();
        answer
    }

    pub(crate) fn post(&mut self, body: &str) -> Result<(), Refusal> {
        self.session.post_arrived(self.now)?;
        let answer = self.session.post_body(self.now, Bytes::copy_from_slice(body.as_bytes()));
        self.drain();
        answer
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.session.websocket_frame(self.now, Frame::Text(text.into()));
        self.drain();
    }

    pub(crate) fn binary(&mut self, data: &[u8]) {
        let frame = Frame::Binary(Bytes::copy_from_slice(data));
        self.session.websocket_frame(self.now, frame);
        self.drain();
    }

    /// Lets time pass, waking the session whenever it asked for it.
    pub(crate) fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(at) = self.session.deadline().filter(|at| *at <= end) {
            self.now = self.now.max(at);
            self.session.handle_timeout(self.now);
            self.drain();
        }
        self.now = end;
    }
}

/// The intervals of the protocol's conformance suites.
pub(crate) fn short() -> Config {
    Config {
        ping_interval: 300 * MS,
        ping_timeout: 200 * MS,
        connect_timeout: 1_000 * MS,
        upgrade_timeout: 400 * MS,
        upgrade_pause: 50 * MS,
        attachments_timeout: 350 * MS,
        ..Config::default()
    }
}
