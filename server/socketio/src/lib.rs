//! Engine.IO 4 and Socket.IO 5, server side, as state machines without IO.
//!
//! A [`Session`] is one client on any transport: HTTP long-polling, a websocket, or the first
//! upgraded to the second. Bytes and the current time go in; [`Output`]s and a deadline come out.
//! Nothing here opens a socket, reads a clock or generates a random number, so every behaviour can
//! be replayed in a test, timeouts included.
//!
//! ```text
//! GET, POST, websocket frames, now --> Session --> Output: answer the GET, send a frame,
//!                                         |                 an event of the client, closed
//!                                         +--> deadline(): call handle_timeout then
//! ```
//!
//! Invariants: a session never grows beyond its [`Config`] limits, whatever arrives; no packet is
//! lost or duplicated while a session moves from polling to its websocket; there is no output after
//! [`Output::Closed`].
//!
//! **Why an own codec.** The existing parser crates decode lazily: they accept `42{}` (an event
//! that is not an array) and `42abc["m"]` (letters where an acknowledgement id belongs) as
//! well-formed and leave the payload as unread text or build a whole value tree of it. A server has
//! to close the connection for those (the protocol says "the receiver MUST close the connection"),
//! has to apply its limits *while* parsing, and has to encode a broadcast once and share the bytes.
//! A library would only split off a few digits, so that is done here, next to the limits, with
//! `serde_json` for the JSON and `base64` for binary in polling payloads.
//!
//! Sources: the protocol texts "Engine.IO protocol, 4th version" and "Socket.IO protocol, 5th
//! version", and the behaviour of their reference server where the texts are silent.

mod close;
mod config;
mod engine;
mod frame;
mod session;
mod socket;

pub use close::CloseReason;
pub use config::Config;
pub use engine::{Message, Refusal};
pub use frame::Frame;
pub use session::{Binaries, Output, Protocol, Session};
pub use socket::{DecodeError, EncodeError, EventData, Kind, Outgoing, Packet, decode, event};
