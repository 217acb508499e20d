//! The actor of a websocket. It passes frames between a connection and its client's session.

use std::rc::Rc;
use std::sync::{Arc, Weak};

use actix::{Actor, ActorContext, AsyncContext, Handler, StreamHandler};
use actix_http::ws::{CloseCode, CloseReason, Item, ProtocolError};
use actix_web_actors::ws;
use bytes::BytesMut;
use bytestring::ByteString;
use pointhouse_socketio::Frame;

use super::client::{Client, SessionStart};
use super::ids::WebsocketId;
use super::websocket_handle::{WebsocketHandle, WebsocketMessage};
use crate::connections::{self, Line};

/// Most batches that wait for an actor whose connection is not writable. One more disconnects the
/// client.
pub(super) const MAILBOX: usize = 64;

/// The owner of a websocket.
enum Owner {
    /// A new session, which starts with the actor.
    New(Box<SessionStart>),
    /// A session that started by polling or on this websocket.
    Client(Arc<Client>),
    /// None: the session has a websocket already. The protocol requires closing this one.
    Unwanted,
}

/// The connection below a websocket.
pub(super) struct Wire {
    pub(super) stream: Rc<connections::Connection>,
    pub(super) line: Option<Weak<Line>>,
}

/// The received part of a message in several frames.
struct Fragments {
    text: bool,
    data: BytesMut,
}

/// The actor of one websocket. The session makes all decisions. There are thousands of these
/// actors, so fields that are rarely set are boxed.
pub(super) struct Connection {
    owner: Owner,
    id: WebsocketId,
    wire: Wire,
    fragments: Option<Box<Fragments>>,
}

impl Connection {
    /// A websocket that starts a session.
    pub(super) fn new(start: SessionStart, wire: Wire) -> Self {
        Self::with(Owner::New(Box::new(start)), WebsocketId::next(), wire)
    }

    /// A websocket for a session that started by polling.
    pub(super) fn upgrade(client: Arc<Client>, id: WebsocketId, wire: Wire) -> Self {
        Self::with(Owner::Client(client), id, wire)
    }

    /// A websocket that is closed as soon as it is open, as the reference server does instead of
    /// refusing the handshake.
    pub(super) fn unwanted(wire: Wire) -> Self {
        Self::with(Owner::Unwanted, WebsocketId::next(), wire)
    }

    fn with(owner: Owner, id: WebsocketId, wire: Wire) -> Self {
        Self { owner, id, wire, fragments: None }
    }

    fn frame(&self, frame: Frame) {
        if let Owner::Client(client) = &self.owner {
            client.websocket_frame(self.id, frame);
        }
    }

    /// Counts a frame that is no message by itself as a packet.
    fn count(&self) {
        if let Owner::Client(client) = &self.owner {
            client.count_frame(self.id);
        }
    }

    /// Adds a fragment of a message.
    ///
    /// # Errors
    /// The close code: out of turn, too large, or invalid UTF-8.
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
        let handle =
            WebsocketHandle::new(self.id, ctx.address().recipient(), self.wire.line.clone());
        match std::mem::replace(&mut self.owner, Owner::Unwanted) {
            Owner::New(start) => {
                handle.limit_send_buffer(start.shared.settings.send_buffer_bytes);
                self.owner = Owner::Client(Client::websocket(*start, handle));
            }
            Owner::Client(client) => {
                handle.limit_send_buffer(client.send_buffer_bytes());
                if !client.attach(handle) {
                    ctx.stop();
                }
                self.owner = Owner::Client(client);
            }
            Owner::Unwanted => close(ctx, CloseCode::Policy),
        }
    }
}

impl Handler<WebsocketMessage> for Connection {
    type Result = ();

    fn handle(&mut self, message: WebsocketMessage, ctx: &mut Self::Context) {
        match message {
            WebsocketMessage::Frames(frames) => self.wire.stream.write(frames.websocket_bytes()),
            WebsocketMessage::Close => close(ctx, CloseCode::Normal),
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
    /// Runs for every end of the connection, a failed handshake included.
    fn drop(&mut self) {
        if let Owner::Client(client) = &self.owner {
            client.websocket_lost(self.id);
        }
    }
}

fn close(ctx: &mut ws::WebsocketContext<Connection>, code: CloseCode) {
    ctx.close(Some(CloseReason::from(code)));
    ctx.stop();
}
