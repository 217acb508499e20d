//! A websocket: the actor that carries frames between a connection and its client's session.

use std::sync::{Arc, Weak};

use actix::{Actor, ActorContext, AsyncContext, Handler, StreamHandler};
use actix_http::ws::{CloseCode, CloseReason, Item, ProtocolError};
use actix_web_actors::ws;
use bytes::BytesMut;
use bytestring::ByteString;
use pointhouse_socketio::Frame;

use super::client::{Client, Newcomer};
use super::numbers::WireId;
use super::wire::{Deliver, Wire};
use crate::connections::Line;

/// Batches that wait for an actor whose connection is not taking more. One more and the client is
/// let go.
pub(super) const MAILBOX: usize = 64;

/// Whose websocket it is.
enum Owner {
    /// Nobody's yet: the session begins when the actor does.
    New(Box<Newcomer>),
    /// A session's that began by polling, or that began here.
    Client(Arc<Client>),
    /// It came for a session that has a websocket already; the protocol says to close it.
    Unwanted,
}

/// A message in several frames, as far as it came.
struct Fragments {
    text: bool,
    data: BytesMut,
}

/// The actor of one websocket. It decides nothing; frames go to and fro. There are thousands of
/// them, so what is rarely there is boxed.
pub(super) struct Connection {
    owner: Owner,
    wire: WireId,
    line: Option<Weak<Line>>,
    fragments: Option<Box<Fragments>>,
}

impl Connection {
    /// A websocket that begins a session.
    pub(super) fn new(newcomer: Newcomer, line: Option<Weak<Line>>) -> Self {
        Self::with(Owner::New(Box::new(newcomer)), WireId::next(), line)
    }

    /// A websocket that comes for a session that began by polling.
    pub(super) fn upgrade(client: Arc<Client>, wire: WireId, line: Option<Weak<Line>>) -> Self {
        Self::with(Owner::Client(client), wire, line)
    }

    /// A websocket that is told to go as soon as it is there. The reference server does it this way
    /// instead of refusing the handshake.
    pub(super) fn unwanted() -> Self {
        Self::with(Owner::Unwanted, WireId::next(), None)
    }

    fn with(owner: Owner, wire: WireId, line: Option<Weak<Line>>) -> Self {
        Self { owner, wire, line, fragments: None }
    }

    fn frame(&self, frame: Frame) {
        if let Owner::Client(client) = &self.owner {
            client.websocket_frame(self.wire, frame);
        }
    }

    /// A frame that is no message by itself: it counts as a packet all the same.
    fn count(&self) {
        if let Owner::Client(client) = &self.owner {
            client.count_frame(self.wire);
        }
    }

    /// Answers with the reason to close.
    fn fragment(&mut self, item: Item) -> Result<(), CloseCode> {
        let begin = |text| Some(Box::new(Fragments { text, data: BytesMut::new() }));
        let (part, last) = match item {
            Item::FirstText(part) => {
                self.fragments = begin(true);
                (part, false)
            }
            Item::FirstBinary(part) => {
                self.fragments = begin(false);
                (part, false)
            }
            Item::Continue(part) => (part, false),
            Item::Last(part) => (part, true),
        };
        let Owner::Client(client) = &self.owner else { return Err(CloseCode::Protocol) };
        let fragments = self.fragments.as_mut().ok_or(CloseCode::Protocol)?;
        if fragments.data.len().saturating_add(part.len()) > client.packet_bytes_max() {
            return Err(CloseCode::Size);
        }
        fragments.data.extend_from_slice(&part);
        if !last {
            self.count();
        } else if let Some(fragments) = self.fragments.take() {
            let data = fragments.data.freeze();
            let frame = if fragments.text {
                Frame::Text(ByteString::try_from(data).map_err(|_| CloseCode::Invalid)?)
            } else {
                Frame::Binary(data)
            };
            self.frame(frame);
        }
        Ok(())
    }
}

impl Actor for Connection {
    type Context = ws::WebsocketContext<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
        let wire = Wire::new(self.wire, ctx.address().recipient(), self.line.clone());
        match std::mem::replace(&mut self.owner, Owner::Unwanted) {
            Owner::New(newcomer) => {
                wire.limit_send_buffer(newcomer.shared.settings.send_buffer_bytes);
                self.owner = Owner::Client(Client::websocket(*newcomer, wire));
            }
            Owner::Client(client) => {
                wire.limit_send_buffer(client.send_buffer_bytes());
                if !client.attach(wire) {
                    ctx.stop();
                }
                self.owner = Owner::Client(client);
            }
            Owner::Unwanted => close(ctx, CloseCode::Policy),
        }
    }
}

impl Handler<Deliver> for Connection {
    type Result = ();

    fn handle(&mut self, message: Deliver, ctx: &mut Self::Context) {
        match message {
            Deliver::Frames(frames) => {
                for frame in frames.iter().cloned() {
                    match frame {
                        Frame::Text(text) => ctx.text(text),
                        Frame::Binary(data) => ctx.binary(data),
                    }
                }
            }
            Deliver::Close => close(ctx, CloseCode::Normal),
        }
    }
}

impl StreamHandler<Result<ws::Message, ProtocolError>> for Connection {
    fn handle(&mut self, message: Result<ws::Message, ProtocolError>, ctx: &mut Self::Context) {
        match message {
            Ok(ws::Message::Text(text)) => self.frame(Frame::Text(text)),
            Ok(ws::Message::Binary(data)) => self.frame(Frame::Binary(data)),
            Ok(ws::Message::Continuation(item)) => {
                if let Err(code) = self.fragment(item) {
                    close(ctx, code);
                }
            }
            Ok(ws::Message::Ping(data)) => {
                self.count();
                ctx.pong(&data);
            }
            Ok(ws::Message::Pong(_)) => self.count(),
            Ok(ws::Message::Nop) => {}
            Ok(ws::Message::Close(_)) => close(ctx, CloseCode::Normal),
            Err(ProtocolError::Overflow) => close(ctx, CloseCode::Size),
            Err(ProtocolError::Io(_)) => ctx.stop(),
            Err(_) => close(ctx, CloseCode::Protocol),
        }
    }
}

impl Drop for Connection {
    /// However the connection ended; also when it never came to be, because its handshake failed.
    fn drop(&mut self) {
        if let Owner::Client(client) = &self.owner {
            client.websocket_lost(self.wire);
        }
    }
}

fn close(ctx: &mut ws::WebsocketContext<Connection>, code: CloseCode) {
    ctx.close(Some(CloseReason::from(code)));
    ctx.stop();
}
