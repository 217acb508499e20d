//! The way to a websocket, whichever actor carries it.

use std::sync::Weak;

use actix::{Message, Recipient};

use super::batch::Batch;
use super::numbers::WireId;
use crate::connections::Line;

/// The way to a websocket.
pub(super) struct Wire {
    id: WireId,
    connection: Recipient<Deliver>,
    line: Option<Weak<Line>>,
}

impl Wire {
    pub(super) fn new(
        id: WireId,
        connection: Recipient<Deliver>,
        line: Option<Weak<Line>>,
    ) -> Self {
        Self { id, connection, line }
    }

    pub(super) fn id(&self) -> WireId {
        self.id
    }

    /// `false` when the mailbox is full. A connection that has ended takes everything; its end is
    /// told by itself.
    pub(super) fn send(&self, batch: Batch) -> bool {
        self.tell(Deliver::Frames(batch))
    }

    /// Says goodbye; a connection that cannot hear it is cut.
    pub(super) fn close(&self) {
        if !self.tell(Deliver::Close) {
            self.cut();
        }
    }

    /// Ends the connection at once.
    pub(super) fn cut(&self) {
        match self.line.as_ref().map(Weak::upgrade) {
            Some(Some(line)) => line.cut(),
            // The connection is gone already.
            Some(None) => {}
            // Without a handle on the socket there is only this, which waits for the client to read.
            None => drop(self.tell(Deliver::Close)),
        }
    }

    pub(super) fn limit_send_buffer(&self, bytes: usize) {
        if let Some(line) = self.line.as_ref().and_then(Weak::upgrade) {
            line.limit_send_buffer(bytes);
        }
    }

    fn tell(&self, message: Deliver) -> bool {
        // Never `do_send`, which ignores the capacity.
        !matches!(self.connection.try_send(message), Err(actix::prelude::SendError::Full(_)))
    }
}

/// To the actor.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) enum Deliver {
    Frames(Batch),
    Close,
}
