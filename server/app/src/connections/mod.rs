//! Connections of clients: how many an address may have, how long a request may take to arrive, and
//! how much is read ahead of a websocket.
//!
//! [`serve`] runs an application on connections that keep these limits. The HTTP library has a time
//! limit for the first head of a connection only, none for bodies, and reads up to 128 KiB ahead of a
//! handler; so each connection is wrapped on its way to it:
//!
//! ```text
//! listener --> Places (connections per address) --> Watched (head deadline, read-ahead)
//!          --> HTTP library --> front door (TimedBody: body deadline) --> routes
//! ```
//!
//! **What must never be:** a connection without a request in a handler, or a websocket on it, that
//! stays open longer than the head deadline without an answer being written; more than
//! [`READ_AHEAD_BYTES_MAX`] bytes of a websocket that are read and not yet handed to its decoder.

mod body;
mod connection;
mod line;
mod places;
mod serving;
mod stream;

pub use body::TimedBody;
pub use connection::{Connection, InHandler};
pub use line::{Line, UNACKNOWLEDGED_MAX};
pub use places::Places;
pub use serving::{Options, WRITE_BUFFER_BYTES, serve};
pub use stream::READ_AHEAD_BYTES_MAX;
