//! Socket.IO packets: reading and writing (Socket.IO protocol, "Packet encoding").
//!
//! ```text
//! <type>[<attachments>-][<namespace>,][<acknowledgement id>][JSON]
//! ```

mod data;
mod decode;
mod encode;
mod placeholders;

pub use data::EventData;
pub use decode::{DecodeError, Packet, decode};
pub use encode::{EncodeError, Kind, Outgoing, event};
pub(crate) use encode::{connect, connect_error};
