//! Limits and intervals of live push.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use pointhouse_socketio::Config;

use super::batch::BatchMax;

/// Finds the address of a client, for the limit per address. Behind a proxy it reads the forwarding
/// headers of trusted proxies (docs/decisions.md, F8).
pub type ClientAddress = Arc<dyn Fn(&HttpRequest) -> Option<IpAddr> + Send + Sync>;

/// Returns whether a request comes from a page of this site, or from no page at all.
pub type OwnPage = Arc<dyn Fn(&HttpRequest) -> bool + Send + Sync>;

/// Limits and intervals of live push.
#[derive(Clone)]
pub struct Settings {
    /// Limits and intervals of one session.
    pub session: Config,
    /// Most sockets, polling clients included; further ones get status 503. Each connection takes
    /// two file descriptors (see `connections::Line`).
    pub sockets_max: usize,
    /// Most sockets of one member; further ones are refused when they join.
    pub sockets_per_member: usize,
    /// Most sockets of one address (of a /64 network for IPv6); 0 sets no limit. Further ones get
    /// status 429.
    pub sockets_per_address: usize,
    /// Events published within this time are sent in one write per socket.
    pub tick: Duration,
    /// Most bytes of events that one tick sends to one socket; the rest waits for the next tick.
    pub batch_bytes_max: usize,
    /// Most events that one tick sends to one socket. A socket's own queue never shrinks, so this
    /// limits the memory that a burst costs for the life of the socket.
    pub batch_events_max: usize,
    /// Most events that wait for a worker's next tick; further ones are dropped, counted and
    /// logged.
    pub queue_events_max: usize,
    /// Most bytes of events that wait for a worker's next tick; further events are dropped.
    pub queue_bytes_max: usize,
    /// Time limit for the body of a POST. The product's middleware has a shorter limit, which
    /// applies first.
    pub body_timeout: Duration,
    /// The kernel's send buffer of a websocket, in bytes; the kernel allocates twice as much. It
    /// limits the memory that a stalled client takes there.
    pub send_buffer_bytes: usize,
    /// Finds the address of a client.
    pub client_address: ClientAddress,
    /// Selects the pages that may open a socket; others get status 403.
    pub is_own_page: OwnPage,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            // The product takes no binary packets, so no attachments are kept.
            session: Config {
                attachments_max: 0,
                packet_bytes_max: 16 * 1024,
                identified_packet_bytes_max: 64 * 1024,
                ..Config::default()
            },
            sockets_max: 10_000,
            sockets_per_member: 20,
            sockets_per_address: 200,
            tick: Duration::from_millis(5),
            batch_bytes_max: 32 * 1024,
            batch_events_max: 128,
            queue_events_max: 65_536,
            queue_bytes_max: 32 * 1024 * 1024,
            body_timeout: Duration::from_secs(30),
            send_buffer_bytes: 64 * 1024,
            client_address: Arc::new(|request| request.peer_addr().map(|peer| peer.ip())),
            is_own_page: Arc::new(|_| true),
        }
    }
}

impl Settings {
    pub(super) fn batch_max(&self) -> BatchMax {
        BatchMax { bytes: self.batch_bytes_max, events: self.batch_events_max }
    }
}
