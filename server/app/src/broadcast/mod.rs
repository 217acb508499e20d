//! Live push: connected browsers, and the events that are sent to them.
//!
//! Commands are HTTP calls; events are sent by this module only. An event is encoded once. Each
//! worker's hub collects the events of a tick and sends them in one write per socket. A member's
//! sockets are found in a map. The memory of every client is bounded: a client that does not read
//! fast enough is removed and its connection cut, even while its own task is blocked.
//!
//! Not part of this module: the events of features, which each feature declares in its
//! `events.rs`. It never waits for a client and keeps no events for disconnected ones, which load
//! the state when they reconnect. Invalid input of a client ends its session.
//!
//! How the server starts it (the accounts module implements `Authenticate`):
//!
//! ```text
//! let broadcaster = Broadcaster::new(Settings { sockets_max, ..Settings::default() }, Arc::new(auth));
//! let push = broadcaster.clone(); // one for the workers, the other for the features
//! connections::serve(listeners, &options, move || App::new().configure(|cfg| push.configure(cfg)))
//! // Stopping: broadcaster.cut_all(), then stop the server.
//! ```

mod application;
mod batch;
mod broadcaster;
mod client;
mod event;
mod frame_guard;
mod hub;
mod ids;
mod moments;
mod packet_limit;
mod queue;
mod registry;
mod settings;
mod shared;
mod transport;
mod websocket;
mod websocket_handle;

pub use application::{Application, Authenticate, Call, ConnectError, Identity, Refused, Sources};
pub use broadcaster::{Broadcaster, Counts};
pub(crate) use event::DeclaredEvent;
pub use event::{
    Admins, AudienceKind, Everyone, IncludesAdmins, OneMember, OneSource, SocketEvent,
};
pub use moments::{Moment, MomentKind};
pub use settings::{ClientAddress, OwnPage, Settings};
pub use transport::Transport;
