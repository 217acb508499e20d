//! The interface between the transport and its application: who may connect, and how messages of
//! clients are handled.
//!
//! The product and the conformance example are two applications over the same transport.

use bytes::Bytes;
use pointhouse_socketio::{EventData, Frame, Message, Protocol};
use serde_json::Value;

use crate::ids::{SessionId, SourceId, UserId};

/// The accounts that a browser is logged in to. One browser can be both a member and an admin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The member, if logged in, and the session.
    pub member: Option<(UserId, SessionId)>,
    /// The session of the panel, if the browser has an admin token.
    pub admin: Option<SessionId>,
    /// A source of the overlay. It has no other identity, and gets its own events only.
    pub source: Option<SourceId>,
}

/// The payload contains an invalid or expired token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Authenticates browsers.
pub trait Authenticate: Send + Sync {
    /// Checks the tokens of a CONNECT payload (`{token?, adminToken?}`, docs/api.md, Conventions).
    /// A browser without tokens may connect. Called on the thread of an HTTP worker, so it must not
    /// block.
    ///
    /// # Errors
    /// [`Refused`]: the browser gets the connect error `unauthorized`.
    fn connect(&self, payload: &Value) -> Result<Identity, Refused>;
}

/// Knows the sources of the overlay.
pub trait Sources: Send + Sync {
    /// The source of a key; `None` for an unknown or revoked one. Called on the thread of an HTTP worker, so it must
    /// not block.
    fn find(&self, key: &str) -> Option<SourceId>;

    /// What a source gets when it connects, as an encoded event. Must not block.
    fn greeting(&self, source: SourceId) -> Option<Frame>;
}

/// The message of a connect error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectError(pub &'static str);

/// An event of a client.
#[derive(Debug)]
pub struct Call<'a> {
    /// The namespace, `/` for the main one.
    pub namespace: &'a str,
    /// Id of the acknowledgement that the client waits for, if any.
    pub id: Option<u64>,
    /// Name and arguments.
    pub data: &'a EventData,
    /// The binary values of the placeholders in the arguments, by number.
    pub attachments: &'a [Bytes],
}

/// Handles connects, events and messages of clients. Called on the thread of an HTTP worker while
/// the client's session is locked, so it must neither block nor call that client.
pub trait Application: Send + Sync + 'static {
    /// The protocol of the sessions above Engine.IO.
    fn protocol(&self) -> Protocol {
        Protocol::SocketIo
    }

    /// Handles a request to join a namespace. `replies` are sent after the answer, in the next
    /// tick.
    ///
    /// # Errors
    /// [`ConnectError`]: the client gets its message.
    fn connect(
        &self,
        namespace: &str,
        payload: &Value,
        replies: &mut Vec<Frame>,
    ) -> Result<Identity, ConnectError>;

    /// What a client gets once it has joined, before the events that are published from then on.
    fn greeting(&self, identity: &Identity) -> Option<Frame> {
        let _ = identity;
        None
    }

    /// Handles an event of a client.
    fn event(&self, call: &Call<'_>, replies: &mut Vec<Frame>);

    /// Handles a message of a client ([`Protocol::Engine`] only).
    fn message(&self, message: Message, replies: &mut Vec<Frame>) {
        let _ = (message, replies);
    }
}
