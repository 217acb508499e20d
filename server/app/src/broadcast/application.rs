//! What stands above the transport: who may connect, and what becomes of what clients send.
//!
//! The product and the conformance example are two applications over the very same transport.

use bytes::Bytes;
use pointhouse_socketio::{EventData, Frame, Message, Protocol};
use serde_json::Value;

use crate::ids::{SessionId, UserId};

/// Whom a browser speaks for. One browser can be both a member and an admin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The member, if logged in, and the session.
    pub member: Option<(UserId, SessionId)>,
    /// The session of the panel, if it holds an admin token.
    pub admin: Option<SessionId>,
}

/// The payload held a token that is not, or no longer, valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Decides for whom a browser speaks.
pub trait Authenticate: Send + Sync {
    /// Reads the CONNECT payload (`{token?, adminToken?}`, docs/api.md, Conventions). Without
    /// tokens everybody may connect. Called inline on an HTTP worker, so it must not block.
    ///
    /// # Errors
    /// [`Refused`]: the browser sees the connect error `unauthorized`.
    fn connect(&self, payload: &Value) -> Result<Identity, Refused>;
}

/// The message of a connect error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectError(pub &'static str);

/// An event of a client.
#[derive(Debug)]
pub struct Call<'a> {
    /// The namespace, `/` for the main one.
    pub namespace: &'a str,
    /// Set when the client waits for an acknowledgement.
    pub id: Option<u64>,
    /// Name and arguments.
    pub data: &'a EventData,
    /// What the placeholders in the arguments stand for.
    pub attachments: &'a [Bytes],
}

/// What happens on connect, event and message. Called inline on an HTTP worker while the client's
/// session is held, so it must neither block nor touch that client in another way.
pub trait Application: Send + Sync + 'static {
    /// What the sessions speak above Engine.IO.
    fn protocol(&self) -> Protocol {
        Protocol::SocketIo
    }

    /// A client asks to join a namespace. `replies` leave behind the answer, with the next tick.
    ///
    /// # Errors
    /// [`ConnectError`]: the client sees its message.
    fn connect(
        &self,
        namespace: &str,
        payload: &Value,
        replies: &mut Vec<Frame>,
    ) -> Result<Identity, ConnectError>;

    /// A client sent an event.
    fn event(&self, call: &Call<'_>, replies: &mut Vec<Frame>);

    /// A client sent a message ([`Protocol::Engine`] only).
    fn message(&self, message: Message, replies: &mut Vec<Frame>) {
        let _ = (message, replies);
    }
}
