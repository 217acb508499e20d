//! Engine.IO: one session with its transport, its heartbeat and its upgrade.
//!
//! The session uses either polling or its websocket, never both. A websocket that wants to take
//! over a polling session is a probe until the client's upgrade packet; until then all packets are
//! sent by polling, afterwards by websocket, and waiting packets are moved in order.

pub(crate) mod payload;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use bytestring::ByteString;

use crate::close::CloseReason;
use crate::config::Config;
use crate::frame::{Frame, Outbox};

const CLOSE: &str = "1";
const PING: &str = "2";
const NOOP: &str = "6";
const PROBE: &str = "2probe";
const PROBE_ANSWER: &str = "3probe";
const UPGRADE: &str = "5";

/// Rates are counted over this window.
const RATE_WINDOW: Duration = Duration::from_secs(1);

/// One message of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Text, without the packet type digit.
    Text(ByteString),
    /// Binary data.
    Binary(Bytes),
}

impl Message {
    /// The message as a packet to send, for servers that send their own messages.
    #[must_use]
    pub fn into_frame(self) -> Frame {
        match self {
            Self::Text(text) => Frame::Text(["4", &text].concat().into()),
            Self::Binary(data) => Frame::Binary(data),
        }
    }
}

/// A request gets an error response. The session's outputs show whether the session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The session has ended, so its id is no longer known.
    #[error("Session ID unknown")]
    Closed,
    /// The request doesn't match the session's transport.
    #[error("Bad request")]
    WrongTransport,
    /// The request violated the protocol and ended the session.
    #[error("Bad request")]
    Broken,
}

/// The results of a step of the engine, in order.
#[derive(Debug)]
pub(crate) enum Step {
    Respond(ByteString),
    RefuseGet,
    Send(Frame),
    DropProbe,
    Message(Message),
    Closed(CloseReason),
}

#[derive(Debug, PartialEq)]
enum Transport {
    Polling,
    Probing { until: Instant, confirmed: bool },
    Websocket,
    Closed,
}

#[derive(Debug)]
enum Heartbeat {
    PingAt(Instant),
    PongBy(Instant),
}

#[derive(Debug)]
pub(crate) struct Engine {
    config: Arc<Config>,
    transport: Transport,
    heartbeat: Heartbeat,
    outbox: Outbox,
    steps: VecDeque<Step>,
    get_waits: bool,
    /// When a GET that waits during an upgrade gets an empty response.
    release_at: Option<Instant>,
    post_runs: bool,
    is_identified: bool,
    rate_from: Instant,
    rate_count: u32,
}

impl Engine {
    pub(crate) fn polling(config: Arc<Config>, sid: &str, now: Instant) -> Self {
        let mut engine = Self::new(config, Transport::Polling, now);
        let open = engine.handshake(sid, r#"["websocket"]"#);
        engine.send([open]);
        engine
    }

    pub(crate) fn websocket(config: Arc<Config>, sid: &str, now: Instant) -> Self {
        let mut engine = Self::new(config, Transport::Websocket, now);
        let open = engine.handshake(sid, "[]");
        engine.send([open]);
        engine
    }

    fn new(config: Arc<Config>, transport: Transport, now: Instant) -> Self {
        Self {
            heartbeat: Heartbeat::PingAt(now + config.ping_interval),
            config,
            transport,
            outbox: Outbox::default(),
            steps: VecDeque::new(),
            get_waits: false,
            release_at: None,
            post_runs: false,
            is_identified: false,
            rate_from: now,
            rate_count: 0,
        }
    }

    /// The open packet. A session id is made of letters, digits, `-` and `_`, so it needs no JSON
    /// escapes.
    fn handshake(&self, sid: &str, upgrades: &str) -> Frame {
        let Config { ping_interval, ping_timeout, max_payload, .. } = &*self.config;
        let text = format!(
            r#"0{{"sid":"{sid}","upgrades":{upgrades},"pingInterval":{},"pingTimeout":{},"maxPayload":{max_payload}}}"#,
            ping_interval.as_millis(),
            ping_timeout.as_millis(),
        );
        Frame::Text(text.into())
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.transport == Transport::Closed
    }

    pub(crate) fn on_websocket(&self) -> bool {
        self.transport == Transport::Websocket
    }

    pub(crate) fn get_arrived(&mut self, now: Instant) -> Result<(), Refusal> {
        self.require_polling()?;
        if self.get_waits {
            self.close(CloseReason::OverlappingRequests);
            return Err(Refusal::Broken);
        }
        self.get_waits = true;
        if matches!(self.transport, Transport::Probing { confirmed: true, .. }) {
            self.release_at = Some(now + self.config.upgrade_pause);
        }
        Ok(())
    }

    pub(crate) fn get_cancelled(&mut self) {
        if self.get_waits {
            self.get_waits = false;
            self.close(CloseReason::RequestCancelled);
        }
    }

    pub(crate) fn post_arrived(&mut self) -> Result<(), Refusal> {
        self.require_polling()?;
        if self.post_runs {
            self.close(CloseReason::OverlappingRequests);
            return Err(Refusal::Broken);
        }
        self.post_runs = true;
        Ok(())
    }

    pub(crate) fn post_cancelled(&mut self, reason: CloseReason) {
        if self.post_runs {
            self.post_runs = false;
            self.close(reason);
        }
    }

    pub(crate) fn post_body(&mut self, now: Instant, body: Bytes) -> Result<(), Refusal> {
        self.post_runs = false;
        // The upgrade may have been completed while the body arrived. Correct clients pause before
        // they upgrade, so none of their packets is lost here.
        self.require_polling()?;
        let read = if body.len() > self.config.packet_bytes(self.is_identified) {
            Err(CloseReason::TooLarge)
        } else {
            self.read_body(now, body)
        };
        read.map_err(|reason| {
            self.close(reason);
            Refusal::Broken
        })
    }

    fn read_body(&mut self, now: Instant, body: Bytes) -> Result<(), CloseReason> {
        let body = ByteString::try_from(body).map_err(|_| CloseReason::BadEnginePacket)?;
        for (index, packet) in payload::split(&body).enumerate() {
            if index >= self.config.payload_packets_max {
                return Err(CloseReason::TooManyPackets);
            }
            self.packet(now, packet.ok_or(CloseReason::BadEnginePacket)?)?;
            if self.is_closed() {
                break;
            }
        }
        Ok(())
    }

    pub(crate) fn websocket_arrived(&mut self, now: Instant) -> Result<(), Refusal> {
        match self.transport {
            Transport::Polling => {
                let until = now + self.config.upgrade_timeout;
                self.transport = Transport::Probing { until, confirmed: false };
                Ok(())
            }
            Transport::Probing { .. } | Transport::Websocket => Err(Refusal::WrongTransport),
            Transport::Closed => Err(Refusal::Closed),
        }
    }

    pub(crate) fn websocket_lost(&mut self) {
        match self.transport {
            Transport::Probing { .. } => self.transport = Transport::Polling,
            Transport::Websocket => self.close(CloseReason::TransportLost),
            Transport::Polling | Transport::Closed => {}
        }
    }

    pub(crate) fn identify(&mut self, is_identified: bool) {
        self.is_identified = is_identified;
    }

    /// A control frame, or a part of a message: it counts as a packet.
    pub(crate) fn websocket_frame_counts(&mut self, now: Instant) {
        if let Err(reason) = self.count_packet(now) {
            self.close(reason);
        }
    }

    pub(crate) fn websocket_frame(&mut self, now: Instant, frame: Frame) {
        match self.transport {
            Transport::Probing { confirmed, .. } => self.probe_frame(now, confirmed, &frame),
            Transport::Websocket => {
                let read = if frame.len() > self.config.packet_bytes(self.is_identified) {
                    Err(CloseReason::TooLarge)
                } else {
                    self.packet(now, frame)
                };
                if let Err(reason) = read {
                    self.close(reason);
                }
            }
            // A frame after the one that ended the session or its probe.
            Transport::Polling | Transport::Closed => {}
        }
    }

    fn probe_frame(&mut self, now: Instant, was_confirmed: bool, frame: &Frame) {
        match (frame, &mut self.transport) {
            (Frame::Text(text), Transport::Probing { confirmed, .. }) if text == PROBE => {
                *confirmed = true;
                self.release_at = self.get_waits.then(|| now + self.config.upgrade_pause);
                self.steps.push_back(Step::Send(Frame::Text(PROBE_ANSWER.into())));
            }
            (Frame::Text(text), transport) if text == UPGRADE && was_confirmed => {
                *transport = Transport::Websocket;
                // A correct client has no GET in progress at this point.
                if std::mem::take(&mut self.get_waits) {
                    self.steps.push_back(Step::RefuseGet);
                }
                while let Some(frame) = self.outbox.pop() {
                    self.steps.push_back(Step::Send(frame));
                }
            }
            _ => {
                self.transport = Transport::Polling;
                self.steps.push_back(Step::DropProbe);
            }
        }
    }

    fn packet(&mut self, now: Instant, frame: Frame) -> Result<(), CloseReason> {
        self.count_packet(now)?;
        let text = match frame {
            Frame::Binary(data) => {
                self.steps.push_back(Step::Message(Message::Binary(data)));
                return Ok(());
            }
            Frame::Text(text) => text,
        };
        let mut rest = text.chars();
        match rest.next() {
            Some('1') => {
                self.answer_get(NOOP.into());
                self.close(CloseReason::ClientClosed);
            }
            Some('3') => self.pong(now),
            Some('4') => {
                let message = Message::Text(text.slice_ref(rest.as_str()));
                self.steps.push_back(Step::Message(message));
            }
            Some('6') => {}
            _ => return Err(CloseReason::BadEnginePacket),
        }
        Ok(())
    }

    /// Unrequested pongs must not delay the next ping for ever.
    fn pong(&mut self, now: Instant) {
        if let Heartbeat::PongBy(_) = self.heartbeat {
            self.heartbeat = Heartbeat::PingAt(now + self.config.ping_interval);
        }
    }

    fn count_packet(&mut self, now: Instant) -> Result<(), CloseReason> {
        if now.saturating_duration_since(self.rate_from) >= RATE_WINDOW {
            self.rate_from = now;
            self.rate_count = 0;
        }
        self.rate_count = self.rate_count.saturating_add(1);
        if self.rate_count > self.config.packets_per_second_max {
            return Err(CloseReason::TooManyPackets);
        }
        Ok(())
    }

    /// Passes frames to the transport, or to the outbox of a polling session. Ignored after the
    /// session has ended.
    pub(crate) fn send(&mut self, frames: impl IntoIterator<Item = Frame>) {
        for frame in frames {
            match self.transport {
                Transport::Websocket => self.steps.push_back(Step::Send(frame)),
                Transport::Polling | Transport::Probing { .. } => {
                    if let Err(reason) = self.outbox.push(frame, &self.config) {
                        self.close(reason);
                    }
                }
                Transport::Closed => break,
            }
        }
    }

    pub(crate) fn close(&mut self, reason: CloseReason) {
        if self.is_closed() {
            return;
        }
        if self.get_waits {
            // The packets before the close packet should still be delivered.
            let mut body = self.outbox.take_body(self.config.max_payload).to_string();
            payload::append(&mut body, &Frame::Text(CLOSE.into()));
            self.answer_get(body.into());
        }
        self.outbox.clear();
        self.transport = Transport::Closed;
        self.steps.push_back(Step::Closed(reason));
    }

    /// When [`Self::handle_timeout`] must be called next; `None` after the session has ended.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let beat = match self.heartbeat {
            Heartbeat::PingAt(at) | Heartbeat::PongBy(at) => at,
        };
        match self.transport {
            Transport::Polling | Transport::Websocket => Some(beat),
            Transport::Probing { until, .. } => {
                let release = self.release_at.filter(|_| self.get_waits);
                Some(release.map_or(beat, |at| beat.min(at)).min(until))
            }
            Transport::Closed => None,
        }
    }

    /// Deadlines are absolute: however late this is called, a pong is due one timeout after the
    /// ping was due, not after it was sent.
    pub(crate) fn handle_timeout(&mut self, now: Instant) {
        if let Transport::Probing { until, .. } = self.transport
            && until <= now
        {
            self.transport = Transport::Polling;
            self.steps.push_back(Step::DropProbe);
        }
        if let Transport::Probing { .. } = self.transport
            && self.release_at.is_some_and(|at| at <= now)
        {
            self.release_at = None;
            self.answer_get(NOOP.into());
        }
        if let Heartbeat::PingAt(at) = self.heartbeat
            && at <= now
            && !self.is_closed()
        {
            self.heartbeat = Heartbeat::PongBy(at + self.config.ping_timeout);
            self.send([Frame::Text(PING.into())]);
        }
        if let Heartbeat::PongBy(at) = self.heartbeat
            && at <= now
        {
            self.close(CloseReason::PingTimeout);
        }
    }

    pub(crate) fn held_bytes(&self) -> usize {
        self.outbox.bytes()
    }

    /// The next queued step.
    pub(crate) fn next_queued(&mut self) -> Option<Step> {
        let step = self.steps.pop_front();
        if self.steps.is_empty() {
            // Most clients are silent most of the time, so empty queues release their memory.
            self.steps = VecDeque::new();
        }
        step
    }

    /// The next step. A waiting GET is answered last, so that all packets that are ready are sent
    /// in one body.
    pub(crate) fn next_step(&mut self) -> Option<Step> {
        if let Some(step) = self.next_queued() {
            return Some(step);
        }
        if !self.get_waits || self.outbox.is_empty() {
            return None;
        }
        self.get_waits = false;
        Some(Step::Respond(self.outbox.take_body(self.config.max_payload)))
    }

    fn answer_get(&mut self, body: ByteString) {
        if self.get_waits {
            self.get_waits = false;
            self.steps.push_back(Step::Respond(body));
        }
    }

    fn require_polling(&self) -> Result<(), Refusal> {
        match self.transport {
            Transport::Polling | Transport::Probing { .. } => Ok(()),
            Transport::Websocket => Err(Refusal::WrongTransport),
            Transport::Closed => Err(Refusal::Closed),
        }
    }
}
