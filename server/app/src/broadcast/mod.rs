//! Live push: who is connected, and what is sent to whom.
//!
//! Commands come by HTTP, events go out here and only here. An event is encoded once; every
//! worker's hub gathers what is published within a tick and each socket gets it in one write.
//! Events for a member find its sockets by a map. Every client is bounded: one that does not keep
//! up is forgotten and its connection cut, whatever its own task is stuck in.
//!
//! Deliberately absent: business events (each feature declares its own in its `events.rs`), any wait
//! for a client, any event kept for clients that are not connected (they load the state when they
//! come back), and any trust in a client: what is no packet ends its session.
//!
//! How the server starts it (`Authenticate` is implemented by the accounts):
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
mod packet_limit;
mod registry;
mod settings;
mod split_body;
mod transport;
mod websocket;

pub use application::{Application, Authenticate, Call, ConnectError, Identity, Refused};
pub use broadcaster::{Broadcaster, Counts};
pub use event::{Admins, AudienceKind, Everyone, IncludesAdmins, OneMember, SocketEvent};
pub use settings::{ClientAddress, OwnPage, Settings};
pub use transport::Transport;
