//! A handle to the actor of a websocket.

use std::sync::Weak;

use actix::{Message, Recipient};

use super::batch::Batch;
use super::ids::WebsocketId;
use crate::connections::Line;

/// A handle to the actor of a websocket.
pub(super) struct WebsocketHandle {
    id: WebsocketId,
    connection: Recipient<WebsocketMessage>,
    line: Option<Weak<Line>>,
}

impl WebsocketHandle {
    pub(super) fn new(
        id: WebsocketId,
        connection: Recipient<WebsocketMessage>,
        line: Option<Weak<Line>>,
    ) -> Self {
        Self { id, connection, line }
    }

    pub(super) fn id(&self) -> WebsocketId {
        self.id
    }

    /// Sends frames. Returns `false` when the actor's mailbox is full. Returns `true` for an actor
    /// that has ended, because it reports its end itself.
    pub(super) fn send(&self, batch: Batch) -> bool {
        self.send_message(WebsocketMessage::Frames(batch))
    }

    /// Sends a close frame. Cuts the connection when the mailbox is full.
    pub(super) fn close(&self) {
        if !self.send_message(WebsocketMessage::Close) {
            self.cut();
        }
    }

    /// Ends the connection at once, without a close frame.
    pub(super) fn cut(&self) {
        match self.line.as_ref().map(Weak::upgrade) {
            Some(Some(line)) => line.cut(),
            // The connection is gone already.
            Some(None) => {}
            // Without a handle to the socket only a close frame is possible, which waits for the
            // client to read.
            None => drop(self.send_message(WebsocketMessage::Close)),
        }
    }

    pub(super) fn limit_send_buffer(&self, bytes: usize) {
        if let Some(line) = self.line.as_ref().and_then(Weak::upgrade) {
            line.limit_send_buffer(bytes);
        }
    }

    fn send_message(&self, message: WebsocketMessage) -> bool {
        // Never `do_send`, which ignores the capacity.
        !matches!(self.connection.try_send(message), Err(actix::prelude::SendError::Full(_)))
    }
}

/// A message to the actor.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) enum WebsocketMessage {
    Frames(Batch),
    Close,
}
