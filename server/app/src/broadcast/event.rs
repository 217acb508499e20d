//! What is published, and to whom.

use bytestring::ByteString;
use pointhouse_socketio::{Frame, event};
use serde::Serialize;

use crate::ids::UserId;

/// A named payload, encoded once for all who get it.
#[derive(Clone, Debug)]
pub struct Event {
    name: &'static str,
    text: Option<ByteString>,
}

impl Event {
    /// Encodes an event of the main namespace. The payload becomes its only argument.
    ///
    /// A payload without JSON form (a map whose keys are not strings) is a mistake in the program:
    /// it is logged, and publishing the event counts as a drop.
    pub fn new(name: &'static str, payload: &impl Serialize) -> Self {
        let text = event("/", name, payload)
            .inspect_err(|error| tracing::error!(name, %error, "an event could not be encoded"))
            .ok();
        Self { name, text }
    }

    /// The event's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The packet that goes out, shared.
    pub(super) fn frame(&self) -> Option<Frame> {
        self.text.clone().map(Frame::Text)
    }
}

/// Who gets an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All connected browsers, logged in or not.
    Everyone,
    /// The browsers of one member.
    Member(UserId),
    /// The browsers with an admin token.
    Admins,
}
