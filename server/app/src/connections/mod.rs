//! Client connections: how many an address may have, how long a request may take to arrive, and how
//! much is read ahead of a websocket.
//!
//! [`serve`] runs an application on connections with these limits. The HTTP library limits only the
//! time of a connection's first head, not of bodies, and reads up to 128 KiB ahead of a handler; so
//! each connection is wrapped:
//!
//! ```text
//! listener --> Places (connections per address) --> Transport (TLS handshake and its deadline)
//!          --> Watched (head deadline, read-ahead) --> HTTP library --> middleware (TimedBody: body deadline) --> routes
//!                                                      \-> upgrade: websockets, by the same middleware and routes
//! ```
//!
//! Invariants: a connection without a websocket and without a request in a handler is closed at the
//! head deadline after its last response; at most [`READ_AHEAD_BYTES_MAX`] bytes of a websocket are
//! read and not yet passed to its decoder.

mod body;
mod connection;
mod line;
mod places;
mod serving;
mod stream;
mod transport;
mod upgrade;

pub use body::TimedBody;
pub use connection::{Connection, InHandler};
pub use line::{Line, UNACKNOWLEDGED_MAX};
pub use places::Places;
pub use serving::{Options, serve};
pub use stream::READ_AHEAD_BYTES_MAX;
