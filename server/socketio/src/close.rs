//! Why a session ended.

use crate::socket::DecodeError;

/// Why a session ended, for the log and for counting. The reason is not sent to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CloseReason {
    /// The client closed the session with a close packet.
    #[error("the client closed the session")]
    ClientClosed,
    /// The server closed the session ([`crate::Session::close`]).
    #[error("the server closed the session")]
    ServerClosed,
    /// The websocket of the session was closed.
    #[error("the connection was lost")]
    TransportLost,
    /// The client cancelled a waiting GET or a POST in progress.
    #[error("a polling request was cancelled")]
    RequestCancelled,
    /// No pong arrived within the ping timeout.
    #[error("no pong in time")]
    PingTimeout,
    /// The client was in no namespace for longer than the connect timeout.
    #[error("no namespace was joined in time")]
    ConnectTimeout,
    /// Announced attachments did not arrive in time.
    #[error("attachments did not arrive in time")]
    AttachmentsTimeout,
    /// A second GET or a second POST while the first was in progress.
    #[error("two requests of the same kind at once")]
    OverlappingRequests,
    /// Not an Engine.IO packet, or one that only a server may send.
    #[error("not an Engine.IO packet that a client may send")]
    BadEnginePacket,
    /// Not a Socket.IO packet.
    #[error("not a Socket.IO packet: {0}")]
    BadPacket(#[from] DecodeError),
    /// A Socket.IO packet that is not allowed in the state of its namespace.
    #[error("a packet out of turn for its namespace")]
    OutOfTurn,
    /// Larger than the packet limit of its client, or with attachments larger than `attachments_bytes_max`.
    #[error("larger than the payload limit")]
    TooLarge,
    /// More packets in a second, or in one body, than allowed.
    #[error("too many packets")]
    TooManyPackets,
    /// A polling client did not fetch its waiting packets.
    #[error("too much waits for the client")]
    OutboxFull,
}
